"""What colour a die is, in one of the nine usual words."""

import math

from vision.readings import Colour

_GREY_CHROMA = 14.0
_HUES = (  # up to this hue in degrees, counted from magenta-red through yellow, green and blue
    (42.0, Colour.RED),
    (74.0, Colour.ORANGE),
    (116.0, Colour.YELLOW),
    (205.0, Colour.GREEN),
    (308.0, Colour.BLUE),
    (345.0, Colour.PURPLE),
    (360.0, Colour.RED),
)


def name_colour(lab: tuple[float, float, float]) -> Colour:
    """Name a colour given in Lab, each part in units of 1/255 and green-red and blue-yellow about 128."""
    lightness, red, yellow = lab[0] / 2.55, lab[1] - 128, lab[2] - 128
    chroma = math.hypot(red, yellow)
    if chroma < _GREY_CHROMA:
        return Colour.BLACK if lightness < 35 else Colour.WHITE if lightness > 62 else Colour.GREY
    if lightness < 18:
        return Colour.BLACK
    hue = math.degrees(math.atan2(yellow, red)) % 360
    return next(colour for limit, colour in _HUES if hue <= limit)

"""What colour a die is, once the panel's own white has been made white."""

import math

import cv2
import numpy as np

from vision.image import Floats
from vision.patches import PIXELS_PER_MM, Patch
from vision.readings import Colour
from vision.views import MIN_TINT

# Of dice in all kinds of light: green of orange ones was never less than 0.42 of their red, and red of blue
# ones never more than their green.
_RED, _PURPLE, _GREENER = 0.33, 1.15, 0.85
_EVEN = 0.16  # parts of the panel's white that a face's colours may differ by
# Places on a face, in pitches, that no layout has a pip on.
_BETWEEN = np.array([(x, y) for x in (-1.5, -0.5, 0.5, 1.5) for y in (-1.5, -0.5, 0.5, 1.5)])


def body_colour(patch: Patch, x: float, y: float, yaw: float, pitch_mm: float) -> tuple[Floats, float]:
    """Return the colour between the pips (R, G, B to 255) and the part of those places that agree on it."""
    size = pitch_mm * PIXELS_PER_MM
    cos, sin = math.cos(yaw) * size, math.sin(yaw) * size
    across = (x + cos * _BETWEEN[:, 0] - sin * _BETWEEN[:, 1]).astype(np.float32)
    down = (y + sin * _BETWEEN[:, 0] + cos * _BETWEEN[:, 1]).astype(np.float32)
    seen = cv2.remap(patch.colour, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = seen.reshape(-1, 3).astype(np.float32)
    middle = np.sort(colours, axis=0)[len(colours) // 2]
    even = abs(colours - middle).max(axis=1) < _EVEN * 255
    return np.asarray(middle, np.float32), float(np.count_nonzero(even) / len(even))


def classify_colour(rgb: Floats) -> Colour | None:
    """Tell blue from orange and both from other dice (R, G, B, balanced, to 255); None without colour.

    Warm light turns orange towards red and too much of it into yellow; cold light turns blue into teal. Which
    of blue and red is the stronger survives all of that, so yellow dice pass for orange.
    """
    red, green, blue = (float(part) for part in rgb)
    brightest = max(red, green, blue, 1.0)
    tint = (blue - red) / brightest
    if abs(tint) < MIN_TINT:
        return None
    if max(blue, red) < green * _GREENER:
        return Colour.GREEN
    if tint > 0:
        return Colour.BLUE if red < green * _PURPLE else Colour.PURPLE
    return Colour.ORANGE if green > red * _RED else Colour.RED

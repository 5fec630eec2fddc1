"""What hides the print of a space where no die was read: an arm, or a die that cannot be read.

A space that can be seen shows the square printed around it. Where no square shows, either nothing is printed
there (its ground is that of the panel nearby) or an arm is over it (it is not). On a plain panel a coloured
thing inside the square is seen as well, whatever it is.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

import cv2
import numpy as np

from vision.image import Floats
from vision.panel import Doubles
from vision.patches import NOMINAL_EDGE_MM, PIXELS_PER_MM, SIDE, Patch

_MIN_CHANGE = 0.07  # of colour across a printed line, in parts of the panel's white
_LOST_SIDES = 3  # a die hides two sides of its space at most
_FOREIGN = 0.16  # how far, in parts of white, the ground may be off the panel's own nearby
_NEIGHBOURS = 4
_PLAIN = 0.08  # on a plain panel most spaces look like their ground
_OTHER_TINT = 0.15  # of (blue - red), in parts of the brightest; a shadow keeps the tint of its ground
_LARGE, _ALL = 0.35, 0.85  # parts of a space: less is a shadow's fringe or a letter; more is no die
_BLUE, _ORANGE = 0.3, -0.55  # tints that dice have and skin has not
_STEP_MM = 0.25
_BAND = 3
_WANDER_MM = 1.25  # the print may show this far from where it should
_AROUND = 1.2  # the panel's own ground is looked for this far out, in half spaces


class Sight(StrEnum):
    """What can be seen of a space where no die was read."""

    OPEN = "open"
    COVERED = "covered"
    BLUE_THING = "blue thing"
    ORANGE_THING = "orange thing"


def look_at_print(patches: Sequence[Patch], space_mm: float) -> tuple[Sight, ...]:
    """Say for each patch whether the print of its space shows, and what hides it."""
    visible = np.array([_visible_sides(patch, space_mm) > 4 - _LOST_SIDES for patch in patches])
    grounds = {int(i): _colour_at(patches[i], space_mm, _ring()) for i in np.nonzero(visible)[0]}
    inner = {i: _colour_at(patches[i], space_mm, _inside()) for i in grounds}
    plain = bool(grounds) and np.median([abs(inner[i] - grounds[i]).max() for i in grounds]) < _PLAIN
    sights = []
    for i, patch in enumerate(patches):
        if not visible[i]:
            foreign = _is_foreign(patches, i, grounds, space_mm)
            sights.append(Sight.COVERED if foreign else Sight.OPEN)
        else:
            sights.append(_thing(patch, space_mm, grounds[i]) if plain else Sight.OPEN)
    return tuple(sights)


def _thing(patch: Patch, space_mm: float, ground: Floats) -> Sight:
    """Tell what lies in a space of a plain panel by the tint of what is not its ground."""
    tints = _tint(_colours_at(patch, space_mm, _inside()))
    other = abs(tints - _tint(ground[None])[0]) > _OTHER_TINT
    share = np.count_nonzero(other) / len(other)
    if share < _LARGE:
        return Sight.OPEN
    tint = float(np.median(tints[other]))
    if share < _ALL and tint > _BLUE:
        return Sight.BLUE_THING
    if share < _ALL and tint < _ORANGE:
        return Sight.ORANGE_THING
    return Sight.COVERED


def _tint(colours: Floats) -> Floats:
    return np.asarray((colours[:, 2] - colours[:, 0]) / np.maximum(colours.max(axis=1), 0.1), np.float32)


def _is_foreign(patches: Sequence[Patch], which: int, grounds: dict[int, Floats], space_mm: float) -> bool:
    """Compare what lies in a patch with the panel's ground at the nearest spaces that can be seen."""
    if not grounds:
        return True
    x, y = patches[which].centre_mm
    nearest = sorted(
        grounds, key=lambda i: (patches[i].centre_mm[0] - x) ** 2 + (patches[i].centre_mm[1] - y) ** 2
    )[:_NEIGHBOURS]
    own = _colour_at(patches[which], space_mm, _inside())
    return min(float(abs(own - grounds[i]).max()) for i in nearest) > _FOREIGN


def _square(patch: Patch, space_mm: float) -> tuple[float, float, float]:
    """Return where the middle of the printed square shows (pixels), and half its side (mm)."""
    middle = (SIDE - 1) / 2
    x, y = (middle + part * NOMINAL_EDGE_MM * PIXELS_PER_MM for part in patch.slope)
    return x, y, space_mm / 2


def _colour_at(patch: Patch, space_mm: float, places: Doubles) -> Floats:
    """Return the middle colour (parts of white) at places given in half spaces from the middle of the space."""
    return np.asarray(np.median(_colours_at(patch, space_mm, places), axis=0), np.float32)


def _colours_at(patch: Patch, space_mm: float, places: Doubles) -> Floats:
    x, y, half = _square(patch, space_mm)
    at = np.rint((x, y) + places * half * PIXELS_PER_MM).astype(int).clip(0, SIDE - 1)
    return np.asarray(patch.colour[at[:, 1], at[:, 0]] / np.float32(255), np.float32)


def _visible_sides(patch: Patch, space_mm: float) -> int:
    """Count the sides of the printed square that show."""
    x, y, half = _square(patch, space_mm)
    out = np.arange(-_WANDER_MM, _WANDER_MM + 1e-6, _STEP_MM)
    out = half + np.concatenate(
        [out[0] - _STEP_MM * np.arange(_BAND, 0, -1), out, out[-1] + _STEP_MM * np.arange(1, _BAND)]
    )
    along = np.linspace(-0.8, 0.8, 12) * half
    sides = []
    for cos, sin in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        across = x + (cos * out[:, None] - sin * along) * PIXELS_PER_MM
        down = y + (sin * out[:, None] + cos * along) * PIXELS_PER_MM
        sides.append((across, down))
    maps = [np.concatenate(part).astype(np.float32) for part in zip(*sides, strict=True)]
    seen = cv2.remap(patch.colour, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lines = seen.reshape(4, len(out), len(along), 3).sum(axis=2, dtype=np.float32) / (255 * len(along))
    sums = np.cumsum(np.concatenate([np.zeros_like(lines[:, :1]), lines], axis=1), axis=1)
    inner = (sums[:, _BAND:-_BAND] - sums[:, : -2 * _BAND]) / _BAND
    outer = (sums[:, 2 * _BAND :] - sums[:, _BAND:-_BAND]) / _BAND
    return int((abs(inner - outer).max(axis=(1, 2)) > _MIN_CHANGE).sum())


@cache
def _ring() -> Doubles:
    steps = np.linspace(-_AROUND, _AROUND, 9)
    edge = np.full(9, _AROUND)
    sides = ((steps, edge), (steps, -edge), (edge, steps), (-edge, steps))
    return np.concatenate([np.column_stack(side) for side in sides])


@cache
def _inside() -> Doubles:
    x, y = np.meshgrid(np.linspace(-0.75, 0.75, 7), np.linspace(-0.75, 0.75, 7))
    return np.column_stack([x.ravel(), y.ravel()])

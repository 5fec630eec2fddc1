"""What the edges say: the square border of a die's top, found by the change of colour across it.

A side is a line of one direction, so colours are averaged along it before they are compared across it: that
is what lets a blue die on a blue field be seen at all.
"""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, Patch

HALF_RANGE_MM = (5.6, 9.6)
"""Half the edge of the dice that are sold, and a little more to each side."""
_STEP_MM = 0.25
_BAND = 4  # steps on each side of a border that are compared: 1 mm, a die's bevel and the blur together
_ALONG = 0.72  # the part of a side that is looked at: its ends are rounded
_TURNS = 18
_LINE = 7  # samples along a side


@dataclass(frozen=True, slots=True)
class Outline:
    """How well a square border fits around a place."""

    half_mm: float
    """Half the length of its sides."""
    yaw: float
    sides: tuple[float, ...]
    """The change of colour across each of the four sides, weakest first, in parts of the panel's white."""


def measure_outline(patch: Patch, x: float, y: float, yaw: float, half_mm: tuple[float, float]) -> Outline:
    """Find the size between two limits at which a square at that place and turn has the clearest border."""
    changes, halves = _changes(patch, x, y, np.array([yaw]), half_mm[0] * _ALONG)
    return _best(changes, halves, np.array([yaw]), half_mm)


def search_outline(patch: Patch, x: float, y: float, half_mm: tuple[float, float] = HALF_RANGE_MM) -> Outline:
    """Find the turn and the size at which a square around a place has the clearest border."""
    yaws = np.linspace(0.0, math.pi / 2, _TURNS, endpoint=False)
    changes, halves = _changes(patch, x, y, yaws, half_mm[0] * _ALONG)
    return _best(changes, halves, yaws, half_mm)


def _best(changes: Floats, halves: Doubles, yaws: Doubles, limits: tuple[float, float]) -> Outline:
    """Pick the turn and size whose weaker sides are the strongest; one strong side must not outvote three."""
    allowed = (halves >= limits[0] - 1e-6) & (halves <= limits[1] + 1e-6)
    sides = np.sort(_widest(changes)[:, :, allowed], axis=1)
    clear = sides[:, 0] + sides[:, 1] + 0.5 * sides[:, 2] + 0.25 * sides[:, 3]
    turn, size = np.unravel_index(int(clear.argmax()), clear.shape)
    return Outline(
        float(halves[allowed][size]), float(yaws[turn]), tuple(float(side) for side in sides[turn, :, size])
    )


def _widest(changes: Floats) -> Floats:
    """Let each side lie one step nearer or further than the others: pips are not quite in the middle."""
    wide = changes.copy()
    wide[..., 1:] = np.maximum(wide[..., 1:], changes[..., :-1])
    wide[..., :-1] = np.maximum(wide[..., :-1], changes[..., 1:])
    return wide


def _changes(patch: Patch, x: float, y: float, yaws: Doubles, along_mm: float) -> tuple[Floats, Doubles]:
    """Return the change of colour (turns x 4 sides x sizes) and the half sizes in mm."""
    out, along = _rays()
    sideways = along * along_mm
    angles = (yaws[:, None] + np.arange(4) * (math.pi / 2)).ravel()
    cos, sin = np.cos(angles)[:, None] * PIXELS_PER_MM, np.sin(angles)[:, None] * PIXELS_PER_MM
    across = (x + cos * out - sin * sideways).astype(np.float32)
    down = (y + sin * out + cos * sideways).astype(np.float32)
    seen = cv2.remap(patch.colour, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = seen.reshape(len(yaws), 4, -1, _LINE, 3).sum(axis=3, dtype=np.float32) / (_LINE * 255)
    sums = np.cumsum(np.concatenate([np.zeros_like(profile[:, :, :1]), profile], axis=2), axis=2)
    inner = (sums[:, :, _BAND:-_BAND] - sums[:, :, : -2 * _BAND]) / _BAND
    outer = (sums[:, :, 2 * _BAND :] - sums[:, :, _BAND:-_BAND]) / _BAND
    return np.asarray(abs(inner - outer).max(axis=3), np.float32), _halves()


@cache
def _halves() -> Doubles:
    return np.arange(HALF_RANGE_MM[0], HALF_RANGE_MM[1] + 1e-6, _STEP_MM)


@cache
def _rays() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return, for all samples of one side, the distance outwards in mm and the place along it, -1 to 1."""
    first = HALF_RANGE_MM[0] - (_BAND - 0.5) * _STEP_MM
    out = first + np.arange(len(_halves()) + 2 * _BAND - 1) * _STEP_MM
    grid = np.meshgrid(out, np.linspace(-1, 1, _LINE), indexing="ij")
    return grid[0].ravel(), grid[1].ravel()

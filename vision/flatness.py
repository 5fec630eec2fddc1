"""Whether a die lies flat: a small network looks at its top and sides, set upright and to one size.

Once the pips say where the top is, how it is turned and how large it is, and the camera's pose says from
where it is seen, a flat die's sides must show in one place. The network sees the die so squared, and the
direction of the camera, and learned how flat and leaning dice differ.
"""

import math
from functools import cache

import cv2
import numpy as np

from vision.dice import Candidate
from vision.image import Floats
from vision.networks import ask, load_network
from vision.patches import PIXELS_PER_MM, Bytes, Patch
from vision.pips import PITCH_PER_EDGE

__all__ = ["SQUARED_SIDE", "FlatnessOpinion", "planes_of", "square_up", "turned_slope"]

SQUARED_SIDE = 48
"""Pixels a side of a squared die."""
_REACH = 1.2  # edges to each side of the top's middle


class FlatnessOpinion:
    """The loaded network; not to be asked from two threads at a time."""

    def __init__(self) -> None:
        self._net = load_network("panel-flat.onnx")

    def chance_flat(self, patch: Patch, die: Candidate) -> float:
        """Say how likely it is that a die seen so in a patch lies flat."""
        planes = planes_of(square_up(patch, die), turned_slope(patch, die))
        return float(ask(self._net, planes[None])[0, 1])


def square_up(patch: Patch, die: Candidate) -> Bytes:
    """Turn and scale a patch so that the die's top fills the middle: SQUARED_SIDE x SQUARED_SIDE x 3."""
    edge = die.pitch_mm / PITCH_PER_EDGE * PIXELS_PER_MM
    x, y = _grid()
    cos, sin = math.cos(die.yaw) * edge, math.sin(die.yaw) * edge
    across = (die.x + cos * x - sin * y).astype(np.float32)
    down = (die.y + sin * x + cos * y).astype(np.float32)
    seen = cv2.remap(patch.colour, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def turned_slope(patch: Patch, die: Candidate) -> tuple[float, float]:
    """Return the patch's slope (x, y) as the squared die sees it."""
    cos, sin = math.cos(die.yaw), math.sin(die.yaw)
    x, y = patch.slope
    return cos * x + sin * y, -sin * x + cos * y


def planes_of(squared: Bytes, slope: tuple[float, float]) -> Floats:
    """Return what the network looks at: R, G, B in parts of white and the slope, 5 x side x side."""
    planes = np.empty((5, SQUARED_SIDE, SQUARED_SIDE), np.float32)
    planes[:3] = squared.transpose(2, 0, 1) * np.float32(1 / 255)
    planes[3], planes[4] = slope
    return planes


@cache
def _grid() -> tuple[Floats, Floats]:
    steps = ((np.arange(SQUARED_SIDE) + 0.5) / SQUARED_SIDE * 2 - 1) * _REACH
    x, y = np.meshgrid(steps, steps)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)

"""Why a die that was seen cannot be read, where the light or an arm is to blame and not the die.

A die that leans, or whose pips make no sense, shows that in its pips and border. Here its top is looked at as
a surface: is it lit, does its own colour show, does something else lie over it?
"""

import math
from functools import cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, Patch
from vision.readings import Colour, Reason

__all__ = ["Top", "name_doubt"]

_STEPS = 33
_PIP_STEPS = 9  # a fifth of the edge, the largest pip
_REACH = 0.75  # of the edge: half the top, and half as much of what lies around it
_TOP = 0.44  # of the edge: the top without its rounded rim
_BRIGHTEST = 97  # per cent of the top are darker than its pips, or than the brightest of its body
_UNLIT = 0.33  # parts of the panel's white
_SHINE = 0.93  # no paint is so bright in every colour, but for that of pips
_WASHED = 0.52  # a die's clean body has less than this part of its strongest colour in its weakest
_BODY = 25  # per cent of a top are certain to be body and not pip
_PUREST = 5  # per cent of a top are of its body even where most of it is hidden
_SPOT = 0.09  # of the top: twice the largest pip
_OTHER = 0.22  # in tint; skin and orange dice differ by more, a body and its shadow by less
_PAPER = 0.75  # bright and without tint: the print around a die that lies elsewhere than thought
_HALF = 0.28  # of the top
_GOES_ON = 0.25  # of what lies around the top


class Top(Protocol):
    """Where the top of a die is thought to be: pixels of the patch, radians, millimetres."""

    @property
    def x(self) -> float:
        """Its middle."""
        ...

    @property
    def y(self) -> float:
        """Its middle."""
        ...

    @property
    def yaw(self) -> float:
        """Its turn."""
        ...

    @property
    def edge_mm(self) -> float:
        """The length of its sides."""
        ...

    @property
    def colour(self) -> Colour:
        """What its body looks like."""
        ...


def name_doubt(patch: Patch, top: Top) -> Reason | None:
    """Say what keeps a die's top from being read: dark, covered or glare; None where neither does."""
    seen = _look(patch, top)
    inside = seen[_inside()]
    if _is_dark(inside):
        return Reason.DARK
    if _is_covered(seen, top.colour):
        return Reason.COVERED
    if _is_washed(inside) or _has_hot_spot(seen):
        return Reason.GLARE
    return None


def _is_dark(inside: Floats) -> bool:
    """Say whether so little light falls on a top that neither pips nor body stand out."""
    return bool(np.percentile(inside.max(axis=1), _BRIGHTEST) < _UNLIT)


def _is_covered(seen: Floats, colour: Colour) -> bool:
    """Say whether something of another tint lies over a good part of a top and goes on beyond it."""
    tint, top = _tint(seen), _inside()
    purest = 100 - _PUREST if colour is Colour.BLUE else _PUREST
    body = float(np.percentile(tint[top], purest))
    paper = (seen.min(axis=2) > _PAPER) & (abs(tint) < _OTHER)
    other = ((abs(tint - body) > _OTHER) & ~paper).astype(np.uint8)
    # Pips are of another tint as well: what is no larger than a pip goes.
    pip = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_PIP_STEPS, _PIP_STEPS))
    other = cv2.morphologyEx(other, cv2.MORPH_OPEN, pip)
    return any(
        (blob & top).sum() > _HALF * top.sum() and (blob & ~top).sum() > _GOES_ON * (~top).sum()
        for blob in _blobs(np.asarray(other, np.uint8))
    )


def _is_washed(inside: Floats) -> bool:
    """Say whether shine lies over the whole top: its colour is hardly there."""
    most = np.maximum(inside.max(axis=1), 0.1)
    return bool(np.percentile(inside.min(axis=1) / most, _BODY) > _WASHED)


def _has_hot_spot(seen: Floats) -> bool:
    """Say whether a spot larger than pips is as bright as no paint is."""
    hot = (seen.min(axis=2) > _SHINE) & _inside()
    return any(blob.sum() > _SPOT * _inside().sum() for blob in _blobs(hot.astype(np.uint8)))


def _blobs(marked: NDArray[np.uint8]) -> list[NDArray[np.bool_]]:
    count, labels = cv2.connectedComponents(marked, connectivity=4)
    return [np.asarray(labels == i) for i in range(1, count)]


def _tint(seen: Floats) -> Floats:
    return np.asarray((seen[:, :, 2] - seen[:, :, 0]) / np.maximum(seen.max(axis=2), 0.1), np.float32)


def _look(patch: Patch, top: Top) -> Floats:
    """Look at a top and what lies around it, turned straight: steps x steps x 3, in parts of white."""
    size = top.edge_mm * PIXELS_PER_MM
    cos, sin = math.cos(top.yaw) * size, math.sin(top.yaw) * size
    u, v = _grid()
    x = (top.x + cos * u - sin * v).astype(np.float32)
    y = (top.y + sin * u + cos * v).astype(np.float32)
    seen = cv2.remap(patch.colour, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen / np.float32(255), np.float32)


@cache
def _grid() -> tuple[Doubles, Doubles]:
    steps = np.linspace(-_REACH, _REACH, _STEPS)
    x, y = np.meshgrid(steps, steps)
    return x, y


@cache
def _inside() -> NDArray[np.bool_]:
    u, v = _grid()
    return np.asarray(np.maximum(abs(u), abs(v)) < _TOP)

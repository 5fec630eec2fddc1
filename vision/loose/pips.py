"""The pips of a face, one by one: whether they are alike, and whether they are seen round.

A face that faces the camera shows round pips; the sides of a die, and a layout made of one pip of the top and
one of a side, show squeezed ones.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.image import Floats
from vision.loose.faces import SHAPES, Scores, Whole
from vision.loose.refine import pitches
from vision.loose.spots import Doubles

_REACH = 0.62  # a pip and its rim lie within so many pitches


@dataclass(frozen=True, slots=True)
class Pips:
    """What the pips of faces look like; N each."""

    weakest: Scores
    """How far the faintest pip stands out, as a part of the strongest one."""
    roundness: Scores
    """The width of the most squeezed pip, as a part of its length."""


def look_at_pips(lab: Floats, faces: Doubles, shapes: Whole, colours: Doubles) -> Pips:
    """Look at each pip of faces that lie on plates of these colours (N x 3)."""
    weakest, roundness = np.ones(len(faces)), np.ones(len(faces))
    for shape in np.unique(shapes):
        which = np.flatnonzero(shapes == shape)
        places = np.array(SHAPES[shape][1], dtype=np.float64)
        seen = _look_into_windows(lab, faces[which], places) - colours[which][:, None, None]
        middle = seen[:, :, _is_middle()].mean(axis=2)
        whole = middle.mean(axis=1)
        stand = np.einsum("npi,ni->np", middle, whole)
        weakest[which] = stand.min(axis=1) / np.maximum(stand.max(axis=1), 1e-6)
        share = (
            np.einsum("npgi,npi->npg", seen, middle) / np.maximum((middle**2).sum(axis=2), 1e-6)[:, :, None]
        )
        roundness[which] = _roundness(np.clip((share - 0.3) / 0.4, 0, 1)).min(axis=1)
    return Pips(weakest, roundness)


def _look_into_windows(lab: Floats, faces: Doubles, places: Doubles) -> Floats:
    """Look into a round window about each pip, not slanted with the face: N x pips x points x planes."""
    centres = faces[:, None, :2] + places @ faces[:, 2:].reshape(-1, 2, 2)
    reach = _REACH * pitches(faces)[:, None, None]
    x = (centres[:, :, :1] + reach * _window()[:, 0]).reshape(len(faces), -1).astype(np.float32)
    y = (centres[:, :, 1:] + reach * _window()[:, 1]).reshape(len(faces), -1).astype(np.float32)
    seen = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(len(faces), len(places), len(_window()), 3)


def _roundness(weights: Floats) -> Scores:
    """Return the least width over the greatest of what the windows show: N x pips."""
    x, y = _window().T
    total = np.maximum(weights.sum(axis=2), 1e-6)
    middle_x, middle_y = (weights @ x) / total, (weights @ y) / total
    xx = (weights @ (x * x)) / total - middle_x**2
    yy = (weights @ (y * y)) / total - middle_y**2
    xy = (weights @ (x * y)) / total - middle_x * middle_y
    half, spread = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    return np.asarray(np.sqrt(np.maximum(half - spread, 0) / np.maximum(half + spread, 1e-6)))


@cache
def _window() -> Doubles:
    steps = np.linspace(-1, 1, 15)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    return np.column_stack([x, y])[np.hypot(x, y) <= 1]


@cache
def _is_middle() -> np.ndarray:
    return np.asarray(np.hypot(*_window().T) < 0.32)

"""Whether a face is the top of a die that lies flat, or one that leans and has no value.

Many pips tell by the shape of their pattern, few by their own shape, and any by pips of sides that a flat die
does not show.
"""

import math
from functools import cache

import cv2
import numpy as np

from vision.faces import LAYOUTS
from vision.image import Point
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM
from vision.pips import in_box, pair_pips
from vision.views import View

_ROW_OF_THREE = 0.985
_SHOWS_SIDE = 0.04  # a side seen at a lower slope than this is too narrow to show a pip
_FIRST_CLOSE = 5  # the first of LAYOUTS with more than three pips
_ALONE_MM = 2.4  # wider than the largest pip, short of the next one


def stretch(view: View, face: Doubles, layout: int) -> float:
    """Return how much longer than wide the pattern of four and more pips is; 0 for fewer, which cannot tell.

    The top of a die that leans is foreshortened.
    """
    if len(LAYOUTS[layout][1]) < 4 or not len(view.spots):
        return 0.0
    pips, near = pair_pips(view.spots, face, layout)
    if len(pips) < 4:
        return 0.0
    if len(LAYOUTS[layout][1]) == 6:  # three in a row blur into each other, which draws them together
        pips = pips * np.where(abs(pips).min(axis=0) < 0.5, _ROW_OF_THREE, 1.0)
    flat = np.column_stack([pips, np.ones(len(pips))])
    shape = np.linalg.lstsq(flat, view.spots[near], rcond=None)[0][:2]
    longer, shorter = np.linalg.svd(shape, compute_uv=False)
    return float(longer / max(shorter, 1e-6) - 1)


def roundness(view: View, face: Doubles, layout: int) -> float:
    """Return how round one to three pips are, 1 for a circle; 1 for more, which stand too close to tell.

    Seen from where it is, a pip on a top that leans is an ellipse.
    """
    if layout >= _FIRST_CLOSE or not len(view.spots):
        return 1.0
    _, own = pair_pips(view.spots, face, layout)
    if not len(own):
        return 1.0
    disc = _unit_disc() * min(_ALONE_MM, float(face[3]) / 2) * PIXELS_PER_MM
    across = (view.spots[own, :1] + disc[:, 0]).astype(np.float32)
    down = (view.spots[own, 1:] + disc[:, 1]).astype(np.float32)
    seen = np.asarray(cv2.remap(view.picture, across, down, cv2.INTER_LINEAR), np.float32)
    ground, top = seen.min(axis=1, keepdims=True), seen.max(axis=1, keepdims=True)
    weight = np.clip(2 * (seen - ground) / (top - ground + 1) - 0.5, 0, 1)
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-3)
    middle = weight @ disc
    spread = np.einsum("ni,ij,ik->jk", weight, disc, disc) - middle.T @ middle
    shorter, longer = np.linalg.eigvalsh(spread)
    return math.sqrt(max(float(shorter), 0.0) / max(float(longer), 1e-6))


@cache
def _unit_disc() -> Doubles:
    x, y = np.meshgrid(np.linspace(-1, 1, 11), np.linspace(-1, 1, 11))
    inside = np.hypot(x, y) <= 1
    return np.column_stack([x[inside], y[inside]])


def stray_pip(view: View, face: Doubles, layout: int, edge_mm: float, slope: Point) -> float:
    """Return how clear, beside the face's own pips, a pip is where an upright die shows none.

    An upright die shows its own pips, and those of the sides towards the camera's foot, where `slope` points.
    In the view's lettering a letter can look like a pip.
    """
    if not len(view.spots):
        return 0.0
    _, own = pair_pips(view.spots, face, layout)
    cos, sin = math.cos(face[2]), math.sin(face[2])
    turn = np.array([[cos, -sin], [sin, cos]])
    places = (view.spots - face[:2]) @ turn / (edge_mm * PIXELS_PER_MM)
    towards = np.sign(places) * (np.array(slope) @ turn)
    longer = abs(places).argmax(axis=1)
    row = np.arange(len(places))
    beyond, beside = abs(places[row, longer]) - 0.5, abs(places[row, 1 - longer])
    hidden = towards[row, longer] < _SHOWS_SIDE
    stray = (beyond < -0.02) | (hidden & (beyond < 0.55) & (beside < 0.45))
    stray[own] = False
    stray &= ~in_box(view.spots, view.lettering)
    if not stray.any() or not len(own):
        return 0.0
    return float(view.strengths[stray].max() / max(float(np.sort(view.strengths[own])[len(own) // 2]), 1.0))

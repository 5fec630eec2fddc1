"""Small straightened views of the places where dice lie, at the height of a die's top.

All patches of a picture are cut into one tall sheet, so that each step runs once for all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame, Point
from vision.panel import Doubles, Panel

NOMINAL_EDGE_MM = 15.0
"""The height of the plane that patches are cut at: the middle of the die edges that are sold."""
PIXELS_PER_MM = 3.0
REACH_MM = 21.0
"""A patch shows this much to each side: a die in a space and the whole of the space's print."""
SIDE = int(2 * REACH_MM * PIXELS_PER_MM)
_GRAIN_MM = 0.45  # smooths sensor noise away and leaves the smallest pip (2 mm) standing


@dataclass(frozen=True, slots=True)
class Patch:
    """One place, straightened: SIDE x SIDE values at PIXELS_PER_MM on the plane of die tops."""

    colour: NDArray[np.uint8]
    """R, G, B after white balance: the panel's white is 255 in each."""
    light: Floats
    """The least of R, G, B: bright for white, dark for every strong colour. 0 to 1."""
    shade: Floats
    """One less the greatest of R, G, B: bright for black alone. 0 to 1."""
    centre_mm: Point
    """The middle of the patch on the plane of die tops."""

    def to_mm(self, spots: Doubles) -> Doubles:
        """Turn places in the patch (N x 2 pixels) into millimetres from the middle of the patch."""
        return (spots - (SIDE - 1) / 2) / PIXELS_PER_MM


def cut_patches(frame: Frame, panel: Panel, centres_mm: Sequence[Point]) -> tuple[Patch, ...]:
    """Cut one patch around each place, white-balanced by the panel's own white."""
    if not centres_mm:
        return ()
    sheet = _sheet(frame, panel, np.array(centres_mm))
    gain = 255.0 / panel.white
    tables = [np.clip(np.arange(256) * g, 0, 255).astype(np.uint8) for g in gain]
    sheet = np.asarray(cv2.LUT(sheet, np.stack(tables, axis=1).reshape(1, 256, 3)), np.uint8)
    grain = _GRAIN_MM * PIXELS_PER_MM
    smooth = cv2.GaussianBlur(sheet, (0, 0), grain)
    red, green, blue = cv2.split(smooth)
    light = cv2.min(cv2.min(red, green), blue).astype(np.float32) / 255
    shade = 1 - cv2.max(cv2.max(red, green), blue).astype(np.float32) / 255
    return tuple(
        Patch(sheet[rows], light[rows], shade[rows], (float(x), float(y)))
        for rows, (x, y) in zip(_rows(len(centres_mm)), centres_mm, strict=True)
    )


def _rows(count: int) -> list[slice]:
    return [slice(i * SIDE, (i + 1) * SIDE) for i in range(count)]


def _sheet(frame: Frame, panel: Panel, centres: Doubles) -> NDArray[np.uint8]:
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * REACH_MM
    places = (centres[:, None, :] + corners).reshape(-1, 2)
    pixels = panel.project(places, NOMINAL_EDGE_MM).reshape(-1, 4, 2)
    target = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) - 0.5
    sheet = np.empty((SIDE * len(centres), SIDE, 3), np.uint8)
    for rows, quad in zip(_rows(len(centres)), pixels, strict=True):
        warp = cv2.getPerspectiveTransform(quad, target)
        cv2.warpPerspective(frame, warp, (SIDE, SIDE), dst=sheet[rows], borderMode=cv2.BORDER_REPLICATE)
    return sheet

"""Small straightened pictures of the places where dice lie, at the height of a die's top.

All patches of a picture are cut into one tall sheet, so that each step runs once for all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame, Point
from vision.panel import Panel

Bytes = NDArray[np.uint8]

NOMINAL_EDGE_MM = 15.0
"""The height of the plane that patches are cut at: the middle of the die edges that are sold."""
PIXELS_PER_MM = 2.5
"""About what the camera gives at 50 cm; more would invent pixels."""
REACH_MM = 20.0
"""A patch shows this much to each side: a die in a space and the whole of the space's print."""
SIDE = int(2 * REACH_MM * PIXELS_PER_MM)


@dataclass(frozen=True, slots=True)
class Patch:
    """One place, straightened: SIDE x SIDE values at PIXELS_PER_MM on the plane of die tops."""

    colour: Bytes
    """R, G, B after white balance: the panel's white is 255 in each."""
    centre_mm: Point
    """The middle of the patch on the plane of die tops."""
    slope: Point
    """How far (x, y) towards the camera's foot a thing shows further inward per length that it lies lower."""
    lettering: tuple[Point, Point]
    """Two corners, in pixels, of the strip at a space's foot that carries its label."""

    def to_mm(self, x: float, y: float) -> Point:
        """Turn a place in the patch (pixels) into millimetres on the plane of die tops."""
        return to_mm(self.centre_mm, x, y)


def to_mm(centre_mm: Point, x: float, y: float) -> Point:
    """Turn a place in the patch around a centre (pixels) into millimetres on the plane of die tops."""
    middle = (SIDE - 1) / 2
    return centre_mm[0] + (x - middle) / PIXELS_PER_MM, centre_mm[1] + (y - middle) / PIXELS_PER_MM


def cut_patches(frame: Frame, panel: Panel, centres_mm: Sequence[Point]) -> tuple[Patch, ...]:
    """Cut one patch around each place, white-balanced by the panel's own white."""
    return split_sheet(cut_sheet(frame, panel, centres_mm), panel, centres_mm)


def split_sheet(sheet: Bytes, panel: Panel, centres_mm: Sequence[Point]) -> tuple[Patch, ...]:
    """Take a raw sheet that was cut around places apart into its patches, and balance them."""
    pictures = balance(sheet, panel.white).reshape(-1, SIDE, SIDE, 3)
    slopes = slopes_at(panel, centres_mm)
    return tuple(
        Patch(picture, centre, slope, _lettering(slope, panel.layout.space_size_mm))
        for picture, centre, slope in zip(pictures, centres_mm, slopes, strict=True)
    )


def slopes_at(panel: Panel, centres_mm: Sequence[Point]) -> list[Point]:
    """Return for each place how far (x, y) a thing shows further inward per length that it lies lower."""
    camera = panel.camera_mm()
    return [((camera[0] - x) / camera[2], (camera[1] - y) / camera[2]) for x, y in centres_mm]


def cut_sheet(frame: Frame, panel: Panel, centres_mm: Sequence[Point]) -> Bytes:
    """Cut patches around places into one raw sheet, one below the other: N * SIDE x SIDE x 3, as seen.

    Over a patch a camera's view is straight to a tenth of a millimetre, so three corners are enough.
    """
    sheet = np.empty((SIDE * len(centres_mm), SIDE, 3), np.uint8)
    if not len(sheet):
        return sheet
    corners = np.array([(-1, -1), (1, -1), (-1, 1)]) * REACH_MM
    places = (np.array(centres_mm)[:, None, :] + corners).reshape(-1, 2)
    triples = panel.project(places, NOMINAL_EDGE_MM).reshape(-1, 3, 2)
    target = np.array([(0, 0), (SIDE, 0), (0, SIDE)], np.float32) - np.float32(0.5)
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for rows, triple in zip(_rows(len(centres_mm)), triples, strict=True):
        warp = cv2.getAffineTransform(target, triple)
        cv2.warpAffine(frame, warp, (SIDE, SIDE), sheet[rows], way, cv2.BORDER_REPLICATE)
    return sheet


def balance(sheet: Bytes, white: Floats) -> Bytes:
    """Make the panel's white (R, G, B from 0 to 255) 255 in each channel of a raw sheet."""
    if not sheet.size:
        return sheet
    steps = np.arange(256, dtype=np.float32)
    table = np.clip(steps[:, None] * (np.float32(255.0) / white), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(sheet, table.reshape(1, 256, 3)), np.uint8)


def _lettering(slope: Point, size_mm: float) -> tuple[Point, Point]:
    """Return where the lowest fifth of a space shows, seen from the height of a die's top."""
    middle = (SIDE - 1) / 2
    x, y = (middle + part * NOMINAL_EDGE_MM * PIXELS_PER_MM for part in slope)
    half = size_mm * PIXELS_PER_MM / 2
    return (x - half, y + 0.6 * half), (x + half, y + half)


def _rows(count: int) -> list[slice]:
    return [slice(i * SIDE, (i + 1) * SIDE) for i in range(count)]

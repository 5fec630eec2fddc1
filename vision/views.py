"""Patches in the kind of light in which pips are bright, and the round spots that stand out in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Point
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, SIDE, Bytes, Patch

MIN_TINT = 0.14
"""The least difference of blue and red, in parts of the brightest channel, of a die that has a colour."""

_GRAIN_MM = 0.4  # smooths sensor noise away and leaves the smallest pip (2 mm) standing
_SPOT_MM = 1.6  # nearer than this, two peaks are one pip
_DISC_MM = (1.5, 2.3)  # a little wider than the smallest and the largest pip
_FLAT = 0.75  # a disc that is nowhere darker than this part of its brightest lies within one pip
_GROUND = int(3.6 * PIXELS_PER_MM)  # pixels; twice this box is wider than the largest pip
_SPOTS = 16  # as many as two faces can show, and some print
_MIN_CONTRAST = 12  # steps of 255 by which a spot stands out of its ground


@dataclass(frozen=True, slots=True)
class View:
    """A patch in one kind of light: pips of one polarity are bright in it."""

    picture: Bytes
    """SIDE x SIDE, 0 to 255."""
    spots: Doubles
    """Round bright spots of pip size on a coloured ground: N x 2 (x, y), the clearest first."""
    strengths: Floats
    """How clear each spot is: N numbers of any unit, to compare with each other."""
    dark_pips: bool
    lettering: tuple[Point, Point]
    """Two corners, in pixels, of the strip at a space's foot that carries its label."""


def view_patches(patches: Sequence[Patch], *, dark_pips: bool) -> list[View]:
    """Show patches so that pips are bright.

    White pips show in the least of R, G, B, which is dark for every strong colour; black ones in 255 less the
    greatest.
    """
    if not patches:
        return []
    sheet = np.concatenate([patch.colour for patch in patches])
    red, green, blue = cv2.split(sheet)
    most = cv2.max(cv2.max(red, green), blue)
    bright = cv2.bitwise_not(most) if dark_pips else cv2.min(cv2.min(red, green), blue)
    return _find_spots(bright, _tinted(red, blue, most), dark_pips, patches)


def _tinted(red: cv2.typing.MatLike, blue: cv2.typing.MatLike, most: cv2.typing.MatLike) -> Bytes:
    """Mark (255) where, within a pip's reach, most of what is seen has a colour that dice can have."""
    clear = cv2.compare(cv2.absdiff(red, blue), cv2.convertScaleAbs(most, alpha=MIN_TINT), cv2.CMP_GT)
    reach = int(5 * PIXELS_PER_MM)
    share = cv2.blur(clear, (reach, reach))
    return np.asarray(cv2.threshold(share, 90, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _find_spots(
    bright: cv2.typing.MatLike, tinted: Bytes, dark_pips: bool, patches: Sequence[Patch]
) -> list[View]:
    picture = cv2.GaussianBlur(bright, (5, 5), _GRAIN_MM * PIXELS_PER_MM)
    fine = cv2.blur(cv2.blur(picture, (3, 3)), (3, 3))
    ground = cv2.blur(cv2.blur(picture, (_GROUND, _GROUND)), (_GROUND, _GROUND))
    response = np.asarray(cv2.subtract(fine, ground, dtype=cv2.CV_16S), np.int16)
    reach = 2 * int(0.95 * PIXELS_PER_MM) + 1
    peaks = cv2.dilate(response, cv2.getStructuringElement(cv2.MORPH_RECT, (reach, reach)))
    top = (response >= peaks) & (response > _MIN_CONTRAST) & (tinted > 0)
    rows, columns = np.nonzero(top)
    inside = (rows % SIDE > 1) & (rows % SIDE < SIDE - 2) & (columns > 1) & (columns < SIDE - 2)
    rows, columns = rows[inside], columns[inside]
    x, y = _centre(np.asarray(picture, np.uint8), columns, rows)
    strengths = response[rows, columns].astype(np.float32)
    count = len(picture) // SIDE
    bounds = np.searchsorted(rows, np.arange(count + 1) * SIDE)
    views = []
    for i, (first, last) in enumerate(pairwise(bounds.tolist())):
        spots = np.column_stack([x[first:last], y[first:last] - i * SIDE])
        part = np.asarray(picture[i * SIDE : (i + 1) * SIDE], np.uint8)
        views.append(View(part, *_clearest(spots, strengths[first:last]), dark_pips, patches[i].lettering))
    return views


def _clearest(spots: Doubles, strengths: Floats) -> tuple[Doubles, Floats]:
    """Return the clearest spots and their strengths, each spot once: a flat top has several peaks."""
    order = np.argsort(-strengths, kind="stable")[: 3 * _SPOTS]
    spots, strengths = spots[order], strengths[order]
    if len(spots) < 2:
        return spots, strengths
    across = spots[:, :1] - spots[:, 0]
    down = spots[:, 1:] - spots[:, 1]
    near = across * across + down * down < (_SPOT_MM * PIXELS_PER_MM) ** 2
    first = near.argmax(axis=1) == np.arange(len(spots))
    return spots[first][:_SPOTS], strengths[first][:_SPOTS]


def _centre(picture: Bytes, columns: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[Doubles, Doubles]:
    """Move spots to the middle of what is brighter than half between them and their ground.

    A large pip in bright light has a flat top: its highest point says little, its area says where it is.
    """
    x, y = columns.astype(np.float64), rows.astype(np.float64)
    small, large = _disc(_DISC_MM[0]), _disc(_DISC_MM[1])
    flat = _look(picture, x, y, small)
    wide = flat.min(axis=1) > _FLAT * flat.max(axis=1)
    for disc, those in ((small, ~wide), (large, wide)):
        for _ in range(2):
            seen = _look(picture, x[those], y[those], disc)
            half = (seen.max(axis=1, keepdims=True) + seen.min(axis=1, keepdims=True)) / 2
            weight = np.maximum(seen - half, 0)
            move = (weight @ disc) / np.maximum(weight.sum(axis=1, keepdims=True), 1e-3)
            x[those] += move[:, 0]
            y[those] += move[:, 1]
    return x, y


def _look(picture: Bytes, x: Doubles, y: Doubles, disc: Doubles) -> Floats:
    """Return what is seen on a disc around each place: N x samples."""
    if not len(x):
        return np.empty((0, len(disc)), np.float32)
    across = (x[:, None] + disc[:, 0]).astype(np.float32)
    down = (y[:, None] + disc[:, 1]).astype(np.float32)
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), np.float32)


@cache
def _disc(radius_mm: float) -> Doubles:
    """Return the samples of a disc, N x 2 pixels from its middle."""
    steps = np.linspace(-1, 1, 9) * radius_mm * PIXELS_PER_MM
    x, y = np.meshgrid(steps, steps)
    inside = np.hypot(x, y) <= radius_mm * PIXELS_PER_MM + 1e-6
    return np.column_stack([x[inside], y[inside]])

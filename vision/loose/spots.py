"""Round spots of any colour and size: everything that could be a pip.

A picture is looked at through a pyramid, each level half as wide as the one before, in the Lab planes
(lightness, green-red, blue-yellow). A pip stands out in at least one plane; being lighter or darker does not
matter, and neither does the size of the die.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame

Doubles = NDArray[np.float64]

LEVELS = 4
RADII = (1.6, 3.2)
"""The pip radii that a level sees well, in pixels of that level: an octave."""
_FINE, _COARSE = 0.8, (5, 5)
_LEAST_CONTRAST = (9.0, 5.0, 5.0)  # of the three planes, in units of 1/255
_MOST_RIDGE = 6.0  # the ratio of curvatures of a pip seen aslant is 4
_MOST_SPOTS = 240


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the pyramid."""

    lab: Floats
    """H x W x 3: lightness, green-red, blue-yellow, in units of 1/255."""
    scale: float
    """Pixels of the frame per pixel of this level."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Spots that stand out alike: in the same plane, to the same side, of about the same size."""

    places: Doubles
    """N x 2 pixels of the level."""
    strengths: Doubles
    """How far each stands out, N."""


def build_levels(frame: Frame, levels: int = LEVELS) -> tuple[Level, ...]:
    """Return the frame in Lab at full, half, quarter ... size, as long as a die still fits in."""
    lab = np.asarray(cv2.cvtColor(frame, cv2.COLOR_RGB2LAB), np.float32)
    found = [Level(lab, 1.0)]
    while len(found) < levels and min(found[-1].lab.shape[:2]) >= 64:
        found.append(Level(np.asarray(cv2.pyrDown(found[-1].lab), np.float32), found[-1].scale * 2))
    return tuple(found)


def find_spots(lab: Floats) -> Iterator[Spots]:
    """Find the spots of one level: one group for each plane and side that shows any."""
    fine = cv2.GaussianBlur(lab, (0, 0), _FINE)
    # Two boxes are nearly a Gaussian, at a third of the time.
    coarse = cv2.blur(cv2.blur(lab, _COARSE), _COARSE)
    around = np.ones((5, 5), np.uint8)
    for plane, least in zip(cv2.split(cv2.subtract(fine, coarse)), _LEAST_CONTRAST, strict=True):
        response = np.asarray(plane, np.float32)
        for side in (response, -response):
            spots = _find_peaks(side, np.asarray(cv2.dilate(side, around), np.float32), least)
            if len(spots.places) > 0:
                yield spots


def _find_peaks(response: Floats, highest: Floats, least: float) -> Spots:
    """Find where a response is the highest around (as given), at least so high, and round."""
    strong = np.flatnonzero(response > least)
    strong = strong[response.ravel()[strong] >= highest.ravel()[strong]]
    rows, columns = np.divmod(strong, response.shape[1])
    inside = (rows > 1) & (rows < response.shape[0] - 2) & (columns > 1) & (columns < response.shape[1] - 2)
    rows, columns = rows[inside], columns[inside]
    round_ones = _are_round(response, rows, columns)
    rows, columns = rows[round_ones], columns[round_ones]
    strengths = response[rows, columns]
    if len(rows) > _MOST_SPOTS:
        best = np.argpartition(-strengths, _MOST_SPOTS)[:_MOST_SPOTS]
        rows, columns, strengths = rows[best], columns[best], strengths[best]
    across = _shift(response[rows, columns - 1], strengths, response[rows, columns + 1])
    down = _shift(response[rows - 1, columns], strengths, response[rows + 1, columns])
    return Spots(np.column_stack([columns + across, rows + down]), strengths.astype(np.float64))


def _are_round(response: Floats, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Say which peaks fall off to all sides, not along a ridge as on the edge of a die."""

    def at(down: int, right: int) -> Floats:
        return response[rows + down, columns + right]

    along_x = at(0, -1) - 2 * at(0, 0) + at(0, 1)
    along_y = at(-1, 0) - 2 * at(0, 0) + at(1, 0)
    askew = (at(1, 1) + at(-1, -1) - at(1, -1) - at(-1, 1)) / 4
    sharpness = along_x * along_y - askew**2
    return np.asarray(sharpness * (_MOST_RIDGE + 1) ** 2 > (along_x + along_y) ** 2 * _MOST_RIDGE)


def _shift(before: Floats, here: Floats, after: Floats) -> Doubles:
    """Say how far beside its pixel a peak lies, by the parabola through it and its neighbours."""
    bend = np.minimum(before - 2 * here + after, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float64)

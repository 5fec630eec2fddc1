"""Whether a confidence means what it says: of readings at 0.99, 99 % should be right."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np

from firmware.intervals import wilson
from firmware.truth import Offer
from vision import Frame

__all__ = ["Bin", "calibration_error", "plot", "reliability"]

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
"""Finer towards 1, where it matters."""

_SIZE, _MARGIN = 480, 60
_INK, _FAINT = (40, 40, 40), (205, 205, 205)
_ACCEPTED, _OFFERED = (0, 120, 60), (200, 90, 200)


@dataclass(frozen=True, slots=True)
class Bin:
    """Values named with about the same confidence."""

    low: float
    high: float
    count: int
    right: int
    confidence: float
    """The mean of what was said."""

    @property
    def share(self) -> float:
        """The part that was right."""
        return self.right / self.count

    def as_object(self) -> dict[str, Any]:
        """Return the bin for JSON."""
        return {
            "from": self.low,
            "to": self.high,
            "count": self.count,
            "confidence": round(self.confidence, 4),
            "right": self.right,
            "right_share": round(self.share, 4),
            "right_interval": [round(x, 6) for x in wilson(self.right, self.count)],
        }


def reliability(offers: Sequence[Offer]) -> tuple[Bin, ...]:
    """Sort values into bins of confidence; empty bins are left out."""
    bins = []
    for low, high in pairwise(EDGES):
        inside = [one for one in offers if low <= one.confidence < high or one.confidence >= 1.0 == high]
        if inside:
            mean = sum(one.confidence for one in inside) / len(inside)
            bins.append(Bin(low, high, len(inside), sum(one.is_right for one in inside), mean))
    return tuple(bins)


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """How far what was said is from what was so, in the mean of all values; None where there are none."""
    count = sum(one.count for one in bins)
    return sum(one.count * abs(one.confidence - one.share) for one in bins) / count if count else None


def plot(accepted: Sequence[Bin], offered: Sequence[Bin], title: str) -> Frame:
    """Draw said against so (RGB): a dot and its 95 % interval for each bin, on the diagonal if honest."""
    side = _SIZE + 2 * _MARGIN
    picture = np.full((side, side, 3), 255, np.uint8)
    for step in range(0, 11, 2):
        part = step / 10
        cv2.line(picture, _at(part, 0), _at(part, 1), _FAINT, 1)
        cv2.line(picture, _at(0, part), _at(1, part), _FAINT, 1)
        _write(picture, f"{part:.1f}", (_at(part, 0)[0] - 12, side - _MARGIN + 20))
        _write(picture, f"{part:.1f}", (_MARGIN - 36, _at(0, part)[1] + 5))
    cv2.line(picture, _at(0, 0), _at(1, 1), _INK, 1, cv2.LINE_AA)
    for bins, colour, aside in ((offered, _OFFERED, 3), (accepted, _ACCEPTED, 0)):
        for one in bins:
            _draw_bin(picture, one, colour, aside)
    _write(picture, title, (_MARGIN, 24))
    _write(picture, "accepted", (_MARGIN, 46), _ACCEPTED)
    _write(picture, "accepted or only offered", (_MARGIN + 90, 46), _OFFERED)
    _write(picture, "confidence said; upwards: share that was right (95 % intervals)", (_MARGIN, side - 16))
    return picture


def _draw_bin(picture: Frame, one: Bin, colour: tuple[int, int, int], aside: int) -> None:
    low, high = wilson(one.right, one.count)
    (x, y), bottom, top = _at(one.confidence, one.share), _at(0, low)[1], _at(0, high)[1]
    cv2.line(picture, (x + aside, bottom), (x + aside, top), colour, 1, cv2.LINE_AA)
    cv2.circle(picture, (x + aside, y), 4, colour, -1, cv2.LINE_AA)


def _at(across: float, up: float) -> tuple[int, int]:
    return round(_MARGIN + across * _SIZE), round(_MARGIN + (1 - up) * _SIZE)


def _write(picture: Frame, words: str, at: tuple[int, int], colour: tuple[int, int, int] = _INK) -> None:
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, colour, 1, cv2.LINE_AA)

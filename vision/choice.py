"""Choosing: what the dice of one picture have in common, and which way to see each of them is right."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice import READ_ABOVE, Candidate, find_many_pips, find_one_pip, ramp
from vision.outline import HALF_RANGE_MM
from vision.patches import Patch
from vision.readings import Reason

SEEN_ABOVE = 0.15
"""A die is reported at all when its confidence is above this."""
_SAME_PITCH = 0.06
_RIVAL_RANK = (
    0.7  # two ways to see a die are too close to call when the second has this part of the first's rank
)
_HALF_SLACK_MM = 0.5
_FIXES_SIZE = 3  # fewer pips than these can be seen by chance, in any size


@dataclass(frozen=True, slots=True)
class DieSize:
    """What all dice of a picture have in common, in millimetres."""

    edge_mm: float
    pitch_mm: float

    def likeness(self, one: Candidate) -> float:
        """Say how well a candidate is of this size: 1 is the same, 0 is no upright die of this set."""
        if one.value == 1:
            return ramp(abs(one.edge_mm / self.edge_mm - 1), 0.12, 0.07)
        return ramp(abs(one.pitch_mm / self.pitch_mm - 1), 0.10, 0.05)


@dataclass(frozen=True, slots=True)
class Choice:
    """The way one die is seen, and whether to believe it."""

    die: Candidate
    confidence: float
    reason: Reason | None
    """Why not to believe it; None for a die that is read."""


def see_dice(patches: Sequence[Patch]) -> tuple[tuple[Choice | None, ...], DieSize | None]:
    """Choose for each patch the die that lies in it, if any; and the size that the dice share, if known."""
    seen = [find_many_pips(patch) for patch in patches]
    size = common_size(seen)
    seen = [
        many if _has_sure(many, size) else many + _find_ones(patch, size)
        for patch, many in zip(patches, seen, strict=True)
    ]
    return tuple(choose(candidates, size) for candidates in seen), size


def common_size(seen: Sequence[Sequence[Candidate]]) -> DieSize | None:
    """Return the size on which the dice of a picture agree best; None where nothing fixes it.

    Four pips and more fix a size; three can be seen by chance, so they count half, and two not at all.
    """
    best = [max(many, key=lambda one: one.rank) for many in seen if many]
    sure = [one for one in best if one.value >= _FIXES_SIZE and one.confidence > READ_ABOVE]
    if not sure:
        return None
    pitch = np.array([one.pitch_mm for one in sure])
    weight = np.array([one.rank * (1.0 if one.value > _FIXES_SIZE else 0.5) for one in sure])
    agree = abs(pitch[:, None] / pitch[None] - 1) < _SAME_PITCH
    chosen = agree[int((agree @ weight).argmax())]
    edges = np.array([one.edge_mm for one in sure])
    return DieSize(float(np.median(edges[chosen])), float(np.median(pitch[chosen])))


def _has_sure(candidates: Sequence[Candidate], size: DieSize | None) -> bool:
    """Say whether so many pips of the common size have been read that no one can lie there."""
    return size is not None and any(
        one.value >= _FIXES_SIZE and one.confidence * size.likeness(one) > READ_ABOVE for one in candidates
    )


def _find_ones(patch: Patch, size: DieSize | None) -> list[Candidate]:
    """Look for a die showing one pip, of the size of the other dice where that is known."""
    if size is None:
        return find_one_pip(patch)
    half, (least, most) = size.edge_mm / 2, HALF_RANGE_MM
    return find_one_pip(patch, (max(half - _HALF_SLACK_MM, least), min(half + _HALF_SLACK_MM, most)))


def choose(candidates: Sequence[Candidate], size: DieSize | None) -> Choice | None:
    """Choose among the ways to see one die; None where nothing lies."""
    if not candidates:
        return None
    weighed = [(one, size.likeness(one) if size else 1.0) for one in candidates]
    weighed.sort(key=lambda pair: -pair[0].rank * pair[1])
    best, likeness = weighed[0]
    sure = best.confidence * likeness
    if sure <= READ_ABOVE:
        surest = max(candidates, key=lambda one: one.confidence)
        if surest.confidence > READ_ABOVE:  # a plain die, but not of this set, so not its top
            return Choice(surest, sure, Reason.COCKED)
        return Choice(best, sure, best.weakness) if sure > SEEN_ABOVE else None
    others = [
        one.rank * like for one, like in weighed if (one.value, one.colour) != (best.value, best.colour)
    ]
    too_close = bool(others) and others[0] > _RIVAL_RANK * best.rank * likeness
    return Choice(best, sure, Reason.PIPS if too_close else None)

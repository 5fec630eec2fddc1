"""What the pips say of each patch of a picture, once it is known what the picture's dice have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice import READ_ABOVE, Candidate, find_many_pips, find_one_pip, ramp
from vision.outline import HALF_RANGE_MM
from vision.patches import Patch
from vision.views import View, view_patches

_SAME_PITCH = 0.06
_HALF_SLACK_MM = 0.5
_FIXES_SIZE = 3  # fewer pips than these can be seen by chance, in any size
_DOUBTFUL = 0.3  # what the pattern alone is worth when all else speaks against a die


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
class PipOpinion:
    """The face that the pips of a patch show best, and how well it holds."""

    die: Candidate
    confidence: float
    """How sure the pips alone are, 0 to 1."""
    likeness: float
    """How well its size is that of the other dice, 0 to 1."""


def ask_pips(patches: Sequence[Patch]) -> tuple[tuple[PipOpinion | None, ...], DieSize | None]:
    """Ask the pips of each patch which die lies in it, if any; and the size that the dice share, if known."""
    views: list[list[View]] = [[] for _ in patches]
    seen: list[list[Candidate]] = [[] for _ in patches]
    for dark_pips in (False, True):
        open_ones = [i for i, found in enumerate(seen) if not any(one.is_plain for one in found)]
        shown = view_patches([patches[i] for i in open_ones], dark_pips=dark_pips)
        for i, view in zip(open_ones, shown, strict=True):
            views[i].append(view)
            seen[i] += find_many_pips(patches[i], view)
    size = common_size(seen)
    for found, patch, looks in zip(seen, patches, views, strict=True):
        if not _has_sure(found, size):
            found += _find_ones(patch, looks, size)
    return tuple(favourite(candidates, size) for candidates in seen), size


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


def _find_ones(patch: Patch, views: Sequence[View], size: DieSize | None) -> list[Candidate]:
    """Look for a die showing one pip, of the size of the other dice where that is known."""
    least, most = HALF_RANGE_MM
    if size is not None:
        half = size.edge_mm / 2
        least, most = max(half - _HALF_SLACK_MM, least), min(half + _HALF_SLACK_MM, most)
    return [one for view in views for one in find_one_pip(patch, view, (least, most))]


def favourite(candidates: Sequence[Candidate], size: DieSize | None) -> PipOpinion | None:
    """Choose among the ways to see one die; None where no face shows."""
    if not candidates:
        return None
    alike = {id(one): size.likeness(one) if size else 1.0 for one in candidates}
    best = max(candidates, key=lambda one: _standing(one, alike[id(one)]))
    return PipOpinion(best, best.confidence * alike[id(best)], alike[id(best)])


def _standing(one: Candidate, likeness: float) -> float:
    """Weigh a way to see a die: its pattern first, then all that makes it a die."""
    return one.pattern * (_DOUBTFUL + one.confidence * likeness)

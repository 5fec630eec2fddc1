"""From a picture to what lies on the panel."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice import READ_ABOVE, Candidate, ramp, find_many_pips, find_one_pip
from vision.image import Frame, check_frame
from vision.layout import BoardLayout, Space
from vision.outline import HALF_RANGE_MM
from vision.panel import Panel, find_panel
from vision.patches import Patch, cut_patches
from vision.readings import BoardReading, DieReading, Reason, Status

SEEN_ABOVE = 0.1
"""A die is reported at all when its confidence is above this."""
RIVAL_RANK = 0.7
"""Two ways to see a die are too close to call when the second has this part of the rank of the first."""


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

    def confidence(self, one: Candidate) -> float:
        """Return a candidate's confidence, knowing the size that a die must have here."""
        return one.confidence * self.likeness(one)


class BoardReader:
    """Reads one panel; holds nothing but its layout, so every picture is read for itself."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout

    def read(self, frame: Frame) -> BoardReading:
        """Read a picture (RGB, H x W x 3, uint8); raises FrameError for any other array."""
        check_frame(frame)
        panel = find_panel(frame, self.layout)
        if panel is None:
            return BoardReading(None)
        patches = cut_patches(frame, panel, [space.centre_mm for space in self.layout.spaces])
        seen = [find_many_pips(patch) for patch in patches]
        size = common_size(seen)
        seen = [
            many if has_sure(many, size) else many + find_ones(patch, size)
            for patch, many in zip(patches, seen, strict=True)
        ]
        dice = [
            choose(panel, space, patch, candidates, size)
            for space, patch, candidates in zip(self.layout.spaces, patches, seen, strict=True)
        ]
        return BoardReading(panel.fit, tuple(die for die in dice if die is not None))


def has_sure(candidates: Sequence[Candidate], size: DieSize | None) -> bool:
    """Say whether so many pips of the common size have been read that no one can lie there."""
    return size is not None and any(
        one.value >= 3 and size.confidence(one) > READ_ABOVE for one in candidates
    )


def common_size(seen: Sequence[Sequence[Candidate]]) -> DieSize | None:
    """Return the size on which the dice of a picture agree best; None where nothing fixes it.

    Four pips and more fix a size; three can be seen by chance, so they count half, and two not at all.
    """
    best = [max(many, key=lambda one: one.rank) for many in seen if many]
    sure = [one for one in best if one.value >= 3 and one.confidence > READ_ABOVE]
    if not sure:
        return None
    pitch = np.array([one.pitch_mm for one in sure])
    weight = np.array([one.rank * (1.0 if one.value >= 4 else 0.5) for one in sure])
    agree = abs(pitch[:, None] / pitch[None] - 1) < 0.06
    chosen = agree[int((agree @ weight).argmax())]
    edges = np.array([one.edge_mm for one in sure])
    return DieSize(float(np.median(edges[chosen])), float(np.median(pitch[chosen])))


def find_ones(patch: Patch, size: DieSize | None) -> list[Candidate]:
    """Look for a die showing one pip, of the size of the other dice where that is known."""
    if size is None:
        return find_one_pip(patch)
    half = size.edge_mm / 2
    return find_one_pip(patch, (max(half - 0.5, HALF_RANGE_MM[0]), min(half + 0.5, HALF_RANGE_MM[1])))


def choose(
    panel: Panel, space: Space, patch: Patch, candidates: Sequence[Candidate], size: DieSize | None
) -> DieReading | None:
    """Choose among the candidates of one space; None where nothing lies."""
    if not candidates:
        return None
    likeness = {one: size.likeness(one) if size else 1.0 for one in candidates}
    ranked = sorted(candidates, key=lambda one: -one.rank * likeness[one])
    best = ranked[0]
    sure = best.confidence * likeness[best]
    if sure <= READ_ABOVE:
        surest = max(candidates, key=lambda one: one.confidence)
        if surest.confidence > READ_ABOVE:
            return _report(panel, space, patch, surest, sure, Reason.COCKED)
        return _report(panel, space, patch, best, sure, best.weakness) if sure > SEEN_ABOVE else None
    rivals = [one for one in ranked if (one.value, one.colour) != (best.value, best.colour)]
    if rivals and rivals[0].rank * likeness[rivals[0]] > RIVAL_RANK * best.rank * likeness[best]:
        return _report(panel, space, patch, best, sure, Reason.PIPS)
    return _report(panel, space, patch, best, sure, None)


def _report(
    panel: Panel, space: Space, patch: Patch, die: Candidate, sure: float, reason: Reason | None
) -> DieReading:
    x, y = patch.to_mm(die.x, die.y)
    centre = panel.project(np.array([(x, y)]), 15.0)[0]
    return DieReading(
        colour=die.colour,
        value=die.value if reason is None else None,
        confidence=round(sure if reason is None else min(sure, READ_ABOVE / 2), 3),
        status=Status.READ if reason is None else Status.UNSURE,
        reason=reason,
        centre_px=(float(centre[0]), float(centre[1])),
        space=space.name,
        centre_mm=(x, y),
    )

"""From a picture to what lies on the panel."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice import READ_ABOVE, SEEN_ABOVE, Candidate, confidence, find_candidates, weakest_point
from vision.image import Frame, check_frame
from vision.layout import BoardLayout, Space
from vision.panel import Panel, find_panel
from vision.patches import Patch, cut_patches
from vision.readings import BoardReading, DieReading, Light, Reason, Status

SAME_EDGE = 0.07
"""Dice on one panel are of one size; a candidate further off than this part of the edge is no upright die."""


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
        seen = [find_candidates(patch) for patch in patches]
        edge = common_edge(seen)
        dice = [
            read_space(panel, space, patch, candidates, edge)
            for space, patch, candidates in zip(self.layout.spaces, patches, seen, strict=True)
        ]
        return BoardReading(panel.fit, tuple(die for die in dice if die is not None))


def common_edge(seen: Sequence[Sequence[Candidate]]) -> float | None:
    """Return the edge, in mm, that the dice of this picture share; None where nothing is sure."""
    sure = [(confidence(one[0]), one[0].edge_mm) for one in seen if one and confidence(one[0]) > READ_ABOVE]
    return float(np.median([edge for _, edge in sure])) if sure else None


def read_space(
    panel: Panel, space: Space, patch: Patch, candidates: Sequence[Candidate], edge: float | None
) -> DieReading | None:
    """Choose among the candidates of one space; None where nothing lies."""
    if not candidates or confidence(candidates[0]) < SEEN_ABOVE:
        return None
    best = candidates[0]
    sure = confidence(best)
    middle = patch.to_mm(np.array([[best.x, best.y]]))[0] + patch.centre_mm
    reason = weakest_point(best) if sure <= READ_ABOVE else None
    if edge is not None and abs(best.edge_mm / edge - 1) > SAME_EDGE:
        reason, sure = Reason.COCKED, min(sure, READ_ABOVE / 2)
    centre = panel.project(middle[None], 15.0)[0]
    return DieReading(
        colour=best.colour,
        value=best.value if reason is None else None,
        confidence=round(sure, 3),
        status=Status.READ if reason is None else Status.UNSURE,
        reason=reason,
        centre_px=(float(centre[0]), float(centre[1])),
        space=space.name,
        centre_mm=(float(middle[0]), float(middle[1])),
    )

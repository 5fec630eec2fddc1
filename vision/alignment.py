"""Keeping the panel's place from picture to picture, and never a wrong one.

A place is taken over only when two pictures in a row agree on it. While it is kept, the markers that show are
held against it: a hand hides some, a bump moves all. Where the two cannot be told apart there is no place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.image import Frame
from vision.layout import BoardLayout
from vision.lens import USUAL_LENS, Lens
from vision.panel import MarkersSeen, Panel, find_markers, fit_panel, marker_offsets
from vision.patches import NOMINAL_EDGE_MM

MARKER_SLACK_MM = 0.35
"""A marker that shows no further than this from its place has not been moved."""
SAME_PLACE_MM = 0.6
"""Two places of a panel are the same when they differ by less than this at each of its corners."""
_ENOUGH = 2
"""Markers that fix a panel whose place is known already."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """What is known of the panel's place after a picture."""

    panel: Panel | None = None
    """The place to read by; None while none is sure."""
    candidate: Panel | None = None
    """A place seen once, to be confirmed by the next picture."""
    visible: frozenset[int] = frozenset()
    """The markers that show where the panel's place has them."""

    @property
    def is_sure(self) -> bool:
        """Say whether this picture may be read by the panel's place."""
        return self.panel is not None and len(self.visible) >= _ENOUGH


def realign(
    before: Alignment, frame: Frame, layouts: Sequence[BoardLayout], lens: Lens = USUAL_LENS
) -> Alignment:
    """Look for the markers anew and return what is known of the panel's place now."""
    markers = find_markers(frame, layouts)
    panel = before.panel
    if panel is None:
        return _confirmed(before.candidate, fit_panel(frame, markers, lens))
    in_place, moved = _compare(panel, markers)
    if len(moved) >= _ENOUGH:
        return _confirmed(before.candidate, fit_panel(frame, markers, lens))
    if len(in_place) < _ENOUGH or moved:
        return Alignment(panel, None, in_place if not moved else frozenset())
    if len(in_place) <= len(panel.fit.markers):
        return Alignment(panel, None, in_place)
    better = _confirmed(before.candidate, fit_panel(frame, markers, lens))
    return better if better.panel is not None else Alignment(panel, better.candidate, in_place)


def _confirmed(candidate: Panel | None, fitted: Panel | None) -> Alignment:
    """Take a place over when the picture before had it too, else wait for the next picture."""
    if fitted is None or candidate is None or not _same_place(candidate, fitted):
        return Alignment(None, fitted)
    return Alignment(fitted, None, frozenset(fitted.fit.markers))


def _compare(panel: Panel, markers: MarkersSeen) -> tuple[frozenset[int], frozenset[int]]:
    """Part the markers seen into those in their place and those that are not."""
    if markers.layout.name != panel.layout.name:
        return frozenset(), frozenset(markers.corners)
    offsets = marker_offsets(panel, markers)
    in_place = frozenset(i for i, off in offsets.items() if off <= MARKER_SLACK_MM)
    return in_place, frozenset(offsets) - in_place


def _same_place(one: Panel, other: Panel) -> bool:
    """Say whether a die's top shows at the same pixels by either place, at every corner of the panel."""
    if one.layout.name != other.layout.name:
        return False
    width, height = one.layout.size_mm
    corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    shown, again = one.project(corners, NOMINAL_EDGE_MM), other.project(corners, NOMINAL_EDGE_MM)
    side = float(np.linalg.norm(shown[0] - shown[1])) / width
    return bool(np.linalg.norm(shown - again, axis=1).max() / side <= SAME_PLACE_MM)

"""Heeding the learned print: what was read is held against whether anything lies there at all.

Where the learned print shows untouched there is no die and no hand, whatever a die in the print looks like.
Where it is changed, and neither a die nor a hand accounts for it, something lies there that was not
recognised: silence would be a lie.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from vision.changes import CLEARLY_CHANGED_MM2, UNTOUCHED_MM2, Changes, LearnedPrint, find_changes
from vision.image import Frame, Point
from vision.layout import Space
from vision.panel import Panel
from vision.readings import BoardReading, DieReading, Reason, Status

_EDGE_MM = 16.0  # a die's height where it is not known better
_REACH_MM = 14.0  # from the middle of a die to its corner, and the edge of its shadow
_HIDDEN = 0.85  # a die changes less of a print than this, a hand more
_MISFIT = 0.5  # a print of which so many spaces are changed was learned of another panel, or askew


def heed_print(reading: BoardReading, frame: Frame, panel: Panel, learned: LearnedPrint) -> BoardReading:
    """Return the reading without what the learned print denies, and with what only the print tells."""
    changes = find_changes(frame, panel, learned)
    areas = changes.areas()
    untouched = {name for name, area in areas.items() if area < UNTOUCHED_MM2}
    heeded = replace(
        reading,
        dice=tuple(die for die in reading.dice if die.space not in untouched),
        covered=reading.covered - untouched,
    )
    if heeded.covered:  # an arm disturbs more than what it hides; the next picture will tell
        return heeded
    changed = [name for name, area in areas.items() if area > CLEARLY_CHANGED_MM2]
    return _with_unexplained(heeded, panel, changes, changed)


def _with_unexplained(
    reading: BoardReading, panel: Panel, changes: Changes, changed: Collection[str]
) -> BoardReading:
    """Add what lies on changed prints and was not recognised: small is asked about, large covers."""
    certain = [space for space in panel.layout.spaces if not space.only_with and space.name in changes.names]
    known = {die.space for die in reading.dice}
    dice = _shown(reading.dice, panel)
    areas = {
        space: changes.area_besides(space.name, dice, _REACH_MM)
        for space in certain
        if space.name in changed and space.name not in known
    }
    there = {space: area for space, area in areas.items() if area > CLEARLY_CHANGED_MM2}
    if len(there) > _MISFIT * len(certain):
        return reading
    hidden = {space.name for space, area in there.items() if area > _HIDDEN * changes.area_mm2}
    things = tuple(_unrecognised(space, panel) for space in there if space.name not in hidden)
    return replace(reading, dice=reading.dice + things, covered=reading.covered | hidden)


def _shown(dice: Sequence[DieReading], panel: Panel) -> list[tuple[Point, Point]]:
    """Return for each die its foot, and where its top shows on the plane of the print."""
    x, y, height = panel.camera_mm().tolist()
    out = _EDGE_MM / (height - _EDGE_MM)
    feet = [die.centre_mm for die in dice if die.centre_mm is not None]
    return [(foot, (foot[0] + (foot[0] - x) * out, foot[1] + (foot[1] - y) * out)) for foot in feet]


def _unrecognised(space: Space, panel: Panel) -> DieReading:
    centre = panel.project(np.array([space.centre_mm]))[0]
    return DieReading(
        colour=None,
        value=None,
        confidence=0.0,
        status=Status.UNSURE,
        reason=Reason.COVERED,
        centre_px=(float(centre[0]), float(centre[1])),
        space=space.name,
        centre_mm=space.centre_mm,
    )

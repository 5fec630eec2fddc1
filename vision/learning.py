"""Learning what an owner's empty panel looks like, and refusing to where it would be learned wrongly.

A die, a hand or a shadow that moved in while the print was learned would be taken for print for ever after.
So every picture must be still, well lit, sharp and empty; otherwise the answer is why it was not learned.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.changes import CLEARLY_CHANGED_MM2, MARGIN_MM, LearnedPrint, cut_prints, find_changes
from vision.image import Frame
from vision.inspection import Inspection, inspect
from vision.panel import Panel, find_panel
from vision.profile import Profile
from vision.reader import BoardReader
from vision.readings import BoardReading

LEAST_CONTRAST = 0.25
"""White less black, in parts of 255: with less light the print is not learned."""
LEAST_EVENNESS = 0.5
"""The dimmest corner of the panel in parts of the brightest one."""
WIDEST_EDGE_MM = 1.8
"""A border that shows wider than this is out of focus: the smallest pip is 2 mm wide."""
_STILL_MM = 0.7
_WORST_RESIDUAL_PX = 1.0
_SIGMA = 1.25  # mean deviation to one sigma


class Trouble(StrEnum):
    """Why an empty print is not learned."""

    PANEL = "panel"
    """It is not found, or its markers do not fit together."""
    DARK = "dark"
    UNEVEN = "uneven"
    """One corner has much less light than another."""
    BLURRED = "blurred"
    HAND = "hand"
    """Something covers spaces."""
    DIE = "die"
    """Something that may be a die lies on a space."""
    MOTION = "motion"
    """The panel, the camera or something on the panel moved between the pictures."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the print was not learned, and what to do about it."""

    trouble: Trouble
    text: str
    """One plain line: what, and what to do."""


def learn_print(
    frames: Sequence[Frame], profile: Profile, *, empty: Collection[str] = (), looked: bool = False
) -> LearnedPrint | Refusal:
    """Learn what the spaces of a profile's panel look like when nothing lies on them.

    Of the spaces named as empty a person says so: what seems to be a die there is print. Where somebody has
    looked at all of the panel, only dice that can be read are doubted elsewhere. The pictures are RGB,
    H x W x 3; there must be at least one.
    """
    reader = BoardReader(profile=replace(profile, print=None))
    panels: list[Panel] = []
    for frame in frames:
        panel = find_panel(frame, [profile.layout], profile.lens)
        if panel is None or panel.fit.residual_px > _WORST_RESIDUAL_PX:
            return Refusal(Trouble.PANEL, "The panel is not found as it was measured: free all four markers")
        if (refusal := _bad_sight(inspect(frame, panel))) is not None:
            return refusal
        reading = reader.read_on(frame, panel)
        if (refusal := _not_empty(reading, empty, looked=looked)) is not None:
            return refusal
        panels.append(panel)
    return _learned(frames, panels, profile) if _all_alike(panels) else _moved("panel or the camera")


def _learned(frames: Sequence[Frame], panels: Sequence[Panel], profile: Profile) -> LearnedPrint | Refusal:
    """Take the median of what all pictures show, unless they differ."""
    spaces, reach = profile.layout.spaces, profile.layout.space_size_mm / 2 + MARGIN_MM
    places = np.array([space.centre_mm for space in spaces])
    seen = np.stack(
        [cut_prints(frame, panel, places, reach) for frame, panel in zip(frames, panels, strict=True)]
    )
    colours = np.median(seen, axis=0).astype(np.float32)
    noise = float(abs(seen - colours).mean()) * _SIGMA
    learned = LearnedPrint(tuple(space.name for space in spaces), colours, reach, noise)
    for frame, panel in zip(frames, panels, strict=True):
        areas = find_changes(frame, panel, learned).areas()
        if (worst := max(areas, key=lambda name: areas[name])) and areas[worst] > CLEARLY_CHANGED_MM2:
            return _moved(f"print of {worst}")
    return learned


def _bad_sight(seen: Inspection) -> Refusal | None:
    if seen.contrast < LEAST_CONTRAST:
        return Refusal(Trouble.DARK, "It is too dark to learn the print: more light")
    if seen.evenness < LEAST_EVENNESS:
        return Refusal(Trouble.UNEVEN, "One corner of the panel is much darker than another: move the lamp")
    if seen.edge_mm > WIDEST_EDGE_MM:
        text = f"Borders show {seen.edge_mm:.1f} mm wide: focus the camera, or hang it lower"
        return Refusal(Trouble.BLURRED, text)
    return None


def _not_empty(reading: BoardReading, empty: Collection[str], *, looked: bool) -> Refusal | None:
    lying = {str(die.space) for die in reading.dice if die.is_read or not looked}
    if doubted := sorted(lying - set(empty)):
        return Refusal(Trouble.DIE, f"A die seems to lie on {', '.join(doubted)}: take it off")
    if not looked and (covered := sorted(reading.covered - set(empty))):
        return Refusal(Trouble.HAND, f"Something seems to cover {', '.join(covered)}: clear the panel")
    return None


def _all_alike(panels: Sequence[Panel]) -> bool:
    """Say whether the panel's corners stayed where they were, within what stillness means."""
    corners = np.array([panel.fit.corners_px for panel in panels])
    width_px = float(np.linalg.norm(corners[0, 1] - corners[0, 0]))
    off = np.linalg.norm(corners - corners[0], axis=2).max() / width_px * panels[0].layout.size_mm[0]
    return bool(off < _STILL_MM)


def _moved(what: str) -> Refusal:
    return Refusal(Trouble.MOTION, f"The {what} changed between the pictures: keep still and try again")

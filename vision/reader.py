"""From a picture to what lies on the panel."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.choice import Choice, DieSize, see_dice
from vision.cover import Sight, look_at_print
from vision.dice import READ_ABOVE
from vision.heeding import heed_print
from vision.image import Frame, Point, check_frame
from vision.layout import BoardLayout, Space
from vision.lens import USUAL_LENS
from vision.panel import Panel, find_panel
from vision.patches import NOMINAL_EDGE_MM, Patch, cut_patches
from vision.profile import Profile
from vision.readings import BoardReading, Colour, DieReading, Light, Reason, Status
from vision.tokens import read_tokens

MIN_CONTRAST = 0.18
"""Markers' white less their black, in parts of 255: with less light than this nothing is read."""
_DARK = 28.0  # a picture without a panel and with this mean is dark rather than empty
_CLIPPED = 252.0  # white that reaches this in every channel has lost what is brighter still

_SAME_DIE_MM = 10.0  # the smallest dice are 12 mm wide: two cannot be nearer

_THINGS = {Sight.BLUE_THING: Colour.BLUE, Sight.ORANGE_THING: Colour.ORANGE}


class BoardReader:
    """Reads the panels it knows, told apart by their markers; every picture is read for itself."""

    def __init__(self, *layouts: BoardLayout, profile: Profile | None = None) -> None:
        """With a profile: sees through its lens, and heeds the print it learned of its panel.

        Without a layout, the profile's own is read.
        """
        if not layouts and profile is None:
            raise ValueError("a reader needs at least one layout; give it one from load_layout")
        self.layouts = layouts or (profile.layout,) if profile is not None else layouts
        self.lens = profile.lens if profile is not None else USUAL_LENS
        self._profile = profile

    def read(self, frame: Frame) -> BoardReading:
        """Read a picture (RGB, H x W x 3, uint8); raises FrameError for any other array."""
        check_frame(frame)
        return self.read_on(frame, find_panel(frame, self.layouts, self.lens))

    def read_on(self, frame: Frame, panel: Panel | None) -> BoardReading:
        """Read a picture in which the panel was found already; None where it was looked for in vain."""
        reading, profile = self._look(frame, panel), self._profile
        if panel is None or reading.light is Light.DARK or profile is None or profile.print is None:
            return reading
        if panel.layout.name != profile.layout.name:
            return reading
        return heed_print(reading, frame, panel, profile.print)

    def _look(self, frame: Frame, panel: Panel | None) -> BoardReading:
        """Read a picture without what was learned."""
        if panel is None:
            return BoardReading(None, light=_light_without_panel(frame))
        if panel.contrast < MIN_CONTRAST:
            return BoardReading(panel.fit, light=Light.DARK)
        spaces = panel.layout.spaces
        patches = cut_patches(frame, panel, [space.centre_mm for space in spaces])
        choices, size = see_dice(patches)
        sights = _sights(spaces, patches, panel.layout.space_size_mm)
        seen = list(zip(spaces, patches, choices, sights, strict=True))
        dice = [die for look in seen if (die := _die(panel, *look, size)) is not None]
        covered = {space.name for space, _, choice, sight in seen if _is_covered(choice, sight)}
        return BoardReading(
            panel.fit,
            _each_once(dice, panel.layout),
            frozenset(covered),
            read_tokens(frame, panel),
            _light(panel),
        )


def _sights(spaces: Sequence[Space], patches: Sequence[Patch], size_mm: float) -> list[Sight]:
    """Say what can be seen of each space; one that may not be on the table at all cannot be covered."""
    certain = [not space.only_with for space in spaces]
    seen = iter(look_at_print([patch for patch, sure in zip(patches, certain, strict=True) if sure], size_mm))
    return [next(seen) if sure else Sight.OPEN for sure in certain]


def _each_once(dice: Sequence[DieReading], layout: BoardLayout) -> tuple[DieReading, ...]:
    """Report a die that was seen from two spaces once, by its clearer view and in the space it lies nearest.

    Spaces of modules that are never on the table together may overlap, such as brakes and ice brakes.
    """
    kept: list[DieReading] = []
    for die in sorted(dice, key=lambda one: (not one.is_read, -one.confidence)):
        if all(_apart(die.centre_mm, other.centre_mm) > _SAME_DIE_MM for other in kept):
            kept.append(die)
    return tuple(replace(die, space=_nearest(die, layout)) for die in dice if die in kept)


def _nearest(die: DieReading, layout: BoardLayout) -> str:
    return min(layout.spaces, key=lambda space: _apart(space.centre_mm, die.centre_mm)).name


def _apart(one: Point | None, other: Point | None) -> float:
    assert one is not None, "every die of a panel has a place"
    assert other is not None, "every die of a panel has a place"
    return math.dist(one, other)


def _is_covered(choice: Choice | None, sight: Sight) -> bool:
    """Say whether a space is hidden; a die that was read in it proves that it is not."""
    return sight is Sight.COVERED and (choice is None or choice.reason is not None)


def _die(
    panel: Panel, space: Space, patch: Patch, choice: Choice | None, sight: Sight, size: DieSize | None
) -> DieReading | None:
    """Report the die in one space; None where none lies or the space is hidden."""
    if _is_covered(choice, sight):
        return None
    if choice is not None:
        return _seen_die(panel, space, patch, choice, size)
    if sight in _THINGS:
        return _unreadable_thing(panel, space, _THINGS[sight])
    return None


def _seen_die(panel: Panel, space: Space, patch: Patch, choice: Choice, size: DieSize | None) -> DieReading:
    die, reason = choice.die, choice.reason
    edge = size.edge_mm if size is not None else die.edge_mm
    x, y = patch.to_mm(die.x, die.y)
    higher = edge - NOMINAL_EDGE_MM
    foot = (float(x + patch.slope[0] * higher), float(y + patch.slope[1] * higher))
    centre = panel.project(np.array([foot]), edge)[0]
    return DieReading(
        colour=die.colour,
        value=die.value if reason is None else None,
        confidence=round(choice.confidence if reason is None else min(choice.confidence, READ_ABOVE / 2), 3),
        status=Status.READ if reason is None else Status.UNSURE,
        reason=reason,
        centre_px=(float(centre[0]), float(centre[1])),
        space=space.name,
        centre_mm=(round(foot[0], 2), round(foot[1], 2)),
    )


def _unreadable_thing(panel: Panel, space: Space, colour: Colour) -> DieReading:
    """Report something of a die's colour and size whose pips make no sense."""
    centre = panel.project(np.array([space.centre_mm]), NOMINAL_EDGE_MM)[0]
    return DieReading(
        colour=colour,
        value=None,
        confidence=0.0,
        status=Status.UNSURE,
        reason=Reason.PIPS,
        centre_px=(float(centre[0]), float(centre[1])),
        space=space.name,
        centre_mm=space.centre_mm,
    )


def _light(panel: Panel) -> Light:
    """Say whether the panel's white is so bright that shine on it cannot be told from paper."""
    return Light.GLARE if float(panel.white.min()) >= _CLIPPED else Light.OK


def _light_without_panel(frame: Frame) -> Light:
    return Light.DARK if cv2.mean(frame)[1] < _DARK else Light.OK

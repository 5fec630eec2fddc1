"""From a picture to what lies on the panel."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.agreement import Verdict, weigh
from vision.choice import DieSize
from vision.cover import Sight, look_at_print
from vision.dice import Candidate
from vision.heeding import heed_print
from vision.image import Frame, Point, check_frame
from vision.layout import BoardLayout, Space, gaps_between
from vision.lens import USUAL_LENS
from vision.panel import Panel, find_panel
from vision.patches import NOMINAL_EDGE_MM, SIDE, Bytes, cut_sheet, slopes_at, to_mm
from vision.profile import Profile
from vision.readings import BoardReading, Colour, DieReading, Light, Reason, Status
from vision.tokens import read_tokens
from vision.witnesses import Witnesses

MIN_CONTRAST = 0.18
"""Markers' white less their black, in parts of 255: with less light than this nothing is read."""
_DARK = 28.0  # a picture without a panel and with this mean is dark rather than empty
_CLIPPED = 252.0  # white that reaches this in every channel has lost what is brighter still

_OVER_THE_LINE_MM = 1.0  # by which a die's middle may lie outside the square of its space
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
        self._witnesses = Witnesses()

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
        places = [space.centre_mm for space in spaces]
        gaps = gaps_between(panel.layout)
        sheet = cut_sheet(frame, panel, [*places, *gaps])
        said, size = self._witnesses.testify(sheet, panel, [*places, *gaps])
        verdicts = {i: weigh(one) for i, one in said.items()}
        sights = _sights(sheet, panel)
        seen = [(space, verdicts.get(i), sights[i]) for i, space in enumerate(spaces)]
        dice = [die for look in seen if (die := _die(panel, *look, size)) is not None]
        for i, gap in enumerate(gaps, len(places)):
            if i in verdicts and (die := _die_beside(panel, gap, verdicts[i], size)) is not None:
                dice.append(die)
        covered = {space.name for space, verdict, sight in seen if _is_covered(verdict, sight)}
        return BoardReading(
            panel.fit,
            _each_once(dice, panel.layout),
            frozenset(covered),
            read_tokens(frame, panel),
            _light(panel, dice),
        )


def _sights(sheet: Bytes, panel: Panel) -> list[Sight]:
    """Say what can be seen of each space; one that may not be on the table at all cannot be covered."""
    spaces = panel.layout.spaces
    certain = [i for i, space in enumerate(spaces) if not space.only_with]
    places = [spaces[i].centre_mm for i in certain]
    rows = sheet.reshape(-1, SIDE, SIDE, 3)[certain].reshape(-1, SIDE, 3)
    size = panel.layout.space_size_mm
    seen = dict(
        zip(certain, look_at_print(rows, panel.white, places, slopes_at(panel, places), size), strict=True)
    )
    return [seen.get(i, Sight.OPEN) for i in range(len(spaces))]


def _each_once(dice: Sequence[DieReading], layout: BoardLayout) -> tuple[DieReading, ...]:
    """Report a die that was seen from two spaces once, by its clearer view and in the space it lies nearest.

    Spaces of modules that are never on the table together may overlap, such as brakes and ice brakes.
    """
    kept: list[DieReading] = []
    for die in sorted(dice, key=lambda one: (not one.is_read, -one.confidence)):
        if all(_apart(die.centre_mm, other.centre_mm) > _SAME_DIE_MM for other in kept):
            kept.append(die)
    return tuple(_put_in_place(die, layout) for die in dice if die in kept)


def _put_in_place(die: DieReading, layout: BoardLayout) -> DieReading:
    """Say in which space a die lies; one that lies in none has no value there."""
    if (space := _space_of(die, layout)) is not None:
        return replace(die, space=space)
    return replace(die, space=None, value=None, status=Status.UNSURE, reason=die.reason)


def _space_of(die: DieReading, layout: BoardLayout) -> str | None:
    """Name the space in whose square a die's middle lies; None beside all of them."""
    nearest = min(layout.spaces, key=lambda space: _apart(space.centre_mm, die.centre_mm))
    far = _apart_in_square(nearest.centre_mm, die.centre_mm)
    return nearest.name if far < layout.space_size_mm / 2 + _OVER_THE_LINE_MM else None


def _apart_in_square(one: Point, other: Point | None) -> float:
    assert other is not None, "every die of a panel has a place"
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _apart(one: Point | None, other: Point | None) -> float:
    assert one is not None, "every die of a panel has a place"
    assert other is not None, "every die of a panel has a place"
    return math.dist(one, other)


def _is_covered(verdict: Verdict | None, sight: Sight) -> bool:
    """Say whether a space is hidden; a die that was read in it proves that it is not."""
    return sight is Sight.COVERED and (verdict is None or verdict.reason is not None)


def _die(
    panel: Panel, space: Space, verdict: Verdict | None, sight: Sight, size: DieSize | None
) -> DieReading | None:
    """Report the die in one space; None where none lies or the space is hidden."""
    if _is_covered(verdict, sight):
        return None
    if verdict is not None and verdict.die is not None:
        return _seen_die(panel, space.centre_mm, verdict, verdict.die, size)
    if verdict is not None or sight in _THINGS:
        return _unreadable_thing(panel, space.centre_mm, verdict, _THINGS.get(sight))
    return None


def _die_beside(panel: Panel, place: Point, verdict: Verdict, size: DieSize | None) -> DieReading | None:
    """Report a die that lies half-way between spaces; one that lies in a space is left to that space."""
    if verdict.die is None or verdict.confidence == 0:
        return None
    die = _seen_die(panel, place, verdict, verdict.die, size)
    return die if _space_of(die, panel.layout) is None else None


def _seen_die(
    panel: Panel, place: Point, verdict: Verdict, die: Candidate, size: DieSize | None
) -> DieReading:
    edge = size.edge_mm if size is not None else die.edge_mm
    x, y = to_mm(place, die.x, die.y)
    slope = slopes_at(panel, [place])[0]
    higher = edge - NOMINAL_EDGE_MM
    foot = (float(x + slope[0] * higher), float(y + slope[1] * higher))
    centre = panel.project(np.array([foot]), edge)[0]
    return DieReading(
        colour=die.colour if die.colour in _THINGS.values() else None,
        value=verdict.value,
        confidence=round(verdict.confidence, 4),
        status=Status.READ if verdict.reason is None else Status.UNSURE,
        reason=verdict.reason,
        centre_px=(float(centre[0]), float(centre[1])),
        centre_mm=(round(foot[0], 2), round(foot[1], 2)),
    )


def _unreadable_thing(
    panel: Panel, place: Point, verdict: Verdict | None, colour: Colour | None
) -> DieReading:
    """Report something of a die's colour and size, or that the network takes for a die, without pips."""
    centre = panel.project(np.array([place]), NOMINAL_EDGE_MM)[0]
    return DieReading(
        colour=colour,
        value=None,
        confidence=0.0,
        status=Status.UNSURE,
        reason=verdict.reason if verdict else Reason.PIPS,
        centre_px=(float(centre[0]), float(centre[1])),
        centre_mm=place,
    )


def _light(panel: Panel, dice: Sequence[DieReading]) -> Light:
    """Say whether a lamp's shine keeps a die from being read, or could: it looks like white paper."""
    washed = any(die.reason is Reason.GLARE for die in dice)
    return Light.GLARE if washed or float(panel.white.min()) >= _CLIPPED else Light.OK


def _light_without_panel(frame: Frame) -> Light:
    return Light.DARK if cv2.mean(frame)[1] < _DARK else Light.OK

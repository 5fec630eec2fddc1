"""Watching a panel: pictures in the order they were taken, readings out, and as little work as needed.

Each space is compared with its own last look. While it changes, nothing is said about it; once it holds still
it is read a few times, and that answer stands until it changes again. A picture in which nothing has changed
is answered without being read. The watcher has no clock; the time of each picture is passed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.alignment import Alignment, realign
from vision.image import Floats, Frame, Point, check_frame
from vision.layout import BoardLayout
from vision.lens import Lens
from vision.panel import Panel, relit
from vision.reach import Clearing, Ground, Stillness
from vision.readings import BoardReading, Light
from vision.swatches import Comparison, Flags, Ints, Mesh, Swatches

READINGS = 3
"""So often a space that holds still is read before its answer stands."""
PART_OF_THE_TABLE_SECONDS = 2.5
"""What has lain perfectly still for so long, and covers no space, is taken for a part of the table."""
RESTING_SECONDS = 0.3
"""Beside a hand that has been still for so long it is worth reading, if only to say what it covers."""
_REACH_MM = 20.0  # as far as a reader looks around the middle of a space
_MID_DIE_MM = 8.0  # between the print and the top of a die
_AROUND_TOKEN = 0.8  # of a token spot's diameter
_AROUND_MARKER = 0.67  # of a marker's size: its white border too
_RELIT = 0.2  # light that has changed by more than this is worth another look


class PanelReader(Protocol):
    """Whatever reads a picture on a panel whose place is known."""

    @property
    def layouts(self) -> Sequence[BoardLayout]:
        """The panels it knows."""
        ...

    @property
    def lens(self) -> Lens:
        """What it sees through."""
        ...

    def read_on(self, frame: Frame, panel: Panel | None) -> BoardReading:
        """Read a picture; None where the panel was looked for in vain."""
        ...


@dataclass(frozen=True, slots=True)
class _View:
    """What is remembered of a panel in one place; arrays hold spaces, token spots, markers, in this order."""

    panel: Panel
    mesh: Mesh
    looks: Swatches
    """How each place looked when it last changed."""
    counts: Ints
    """How often each place has been read since then."""
    clearing: Clearing | None
    """None until the panel was seen clear."""
    is_clear: bool
    """Whether the clearing shows the panel as it lies now."""
    arms_since: Stillness | None
    """What reaches over the panel or its rim, and for how long it has been still; None: nobody does."""
    near: Flags
    """Which places something reaches near to."""
    changed_at: float
    """When anything last changed, in seconds."""
    reading: BoardReading
    """What was last said."""


class Watch:
    """Follows one panel from picture to picture."""

    def __init__(self, reader: PanelReader, readings: int = READINGS) -> None:
        if readings < 1:
            raise ValueError(f"a space must be read at least once, not {readings} times")
        self._reader = reader
        self._readings = readings
        self.forget()

    def forget(self) -> None:
        """Start anew, for example after the camera came back."""
        self._alignment = Alignment()
        self._view: _View | None = None
        self._clearing: Clearing | None = None

    def _realigned(self, frame: Frame) -> Alignment:
        return realign(self._alignment, frame, self._reader.layouts, self._reader.lens)

    def look(self, frame: Frame, now: float) -> BoardReading:
        """Return what lies on the panel in this picture (RGB, H x W x 3, uint8), taken at `now` seconds.

        Raises FrameError for any other array.
        """
        check_frame(frame)
        if self._view is None or self._view.mesh.size != frame.shape[:2]:
            return self._find(frame, self._realigned(frame), now)
        view = self._view
        cells = view.mesh.cells(frame)
        seen = view.mesh.swatches(cells)
        change = view.looks.compare(seen, view.mesh.white)
        markers = _are_markers(view.panel.layout)
        if (change.changed & markers).any() or self._alignment.candidate is not None:
            alignment = self._realigned(frame)
            if alignment.panel is not view.panel:
                return self._find(frame, alignment, now)
            self._alignment = alignment
            view = replace(view, looks=view.looks.renewed(seen, change.changed & markers))
        if not self._alignment.is_sure:
            self._view = view
            return self._reader.read_on(frame, None)
        self._view = self._follow(view, frame, _Glance(cells, seen, change), now)
        return self._view.reading

    def _find(self, frame: Frame, alignment: Alignment, now: float) -> BoardReading:
        """Begin with a panel whose place has just become known, or wait until it is."""
        self._alignment = alignment
        self._view = None
        panel = alignment.panel or alignment.candidate
        if panel is None:
            return self._reader.read_on(frame, None)
        reading = BoardReading(panel.fit, moving=frozenset(_names(panel.layout)))
        if alignment.panel is not None:
            mesh = Mesh.over(panel, _size(frame), _places(panel.layout))
            looks = Swatches.of(mesh.swatches(mesh.cells(frame)))
            counts = np.zeros(len(looks.seen), np.int64)
            clearing = self._clearing and self._clearing.moved_to(_ground(mesh, panel))
            self._view = _View(panel, mesh, looks, counts, clearing, False, None, counts > 0, now, reading)
        return reading

    def _follow(self, view: _View, frame: Frame, glance: "_Glance", now: float) -> _View:
        """Read what is to be read in a picture of a panel that lies where it lay."""
        markers = _are_markers(view.panel.layout)
        changed = glance.change.changed & ~markers
        # All at once, so that the light on one place can be held against that on the others.
        relit_now = bool((abs(glance.change.strength - 1) > _RELIT)[~glance.change.changed].any())
        counts = np.where(changed | relit_now, 0, view.counts)
        if view.is_clear and (counts >= self._readings)[~markers].all():
            return view if not view.reading.moving else replace(view, reading=_still(view.reading))
        # Where only the light has changed nobody has come; a shadow that is cast slantwise looks like an arm.
        near_before = view.near
        if not view.is_clear or changed.any():
            view = _reached(view, glance.cells, now)
        counts[near_before & ~view.near] = 0  # what was read beside a hand is read once more without it
        view = replace(
            view,
            looks=view.looks.renewed(glance.seen, changed | relit_now),
            changed_at=now if changed.any() else view.changed_at,
        )
        resting = now - view.changed_at >= RESTING_SECONDS
        readable = ~changed & ~markers & (~view.near | resting)
        places = _Places(view.panel.layout, changed, counts >= self._readings)
        fresh = None
        if (readable & ~places.latched).any():
            fresh = self._reader.read_on(frame, relit(frame, view.panel, self._alignment.visible))
            if fresh.light is Light.DARK:
                return replace(view, counts=counts * 0, reading=fresh, is_clear=False)
            counts = counts + readable
        reading = _merged(view.reading, fresh, places)
        return self._cleared(replace(view, counts=counts, reading=reading), glance.cells, now)

    def _cleared(self, view: _View, cells: Floats, now: float) -> _View:
        """Note how the panel looks when nobody reaches over it, and tell near whom not to believe a die."""
        places = _Places(view.panel.layout, view.near, view.near)
        reading = replace(view.reading, moving=view.reading.moving | places.named(view.near))
        others = ~_are_markers(view.panel.layout)
        settled = now > view.changed_at and bool((view.counts >= self._readings)[others].all())
        if not settled or reading.covered or view.arms_since is not None:
            return replace(view, reading=reading, is_clear=view.is_clear and now > view.changed_at)
        dice = _dice_mm(reading)
        if view.is_clear:  # only the light has changed, and nobody has looked for arms in this picture
            return replace(view, reading=_still(reading))
        if view.clearing is None:
            clearing = Clearing(cells, cells, dice, _ground(view.mesh, view.panel))
        else:
            clearing = view.clearing.after(cells, view.mesh.white, dice)
        self._clearing = clearing
        return replace(view, reading=_still(reading), clearing=clearing, is_clear=True)


@dataclass(frozen=True, slots=True)
class _Glance:
    """A picture's coarse look, and what it says beside the last one."""

    cells: Floats
    seen: Floats
    change: Comparison


@dataclass(frozen=True, slots=True)
class _Places:
    """What is known of the places of a layout."""

    layout: BoardLayout
    changed: Flags
    latched: Flags

    def named(self, flags: Flags) -> frozenset[str]:
        """Name the spaces and token spots that are marked."""
        names = _names(self.layout)
        return frozenset(name for name, flag in zip(names, flags[: len(names)], strict=True) if flag)


def _merged(before: BoardReading, fresh: BoardReading | None, places: _Places) -> BoardReading:
    """Keep what stands, take what was read anew, and leave out what has just changed."""
    moving, kept = places.named(places.changed), places.named(places.latched)
    new = frozenset() if fresh is None else places.named(~places.changed & ~places.latched)
    if fresh is None:
        kept, fresh = kept | places.named(~places.changed), before
    return BoardReading(
        before.panel,
        tuple(die for die in before.dice if die.space in kept)
        + tuple(die for die in fresh.dice if die.space in new),
        (before.covered & kept) | (fresh.covered & new),
        (before.tokens & kept) | (fresh.tokens & new),
        fresh.light,
        moving,
    )


def _still(reading: BoardReading) -> BoardReading:
    return replace(reading, moving=frozenset())


def _reached(view: _View, cells: Floats, now: float) -> _View:
    """Look who reaches over the panel, and where; what has long been still becomes a part of the table."""
    clearing, white = view.clearing, view.mesh.white
    if clearing is None:
        return view
    arms, faint = clearing.arms(cells, white, _dice_mm(view.reading))
    if not faint.any():
        return replace(view, arms_since=None, near=np.zeros_like(view.near))
    still = view.arms_since
    still = still.after(cells, white, now) if still is not None else Stillness.from_now_on(cells, now)
    covered = np.array([name in view.reading.covered for name in _names(view.panel.layout)])
    lasting = faint & (now - still.since >= PART_OF_THE_TABLE_SECONDS)
    lasting &= ~clearing.ground.zones[covered].any(axis=0)
    if lasting.any():
        clearing = clearing.absorbing(cells, white, lasting)
        arms &= ~lasting
    near = np.zeros_like(view.near)
    near[: len(covered)] = clearing.ground.near(arms)
    return replace(view, clearing=clearing, arms_since=still, near=near)


def _ground(mesh: Mesh, panel: Panel) -> Ground:
    layout = panel.layout
    spots = [space.centre_mm for space in layout.spaces] + [spot.centre_mm for spot in layout.token_spots]
    return Ground.under(mesh, panel, spots)


def _dice_mm(reading: BoardReading) -> tuple[Point, ...]:
    """Return where dice were read; what cannot be read may be a hand."""
    return tuple(die.centre_mm for die in reading.dice if die.is_read and die.centre_mm is not None)


def _names(layout: BoardLayout) -> list[str]:
    return [space.name for space in layout.spaces] + [spot.name for spot in layout.token_spots]


def _places(layout: BoardLayout) -> list[tuple[Point, float, float]]:
    """List what is watched: its middle, how high and how far around it is looked, in millimetres."""
    return [
        *((space.centre_mm, _MID_DIE_MM, _REACH_MM) for space in layout.spaces),
        *((spot.centre_mm, 0.0, _AROUND_TOKEN * spot.diameter_mm) for spot in layout.token_spots),
        *((marker.centre_mm, 0.0, _AROUND_MARKER * layout.marker_size_mm) for marker in layout.markers),
    ]


def _are_markers(layout: BoardLayout) -> Flags:
    """Mark those of the watched places that are markers."""
    others = len(layout.spaces) + len(layout.token_spots)
    return np.arange(others + len(layout.markers)) >= others


def _size(frame: Frame) -> tuple[int, int]:
    return int(frame.shape[0]), int(frame.shape[1])

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
from vision.telling import Places, dice_mm, differ, merged, named, names_of

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
_AFTER_DISPUTE = 3  # times as many readings must agree where two have differed
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
    """How often in a row each place has been read alike since then."""
    disputed: Flags
    """Which places have not always been read alike since then."""
    last: BoardReading | None
    """The picture that was read last, as it was read."""
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
        reading = BoardReading(panel.fit, moving=frozenset(names_of(panel.layout)))
        if alignment.panel is not None:
            mesh = Mesh.over(panel, _size(frame), _places(panel.layout))
            looks = Swatches.of(mesh.swatches(mesh.cells(frame)))
            counts = np.zeros(len(looks.seen), np.int64)
            no = counts > 0
            clearing = self._clearing and self._clearing.moved_to(_ground(mesh, panel))
            self._view = _View(panel, mesh, looks, counts, no, None, clearing, False, None, no, now, reading)
        return reading

    def _follow(self, view: _View, frame: Frame, glance: "_Glance", now: float) -> _View:
        """Read what is to be read in a picture of a panel that lies where it lay."""
        markers = _are_markers(view.panel.layout)
        changed = glance.change.changed & ~markers
        # All at once, so that the light on one place can be held against that on the others.
        relit_now = bool((abs(glance.change.strength - 1) > _RELIT)[~glance.change.changed].any())
        counts = np.where(changed | relit_now, 0, view.counts)
        if view.is_clear and self._stands(counts, view.disputed)[~markers].all():
            return view if not view.reading.moving else replace(view, reading=_still(view.reading))
        # Where only the light has changed nobody has come; a shadow that is cast slantwise looks like an arm.
        near_before = view.near
        if not view.is_clear or changed.any():
            view = _reached(view, glance.cells, now)
        counts[near_before & ~view.near] = 0  # what was read beside a hand is read once more without it
        view = replace(
            view,
            looks=view.looks.renewed(glance.seen, changed | relit_now),
            counts=counts,
            disputed=view.disputed & (counts > 0),
            changed_at=now if changed.any() else view.changed_at,
        )
        view = self._told(view, frame, changed, now)
        return self._cleared(view, glance.cells, now) if view.reading.light is not Light.DARK else view

    def _told(self, view: _View, frame: Frame, changed: Flags, now: float) -> _View:
        """Say what is known of each place, and read the picture if there is a place that asks for it."""
        layout, fresh = view.panel.layout, None
        resting = now - view.changed_at >= RESTING_SECONDS
        readable = ~changed & ~_are_markers(layout) & (~view.near | resting)
        latched = self._stands(view.counts, view.disputed)
        if (readable & ~latched).any():
            fresh = self._reader.read_on(frame, relit(frame, view.panel, self._alignment.visible))
            if fresh.light is Light.DARK:
                return replace(view, counts=view.counts * 0, reading=fresh, is_clear=False)
            view = _counted(view, fresh, readable & ~latched)
        doubtful = view.disputed & ~self._stands(view.counts, view.disputed)
        places = Places(layout, changed, latched, doubtful)
        return replace(view, reading=merged(view.reading, fresh, places))

    def _stands(self, counts: Ints, disputed: Flags) -> Flags:
        """Mark the places that have been read alike often enough, which is more often after a dispute."""
        return np.asarray(counts >= self._readings * np.where(disputed, _AFTER_DISPUTE, 1))

    def _cleared(self, view: _View, cells: Floats, now: float) -> _View:
        """Note how the panel looks when nobody reaches over it, and tell near whom not to believe a die."""
        layout = view.panel.layout
        reading = replace(view.reading, moving=view.reading.moving | named(layout, view.near))
        stands = self._stands(view.counts, view.disputed) | _are_markers(layout)
        settled = now > view.changed_at and bool(stands.all())
        if not settled or reading.covered or view.arms_since is not None:
            return replace(view, reading=reading, is_clear=view.is_clear and now > view.changed_at)
        dice = dice_mm(reading)
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


def _counted(view: _View, fresh: BoardReading, readable: Flags) -> _View:
    """Count how often in a row each place has been read alike."""
    layout = view.panel.layout
    other = np.zeros_like(readable)
    if view.last is not None:
        said = differ(view.last, fresh, layout)
        other[: len(said)] = said
    other &= readable & (view.counts > 0)
    counts = np.where(other, 1, view.counts + readable)
    return replace(view, counts=counts, disputed=view.disputed | other, last=fresh)


def _still(reading: BoardReading) -> BoardReading:
    return replace(reading, moving=frozenset())


def _reached(view: _View, cells: Floats, now: float) -> _View:
    """Look who reaches over the panel, and where; what has long been still becomes a part of the table."""
    clearing, white = view.clearing, view.mesh.white
    if clearing is None:
        return view
    arms, faint = clearing.arms(cells, white, dice_mm(view.reading))
    if not faint.any():
        return replace(view, arms_since=None, near=np.zeros_like(view.near))
    still = view.arms_since
    still = still.after(cells, white, now) if still is not None else Stillness.from_now_on(cells, now)
    covered = np.array([name in view.reading.covered for name in names_of(view.panel.layout)])
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

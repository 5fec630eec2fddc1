"""What is told of each place of a panel: kept, read anew, withheld, or doubted where readings disagree."""

from dataclasses import dataclass, replace

import numpy as np

from vision.image import Point
from vision.layout import BoardLayout
from vision.readings import BoardReading, DieReading, Reason, Status
from vision.swatches import Flags


@dataclass(frozen=True, slots=True)
class Places:
    """What is known of the places of a layout."""

    layout: BoardLayout
    changed: Flags
    """Those that look otherwise than they did."""
    latched: Flags
    """Those whose answer stands."""
    doubtful: Flags
    """Those that have not always been read alike while they looked the same."""


def named(layout: BoardLayout, flags: Flags) -> frozenset[str]:
    """Name the spaces and token spots that are marked; what comes after them has no name."""
    names = names_of(layout)
    return frozenset(name for name, flag in zip(names, flags[: len(names)], strict=True) if flag)


def differ(one: BoardReading, other: BoardReading, layout: BoardLayout) -> Flags:
    """Mark the spaces and token spots of which two readings say different things."""
    pairs = zip(_answers(one, layout), _answers(other, layout), strict=True)
    return np.array([first != second for first, second in pairs])


def _answers(reading: BoardReading, layout: BoardLayout) -> list[object]:
    dice = {die.space: (die.colour, die.value if die.is_read else None) for die in reading.dice}
    return [(dice.get(name), name in reading.covered, name in reading.tokens) for name in names_of(layout)]


def merged(before: BoardReading, fresh: BoardReading | None, places: Places) -> BoardReading:
    """Keep what stands, take what was read anew, and leave out what has just changed."""
    doubted, moving, kept = (
        named(places.layout, flags) for flags in (places.doubtful, places.changed, places.latched)
    )
    unsaid = named(places.layout, ~places.changed & ~places.latched)
    if fresh is None:
        kept, new, fresh = kept | unsaid, frozenset[str](), before
    else:
        new = unsaid
    return BoardReading(
        before.panel,
        tuple(die for die in before.dice if die.space in kept)
        + tuple(_doubted(die) if die.space in doubted else die for die in fresh.dice if die.space in new),
        (before.covered & kept) | (fresh.covered & new),
        (before.tokens & kept) | (fresh.tokens & new),
        fresh.light,
        moving,
    )


def dice_mm(reading: BoardReading) -> tuple[Point, ...]:
    """Return where dice were read; what cannot be read may be a hand."""
    return tuple(die.centre_mm for die in reading.dice if die.is_read and die.centre_mm is not None)


def names_of(layout: BoardLayout) -> list[str]:
    """Name all spaces, then all token spots, in the layout's order."""
    return [space.name for space in layout.spaces] + [spot.name for spot in layout.token_spots]


def _doubted(die: DieReading) -> DieReading:
    """Offer no value of a die that was not always read alike."""
    return replace(die, value=None, status=Status.UNSURE, reason=die.reason or Reason.PIPS)

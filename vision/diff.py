"""What happened between two boards that held still."""

from dataclasses import dataclass

from vision.readings import DieReading
from vision.stability import StableBoard


@dataclass(frozen=True, slots=True)
class BoardChange:
    """The difference between two boards; every part is sorted by space."""

    placed: tuple[DieReading, ...] = ()
    """Dice read now in spaces where none was read before."""
    removed: tuple[DieReading, ...] = ()
    """Dice that were read before, from spaces where now nothing lies."""
    changed: tuple[tuple[DieReading, DieReading], ...] = ()
    """Before and after, where a space holds another die, or the same one with another value."""
    unsure: tuple[DieReading, ...] = ()
    """Dice lying there now that cannot be read: a question, not a change."""

    def __bool__(self) -> bool:
        """Say whether anything was placed, removed or changed."""
        return bool(self.placed or self.removed or self.changed)


def diff(before: StableBoard | None, after: StableBoard) -> BoardChange:
    """Compare two boards; with nothing known before, every die read now counts as placed."""
    old = before.read if before is not None else {}
    new, unsure = after.read, after.unsure
    return BoardChange(
        placed=tuple(new[space] for space in sorted(new.keys() - old.keys())),
        removed=tuple(old[space] for space in sorted(old.keys() - new.keys() - unsure.keys())),
        changed=tuple(
            (old[space], new[space])
            for space in sorted(old.keys() & new.keys())
            if _differ(old[space], new[space])
        ),
        unsure=tuple(unsure[space] for space in sorted(unsure)),
    )


def _differ(before: DieReading, after: DieReading) -> bool:
    return (before.colour, before.value) != (after.colour, after.value)

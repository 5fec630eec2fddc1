"""The whole panel of one game: which spaces are in play, and whether a die may lie in one of them."""

from collections.abc import Iterable, Mapping, Sequence

from rules.game import Violation
from rules.skyteam.actions import PlaceDie
from rules.skyteam.spaces import FACES, Space
from rules.skyteam.state import Role, State
from rules.skyteam.system import System

__all__ = ["Panel"]

COFFEE_CHANGES = (0, -1, 1, -2, 2, -3, 3)
"""What coffee can do to a die, cheapest first: two more with each of at most three tokens (ST-COF-1)."""


class Panel:
    """The spaces that the systems of a game bring along, and the rules common to all placements."""

    def __init__(self, systems: Sequence[System]) -> None:
        self.spaces: Mapping[str, Space] = {
            space.name: space for system in systems for space in system.spaces()
        }
        self.owners: Mapping[str, System] = {
            space.name: system for system in systems for space in system.spaces()
        }
        self.mandatory = frozenset(space.name for space in self.spaces.values() if space.mandatory)
        self._blockers = [system for system in systems if type(system).blocks is not System.blocks]
        # Asked for every die of every game: all answers are made once, only what lies there is looked up.
        self._choices = {
            (role, shown, coffee): tuple(self._choices_of(role, shown, coffee))
            for role in Role
            for shown in FACES
            for coffee in range(4)
        }

    def _choices_of(
        self, role: Role, shown: int, coffee: int
    ) -> Iterable[tuple[str, System | None, Sequence[PlaceDie]]]:
        """Everything this die could ever be, by space, with the system to ask where a space can be closed."""
        changed = [shown + by for by in COFFEE_CHANGES[: 2 * coffee + 1]]
        for space in self.spaces.values():
            if space.role in (role, None):
                owner = self.owners[space.name]
                can_close = type(owner).closed is not System.closed
                dice = tuple(
                    PlaceDie(role, shown, value, space.name) for value in changed if value in space.values
                )
                if dice:
                    yield space.name, owner if can_close else None, dice

    def refusal(self, state: State, role: Role | None, value: int, space: str) -> Violation | None:
        """Why a die of this value may not lie in this space, first reason first (section 22, item 8).

        No role stands for a die that may lie in spaces of any colour (ST-SYN-2).
        """
        entry = self.spaces.get(space)
        if entry is None:
            return Violation("ST-SPACE-1", f"{space} is not in this game")
        if role is not None and entry.role not in (role, None):
            return Violation("ST-SPACE-2", f"{entry.label} is for the {entry.role}")
        if state.value_in(space) is not None:
            return Violation("ST-SPACE-3", f"{entry.label} is taken")
        if closed := self.owners[space].closed(state, space, value):
            return closed
        return None if value in entry.values else entry.wrong_value

    def placements(self, state: State, role: Role, shown: int) -> list[PlaceDie]:
        """Every way to lay a die that shows `shown` now, coffee included; whose turn it is is not asked."""
        taken = {die.space for die in state.placed}
        found: list[PlaceDie] = []
        for space, owner, dice in self._choices[role, shown, state.coffee]:
            if space in taken:
                continue
            if owner is None:
                found += dice
            else:
                found += [die for die in dice if owner.closed(state, space, die.played) is None]
        return found

    def blocked(self, state: State, space: str) -> str | None:
        """Why a die in this space is spent for nothing now; None when it is not blocked."""
        whys = (blocker.blocks(state, space) for blocker in self._blockers)
        return next((why for why in whys if why), None)

    def takes_plain(self, state: State, role: Role, shown: int) -> bool:
        """Whether the die has a legal space without coffee (ST-DISC-2)."""
        return bool(self.placements(state._replace(coffee=0), role, shown))

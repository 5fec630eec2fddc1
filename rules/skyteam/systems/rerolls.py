"""Reroll tokens: both roles may roll any of their dice in hand again."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, Reroll
from rules.skyteam.calls import RerollSpent, RerollTaken
from rules.skyteam.state import State
from rules.skyteam.system import System, evolve

__all__ = ["Rerolls"]


class Rerolls(System):
    """ST-RER-2 to ST-RER-4; where tokens lie is up to the altitude track."""

    slot = "rerolls"
    actions = (Reroll,)

    def offers(self, state: State) -> Iterable[Action]:
        """A held token may be spent on anyone's turn (ST-RER-3)."""
        return (Reroll(),) if state.rolled and state.rerolls else ()

    def veto(self, state: State, action: Action) -> Violation | None:
        """Only a held token can be spent (ST-RER-3)."""
        return None if state.rerolls else Violation("ST-RER-3", "no reroll token left")

    def begin(self, state: State, action: Action) -> Event:
        """The token goes back to the box; it is no turn."""
        return RerollSpent()

    @evolve(RerollTaken)
    def take(self, state: State, event: RerollTaken) -> State:
        """One token more."""
        return state._replace(rerolls=state.rerolls + 1)

    @evolve(RerollSpent)
    def spend(self, state: State, event: RerollSpent) -> State:
        """One token less."""
        return state._replace(rerolls=state.rerolls - 1)

"""Anticipation: the first player may reroll one die before the first placement."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, Anticipate
from rules.skyteam.calls import DieAnticipated
from rules.skyteam.events import RoundBegan
from rules.skyteam.state import Phase, State
from rules.skyteam.system import System, evolve

__all__ = ["Anticipation"]

DICE = 4


class Anticipation(System):
    """ST-ANT-1 to ST-ANT-4."""

    slot = "anticipation"
    actions = (Anticipate,)

    def offers(self, state: State) -> Iterable[Action]:
        """The first player, before anything else."""
        action = Anticipate(state.first)
        if state.phase is Phase.PLACEMENT and self.veto(state, action) is None:
            yield action

    def veto(self, state: State, action: Action) -> Violation | None:
        """The right role, before its first die, once a round (ST-ANT-2 to ST-ANT-4)."""
        assert isinstance(action, Anticipate)
        if action.role is not state.first:
            return Violation("ST-ANT-2", "only the first player anticipates")
        if state.dice_of(action.role) < DICE:
            return Violation("ST-ANT-3", "only before the first die")
        if state.anticipated:
            return Violation("ST-ANT-4", "once a round")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """One die is rerolled."""
        assert isinstance(action, Anticipate)
        return DieAnticipated(action.role)

    @evolve(DieAnticipated)
    def use(self, state: State, event: DieAnticipated) -> State:
        """Not again in this round (ST-ANT-4)."""
        return state._replace(anticipated=True)

    @evolve(RoundBegan)
    def renew(self, state: State, event: RoundBegan) -> State:
        """Once in every round (ST-ANT-4)."""
        return state._replace(anticipated=False)

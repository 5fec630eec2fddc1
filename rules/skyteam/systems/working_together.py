"""Working Together: once a round the roles swap a die each."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, Swap
from rules.skyteam.calls import DiceSwapped
from rules.skyteam.events import RoundBegan
from rules.skyteam.state import Phase, State
from rules.skyteam.system import System, evolve

__all__ = ["WorkingTogether"]


class WorkingTogether(System):
    """ST-WORK-1 to ST-WORK-3."""

    slot = "working together"
    actions = (Swap,)

    def offers(self, state: State) -> Iterable[Action]:
        """On anyone's turn (ST-WORK-1)."""
        if state.phase is Phase.PLACEMENT and self.veto(state, Swap()) is None:
            yield Swap()

    def veto(self, state: State, action: Action) -> Violation | None:
        """Once a round, while both have a die left (ST-WORK-2, ST-WORK-3)."""
        if state.swapped:
            return Violation("ST-WORK-2", "once a round")
        if not (state.pilot_dice and state.copilot_dice):
            return Violation("ST-WORK-3", "both need a die to swap")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """Hidden dice change hands; no turn is used."""
        return DiceSwapped()

    @evolve(DiceSwapped)
    def use(self, state: State, event: DiceSwapped) -> State:
        """Not again in this round (ST-WORK-2)."""
        return state._replace(swapped=True)

    @evolve(RoundBegan)
    def renew(self, state: State, event: RoundBegan) -> State:
        """Once in every round (ST-WORK-2)."""
        return state._replace(swapped=False)

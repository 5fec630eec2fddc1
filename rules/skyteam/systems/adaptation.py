"""Adaptation: once a game each role may turn a die upside down."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, Adapt
from rules.skyteam.calls import DieTurned
from rules.skyteam.state import Phase, Role, State
from rules.skyteam.system import System, evolve

__all__ = ["Adaptation"]


class Adaptation(System):
    """ST-ADA-1 to ST-ADA-3."""

    slot = "adaptation"
    actions = (Adapt,)

    def offers(self, state: State) -> Iterable[Action]:
        """Either role, on anyone's turn (ST-ADA-1)."""
        if state.phase is Phase.PLACEMENT:
            yield from (action for action in map(Adapt, Role) if self.veto(state, action) is None)

    def veto(self, state: State, action: Action) -> Violation | None:
        """Once a game and role, with a die left (ST-ADA-2, ST-ADA-3)."""
        assert isinstance(action, Adapt)
        if action.role in state.adapted:
            return Violation("ST-ADA-2", f"the {action.role} has adapted before")
        if not state.dice_of(action.role):
            return Violation("ST-ADA-3", f"the {action.role} has no die left")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """A hidden die shows seven minus its face."""
        assert isinstance(action, Adapt)
        return DieTurned(action.role)

    @evolve(DieTurned)
    def use(self, state: State, event: DieTurned) -> State:
        """Not again in this game (ST-ADA-2)."""
        return state._replace(adapted=(*state.adapted, event.role))

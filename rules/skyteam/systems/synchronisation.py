"""Synchronisation: gear and flaps in the same round bring the traffic die onto the panel."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, DiscardTrafficDie, PlaceTrafficDie
from rules.skyteam.calls import TrafficDieCalled
from rules.skyteam.events import DieDiscarded, DiePlaced, RoundBegan, TimeRanOut
from rules.skyteam.panel import Panel
from rules.skyteam.setup import Setup
from rules.skyteam.state import Phase, Piece, Placed, Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["Synchronisation"]

FACES = (2, 3, 4, 5)
TOGETHER = ("gear.", "flaps.")


class Synchronisation(System):
    """ST-SYN-1 to ST-SYN-6."""

    slot = "synchronisation"
    actions = (PlaceTrafficDie, DiscardTrafficDie)

    def __init__(self, setup: Setup, panel: Panel) -> None:
        super().__init__(setup)
        self.panel = panel

    def offers(self, state: State) -> Iterable[Action]:
        """Every face, with the coffee there is, in every space that takes it; else putting it away."""
        if state.phase is not Phase.SYNC:
            return
        for shown in FACES:
            for played in FACES:
                if abs(played - shown) <= state.coffee:
                    for space in self._spaces_for(state, played):
                        yield PlaceTrafficDie(Role.COPILOT, shown, played, space)
            if not self._spaces_for(state, shown):
                yield DiscardTrafficDie(Role.COPILOT, shown)

    def veto(self, state: State, action: Action) -> Violation | None:
        """The Co-Pilot, the faces, the coffee, then the space (section 22, items 4 to 8)."""
        assert isinstance(action, PlaceTrafficDie | DiscardTrafficDie)
        played = action.played if isinstance(action, PlaceTrafficDie) else action.shown
        if action.role is not Role.COPILOT:
            return Violation("ST-FLOW-3", "the copilot places the traffic die")
        if not {action.shown, played} <= set(FACES):
            return Violation("ST-SYN-4", "the traffic die is 2 to 5")
        if abs(played - action.shown) > state.coffee:
            return Violation("ST-COF-4", "not enough coffee for that")
        if isinstance(action, PlaceTrafficDie):
            return self.panel.refusal(state, None, played, action.space)
        if self._spaces_for(state, action.shown):
            return Violation("ST-SYN-6", f"a {action.shown} still fits somewhere")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """The traffic die counts as a die of its space (ST-SYN-3)."""
        match action:
            case PlaceTrafficDie(role, shown, played, space):
                return DiePlaced(Placed(space, role, shown, played, Piece.TRAFFIC_DIE))
            case DiscardTrafficDie(role, shown):
                return DieDiscarded(role, shown, Piece.TRAFFIC_DIE)
        return super().begin(state, action)

    @react(DiePlaced)
    def call_die(self, state: State, event: DiePlaced) -> Iterable[Event]:
        """A gear and a flaps space are occupied, whatever came of it; once a round (ST-SYN-1)."""
        spaces = [die.space for die in state.placed]
        if not state.traffic_die_called and all(
            any(space.startswith(panel) for space in spaces) for panel in TOGETHER
        ):
            yield TrafficDieCalled()

    @evolve(TrafficDieCalled)
    def wait_for_die(self, state: State, event: TrafficDieCalled) -> State:
        """It must be placed before anything else (ST-SYN-1)."""
        return state._replace(traffic_die_called=True, traffic_die_due=True)

    @evolve(DiePlaced)
    def let_go(self, state: State, event: DiePlaced) -> State:
        """The traffic die is done with."""
        return state._replace(traffic_die_due=False) if event.die.piece is Piece.TRAFFIC_DIE else state

    @evolve(DieDiscarded)
    def put_away(self, state: State, event: DieDiscarded) -> State:
        """The traffic die leaves the table."""
        return state._replace(traffic_die_due=False) if event.piece is Piece.TRAFFIC_DIE else state

    @evolve(TimeRanOut)
    def lose(self, state: State, event: TimeRanOut) -> State:
        """A waiting traffic die is lost (ST-RT-2)."""
        return state._replace(traffic_die_due=False)

    @evolve(RoundBegan)
    def renew(self, state: State, event: RoundBegan) -> State:
        """Once in every round (ST-SYN-1)."""
        return state._replace(traffic_die_called=False)

    def _spaces_for(self, state: State, value: int) -> list[str]:
        return [space for space in self.panel.spaces if not self.panel.refusal(state, None, value, space)]

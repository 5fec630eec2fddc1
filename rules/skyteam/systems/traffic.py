"""Traffic: black dice bring more planes onto the approach track."""

from collections.abc import Iterable
from itertools import product

from rules.game import Event, Violation
from rules.skyteam.actions import Action, RollTraffic
from rules.skyteam.calls import PlaneSighted, TrafficCalled
from rules.skyteam.events import RoundBegan, TrafficRolled
from rules.skyteam.state import Phase, State
from rules.skyteam.system import System, evolve, react

__all__ = ["Traffic"]

TRAFFIC_FACES = (2, 3, 4, 5)
"""The die shows 2, 3, 3, 4, 4, 5 (ST-TRAF-3)."""
MOST_PLANES = 12


class Traffic(System):
    """ST-TRAF-1 to ST-TRAF-4 and ST-SET-4."""

    slot = "traffic"
    actions = (RollTraffic,)

    def offers(self, state: State) -> Iterable[Action]:
        """Every roll of as many dice as are due."""
        if state.phase is Phase.TRAFFIC:
            yield from map(RollTraffic, product(TRAFFIC_FACES, repeat=state.traffic_due))

    def veto(self, state: State, action: Action) -> Violation | None:
        """As many dice as icons, with the faces they have (ST-TRAF-2, ST-TRAF-3)."""
        assert isinstance(action, RollTraffic)
        if len(action.dice) != state.traffic_due:
            return Violation("ST-TRAF-2", f"{state.traffic_due} traffic dice are due")
        if not set(action.dice) <= set(TRAFFIC_FACES):
            return Violation("ST-TRAF-3", "the traffic die shows 2 to 5")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """The dice lie open."""
        assert isinstance(action, RollTraffic)
        return TrafficRolled(action.dice)

    @react(RoundBegan)
    def call_dice(self, state: State, event: RoundBegan) -> Iterable[Event]:
        """One die for each icon of the space, round after round (ST-TRAF-1, ST-TRAF-4)."""
        if icons := self.setup.scenario.traffic[state.position - 1]:
            yield TrafficCalled(icons)

    @evolve(TrafficCalled)
    def wait_for_dice(self, state: State, event: TrafficCalled) -> State:
        """No briefing before they are rolled."""
        return state._replace(traffic_due=event.count)

    @evolve(TrafficRolled)
    def take_dice_up(self, state: State, event: TrafficRolled) -> State:
        """Nothing is due any more."""
        return state._replace(traffic_due=0)

    @react(TrafficRolled)
    def sight_planes(self, state: State, event: TrafficRolled) -> Iterable[Event]:
        """A 2 is the next space; beyond the airport is the airport; the box holds twelve (ST-TRAF-1)."""
        room = MOST_PLANES - sum(state.planes)
        for die in event.dice[: max(room, 0)]:
            yield PlaneSighted(min(state.position + die - 1, len(state.planes)))

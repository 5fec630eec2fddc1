"""The approach track: the plane flies toward the airport, other planes are in the way."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import PlaneSighted, TrafficCleared
from rules.skyteam.events import (
    AdvanceOrdered,
    Descended,
    GameBegan,
    Lost,
    PlaneAdvanced,
    SpeedSet,
)
from rules.skyteam.state import State
from rules.skyteam.system import System, evolve, react

__all__ = ["Approach"]


class Approach(System):
    """ST-SET-3, ST-ENG-3 to ST-ENG-5, ST-END-7 and ST-END-8."""

    slot = "approach"

    @evolve(GameBegan)
    def set_up(self, state: State, event: GameBegan) -> State:
        """The plane is on space 1, the others where the scenario has them (ST-SET-3)."""
        return state._replace(position=1, planes=self.setup.scenario.planes)

    @react(SpeedSet)
    def fly(self, state: State, event: SpeedSet) -> Iterable[Event]:
        """The markers tell how far the speed carries; in the final round it does not (ST-ENG-3, ST-FIN-1)."""
        spaces = (event.value > state.blue) + (event.value > state.orange)
        if spaces and not state.is_final_round:
            yield AdvanceOrdered(spaces)

    @react(AdvanceOrdered)
    def step(self, state: State, event: AdvanceOrdered) -> Iterable[Event]:
        """A plane on the space being left, then the airport, are in the way (ST-ENG-4, ST-ENG-5)."""
        if state.planes[state.position - 1]:
            yield Lost("collision")
        elif state.position == len(state.planes):
            yield Lost("overshoot")
        else:
            yield PlaneAdvanced(state.position + 1)
            if event.spaces > 1:
                yield AdvanceOrdered(event.spaces - 1)

    @evolve(PlaneAdvanced)
    def move(self, state: State, event: PlaneAdvanced) -> State:
        """One space nearer to the airport."""
        return state._replace(position=event.position)

    @evolve(TrafficCleared)
    def clear(self, state: State, event: TrafficCleared) -> State:
        """One plane goes back to the box (ST-SET-4, ST-RAD-2)."""
        return _with_planes(state, event.position, -1)

    @evolve(PlaneSighted)
    def sight(self, state: State, event: PlaneSighted) -> State:
        """One plane more is in the way; penguins are planes too (ST-SET-4, ST-PENG-1)."""
        return _with_planes(state, event.position, +1)

    @react(Descended)
    def touch_ground(self, state: State, event: Descended) -> Iterable[Event]:
        """On the ground, but not at the airport (ST-END-7)."""
        if event.altitude == 0 and state.position < len(state.planes):
            yield Lost("crash-short")

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs an empty sky."""
        return ("planes",) if any(state.planes) else ()


def _with_planes(state: State, position: int, more: int) -> State:
    planes = list(state.planes)
    planes[position - 1] += more
    return state._replace(planes=tuple(planes))

"""The brakes: three switches of the Pilot, one after the other, for the runway."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.events import NoEffect, SpeedJudged, SpeedSet, SwitchSet
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["Brakes"]

VALUES = {"brakes.1": (2,), "brakes.2": (4,), "brakes.3": (6,)}


class Brakes(System):
    """ST-BRK-1 to ST-BRK-5 and ST-FIN-2."""

    slot = "brakes"

    def spaces(self) -> Iterable[Space]:
        """Exactly 2, 4, 6 (ST-BRK-3)."""
        return (Space(name, Role.PILOT, values, "ST-BRK-3") for name, values in VALUES.items())

    def closed(self, state: State, space: str, value: int) -> Violation | None:
        """Out of order is illegal (ST-BRK-2)."""
        number = list(VALUES).index(space) + 1
        if number > 1 and not state.brake_switches[number - 2]:
            return Violation("ST-BRK-2", f"brake {number} needs brake {number - 1} first")
        return None

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The switch goes on, once (ST-BRK-1, ST-BRK-5)."""
        if state.brake_switches[list(VALUES).index(die.space)]:
            yield NoEffect(die.space, "brake is on already")
        else:
            yield SwitchSet(die.space)

    @evolve(SwitchSet)
    def deploy(self, state: State, event: SwitchSet) -> State:
        """The switch is green (ST-BRK-1)."""
        switches = zip(state.brake_switches, VALUES, strict=True)
        return state._replace(brake_switches=tuple(on or name == event.space for on, name in switches))

    @react(SpeedSet)
    def judge_speed(self, state: State, event: SpeedSet) -> Iterable[Event]:
        """In the final round the brakes of this moment count (ST-BRK-4, ST-FIN-2)."""
        if state.is_final_round:
            safe_speed = 2 * state.brakes
            yield SpeedJudged(event.value, state.brakes > 0 and event.value <= safe_speed)

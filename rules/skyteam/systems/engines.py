"""The engines: two dice together are the speed."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import Descended, SpeedJudged, SpeedSet
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System, evolve

__all__ = ["Engines"]


class Engines(System):
    """ST-ENG-1, ST-ENG-2, ST-ENG-7 and ST-FIN-2; what the speed does is up to those who hear of it."""

    slot = "engines"

    def spaces(self) -> Iterable[Space]:
        """One mandatory space for each role (ST-ENG-1)."""
        yield Space("engines.pilot", Role.PILOT, mandatory=True)
        yield Space("engines.copilot", Role.COPILOT, mandatory=True)

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The second die sets the speed (ST-ENG-2)."""
        pilot, copilot = state.value_in("engines.pilot"), state.value_in("engines.copilot")
        if pilot is not None and copilot is not None:
            yield SpeedSet(pilot + copilot, pilot, copilot)

    @evolve(SpeedSet)
    def show_speed(self, state: State, event: SpeedSet) -> State:
        """The speed is known until the round ends."""
        return state._replace(speed=event.value)

    @evolve(Descended)
    def forget_speed(self, state: State, event: Descended) -> State:
        """A new round has no speed yet (ST-ENG-7)."""
        return state._replace(speed=None)

    @evolve(SpeedJudged)
    def keep_judgement(self, state: State, event: SpeedJudged) -> State:
        """Brakes deployed later do not help (ST-FIN-2)."""
        return state._replace(speed_is_safe=event.is_safe)

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs a speed that the brakes could hold."""
        return () if state.speed_is_safe else ("speed",)

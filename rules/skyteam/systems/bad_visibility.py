"""Bad visibility: half the dice are set aside and come in one by one."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import DiceCalled, Task
from rules.skyteam.events import DiceRolled, TurnTaken
from rules.skyteam.scenario import Weather
from rules.skyteam.state import Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["BadVisibility"]

SET_ASIDE = 2
POOR = (Weather.BAD_VISIBILITY, Weather.STORM)


class BadVisibility(System):
    """ST-WX-3, and the dice set aside of ST-WX-4."""

    slot = "bad visibility"

    @evolve(DiceRolled)
    def set_aside(self, state: State, event: DiceRolled) -> State:
        """Each role rolls two dice and sets two aside (ST-WX-3)."""
        aside = SET_ASIDE if self.setup.scenario.at(state.altitude).weather in POOR else 0
        return state._replace(pilot_aside=aside, copilot_aside=aside)

    @react(TurnTaken)
    def call_die(self, state: State, event: TurnTaken) -> Iterable[Event]:
        """After each of its next two turns a role rolls one of them into its hand (ST-WX-3)."""
        if state.dice_of(event.role) > state.hand_of(event.role):
            yield DiceCalled(event.role, Task.BRING_IN, 1)

    @evolve(DiceCalled)
    def bring_in(self, state: State, event: DiceCalled) -> State:
        """It is in hand now."""
        if event.task is not Task.BRING_IN:
            return state
        if event.role is Role.PILOT:
            return state._replace(pilot_aside=state.pilot_aside - event.count)
        return state._replace(copilot_aside=state.copilot_aside - event.count)

"""Turbulence: no hand stays what it is."""

from collections.abc import Iterable
from typing import ClassVar

from rules.game import Event
from rules.skyteam.calls import DiceCalled, Task
from rules.skyteam.events import TurnTaken
from rules.skyteam.scenario import Weather
from rules.skyteam.state import Role, State
from rules.skyteam.system import System, react

__all__ = ["Turbulence"]


class Turbulence(System):
    """ST-WX-2 and the rerolls of ST-WX-4; it must hear of a turn after dice were brought in."""

    slot = "turbulence"
    variants: ClassVar = {"turbulence": ("placer", "both")}

    @react(TurnTaken)
    def shake(self, state: State, event: TurnTaken) -> Iterable[Event]:
        """The role that has placed rerolls its hand, or both do (ST-WX-2, ST-WX-4)."""
        for role in self._shaken(self.setup.scenario.at(state.altitude).weather, event.role):
            if hand := state.hand_of(role):
                yield DiceCalled(role, Task.REROLL, hand)

    def _shaken(self, weather: Weather, placer: Role) -> Iterable[Role]:
        match weather:
            case Weather.TURBULENCE if self.setup.has_variant("turbulence", "both"):
                return Role
            case Weather.TURBULENCE | Weather.STORM:
                return (placer,)
        return ()

"""Kerosene leak: the more the engines differ, the more is lost."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import KeroseneBurned
from rules.skyteam.events import SpeedSet
from rules.skyteam.state import State
from rules.skyteam.system import System, react

__all__ = ["KeroseneLeak"]


class KeroseneLeak(System):
    """ST-LEAK-1; the strip itself is a system of its own."""

    slot = "kerosene leak"

    @react(SpeedSet)
    def leak(self, state: State, event: SpeedSet) -> Iterable[Event]:
        """The difference of the engine dice and one more, before the plane moves (ST-LEAK-1, ST-ENG-6)."""
        by = abs(event.pilot - event.copilot) + 1
        yield KeroseneBurned(by, (state.kerosene or 0) - by)

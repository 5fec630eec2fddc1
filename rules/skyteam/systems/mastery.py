"""Mastery: engines in step are worth a reroll."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import RerollTaken
from rules.skyteam.events import SpeedSet
from rules.skyteam.state import State
from rules.skyteam.system import System, react

__all__ = ["Mastery"]

TOKENS = 3
"""Held, on the altitude track still to come, and in the box (ST-RER-2)."""


class Mastery(System):
    """ST-MAS-1."""

    slot = "mastery"

    @react(SpeedSet)
    def earn(self, state: State, event: SpeedSet) -> Iterable[Event]:
        """Two equal engine dice take a token from the box, if one is there (ST-MAS-1)."""
        to_come = sum(space.reroll for space in self.setup.scenario.track if space.altitude < state.altitude)
        if event.pilot == event.copilot and state.rerolls + to_come < TOKENS:
            yield RerollTaken()

"""Turns: some spaces of the approach track may only be left with the right tilt."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import AdvanceOrdered, Lost
from rules.skyteam.state import State
from rules.skyteam.system import System, react

__all__ = ["Turns"]


class Turns(System):
    """ST-BEND-1."""

    slot = "turns"

    @react(AdvanceOrdered)
    def bank(self, state: State, event: AdvanceOrdered) -> Iterable[Event]:
        """Checked for every space being left, before anything else there (ST-ENG-4)."""
        allowed = self.setup.scenario.turns[state.position - 1]
        if allowed and state.axis not in allowed:
            yield Lost("turn")

"""The radio: sends planes on the approach track away."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import TrafficCleared
from rules.skyteam.events import NoEffect
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System

__all__ = ["Radio"]


class Radio(System):
    """ST-RAD-1 to ST-RAD-3."""

    slot = "radio"

    def spaces(self) -> Iterable[Space]:
        """One space for the Pilot, two for the Co-Pilot (ST-RAD-1)."""
        yield Space("radio.pilot", Role.PILOT)
        yield Space("radio.copilot.1", Role.COPILOT)
        yield Space("radio.copilot.2", Role.COPILOT)

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """A 1 calls the plane's own space, a 2 the next one, and so on (ST-RAD-2, ST-RAD-3)."""
        position = state.position + die.value - 1
        if position > len(state.planes):
            yield NoEffect(die.space, "beyond the airport")
        elif state.planes[position - 1] == 0:
            yield NoEffect(die.space, "no plane there")
        else:
            yield TrafficCleared(position)

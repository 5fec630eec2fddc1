"""The axis: two dice against each other tilt the plane."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import AxisTilted, Lost
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["Axis"]

SPIN = 3
"""So far to either side, and the plane spins."""


class Axis(System):
    """ST-AXIS-1 to ST-AXIS-5."""

    slot = "axis"

    def spaces(self) -> Iterable[Space]:
        """One mandatory space for each role (ST-AXIS-1)."""
        yield Space("axis.pilot", Role.PILOT, mandatory=True)
        yield Space("axis.copilot", Role.COPILOT, mandatory=True)

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The second die tilts the axis by the difference (ST-AXIS-2)."""
        pilot, copilot = state.value_in("axis.pilot"), state.value_in("axis.copilot")
        if pilot is not None and copilot is not None:
            by = copilot - pilot
            yield AxisTilted(by, state.axis + by)

    @evolve(AxisTilted)
    def tilt(self, state: State, event: AxisTilted) -> State:
        """The marker stays where it is from round to round (ST-AXIS-4)."""
        return state._replace(axis=event.now)

    @react(AxisTilted)
    def spin(self, state: State, event: AxisTilted) -> Iterable[Event]:
        """Too far over, in any round (ST-AXIS-3)."""
        if abs(state.axis) >= SPIN:
            yield Lost("spin")

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs a level plane."""
        return () if state.axis == 0 else ("axis",)

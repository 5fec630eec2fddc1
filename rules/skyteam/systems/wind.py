"""The wind: the tilt turns the plane in it, and it makes the plane faster or slower."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import AxisTilted, GameBegan, SpeedSet, WindTurned
from rules.skyteam.state import State
from rules.skyteam.state import Wind as WindNow
from rules.skyteam.system import System, evolve, modify, react

__all__ = ["Wind"]

RING = (3, 3, 2, 2, 1, 0, -1, -2, -2, -3, -3, -3, -2, -2, -1, 0, 1, 2, 2, 3)
"""From the start toward the Co-Pilot (ST-WIND-1)."""


class Wind(System):
    """ST-WIND-1 to ST-WIND-3."""

    slot = "wind"

    @react(GameBegan)
    def blow(self, state: State, event: GameBegan) -> Iterable[Event]:
        """The ring begins at its start."""
        yield WindTurned(RING[0], 0)

    @react(AxisTilted)
    def turn(self, state: State, event: AxisTilted) -> Iterable[Event]:
        """As far as the axis is tilted now, also by nothing (ST-WIND-2)."""
        if state.wind is not None:
            position = (state.wind.position + state.axis) % len(RING)
            yield WindTurned(RING[position], position)

    @evolve(WindTurned)
    def show(self, state: State, event: WindTurned) -> State:
        """What it adds to the speed from now on."""
        return state._replace(wind=WindNow(event.position, event.value))

    @modify(SpeedSet)
    def push(self, state: State, value: int) -> int:
        """The wind of this moment, in the final round too (ST-WIND-3)."""
        return value + (state.wind.value if state.wind else 0)

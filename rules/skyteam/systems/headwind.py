"""Head-on wind: the same ring, but it blows from the front."""

from rules.skyteam.events import WindTurned
from rules.skyteam.state import State
from rules.skyteam.system import System, modify

__all__ = ["Headwind"]


class Headwind(System):
    """ST-WIND-4."""

    slot = "headwind"

    @modify(WindTurned)
    def reverse(self, state: State, value: int) -> int:
        """Every value of the ring is negated (ST-WIND-4)."""
        return -value

"""Control: a steady axis leaves time for coffee."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import AxisTilted, CoffeeGained
from rules.skyteam.state import State
from rules.skyteam.system import System, react

__all__ = ["Control"]


class Control(System):
    """ST-CTL-1."""

    slot = "control"

    @react(AxisTilted)
    def pour(self, state: State, event: AxisTilted) -> Iterable[Event]:
        """Two equal axis dice are worth a coffee (ST-CTL-1)."""
        if event.by == 0:
            yield CoffeeGained(1, self.slot)

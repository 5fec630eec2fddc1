"""Concentration: any die there is a cup of coffee."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import CoffeeGained, NoEffect
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, State
from rules.skyteam.system import System, evolve, modify, react

__all__ = ["Concentration"]

SPACES = ("concentration.1", "concentration.2", "concentration.3")
MOST_COFFEE = 3


class Concentration(System):
    """ST-CON-1 and ST-CON-2; how coffee is spent is part of placing."""

    slot = "concentration"

    def spaces(self) -> Iterable[Space]:
        """Three spaces, either role, any value (ST-CON-1)."""
        return (Space(name, None, takes_tokens=False) for name in SPACES)

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """One coffee at once (ST-CON-1)."""
        yield CoffeeGained(1, die.space)

    @modify(CoffeeGained)
    def no_more_than_three(self, state: State, value: int) -> int:
        """A fourth coffee is not gained (ST-CON-2)."""
        return min(value, MOST_COFFEE - state.coffee)

    @evolve(CoffeeGained)
    def pour(self, state: State, event: CoffeeGained) -> State:
        """Coffee is common to both and kept from round to round (ST-COF-2)."""
        return state._replace(coffee=state.coffee + event.value)

    @react(CoffeeGained)
    def say_so(self, state: State, event: CoffeeGained) -> Iterable[Event]:
        """A die for no coffee is spent all the same (ST-SPACE-5)."""
        if event.value == 0 and event.source in SPACES:
            yield NoEffect(event.source, "no more coffee")

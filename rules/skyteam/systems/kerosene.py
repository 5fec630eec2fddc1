"""Kerosene: a die a round says how much is burned; without one it is six."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import KeroseneBurned
from rules.skyteam.events import RoundEnded
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, State
from rules.skyteam.system import System, react

__all__ = ["Kerosene"]

SPACE = "kerosene"
BURNED_IDLE = 6


class Kerosene(System):
    """ST-KER-1 to ST-KER-3 and ST-END-2; the strip itself is a system of its own."""

    slot = "kerosene"

    def spaces(self) -> Iterable[Space]:
        """One space, either role, any value (ST-KER-1)."""
        yield Space(SPACE, None)

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The die says how much is burned, at once (ST-KER-2)."""
        yield _burned(state, die.value)

    @react(RoundEnded)
    def idle(self, state: State, event: RoundEnded) -> Iterable[Event]:
        """Nobody has minded the fuel in this round (ST-KER-3)."""
        if state.value_in(SPACE) is None:
            yield _burned(state, BURNED_IDLE)


def _burned(state: State, by: int) -> KeroseneBurned:
    return KeroseneBurned(by, (state.kerosene or 0) - by)

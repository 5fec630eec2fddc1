"""Real time: a clock runs from the roll."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.actions import Action, TimeUp
from rules.skyteam.calls import ClockStarted
from rules.skyteam.events import DiceRolled, PlacingEnded, TimeRanOut
from rules.skyteam.state import State
from rules.skyteam.system import System, react

__all__ = ["RealTime"]

SECONDS = 60


class RealTime(System):
    """ST-RT-1 and ST-RT-2; the clock itself is outside, its end is an action."""

    slot = "real time"
    actions = (TimeUp,)

    def offers(self, state: State) -> Iterable[Action]:
        """Time can run out at any moment after the roll."""
        return (TimeUp(),) if state.rolled else ()

    def begin(self, state: State, action: Action) -> Event:
        """The clock has run out."""
        return TimeRanOut()

    @react(DiceRolled)
    def start(self, state: State, event: DiceRolled) -> Iterable[Event]:
        """Sixty seconds from the roll (ST-RT-1)."""
        yield ClockStarted(SECONDS)

    @react(TimeRanOut)
    def end_placing(self, state: State, event: TimeRanOut) -> Iterable[Event]:
        """The round ends at once; dice not placed are lost (ST-RT-2)."""
        yield PlacingEnded()

"""The altitude track: round after round a thousand feet lower."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import RerollTaken
from rules.skyteam.events import Descended, GameBegan, RoundBegan, RoundEnded
from rules.skyteam.setup import Setup
from rules.skyteam.state import State
from rules.skyteam.system import System, evolve, react

__all__ = ["Altitude"]

STEP_FEET = 1000


class Altitude(System):
    """ST-RND-1, ST-RND-2, ST-RER-1, ST-END-6 and ST-END-8."""

    slot = "altitude"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.scenario = setup.scenario

    @react(GameBegan)
    def begin_first_round(self, state: State, event: GameBegan) -> Iterable[Event]:
        """Round 1 is played at the start altitude (ST-RND-1)."""
        yield self._round_at(1, self.scenario.start_altitude)

    @react(RoundEnded)
    def descend(self, state: State, event: RoundEnded) -> Iterable[Event]:
        """A thousand feet down and, unless that was the end, the next round (ST-END-6, ST-END-8)."""
        altitude = state.altitude - STEP_FEET
        yield Descended(altitude)
        yield self._round_at(event.round + 1, altitude)

    def _round_at(self, number: int, altitude: int) -> RoundBegan:
        return RoundBegan(number, altitude, self.scenario.at(altitude).first)

    @evolve(Descended)
    def move_marker(self, state: State, event: Descended) -> State:
        """The plane has come down."""
        return state._replace(altitude=event.altitude)

    @evolve(RoundBegan)
    def name_first(self, state: State, event: RoundBegan) -> State:
        """The track names the first player (ST-RND-2)."""
        return state._replace(round=event.round, altitude=event.altitude, first=event.first)

    @react(RoundBegan)
    def take_reroll(self, state: State, event: RoundBegan) -> Iterable[Event]:
        """The token of this space is taken first of all (ST-RND-3, ST-RER-1)."""
        if self.scenario.at(event.altitude).reroll:
            yield RerollTaken()

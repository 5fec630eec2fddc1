"""The end of a round, and of the flight."""

from collections.abc import Iterable, Sequence

from rules.game import Event, Outcome
from rules.skyteam.events import CONDITIONS, DieDiscarded, DiePlaced, Landed, Lost, PlacingEnded, RoundEnded
from rules.skyteam.setup import Setup
from rules.skyteam.state import Phase, Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["Landing", "Rounds"]


class Rounds(System):
    """A round ends by itself (ST-RND-7) and is looked over (ST-END-1)."""

    slot = "rounds"

    def __init__(self, setup: Setup, mandatory: frozenset[str]) -> None:
        super().__init__(setup)
        self.mandatory = mandatory

    @react(DiePlaced, DieDiscarded)
    def end_placing(self, state: State, event: Event) -> Iterable[Event]:
        """Nobody has a die left to place, and nothing else waits to be placed (ST-RND-7)."""
        if state.phase is Phase.PLACEMENT and not any(map(state.may_place, Role)):
            yield PlacingEnded()

    @react(PlacingEnded)
    def end(self, state: State, event: PlacingEnded) -> Iterable[Event]:
        """An empty mandatory space loses the flight; any piece on it counts (ST-END-1)."""
        if self.mandatory <= {die.space for die in state.placed}:
            yield RoundEnded(state.round)
        else:
            yield Lost("mandatory-missing")


class Landing(System):
    """The end of the final round: everything must be right (ST-FIN-3 to ST-FIN-6)."""

    slot = "landing"

    def __init__(self, setup: Setup, cockpit: Sequence[System]) -> None:
        super().__init__(setup)
        self.cockpit = cockpit

    @react(RoundEnded)
    def judge(self, state: State, event: RoundEnded) -> Iterable[Event]:
        """Too fast is an overrun, whatever else is missing (ST-FIN-5)."""
        if not state.is_final_round:
            return
        missing = {condition for system in self.cockpit for condition in system.unmet(state)}
        unmet = tuple(condition for condition in CONDITIONS if condition in missing)
        if unmet:
            yield Lost("runway-overrun" if "speed" in unmet else "landing-failed", unmet)
        else:
            yield Landed()

    @evolve(Lost)
    def lose(self, state: State, event: Lost) -> State:
        """The game is over at once (section 15)."""
        return state._replace(outcome=Outcome(False, event.reason, event.unmet))

    @evolve(Landed)
    def win(self, state: State, event: Landed) -> State:
        """The game is over, and won."""
        return state._replace(outcome=Outcome(True))

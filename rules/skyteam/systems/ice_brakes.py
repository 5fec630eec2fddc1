"""Ice brakes: four columns, each of two equal dice laid in the same round."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.events import GameBegan, IceColumnDone, SpeedJudged, SpeedSet
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["IceBrakes"]

COLUMNS = (1, 2, 3, 4)
SAFE_SPEEDS = (0, 2, 3, 4, 5)
"""With so many columns done; without any no speed is safe (ST-ICE-5)."""


class IceBrakes(System):
    """ST-ICE-1 to ST-ICE-5, in the place of the brakes."""

    slot = "brakes"

    def spaces(self) -> Iterable[Space]:
        """Columns 2, 3, 4, 5: one space for the Pilot, one for either (ST-ICE-1, ST-ICE-3)."""
        for column in COLUMNS:
            yield Space(f"ice.pilot.{column}", Role.PILOT, (column + 1,), "ST-ICE-3")
        for column in COLUMNS:
            yield Space(f"ice.either.{column}", None, (column + 1,), "ST-ICE-3")

    def closed(self, state: State, space: str, value: int) -> Violation | None:
        """Only the first column that is not yet done is open (ST-ICE-2)."""
        column, done = _column(space), state.ice or 0
        if column <= done:
            return Violation("ST-ICE-2", f"ice column {column} is done")
        if column > done + 1:
            return Violation("ST-ICE-2", f"ice column {done + 1} comes first")
        return None

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The second die of a round finishes the column at once (ST-ICE-4)."""
        column = _column(die.space)
        if all(state.value_in(f"ice.{half}.{column}") for half in ("pilot", "either")):
            yield IceColumnDone(column)

    @evolve(GameBegan)
    def set_up(self, state: State, event: GameBegan) -> State:
        """No column is done."""
        return state._replace(ice=0)

    @evolve(IceColumnDone)
    def finish(self, state: State, event: IceColumnDone) -> State:
        """The next column opens (ST-ICE-4)."""
        return state._replace(ice=event.column)

    @react(SpeedSet)
    def judge_speed(self, state: State, event: SpeedSet) -> Iterable[Event]:
        """In the final round the columns of this moment count (ST-ICE-5, ST-FIN-2)."""
        if state.is_final_round:
            done = state.ice or 0
            yield SpeedJudged(event.value, done > 0 and event.value <= SAFE_SPEEDS[done])

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs all columns (ST-ICE-5)."""
        return () if state.ice == len(COLUMNS) else ("ice-brakes",)


def _column(space: str) -> int:
    return int(space[-1])

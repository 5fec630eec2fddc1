"""Two people at the simulated table: they look at the companion, take dice, reach over the panel."""

from random import Random

from firmware.errors import FirmwareError
from firmware.judge import Judge
from firmware.players import choose
from firmware.snapshot import Snapshot, Task
from firmware.table import SimulatedTable
from firmware.translate import COLOUR_OF_ROLE
from hardware import SimulatedConsole
from rules.skyteam import PlaceDie, Role

__all__ = ["Crew", "TableStuck"]

PATIENCE = 20
"""Steps after which a die that got no "accepted" is laid anew."""
GIVE_UP = 20
"""How often one die is laid before the table is called stuck."""
DICE_EACH = 4


class TableStuck(FirmwareError):
    """The simulated players cannot make themselves understood: the pipeline is broken, not the game."""


class Crew:
    """Plays both seats by the rules of the table: silent, one die at a time, own dice only.

    After each die that was accepted the players think for `thinking` steps.
    """

    def __init__(
        self, judge: Judge, table: SimulatedTable, console: SimulatedConsole, seed: int, thinking: int = 0
    ) -> None:
        self.misread = 0
        """Placements that the companion took for another."""
        self._thinking = thinking
        self._rest = 0
        self._game, self._match = judge.game, judge.match
        self._table = table
        self._console = console
        self._chance = Random(seed)
        self._hands: dict[Role, list[int]] = {}
        self._meant: PlaceDie | None = None
        self._known = 0
        self._waited = 0
        self._tries = 0

    def act(self, snapshot: Snapshot) -> None:
        """Do what people would do now, seeing what the companion shows.

        Raises:
            TableStuck: a die was laid again and again and never accepted.

        """
        self._table.withdraw()
        if self._meant is not None and len(self._match.actions) > self._known:
            self.misread += self._match.actions[self._known] != self._meant
            self._meant = None
            self._rest = self._thinking
        if self._rest > 0:
            self._rest -= 1
            return
        match snapshot.task:
            case Task.TAKE_BACK:
                self._table.take_back()
            case Task.ROLL if not self._table.dice:
                self._roll()
            case Task.PLACE if self._meant is None and snapshot.cockpit.turn is not None:
                self._place(Role(snapshot.cockpit.turn))
            case Task.PLACE:
                self._wait()

    def _roll(self) -> None:
        """Roll behind the screens and press OK."""
        self._hands = {role: [self._chance.randint(1, 6) for _ in range(DICE_EACH)] for role in Role}
        self._console.press("ok")

    def _place(self, role: Role) -> None:
        hand = self._hands[role]
        self._meant = choose(self._game, self._match.state, role, hand, self._chance)
        hand.remove(self._meant.shown)
        self._known = len(self._match.actions)
        self._tries = 0
        self._lay(self._meant)

    def _wait(self) -> None:
        """Be patient, then lay the die once more, a little differently."""
        assert self._meant is not None, "nobody waits for nothing"
        self._waited += 1
        if self._waited < PATIENCE:
            return
        self._tries += 1
        if self._tries == GIVE_UP:
            raise TableStuck(
                f"{self._meant}: laid {GIVE_UP} times and never accepted; replay the record up to here"
            )
        self._table.lift(self._meant.space)
        self._lay(self._meant)

    def _lay(self, action: PlaceDie) -> None:
        self._waited = 0
        self._table.reach(action.space, "pilot" if action.role is Role.PILOT else "copilot")
        self._table.place(COLOUR_OF_ROLE[action.role], action.shown, action.space)

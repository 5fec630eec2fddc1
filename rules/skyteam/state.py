"""The position: everything the table shows and remembers, on one page.

A module that is not in the game leaves its fields at their harmless defaults. The hands are hidden:
the position knows how many dice a role has left, never what they show (ST-HID-1).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game import Outcome

__all__ = ["Phase", "Placed", "Role", "State"]


class Role(StrEnum):
    """Who sits where (ST-SET-1)."""

    PILOT = "pilot"
    COPILOT = "copilot"

    @property
    def other(self) -> "Role":
        """The one in the other seat."""
        return Role.COPILOT if self is Role.PILOT else Role.PILOT


class Phase(StrEnum):
    """What a round waits for (ST-RND-3, ST-FLOW-2)."""

    TRAFFIC = "traffic"
    ALARM = "alarm"
    BRIEFING = "briefing"
    PLACEMENT = "placement"
    INTERN = "intern"
    SYNC = "sync"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Placed:
    """A die that lies on the panel."""

    space: str
    role: Role
    """Who has placed it."""
    shown: int
    """The face that is up."""
    value: int
    """The value it counts as, coffee included."""


class State(NamedTuple):
    """A position of Sky Team.

    A named tuple and no dataclass: every event makes a new position, and `_replace` (checked by mypy)
    takes a tenth of the time of `dataclasses.replace` on so many fields.
    """

    round: int = 1
    altitude: int = 6000
    """Feet."""
    first: Role = Role.PILOT
    """The role that is first in this round."""
    briefing: bool = True
    """Whether this round has a briefing."""
    rolled: bool = False
    """Whether the dice of this round were rolled."""
    mover: Role = Role.PILOT
    """The role that places the next die."""
    pilot_dice: int = 4
    copilot_dice: int = 4
    placed: tuple[Placed, ...] = ()
    """The dice on the panel, in the order they came."""
    axis: int = 0
    """Negative: toward the Pilot."""
    speed: int | None = None
    """None until the engines have resolved in this round."""
    speed_is_safe: bool | None = None
    """Whether the brakes can hold the speed of the final round; None before it is known."""
    position: int = 1
    """Of the plane on the approach track; 1 is the first space."""
    planes: tuple[int, ...] = ()
    """Other planes, first space to airport."""
    gear: tuple[bool, ...] = (False,) * 3
    """True: the switch is green."""
    flaps: tuple[bool, ...] = (False,) * 4
    brake_switches: tuple[bool, ...] = (False,) * 3
    coffee: int = 0
    rerolls: int = 0
    """Reroll tokens held."""
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        """What the round waits for, read from what is still due."""
        if self.outcome is not None:
            return Phase.OVER
        return Phase.PLACEMENT if self.rolled else Phase.BRIEFING

    @property
    def turn(self) -> Role | None:
        """The role that must act now; None where anyone may or nobody can."""
        return self.mover if self.phase is Phase.PLACEMENT else None

    @property
    def is_final_round(self) -> bool:
        """Whether this is the round that ends with the landing (ST-RND-1)."""
        return self.altitude == 0

    @property
    def blue(self) -> int:
        """The blue speed marker: 4, one more for each gear switch (ST-GEAR-1)."""
        return 4 + sum(self.gear)

    @property
    def orange(self) -> int:
        """The orange speed marker: 8, one more for each flaps switch (ST-FLAP-1)."""
        return 8 + sum(self.flaps)

    @property
    def brakes(self) -> int:
        """Brakes deployed (ST-BRK-1)."""
        return sum(self.brake_switches)

    def dice_of(self, role: Role) -> int:
        """Dice this role has left, in hand or set aside (ST-HAND-1)."""
        return self.pilot_dice if role is Role.PILOT else self.copilot_dice

    def value_in(self, space: str) -> int | None:
        """The value of the die in this space; None when it is free."""
        for die in self.placed:
            if die.space == space:
                return die.value
        return None

"""The position: everything the table shows and remembers, on one page.

A module that is not in the game leaves its fields at their harmless defaults. The hands are hidden:
the position knows how many dice a role has left, never what they show (ST-HID-1).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game import Outcome

__all__ = ["Alarm", "AlarmFace", "Pending", "Phase", "Piece", "Placed", "Role", "State", "Wind"]


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


class Piece(StrEnum):
    """What can lie in a space."""

    DIE = "die"
    """A die of a role, blue or orange."""
    TOKEN = "intern"
    """A token of the intern's row."""
    TRAFFIC_DIE = "traffic"
    """The black die."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A die that lies on the panel, or a token that counts as one."""

    space: str
    role: Role
    """Who has placed it."""
    shown: int
    """The face that is up."""
    value: int
    """The value it counts as, coffee included."""
    piece: Piece = Piece.DIE

    def __str__(self) -> str:
        return f"{self.role if self.piece is Piece.DIE else self.piece} {self.shown}"


class AlarmFace(StrEnum):
    """How an alarm token lies (ST-ALM-1, ST-ALM-8)."""

    FACE_DOWN = "face-down"
    ACTIVE = "active"
    CLEARED = "cleared"


class Alarm(NamedTuple):
    """One alarm token."""

    token: str
    face: AlarmFace = AlarmFace.FACE_DOWN


class Pending(NamedTuple):
    """A token that was taken from the intern's row and must now be placed (ST-INT-4)."""

    role: Role
    number: int


class Wind(NamedTuple):
    """Where the wind comes from, and what it does to the speed (ST-WIND-1)."""

    position: int
    """Spaces of the ring from the start toward the Co-Pilot, 0 to 19."""
    value: int


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
    traffic_due: int = 0
    """Traffic dice to roll before the briefing."""
    alarms_due: int = 0
    """Alarm tokens to flip before the briefing."""
    alarms: tuple[Alarm, ...] | None = None
    """The alarm tokens of this game."""
    kerosene: int | None = None
    """The kerosene marker, below 0 when it is past its end."""
    wind: Wind | None = None
    intern: tuple[int, ...] | None = None
    """The tokens left in the row, left to right."""
    pending: Pending | None = None
    """The token that was just taken from the row."""
    ice: int | None = None
    """Columns of the ice brakes that are done."""
    dice_kept: int = 0
    """Dice that each role keeps behind its screen, never to place them in this round."""
    pilot_aside: int = 0
    copilot_aside: int = 0
    """Dice of this role that are set aside until they are brought in."""
    anticipated: bool = False
    """Whether Anticipation was used in this round."""
    adapted: tuple[Role, ...] = ()
    """The roles that have used Adaptation in this game."""
    swapped: bool = False
    """Whether Working Together was used in this round."""
    traffic_die_called: bool = False
    """Whether Synchronisation has come up in this round."""
    traffic_die_due: bool = False
    """Whether its die must be placed now."""
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        """What the round waits for, read from what is still due."""
        if self.outcome is not None:
            return Phase.OVER
        if not self.rolled:
            if self.traffic_due:
                return Phase.TRAFFIC
            return Phase.ALARM if self.alarms_due else Phase.BRIEFING
        if self.pending is not None:
            return Phase.INTERN
        return Phase.SYNC if self.traffic_die_due else Phase.PLACEMENT

    @property
    def turn(self) -> Role | None:
        """The role that must act now (ST-FLOW-3); None where anyone may or nobody can."""
        phase = self.phase
        if phase is Phase.PLACEMENT:
            return self.mover
        if phase is Phase.INTERN and self.pending is not None:
            return self.pending.role
        return Role.COPILOT if phase is Phase.SYNC else None

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

    def hand_of(self, role: Role) -> int:
        """Dice this role has behind its screen and may place now or later, those set aside not counted."""
        return self.dice_of(role) - (self.pilot_aside if role is Role.PILOT else self.copilot_aside)

    def may_place(self, role: Role) -> bool:
        """Whether this role has a die left to place in this round (ST-RND-6)."""
        return self.dice_of(role) > self.dice_kept

    def value_in(self, space: str) -> int | None:
        """The value of the die in this space; None when it is free."""
        for die in self.placed:
            if die.space == space:
                return die.value
        return None

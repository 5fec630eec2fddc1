"""What people must do now with their own hands, as events.

The program sees the panel only: hidden dice, tokens, markers and small aeroplanes are moved by people.
Every event here says in plain words, short enough for two lines of 21 characters, what to do.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.game import Event
from rules.skyteam.state import Role

__all__ = [
    "AlarmCleared",
    "AlarmSounded",
    "AlarmsCalled",
    "BriefingSkipped",
    "Call",
    "ClockStarted",
    "DiceCalled",
    "DiceSwapped",
    "DieAnticipated",
    "DieTurned",
    "KeroseneBurned",
    "PlaneSighted",
    "RerollSpent",
    "RerollTaken",
    "Task",
    "TokenTaken",
    "TrafficCalled",
    "TrafficCleared",
    "TrafficDieCalled",
]


class Call(Event):
    """Something has happened that people must carry out on the table."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        raise NotImplementedError


class Task(StrEnum):
    """What players do with the dice behind their screens."""

    ROLL = "roll"
    REROLL = "reroll"
    BRING_IN = "bring-in"


@dataclass(frozen=True, slots=True)
class DiceCalled(Call):
    """A role must now do this with so many hidden dice."""

    role: Role
    task: Task
    count: int

    def __str__(self) -> str:
        return f"{self.role} {self.task} {self.count}"

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"{self.role}: {self.task} {_so_many(self.count, 'die', 'dice')}"


@dataclass(frozen=True, slots=True)
class TrafficCalled(Call):
    """So many traffic dice are rolled before the briefing (ST-TRAF-1)."""

    count: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Roll {_so_many(self.count, 'traffic die', 'traffic dice')}"


@dataclass(frozen=True, slots=True)
class PlaneSighted(Call):
    """A plane has come onto this space of the approach track."""

    position: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Put an aeroplane on space {self.position}"


@dataclass(frozen=True, slots=True)
class TrafficCleared(Call):
    """A plane was sent away from this space of the approach track."""

    position: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Take an aeroplane off space {self.position}"


@dataclass(frozen=True, slots=True)
class RerollTaken(Call):
    """A reroll token was taken: from the altitude track, or from the box."""

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return "Take a reroll token"


@dataclass(frozen=True, slots=True)
class RerollSpent(Call):
    """A reroll token was spent: both roles may reroll dice in hand (ST-RER-3)."""

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return "Both: reroll any dice behind the screen"


@dataclass(frozen=True, slots=True)
class AlarmsCalled(Call):
    """So many alarm tokens are flipped before the briefing (ST-ALM-1)."""

    count: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Flip {_so_many(self.count, 'alarm', 'alarms')}"


@dataclass(frozen=True, slots=True)
class AlarmSounded(Call):
    """An alarm token lies face up: it blocks its spaces until it is reset."""

    token: str

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Put the {self.token} alarm in place"


@dataclass(frozen=True, slots=True)
class AlarmCleared(Call):
    """An alarm was reset; token and die leave the panel (ST-ALM-8)."""

    token: str

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Take die and {self.token} alarm away"


@dataclass(frozen=True, slots=True)
class KeroseneBurned(Call):
    """The kerosene marker has gone down to `now`."""

    by: int
    now: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Kerosene marker to {self.now}" if self.now >= 0 else "Kerosene marker to X"


@dataclass(frozen=True, slots=True)
class TokenTaken(Call):
    """A role has taken this token from the intern's row and must place it (ST-INT-4)."""

    role: Role
    number: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Place the intern's {self.number} now"


@dataclass(frozen=True, slots=True)
class BriefingSkipped(Call):
    """The round begins without a briefing (ST-TT-1)."""

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return "No discussion this round"


@dataclass(frozen=True, slots=True)
class ClockStarted(Call):
    """The clock runs for so many seconds (ST-RT-1)."""

    seconds: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"{self.seconds} seconds from now"


@dataclass(frozen=True, slots=True)
class TrafficDieCalled(Call):
    """Synchronisation has come up: the traffic die is rolled and placed (ST-SYN-1)."""

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return "Co-Pilot: roll and place the traffic die"


@dataclass(frozen=True, slots=True)
class DieAnticipated(Call):
    """A role rerolls one die before it places the first one (ST-ANT-1)."""

    role: Role

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"{self.role}: reroll one die"


@dataclass(frozen=True, slots=True)
class DieTurned(Call):
    """A role turns one of its dice to the opposite face (ST-ADA-1)."""

    role: Role

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"{self.role}: turn one die upside down"


@dataclass(frozen=True, slots=True)
class DiceSwapped(Call):
    """The roles swap one die each (ST-WORK-1)."""

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return "Swap one die with each other"


def _so_many(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"

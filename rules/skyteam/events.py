"""What can happen on the table, in the past tense."""

from dataclasses import dataclass
from enum import StrEnum

from rules.game import Event
from rules.skyteam.state import Placed, Role

__all__ = [
    "AdvanceOrdered",
    "AxisTilted",
    "CoffeeGained",
    "Descended",
    "DiceCalled",
    "DiceRolled",
    "DieDiscarded",
    "DiePlaced",
    "GameBegan",
    "Landed",
    "Lost",
    "Measured",
    "NoEffect",
    "PlaneAdvanced",
    "RerollSpent",
    "RerollTaken",
    "RoundBegan",
    "RoundEnded",
    "SpeedJudged",
    "SpeedSet",
    "SwitchSet",
    "Task",
    "TrafficCleared",
]


class Task(StrEnum):
    """What players do with the dice behind their screens."""

    ROLL = "roll"
    REROLL = "reroll"
    BRING_IN = "bring-in"


@dataclass(frozen=True, slots=True)
class Measured(Event):
    """An amount that other systems may change before it takes effect."""

    value: int


@dataclass(frozen=True, slots=True)
class GameBegan(Event):
    """The table is set up."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round has begun at this altitude (feet)."""

    round: int
    altitude: int
    first: Role


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """Nobody has a die left to place, and every mandatory space is filled."""

    round: int


@dataclass(frozen=True, slots=True)
class Descended(Event):
    """The plane has come down to this altitude (feet); all dice go back to the hands."""

    altitude: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The briefing is over, both roles roll."""


@dataclass(frozen=True, slots=True)
class DiceCalled(Event):
    """A role must now do this with so many hidden dice."""

    role: Role
    task: Task
    count: int

    def __str__(self) -> str:
        return f"{self.role} {self.task} {self.count}"


@dataclass(frozen=True, slots=True)
class DiePlaced(Event):
    """A die was laid in a space; its coffee is spent."""

    die: Placed


@dataclass(frozen=True, slots=True)
class DieDiscarded(Event):
    """A role has put a die away that fits nowhere."""

    role: Role
    shown: int


@dataclass(frozen=True, slots=True)
class NoEffect(Event):
    """A die was spent for nothing, and why (ST-SPACE-5)."""

    space: str
    why: str


@dataclass(frozen=True, slots=True)
class AxisTilted(Event):
    """Both axis dice lie: the axis has moved `by` and is `now` there (negative: toward the Pilot)."""

    by: int
    now: int


@dataclass(frozen=True, slots=True)
class SpeedSet(Measured):
    """Both engine dice lie: `value` is the speed, `pilot` and `copilot` are the dice."""

    pilot: int
    copilot: int


@dataclass(frozen=True, slots=True)
class SpeedJudged(Event):
    """The speed of the final round was compared with the brakes of that moment (ST-FIN-2)."""

    speed: int
    is_safe: bool


@dataclass(frozen=True, slots=True)
class AdvanceOrdered(Event):
    """The plane is about to leave its space, `spaces` steps to go."""

    spaces: int


@dataclass(frozen=True, slots=True)
class PlaneAdvanced(Event):
    """The plane has reached this space of the approach track."""

    position: int


@dataclass(frozen=True, slots=True)
class TrafficCleared(Event):
    """A plane was sent away from this space of the approach track."""

    position: int


@dataclass(frozen=True, slots=True)
class SwitchSet(Event):
    """The switch of this space is green now."""

    space: str


@dataclass(frozen=True, slots=True)
class CoffeeGained(Measured):
    """`value` coffee tokens came from `source`; 0 when none could be gained."""

    source: str


@dataclass(frozen=True, slots=True)
class RerollTaken(Event):
    """A reroll token was taken from the altitude track."""


@dataclass(frozen=True, slots=True)
class RerollSpent(Event):
    """A reroll token was spent: both roles may reroll dice in hand."""


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """The flight is lost."""

    reason: str
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """The plane stands on the runway, and everybody claps."""

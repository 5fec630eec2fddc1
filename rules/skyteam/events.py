"""What can happen on the table, in the past tense.

What people must carry out themselves is in `rules.skyteam.calls`.
"""

from dataclasses import dataclass

from rules.game import Event
from rules.skyteam.calls import Call
from rules.skyteam.state import Piece, Placed, Role

__all__ = [
    "CONDITIONS",
    "AdvanceOrdered",
    "AxisTilted",
    "CoffeeGained",
    "Descended",
    "DiceRolled",
    "DieDiscarded",
    "DiePlaced",
    "GameBegan",
    "IceColumnDone",
    "Landed",
    "Lost",
    "Measured",
    "NoEffect",
    "PlacingEnded",
    "PlaneAdvanced",
    "RoundBegan",
    "RoundEnded",
    "SpeedJudged",
    "SpeedSet",
    "SwitchSet",
    "TimeRanOut",
    "TrafficRolled",
    "TurnTaken",
    "WindTurned",
]


CONDITIONS = ("planes", "flaps", "gear", "axis", "speed", "intern", "ice-brakes")
"""What a landing can miss, in the order it is said (ST-FIN-3)."""


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
class DiePlaced(Event):
    """A die, or what counts as one, was laid in a space; its coffee is spent."""

    die: Placed


@dataclass(frozen=True, slots=True)
class DieDiscarded(Event):
    """A role has put a die away that fits nowhere, or what counts as one."""

    role: Role
    shown: int
    piece: Piece = Piece.DIE


@dataclass(frozen=True, slots=True)
class TurnTaken(Event):
    """A role has placed or put away a die, with all that belongs to it."""

    role: Role


@dataclass(frozen=True, slots=True)
class TimeRanOut(Event):
    """The clock has run out: what was not placed is lost (ST-RT-2)."""


@dataclass(frozen=True, slots=True)
class PlacingEnded(Event):
    """No more dice are placed in this round."""


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
class SwitchSet(Event):
    """The switch of this space is green now."""

    space: str


@dataclass(frozen=True, slots=True)
class CoffeeGained(Measured):
    """`value` coffee tokens came from `source`; 0 when none could be gained."""

    source: str


@dataclass(frozen=True, slots=True)
class TrafficRolled(Event):
    """The traffic dice of the round's start show these faces."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WindTurned(Measured, Call):
    """The wind has turned to this position of the ring; `value` is what it adds to the speed."""

    position: int

    @property
    def text(self) -> str:
        """What to do, in plain words."""
        return f"Turn the wind to {self.value:+d}"


@dataclass(frozen=True, slots=True)
class IceColumnDone(Event):
    """Both dice of a column of the ice brakes lie there."""

    column: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """The flight is lost."""

    reason: str
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """The plane stands on the runway, and everybody claps."""

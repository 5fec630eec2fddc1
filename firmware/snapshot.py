"""What the companion has to say at one moment: one immutable value that every presenter draws from."""

from dataclasses import dataclass
from enum import StrEnum

from firmware.cockpit import Cockpit

__all__ = ["Condition", "Ruling", "Snapshot", "Task", "Verdict"]


class Condition(StrEnum):
    """What the eye is doing now."""

    WAIT = "WAIT"
    """Nothing new on the panel."""
    HAND = "HAND"
    """A hand or an arm covers spaces."""
    SETTLING = "SETTLING"
    """Something has changed and is not yet believed."""
    READ = "READ"
    """The panel is read and agrees with the game, or was judged."""
    UNSURE = "UNSURE"
    """A die cannot be read, or the panel cannot be found."""
    MISMATCH = "MISMATCH"
    """The panel and the game differ."""
    NO_CAMERA = "NO CAMERA"
    """The camera gives no pictures."""


class Ruling(StrEnum):
    """How a settled change was judged."""

    ACCEPTED = "accepted"
    NO_EFFECT = "no-effect"
    REFUSED = "refused"
    UNSURE = "unsure"
    MISMATCH = "mismatch"


class Task(StrEnum):
    """What the people do next."""

    ROLL = "roll"
    """Talk, then roll behind the screens and press OK."""
    PLACE = "place"
    """The role on turn places a die, in silence."""
    TAKE_BACK = "take back"
    """Take all dice back from the panel."""
    OVER = "over"
    """The flight has ended."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judgement, as the players hear it."""

    ruling: Ruling
    text: str
    """Why, in plain words."""
    space: str | None = None
    piece: str | None = None
    """Such as `pilot 4`."""
    action: str | None = None
    """In the words of the flight record; None where nothing was done."""
    rule: str | None = None
    """The id of the rule that refuses or explains."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that may be shown at one moment."""

    cockpit: Cockpit
    condition: Condition
    task: Task
    verdict: Verdict | None = None
    won: bool | None = None
    """None while the game runs."""
    reason: str | None = None
    """Why the game was lost."""
    unmet: tuple[str, ...] = ()
    """What a landing lacked."""
    note: str | None = None
    """What the eye lacks, and what to do about it; None while it sees."""
    news: tuple[Verdict, ...] = ()
    """The judgements made in this very step, in order; empty while nothing is new."""

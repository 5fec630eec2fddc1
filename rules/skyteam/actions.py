"""What players, chance and the clock can do, in the imperative, and how it is written (flight-record.md).

All actions of the format are known here, also those of modules that are not in the game: such an
action is illegal, its text is well-formed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NoReturn

from rules.errors import ActionSyntaxError
from rules.game import Violation
from rules.skyteam.spaces import SPACE_NAMES, TOKEN_NAMES
from rules.skyteam.state import Phase, Role

__all__ = [
    "Action",
    "Adapt",
    "Anticipate",
    "Discard",
    "DiscardToken",
    "DiscardTrafficDie",
    "FlipAlarm",
    "PlaceDie",
    "PlaceToken",
    "PlaceTrafficDie",
    "Reroll",
    "Roll",
    "RollTraffic",
    "Swap",
    "TimeUp",
    "parse_action",
]

AFTER_ROLL = frozenset({Phase.PLACEMENT, Phase.INTERN, Phase.SYNC})
NOT_CHOSEN = Violation("ST-ABL-1", "this ability was not chosen")


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done; every action derives from it."""

    phases: ClassVar[frozenset[Phase]] = frozenset({Phase.PLACEMENT})
    """When it can be done (ST-FLOW-2)."""
    absent: ClassVar[Violation | None] = None
    """Why not in a game without its module, where that is said before the phase is looked at."""


@dataclass(frozen=True, slots=True)
class RollTraffic(Action):
    """Roll the traffic dice of a round's start."""

    dice: tuple[int, ...]
    phases = frozenset({Phase.TRAFFIC})

    def __str__(self) -> str:
        return " ".join(["traffic", *map(str, self.dice)])


@dataclass(frozen=True, slots=True)
class FlipAlarm(Action):
    """Turn an alarm token face up."""

    token: str
    phases = frozenset({Phase.ALARM})

    def __str__(self) -> str:
        return f"alarm {self.token}"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Both roles roll; silence begins."""

    phases = frozenset({Phase.BRIEFING})

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class PlaceDie(Action):
    """Lay a die that shows `shown` and, by coffee, counts as `played`."""

    role: Role
    shown: int
    played: int
    space: str

    def __str__(self) -> str:
        return f"{self.role} {_die(self.shown, self.played)} {self.space}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Put away a die that has no legal space."""

    role: Role
    shown: int

    def __str__(self) -> str:
        return f"{self.role} {self.shown} discard"


@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """Lay the intern token just taken."""

    role: Role
    number: int
    space: str
    phases = frozenset({Phase.INTERN})

    def __str__(self) -> str:
        return f"{self.role} intern {self.number} {self.space}"


@dataclass(frozen=True, slots=True)
class DiscardToken(Action):
    """Put away the intern token just taken."""

    role: Role
    number: int
    phases = frozenset({Phase.INTERN})

    def __str__(self) -> str:
        return f"{self.role} intern {self.number} discard"


@dataclass(frozen=True, slots=True)
class PlaceTrafficDie(Action):
    """Lay the traffic die of Synchronisation."""

    role: Role
    shown: int
    played: int
    space: str
    phases = frozenset({Phase.SYNC})
    absent = NOT_CHOSEN

    def __str__(self) -> str:
        return f"{self.role} sync {_die(self.shown, self.played)} {self.space}"


@dataclass(frozen=True, slots=True)
class DiscardTrafficDie(Action):
    """Put away the traffic die of Synchronisation."""

    role: Role
    shown: int
    phases = frozenset({Phase.SYNC})
    absent = NOT_CHOSEN

    def __str__(self) -> str:
        return f"{self.role} sync {self.shown} discard"


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Spend a reroll token: both roles may reroll any of their dice in hand."""

    phases = AFTER_ROLL

    def __str__(self) -> str:
        return "reroll"


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Use Working Together: one die of each role changes hands."""

    absent = NOT_CHOSEN

    def __str__(self) -> str:
        return "swap"


@dataclass(frozen=True, slots=True)
class Adapt(Action):
    """Use Adaptation: turn one die to its opposite face."""

    role: Role
    absent = NOT_CHOSEN

    def __str__(self) -> str:
        return f"adapt {self.role}"


@dataclass(frozen=True, slots=True)
class Anticipate(Action):
    """Use Anticipation: reroll one die before the first one is placed."""

    role: Role
    absent = NOT_CHOSEN

    def __str__(self) -> str:
        return f"anticipate {self.role}"


@dataclass(frozen=True, slots=True)
class TimeUp(Action):
    """The clock has run out."""

    phases = AFTER_ROLL
    absent = Violation("ST-RT-2", "this flight has no clock")

    def __str__(self) -> str:
        return "time-up"


def _die(shown: int, played: int) -> str:
    return str(shown) if shown == played else f"{shown}>{played}"


BLANKS = re.compile(r"[ \t]+")
FACES: Mapping[str, int] = {str(face): face for face in range(1, 7)}
ROLES: Mapping[str, Role] = {role.value: role for role in Role}


def parse_action(text: str) -> Action:
    """The action written as `text`; words are separated by blanks or tabs.

    Raises:
        ActionSyntaxError: the text is no action of Sky Team.

    """
    words = BLANKS.split(text.strip(" \t"))
    try:
        return _parse(words)
    except _Malformed as error:
        raise ActionSyntaxError(text, str(error)) from None


class _Malformed(Exception):
    """Carries the reason out of the small parsers below; never leaves this module."""


def _parse(words: list[str]) -> Action:
    match words:
        case ["traffic", *dice]:
            return RollTraffic(tuple(_face(die) for die in dice or _fail("name the traffic dice")))
        case ["alarm", token]:
            return FlipAlarm(_known(token, TOKEN_NAMES, "alarm token"))
        case [("roll" | "reroll" | "swap" | "time-up") as word]:
            return PLAIN[word]()
        case [("adapt" | "anticipate") as word, role]:
            return WITH_ROLE[word](_role(role))
        case ["pilot" | "copilot" as role, *rest]:
            return _parse_placement(ROLES[role], rest)
        case [word, *_] if word in KEYWORDS:
            _fail(f"too many or too few words after {word!r}")
        case _:
            _fail(f"unknown word {words[0]!r}")


def _parse_placement(role: Role, words: list[str]) -> Action:
    match words:
        case ["intern", number, "discard"]:
            return DiscardToken(role, _face(number))
        case ["intern", number, space]:
            return PlaceToken(role, _face(number), _space(space))
        case ["sync", die, "discard"]:
            return DiscardTrafficDie(role, _face(die))
        case ["sync", die, space]:
            return PlaceTrafficDie(role, *_faces(die), _space(space))
        case [die, "discard"]:
            return Discard(role, _face(die))
        case [die, space]:
            return PlaceDie(role, *_faces(die), _space(space))
        case _:
            _fail(f"write: {role} DIE SPACE")


def _face(word: str) -> int:
    if word in FACES:
        return FACES[word]
    _fail(f"a die shows 1 to 6, not {word!r}")


def _faces(word: str) -> tuple[int, int]:
    """The face shown and the value played of `4` or `3>4`."""
    shown, arrow, played = word.partition(">")
    if not arrow:
        return _face(shown), _face(shown)
    if shown == played:
        _fail(f"coffee changes a die, {word!r} does not")
    return _face(shown), _face(played)


def _role(word: str) -> Role:
    return ROLES[_known(word, tuple(ROLES), "role")]


def _space(word: str) -> str:
    return _known(word, SPACE_NAMES, "space")


def _known(word: str, names: tuple[str, ...], what: str) -> str:
    return word if word in names else _fail(f"unknown {what} {word!r}")


def _fail(why: str) -> NoReturn:
    raise _Malformed(why)


PLAIN: Mapping[str, Callable[[], Action]] = {"roll": Roll, "reroll": Reroll, "swap": Swap, "time-up": TimeUp}
WITH_ROLE: Mapping[str, Callable[[Role], Action]] = {"adapt": Adapt, "anticipate": Anticipate}
KEYWORDS = frozenset({"traffic", "alarm", *PLAIN, *WITH_ROLE})

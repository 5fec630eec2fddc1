"""What every game is to the rest of the program: a few plain values and one small protocol.

Positions are immutable. A game is asked what is legal (`violation`, `legal_actions`), what follows
(`apply`) and whether it is over (`outcome`); chance and time come in as actions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

__all__ = ["Event", "Game", "Outcome", "Transition", "Violation", "Watchable"]

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened on the table; every event of a game derives from it."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is illegal."""

    rule: str
    """The id of the rule, such as `ST-FLAP-2`."""
    text: str
    """Plain words, short enough for two lines of 21 characters."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended."""

    won: bool
    reason: str | None = None
    """Keyword of the loss; None when won."""
    unmet: tuple[str, ...] = ()
    """What was missing for a win, where the reason is just that."""


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """A position and what has happened on the way to it, in order."""

    state: S
    events: tuple[Event, ...]


class Game(Protocol[S, A]):
    """The rules of one game, set up and ready to play."""

    @classmethod
    def from_headers(cls, headers: Mapping[str, str]) -> Self:
        """The game that the headers of a record set up.

        Raises:
            HeaderError: a header is missing or has a value that cannot be.

        """

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that set up this game again, in the order they are written."""

    def initial_state(self) -> S:
        """The position before the first action."""

    def legal_actions(self, state: S) -> Iterable[A]:
        """Every action that may be taken; none when the game is over."""

    def violation(self, state: S, action: A) -> Violation | None:
        """Why this action is illegal, or None when it may be taken."""

    def apply(self, state: S, action: A) -> Transition[S]:
        """Take an action.

        Raises:
            IllegalAction: the rules forbid it in this position.

        """

    def outcome(self, state: S) -> Outcome | None:
        """How the game has ended; None while it runs."""

    @staticmethod
    def parse_action(text: str) -> A:
        """The action written as `text`; `str(action)` writes it.

        Raises:
            ActionSyntaxError: the text is no action of this game.

        """

    def summary(self, state: S, events: Iterable[Event]) -> dict[str, Any]:
        """The position as plain JSON values; `events` are those of the action that led to it."""


class Watchable(Game[S, A], Protocol[S, A]):
    """A game that a camera can follow."""

    def visible(self, state: S) -> Mapping[str, str]:
        """Space -> the piece a camera should see there, such as `pilot 4`: the face that is up."""

    def meanings(self, state: S, space: str, piece: str) -> Sequence[A]:
        """What laying this piece in this space could mean, plainest first, legal or not; never empty."""

    def on_ok(self, state: S) -> A | None:
        """What people report has happened when they press OK, such as a roll; None while pieces are laid."""

"""One play of a game: the past as a list of actions, the present as a position."""

from typing import Any, Generic, TypeVar

from rules.errors import NothingPlayed
from rules.game import Event, Game, Transition

__all__ = ["Match"]

S = TypeVar("S")
A = TypeVar("A")


class Match(Generic[S, A]):
    """The history of one play; a die that is picked up again is a `pop`."""

    def __init__(self, game: Game[S, A]) -> None:
        self.game: Game[S, A] = game
        self._actions: list[A] = []
        self._steps: list[Transition[S]] = [Transition(game.initial_state(), ())]

    @property
    def state(self) -> S:
        """The position now."""
        return self._steps[-1].state

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action has brought about; empty before the first one."""
        return self._steps[-1].events

    @property
    def actions(self) -> tuple[A, ...]:
        """All actions played, oldest first."""
        return tuple(self._actions)

    def push(self, action: A) -> Transition[S]:
        """Play an action and return what came of it.

        Raises:
            IllegalAction: the rules forbid it; the match is as before.

        """
        step = self.game.apply(self.state, action)
        self._actions.append(action)
        self._steps.append(step)
        return step

    def pop(self) -> A:
        """Take the last action back and return it.

        Raises:
            NothingPlayed: there is none.

        """
        if not self._actions:
            raise NothingPlayed
        self._steps.pop()
        return self._actions.pop()

    def peek(self) -> A:
        """The last action played.

        Raises:
            NothingPlayed: there is none.

        """
        if not self._actions:
            raise NothingPlayed
        return self._actions[-1]

    def __repr__(self) -> str:
        played: list[Any] = [str(action) for action in self._actions]
        return f"Match({self.game!r}, {played})"

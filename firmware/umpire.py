"""The bridge between eye and game: which legal actions explain what lies on the panel?

The camera is the truth about the present, the match is the truth about the past. The umpire looks for
actions that lead from one to the other; where there are none, the difference is an answer for the
players, and nothing is repaired in silence.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from rules import Violation, Watchable

__all__ = ["Ambiguous", "Explained", "PanelChange", "Unexplained", "Verdict", "explain", "plainest"]

TOGETHER = 2
"""How many dice may come between two settled boards and still be understood."""


@dataclass(frozen=True, slots=True)
class PanelChange:
    """What differs between the game's panel and the seen one: space -> piece."""

    placed: Mapping[str, str]
    removed: Mapping[str, str]
    changed: Mapping[str, tuple[str, str]]
    """Space -> the game's piece and the piece seen."""

    def __bool__(self) -> bool:
        return bool(self.placed or self.removed or self.changed)


@dataclass(frozen=True, slots=True)
class Explained:
    """These legal actions, in this order, lead to what is seen (none: nothing has changed)."""

    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several different courses of the game would look like this."""

    candidates: tuple[tuple[Any, ...], ...]
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal action leads here: `violation` says why the die in `space` may not lie there.

    Without a violation the panel differs from the game in some other way: see `change`.
    """

    change: PanelChange
    space: str
    piece: str
    violation: Violation | None


Verdict = Explained | Ambiguous | Unexplained


def compare(expected: Mapping[str, str], seen: Mapping[str, str]) -> PanelChange:
    """What was placed, removed or changed on the panel, in the order of the space names."""
    return PanelChange(
        placed={space: seen[space] for space in sorted(seen.keys() - expected.keys())},
        removed={space: expected[space] for space in sorted(expected.keys() - seen.keys())},
        changed={
            space: (expected[space], seen[space])
            for space in sorted(expected.keys() & seen.keys())
            if expected[space] != seen[space]
        },
    )


def explain(game: Watchable[Any, Any], state: Any, seen: Mapping[str, str]) -> Verdict:
    """Explain the pieces seen (space -> piece) by legal actions from a position."""
    change = compare(game.visible(state), seen)
    if change.removed or change.changed:
        space = next(iter(change.changed or change.removed))
        return Unexplained(change, space, seen.get(space, ""), None)
    if not change.placed:
        return Explained(())
    if len(change.placed) <= TOGETHER:
        courses = list(_courses(game, state, change.placed))
        if courses:
            return _only(courses, change)
    return _first_step(game, state, change)


def _first_step(game: Watchable[Any, Any], state: Any, change: PanelChange) -> Verdict:
    """Take what can be taken: exactly one of the new dice fits; else say why one does not."""
    meant = (plainest(game, state, space, piece) for space, piece in change.placed.items())
    fits = [(action,) for action in meant if action is not None]
    if fits:
        return _only([(course, None) for course in fits], change)
    space, piece = next(iter(change.placed.items()))
    first = game.meanings(state, space, piece)[0]
    return Unexplained(change, space, piece, game.violation(state, first))


def _only(courses: list[tuple[tuple[Any, ...], Any]], change: PanelChange) -> Verdict:
    """The course if all lead to one position; several positions are a question."""
    by_end = {end if end is not None else course: course for course, end in courses}
    candidates = tuple(by_end.values())
    return Explained(candidates[0]) if len(candidates) == 1 else Ambiguous(candidates, tuple(change.placed))


def _courses(
    game: Watchable[Any, Any], state: Any, placed: Mapping[str, str]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every order of legal actions that lays exactly these pieces, with the position it ends in."""
    for order in permutations(placed.items()):
        yield from _walk(game, state, order)


def _walk(
    game: Watchable[Any, Any], state: Any, order: tuple[tuple[str, str], ...]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if not order:
        yield (), state
        return
    (space, piece), rest = order[0], order[1:]
    action = plainest(game, state, space, piece)
    if action is not None:
        for course, end in _walk(game, game.apply(state, action).state, rest):
            yield (action, *course), end


def plainest(game: Watchable[Any, Any], state: Any, space: str, piece: str) -> Any | None:
    """The plainest legal meaning of this piece in this space; None when it has none.

    Plainest: a 3 on the axis is a 3, though coffee could make it a 4; a 3 on a space for 4s can only be
    a 3 with coffee.
    """
    meanings = game.meanings(state, space, piece)
    return next((action for action in meanings if game.violation(state, action) is None), None)

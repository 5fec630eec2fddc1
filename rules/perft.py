"""Counting positions: how many ways lead so many actions on, as a check that rules stay what they are.

`python -m rules.perft FILE...` checks tables. A table is text, entries begin with `id`:

    id second round, one coffee
    scenario YUL-green
    header Note any header that the scenario needs
    play roll
    play pilot 4 axis.pilot
    perft 1 57
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from rules.catalog import open_game
from rules.errors import RulesError
from rules.game import Game
from rules.match import Match

__all__ = ["PerftEntry", "count_of", "perft", "read_table"]

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class PerftEntry:
    """One position and the number of ways at each depth."""

    name: str
    headers: tuple[tuple[str, str], ...] = ()
    played: tuple[str, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    """Depth and number of ways."""


def perft(game: Game[S, A], state: S, depth: int) -> int:
    """How many sequences of `depth` legal actions there are; one for depth 0."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal_actions(state))
    return sum(
        perft(game, game.apply(state, action).state, depth - 1) for action in game.legal_actions(state)
    )


def count_of(entry: PerftEntry, depth: int) -> int:
    """Count the ways from the position of an entry.

    Raises:
        RulesError: the scenario or an action of the entry cannot be.

    """
    match: Match[Any, Any] = Match(open_game({"Game": "skyteam", **dict(entry.headers)}))
    for text in entry.played:
        match.push(match.game.parse_action(text))
    return perft(match.game, match.state, depth)


def read_table(text: str) -> Iterator[PerftEntry]:
    """The entries of a table.

    Raises:
        ValueError: a line begins with none of id, scenario, play, perft.

    """
    entry: PerftEntry | None = None
    for line in text.splitlines():
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        if word == "id":
            if entry is not None:
                yield entry
            entry = PerftEntry(rest)
        elif word:
            entry = _with(entry or PerftEntry(""), word, rest.strip())
    if entry is not None:
        yield entry


def _with(entry: PerftEntry, word: str, rest: str) -> PerftEntry:
    match word:
        case "scenario":
            return replace(entry, headers=(*entry.headers, ("Scenario", rest)))
        case "header":
            name, _, value = rest.partition(" ")
            return replace(entry, headers=(*entry.headers, (name, value)))
        case "play":
            return replace(entry, played=(*entry.played, rest))
        case "perft":
            depth, count = map(int, rest.split())
            return replace(entry, counts=(*entry.counts, (depth, count)))
    raise ValueError(f"{word!r} begins no line of a perft table; use id, scenario, header, play or perft")


def main(paths: list[str]) -> int:
    """Check the tables in these files and print every count; 1 when one differs, 2 for an unreadable file."""
    worst = 0
    for path in paths:
        try:
            for entry in read_table(Path(path).read_text(encoding="utf-8")):
                for depth, expected in entry.counts:
                    found = count_of(entry, depth)
                    worst = max(worst, int(found != expected))
                    print(f"{'ok' if found == expected else 'WRONG'} {entry.name}: perft {depth} {found}")
        except (OSError, ValueError, RulesError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Flight records (flight-record.md): a whole game as text, headers first, then one action per line.

The record is the golden test, the saved game, the bug report and the crash journal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.catalog import GAMES, open_game
from rules.errors import ActionSyntaxError, HeaderError, RecordSyntaxError
from rules.game import Game
from rules.match import Match

__all__ = ["Record", "format_record", "parse_record", "replay", "resume"]

HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*)[ \t]+"([^"]*)"\][ \t]*(?:#.*)?')
USUAL_GAME = "skyteam"
"""Whose actions are expected where the header Game names no game; the header is judged later."""
GAME, SCENARIO = "Game", "Scenario"
"""A missing header that only some scenarios need is reported at the line of this one."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: a game that is set up, and the actions that were taken, legal or not."""

    game: Game[Any, Any]
    headers: Mapping[str, str]
    """All of them, in the order of the record, also those that mean nothing to the game."""
    actions: tuple[Any, ...]


def parse_record(text: str | bytes) -> Record:
    """Read a whole record.

    Raises:
        RecordSyntaxError: the first error in line order; else the first header that cannot be.

    """
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    actions: list[Any] = []
    for number, line in _content(text if isinstance(text, str) else _decoded(text)):
        if line.startswith("["):
            name, value = _header(number, line)
            if actions:
                raise RecordSyntaxError(number, f"header {name} after the first action; move it up")
            if name in headers:
                raise RecordSyntaxError(number, f"header {name} twice; keep one")
            headers[name], lines[name] = value, number
        else:
            actions.append(_action(number, line, headers))
    try:
        game = open_game(headers)
    except HeaderError as error:
        number = lines[error.header] if not error.missing else _line_of_missing(error.header, lines)
        raise RecordSyntaxError(number, f"header {error}") from error
    return Record(game, headers, tuple(actions))


def _line_of_missing(header: str, lines: Mapping[str, int]) -> int:
    """Line 1 for game and scenario; the line of the scenario for what only some scenarios need."""
    return 1 if header == GAME else lines.get(SCENARIO, 1)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise RecordSyntaxError(number, "is not UTF-8 text; save it as UTF-8") from error


def _content(text: str) -> Iterator[tuple[int, str]]:
    """Number (from 1) and text of each line that says something, comments of action lines removed."""
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.removesuffix("\r").strip(" \t")
        if not line.startswith("["):
            line = line.partition("#")[0].rstrip(" \t")
        if line:
            yield number, line


def _header(number: int, line: str) -> tuple[str, str]:
    found = HEADER.fullmatch(line)
    if found is None:
        raise RecordSyntaxError(number, 'malformed header; write [Name "value"]')
    return found[1], found[2]


def _action(number: int, line: str, headers: Mapping[str, str]) -> Any:
    kind = GAMES.get(headers.get(GAME, USUAL_GAME), GAMES[USUAL_GAME])
    try:
        return kind.parse_action(line)
    except ActionSyntaxError as error:
        raise RecordSyntaxError(number, error.why) from error


def format_record(headers: Mapping[str, str], actions: Iterable[Any] = ()) -> str:
    """The text of a record; a line more for each action may be appended to it at any time."""
    head = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
    return head + "\n" + "".join(f"{action}\n" for action in actions)


def replay(record: Record) -> Iterator[dict[str, Any]]:
    """The state objects of a record: the setup, then one for each action, up to the first illegal one.

    The object of an illegal action has the key `illegal`, the id of the rule, and is the last one.
    """
    game = record.game
    state = game.initial_state()
    yield {"index": 0, "text": "setup", **game.summary(state, ())}
    for index, action in enumerate(record.actions, start=1):
        place = {"index": index, "text": str(action)}
        if violation := game.violation(state, action):
            yield {**place, **game.summary(state, ()), "illegal": violation.rule}
            return
        step = game.apply(state, action)
        state = step.state
        yield {**place, **game.summary(state, step.events)}


def resume(record: Record) -> Match[Any, Any]:
    """The match that a record tells, ready to go on.

    Raises:
        IllegalAction: one of its actions is against the rules.

    """
    match: Match[Any, Any] = Match(record.game)
    for action in record.actions:
        match.push(action)
    return match

"""The games that can be played."""

from collections.abc import Mapping
from typing import Any

from rules.errors import HeaderError, UnknownGame
from rules.game import Game
from rules.skyteam.game import SkyTeam

__all__ = ["GAMES", "find_game", "open_game"]

GAMES: Mapping[str, type[Game[Any, Any]]] = {"skyteam": SkyTeam}
"""Name, as in a record's header Game, and the rules of that game."""


def find_game(name: str) -> type[Game[Any, Any]]:
    """The rules of the game of this name; set them up with `from_headers`.

    Raises:
        UnknownGame: there is none.

    """
    if name not in GAMES:
        raise UnknownGame(name, tuple(GAMES))
    return GAMES[name]


def open_game(headers: Mapping[str, str]) -> Game[Any, Any]:
    """The game that the headers of a record set up, such as `{"Game": "skyteam", "Scenario": "YUL-green"}`.

    Raises:
        HeaderError: a header is missing or has a value that cannot be.

    """
    if "Game" not in headers:
        raise HeaderError("Game", f"is missing; name one of {', '.join(GAMES)}", missing=True)
    try:
        kind = find_game(headers["Game"])
    except UnknownGame as error:
        raise HeaderError("Game", str(error)) from error
    return kind.from_headers(headers)

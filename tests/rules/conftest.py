"""What the tests of the rules share: the base flight, positions reached by playing, words for events."""

from collections.abc import Callable

import pytest

from rules import Match, open_game
from rules.skyteam import SkyTeam, State

BASE = {"Game": "skyteam", "Scenario": "YUL-green"}

Fly = Callable[..., Match]


@pytest.fixture(scope="session")
def skyteam() -> SkyTeam:
    """The rules of the base flight to Montréal."""
    game = open_game(BASE)
    assert isinstance(game, SkyTeam)
    return game


@pytest.fixture
def fly(skyteam) -> Fly:
    """`fly("roll", "pilot 4 axis.pilot")`: the base flight after these actions.

    `fly(..., axis=2)` first changes fields of the setup: what earlier rounds would have left behind.
    """

    def fly_these(*lines: str, **changes) -> Match:
        match = Match(_Changed(skyteam, changes))
        for line in lines:
            match.push(skyteam.parse_action(line))
        return match

    return fly_these


class _Changed:
    """A game that begins with some fields of the position changed, and is the game otherwise."""

    def __init__(self, game: SkyTeam, changes: dict) -> None:
        self._game, self._changes = game, changes

    def initial_state(self) -> State:
        return self._game.initial_state()._replace(**self._changes)

    def __getattr__(self, name: str):
        return getattr(self._game, name)


@pytest.fixture(scope="session")
def refusal(skyteam) -> Callable[[State, str], str | None]:
    """`refusal(state, "pilot 4 axis.pilot")`: the id of the rule that forbids it, or None."""

    def rule_of(state: State, text: str) -> str | None:
        violation = skyteam.violation(state, skyteam.parse_action(text))
        return violation and violation.rule

    return rule_of

"""What the tests of the rules share: the base flight, positions reached by playing, words for events."""

from collections.abc import Callable

import pytest

from rules import Match, open_game
from rules.skyteam import SkyTeam, State, load_scenario, plain_headers

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


@pytest.fixture(scope="session")
def board() -> Callable[..., Match]:
    """`board("KUL-yellow", "roll | pilot 4 kerosene")`: a plain setup of this scenario after these actions.

    Words in capitals are headers (`Abilities="control"`), others change fields of the setup; traffic dice
    and alarms of the first round are done unless `traffic_due` or `alarms_due` is named.
    """

    def board_scenario(scenario: str, lines: str = "", **given) -> Match:
        headers = {name: value for name, value in given.items() if name[0].isupper()}
        changes = {name: value for name, value in given.items() if name not in headers}
        game = open_game({"Game": "skyteam", **plain_headers(load_scenario(scenario)), **headers})
        match = Match(_Changed(game, {"traffic_due": 0, "alarms_due": 0} | changes))
        for line in filter(None, lines.split(" | ")):
            match.push(game.parse_action(line))
        return match

    return board_scenario


@pytest.fixture(scope="session")
def shown() -> Callable[[Match], dict]:
    """The state object of a match's last action, without index and text."""
    return lambda match: match.game.summary(match.state, match.events)


@pytest.fixture(scope="session")
def rule() -> Callable[[Match, str], str | None]:
    """`rule(match, "pilot 4 axis.pilot")`: the id of the rule that forbids it now, or None."""

    def rule_of(match: Match, text: str) -> str | None:
        violation = match.game.violation(match.state, match.game.parse_action(text))
        return violation and violation.rule

    return rule_of


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

"""Short ways to say where a game stands."""

from typing import Any

from rules import Match, find_game


def flight(*actions: str, scenario: str = "YUL-green") -> Match[Any, Any]:
    """A match after these actions, each as a flight record writes it."""
    match: Match[Any, Any] = Match(
        find_game("skyteam").from_headers({"Game": "skyteam", "Scenario": scenario})
    )
    for action in actions:
        match.push(match.game.parse_action(action))
    return match

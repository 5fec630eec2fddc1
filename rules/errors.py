"""Everything that `rules` raises, as one tree.

RulesError
 + IllegalAction (ValueError)       an action was applied that the rules forbid
 + ActionSyntaxError (ValueError)   a text is no action
 + RecordSyntaxError (ValueError)   a flight record cannot be read
 + HeaderError (ValueError)         a header of a record has a value that cannot be
 + ScenarioError (LookupError)      no such scenario
 + UnknownGame (LookupError)        no such game
 + NothingPlayed (IndexError)       there is no action to take back

Losing and an illegal placement that is only asked about are values (`Outcome`, `Violation`), never errors.
"""

from typing import Any

from rules.game import Violation

__all__ = [
    "ActionSyntaxError",
    "HeaderError",
    "IllegalAction",
    "NothingPlayed",
    "RecordSyntaxError",
    "RulesError",
    "ScenarioError",
    "UnknownGame",
]


class RulesError(Exception):
    """Root of everything that `rules` raises."""


class IllegalAction(RulesError, ValueError):
    """An action was applied that the rules forbid in this position; ask `violation` first."""

    def __init__(self, action: Any, violation: Violation) -> None:
        super().__init__(f"{action}: {violation.text} ({violation.rule})")
        self.action = action
        self.violation = violation


class ActionSyntaxError(RulesError, ValueError):
    """A text is no action of the game."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{text!r}: {why}")
        self.text = text
        self.why = why


class RecordSyntaxError(RulesError, ValueError):
    """A flight record cannot be read; `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class HeaderError(RulesError, ValueError):
    """A header is missing, or its value cannot be."""

    def __init__(self, header: str, why: str, *, missing: bool = False) -> None:
        super().__init__(f"{header}: {why}")
        self.header = header
        self.why = why
        self.missing = missing


class ScenarioError(RulesError, LookupError):
    """There is no scenario of this name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown scenario {name!r}; known: {', '.join(known)}")
        self.name = name
        self.known = known


class UnknownGame(RulesError, LookupError):
    """There is no game of this name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown game {name!r}; known: {', '.join(known)}")
        self.name = name
        self.known = known


class NothingPlayed(RulesError, IndexError):
    """No action was played yet, so none can be taken back or looked at."""

    def __init__(self) -> None:
        super().__init__("no action was played yet; there is nothing to take back")

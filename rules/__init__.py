"""The rules of the games: pure values and functions, no devices, no clock, no chance."""

from rules.catalog import GAMES, find_game, open_game
from rules.errors import (
    ActionSyntaxError,
    HeaderError,
    IllegalAction,
    NothingPlayed,
    RecordSyntaxError,
    RulesError,
    ScenarioError,
    UnknownGame,
)
from rules.game import Event, Game, Outcome, Transition, Violation, Watchable
from rules.match import Match
from rules.record import Record, format_record, parse_record, replay, resume

__all__ = [
    "GAMES",
    "ActionSyntaxError",
    "Event",
    "Game",
    "HeaderError",
    "IllegalAction",
    "Match",
    "NothingPlayed",
    "Outcome",
    "Record",
    "RecordSyntaxError",
    "RulesError",
    "ScenarioError",
    "Transition",
    "UnknownGame",
    "Violation",
    "Watchable",
    "find_game",
    "format_record",
    "open_game",
    "parse_record",
    "replay",
    "resume",
]

"""Sky Team: two roles, four dice each, one landing."""

from rules.skyteam.actions import Action, Discard, PlaceDie, Reroll, Roll, parse_action
from rules.skyteam.events import NoEffect
from rules.skyteam.game import SkyTeam
from rules.skyteam.headers import plain_headers
from rules.skyteam.scenario import Scenario, load_scenario, scenario_names
from rules.skyteam.spaces import SPACE_NAMES
from rules.skyteam.state import Phase, Piece, Placed, Role, State

__all__ = [
    "SPACE_NAMES",
    "Action",
    "Discard",
    "NoEffect",
    "Phase",
    "Piece",
    "PlaceDie",
    "Placed",
    "Reroll",
    "Role",
    "Roll",
    "Scenario",
    "SkyTeam",
    "State",
    "load_scenario",
    "parse_action",
    "plain_headers",
    "scenario_names",
]

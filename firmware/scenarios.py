"""`jumpseat scenarios`: what can be flown, with its modules."""

import json
from collections.abc import Mapping
from typing import Any

from rules.skyteam import Scenario, load_scenario, scenario_names

__all__ = ["list_scenarios"]


def list_scenarios(*, as_json: bool) -> int:
    """Print the scenarios, one a line."""
    for name in scenario_names():
        entry = described(load_scenario(name))
        print(json.dumps(entry) if as_json else line_of(entry))
    return 0


def described(scenario: Scenario) -> Mapping[str, Any]:
    """A scenario as plain values."""
    return {
        "id": scenario.name,
        "airport": scenario.airport,
        "colour": scenario.colour,
        "box": scenario.box,
        "altitude_track": scenario.altitude_track,
        "start_altitude": scenario.start_altitude,
        "spaces": len(scenario.planes),
        "modules": list(scenario.modules),
        "abilities": scenario.abilities,
    }


def line_of(entry: Mapping[str, Any]) -> str:
    """A scenario for people: id, box, altitude track, number of abilities, modules."""
    modules = " ".join(entry["modules"]) or "-"
    abilities = f"{entry['abilities']} abilities" if entry["abilities"] != 1 else "1 ability"
    return (
        f"{entry['id']:<16} {entry['box']:<10} track {entry['altitude_track']:<2}  {abilities:<11}  {modules}"
    )

"""Airports and altitude tracks: the data, and the same data in the specification where it lies beside."""

import json

import pytest

from rules import ScenarioError
from rules.skyteam import SPACE_NAMES, load_scenario, scenario_names


def test_montreal_is_there():
    scenario = load_scenario("YUL-green")
    assert scenario.planes == (0, 0, 1, 2, 1, 3, 2)
    assert scenario.start_altitude == 6000
    assert [space.altitude for space in scenario.track if space.reroll] == [6000, 2000]


def test_an_unknown_scenario_names_the_known_ones():
    with pytest.raises(ScenarioError, match="YUL-green"):
        load_scenario("YUL-blue")


def test_scenarios_agree_with_the_component_data(shared):
    """Every scenario here is that of skyteam-scenarios.json; without the file, each at least loads."""
    scenarios = [load_scenario(name) for name in scenario_names()]
    assert scenarios
    path = shared and shared / "spec" / "skyteam-scenarios.json"
    data = json.loads(path.read_text(encoding="utf-8")) if path else {"scenarios": [], "altitude_tracks": {}}
    printed = {entry["id"]: entry for entry in data["scenarios"]}
    for scenario in (scenario for scenario in scenarios if scenario.name in printed):
        entry = printed[scenario.name]
        assert (scenario.airport, scenario.colour, scenario.box) == (
            entry["airport"],
            entry["colour"],
            entry["box"],
        )
        assert list(scenario.planes) == entry["planes"]
        assert list(scenario.modules) == entry["modules"]
        assert (scenario.start_altitude, scenario.abilities) == (entry["start_altitude"], entry["abilities"])
        track = [(space.altitude, space.first, space.reroll, space.weather) for space in scenario.track]
        spaces = data["altitude_tracks"][entry["altitude_track"]]["spaces"]
        assert track == [
            (space["altitude"], space["first"], space["reroll"], space["weather"]) for space in spaces
        ]


def test_the_panel_agrees_with_the_component_data(skyteam, shared):
    """Role, numbers and duty of every space in play."""
    assert set(skyteam.panel.spaces) < set(SPACE_NAMES)
    assert skyteam.panel.mandatory == {"axis.pilot", "axis.copilot", "engines.pilot", "engines.copilot"}
    path = shared and shared / "spec" / "skyteam-scenarios.json"
    printed = json.loads(path.read_text(encoding="utf-8"))["spaces"] if path else []
    for entry in printed:
        space = skyteam.panel.spaces.get(entry["space"])
        assert (space is None) == (entry["needs_module"] is not None)
        if space:
            assert (space.role or "either", list(space.values)) == (entry["role"], entry["values"])
            assert space.mandatory == entry["mandatory"]

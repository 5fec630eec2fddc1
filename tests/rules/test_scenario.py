"""Airports and altitude tracks: the data, and the same data in the specification where it lies beside."""

import json
from collections import Counter
from dataclasses import asdict

import pytest

from rules import ScenarioError
from rules.skyteam import SPACE_NAMES, load_scenario, scenario_names
from rules.skyteam.cockpit import MODULES
from rules.skyteam.scenario import Weather


def test_montreal_is_there():
    scenario = load_scenario("YUL-green")
    assert scenario.planes == (0, 0, 1, 2, 1, 3, 2)
    assert scenario.start_altitude == 6000
    assert [space.altitude for space in scenario.track if space.reroll] == [6000, 2000]


def test_an_unknown_scenario_names_the_known_ones():
    with pytest.raises(ScenarioError, match="YUL-green"):
        load_scenario("YUL-blue")


SCENARIOS = [load_scenario(name) for name in scenario_names()]
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)


@pytest.fixture(scope="module")
def printed(shared):
    """The component data, where they lie beside the repository; else nothing to compare with."""
    path = shared and shared / "spec" / "skyteam-scenarios.json"
    nothing = {"scenarios": [], "altitude_tracks": {}, "alarm_tokens": [], "spaces": []}
    return json.loads(path.read_text(encoding="utf-8")) if path else nothing


def test_all_sixty_are_there_st_data_1():
    boxes = Counter(scenario.box for scenario in SCENARIOS)
    assert boxes == {"base": 21, "turbulence": 20, "promo": 14, "web": 5}
    tokyo = load_scenario("HND-red")
    assert (tokyo.modules, tokyo.planes[-1]) == (("intern", "kerosene"), 1)


@each_scenario
def test_no_scenario_asks_for_too_much_at_once_st_data_2(scenario):
    has_weather = {space.weather for space in scenario.track} != {Weather.CLEAR}
    assert not {"alarms", "ice-brakes"} <= set(scenario.modules)
    assert not (has_weather and "intern" in scenario.modules and scenario.abilities)


@each_scenario
def test_the_data_of_a_scenario_hang_together(scenario):
    """Lengths, modules that are known, token counts, and an altitude track that fits the colour."""
    length = len(scenario.planes)
    tracks = (scenario.traffic, scenario.turns, scenario.alarms, scenario.total_trust)
    assert [len(track) for track in tracks] == [length] * 4
    assert set(scenario.modules) <= set(MODULES)
    assert list(scenario.modules) == sorted(scenario.modules)
    assert sum(scenario.planes) <= 12
    assert all(set(allowed) <= {-2, -1, 0, 1, 2} for allowed in scenario.turns)
    assert not scenario.turns[-1], "nobody leaves the airport"
    assert 0 <= scenario.abilities <= 2
    assert scenario.start_altitude == (5000 if "altitude-5000" in scenario.modules else 6000)
    assert bool(scenario.alarm_tokens) == ("alarms" in scenario.modules) == any(scenario.alarms)
    assert len(scenario.alarm_tokens) in (0, 3 if "belly-landing" in scenario.modules else 6)
    assert any(scenario.total_trust) == ("total-trust" in scenario.modules)
    sides = {"GY": "green yellow", "A": "green yellow", "B": "green yellow"}
    assert scenario.colour in sides.get(scenario.altitude_track, "red black").split()
    assert [space.altitude for space in scenario.track] == [6000, 5000, 4000, 3000, 2000, 1000, 0]


def test_scenarios_agree_with_the_component_data(printed):
    """All sixty, every list of them."""
    entries = {entry["id"]: entry for entry in printed["scenarios"]}
    assert set(entries) in (set(), set(scenario_names()))
    for scenario in SCENARIOS if entries else []:
        entry = entries[scenario.name]
        same = ("airport", "colour", "box", "altitude_track", "start_altitude", "abilities")
        assert [getattr(scenario, key) for key in same] == [entry[key] for key in same]
        lists = ("planes", "traffic", "alarms", "modules")
        assert [list(getattr(scenario, key)) for key in lists] == [entry[key] for key in lists]
        assert [list(allowed) or None for allowed in scenario.turns] == entry["turns"]
        assert list(scenario.total_trust) == [bool(symbol) for symbol in entry["total_trust"]]


def test_altitude_tracks_agree_with_the_component_data(printed):
    """First players, reroll tokens and weather of all six tracks."""
    tracks = {scenario.altitude_track: scenario.track for scenario in SCENARIOS}
    assert set(tracks) == {"GY", "RB", "A", "B", "C", "D"}
    for name, entry in printed["altitude_tracks"].items():
        assert [asdict(space) for space in tracks[name]] == entry["spaces"]


def test_alarm_tokens_agree_with_the_component_data(printed, board):
    """Number, colour by either variant, and which ones a belly landing keeps."""
    kept = load_scenario("WAW-red-turb").alarm_tokens
    assert kept == ("concentration", "flaps", "radio.copilot")
    for entry in printed["alarm_tokens"]:
        assert (entry["token"] in kept) == entry["belly_landing"]
        for variant, key in (("printed", "role"), ("player-aid", "player_aid_role")):
            game = board("SYD-red-turb", Variant=f"alarm-reset={variant}").game
            space = game.panel.spaces[f"alarm.{entry['token']}"]
            assert (space.role or "either", space.values) == (entry[key], (entry["value"],))


@each_scenario
def test_every_panel_agrees_with_the_component_data(scenario, printed, board):
    """Which spaces are in play, whose they are, what they take and which are mandatory."""
    spaces = board(scenario.name).game.panel.spaces
    assert set(spaces) <= set(SPACE_NAMES)
    for entry in printed["spaces"]:
        needed, closed_by = entry["needs_module"], entry["closed_by"]
        is_there = needed in (None, *scenario.modules) and closed_by not in scenario.modules
        if needed == "alarms":
            is_there = entry["space"].removeprefix("alarm.") in scenario.alarm_tokens
        space = spaces.get(entry["space"])
        assert (space is not None) == is_there, entry["space"]
        if space is not None:
            assert (space.role or "either", list(space.values)) == (entry["role"], entry["values"])
            assert space.mandatory == entry["mandatory"]

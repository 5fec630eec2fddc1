"""What lies on the table before the first action, and what a record may say about it."""

import pytest

from rules import RecordSyntaxError, open_game, parse_record
from rules.skyteam import SPACE_NAMES, Phase, Placed, Role, load_scenario, plain_headers, scenario_names
from rules.skyteam.events import NoEffect

ALL = pytest.mark.parametrize("name", scenario_names())


@ALL
def test_every_scenario_begins_as_it_is_set_up_st_set_1_to_3(board, shown, name):
    """ST-SET-1 to ST-SET-3: four dice each, markers at their starts, planes as listed."""
    scenario, state = load_scenario(name), shown(board(name))
    assert state["dice_left"] == {"pilot": 4, "copilot": 4}
    assert (state["axis"], state["blue"], state["orange"], state["coffee"]) == (0, 4, 8, 0)
    assert (state["brakes"], state["ice"]) in [(0, None), (None, 0)]
    switches = [state["switches"][panel] or [] for panel in ("gear", "flaps", "brakes")]
    assert not any(map(any, switches))
    assert (state["position"], state["planes"]) == (1, list(scenario.planes))
    assert state["altitude"] == scenario.start_altitude
    assert state["rerolls"] == scenario.at(scenario.start_altitude).reroll


@ALL
def test_each_round_begins_with_what_its_space_asks_for_st_rnd_3(name):
    game = open_game({"Game": "skyteam", **plain_headers(load_scenario(name))})
    state = game.initial_state()
    assert state.traffic_due == game.scenario.traffic[0]
    assert state.alarms_due == min(game.scenario.alarms[0], len(state.alarms or ()))
    assert (state.phase is Phase.TRAFFIC) == (state.traffic_due > 0)


def record(scenario, *headers):
    lines = ['[Game "skyteam"]', "# a comment", f'[Scenario "{scenario}"]', *headers, "roll"]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("scenario", "headers", "line", "why"),
    [
        pytest.param("TGU-red", [], 3, "Abilities: is missing", id="ST-SET-6 none chosen"),
        pytest.param("TGU-red", ['[Abilities "control"]'], 4, "takes 2", id="ST-SET-6 too few"),
        pytest.param("KUL-yellow", ['[Abilities "control mastery"]'], 4, "takes 1", id="ST-SET-6 too many"),
        pytest.param("TGU-red", ['[Abilities "control control"]'], 4, "different", id="ST-SET-6 one twice"),
        pytest.param("TGU-red", ['[Abilities "control luck"]'], 4, "unknown 'luck'", id="ST-SET-6 unknown"),
        pytest.param("OSL-green", ['[Abilities "control"]'], 4, "takes 0", id="ST-SET-6 none allowed"),
        pytest.param(
            "TER-black",
            ['[Abilities "mastery"]'],
            4,
            "mastery does not go",
            id="ST-SET-7 mastery without engines",
        ),
        pytest.param(
            "WAW-red-turb",
            ["", '[Abilities "synchronisation"]'],
            5,
            "synchronisation does not go",
            id="ST-SET-7 synchronisation without gear",
        ),
        pytest.param("LHR-yellow", [], 3, "Intern: is missing", id="no row of tokens"),
        pytest.param("LHR-yellow", ['[Intern "1 2 3 4 5"]'], 4, "each of 1 to 6", id="a token is missing"),
        pytest.param("LHR-yellow", ['[Intern "1 2 3 4 5 5"]'], 4, "each of 1 to 6", id="a token twice"),
        pytest.param("LHR-yellow", ['[Intern "1 2 3 4 5 6 7"]'], 4, "each of 1 to 6", id="a token too many"),
        pytest.param("LHR-yellow", ['[Intern "123456"]'], 4, "each of 1 to 6", id="no blanks"),
        pytest.param(
            "HND-red", ['[Intern "1"]'], 3, "Abilities: is missing", id="Abilities are judged before Intern"
        ),
        pytest.param(
            "HND-red",
            ['[Intern "1"]', '[Abilities "luck"]', '[Variant "x"]'],
            6,
            "Variant",
            id="Variant is judged before Abilities",
        ),
    ],
)
def test_a_setup_that_cannot_be_names_its_line(scenario, headers, line, why):
    with pytest.raises(RecordSyntaxError) as caught:
        parse_record(record(scenario, *headers))
    assert caught.value.line == line
    assert why in caught.value.why


@ALL
def test_plain_headers_set_a_scenario_up_and_are_said_again(name):
    headers = plain_headers(load_scenario(name))
    assert open_game({"Game": "skyteam", **headers}).headers == {"Game": "skyteam", **headers}


def test_a_setup_is_read_and_written_again():
    headers = ['[Variant "kerosene-x=zero"]', '[Abilities "mastery"]', '[Intern " 3 1\t6 2 5 4"]']
    game = parse_record(record("HND-red", *headers)).game
    assert game.setup.intern == (3, 1, 6, 2, 5, 4)
    assert game.headers["Intern"] == "3 1 6 2 5 4"
    assert open_game(game.headers).setup == game.setup


def test_the_roll_ends_the_briefing_st_rnd_4(board):
    match = board("YUL-green", "roll")
    assert match.state.phase is Phase.PLACEMENT


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        pytest.param("pilot 6 radio.pilot", {"position": 5}, id="ST-SPACE-5 radio on nothing"),
        pytest.param("pilot 1 gear.1", {"gear": (True, False, False)}, id="ST-SPACE-5 a green switch"),
        pytest.param("pilot 1 concentration.1", {"coffee": 3}, id="ST-SPACE-5 a fourth coffee"),
    ],
)
def test_a_die_without_effect_is_spent(board, line, changes):
    match = board("YUL-green", f"roll | {line}", **changes)
    assert [type(event) for event in match.events].count(NoEffect) == 1
    assert match.state.pilot_dice == 3


def test_stranding_a_mandatory_space_is_legal_st_space_6(board, rule):
    """The Pilot's last die may go elsewhere though the axis is empty: axis and engines are mandatory.

    ST-AXIS-1 and ST-ENG-1 name the mandatory spaces; the round is then lost.
    """
    match = board("YUL-green", "roll", pilot_dice=1, copilot_dice=1)
    assert rule(match, "pilot 6 radio.pilot") is None
    assert match.game.panel.mandatory == {
        "axis.pilot",
        "axis.copilot",
        "engines.pilot",
        "engines.copilot",
    }


def test_there_is_no_pass_only_a_discard_of_a_die_without_a_space_st_disc_1(board, rule):
    match = board("YUL-green", "roll")
    assert rule(match, "pilot 4 discard") == "ST-DISC-2"
    full = tuple(Placed(space, Role.PILOT, 1, 1) for space in SPACE_NAMES if not space.startswith("brakes"))
    stuck = match.state._replace(placed=full)
    offers = [str(action) for action in match.game.legal_actions(stuck)]
    assert "pilot 3 discard" in offers
    assert "pilot 2 brakes.1" in offers
    assert "pilot 2 discard" not in offers


def test_there_is_no_speed_before_the_engines_have_resolved_st_eng_7(board, shown):
    assert shown(board("YUL-green", "roll | pilot 3 engines.pilot"))["speed"] is None
    assert shown(board("YUL-green", "roll | pilot 1 engines.pilot | copilot 1 engines.copilot"))["speed"] == 2


def test_a_brake_is_switched_and_the_marker_moves_one_step_st_brk_1(board, shown):
    state = shown(board("YUL-green", "roll | pilot 2 brakes.1"))
    assert (state["brakes"], state["switches"]["brakes"]) == (1, [True, False, False])


FINAL = {
    "altitude": 0,
    "round": 7,
    "position": 7,
    "planes": (0,) * 7,
    "gear": (True,) * 3,
    "flaps": (True,) * 4,
    "brake_switches": (True,) * 3,
}


def test_the_engines_do_not_move_the_plane_in_the_final_round_st_fin_1(board):
    match = board("YUL-green", "roll | pilot 6 engines.pilot | copilot 6 engines.copilot", **FINAL)
    assert (match.state.position, match.state.outcome) == (7, None)


def test_alarms_silence_coffee_and_rerolls_do_not_prevent_a_landing_st_fin_6(board, shown):
    lines = (
        "roll | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 1 engines.pilot"
        " | copilot 1 engines.copilot | pilot 6 radio.pilot | copilot 6 radio.copilot.1"
        " | pilot 1 gear.1 | copilot 1 flaps.1"
    )
    given = {**FINAL, "position": 8, "planes": (0,) * 8, "briefing": False, "coffee": 3, "rerolls": 2}
    match = board("KBP-black-turb", lines, **given)
    assert match.state.outcome.won
    assert "face-down" in shown(match)["alarms"].values()

"""Weather, alarms, belly landing and Total Trust: what the Turbulence box adds; ids of skyteam-rules.md."""

from dataclasses import replace

import pytest

from rules.skyteam import SPACE_NAMES, Placed, Role, SkyTeam
from rules.skyteam.calls import AlarmsCalled, BriefingSkipped
from rules.skyteam.state import Alarm, AlarmFace, Pending

TOKENS = ("concentration", "brakes", "gear", "flaps", "radio.pilot", "radio.copilot")
BOTH = "turbulence=both"
ROUND = (
    "roll | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 1 engines.pilot"
    " | copilot 1 engines.copilot | pilot 6 radio.pilot | copilot 6 radio.copilot.1"
    " | pilot 1 gear.1 | copilot 1 flaps.1"
)
"""A round in which the plane stays where it is."""


def alarms(*active, cleared=()):
    """The six tokens, these face up."""
    return tuple(
        Alarm(
            token,
            AlarmFace.ACTIVE
            if token in active
            else AlarmFace.CLEARED
            if token in cleared
            else AlarmFace.FACE_DOWN,
        )
        for token in TOKENS
    )


@pytest.mark.parametrize(
    ("scenario", "given", "lines", "instructions"),
    [
        pytest.param("YUL-green", {}, "roll", ["pilot roll 4", "copilot roll 4"], id="ST-WX-1 clear"),
        pytest.param(
            "CPT-green-turb",
            {"altitude": 5000},
            "roll",
            ["pilot roll 4", "copilot roll 4"],
            id="ST-WX-2 turbulence: all dice are rolled",
        ),
        pytest.param(
            "CPT-green-turb",
            {"altitude": 5000},
            "roll | pilot 3 axis.pilot",
            ["pilot reroll 3"],
            id="ST-WX-2 the placer rerolls",
        ),
        pytest.param(
            "CPT-green-turb",
            {"altitude": 5000, "Variant": BOTH},
            "roll | pilot 3 axis.pilot",
            ["pilot reroll 3", "copilot reroll 4"],
            id="ST-WX-2 turbulence=both: both do",
        ),
        pytest.param(
            "CPT-green-turb",
            {"altitude": 5000, "pilot_dice": 1, "copilot_dice": 1, "Variant": BOTH},
            "roll | pilot 3 axis.pilot",
            ["copilot reroll 1"],
            id="ST-WX-2 nobody rerolls an empty hand, ST-RER-4",
        ),
        pytest.param(
            "CPT-green-turb",
            {"altitude": 1000},
            "roll | pilot 3 axis.pilot",
            [],
            id="ST-WX-1 clear again further down",
        ),
        pytest.param(
            "PEK-green-turb",
            {"altitude": 4000},
            "roll",
            ["pilot roll 2", "copilot roll 2"],
            id="ST-WX-3 two are set aside",
        ),
        pytest.param(
            "PEK-green-turb",
            {"altitude": 4000},
            "roll | pilot 3 axis.pilot",
            ["pilot bring-in 1"],
            id="ST-WX-3 one is brought in",
        ),
        pytest.param(
            "PEK-green-turb",
            {"altitude": 4000, "Variant": BOTH},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 6 radio.pilot"
            " | copilot 6 radio.copilot.1",
            ["copilot bring-in 1"],
            id="ST-WX-3 and a second one",
        ),
        pytest.param(
            "PEK-green-turb",
            {"altitude": 4000},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 6 radio.pilot"
            " | copilot 6 radio.copilot.1 | pilot 1 gear.1",
            [],
            id="ST-WX-3 no third",
        ),
        pytest.param(
            "CPT-black-turb",
            {"altitude": 3000, "Variant": BOTH},
            "roll | pilot 3 axis.pilot",
            ["pilot bring-in 1", "pilot reroll 2"],
            id="ST-WX-4 storm: in, then all again; the variant changes nothing",
        ),
        pytest.param(
            "CPT-black-turb",
            {"altitude": 3000},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 6 radio.pilot"
            " | copilot 6 radio.copilot.1 | pilot 1 gear.1",
            ["pilot reroll 1"],
            id="ST-WX-4 also when nothing is set aside any more",
        ),
        pytest.param(
            "CPT-black-turb",
            {"altitude": 3000},
            "roll | pilot 3 intern.pilot",
            [],
            id="ST-WX-5 nothing before the token is placed",
        ),
        pytest.param(
            "CPT-black-turb",
            {"altitude": 3000},
            "roll | pilot 3 intern.pilot | pilot intern 1 axis.pilot",
            ["pilot bring-in 1", "pilot reroll 2"],
            id="ST-WX-5 once after the token",
        ),
        pytest.param(
            "CPT-black-turb",
            {"altitude": 3000, "alarms": alarms("flaps")},
            "roll | pilot 4 alarm.flaps",
            ["pilot bring-in 1", "pilot reroll 2"],
            id="ST-WX-5 resetting an alarm counts",
        ),
        pytest.param(
            "PEK-green-turb",
            {"altitude": 4000, "rerolls": 1},
            "roll | reroll",
            [],
            id="ST-WX-5 a reroll does not, ST-HID-2 and no hidden die is told",
        ),
        pytest.param(
            "SYD-red-turb",
            {"altitude": 5000, "Abilities": "synchronisation control", "gear": (True, False, False)},
            "roll | pilot 1 gear.1 | copilot 1 flaps.1",
            ["copilot reroll 3"],
            id="ST-WX-5 the die that calls the traffic die counts",
        ),
        pytest.param(
            "SYD-red-turb",
            {"altitude": 5000, "Abilities": "synchronisation control"},
            "roll | pilot 1 gear.1 | copilot 1 flaps.1 | copilot sync 3 radio.pilot",
            [],
            id="ST-WX-5 the traffic die does not",
        ),
    ],
)
def test_what_the_weather_asks_for(board, shown, scenario, given, lines, instructions):
    assert shown(board(scenario, lines, **given))["instructions"] == instructions


def test_a_forced_discard_counts_st_wx_5(board, shown):
    spaces = [space for space in SPACE_NAMES if not space.startswith(("gear", "brakes", "radio.pilot"))]
    match = board(
        "PEK-green-turb",
        "roll",
        altitude=4000,
        mover=Role.COPILOT,
        placed=tuple(Placed(space, Role.PILOT, 1, 1) for space in spaces),
    )
    match.push(parse(match, "copilot 2 discard"))
    assert shown(match)["instructions"] == ["copilot bring-in 1"]


def parse(match, text):
    return match.game.parse_action(text)


@pytest.mark.parametrize(
    ("altitude", "weather"),
    [
        (6000, "clear"),
        (5000, "turbulence"),
        (4000, "turbulence"),
        (3000, "storm"),
        (2000, "storm"),
        (1000, "clear"),
        (0, "bad-visibility"),
    ],
)
def test_the_weather_comes_with_the_altitude_st_wx_1(board, shown, altitude, weather):
    assert shown(board("CPT-black-turb", altitude=altitude))["weather"] == weather


@pytest.mark.parametrize(
    ("given", "lines", "expected"),
    [
        pytest.param({"alarms_due": 1}, "", {"phase": "alarm"}, id="ST-ALM-1 flipped before the briefing"),
        pytest.param({"alarms_due": 2}, "alarm gear", {"phase": "alarm"}, id="ST-ALM-1 one for each symbol"),
        pytest.param(
            {"alarms_due": 1, "traffic_due": 3},
            "traffic 2 2 2",
            {"phase": "alarm"},
            id="ST-RND-3 after the traffic dice",
        ),
        pytest.param(
            {"alarms": alarms("flaps", "gear")},
            "roll | pilot 1 gear.1 | copilot 1 flaps.1",
            {"blue": 4, "orange": 8, "dice_left": {"pilot": 3, "copilot": 3}},
            id="ST-ALM-3 spent without effect",
        ),
        pytest.param(
            {"alarms": alarms("radio.copilot"), "planes": (1,) * 8},
            "roll | pilot 1 radio.pilot | copilot 1 radio.copilot.2",
            {"planes": [0, 1, 1, 1, 1, 1, 1, 1]},
            id="ST-ALM-3 one token for both radios of the Co-Pilot",
        ),
        pytest.param(
            {"alarms": alarms("brakes")}, "roll | pilot 2 brakes.1", {"brakes": 0}, id="ST-ALM-3 brakes"
        ),
        pytest.param(
            {"alarms": alarms("concentration"), "coffee": 1},
            "roll | pilot 2>3 concentration.1",
            {"coffee": 0},
            id="ST-ALM-4 no coffee gained, held coffee spent",
        ),
        pytest.param(
            {"alarms": alarms("concentration"), "Abilities": "control"},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot",
            {"coffee": 0},
            id="ST-ALM-4 by Control neither",
        ),
        pytest.param(
            {"alarms": alarms("flaps")},
            "roll | pilot 4 alarm.flaps",
            {
                "alarms": {
                    **dict.fromkeys(("concentration", "brakes", "gear"), "face-down"),
                    "flaps": "cleared",
                    **dict.fromkeys(("radio.pilot", "radio.copilot"), "face-down"),
                },
                "occupied": {},
                "turn": "copilot",
            },
            id="ST-ALM-8 the token is cleared, nothing stays",
        ),
        pytest.param(
            {"alarms": alarms("flaps")},
            "roll | pilot 4 alarm.flaps | copilot 1 flaps.1",
            {"orange": 9},
            id="ST-ALM-8 the action is free again",
        ),
        pytest.param(
            {"alarms": alarms("flaps"), "coffee": 1},
            "roll | pilot 5>4 alarm.flaps",
            {"coffee": 0},
            id="ST-ALM-8 coffee may reset",
        ),
    ],
)
def test_alarms(board, shown, given, lines, expected):
    state = shown(board("SYD-green-turb", lines, **given))
    assert {key: state[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("given", "lines", "action", "refused"),
    [
        pytest.param({"alarms_due": 1}, "", "roll", "ST-FLOW-2", id="ST-ALM-1 the briefing waits"),
        pytest.param({}, "", "alarm gear", "ST-FLOW-2", id="ST-FLOW-2 none is due"),
        pytest.param(
            {"alarms_due": 1, "alarms": alarms("gear")}, "", "alarm gear", "ST-ALM-2", id="ST-ALM-2 active"
        ),
        pytest.param(
            {"alarms_due": 1, "alarms": alarms(cleared=("gear",))},
            "",
            "alarm gear",
            "ST-ALM-2",
            id="ST-ALM-2 cleared",
        ),
        pytest.param({}, "roll", "pilot 4 alarm.flaps", "ST-ALM-5", id="ST-ALM-5 face down"),
        pytest.param(
            {"alarms": alarms(cleared=("flaps",))},
            "roll",
            "pilot 4 alarm.flaps",
            "ST-ALM-5",
            id="ST-ALM-5 cleared",
        ),
        pytest.param({"alarms": alarms("flaps")}, "roll", "pilot 3 alarm.flaps", "ST-ALM-6", id="ST-ALM-6"),
        pytest.param(
            {"alarms": alarms("gear")}, "roll", "pilot 3 alarm.gear", "ST-SPACE-2", id="ST-ALM-7 as printed"
        ),
        pytest.param(
            {"alarms": alarms("concentration")},
            "roll",
            "pilot 1 alarm.concentration",
            None,
            id="ST-ALM-7 either",
        ),
        pytest.param(
            {"alarms": alarms("gear"), "Variant": "alarm-reset=player-aid"},
            "roll",
            "pilot 3 alarm.gear",
            None,
            id="ST-ALM-7 alarm-reset=player-aid",
        ),
        pytest.param(
            {"alarms": alarms("flaps"), "Variant": "alarm-reset=player-aid"},
            "roll",
            "pilot 4 alarm.flaps",
            "ST-SPACE-2",
            id="ST-ALM-7 player-aid: flaps are the Co-Pilot's",
        ),
        pytest.param(
            {"alarms": alarms("brakes")},
            "roll",
            "pilot 4 brakes.2",
            "ST-BRK-2",
            id="ST-ALM-3 order still applies",
        ),
        pytest.param(
            {"alarms": alarms("brakes")}, "roll", "pilot 3 brakes.1", "ST-BRK-3", id="ST-ALM-3 so do numbers"
        ),
    ],
)
def test_what_alarms_refuse(board, rule, given, lines, action, refused):
    assert rule(board("SYD-green-turb", lines, **given), action) == refused


@pytest.mark.parametrize(
    ("token", "number"), list(zip(TOKENS, range(1, 7), strict=True)), ids="ST-ALM-6 {}".format
)
def test_each_alarm_has_its_number(board, rule, token, number):
    state = board("SYD-green-turb", "roll", alarms=alarms(*TOKENS))
    role = state.game.panel.spaces[f"alarm.{token}"].role or Role.PILOT
    match = board("SYD-green-turb", "roll", alarms=alarms(*TOKENS), mover=role)
    fits = [value for value in range(1, 7) if rule(match, f"{role} {value} alarm.{token}") is None]
    assert fits == [number]


def test_a_token_of_the_intern_may_reset_an_alarm_st_alm_8(board):
    match = board(
        "CPT-black-turb", "roll | pilot 3 intern.pilot", Intern="4 1 2 3 5 6", alarms=alarms("flaps")
    )
    match.push(parse(match, "pilot intern 4 alarm.flaps"))
    assert match.state.alarms == alarms(cleared=("flaps",))
    assert [die.space for die in match.state.placed] == ["intern.pilot"]


def test_no_more_alarms_than_are_left_st_alm_1(board):
    """Three symbols, one token face down: one is due; none face down: none is due."""
    five = alarms(cleared=TOKENS[:5])
    match = board("KBP-black-turb", ROUND, alarms=five, position=1)
    assert match.state.alarms_due == 1
    assert AlarmsCalled(1) in match.events
    assert board("KBP-black-turb", ROUND, alarms=alarms(cleared=TOKENS), position=1).state.alarms_due == 0


def test_belly_landing_keeps_blue_at_4_and_three_alarms_st_belly_1(board, shown, rule):
    match = board("WAW-yellow-turb", "", alarms_due=1)
    assert list(shown(match)["alarms"]) == ["concentration", "flaps", "radio.copilot"]
    assert shown(match)["blue"] == 4
    assert rule(match, "alarm gear") == "ST-ALM-2"
    assert rule(board("WAW-yellow-turb", "roll"), "pilot 3 alarm.gear") == "ST-SPACE-1"


@pytest.mark.parametrize(
    ("scenario", "position", "briefing"),
    [
        pytest.param("KBP-yellow-turb", 6, False, id="ST-TT-1 and ST-END-5 the symbol of the space"),
        pytest.param("KBP-yellow-turb", 5, True, id="ST-TT-1 no symbol"),
        pytest.param("YUL-green", 6, True, id="ST-TT-1 no such module"),
    ],
)
def test_a_round_without_a_word(board, scenario, position, briefing):
    match = board(scenario, ROUND, position=position)
    assert match.state.briefing == briefing
    assert (BriefingSkipped() in match.events) != briefing


def test_round_1_always_has_a_briefing_st_tt_1(board):
    """Also where the first space has the symbol, which no printed track has."""
    setup = board("KBP-yellow-turb").game.setup
    everywhere = replace(setup.scenario, total_trust=(True,) * len(setup.scenario.planes))
    assert SkyTeam(replace(setup, scenario=everywhere)).initial_state().briefing


def test_time_up_loses_a_waiting_token_st_rt_2(board):
    """No scenario has both modules, but the rule says so: a token in hand is lost."""
    match = board("MAD-black-turb", "roll", pending=Pending(Role.PILOT, 3), intern=(1, 2))
    assert match.state.phase == "intern"
    match.push(parse(match, "time-up"))
    assert match.state.outcome.reason == "mandatory-missing"

"""Special abilities: what they give and when they may be used; ids of skyteam-rules.md in the names."""

import pytest

from rules.skyteam import Piece, Placed, Role
from rules.skyteam.calls import TrafficDieCalled
from rules.skyteam.state import Alarm, AlarmFace

SYNC = {"Abilities": "synchronisation control"}
CALLED = "roll | pilot 1 gear.1 | copilot 1 flaps.1"


@pytest.mark.parametrize(
    ("scenario", "given", "lines", "expected"),
    [
        pytest.param(
            "TGU-red",
            {"Abilities": "control mastery"},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot",
            {"coffee": 1},
            id="ST-CTL-1 equal axis dice",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "control mastery", "coffee": 1},
            "roll | pilot 3>4 axis.pilot | copilot 4 axis.copilot",
            {"coffee": 1},
            id="ST-CTL-1 as played",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "control mastery", "axis": -1},
            "roll | pilot 3 axis.pilot | copilot 4 axis.copilot",
            {"coffee": 0, "axis": 0},
            id="ST-CTL-1 a level plane is not enough",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "control mastery", "coffee": 3},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot",
            {"coffee": 3},
            id="ST-CON-2 Control gains no fourth",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "anticipation mastery"},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot",
            {"coffee": 0},
            id="ST-ABL-1 Control must be chosen",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "control mastery"},
            "roll | pilot 1 engines.pilot | copilot 1 engines.copilot",
            {"rerolls": 2},
            id="ST-MAS-1 and ST-ENG-6 equal engine dice",
        ),
        pytest.param(
            "TGU-yellow",
            {"Abilities": "control mastery", "rerolls": 2},
            "roll | pilot 1 engines.pilot | copilot 1 engines.copilot",
            {"rerolls": 2},
            id="ST-MAS-1 and ST-RER-2 the third token lies on the track still",
        ),
        pytest.param(
            "TGU-yellow",
            {"Abilities": "control mastery", "rerolls": 2, "altitude": 2000},
            "roll | pilot 1 engines.pilot | copilot 1 engines.copilot",
            {"rerolls": 3},
            id="ST-RER-2 further down it is in the box or taken",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "control mastery", "rerolls": 3},
            "roll | pilot 1 engines.pilot | copilot 1 engines.copilot",
            {"rerolls": 3},
            id="ST-RER-2 never more than three",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "anticipation adaptation"},
            "roll | anticipate pilot | adapt copilot | adapt pilot",
            {"turn": "pilot", "dice_left": {"pilot": 4, "copilot": 4}, "instructions": []},
            id="ST-ANT-1, ST-ADA-1, ST-HID-1 and ST-HID-2 no turn, no dice",
        ),
        pytest.param(
            "TGU-red",
            {"Abilities": "working-together adaptation"},
            "roll | pilot 3 axis.pilot | swap",
            {"turn": "copilot", "dice_left": {"pilot": 3, "copilot": 4}, "instructions": []},
            id="ST-WORK-1 no turn is used",
        ),
        pytest.param("LGA-yellow", SYNC, CALLED, {"phase": "sync", "turn": "copilot"}, id="ST-SYN-1 at once"),
        pytest.param(
            "LGA-yellow",
            {**SYNC, "gear": (True, False, False), "flaps": (True,) * 4},
            CALLED,
            {"phase": "sync"},
            id="ST-SYN-1 also without effect",
        ),
        pytest.param(
            "LGA-yellow",
            {**SYNC, "pilot_dice": 1, "copilot_dice": 1},
            CALLED,
            {"phase": "sync", "round": 1},
            id="ST-SYN-1 and ST-RND-7 also after the last die",
        ),
        pytest.param(
            "LGA-yellow",
            SYNC,
            f"{CALLED} | copilot sync 4 axis.pilot",
            {
                "occupied": {
                    "axis.pilot": ["copilot", 4],
                    "gear.1": ["pilot", 1],
                    "flaps.1": ["copilot", 1],
                },
                "turn": "pilot",
                "dice_left": {"pilot": 3, "copilot": 3},
            },
            id="ST-SYN-3 a die like another, but no turn",
        ),
        pytest.param(
            "LGA-yellow",
            SYNC,
            f"{CALLED} | copilot sync 4 axis.pilot | pilot 3 gear.2 | copilot 2 flaps.2",
            {"phase": "placement"},
            id="ST-SYN-1 once a round",
        ),
        pytest.param(
            "MAD-yellow-turb",
            {"Abilities": "synchronisation"},
            "roll | copilot 1 flaps.1 | pilot 1 gear.1 | copilot sync 3 intern.pilot",
            {"phase": "intern", "pending": ["copilot", 1], "turn": "copilot"},
            id="ST-SYN-5 the left end for intern.pilot",
        ),
        pytest.param(
            "MAD-yellow-turb",
            {"Abilities": "synchronisation"},
            "roll | copilot 1 flaps.1 | pilot 1 gear.1 | copilot sync 3 intern.copilot",
            {"pending": ["copilot", 6]},
            id="ST-SYN-5 the right end for intern.copilot",
        ),
        pytest.param(
            "MAD-yellow-turb",
            {"Abilities": "synchronisation"},
            "roll | copilot 2 flaps.1 | pilot 3 intern.pilot | pilot intern 1 gear.1",
            {"phase": "sync"},
            id="ST-SYN-1 intern tokens count",
        ),
        pytest.param(
            "TGU-yellow",
            SYNC,
            f"{CALLED} | copilot sync 4 kerosene",
            {"kerosene": 16},
            id="ST-SYN-2 kerosene",
        ),
    ],
)
def test_abilities(board, shown, scenario, given, lines, expected):
    state = shown(board(scenario, lines, **given))
    assert {key: state[key] for key in expected} == expected


ANTICIPATION = {"Abilities": "anticipation adaptation"}
WORK = {"Abilities": "working-together adaptation"}


@pytest.mark.parametrize(
    ("given", "lines", "action", "refused"),
    [
        pytest.param(WORK, "", "anticipate pilot", "ST-ABL-1", id="ST-ABL-1 before the phase"),
        pytest.param(ANTICIPATION, "", "anticipate pilot", "ST-FLOW-2", id="ST-FLOW-2 not before the roll"),
        pytest.param(ANTICIPATION, "roll", "anticipate copilot", "ST-ANT-2", id="ST-ANT-2"),
        pytest.param(
            ANTICIPATION,
            "roll | pilot 3 axis.pilot",
            "anticipate pilot",
            "ST-ANT-3",
            id="ST-ANT-3 after a die",
        ),
        pytest.param(
            ANTICIPATION,
            "roll | anticipate pilot | pilot 3 axis.pilot",
            "anticipate pilot",
            "ST-ANT-3",
            id="ST-ANT-3 is said before ST-ANT-4",
        ),
        pytest.param(ANTICIPATION, "roll | anticipate pilot", "anticipate pilot", "ST-ANT-4", id="ST-ANT-4"),
        pytest.param(
            ANTICIPATION, "roll | adapt pilot", "adapt pilot", "ST-ADA-2", id="ST-ADA-2 once a game"
        ),
        pytest.param(ANTICIPATION, "roll | adapt pilot", "adapt copilot", None, id="ST-ADA-2 and role"),
        pytest.param({**ANTICIPATION, "pilot_dice": 0}, "roll", "adapt pilot", "ST-ADA-3", id="ST-ADA-3"),
        pytest.param(WORK, "roll | swap", "swap", "ST-WORK-2", id="ST-WORK-2 once a round"),
        pytest.param({**WORK, "copilot_dice": 0}, "roll", "swap", "ST-WORK-3", id="ST-WORK-3"),
        pytest.param(
            {"Abilities": "synchronisation working-together"},
            CALLED,
            "swap",
            "ST-FLOW-2",
            id="ST-FLOW-2 while it waits",
        ),
        pytest.param(
            {**SYNC, "rerolls": 1}, CALLED, "reroll", None, id="ST-RER-3 while the traffic die waits"
        ),
        pytest.param(
            SYNC, CALLED, "pilot 3 axis.pilot", "ST-FLOW-2", id="ST-SYN-1 before any other placement"
        ),
        pytest.param(SYNC, CALLED, "pilot sync 3 axis.pilot", "ST-FLOW-3", id="ST-FLOW-3 the Co-Pilot's"),
        pytest.param(SYNC, CALLED, "copilot sync 6 axis.pilot", "ST-SYN-4", id="ST-SYN-4 no such face"),
        pytest.param(
            {**SYNC, "coffee": 3},
            CALLED,
            "copilot sync 5>6 axis.pilot",
            "ST-SYN-4",
            id="ST-SYN-4 no such value",
        ),
        pytest.param(SYNC, CALLED, "copilot sync 3>4 axis.pilot", "ST-COF-4", id="ST-COF-4 no coffee for it"),
        pytest.param(
            {**SYNC, "coffee": 1}, CALLED, "copilot sync 3>4 axis.pilot", None, id="ST-SYN-4 coffee"
        ),
        pytest.param(SYNC, CALLED, "copilot sync 2 gear.1", "ST-SPACE-3", id="ST-SYN-2 a free space"),
        pytest.param(SYNC, CALLED, "copilot sync 4 flaps.3", "ST-FLAP-2", id="ST-SYN-2 order applies"),
        pytest.param(SYNC, CALLED, "copilot sync 2 gear.2", "ST-GEAR-2", id="ST-SYN-2 numbers apply"),
        pytest.param(
            SYNC, CALLED, "copilot sync 2 ice.pilot.1", None, id="ST-SYN-2 ice, whatever the colour"
        ),
        pytest.param(SYNC, CALLED, "copilot sync 2 discard", "ST-SYN-6", id="ST-SYN-6 it fits"),
        pytest.param(
            SYNC, CALLED, "copilot sync 6 discard", "ST-SYN-4", id="ST-SYN-4 is said before ST-SYN-6"
        ),
        pytest.param(
            SYNC, "roll", "copilot sync 2 radio.pilot", "ST-FLOW-2", id="ST-SYN-1 not before it is due"
        ),
    ],
)
def test_when_abilities_may_be_used(board, rule, given, lines, action, refused):
    assert rule(board("LGA-yellow", lines, **given), action) == refused


def test_what_was_used_in_a_round_is_there_again_in_the_next_st_ant_4_and_st_work_2(board, rule):
    lines = (
        "roll | anticipate pilot | pilot 3 axis.pilot | swap | copilot 3 axis.copilot | pilot 1 engines.pilot"
        " | copilot 1 engines.copilot | pilot 6 radio.pilot | copilot 6 radio.copilot.1 | pilot 1 gear.1"
        " | copilot 6 radio.copilot.2"
    )
    match = board("TGU-yellow", lines, Abilities="anticipation working-together", planes=(0,) * 5)
    assert match.state.round == 2
    for line in ("traffic 2 2 2", "roll"):
        match.push(match.game.parse_action(line))
    assert rule(match, "anticipate copilot") is None
    assert rule(match, "swap") is None


def test_the_traffic_die_may_reset_an_alarm_of_any_colour_st_syn_2(board):
    sounding = (Alarm("flaps", AlarmFace.ACTIVE), Alarm("gear"))
    match = board("SYD-green-turb", CALLED, Abilities="synchronisation", alarms=sounding)
    match.push(match.game.parse_action("copilot sync 4 alarm.flaps"))
    assert match.state.alarms == (Alarm("flaps", AlarmFace.CLEARED), Alarm("gear"))


def test_the_traffic_die_is_put_away_only_where_nothing_takes_it_st_syn_6(board, rule):
    match = board("LGA-yellow", CALLED, **SYNC)
    full = tuple(
        Placed(space, Role.PILOT, 1, 1)
        for space, entry in match.game.panel.spaces.items()
        if not space.startswith("ice")
        and not match.game.panel.refusal(match.state, None, entry.values[0], space)
    )
    state = match.state._replace(placed=match.state.placed + full, ice=4)
    assert match.game.violation(state, match.game.parse_action("copilot sync 4 discard")) is None
    after = match.game.apply(state, match.game.parse_action("copilot sync 4 discard")).state
    assert (after.phase, after.turn) == ("placement", Role.PILOT)


def test_people_are_told_to_roll_the_traffic_die_st_syn_1(board):
    assert TrafficDieCalled() in board("LGA-yellow", CALLED, **SYNC).events


def test_a_camera_sees_tokens_and_the_traffic_die_as_pieces_of_their_own(board):
    match = board(
        "MAD-yellow-turb", "roll | copilot 1 flaps.1 | pilot 3 intern.pilot", Abilities="synchronisation"
    )
    match.push(match.game.parse_action("pilot intern 1 gear.1"))
    match.push(match.game.parse_action("copilot sync 4 axis.pilot"))
    assert match.game.visible(match.state) == {
        "flaps.1": "copilot 1",
        "intern.pilot": "pilot 3",
        "gear.1": "intern 1",
        "axis.pilot": "traffic 4",
    }
    assert {die.piece for die in match.state.placed} == set(Piece)

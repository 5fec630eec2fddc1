"""The modules of the base box: what follows from a few dice; ids of skyteam-rules.md in the names."""

import pytest

from rules.skyteam import Placed, Role, calls

ROUND = "pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 1 engines.pilot | copilot 1 engines.copilot"
"""Half a round; the plane flies level and stays where it is."""
SLOW_ROUND = f"{ROUND} | pilot 6 radio.pilot | copilot 6 radio.copilot.1 | pilot 1 gear.1"
"""A round but for the Co-Pilot's last die."""
ICE_ROUND = (
    "pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 1 gear.1 | copilot 1 flaps.1 | pilot 6 radio.pilot"
)
"""A round without engines but for the Co-Pilot's last die."""
FINAL = {"altitude": 0, "round": 7, "position": 8, "planes": (0,) * 8}
NO_PLANES = {"planes": (0,) * 8}


@pytest.mark.parametrize(
    ("scenario", "changes", "lines", "expected"),
    [
        pytest.param("KUL-yellow", {}, "", {"kerosene": 20}, id="ST-KER-1 the marker begins at 20"),
        pytest.param(
            "KUL-yellow", {}, "roll | pilot 4 kerosene", {"kerosene": 16}, id="ST-KER-2 a die burns its value"
        ),
        pytest.param(
            "KUL-yellow",
            {"coffee": 1},
            "roll | pilot 4>3 kerosene",
            {"kerosene": 17, "coffee": 0},
            id="ST-COF-3 coffee on kerosene, ST-SPACE-4 the changed value counts",
        ),
        pytest.param(
            "KUL-yellow",
            {},
            f"roll | {SLOW_ROUND} | copilot 1 flaps.1",
            {"kerosene": 14, "round": 2},
            id="ST-KER-3 and ST-END-2 six without a die",
        ),
        pytest.param(
            "KUL-yellow",
            {},
            f"roll | {SLOW_ROUND} | copilot 1 kerosene",
            {"kerosene": 19, "round": 2},
            id="ST-KER-3 no six with one",
        ),
        pytest.param(
            "KUL-yellow",
            {"kerosene": 3},
            "roll | pilot 4 kerosene",
            {"kerosene": -1, "outcome": {"result": "lost", "reason": "kerosene", "unmet": []}},
            id="ST-KER-4 lost below 0, at once",
        ),
        pytest.param(
            "KUL-yellow",
            {"kerosene": 4},
            "roll | pilot 4 kerosene",
            {"kerosene": 0, "outcome": None},
            id="ST-KER-4 not at 0",
        ),
        pytest.param(
            "KUL-yellow",
            {"kerosene": 4, "Variant": "kerosene-x=zero"},
            "roll | pilot 4 kerosene",
            {"kerosene": 0, "phase": "over"},
            id="ST-KER-4 kerosene-x=zero: lost at 0",
        ),
        pytest.param(
            "KUL-yellow",
            {"kerosene": 5, **FINAL},
            f"roll | {SLOW_ROUND} | copilot 1 flaps.1",
            {"kerosene": -1, "outcome": {"result": "lost", "reason": "kerosene", "unmet": []}},
            id="ST-FIN-4 in the final round before the landing, ST-END-3",
        ),
        pytest.param(
            "DUS-yellow",
            {"Abilities": "control mastery"},
            "roll | pilot 2 engines.pilot | copilot 5 engines.copilot",
            {"kerosene": 16, "speed": 7, "position": 2},
            id="ST-LEAK-1 the difference and one",
        ),
        pytest.param(
            "DUS-yellow",
            {},
            f"roll | {SLOW_ROUND} | copilot 1 flaps.1",
            {"kerosene": 19, "round": 2},
            id="ST-LEAK-1 no six at the round's end",
        ),
        pytest.param(
            "DUS-yellow",
            {"kerosene": 3, "rerolls": 0, "Abilities": "control mastery", "planes": (1,) * 8},
            "roll | pilot 2 engines.pilot | copilot 6 engines.copilot",
            {
                "kerosene": -2,
                "speed": 8,
                "outcome": {"result": "lost", "reason": "kerosene", "unmet": []},
            },
            id="ST-ENG-6 speed, then the leak, before the collision",
        ),
        pytest.param(
            "BUD-yellow",
            {},
            "",
            {"wind": {"position": 0, "value": 3}},
            id="ST-WIND-1 the start of the ring",
        ),
        pytest.param(
            "BUD-yellow",
            {"axis": 1},
            "roll | pilot 3 axis.pilot | copilot 4 axis.copilot",
            {"axis": 2, "wind": {"position": 2, "value": 2}},
            id="ST-WIND-2 as far as the axis stands, toward the Co-Pilot",
        ),
        pytest.param(
            "BUD-yellow",
            {},
            "roll | pilot 4 axis.pilot | copilot 3 axis.copilot",
            {"axis": -1, "wind": {"position": 19, "value": 3}},
            id="ST-WIND-2 modulo 20 toward the Pilot",
        ),
        pytest.param(
            "BUD-yellow",
            {"axis": 1},
            "roll | pilot 3 axis.pilot | copilot 3 axis.copilot",
            {"axis": 1, "wind": {"position": 1, "value": 3}},
            id="ST-WIND-2 also when the dice are equal",
        ),
        pytest.param(
            "BUD-yellow",
            {},
            "roll | pilot 1 engines.pilot | copilot 1 engines.copilot",
            {"speed": 5, "position": 2},
            id="ST-WIND-3 and ST-ENG-2 the wind of this moment is added",
        ),
        pytest.param(
            "BUD-yellow",
            {"axis": 2},
            "roll | pilot 4 axis.pilot | copilot 1 axis.copilot"
            " | pilot 1 engines.pilot | copilot 1 engines.copilot",
            {"axis": -1, "speed": 5, "wind": {"position": 19, "value": 3}},
            id="ST-AXIS-5 the axis first, then the wind",
        ),
        pytest.param(
            "BUD-yellow",
            {"axis": 2},
            "roll | pilot 1 axis.pilot | copilot 2 axis.copilot",
            {"axis": 3, "wind": {"position": 0, "value": 3}, "phase": "over"},
            id="ST-AXIS-5 a spin comes before the wind",
        ),
        pytest.param(
            "NZIR-red",
            {},
            "",
            {"wind": {"position": 0, "value": -3}},
            id="ST-WIND-4 reversed: it begins with -3",
        ),
        pytest.param(
            "NZIR-red",
            {},
            "roll | pilot 4 engines.pilot | copilot 4 engines.copilot",
            {"speed": 5},
            id="ST-WIND-4 reversed: the plane is slower",
        ),
        pytest.param(
            "NZIR-black",
            {},
            "",
            {"planes": [0, 1, 0, 0, 0, 0, 0, 0]},
            id="ST-PENG-1 a penguin stands on the track like a plane",
        ),
        pytest.param(
            "NZIR-black",
            {"position": 2},
            "roll | pilot 6 engines.pilot | copilot 6 engines.copilot",
            {"outcome": {"result": "lost", "reason": "collision", "unmet": []}},
            id="ST-PENG-1 and is in the way like one",
        ),
        pytest.param(
            "NZIR-black",
            {"position": 2},
            "roll | pilot 1 radio.pilot",
            {"planes": [0] * 8},
            id="ST-PENG-1 and is sent away like one",
        ),
        pytest.param(
            "LHR-yellow",
            {"Intern": "5 2 6 3 1 4"},
            "",
            {"intern": [5, 2, 6, 3, 1, 4], "pending": None},
            id="ST-INT-1 a row of six",
        ),
        pytest.param(
            "LHR-yellow",
            {"Intern": "5 2 6 3 1 4"},
            "roll | pilot 4 intern.pilot",
            {"intern": [2, 6, 3, 1, 4], "pending": ["pilot", 5], "phase": "intern", "turn": "pilot"},
            id="ST-INT-4 the Pilot takes the leftmost",
        ),
        pytest.param(
            "LHR-yellow",
            {"Intern": "5 2 6 3 1 4"},
            "roll | pilot 4 axis.pilot | copilot 3 intern.copilot",
            {"intern": [5, 2, 6, 3, 1], "pending": ["copilot", 4], "turn": "copilot"},
            id="ST-INT-4 the Co-Pilot takes the rightmost",
        ),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 4 intern.pilot | pilot intern 1 axis.pilot | copilot 3 axis.copilot",
            {
                "axis": 2,
                "dice_left": {"pilot": 3, "copilot": 3},
                "occupied": {
                    "axis.pilot": ["pilot", 1],
                    "axis.copilot": ["copilot", 3],
                    "intern.pilot": ["pilot", 4],
                },
            },
            id="ST-INT-7 a token works as a die, ST-HAND-1 and takes none from the hand",
        ),
        pytest.param(
            "HND-red",
            {},
            "roll | pilot 4 intern.pilot | pilot intern 1 kerosene",
            {"kerosene": 19, "turn": "copilot"},
            id="ST-INT-7 kerosene included",
        ),
        pytest.param(
            "LHR-yellow",
            {
                "altitude": 0,
                "round": 7,
                "position": 6,
                "planes": (0,) * 6,
                "gear": (True,) * 3,
                "flaps": (True,) * 4,
                "brake_switches": (True,) * 3,
            },
            f"roll | {SLOW_ROUND} | copilot 1 flaps.1",
            {"outcome": {"result": "lost", "reason": "landing-failed", "unmet": ["intern"]}},
            id="ST-INT-9 tokens left at the end",
        ),
        pytest.param(
            "KEF-yellow",
            {},
            "roll | pilot 2 ice.pilot.1 | copilot 2 ice.either.1",
            {"ice": 1, "brakes": None},
            id="ST-ICE-4 both dice finish a column at once",
        ),
        pytest.param(
            "KEF-yellow",
            {},
            f"roll | {ROUND} | pilot 2 ice.pilot.1 | copilot 1 flaps.1"
            " | pilot 1 gear.1 | copilot 6 radio.copilot.1",
            {"ice": 0, "round": 2, "occupied": {}},
            id="ST-ICE-4 and ST-END-6 a lone die is lost",
        ),
        pytest.param(
            "KEF-yellow",
            {"ice": 3, "altitude": 0, "round": 7, "position": 6, "planes": (0,) * 6},
            "roll | pilot 2 engines.pilot | copilot 2 engines.copilot"
            " | pilot 5 ice.pilot.4 | copilot 5 ice.either.4"
            " | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 1 gear.1 | copilot 1 flaps.1",
            {
                "ice": 4,
                "outcome": {"result": "lost", "reason": "landing-failed", "unmet": ["flaps", "gear"]},
            },
            id="ST-ICE-5 three columns hold speed 4, all four are done",
        ),
        pytest.param(
            "KEF-yellow",
            {"ice": 2, "altitude": 0, "round": 7, "position": 6, "planes": (0,) * 6},
            "roll | pilot 2 engines.pilot | copilot 2 engines.copilot"
            " | pilot 4 ice.pilot.3 | copilot 4 ice.either.3"
            " | pilot 3 axis.pilot | copilot 3 axis.copilot | pilot 1 gear.1 | copilot 1 flaps.1",
            {
                "ice": 3,
                "outcome": {
                    "result": "lost",
                    "reason": "runway-overrun",
                    "unmet": ["flaps", "gear", "speed", "ice-brakes"],
                },
            },
            id="ST-ICE-5 two columns do not, and later ones come too late",
        ),
        pytest.param(
            "TER-yellow",
            {"axis": -1},
            f"roll | {ICE_ROUND} | copilot 2 flaps.2",
            {
                "position": 2,
                "speed": None,
                "round": 2,
                "altitude": 5000,
                "dice_left": {"pilot": 4, "copilot": 4},
            },
            id="ST-ELOSS-1, ST-END-4 and ST-RND-6 three dice each, then one space",
        ),
        pytest.param(
            "TER-yellow",
            {"axis": 1},
            f"roll | {ICE_ROUND} | copilot 2 flaps.2",
            {
                "position": 1,
                "round": 1,
                "dice_left": {"pilot": 1, "copilot": 1},
                "outcome": {"result": "lost", "reason": "turn", "unmet": []},
            },
            id="ST-BEND-1 with engines out the turn is checked at the round's end",
        ),
        pytest.param(
            "TER-yellow",
            {"altitude": 0, "round": 7, "position": 7, "planes": (0,) * 7, "ice": 4},
            f"roll | {ICE_ROUND} | copilot 2 flaps.2",
            {"outcome": {"result": "lost", "reason": "landing-failed", "unmet": ["flaps", "gear"]}},
            id="ST-ELOSS-1 a landing asks for no speed",
        ),
        pytest.param(
            "MAD-black-turb",
            {},
            "",
            {"altitude": 5000, "first": "copilot", "rerolls": 0, "round": 1},
            id="ST-5000-1 and ST-SET-5 the lower start",
        ),
        pytest.param(
            "MAD-black-turb",
            {},
            f"roll | copilot 1 kerosene | {ROUND} | pilot 6 radio.pilot | time-up",
            {"round": 2, "altitude": 4000, "occupied": {}, "dice_left": {"pilot": 4, "copilot": 4}},
            id="ST-RT-2 time up ends the round",
        ),
        pytest.param(
            "MAD-black-turb",
            {},
            "roll | copilot 1 kerosene | time-up",
            {"phase": "over", "outcome": {"result": "lost", "reason": "mandatory-missing", "unmet": []}},
            id="ST-RT-2 and what is missing is missing",
        ),
    ],
)
def test_modules(board, shown, scenario, changes, lines, expected):
    state = shown(board(scenario, lines, **changes))
    assert {key: state[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("scenario", "changes", "lines", "action", "refused"),
    [
        pytest.param(
            "YUL-green", {}, "roll", "pilot 4 kerosene", "ST-SPACE-1", id="ST-SPACE-1 absent module"
        ),
        pytest.param("KEF-yellow", {}, "roll", "pilot 2 brakes.1", "ST-SPACE-1", id="ST-ICE-1 no brakes"),
        pytest.param(
            "TER-yellow", {}, "roll", "pilot 2 engines.pilot", "ST-SPACE-1", id="ST-ELOSS-1 no engines"
        ),
        pytest.param("WAW-red-turb", {}, "roll", "pilot 2 gear.1", "ST-SPACE-1", id="ST-BELLY-1 no gear"),
        pytest.param("KUL-yellow", {}, "", "roll", None, id="ST-KER-1 a roll needs no more"),
        pytest.param("KUL-yellow", {}, "roll", "pilot 6 kerosene", None, id="ST-KER-1 any value"),
        pytest.param(
            "LHR-yellow", {}, "roll", "pilot 1 intern.pilot", "ST-INT-3", id="ST-INT-3 the token's own"
        ),
        pytest.param(
            "LHR-yellow", {}, "roll", "pilot 6 intern.pilot", None, id="ST-INT-3 not the other end's"
        ),
        pytest.param(
            "LHR-yellow",
            {"coffee": 1},
            "roll",
            "pilot 2>1 intern.pilot",
            "ST-INT-3",
            id="ST-INT-3 after coffee",
        ),
        pytest.param("LHR-yellow", {"intern": ()}, "roll", "pilot 3 intern.pilot", "ST-INT-2", id="ST-INT-2"),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 3 intern.pilot",
            "copilot 3 axis.copilot",
            "ST-FLOW-2",
            id="ST-INT-4 before anything else",
        ),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 3 intern.pilot",
            "copilot intern 1 axis.copilot",
            "ST-FLOW-3",
            id="ST-FLOW-3 who took it places it",
        ),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 3 intern.pilot",
            "pilot intern 2 axis.pilot",
            "ST-INT-5",
            id="ST-INT-5",
        ),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 3 intern.pilot",
            "pilot intern 1 concentration.1",
            "ST-INT-6",
            id="ST-INT-6 concentration",
        ),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 3 intern.pilot",
            "pilot intern 1 intern.copilot",
            "ST-INT-6",
            id="ST-INT-6 before the colour",
        ),
        pytest.param(
            "LHR-yellow",
            {},
            "roll | pilot 3 intern.pilot",
            "pilot intern 1 discard",
            "ST-INT-8",
            id="ST-INT-8 it fits",
        ),
        pytest.param(
            "LHR-yellow",
            {
                "placed": tuple(
                    Placed(space, Role.PILOT, 1, 1)
                    for space in ("axis.pilot", "engines.pilot", "radio.pilot", "gear.1")
                )
            },
            "roll | pilot 3 intern.pilot",
            "pilot intern 1 discard",
            None,
            id="ST-INT-8 no space is left",
        ),
        pytest.param(
            "LHR-yellow",
            {"rerolls": 1},
            "roll | pilot 3 intern.pilot",
            "reroll",
            None,
            id="ST-RER-3 while a token waits",
        ),
        pytest.param(
            "KEF-yellow", {}, "roll", "pilot 3 ice.pilot.2", "ST-ICE-2", id="ST-ICE-2 further right"
        ),
        pytest.param("KEF-yellow", {"ice": 1}, "roll", "pilot 2 ice.pilot.1", "ST-ICE-2", id="ST-ICE-2 done"),
        pytest.param("KEF-yellow", {}, "roll", "pilot 3 ice.pilot.1", "ST-ICE-3", id="ST-ICE-3"),
        pytest.param("KEF-yellow", {}, "roll", "pilot 2 ice.either.1", None, id="ST-ICE-1 either, the Pilot"),
        pytest.param(
            "KEF-yellow",
            {"mover": Role.COPILOT},
            "roll",
            "copilot 2 ice.pilot.1",
            "ST-SPACE-2",
            id="ST-ICE-1 the Pilot's",
        ),
        pytest.param(
            "KEF-yellow",
            {},
            "roll | pilot 2 ice.pilot.1 | copilot 2 ice.either.1",
            "pilot 3 ice.pilot.2",
            None,
            id="ST-ICE-4 the next column opens",
        ),
        pytest.param("YUL-green", {}, "roll", "time-up", "ST-RT-2", id="ST-RT-2 no clock"),
        pytest.param(
            "MAD-black-turb", {}, "", "time-up", "ST-FLOW-2", id="ST-FLOW-2 no time before the roll"
        ),
        pytest.param(
            "KUL-yellow", {"traffic_due": 2}, "", "traffic 3", "ST-TRAF-2", id="ST-TRAF-2 one die too few"
        ),
        pytest.param(
            "KUL-yellow",
            {"traffic_due": 2},
            "",
            "traffic 1 3 6",
            "ST-TRAF-2",
            id="ST-TRAF-2 before the faces",
        ),
        pytest.param(
            "KUL-yellow", {"traffic_due": 2}, "", "traffic 3 6", "ST-TRAF-3", id="ST-TRAF-3 no such face"
        ),
        pytest.param(
            "KUL-yellow", {"traffic_due": 2}, "", "roll", "ST-FLOW-2", id="ST-RND-3 traffic comes first"
        ),
    ],
)
def test_what_modules_refuse(board, rule, scenario, changes, lines, action, refused):
    match = board(scenario, lines, **changes)
    before = match.state
    assert rule(match, action) == refused
    assert match.state == before


def test_time_up_loses_what_waits_st_rt_2(board):
    match = board("MAD-black-turb", "roll", Abilities="synchronisation", traffic_die_due=True)
    match.push(match.game.parse_action("time-up"))
    assert (match.state.traffic_die_due, match.state.pending) == (False, None)


@pytest.mark.parametrize(
    ("planes", "position", "dice", "after"),
    [
        pytest.param((0,) * 8, 1, "2 3", (0, 1, 1, 0, 0, 0, 0, 0), id="ST-TRAF-1 a 2 is the next space"),
        pytest.param((0,) * 8, 6, "5 5", (0, 0, 0, 0, 0, 0, 0, 2), id="ST-TRAF-1 beyond is the airport"),
        pytest.param(
            (11, *(0,) * 7), 1, "4 5", (11, 0, 0, 1, 0, 0, 0, 0), id="ST-SET-4 and ST-TRAF-2 in order"
        ),
        pytest.param((12, *(0,) * 7), 1, "4 5", (12, *(0,) * 7), id="ST-TRAF-1 the box is empty"),
    ],
)
def test_traffic_dice_bring_planes(board, planes, position, dice, after):
    match = board("KUL-yellow", f"traffic {dice}", planes=planes, position=position, traffic_due=2)
    assert match.state.planes == after
    assert match.state.phase == "briefing"


def test_a_space_where_the_plane_stays_is_rolled_again_st_traf_4(board):
    match = board("KUL-yellow", f"roll | {SLOW_ROUND} | copilot 1 flaps.1")
    assert (match.state.round, match.state.phase, match.state.traffic_due) == (2, "traffic", 2)


def test_spaces_flown_through_are_not_rolled_st_traf_4(board):
    lines = f"roll | {SLOW_ROUND} | copilot 1 flaps.1".replace("1 engines", "6 engines")
    match = board("LGA-yellow", lines.replace("6 radio", "1 radio"), planes=(0,) * 7, position=3, axis=0)
    assert (match.state.position, match.state.traffic_due, match.state.phase) == (5, 1, "traffic")
    match = board("BUD-yellow", lines, planes=(0,) * 6, wind=None, position=3)
    assert (match.state.position, match.state.traffic_due, match.state.phase) == (5, 0, "briefing")


@pytest.mark.parametrize(
    ("axis", "dice", "position", "reason"),
    [
        pytest.param(1, (1, 1), 2, None, id="ST-BEND-1 not moving checks nothing"),
        pytest.param(1, (3, 4), 3, None, id="ST-BEND-1 leaving with the right tilt"),
        pytest.param(0, (3, 4), 2, "turn", id="ST-BEND-1 leaving with a wrong one"),
        pytest.param(2, (6, 6), 4, None, id="ST-BEND-1 a space without a turn in between"),
    ],
)
def test_turns_are_flown_tilted(board, axis, dice, position, reason):
    match = board(
        "KUL-yellow",
        f"roll | pilot {dice[0]} engines.pilot | copilot {dice[1]} engines.copilot",
        axis=axis,
        position=2,
        **NO_PLANES,
    )
    assert match.state.position == position
    assert (match.state.outcome and match.state.outcome.reason) == reason


def test_moving_two_checks_both_spaces_and_arriving_none_st_bend_1(board):
    dice = "roll | pilot 6 engines.pilot | copilot 6 engines.copilot"
    match = board("KUL-yellow", dice, position=4, axis=0, **NO_PLANES)
    assert (match.state.position, match.state.outcome.reason) == (5, "turn")
    assert board("KUL-yellow", dice, position=3, axis=0, **NO_PLANES).state.position == 5


def test_a_forbidden_turn_comes_before_a_collision_and_an_overshoot_st_eng_4(board):
    dice = "roll | pilot 6 engines.pilot | copilot 6 engines.copilot"
    match = board("KUL-yellow", dice, position=2, planes=(1,) * 8)
    assert match.state.outcome.reason == "turn"


def test_the_clock_runs_from_the_roll_st_rt_1(board):
    assert calls.ClockStarted(60) in board("MAD-black-turb", "roll").events


@pytest.mark.parametrize(
    ("done", "fastest"), [(0, None), (1, 2), (2, 3), (3, 4), (4, 5)], ids=lambda value: f"ST-ICE-5 {value}"
)
def test_the_ice_brakes_hold_the_final_speed_st_ice_5(board, done, fastest):
    safe = [
        speed
        for speed in range(2, 8)
        if board(
            "KEF-yellow",
            f"roll | pilot {speed // 2} engines.pilot | copilot {speed - speed // 2} engines.copilot",
            ice=done,
            altitude=0,
        ).state.speed_is_safe
    ]
    assert max(safe, default=None) == fastest

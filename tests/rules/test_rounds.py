"""Rounds, turns, rerolls, discards and the end of the flight."""

import textwrap

import pytest

from rules import IllegalAction
from rules.skyteam import SPACE_NAMES, Phase, Placed, Role, events, parse_action

PLAIN_ROUND = (
    *("pilot 3 axis.pilot", "copilot 3 axis.copilot", "pilot 1 engines.pilot", "copilot 1 engines.copilot"),
    *("pilot 1 radio.pilot", "copilot 1 radio.copilot.1", "pilot 2 gear.1", "copilot 1 radio.copilot.2"),
)
"""A round in which the plane stays where it is."""

READY = {
    "planes": (0,) * 7,
    "position": 7,
    "altitude": 0,
    "round": 7,
    "gear": (True,) * 3,
    "flaps": (True,) * 4,
    "brake_switches": (True,) * 3,
}
"""The setup of a final round in which everything is fine."""


def test_roles_alternate_from_the_first_player_on_st_rnd_5(fly):
    match = fly("roll")
    turns = [match.state.turn]
    for line in PLAIN_ROUND[:-1]:
        match.push(parse_action(line))
        turns.append(match.state.turn)
    assert turns == [Role.PILOT, Role.COPILOT] * 4


def test_the_same_role_goes_on_when_the_other_has_no_dice_st_rnd_5(fly, skyteam):
    state = fly("roll").state._replace(copilot_dice=0)
    assert skyteam.apply(state, parse_action("pilot 2 gear.1")).state.turn is Role.PILOT


@pytest.mark.parametrize(
    ("altitude", "first", "rerolls"),
    [
        (5000, Role.COPILOT, 0),
        (4000, Role.PILOT, 0),
        (3000, Role.COPILOT, 0),
        (2000, Role.PILOT, 1),
        (1000, Role.COPILOT, 0),
    ],
)
def test_a_round_follows_a_round(fly, altitude, first, rerolls):
    """ST-RND-1, ST-RND-2, ST-RER-1 and ST-END-6: what the next round begins with."""
    match = fly("roll", *PLAIN_ROUND, altitude=altitude + 1000, rerolls=0)
    state = match.state
    assert (state.round, state.altitude, state.first) == (2, altitude, first)
    assert (state.rerolls, state.phase, state.turn) == (rerolls, Phase.BRIEFING, None)
    assert (state.placed, state.speed, state.pilot_dice, state.copilot_dice) == ((), None, 4, 4)
    assert state.gear == (True, False, False), "switches stay"


def test_a_lost_round_keeps_its_dice_on_the_panel_st_end_1(fly):
    lines = [line for line in PLAIN_ROUND if "axis" not in line]
    lines += ["pilot 6 concentration.1", "copilot 6 concentration.2"]
    match = fly("roll", *lines)
    assert match.state.outcome.reason == "mandatory-missing"
    assert len(match.state.placed) == 8
    assert (match.state.round, match.state.altitude, match.state.speed) == (1, 6000, 2)


@pytest.mark.parametrize(("position", "reason"), [(6, "crash-short"), (7, None)])
def test_the_ground_comes_at_altitude_0_st_end_7(fly, position, reason):
    match = fly("roll", *PLAIN_ROUND, altitude=1000, position=position, round=6)
    outcome = match.state.outcome
    assert (outcome and outcome.reason) == reason
    assert (match.state.altitude, match.state.placed) == (0, ())
    assert match.state.round == (6 if reason else 7)
    assert match.state.pilot_dice == (0 if reason else 4)


@pytest.mark.parametrize(
    ("changes", "reason", "unmet"),
    [
        pytest.param({}, None, (), id="all is well"),
        pytest.param(
            {"planes": (0, 1, 0, 0, 0, 0, 0)}, "landing-failed", ("planes",), id="a plane far behind"
        ),
        pytest.param({"flaps": (True, True, True, False)}, "landing-failed", ("flaps",), id="a flap"),
        pytest.param({"gear": (True, True, False)}, "landing-failed", ("gear",), id="a wheel"),
        pytest.param({"axis": -1}, "landing-failed", ("axis",), id="a tilt"),
        pytest.param({"brake_switches": (False,) * 3}, "runway-overrun", ("speed",), id="no brakes"),
        pytest.param({"brake_switches": (True, False, False)}, None, (), id="ST-BRK-4 one brake holds 2"),
        pytest.param(
            {
                "planes": (1,) * 7,
                "flaps": (False,) * 4,
                "gear": (False,) * 3,
                "axis": 2,
                "brake_switches": (False,) * 3,
            },
            "runway-overrun",
            ("planes", "flaps", "gear", "axis", "speed"),
            id="ST-FIN-5 speed names the loss, the list keeps its order",
        ),
    ],
)
def test_the_landing_is_judged_st_fin_3(fly, changes, reason, unmet):
    lines = [line.replace("pilot 2 gear.1", "pilot 5 concentration.1") for line in PLAIN_ROUND]
    changes = READY | changes
    if any(changes["planes"]):
        lines = [line.replace("1 radio", "6 radio") for line in lines]
    outcome = fly("roll", *lines, **changes).state.outcome
    assert (outcome.won, outcome.reason, outcome.unmet) == (reason is None, reason, unmet)


@pytest.mark.parametrize(
    ("brakes", "dice", "is_safe"),
    [
        (0, (1, 1), False),
        (1, (1, 1), True),
        (1, (1, 2), False),
        (2, (2, 2), True),
        (2, (2, 3), False),
        (3, (3, 3), True),
        (3, (3, 4), False),
    ],
)
def test_the_final_speed_meets_the_brakes_st_brk_4(fly, brakes, dice, is_safe):
    switches = tuple(number < brakes for number in range(3))
    match = fly(
        "roll",
        f"pilot {dice[0]} engines.pilot",
        f"copilot {dice[1]} engines.copilot",
        **READY | {"brake_switches": switches},
    )
    assert match.state.speed_is_safe is is_safe
    assert match.state.position == 7, "ST-FIN-1: engines do not move the plane"
    assert match.state.outcome is None, "judged at the end of the round"


def test_brakes_after_the_engines_do_not_help_st_fin_2(fly):
    late = [
        "pilot 1 engines.pilot",
        "copilot 1 engines.copilot",
        "pilot 2 brakes.1",
        "copilot 3 axis.copilot",
    ]
    late += [
        "pilot 3 axis.pilot",
        "copilot 1 radio.copilot.1",
        "pilot 1 radio.pilot",
        "copilot 1 radio.copilot.2",
    ]
    outcome = fly("roll", *late, **READY | {"brake_switches": (False,) * 3}).state.outcome
    assert (outcome.reason, outcome.unmet) == ("runway-overrun", ("speed",))


def test_a_spin_in_the_final_round_still_spins_st_fin_4(fly):
    assert fly("roll", "pilot 6 axis.pilot", "copilot 1 axis.copilot", **READY).state.outcome.reason == "spin"


def test_a_reroll_is_no_turn_st_rer_3(fly, refusal):
    match = fly("roll", "reroll")
    assert (match.state.turn, match.state.rerolls) == (Role.PILOT, 0)
    assert refusal(match.state, "reroll") == "ST-RER-3"
    assert refusal(fly().state, "reroll") == "ST-FLOW-2"


PILOT_SPACES = ("axis.pilot", "engines.pilot", "radio.pilot", "gear.2")
SHARED_SPACES = ("concentration.1", "concentration.2", "concentration.3")


def crowded(fly, *free):
    """The Pilot's turn on a panel where a 4 fits nowhere but in the spaces left free."""
    dice = tuple(
        Placed(space, Role.PILOT, 4, 4) for space in PILOT_SPACES + SHARED_SPACES if space not in free
    )
    return fly("roll").state._replace(placed=dice, pilot_dice=1)


@pytest.mark.parametrize(
    ("free", "coffee", "rule"),
    [
        pytest.param((), 0, None, id="no space left"),
        pytest.param((), 3, None, id="only coffee would help"),
        pytest.param(("concentration.2",), 0, "ST-DISC-2", id="a shared space is free"),
        pytest.param(("gear.2",), 0, "ST-DISC-2", id="its gear is free"),
    ],
)
def test_only_a_die_that_fits_nowhere_is_discarded_st_disc_2(fly, skyteam, refusal, free, coffee, rule):
    state = crowded(fly, *free)._replace(coffee=coffee)
    discard = parse_action("pilot 4 discard")
    assert refusal(state, "pilot 4 discard") == rule
    assert (discard in skyteam.legal_actions(state)) == (rule is None)


def test_a_discard_uses_the_turn_and_does_nothing_st_disc_3(fly, skyteam):
    state = crowded(fly)
    step = skyteam.apply(state, parse_action("pilot 4 discard"))
    assert step.events == (events.DieDiscarded(Role.PILOT, 4), events.TurnTaken(Role.PILOT))
    assert (step.state.pilot_dice, step.state.turn, step.state.placed) == (0, Role.COPILOT, state.placed)


def test_a_discard_can_end_the_round_st_rnd_7(fly, skyteam):
    state = crowded(fly)._replace(copilot_dice=0)
    assert skyteam.apply(state, parse_action("pilot 4 discard")).state.outcome.reason == "mandatory-missing"


def test_an_illegal_action_changes_nothing_and_says_why(fly):
    match = fly("roll")
    before = match.state
    with pytest.raises(IllegalAction, match="flap 2 needs flap 1 first") as caught:
        match.game.apply(before._replace(mover=Role.COPILOT), parse_action("copilot 3 flaps.2"))
    assert caught.value.violation.rule == "ST-FLAP-2"
    assert match.state == before


def test_every_reason_fits_the_sign(skyteam, fly):
    """Two lines of 21 characters on the OLED, whatever is wrong."""
    states = [fly().state, fly("roll").state, fly("roll", "pilot 4 axis.pilot").state, crowded(fly)]
    states.append(fly("roll", "pilot 1 axis.pilot", "copilot 6 axis.copilot").state)
    lines = ["roll", "reroll", "swap", "time-up", "adapt pilot", "traffic 3", "alarm gear", "pilot 4 discard"]
    lines += [f"{role} {die} {space}" for role in Role for die in ("4", "1>6") for space in SPACE_NAMES]
    for state in states:
        for line in lines:
            if violation := skyteam.violation(state, parse_action(line)):
                assert len(textwrap.wrap(violation.text, 21)) <= 2, violation
                assert max(map(len, textwrap.wrap(violation.text, 21))) <= 21


@pytest.mark.parametrize(
    ("wait", "rule_text"),
    [((), "roll the dice first"), (("roll",), "not while dice are placed")],
)
def test_a_phase_says_what_it_waits_for_st_flow_2(fly, skyteam, wait, rule_text):
    line = "roll" if wait else "pilot 4 axis.pilot"
    assert skyteam.violation(fly(*wait).state, parse_action(line)).text == rule_text


def test_the_dice_are_called_for_at_the_roll(fly):
    assert [str(event) for event in fly("roll").events[1:]] == ["pilot roll 4", "copilot roll 4"]


def test_what_a_piece_could_mean_begins_with_what_it_shows(skyteam, fly):
    meanings = skyteam.meanings(fly("roll").state, "axis.pilot", "pilot 4")
    assert [action.played for action in meanings] == [4, 3, 5, 2, 6, 1]
    assert {action.shown for action in meanings} == {4}

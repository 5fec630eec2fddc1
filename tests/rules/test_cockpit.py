"""The dials and panels of the cockpit, one table each; ids of skyteam-rules.md in the names."""

import pytest

from rules.skyteam import Role, calls, events


def happened(match, *kinds):
    return [event for event in match.events if isinstance(event, kinds)]


@pytest.mark.parametrize(
    ("pilot", "copilot", "start", "now"),
    [
        pytest.param(4, 4, 0, 0, id="ST-AXIS-2 equal dice do not tilt"),
        pytest.param(4, 2, 0, -2, id="ST-AXIS-2 pilot higher by two tilts toward the pilot"),
        pytest.param(2, 4, 0, 2, id="ST-AXIS-2 copilot higher by two tilts toward the copilot"),
        pytest.param(3, 4, -1, 0, id="ST-AXIS-4 the tilt of the last round stays"),
        pytest.param(1, 5, -2, 2, id="ST-AXIS-3 only where it ends counts"),
    ],
)
def test_axis_tilts(fly, pilot, copilot, start, now):
    match = fly("roll", f"pilot {pilot} axis.pilot", f"copilot {copilot} axis.copilot", axis=start)
    assert match.state.axis == now
    assert happened(match, events.AxisTilted) == [events.AxisTilted(copilot - pilot, now)]
    assert match.state.outcome is None


@pytest.mark.parametrize(
    ("pilot", "copilot", "start", "now"),
    [
        pytest.param(1, 4, 0, 3, id="three toward the copilot"),
        pytest.param(4, 1, 0, -3, id="three toward the pilot"),
        pytest.param(1, 6, 2, 7, id="the axis is not clamped"),
        pytest.param(2, 1, -2, -3, id="one more on top of two"),
    ],
)
def test_a_spin_loses_at_once_st_axis_3(fly, pilot, copilot, start, now):
    match = fly("roll", f"pilot {pilot} axis.pilot", f"copilot {copilot} axis.copilot", axis=start)
    assert match.state.axis == now
    assert match.events[-1] == events.Lost("spin")
    assert match.state.outcome.reason == "spin"


def test_the_first_axis_die_does_nothing_yet(fly):
    assert happened(fly("roll", "pilot 6 axis.pilot"), events.AxisTilted) == []


@pytest.mark.parametrize(
    ("dice", "gear", "flaps", "position"),
    [
        pytest.param((2, 2), 0, 0, 1, id="ST-ENG-3 speed 4 is not above blue 4"),
        pytest.param((2, 3), 0, 0, 2, id="ST-ENG-3 speed 5 is above blue 4"),
        pytest.param((4, 4), 0, 0, 2, id="ST-ENG-3 speed 8 is not above orange 8"),
        pytest.param((4, 5), 0, 0, 3, id="ST-ENG-3 speed 9 is above orange 8"),
        pytest.param((1, 4), 1, 0, 1, id="ST-GEAR-1 gear moves blue to 5"),
        pytest.param((3, 4), 3, 0, 1, id="ST-GEAR-1 all gear moves blue to 7"),
        pytest.param((4, 4), 3, 0, 2, id="ST-GEAR-1 all gear, speed 8"),
        pytest.param((6, 6), 0, 4, 2, id="ST-FLAP-1 all flaps move orange to 12"),
        pytest.param((5, 4), 0, 1, 2, id="ST-FLAP-1 one flap moves orange to 9"),
    ],
)
def test_engines_move_the_plane(fly, dice, gear, flaps, position):
    match = fly(
        "roll",
        f"pilot {dice[0]} engines.pilot",
        f"copilot {dice[1]} engines.copilot",
        gear=(True,) * gear + (False,) * (3 - gear),
        flaps=(True,) * flaps + (False,) * (4 - flaps),
    )
    assert match.state.speed == sum(dice)
    assert match.state.position == position


@pytest.mark.parametrize(
    ("planes", "position", "reason", "reached"),
    [
        pytest.param((0, 0, 1, 0), 1, None, 3, id="ST-ENG-5 arriving at a plane does no harm"),
        pytest.param((0, 1, 0, 0), 1, "collision", 2, id="ST-ENG-4 the second step leaves a plane's space"),
        pytest.param((1, 0, 0, 0), 1, "collision", 1, id="ST-ENG-4 the first step leaves a plane's space"),
        pytest.param((0, 0, 0, 0), 4, "overshoot", 4, id="ST-END-8 any advance from the airport"),
        pytest.param((0, 0, 0, 0), 3, "overshoot", 4, id="ST-ENG-4 the step to the airport is made"),
        pytest.param((0, 0, 0, 2), 4, "collision", 4, id="ST-ENG-4 collision comes before overshoot"),
    ],
)
def test_two_steps_ahead(fly, planes, position, reason, reached):
    match = fly(
        "roll", "pilot 6 engines.pilot", "copilot 6 engines.copilot", planes=planes, position=position
    )
    assert match.state.position == reached
    assert (match.state.outcome and match.state.outcome.reason) == reason


@pytest.mark.parametrize(
    ("value", "planes", "left", "cleared"),
    [
        pytest.param(1, (1, 2, 1), (1, 1, 1), 2, id="ST-RAD-2 a one calls the plane's own space"),
        pytest.param(2, (1, 2, 1), (1, 2, 0), 3, id="ST-RAD-2 a two calls the next space"),
        pytest.param(1, (1, 0, 1), (1, 0, 1), None, id="ST-RAD-3 no plane there"),
        pytest.param(3, (1, 2, 1), (1, 2, 1), None, id="ST-RAD-3 beyond the airport"),
    ],
)
def test_radio_clears_one_plane(fly, value, planes, left, cleared):
    match = fly("roll", f"pilot {value} radio.pilot", planes=planes, position=2)
    assert match.state.planes == left
    assert [event.position for event in happened(match, calls.TrafficCleared)] == (
        [cleared] if cleared else []
    )
    assert bool(happened(match, events.NoEffect)) == (cleared is None)


@pytest.mark.parametrize("space", ["radio.copilot.1", "radio.copilot.2"])
def test_the_copilot_has_two_radios_st_rad_1(fly, space):
    match = fly("roll", "pilot 6 axis.pilot", f"copilot 3 {space}")
    assert match.state.planes == (0, 0, 0, 2, 1, 3, 2)


@pytest.mark.parametrize(("space", "values"), [("gear.1", "12"), ("gear.2", "34"), ("gear.3", "56")])
def test_gear_takes_its_numbers_in_any_order_st_gear_1_2(fly, refusal, space, values):
    before = fly("roll")
    for value in "123456":
        assert refusal(before.state, f"pilot {value} {space}") == (None if value in values else "ST-GEAR-2")
    match = fly("roll", f"pilot {values[0]} {space}")
    assert match.state.gear == tuple(name == space for name in ("gear.1", "gear.2", "gear.3"))
    assert match.state.blue == 5
    assert happened(match, events.SwitchSet) == [events.SwitchSet(space)]


@pytest.mark.parametrize(
    ("space", "values", "rule"),
    [
        *[(f"flaps.{n}", values, "ST-FLAP-3") for n, values in enumerate(("12", "23", "45", "56"), start=1)],
        *[(f"brakes.{n}", values, "ST-BRK-3") for n, values in enumerate("246", start=1)],
    ],
)
def test_flaps_and_brakes_take_their_numbers(fly, refusal, space, values, rule):
    state = fly("roll", flaps=(True,) * 4, brake_switches=(True,) * 3).state
    role = "pilot" if space.startswith("brakes") else "copilot"
    state = state._replace(mover=Role(role))
    for value in "123456":
        assert refusal(state, f"{role} {value} {space}") == (None if value in values else rule)


@pytest.mark.parametrize(
    ("space", "plain", "green", "rule"),
    [
        pytest.param("flaps.2", 3, 0, "ST-FLAP-2", id="flap 2 before flap 1"),
        pytest.param("flaps.4", 6, 2, "ST-FLAP-2", id="flap 4 before flap 3"),
        pytest.param("flaps.3", 4, 2, None, id="flap 3 after flap 2"),
        pytest.param("flaps.2", 6, 0, "ST-FLAP-2", id="order is judged before the number"),
        pytest.param("brakes.2", 4, 0, "ST-BRK-2", id="brake 2 before brake 1"),
        pytest.param("brakes.3", 6, 1, "ST-BRK-2", id="brake 3 before brake 2"),
        pytest.param("brakes.3", 6, 2, None, id="brake 3 after brake 2"),
    ],
)
def test_flaps_and_brakes_keep_their_order(fly, refusal, space, plain, green, rule):
    role = "pilot" if space.startswith("brakes") else "copilot"
    flaps = tuple(number < green for number in range(4))
    state = fly("roll", flaps=flaps, brake_switches=flaps[:3]).state._replace(mover=Role(role))
    assert refusal(state, f"{role} {plain} {space}") == rule


def test_two_flaps_in_one_round_st_flap_2(fly):
    match = fly("roll", "pilot 4 axis.pilot", "copilot 1 flaps.1", "pilot 2 gear.1", "copilot 3 flaps.2")
    assert match.state.flaps == (True, True, False, False)
    assert match.state.orange == 10


@pytest.mark.parametrize(
    ("role", "die", "space", "green"),
    [
        pytest.param("pilot", 2, "gear.1", {"gear": (True, False, False)}, id="ST-GEAR-3"),
        pytest.param("copilot", 2, "flaps.1", {"flaps": (True, False, False, False)}, id="ST-FLAP-4"),
        pytest.param("pilot", 2, "brakes.1", {"brake_switches": (True, False, False)}, id="ST-BRK-5"),
    ],
)
def test_a_green_switch_takes_a_die_for_nothing(fly, skyteam, role, die, space, green):
    state = fly("roll", **green).state._replace(mover=Role(role))
    step = skyteam.apply(state, skyteam.parse_action(f"{role} {die} {space}"))
    assert (step.state.gear, step.state.flaps, step.state.brakes) == (state.gear, state.flaps, state.brakes)
    assert [event.space for event in step.events if isinstance(event, events.NoEffect)] == [space]


@pytest.mark.parametrize(
    ("held", "die", "after", "wasted"),
    [
        pytest.param(0, "5", 1, False, id="ST-CON-1 one coffee"),
        pytest.param(2, "5", 3, False, id="ST-CON-1 the third"),
        pytest.param(3, "5", 3, True, id="ST-CON-2 no fourth"),
        pytest.param(3, "5>6", 3, False, id="ST-COF-3 one spent, one gained"),
        pytest.param(3, "5>2", 1, False, id="ST-COF-3 three spent, one gained"),
    ],
)
def test_concentration_makes_coffee(fly, held, die, after, wasted):
    match = fly("roll", f"pilot {die} concentration.2", coffee=held)
    assert match.state.coffee == after
    assert bool(happened(match, events.NoEffect)) == wasted


@pytest.mark.parametrize(
    ("coffee", "die", "rule"),
    [
        pytest.param(1, "2>3", None, id="one up"),
        pytest.param(1, "2>1", None, id="one down"),
        pytest.param(1, "2>4", "ST-COF-4", id="two with one"),
        pytest.param(3, "1>4", None, id="three"),
        pytest.param(3, "6>1", "ST-COF-4", id="ST-COF-2 no wrapping"),
    ],
)
def test_coffee_changes_a_die_st_cof_1(fly, refusal, coffee, die, rule):
    assert refusal(fly("roll", coffee=coffee).state, f"pilot {die} axis.pilot") == rule


def test_a_die_with_coffee_counts_as_played_and_is_seen_as_shown(fly, skyteam):
    match = fly("roll", "pilot 1>2 brakes.1", coffee=2)
    assert (match.state.brakes, match.state.coffee) == (1, 1)
    assert skyteam.visible(match.state) == {"brakes.1": "pilot 1"}

"""What no flight may ever reach, and what is never lost on the way: looked over after every action."""

from collections import Counter
from random import Random

import pytest

from rules import Match, open_game
from rules.skyteam import Phase, Piece, Role, calls, events, load_scenario, scenario_names
from rules.skyteam.state import AlarmFace
from tests.rules.autopilot import choose, headers_of

REFUSED_OFTEN = (
    *("pilot 1 ice.either.3", "copilot 1 alarm.radio.pilot", "pilot 1 intern.copilot", "copilot 6 discard"),
    *("traffic 6", "alarm gear", "adapt pilot", "swap", "anticipate copilot", "time-up", "reroll"),
    *("pilot intern 6 concentration.1", "pilot intern 1 discard", "pilot sync 1 discard"),
)


def flown(name):
    """A match and, after each action, the position before and what has happened."""
    chance = Random(name)
    match = Match(open_game(headers_of(load_scenario(name), chance)))
    while match.game.outcome(match.state) is None:
        before = match.state
        match.push(choose(match.game, before, chance, dice=chance.choice((3, 12))))
        yield match.game, before, match


@pytest.mark.parametrize("name", scenario_names())
def test_no_forbidden_position_is_reached_and_nothing_is_lost(name):
    """ST-RER-2, ST-SET-4, ST-CON-2, ST-COF-2: tokens, planes, coffee, dice are kept within their bounds."""
    for game, before, match in flown(name):
        assert_in_bounds(game, match.state)
        assert_panel_is_right(game, match.state)
        assert_conserved(before, match.state, match.events)
        assert_fits_a_sign(game, match)


def assert_in_bounds(game, state):
    track = game.scenario.track
    assert 0 <= state.coffee <= 3
    to_come = sum(space.reroll for space in track if space.altitude < state.altitude)
    assert 0 <= state.rerolls <= 3 - to_come
    assert min(state.planes) >= 0
    assert sum(state.planes) <= 12
    assert 1 <= state.position <= len(state.planes)
    assert state.outcome or abs(state.axis) <= 2
    assert state.outcome or (state.kerosene or 0) >= 0
    for switches in (state.flaps, state.brake_switches):
        assert list(switches) == sorted(switches, reverse=True), "one after the other"
    assert state.ice is None or 0 <= state.ice <= 4
    for role in Role:
        assert 0 <= state.hand_of(role) <= state.dice_of(role) <= 4
    assert state.phase is Phase.OVER or state.turn in (None, *Role)
    assert state.traffic_due == 0 or not state.rolled
    assert state.alarms_due == 0 or not state.rolled


def assert_panel_is_right(game, state):
    spaces = [die.space for die in state.placed]
    assert len(spaces) == len(set(spaces))
    assert not any(space.startswith("alarm.") for space in spaces)
    for die in state.placed:
        space = game.panel.spaces[die.space]
        assert die.value in space.values
        assert die.piece is Piece.TRAFFIC_DIE or space.role in (None, die.role)
        assert die.piece is not Piece.TOKEN or (space.takes_tokens and die.value == die.shown)
        assert die.piece is not Piece.TRAFFIC_DIE or {die.value, die.shown} <= {2, 3, 4, 5}
    pieces = Counter(die.piece for die in state.placed)
    assert pieces[Piece.TRAFFIC_DIE] <= 1
    row = [*(state.intern or ()), *(state.pending[1:] if state.pending else ())]
    row += [die.value for die in state.placed if die.piece is Piece.TOKEN]
    assert len(row) == len(set(row)), "each token is in one place"


def assert_conserved(before, state, happened):
    """Tokens, planes and dice come from somewhere and go somewhere."""
    count = Counter(type(event) for event in happened)
    assert sum(state.planes) - sum(before.planes) == count[calls.PlaneSighted] - count[calls.TrafficCleared]
    assert state.rerolls - before.rerolls == count[calls.RerollTaken] - count[calls.RerollSpent]
    gained = sum(event.value for event in happened if isinstance(event, events.CoffeeGained))
    laid = [event.die for event in happened if isinstance(event, events.DiePlaced)]
    spent = sum(abs(die.value - die.shown) for die in laid)
    assert state.coffee - before.coffee == gained - spent
    burned = sum(event.by for event in happened if isinstance(event, calls.KeroseneBurned))
    assert (before.kerosene or 0) - (state.kerosene or 0) == burned
    assert len(before.intern or ()) - len(state.intern or ()) == count[calls.TokenTaken]
    flipped = [
        sum(alarm.face is AlarmFace.FACE_DOWN for alarm in side.alarms or ()) for side in (before, state)
    ]
    assert flipped[0] - flipped[1] == count[calls.AlarmSounded]
    if events.RoundBegan not in count:
        used = sum(die.piece is Piece.DIE for die in laid)
        used += sum(event.piece is Piece.DIE for event in happened if isinstance(event, events.DieDiscarded))
        assert sum(map(before.dice_of, Role)) - sum(map(state.dice_of, Role)) == used


def face_down(state):
    return sum(alarm.face is AlarmFace.FACE_DOWN for alarm in state.alarms or ())


def assert_fits_a_sign(game, match):
    """Two lines of 21 characters for what people must do, and for why something is refused."""
    for event in match.events:
        if isinstance(event, calls.Call):
            assert 0 < len(event.text) <= 42, event
    for line in REFUSED_OFTEN:
        violation = game.violation(match.state, game.parse_action(line))
        assert violation is None or 0 < len(violation.text) <= 42, violation

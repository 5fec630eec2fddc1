"""What every game of the catalogue keeps to; a new game is tested by being registered."""

import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, IllegalAction, Match, NothingPlayed, UnknownGame, find_game, open_game
from rules.skyteam import (
    SPACE_NAMES,
    Phase,
    PlaceDie,
    Role,
    load_scenario,
    parse_action,
    scenario_names,
)
from rules.skyteam.spaces import TOKEN_NAMES
from tests.rules.autopilot import choose, headers_of


def skyteam_samples():
    """Every scenario with abilities, variants and tokens as chance has it."""
    for name in scenario_names():
        yield open_game(headers_of(load_scenario(name), Random(name)))


SAMPLES = {"skyteam": list(skyteam_samples())}
"""Games that are played here, by their name in the catalogue."""

each_game = pytest.mark.parametrize("games", SAMPLES.values(), ids=SAMPLES)
FEW = settings(max_examples=40, deadline=None)


def play(games, data, actions=90):
    """A match cut off anywhere: mostly sensible actions, so that it goes far, some quite random ones."""
    game = data.draw(st.sampled_from(games), label="game")
    match = Match(game)
    chance = Random(data.draw(st.integers(0, 2**32), label="seed"))
    for _ in range(data.draw(st.integers(0, actions), label="actions")):
        if game.outcome(match.state) is not None:
            break
        wild = chance.random() < 0.05
        legal = list(game.legal_actions(match.state)) if wild else []
        match.push(chance.choice(legal) if wild else choose(game, match.state, chance, dice=12))
    return match


def test_every_game_has_a_sample():
    assert set(SAMPLES) == set(GAMES)


@each_game
@FEW
@given(data=st.data())
def test_every_legal_action_applies_and_is_read_as_written(games, data):
    match = play(games, data)
    game = match.game
    for action in game.legal_actions(match.state):
        assert game.violation(match.state, action) is None
        assert game.parse_action(str(action)) == action
        game.apply(match.state, action)


@each_game
@FEW
@given(data=st.data())
def test_push_then_pop_restores_an_equal_position(games, data):
    match = play(games, data)
    legal = list(match.game.legal_actions(match.state))
    if legal:
        before, played, seen = match.state, match.actions, match.events
        action = data.draw(st.sampled_from(legal))
        match.push(action)
        assert match.peek() == action
        assert match.pop() == action
        assert (match.state, match.actions, match.events) == (before, played, seen)
        assert hash(match.state) == hash(pickle.loads(pickle.dumps(before)))


@each_game
@FEW
@given(data=st.data())
def test_over_means_no_legal_action(games, data):
    match = play(games, data)
    game = match.game
    assert (game.outcome(match.state) is not None) == (not list(game.legal_actions(match.state)))
    json.dumps(game.summary(match.state, match.events))


@FEW
@given(data=st.data())
def test_what_is_not_offered_is_a_violation(skyteam_any_action, data):
    """violation(state, a) is None exactly if a is in legal_actions(state)."""
    match = play(SAMPLES["skyteam"], data)
    legal = set(match.game.legal_actions(match.state))
    for action in skyteam_any_action:
        assert (match.game.violation(match.state, action) is None) == (action in legal), action
    assert all(match.game.violation(match.state, action) is None for action in legal)


@pytest.fixture(scope="module")
def skyteam_any_action():
    """Every die in every space for either role, each coffee change, each discard, and the plain actions."""
    dice = [str(n) for n in range(1, 7)] + [f"{n}>{m}" for n in range(1, 7) for m in range(1, 7) if n != m]
    lines = [f"{role} {die} {space}" for role in Role for die in dice for space in SPACE_NAMES]
    lines += [
        f"{role} {kind}{face} discard"
        for role in Role
        for kind in ("", "intern ", "sync ")
        for face in "123456"
    ]
    lines += [
        "roll",
        "reroll",
        "swap",
        "time-up",
        *(f"{word} {role}" for word in ("adapt", "anticipate") for role in Role),
        *(f"alarm {token}" for token in TOKEN_NAMES),
        *(f"traffic {die}" for die in range(1, 7)),
        *(f"{role} intern {face} {space}" for role in Role for face in range(1, 7) for space in SPACE_NAMES),
        *(f"copilot sync {die} {space}" for die in dice for space in SPACE_NAMES),
    ]
    return [parse_action(line) for line in lines]


@FEW
@given(data=st.data())
def test_legal_placements_are_those_of_legal_actions(data):
    match = play(SAMPLES["skyteam"], data)
    game, state = match.game, match.state
    offered = [action for action in game.legal_actions(state) if isinstance(action, PlaceDie)]
    asked = [
        action
        for role in Role
        for shown in range(1, 7)
        for action in game.legal_placements(state, role, shown)
    ]
    assert sorted(map(str, asked)) == sorted(map(str, offered))
    assert state.phase is Phase.PLACEMENT or not asked


@FEW
@given(data=st.data())
def test_a_camera_can_tell_what_was_placed(data):
    """One of the meanings of the new piece is the action that laid it."""
    match = play(SAMPLES["skyteam"], data)
    game = match.game
    for action in game.legal_actions(match.state):
        seen = game.visible(game.apply(match.state, action).state)
        new = seen.items() - game.visible(match.state).items()
        for space, piece in new:
            assert action in game.meanings(match.state, space, piece)


@FEW
@given(data=st.data())
def test_what_people_report_by_ok_is_legal(data):
    match = play(SAMPLES["skyteam"], data)
    action = match.game.on_ok(match.state)
    assert (action is not None) == (match.state.phase is Phase.BRIEFING)
    assert action is None or match.game.violation(match.state, action) is None


def test_a_match_says_when_there_is_nothing_to_take_back(skyteam):
    match = Match(skyteam)
    with pytest.raises(NothingPlayed):
        match.pop()
    with pytest.raises(NothingPlayed):
        match.peek()


def test_a_refused_action_leaves_the_match_as_it_was(skyteam):
    match = Match(skyteam)
    with pytest.raises(IllegalAction):
        match.push(parse_action("reroll"))
    assert match.actions == ()
    assert match.state == skyteam.initial_state()


def test_games_are_found_by_name(skyteam):
    assert find_game("skyteam") is type(skyteam)
    with pytest.raises(UnknownGame, match="known: skyteam"):
        find_game("chess")

"""What every game of the catalogue keeps to; a new game is tested by being registered."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, IllegalAction, Match, NothingPlayed, UnknownGame, find_game, open_game
from rules.skyteam import SPACE_NAMES, Phase, PlaceDie, Role, parse_action

SAMPLES = {"skyteam": [{"Game": "skyteam", "Scenario": "YUL-green"}]}
"""Headers of the games that are played here, by game."""

GAMES_PLAYED = {
    json.dumps(headers): open_game(headers) for samples in SAMPLES.values() for headers in samples
}
each_game = pytest.mark.parametrize("game", GAMES_PLAYED.values(), ids=GAMES_PLAYED.keys())


def play(game, data, actions=80):
    """A match of random legal actions."""
    match = Match(game)
    for _ in range(data.draw(st.integers(0, actions))):
        legal = list(game.legal_actions(match.state))
        if not legal:
            break
        match.push(data.draw(st.sampled_from(legal)))
    return match


def test_every_game_has_a_sample():
    assert set(SAMPLES) == set(GAMES)


@each_game
@given(data=st.data())
def test_every_legal_action_applies_and_is_read_as_written(game, data):
    match = play(game, data)
    for action in game.legal_actions(match.state):
        assert game.violation(match.state, action) is None
        assert game.parse_action(str(action)) == action
        game.apply(match.state, action)


@each_game
@given(data=st.data())
def test_push_then_pop_restores_an_equal_position(game, data):
    match = play(game, data, actions=20)
    legal = list(game.legal_actions(match.state))
    if legal:
        before, played, seen = match.state, match.actions, match.events
        action = data.draw(st.sampled_from(legal))
        match.push(action)
        assert match.peek() == action
        assert match.pop() == action
        assert (match.state, match.actions, match.events) == (before, played, seen)
        assert hash(match.state) == hash(pickle.loads(pickle.dumps(before)))


@each_game
@given(data=st.data())
def test_over_means_no_legal_action(game, data):
    match = play(game, data)
    assert (game.outcome(match.state) is not None) == (not list(game.legal_actions(match.state)))
    json.dumps(game.summary(match.state, match.events))


@given(data=st.data())
def test_what_is_not_offered_is_a_violation(skyteam_any_action, data):
    """violation(state, a) is None exactly if a is in legal_actions(state)."""
    game = next(iter(GAMES_PLAYED.values()))
    match = play(game, data)
    legal = set(game.legal_actions(match.state))
    for action in skyteam_any_action:
        assert (game.violation(match.state, action) is None) == (action in legal), action


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
        "adapt pilot",
        "anticipate copilot",
        "alarm gear",
        "traffic 3",
    ]
    return [parse_action(line) for line in lines]


@given(data=st.data())
def test_legal_placements_are_those_of_legal_actions(skyteam, data):
    state = play(skyteam, data).state
    offered = [action for action in skyteam.legal_actions(state) if isinstance(action, PlaceDie)]
    asked = [
        action
        for role in Role
        for shown in range(1, 7)
        for action in skyteam.legal_placements(state, role, shown)
    ]
    assert sorted(map(str, asked)) == sorted(map(str, offered))
    assert bool(asked) == (state.phase is Phase.PLACEMENT)


@given(data=st.data())
def test_a_camera_can_tell_what_was_placed(skyteam, data):
    """One of the meanings of the new piece is the action that laid it."""
    match = play(skyteam, data)
    for action in skyteam.legal_actions(match.state):
        seen = skyteam.visible(skyteam.apply(match.state, action).state)
        new = seen.items() - skyteam.visible(match.state).items()
        for space, piece in new:
            assert action in skyteam.meanings(match.state, space, piece)


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

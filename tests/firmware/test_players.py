"""The built-in players: legal, understood from the panel alone, and blind to the partner's dice."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.players import choose
from firmware.umpire import Explained, explain
from rules.skyteam import Role, Roll
from tests.builders import flight


def fly(seed, check=lambda game, state, action: None):
    """A whole flight of the two players without pixels; returns its last position."""
    chance, match = Random(seed), flight()
    while match.state.outcome is None:
        match.push(Roll())
        hands = {role: [chance.randint(1, 6) for _ in range(4)] for role in Role}
        while match.state.outcome is None and match.state.turn is not None:
            role = match.state.turn
            action = choose(match.game, match.state, role, hands[role], chance)
            check(match.game, match.state, action)
            hands[role].remove(action.shown)
            match.push(action)
    return match.state


@given(st.integers(0, 10_000))
def test_every_choice_is_legal_and_the_panel_alone_tells_what_was_meant(seed):
    def check(game, state, action):
        seen = {**game.visible(state), action.space: f"{action.role} {action.shown}"}
        assert explain(game, state, seen) == Explained((action,))

    fly(seed, check)


def test_they_land_now_and_then():
    """Plain players, but no fools: of the seeds 1 to 20 some land."""
    landed = [seed for seed in range(1, 21) if fly(seed).outcome.won]
    assert 2 <= len(landed) < 20


def test_a_spin_is_avoided_where_it_can_be():
    match = flight("roll", "pilot 6 axis.pilot")
    for seed in range(20):
        action = choose(match.game, match.state, Role.COPILOT, [1, 5], Random(seed))
        assert (action.space, action.shown) != ("axis.copilot", 1)


@pytest.mark.parametrize("hand", [[2, 2, 2, 2], [6], [1, 2, 3, 4]], ids=str)
def test_a_hand_of_any_size_can_be_played(hand):
    match = flight("roll")
    assert choose(match.game, match.state, Role.PILOT, hand, Random(1)).shown in hand

"""Which legal actions explain what lies on the panel?"""

import pytest

from firmware.umpire import Ambiguous, Explained, Unexplained, explain
from tests.builders import flight

ROLLED = flight("roll")


def understand(match, seen):
    return explain(match.game, match.state, seen)


def said(verdict):
    return [str(action) for action in verdict.actions]


def test_a_panel_that_has_not_changed_needs_no_action():
    assert understand(ROLLED, {}) == Explained(())


def test_one_die_is_one_action():
    assert said(understand(ROLLED, {"axis.pilot": "pilot 4"})) == ["pilot 4 axis.pilot"]


def test_two_quick_dice_are_taken_in_the_order_of_the_turns():
    seen = {"axis.copilot": "copilot 3", "radio.pilot": "pilot 3"}
    assert said(understand(ROLLED, seen)) == ["pilot 3 radio.pilot", "copilot 3 axis.copilot"]


def test_two_dice_of_one_role_are_a_question():
    match understand(ROLLED, {"axis.pilot": "pilot 4", "gear.1": "pilot 1"}):
        case Ambiguous(spaces=spaces):
            assert set(spaces) == {"axis.pilot", "gear.1"}
        case other:
            pytest.fail(f"not a question: {other}")


def test_of_a_legal_and_an_illegal_die_the_legal_one_is_taken_and_the_other_refused():
    seen = {"axis.pilot": "pilot 4", "flaps.2": "copilot 3"}
    first = understand(ROLLED, seen)
    assert said(first) == ["pilot 4 axis.pilot"]
    second = understand(flight("roll", "pilot 4 axis.pilot"), seen)
    assert isinstance(second, Unexplained)
    assert second.violation.rule == "ST-FLAP-2"


def test_three_dice_at_once_are_taken_one_by_one_as_long_as_that_is_clear():
    seen = {"axis.pilot": "pilot 4", "axis.copilot": "copilot 4", "engines.copilot": "copilot 3"}
    assert said(understand(ROLLED, seen)) == ["pilot 4 axis.pilot"]


@pytest.mark.parametrize(
    ("space", "piece", "rule"),
    [
        ("axis.copilot", "copilot 3", "ST-FLOW-3"),
        ("axis.copilot", "pilot 3", "ST-SPACE-2"),
        ("gear.1", "pilot 5", "ST-GEAR-2"),
        ("brakes.2", "pilot 4", "ST-BRK-2"),
        ("kerosene", "pilot 4", "ST-SPACE-1"),
    ],
)
def test_an_illegal_die_is_refused_with_its_rule(space, piece, rule):
    verdict = understand(ROLLED, {space: piece})
    assert isinstance(verdict, Unexplained)
    assert (verdict.space, verdict.piece, verdict.violation.rule) == (space, piece, rule)


def test_coffee_is_understood_only_where_the_die_would_not_fit_without():
    with_coffee = flight("roll", "pilot 4 concentration.1", "copilot 2 concentration.2")
    assert said(understand(with_coffee, {**seen_of(with_coffee), "gear.1": "pilot 3"})) == [
        "pilot 3>2 gear.1"
    ]
    assert said(understand(with_coffee, {**seen_of(with_coffee), "gear.2": "pilot 3"})) == ["pilot 3 gear.2"]
    assert said(understand(with_coffee, {**seen_of(with_coffee), "gear.3": "pilot 3"})) == [
        "pilot 3>5 gear.3"
    ]


def seen_of(match):
    return dict(match.game.visible(match.state))


@pytest.mark.parametrize(
    ("seen", "space"),
    [({}, "axis.pilot"), ({"axis.pilot": "pilot 5"}, "axis.pilot"), ({"gear.2": "pilot 4"}, "axis.pilot")],
    ids=["die removed", "die turned", "die moved"],
)
def test_a_panel_that_differs_from_the_game_is_not_repaired(seen, space):
    verdict = understand(flight("roll", "pilot 4 axis.pilot"), seen)
    assert isinstance(verdict, Unexplained)
    assert (verdict.space, verdict.violation) == (space, None)


def test_a_legal_placement_is_always_explained():
    """For each legal plain placement: what the panel shows after it explains it."""
    match = flight("roll", "pilot 4 axis.pilot", "copilot 4 axis.copilot")
    plain = [
        a for a in match.game.legal_actions(match.state) if getattr(a, "space", None) and a.shown == a.played
    ]
    assert len(plain) > 20
    for action in plain:
        seen = {**seen_of(match), action.space: f"{action.role} {action.shown}"}
        assert understand(match, seen) == Explained((action,))

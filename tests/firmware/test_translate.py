"""Where the eye's words and the game's words meet."""

import pytest

from firmware.translate import advice_on, pieces_seen, plain_piece, plain_space
from vision import Colour, DieReading, Reason, Status


def die(space="axis.pilot", colour=Colour.BLUE, value=4, reason=None):
    status = Status.READ if reason is None else Status.UNSURE
    return DieReading(colour, value, 0.9, status, reason, (0.0, 0.0), space)


def test_blue_is_the_pilot_and_orange_the_copilot():
    dice = [die(), die("axis.copilot", Colour.ORANGE, 3)]
    assert pieces_seen(dice) == {"axis.pilot": "pilot 4", "axis.copilot": "copilot 3"}


@pytest.mark.parametrize("doubt", list(Reason))
def test_a_die_in_doubt_is_no_piece_but_a_question_with_advice(doubt):
    assert pieces_seen([die(reason=doubt)]) == {}
    assert len(advice_on([die(reason=doubt)])["axis.pilot"]) > 10


def test_a_die_of_nobodys_colour_is_a_question_not_a_piece():
    red = die(colour=Colour.RED)
    assert pieces_seen([red]) == {}
    assert "axis.pilot" in advice_on([red])


def test_a_die_beside_the_spaces_is_nobodys_business():
    assert pieces_seen([die(space=None)]) == {}
    assert advice_on([die(space=None)]) == {}


@pytest.mark.parametrize(
    ("space", "said"),
    [
        ("axis.pilot", "pilot axis"),
        ("radio.copilot.2", "co-pilot radio 2"),
        ("gear.1", "gear 1"),
        ("kerosene", "kerosene"),
    ],
)
def test_spaces_are_said_as_people_say_them(space, said):
    assert plain_space(space) == said


def test_pieces_are_said_as_people_see_them():
    assert plain_piece("copilot 3") == "orange 3"

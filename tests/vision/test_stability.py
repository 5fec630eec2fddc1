"""Holding still: the same answer, often enough, for long enough, with nothing in the way."""

from dataclasses import replace

import pytest

from vision.readings import BoardReading, Colour, DieReading, Light, PanelFit, Reason, Status
from vision.stability import Stabilizer, StableBoard

PANEL = PanelFit(residual_px=0.1)


def die(space: str | None, value: int | None, colour: Colour = Colour.BLUE) -> DieReading:
    status = Status.UNSURE if value is None else Status.READ
    reason = Reason.PIPS if value is None else None
    return DieReading(colour, value, 0.9, status, reason, (0.0, 0.0), space)


def board(*dice: DieReading, covered: str = "", tokens: str = "") -> BoardReading:
    return BoardReading(PANEL, dice, frozenset(covered.split()), frozenset(tokens.split()))


FOUR = board(die("axis.pilot", 4))
FIVE = board(die("axis.pilot", 5))
ASKED = board(die("axis.pilot", None))
HAND = board(covered="axis.pilot")
ELSEWHERE = board(die("axis.pilot", 4), covered="gear.1")
MOVING = replace(FOUR, moving=frozenset({"axis.pilot"}))
DARK = BoardReading(PANEL, light=Light.DARK)
LOST = BoardReading(None)


@pytest.mark.parametrize(
    ("story", "stable_at"),
    [
        pytest.param([(0.0, FOUR), (0.1, FOUR), (0.2, FOUR), (0.3, FOUR)], [0.2, 0.3], id="it lies still"),
        pytest.param([(0.0, FOUR), (0.01, FOUR), (0.02, FOUR), (0.03, FOUR)], [], id="too short a time"),
        pytest.param([(0.0, FOUR), (5.0, FOUR)], [], id="too few pictures"),
        pytest.param(
            [(0.0, FOUR), (0.1, FOUR), (0.2, FIVE), (0.3, FIVE), (0.4, FIVE)], [0.4], id="it was turned over"
        ),
        pytest.param([(0.0, FOUR), (0.1, FOUR), (0.2, HAND), (0.3, FOUR), (0.4, FOUR)], [], id="a hand came"),
        pytest.param(
            [(0.0, FOUR), (0.1, FOUR), (0.2, ELSEWHERE), (0.3, FOUR)], [0.2, 0.3], id="a hand came elsewhere"
        ),
        pytest.param([(0.0, FOUR), (0.1, FOUR), (0.2, MOVING), (0.3, FOUR), (0.4, FOUR)], [], id="it moved"),
        pytest.param(
            [(0.0, MOVING), (0.05, FOUR), (0.1, FOUR), (0.15, FOUR)], [0.15], id="still since it moved last"
        ),
        pytest.param([(0.0, FOUR), (0.1, FOUR), (0.2, DARK), (0.3, FOUR), (0.4, FOUR)], [], id="it was dark"),
        pytest.param([(0.0, FOUR), (0.1, FOUR), (0.2, LOST), (0.3, FOUR), (0.4, FOUR)], [], id="panel lost"),
        pytest.param(
            [(0.0, ASKED), (0.1, ASKED), (0.2, ASKED)], [0.2], id="an unreadable die lies still too"
        ),
        pytest.param(
            [(0.0, FOUR), (0.1, ASKED), (0.2, FOUR), (0.3, ASKED)], [], id="read and unsure by turns"
        ),
        pytest.param([(9.0, FOUR), (9.1, FOUR), (0.0, FOUR), (0.1, FOUR)], [], id="the clock was set back"),
    ],
)
def test_a_die_is_on_a_stable_board_when(
    story: list[tuple[float, BoardReading]], stable_at: list[float]
) -> None:
    stabilizer = Stabilizer(min_readings=3, min_seconds=0.15)
    answers = [(now, stabilizer.update(reading, now)) for now, reading in story]
    assert [now for now, stable in answers if stable is not None and stable.dice] == stable_at


def told(stable: StableBoard | None) -> dict[str, int | None] | None:
    return None if stable is None else {str(one.space): one.value for one in stable.dice}


def test_a_die_that_flickers_into_doubt_does_not_hold_up_another() -> None:
    """The axis die is known; while it is now read, now doubted, the gear die is believed all the same."""
    stabilizer = Stabilizer(min_readings=3, min_seconds=0.0)
    known, doubted = die("axis.pilot", 4), die("axis.pilot", None)
    for now in range(3):
        stable = stabilizer.update(board(known), now)
    assert told(stable) == {"axis.pilot": 4}
    new = die("gear.1", 1)
    answers = [
        told(stabilizer.update(board(axis, new), now))
        for now, axis in enumerate([doubted, known, doubted, known], start=3)
    ]
    both = {"axis.pilot": 4, "gear.1": 1}
    assert answers == [None, None, both, both]


def test_doubt_that_lasts_is_believed() -> None:
    stabilizer = Stabilizer(min_readings=3, min_seconds=0.0)
    for now in range(3):
        stabilizer.update(FOUR, now)
    answers = [told(stabilizer.update(ASKED, now)) for now in range(3, 6)]
    assert answers == [{"axis.pilot": 4}, {"axis.pilot": 4}, {"axis.pilot": None}]


def test_a_die_that_was_lifted_under_a_hand_is_gone_only_after_the_wait() -> None:
    stabilizer = Stabilizer(min_readings=3, min_seconds=0.0)
    for now in range(3):
        stabilizer.update(FOUR, now)
    assert stabilizer.update(HAND, 3) is None
    answers = [told(stabilizer.update(board(), now)) for now in range(4, 7)]
    assert answers == [None, None, {}]


def test_a_die_on_its_way_to_another_space_is_not_seen_twice() -> None:
    """While a hand hides where it lay, the die that turned up elsewhere may be the same one."""
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    for now in range(2):
        stabilizer.update(FOUR, now)
    elsewhere = board(die("engines.pilot", 4), covered="axis.pilot")
    assert [stabilizer.update(elsewhere, now) for now in range(2, 6)] == [None] * 4
    free = board(die("engines.pilot", 4))
    assert [told(stabilizer.update(free, now)) for now in range(6, 8)] == [None, {"engines.pilot": 4}]


def test_a_die_that_lay_under_a_hand_is_looked_at_anew() -> None:
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    for now in range(2):
        stabilizer.update(FOUR, now)
    assert stabilizer.update(HAND, 2) is None
    assert [told(stabilizer.update(FOUR, now)) for now in range(3, 5)] == [None, {"axis.pilot": 4}]


def test_a_board_names_the_empty_spaces_that_cannot_be_told() -> None:
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    stabilizer.update(ELSEWHERE, 0.0)
    stable = stabilizer.update(replace(ELSEWHERE, moving=frozenset({"gear.2"})), 0.1)
    assert stable is not None
    assert stable.hidden == {"gear.1", "gear.2"}


def test_a_token_under_a_hand_still_lies_there() -> None:
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    for now in range(2):
        stabilizer.update(board(tokens="coffee.1"), now)
    hand = replace(board(), moving=frozenset({"coffee.1"}))
    for now in range(2, 5):
        stable = stabilizer.update(hand, now)
        assert stable is not None
        assert stable.tokens == {"coffee.1"}


def test_a_stable_board_knows_since_when_and_what() -> None:
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    stabilizer.update(board(die("gear.1", None), die("axis.pilot", 4), die(None, 6)), 1.0)
    stable = stabilizer.update(board(die("axis.pilot", 4), die("gear.1", None)), 1.5)
    assert stable is not None
    assert stable.since == 1.0
    assert [one.space for one in stable.dice] == ["axis.pilot", "gear.1"]
    assert list(stable.read) == ["axis.pilot"]
    assert list(stable.unsure) == ["gear.1"]


def test_a_token_counts_only_when_it_was_always_seen() -> None:
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    stabilizer.update(board(tokens="coffee.1 reroll.2"), 0.0)
    stable = stabilizer.update(board(tokens="coffee.1"), 0.1)
    assert stable is not None
    assert stable.tokens == {"coffee.1"}


def test_after_a_reset_the_wait_begins_anew() -> None:
    stabilizer = Stabilizer(min_readings=2, min_seconds=0.0)
    stabilizer.update(FOUR, 0.0)
    stabilizer.reset()
    assert stabilizer.update(FOUR, 1.0) is None


@pytest.mark.parametrize(("readings", "seconds"), [(0, 0.1), (2, -0.1)])
def test_a_wait_that_is_no_wait_is_refused(readings: int, seconds: float) -> None:
    with pytest.raises(ValueError, match="min_readings"):
        Stabilizer(readings, seconds)

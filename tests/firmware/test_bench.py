"""How readings are scored, class by class."""

import pytest

from firmware.bench import score_reading, wilson
from vision import BoardReading, Colour, DieReading, Reason, Status


def die(space, colour=Colour.BLUE, value=4, reason=None):
    status = Status.READ if reason is None else Status.UNSURE
    return DieReading(colour, value, 0.9, status, reason, (0.0, 0.0), space)


def truth(cocked=False, hidden=False):
    return {"dice": [("axis.pilot", "blue", 4, cocked, hidden)], "conditions": ["plain"]}


CASES = {
    "read right": (truth(), [die("axis.pilot")], [], {"right": 1}),
    "wrong value": (truth(), [die("axis.pilot", value=5)], [], {"wrong": 1}),
    "wrong colour": (truth(), [die("axis.pilot", Colour.ORANGE)], [], {"wrong": 1}),
    "wrong space": (truth(), [die("gear.1")], [], {"missed": 1, "phantom": 1}),
    "read twice": (truth(), [die("axis.pilot"), die("axis.pilot")], [], {"wrong": 1}),
    "unsure": (truth(), [die("axis.pilot", reason=Reason.PIPS)], [], {"asked": 1}),
    "covered": (truth(), [], ["axis.pilot"], {"asked": 1}),
    "nothing said": (truth(), [], [], {"missed": 1}),
    "hidden and not read": (truth(hidden=True), [], ["axis.pilot"], {}),
    "hidden and read right": (truth(hidden=True), [die("axis.pilot")], [], {"right": 1}),
    "cocked and refused": (truth(cocked=True), [die("axis.pilot", reason=Reason.COCKED)], [], {}),
    "cocked and read": (truth(cocked=True), [die("axis.pilot")], [], {"phantom": 1}),
    "a die from nowhere": (truth(), [die("axis.pilot"), die("gear.1")], [], {"right": 1, "phantom": 1}),
    "a doubt from nowhere": (truth(), [die("axis.pilot"), die("gear.1", None, None, Reason.PIPS)], [],
                             {"right": 1}),
}  # fmt: skip


@pytest.mark.parametrize(("known", "dice", "covered", "counts"), CASES.values(), ids=CASES)
def test_each_die_ends_in_one_class(known, dice, covered, counts):
    reading = BoardReading(None, tuple(dice), frozenset(covered))
    assert {name: count for name, count in score_reading(known, reading).items() if count} == counts


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 100, 0.0, 0.037), (50, 100, 0.404, 0.596), (100, 100, 0.963, 1.0)],
)
def test_the_interval_of_a_share(hits, total, low, high):
    """Wilson (1927); values checked against published tables."""
    assert wilson(hits, total) == pytest.approx((low, high), abs=0.0005)

"""What happened between two boards."""

import pytest

from vision.diff import diff
from vision.readings import Colour, DieReading, Reason, Status
from vision.stability import StableBoard


def board(text: str) -> StableBoard:
    """Lay dice as "axis.pilot=b4 gear.1=o?"; a question mark is a die that cannot be read."""
    return StableBoard(tuple(die(part) for part in text.split()), since=0.0)


def die(text: str) -> DieReading:
    space, piece = text.split("=")
    colour = {"b": Colour.BLUE, "o": Colour.ORANGE}[piece[0]]
    if piece[1] == "?":
        return DieReading(colour, None, 0.2, Status.UNSURE, Reason.COCKED, (0.0, 0.0), space)
    return DieReading(colour, int(piece[1]), 0.9, Status.READ, None, (0.0, 0.0), space)


def said(dice: tuple[DieReading, ...]) -> str:
    return " ".join(f"{one.space}={str(one.colour)[0]}{one.value or '?'}" for one in dice)


@pytest.mark.parametrize(
    ("before", "after", "placed", "removed", "changed", "unsure"),
    [
        pytest.param("", "axis.pilot=b4", "axis.pilot=b4", "", "", "", id="a die is placed"),
        pytest.param("axis.pilot=b4", "", "", "axis.pilot=b4", "", "", id="a die is taken"),
        pytest.param("axis.pilot=b4", "axis.pilot=b5", "", "", "axis.pilot", "", id="a die is turned"),
        pytest.param("axis.pilot=b4", "axis.pilot=o4", "", "", "axis.pilot", "", id="another die lies there"),
        pytest.param("gear.1=b1", "gear.2=b1", "gear.2=b1", "gear.1=b1", "", "", id="a die is moved"),
        pytest.param("gear.1=b1", "gear.1=b1", "", "", "", "", id="nothing happens"),
        pytest.param(
            "gear.1=b1", "gear.1=b?", "", "", "", "gear.1=b?", id="a die is pushed over: no removal"
        ),
        pytest.param("gear.1=b?", "gear.1=b2", "gear.1=b2", "", "", "", id="a question is settled"),
        pytest.param("gear.1=b?", "", "", "", "", "", id="a question is taken away"),
    ],
)
def test_a_change(before: str, after: str, placed: str, removed: str, changed: str, unsure: str) -> None:
    change = diff(board(before), board(after))
    assert said(change.placed) == placed
    assert said(change.removed) == removed
    assert " ".join(str(new.space) for _, new in change.changed) == changed
    assert said(change.unsure) == unsure
    assert bool(change) == bool(placed or removed or changed)


def test_with_nothing_known_before_all_is_new() -> None:
    assert said(diff(None, board("gear.1=b1 axis.pilot=b4")).placed) == "axis.pilot=b4 gear.1=b1"

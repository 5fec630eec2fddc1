"""What a patch is labelled, from what lies around its middle."""

import pytest

from vision.opinion import NOTHING, UNREADABLE
from vision.readings import Colour
from vision.synthetic import SceneDie
from vision.training.panel_examples import draw_examples, label_of


def die(x: float, y: float = 0.0, *, value: int = 5, lean: float = 0.0) -> SceneDie:
    return SceneDie(x, y, 10.0, Colour.BLUE, value, 16.0, lean)


@pytest.mark.parametrize(
    ("dice", "label"),
    [
        ([], NOTHING),
        ([(die(0.0), 0.0)], 5),
        ([(die(8.0, -8.0), 0.0)], 5),
        ([(die(11.0), 0.0)], None),
        ([(die(20.0), 0.0)], NOTHING),
        ([(die(0.0, lean=30.0), 0.0)], UNREADABLE),
        ([(die(0.0), 0.3)], UNREADABLE),
        ([(die(0.0), 0.95)], NOTHING),
        ([(die(-8.0), 0.0), (die(8.5), 0.0)], UNREADABLE),
        ([(die(0.0), 0.0), (die(30.0, value=1), 0.0)], 5),
    ],
    ids=[
        "empty",
        "in the middle",
        "in a corner",
        "on the line",
        "elsewhere",
        "leaning",
        "half hidden",
        "all hidden",
        "two in one place",
        "a neighbour",
    ],
)
def test_labels(dice: list[tuple[SceneDie, float]], label: int | None) -> None:
    assert label_of((0.0, 0.0), dice) == label


def test_drawn_examples_repeat_and_hold_every_class() -> None:
    first, again = draw_examples(1004), draw_examples(1004)
    assert (first.patches == again.patches).all()
    assert (first.labels == again.labels).all()
    labels = first.labels.tolist()
    assert NOTHING in labels
    assert len(set(labels) - {NOTHING, UNREADABLE}) > 2

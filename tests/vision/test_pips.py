"""The opinion of the pips: faces drawn by hand, told apart by their layout, and flat from leaning."""

import math

import cv2
import numpy as np
import pytest

from vision.faces import LAYOUTS
from vision.patches import PIXELS_PER_MM, SIDE
from vision.pips import clearness, is_lettering, likely_faces, lonely_spots, match_faces
from vision.upright import roundness, stray_pip, stretch
from vision.views import View

MIDDLE = (SIDE - 1) / 2
NOWHERE = ((-2.0, -2.0), (-1.0, -1.0))
NAMES = [f"{value} ({number})" for number, (value, _) in enumerate(LAYOUTS)]
FINE = 8


def face(x: float = MIDDLE, y: float = MIDDLE, yaw: float = 0.3, pitch: float = 4.0) -> np.ndarray:
    return np.array([x, y, yaw, pitch])


def places(layout: int, at: np.ndarray, squeeze: float = 1.0) -> np.ndarray:
    """Return where the pips of a face show, squeezed along the face's own x as on a die that leans."""
    pips = np.array(LAYOUTS[layout][1], dtype=float) * (squeeze, 1.0)
    cos, sin = math.cos(at[2]), math.sin(at[2])
    return pips @ np.array([[cos, sin], [-sin, cos]]) * at[3] * PIXELS_PER_MM + at[:2]


def view(layout: int, at: np.ndarray, *, squeeze: float = 1.0, slope: float = 0.0) -> View:
    """Draw bright pips on a dark body; `slope` makes the light rise from left to right."""
    fine = np.zeros((SIDE * FINE, SIDE * FINE), np.uint8)
    spots = places(layout, at, squeeze)
    radius = 0.4 * at[3] * PIXELS_PER_MM * FINE
    for x, y in spots:
        middle = (round((x + 0.5) * FINE), round((y + 0.5) * FINE))
        axes = (round(radius * squeeze), round(radius))
        cv2.ellipse(fine, middle, axes, math.degrees(at[2]), 0, 360, 255, -1)
    pips = cv2.GaussianBlur(cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA), (0, 0), 1.0)
    light = 40 + slope * np.arange(SIDE) / SIDE
    picture = np.clip(light + pips * 0.6, 0, 255).astype(np.uint8)
    return View(picture, spots, np.ones(len(spots), np.float32), False, NOWHERE)


@pytest.mark.parametrize("layout", range(len(LAYOUTS)), ids=NAMES)
@pytest.mark.parametrize("slope", [0.0, 80.0], ids=["even light", "a lamp to one side"])
def test_every_layout_is_told_from_all_others(layout: int, slope: float) -> None:
    at = face()
    matches = match_faces(view(layout, at, slope=slope).picture, at[None])[0]
    value = LAYOUTS[layout][0]
    others = [match for match, (other, _) in zip(matches, LAYOUTS, strict=True) if other != value]
    assert int(matches.argmax()) == layout
    assert matches[layout] > 0.85
    assert matches[layout] - max(others) > 0.08


@pytest.mark.parametrize("layout", range(1, len(LAYOUTS)), ids=NAMES[1:])
@pytest.mark.parametrize("pitch", [3.1, 4.7], ids=["12 mm", "18 mm"])
def test_two_pips_in_opposite_corners_give_the_face_away(layout: int, pitch: float) -> None:
    """Of whatever size and turn: the best proposal lies on the face that was drawn."""
    at = face(x=MIDDLE + 3.3, y=MIDDLE - 5.2, yaw=1.1, pitch=pitch)
    seen = view(layout, at)
    found = likely_faces(seen, 0.64)
    matches = match_faces(seen.picture, np.array(found))
    best, best_layout = np.unravel_index(int(matches.argmax()), matches.shape)
    assert LAYOUTS[best_layout][0] == LAYOUTS[layout][0]
    assert found[best][:2] == pytest.approx(at[:2], abs=0.2)
    assert found[best][3] == pytest.approx(pitch, rel=0.02)


@pytest.mark.parametrize("layout", range(len(LAYOUTS)), ids=NAMES)
def test_a_drawn_face_is_clear_and_with_a_pip_more_or_less_it_is_not(layout: int) -> None:
    at = face()
    assert clearness(view(layout, at).picture, at, layout) > 0.7
    for other in range(len(LAYOUTS)):
        if other != layout:
            assert clearness(view(layout, at).picture, at, other) < 0.1


def test_shine_in_a_corner_makes_three_pips_no_clear_four() -> None:
    """Two pips of a two and the lamp's light on a third corner: a four would need the fourth as well."""
    at = face()
    picture = view(1, at).picture.copy()
    x, y = places(5, at)[1]
    cv2.circle(picture, (round(x), round(y)), 6, 255, -1)
    assert clearness(picture, at, 5) < 0.1
    assert clearness(picture, at, 1) < 0.1


def test_nothing_is_proposed_without_spots() -> None:
    empty = View(np.zeros((SIDE, SIDE), np.uint8), np.empty((0, 2)), np.empty(0, np.float32), False, NOWHERE)
    assert likely_faces(empty, 0.64) == []
    assert len(lonely_spots(empty, 3)) == 0


def test_the_pip_of_a_one_is_lonely_and_those_of_a_six_are_not() -> None:
    assert len(lonely_spots(view(0, face()), 3)) == 1
    assert len(lonely_spots(view(7, face(pitch=3.2)), 3)) == 0


@pytest.mark.parametrize("layout", [5, 6, 7, 8], ids=["four", "five", "six", "six across"])
@pytest.mark.parametrize(
    ("lean_deg", "least", "most"), [(0.0, 0.0, 0.04), (30.0, 0.11, 0.20)], ids=["flat", "leaning"]
)
def test_many_pips_show_a_lean_by_their_pattern(
    layout: int, lean_deg: float, least: float, most: float
) -> None:
    at = face()
    squeezed = view(layout, at, squeeze=math.cos(math.radians(lean_deg)))
    assert least <= stretch(squeezed, at, layout) <= most


@pytest.mark.parametrize("layout", [0, 1, 3], ids=["one", "two", "three"])
def test_few_pips_show_a_lean_by_their_shape(layout: int) -> None:
    at = face()
    assert roundness(view(layout, at), at, layout) > 0.95
    leaning = view(layout, at, squeeze=math.cos(math.radians(40.0)))
    assert roundness(leaning, at, layout) < 0.86


@pytest.mark.parametrize(
    ("beside", "towards", "is_stray"),
    [
        pytest.param((0.62, 0.1), (-0.3, 0.0), True, id="on a side that should be hidden"),
        pytest.param((0.62, 0.1), (0.3, 0.0), False, id="on a side that faces the camera"),
        pytest.param((0.3, -0.1), (0.3, 0.0), True, id="on the face itself"),
        pytest.param((1.2, 0.1), (-0.3, 0.0), False, id="beside the die"),
    ],
)
def test_a_pip_where_a_flat_die_shows_none(
    beside: tuple[float, float], towards: tuple[float, float], is_stray: bool
) -> None:
    """Places are in edges from the middle of a one; `towards` is where the camera's foot lies."""
    at, edge = face(yaw=0.0), 16.0
    one = view(0, at)
    spots = np.vstack([one.spots, at[:2] + np.array(beside) * edge * PIXELS_PER_MM])
    both = View(one.picture, spots, np.ones(2, np.float32), False, NOWHERE)
    assert (stray_pip(both, at, 0, edge, towards) > 0.5) is is_stray


def test_letters_are_not_taken_for_pips() -> None:
    at = face()
    strip = ((0.0, MIDDLE - 5.0), (float(SIDE), MIDDLE + 5.0))
    one = view(0, at)
    assert is_lettering(View(one.picture, one.spots, one.strengths, False, strip), at, 0)
    assert not is_lettering(one, at, 0)

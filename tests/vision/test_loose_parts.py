"""The parts of the loose reader, one by one: spots, single pips, colours, and the choice among candidates."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.loose.candidates import Candidate, find_candidates
from vision.loose.choice import choose
from vision.loose.colours import name_colour
from vision.loose.spots import build_levels, find_spots
from vision.readings import Colour

CLEAR = Candidate(
    value=4,
    centre=(100.0, 100.0),
    edge=30.0,
    foreshortening=0.95,
    match=0.97,
    rival=0.75,
    layout=0.97,
    outline=0.8,
    contrast=150.0,
    weakest=0.95,
    roundness=0.95,
    roughness=8.0,
    stray=15.0,
    borders=(30.0, 40.0, 50.0, 60.0),
    colour=(80.0, 128.0, 128.0),
)


def answers(*candidates: Candidate) -> list[int | None]:
    """Return the values read, None for a die that is asked about."""
    return [choice.candidate.value if choice.reason is None else None for choice in choose(list(candidates))]


def test_a_clear_face_is_read():
    assert answers(CLEAR) == [4]


DOUBTS = {
    "a layout that fits loosely": {"match": 0.8},
    "a pip much fainter than the others": {"weakest": 0.4},
    "pips seen squeezed, as on a side": {"roundness": 0.45},
    "a face seen much aslant": {"foreshortening": 0.55},
}


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=DOUBTS.keys())
def test_a_doubtful_face_is_asked_about(value, doubt):
    assert answers(replace(CLEAR, value=value, **doubt)) == [None]


@pytest.mark.parametrize("value", [2, 3])
def test_few_pips_need_the_outline_of_their_die(value):
    assert answers(replace(CLEAR, value=value)) == [value]
    assert answers(replace(CLEAR, value=value, outline=0.2)) == [None]


def test_two_pips_of_a_four_do_not_make_a_two():
    """Half of the 4 fits as well; the larger layout explains more."""
    half = replace(CLEAR, value=2, edge=21.0, centre=(100.0, 92.0), match=0.99)

    assert answers(CLEAR, half) == [4]


def test_another_value_as_good_in_the_same_place_is_asked_about():
    assert answers(CLEAR, replace(CLEAR, value=5, match=0.96)) == [None]


def test_two_dice_are_not_the_pips_of_a_giant():
    dice = [replace(CLEAR, value=6, centre=(60.0, 60.0)), replace(CLEAR, value=6, centre=(140.0, 140.0))]
    giant = replace(CLEAR, value=2, edge=220.0, match=0.99)

    assert answers(*dice, giant) == [6, 6]


def test_faces_that_share_pips_are_a_pattern():
    row = [replace(CLEAR, centre=(100.0 + 15 * place, 100.0)) for place in range(4)]

    assert set(answers(*row)) == {None}


def test_a_die_of_an_odd_size_is_asked_about():
    dice = [replace(CLEAR, centre=(100.0 * place, 300.0)) for place in range(4)]
    small = replace(CLEAR, edge=12.0)

    assert answers(*dice, small).count(None) == 1


def test_a_single_pip_beside_another_is_no_one():
    one = replace(CLEAR, value=1, layout=0.9, rival=0.5)
    beside = replace(one, centre=(112.0, 100.0), match=0.62)

    assert answers(one) == [1]
    assert answers(one, beside) == [None]


def dotted(*dots: tuple[float, float, float], size: int = 200, dark: bool = False) -> Frame:
    """Draw round dots (x, y, radius) with soft edges."""
    y, x = np.mgrid[:size, :size].astype(np.float64)
    cover = np.zeros((size, size))
    for at_x, at_y, radius in dots:
        cover = np.maximum(cover, np.clip(radius + 0.5 - np.hypot(x - at_x, y - at_y), 0, 1))
    ground, dot = (200.0, 60.0) if dark else (60.0, 200.0)
    grey = ground + (dot - ground) * cover
    return np.repeat(grey.round().astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("radius", [2.0, 3.0, 5.0, 9.0])
def test_round_dots_are_found_finer_than_a_pixel(radius, dark):
    found = [
        (spots.places * level.scale, level.scale)
        for level in build_levels(dotted((40.3, 50.7, radius), dark=dark))
        for spots in find_spots(level.lab)
    ]

    assert any(
        np.hypot(*(places - (40.3, 50.7)).T).min() < 0.35 * scale and len(places) == 1
        for places, scale in found
    )


def test_a_line_is_no_spot():
    frame = np.full((96, 96, 3), 200, np.uint8)
    cv2.line(frame, (48, -10), (48, 110), (40, 40, 40), 3)

    assert [len(spots.places) for spots in find_spots(build_levels(frame)[0].lab)] == []


def test_an_even_picture_has_no_candidates():
    assert find_candidates(build_levels(np.full((128, 128, 3), 90, np.uint8))) == []


NAMES = {
    Colour.BLUE: [(30, 70, 170), (60, 110, 200), (20, 40, 110)],
    Colour.ORANGE: [(235, 120, 30), (200, 110, 40)],
    Colour.RED: [(180, 25, 30), (220, 60, 60)],
    Colour.GREEN: [(20, 120, 60), (90, 180, 80)],
    Colour.YELLOW: [(225, 205, 40), (250, 220, 80)],
    Colour.PURPLE: [(100, 30, 110), (140, 60, 160)],
    Colour.WHITE: [(235, 235, 225), (250, 250, 250)],
    Colour.BLACK: [(25, 25, 28), (50, 48, 50)],
    Colour.GREY: [(120, 122, 118)],
}


@pytest.mark.parametrize(
    ("name", "rgb"), [(name, rgb) for name, many in NAMES.items() for rgb in many], ids=str
)
def test_a_colour_has_its_usual_name(name, rgb):
    lab = cv2.cvtColor(np.array([[rgb]], np.uint8), cv2.COLOR_RGB2LAB)[0, 0]

    assert name_colour((float(lab[0]), float(lab[1]), float(lab[2]))) is name

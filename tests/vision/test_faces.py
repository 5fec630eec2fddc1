"""Handfuls of points, and the face that they form or do not form."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.faces import PIP_DIAMETER, PITCH, Places, fit_face, pip_places

VALUES = range(1, 7)
EDGE = 40.0


def seen(
    value: int, *, edge: float = EDGE, turn: float = 0.0, squeeze: float = 1.0, along: float = 0.0
) -> Places:
    """Show a face turned, sized, and squeezed along a direction of the picture."""
    rotate = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    aslant = np.array([[math.cos(along), -math.sin(along)], [math.sin(along), math.cos(along)]])
    camera = aslant @ np.diag([1.0, squeeze]) @ aslant.T
    return pip_places(value) @ rotate.T @ camera.T * edge + [310.0, 120.0]


def test_pips_fit_on_the_face():
    for value in VALUES:
        assert np.abs(pip_places(value)).max() + PIP_DIAMETER / 2 < 0.5


@pytest.mark.parametrize("value", VALUES)
def test_every_value_has_its_number_of_pips_about_its_middle(value):
    places = pip_places(value)

    assert len(places) == value
    assert places.mean(axis=0) == pytest.approx([0, 0])


@given(
    value=st.integers(1, 6),
    turn=st.floats(0, math.tau),
    edge=st.floats(8, 400),
    seed=st.integers(0, 2**32 - 1),
    noise=st.floats(0, 0.02),
)
def test_a_face_is_known_at_any_turn_size_and_order_of_pips(value, turn, edge, seed, noise):
    chance = np.random.default_rng(seed)
    points = chance.permutation(seen(value, edge=edge, turn=turn))
    points += chance.uniform(-noise, noise, points.shape) * edge

    fit = fit_face(points, edge_px=edge)

    assert fit is not None
    assert fit.value == value
    assert fit.centre_px == pytest.approx((310, 120), abs=0.03 * edge)
    assert fit.edge_px == pytest.approx(edge, rel=0.1)
    assert fit.residual <= 0.04


@given(
    value=st.integers(4, 6),
    turn=st.floats(0, math.tau),
    along=st.floats(0, math.pi),
    squeeze=st.floats(0.6, 1.0),
)
def test_a_face_seen_aslant_tells_how_much(value, turn, along, squeeze):
    fit = fit_face(seen(value, turn=turn, along=along, squeeze=squeeze))

    assert fit is not None
    assert fit.foreshortening == pytest.approx(squeeze, abs=1e-6)
    assert fit.edge_px == pytest.approx(EDGE)
    assert fit.residual == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("value", [2, 3, 6])
@pytest.mark.parametrize("degrees", [0, 10, 80, 100, 170])
def test_a_layout_with_a_grain_tells_a_half_turn(value, degrees):
    fit = fit_face(seen(value, turn=math.radians(degrees)))

    assert fit is not None
    assert math.degrees(fit.angle) % 180 == pytest.approx(degrees)


@given(
    value=st.integers(1, 5),
    x=st.floats(-0.9, 0.9),
    y=st.floats(-0.9, 0.9),
    turn=st.floats(0, math.tau),
)
def test_a_stray_point_never_makes_another_value(value, x, y, turn):
    """Only a point that lies where the next value has a pip makes it: then that value is what is seen."""
    stray = np.array([[x, y]])
    face = pip_places(value)
    assume(np.hypot(*(face - stray).T).min() > 0.12)
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    points = np.vstack([face, stray]) @ turned.T * EDGE

    fit = fit_face(points, edge_px=EDGE)

    if fit is not None:
        shown = np.array(fit.spread).T @ pip_places(fit.value).T
        apart = np.linalg.norm(shown.T[:, None] + fit.centre_px - points[None], axis=2)
        assert apart.min(axis=0).max() < 0.12 * EDGE
        assert fit.value == value + 1


NO_FACE = {
    "a four with a stray pip beside it": np.vstack([seen(4), [[310 + 0.8 * EDGE, 120]]]),
    "a five with a pip of the side face": np.vstack([seen(5), [[310, 120 + 0.7 * EDGE]]]),
    "three pips round a corner": np.array([[0.0, 0], [20, 0], [0, 20]]),
    "three pips in a row, unevenly": np.array([[0.0, 0], [8, 0], [30, 0]]),
    "a six squeezed to a third": seen(6, squeeze=0.3),
    "four pips in a row": np.array([[0.0, 0], [10, 0], [20, 0], [30, 0]]),
    "six pips in a circle": np.array(
        [[math.cos(a) * 20, math.sin(a) * 20] for a in np.arange(6) * math.pi / 3]
    ),
    "one place twice": np.array([[5.0, 5], [5, 5]]),
    "no point": np.empty((0, 2)),
    "seven points": np.arange(14.0).reshape(7, 2),
    "a point that is no number": np.array([[0.0, 0], [math.nan, 10]]),
}


@pytest.mark.parametrize("points", NO_FACE.values(), ids=NO_FACE.keys())
def test_points_that_are_no_face(points):
    assert fit_face(points) is None


def test_one_pip_says_nothing_about_its_face_alone():
    point = np.array([[10.0, 20.0]])

    assert fit_face(point) is None
    known = fit_face(point, edge_px=EDGE)
    assert known is not None
    assert (known.value, known.centre_px, known.edge_px) == (1, (10.0, 20.0), EDGE)


@pytest.mark.parametrize("value", [2, 4])
def test_a_face_of_the_wrong_size_is_refused(value):
    """The left side of a 4 is a 2 of a smaller die; the size tells them apart."""
    assert fit_face(seen(value), edge_px=EDGE * 1.5) is None
    assert fit_face(seen(4)[[0, 1]], edge_px=EDGE * 1.0) is None


def test_the_vectors_of_a_fit_lead_back_to_the_pips():
    points = seen(6, turn=0.7, squeeze=0.8)
    fit = fit_face(points)

    assert fit is not None
    across, down = np.array(fit.spread)
    middle = np.array(fit.centre_px)
    shown = [middle + PITCH * (x * across + y * down) for x in (-1, 1) for y in (-1, 0, 1)]
    assert sorted(map(tuple, np.round(shown, 6))) == sorted(map(tuple, np.round(points, 6)))

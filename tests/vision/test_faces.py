"""How pips lie on a die's face."""

import numpy as np
import pytest

from vision.faces import LAYOUTS, PIP_DIAMETER, PIP_PLACES, pip_places


def turned(pips):
    """The same face after a quarter turn."""
    return frozenset((-y, x) for x, y in pips)


def test_pips_fit_on_the_face():
    for value in range(1, 7):
        assert np.abs(pip_places(value)).max() + PIP_DIAMETER / 2 < 0.5


@pytest.mark.parametrize("value", range(1, 7))
def test_every_value_has_its_number_of_pips_about_its_middle(value):
    places = pip_places(value)
    assert len(places) == value
    assert np.allclose(places.sum(axis=0), 0)


def test_a_layout_turned_a_quarter_is_a_layout_of_the_same_value():
    known = {(value, frozenset(pips)) for value, pips in LAYOUTS}
    assert len(known) == len(LAYOUTS)
    assert {(value, turned(pips)) for value, pips in LAYOUTS} == known


def test_no_two_values_share_a_layout():
    assert len({frozenset(pips) for _, pips in LAYOUTS}) == len(LAYOUTS)
    assert set(PIP_PLACES) == set(range(1, 7))

"""Panels and games speak of the same spaces: the eye's names are the rules' names."""

import pytest

from rules.skyteam import SPACE_NAMES
from vision import load_layout


@pytest.mark.parametrize("name", ["reference-a3", "control-panel"])
def test_every_space_of_a_panel_is_one_of_the_game(name):
    """But for the alarm board's slots: which token lies in which is unknown until it is flipped."""
    layout = load_layout(name)
    names = {space.name for space in (*layout.spaces, *layout.card_spaces)}
    assert {name for name in names if not name.startswith("alarm.slot.")} <= set(SPACE_NAMES)


def test_the_mat_has_every_space_of_the_game():
    layout = load_layout("reference-a3")
    assert {space.name for space in (*layout.spaces, *layout.card_spaces)} == set(SPACE_NAMES)

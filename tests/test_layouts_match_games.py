"""Panels and games speak of the same spaces: the eye's names are the rules' names."""

import pytest

from rules.skyteam import SPACE_NAMES
from vision import load_layout


@pytest.mark.parametrize("name", ["reference-a3", "control-panel"])
def test_every_space_of_a_panel_is_one_of_the_game(name):
    """But for the alarm board's slots: which token lies in which is unknown until it is flipped."""
    names = {space.name for space in load_layout(name).spaces if not space.name.startswith("alarm.slot.")}
    assert names <= set(SPACE_NAMES)


def test_the_mat_has_every_space_but_the_ice_brakes():
    missing = set(SPACE_NAMES) - {space.name for space in load_layout("reference-a3").spaces}
    assert missing == {name for name in SPACE_NAMES if name.startswith("ice.")}

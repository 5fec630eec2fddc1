"""The simulated table and the light of our own lamps on it."""

import numpy as np

from firmware.table import SimulatedTable, lamp_glows
from hardware import LAMP_NAMES
from vision import Colour, load_layout

LAYOUT = load_layout("reference-a3")


def test_every_lamp_has_a_place_on_the_panel_and_no_two_share_one():
    glows = lamp_glows(LAYOUT, dict.fromkeys(LAMP_NAMES, 1.0))
    assert len({(glow.x_mm, glow.y_mm) for glow in glows}) == len(LAMP_NAMES)
    width, height = LAYOUT.size_mm
    assert all(0 < glow.x_mm < width and 0 < glow.y_mm < height for glow in glows)


def test_a_dark_lamp_gives_no_light():
    assert lamp_glows(LAYOUT, {"axis.0": 0.0}) == ()


def test_two_pictures_of_one_scene_differ_by_noise_and_two_tables_of_one_seed_do_not():
    one, other = (SimulatedTable(LAYOUT, seed=5) for _ in range(2))
    for table in (one, other):
        table.place(Colour.BLUE, 4, "axis.pilot")
    first = one.draw()
    assert np.array_equal(first, other.draw())
    assert not np.array_equal(first, one.draw())


def test_lit_lamps_are_seen_in_the_picture():
    table = SimulatedTable(LAYOUT, seed=5)
    dark = table.draw()
    table.lamps = lambda: {"axis.0": 1.0}
    brighter = table.draw().astype(int) - dark
    assert brighter.max() > 40

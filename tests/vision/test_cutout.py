"""Cutting the panel out of a picture: nothing beside it is shown, nothing on it is lost."""

import numpy as np
import pytest

from vision import BoardReader, Colour, load_layout, only_panel
from vision.synthetic import Look, Scene, SceneCamera, SceneDie, TableArtist, lay_die

LAYOUTS = {name: load_layout(name) for name in ("reference-a3", "control-panel")}
CAMERAS = {
    "reference-a3": SceneCamera.over(LAYOUTS["reference-a3"], tilt_deg=6.0, turn_deg=5.0, k1=-0.04),
    "control-panel": SceneCamera.over(LAYOUTS["control-panel"], turn_deg=90.0, height_mm=500.0),
}


def beside(name: str) -> SceneDie:
    """Return a die on the table, 20 mm left of the middle of the panel's left side: somebody's secret."""
    return SceneDie(-20.0, LAYOUTS[name].size_mm[1] / 2, 15.0, Colour.BLUE, 6)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_die_beside_the_panel_does_not_show(name: str) -> None:
    layout = LAYOUTS[name]
    artist = TableArtist(layout, CAMERAS[name], Look(noise=0.0, blur_px=0.0))
    with_die, without = (
        only_panel(artist.draw(Scene(dice=dice), seed=1), [layout]) for dice in ((beside(name),), ())
    )
    assert with_die is not None
    assert without is not None
    x, y = np.rint(artist.camera.project([beside(name).x_mm, beside(name).y_mm, 16.0])).astype(int)
    assert not with_die[y - 15 : y + 16, x - 15 : x + 16].any()
    changed = np.argwhere((with_die != without).any(axis=2))
    places = artist.camera.on_plane(changed[:, ::-1]) if len(changed) else np.empty((0, 2))
    assert (places[:, 0] > -6.0).all(), "only its shadow may fall on the panel"


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_lies_on_the_panel_is_read_as_before(name: str) -> None:
    layout = LAYOUTS[name]
    reader = BoardReader(layout)
    colours = (Colour.BLUE, Colour.ORANGE)
    dice = tuple(
        lay_die(layout, space.name, colours[i % 2], 1 + i % 6, seed=i, edge_mm=16.0)
        for i, space in enumerate(layout.spaces)
        if not space.only_with
    )
    whole = TableArtist(layout, CAMERAS[name]).draw(Scene(dice=dice), seed=2)
    cut = only_panel(whole, [layout], beside=[space.name for space in layout.spaces])
    assert cut is not None
    assert cut.shape == whole.shape
    before, after = (
        [(die.space, die.colour, die.value) for die in reader.read(one).dice] for one in (whole, cut)
    )
    assert after == before
    assert len(after) == len(dice)


def test_a_space_beside_the_panel_shows_if_it_is_named() -> None:
    layout = LAYOUTS["control-panel"]
    slot = layout.space("alarm.slot.5")
    artist = TableArtist(layout, CAMERAS["control-panel"])
    picture = artist.draw(Scene(dice=(SceneDie(*slot.centre_mm, 15.0, Colour.BLUE, 6),)), seed=1)
    x, y = np.rint(artist.camera.project([*slot.centre_mm, 16.0])).astype(int)
    shown = {
        named: only_panel(picture, [layout], beside=[named]) for named in ("alarm.slot.5", "alarm.slot.1")
    }
    assert {named: bool(cut[y, x].any()) for named, cut in shown.items() if cut is not None} == {
        "alarm.slot.5": True,
        "alarm.slot.1": False,
    }


def test_where_no_panel_is_nothing_is_cut() -> None:
    assert only_panel(np.full((864, 1536, 3), 90, np.uint8), list(LAYOUTS.values())) is None

"""The second opinion: networks small enough to ship, that tell dice from print on unknown tables."""

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from vision import load_layout
from vision.opinion import NOTHING, UNREADABLE, SecondOpinion
from vision.panel import find_panel
from vision.patches import cut_sheet
from vision.readings import Colour
from vision.synthetic import Scene, SceneCamera, TableArtist, lay_die, varied_look

LAYOUT = load_layout("reference-a3")
CAMERA = SceneCamera.over(LAYOUT)
SPACES = [space.name for space in LAYOUT.spaces]
WEIGHTS = ("panel-gate.onnx", "panel-dice.onnx")


@pytest.fixture(scope="module")
def opinion() -> SecondOpinion:
    return SecondOpinion()


def seen_on(opinion: SecondOpinion, scene: Scene, art: int | None = None) -> dict[str, np.ndarray]:
    """Ask about every space of a drawn table: what is likely where, for spaces in which something lies."""
    artist = TableArtist(LAYOUT, CAMERA, replace(varied_look(3), art_seed=art))
    frame = artist.draw(scene, seed=1)
    panel = find_panel(frame, (LAYOUT,))
    assert panel is not None
    places = [space.centre_mm for space in LAYOUT.spaces]
    seen = opinion.read(cut_sheet(frame, panel, places), panel.white)
    return {SPACES[i]: chances for i, chances in seen.items()}


@pytest.mark.parametrize("art", [None, 7], ids=["plain print", "busy print"])
def test_it_names_the_values_of_dice_it_never_saw(opinion: SecondOpinion, art: int | None) -> None:
    truth = {name: 1 + i % 6 for i, name in enumerate(SPACES[:12])}
    dice = tuple(
        lay_die(LAYOUT, name, (Colour.BLUE, Colour.ORANGE)[i % 2], value, seed=40 + i)
        for i, (name, value) in enumerate(truth.items())
    )
    seen = seen_on(opinion, Scene(dice=dice), art)
    assert {name: int(seen[name].argmax()) for name in truth} == truth


def test_an_empty_panel_holds_nothing(opinion: SecondOpinion) -> None:
    assert seen_on(opinion, Scene()) == {}


def test_a_die_that_leans_has_no_value(opinion: SecondOpinion) -> None:
    leaning = replace(lay_die(LAYOUT, "axis.pilot", Colour.BLUE, 5, seed=2), lean_deg=35.0)
    assert int(seen_on(opinion, Scene(dice=(leaning,)))["axis.pilot"].argmax()) == UNREADABLE


def test_chances_are_shared_out(opinion: SecondOpinion) -> None:
    seen = seen_on(opinion, Scene(dice=(lay_die(LAYOUT, "gear.1", Colour.BLUE, 3, seed=2),)))
    assert seen["gear.1"].sum() == pytest.approx(1.0, abs=1e-5)
    assert seen["gear.1"].shape == (UNREADABLE + 1,)
    assert seen["gear.1"][NOTHING] < 0.1


def test_no_patches_no_opinion(opinion: SecondOpinion) -> None:
    assert opinion.read(np.empty((0, 100, 3), np.uint8), np.full(3, 255.0, np.float32)) == {}


def test_the_weights_are_small_and_have_a_card() -> None:
    data = files("vision") / "data"
    assert sum(len((data / name).read_bytes()) for name in WEIGHTS) < 300_000
    card = (data / "panel-networks.md").read_text()
    for word in (*WEIGHTS, "Data", "Licences", "Figures", "Limits"):
        assert word in card

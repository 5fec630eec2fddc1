"""Layouts: the panel that comes with the program, and what is said about a wrong file."""

from pathlib import Path

import pytest

from vision.errors import LayoutError, VisionError
from vision.layout import load_layout

GOOD = """
name = "tiny"
size_mm = [100.0, 80.0]
space_size_mm = 24.0
marker_dictionary = "DICT_4X4_50"
marker_size_mm = 12.0
[[marker]]
id = 0
centre_mm = [10.0, 10.0]
[[marker]]
id = 1
centre_mm = [90.0, 10.0]
[[marker]]
id = 2
centre_mm = [90.0, 70.0]
[[marker]]
id = 3
centre_mm = [10.0, 70.0]
[[space]]
id = "axis.pilot"
side = "pilot"
centre_mm = [50.0, 40.0]
"""


def test_the_reference_panel_has_its_spaces_markers_and_spots() -> None:
    layout = load_layout("reference-a3")
    assert layout.size_mm == (420.0, 297.0)
    assert [marker.id for marker in layout.markers] == [0, 1, 2, 3]
    assert len(layout.spaces) == 29
    assert layout.space("axis.pilot").centre_mm == (165.0, 100.0)
    assert {spot.name for spot in layout.token_spots} == {
        f"{kind}.{number}" for kind in ("coffee", "reroll") for number in (1, 2, 3)
    }


def test_a_layout_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(GOOD)
    layout = load_layout(file)
    assert layout.name == "tiny"
    assert layout.space("axis.pilot").label == ""
    assert layout.token_spots == ()


@pytest.mark.parametrize(
    ("wrong", "right", "complaint"),
    [
        pytest.param('name = "tiny"', "", "'name' is missing", id="a key is missing"),
        pytest.param("[100.0, 80.0]", "[100.0]", "wrong kind", id="a size has one number"),
        pytest.param("space_size_mm = 24.0", "space_size_mm = 0.0", "more than 0 mm", id="a size is nothing"),
        pytest.param("id = 3", "id = 0", "more than once: 0", id="two markers are alike"),
        pytest.param("[[space]]", "[[place]]", "'space' is missing", id="no spaces"),
        pytest.param("size_mm = [100.0, 80.0]", "size_mm = [", "not TOML", id="no TOML"),
    ],
)
def test_a_wrong_layout_says_what_is_wrong(tmp_path: Path, wrong: str, right: str, complaint: str) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(GOOD.replace(wrong, right, 1))
    with pytest.raises(LayoutError, match=complaint) as caught:
        load_layout(file)
    assert caught.value.source == str(file)
    assert isinstance(caught.value, VisionError)


def test_three_markers_are_too_few(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(GOOD.replace("[[marker]]\nid = 3\ncentre_mm = [10.0, 70.0]\n", ""))
    with pytest.raises(LayoutError, match="3 markers"):
        load_layout(file)


@pytest.mark.parametrize("name", ["no-such-panel", "nowhere/at-all.toml"])
def test_a_layout_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(LayoutError, match=name):
        load_layout(name)


def test_an_unknown_space_is_named() -> None:
    with pytest.raises(LayoutError, match=r"axis\.nobody"):
        load_layout("reference-a3").space("axis.nobody")


BRAKES = {"brakes.1", "brakes.2", "brakes.3"}
ICE = {f"ice.{row}.{column}" for row in ("pilot", "either") for column in (1, 2, 3, 4)}


@pytest.mark.parametrize("name", ["reference-a3", "control-panel"])
def test_the_ice_brakes_lie_on_a_card_over_the_brakes(name: str) -> None:
    layout = load_layout(name)
    there = {space.name for space in layout.spaces}
    assert {space.name for space in layout.card_spaces} == ICE
    assert there >= BRAKES
    assert not there & ICE
    with_card = {space.name for space in layout.with_modules(["ice-brakes"]).spaces}
    assert with_card >= ICE
    assert not with_card & BRAKES


@pytest.mark.parametrize("name", ["reference-a3", "control-panel"])
def test_the_card_hides_the_brakes_and_nothing_else(name: str) -> None:
    with_card = load_layout(name).with_modules(["ice-brakes"])
    without = load_layout(name).with_modules([])
    assert {space.name for space in without.spaces} - {space.name for space in with_card.spaces} == BRAKES


def test_only_the_spaces_of_the_modules_played_are_there() -> None:
    layout = load_layout("control-panel").with_modules(["kerosene", "intern"])
    names = {space.name for space in layout.spaces}
    assert names >= {"kerosene", "intern.pilot", "intern.copilot", "brakes.1"}
    assert not any(name.startswith("alarm.") for name in names)
    assert {space.only_with for space in layout.spaces} == {""}


def test_spaces_that_are_on_the_panel_together_do_not_overlap() -> None:
    for modules in ([], ["ice-brakes"]):
        layout = load_layout("reference-a3").with_modules(modules)
        for i, one in enumerate(layout.spaces):
            for other in layout.spaces[:i]:
                apart = [abs(a - b) for a, b in zip(one.centre_mm, other.centre_mm, strict=True)]
                assert max(apart) > layout.space_size_mm, (one.name, other.name)

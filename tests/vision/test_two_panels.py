"""The printed mat and the game's own Control Panel: told apart by their markers, each with its own spaces."""

import pytest

from vision.layout import load_layout
from vision.reader import BoardReader
from vision.readings import Colour
from vision.synthetic import Look, Scene, SceneCamera, SceneDie, TableArtist, lay_die

MAT, CONTROL_PANEL = load_layout("reference-a3"), load_layout("control-panel")
BOTH = BoardReader(MAT, CONTROL_PANEL)
DICE = {
    "axis.pilot": (Colour.BLUE, 4),
    "engines.copilot": (Colour.ORANGE, 5),
    "gear.2": (Colour.BLUE, 6),
    "brakes.2": (Colour.BLUE, 3),
    "flaps.1": (Colour.ORANGE, 2),
}


def turned(degrees):
    """A camera over the Control Panel, which is higher than wide and fits the picture when turned."""
    return SceneCamera.over(CONTROL_PANEL, turn_deg=degrees, height_mm=520.0)


def picture(layout, camera):
    dice = tuple(
        lay_die(layout, space, colour, value, seed=seed, edge_mm=14.0)
        for seed, (space, (colour, value)) in enumerate(DICE.items())
    )
    return TableArtist(layout, camera, Look()).draw(Scene(dice=dice), seed=1)


def found(reading):
    return {die.space: (die.colour, die.value) for die in reading.dice if die.is_read}


@pytest.mark.parametrize(
    ("layout", "camera"),
    [(MAT, SceneCamera.over(MAT)), (CONTROL_PANEL, turned(90.0)), (CONTROL_PANEL, turned(-90.0))],
    ids=["mat", "control panel, a quarter left", "control panel, a quarter right"],
)
def test_the_markers_tell_which_panel_lies_there(layout, camera):
    reading = BOTH.read(picture(layout, camera))
    assert reading.panel is not None
    assert reading.panel.layout == layout.name
    assert found(reading) == DICE


def test_a_reader_of_one_panel_does_not_find_the_other():
    assert BoardReader(MAT).read(picture(CONTROL_PANEL, turned(90.0))).panel is None


def test_a_die_seen_from_two_spaces_is_reported_once():
    """The slots of the alarm board lie so close that a die in one is seen from its neighbours too."""
    slot = CONTROL_PANEL.space("alarm.slot.3")
    die = SceneDie(*slot.centre_mm, 10.0, Colour.BLUE, 6, edge_mm=14.0)
    frame = TableArtist(CONTROL_PANEL, turned(90.0), Look()).draw(Scene(dice=(die,)), seed=1)
    assert found(BOTH.read(frame)) == {"alarm.slot.3": (Colour.BLUE, 6)}


def test_boards_that_are_not_on_the_table_hide_nothing():
    """Alarm, kerosene and intern boards lie beside the panel only when they are played."""
    camera = turned(90.0)
    frame = TableArtist(CONTROL_PANEL.with_modules([]), camera, Look()).draw(Scene(), seed=1)
    reading = BOTH.read(frame)
    assert reading.covered == frozenset()
    assert reading.dice == ()


@pytest.mark.parametrize("layout", [MAT, CONTROL_PANEL], ids=["mat", "control panel"])
def test_dice_are_read_on_the_ice_brakes_card(layout):
    icy = layout.with_modules(["ice-brakes"])
    camera = SceneCamera.over(icy) if layout is MAT else turned(90.0)
    dice = {
        "ice.pilot.1": (Colour.BLUE, 2),
        "ice.either.1": (Colour.ORANGE, 2),
        "ice.pilot.4": (Colour.BLUE, 5),
    }
    lying = tuple(
        lay_die(icy, space, colour, value, seed=seed, edge_mm=14.0)
        for seed, (space, (colour, value)) in enumerate(dice.items())
    )
    frame = TableArtist(icy, camera, Look()).draw(Scene(dice=lying), seed=1)
    assert found(BoardReader(icy).read(frame)) == dice


def test_spaces_say_which_module_brings_them_along():
    brought = {space.only_with for space in CONTROL_PANEL.spaces}
    assert brought == {"", "kerosene", "intern", "alarms"}
    assert {space.only_with for space in CONTROL_PANEL.card_spaces} == {"ice-brakes"}


def test_a_reader_needs_a_layout():
    with pytest.raises(ValueError, match="at least one layout"):
        BoardReader()

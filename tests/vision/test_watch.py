"""Watching a panel over time: what is motion and what is light, who is near, and where the panel lies."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from vision.alignment import SAME_PLACE_MM
from vision.image import Frame, Point
from vision.layout import BoardLayout, load_layout
from vision.lens import Lens
from vision.panel import Panel
from vision.reader import BoardReader
from vision.readings import BoardReading, Colour, Light
from vision.synthetic import Glow, Hand, Look, Scene, SceneCamera, SceneDie, TableArtist, lay_die
from vision.watch import PART_OF_THE_TABLE_SECONDS, READINGS, RESTING_SECONDS, Watch

LAYOUT = load_layout("reference-a3")
STEP = 0.05
DIE = lay_die(LAYOUT, "axis.pilot", Colour.BLUE, 4, seed=3)
OTHER = lay_die(LAYOUT, "flaps.2", Colour.ORANGE, 5, seed=4)
FINGERS = Hand(DIE.x_mm, DIE.y_mm, "pilot")
BOTH = {"axis.pilot": 4, "flaps.2": 5}


class CountingReader:
    """Reads as always, and counts how often."""

    def __init__(self) -> None:
        self._reader = BoardReader(LAYOUT)
        self.reads = 0

    @property
    def layouts(self) -> Sequence[BoardLayout]:
        return self._reader.layouts

    @property
    def lens(self) -> Lens:
        return self._reader.lens

    def read_on(self, frame: Frame, panel: Panel | None) -> BoardReading:
        self.reads += panel is not None
        return self._reader.read_on(frame, panel)


class WaveringReader(CountingReader):
    """Now reads the die in a space as a six, now as it is, for so many readings; then as it is."""

    def __init__(self, space: str, wavers: int) -> None:
        super().__init__()
        self.space = space
        self.wavers = wavers

    def read_on(self, frame: Frame, panel: Panel | None) -> BoardReading:
        reading = super().read_on(frame, panel)
        if self.reads > self.wavers or self.reads % 2:
            return reading
        dice = tuple(replace(die, value=6) if die.space == self.space else die for die in reading.dice)
        return replace(reading, dice=dice)


class Table:
    """A drawn table that is watched, picture by picture."""

    def __init__(self, artist: TableArtist, reader: CountingReader | None = None) -> None:
        self.artist = artist
        self.reader = reader or CountingReader()
        self.watch = Watch(self.reader)
        self.pictures = 0

    def shows(
        self, *things: SceneDie | Hand | Glow, gain: float = 1.0, shade: Frame | None = None
    ) -> BoardReading:
        """Take one picture of these things in more or less light."""
        scene = Scene(
            dice=tuple(thing for thing in things if isinstance(thing, SceneDie)),
            hands=tuple(thing for thing in things if isinstance(thing, Hand)),
            glows=tuple(thing for thing in things if isinstance(thing, Glow)),
        )
        frame = self.artist.draw(scene, seed=self.pictures)
        if gain != 1.0 or shade is not None:
            light = gain if shade is None else gain * shade
            frame = np.asarray(np.clip(frame * light, 0, 255), np.uint8)
        return self.sees(frame)

    def sees(self, frame: Frame) -> BoardReading:
        self.pictures += 1
        return self.watch.look(frame, self.pictures * STEP)

    def settles(self, *things: SceneDie | Hand | Glow, gain: float = 1.0) -> BoardReading:
        """Take pictures of the same things until all has been read."""
        for _ in range(READINGS + 3):
            reading = self.shows(*things, gain=gain)
        return reading


@pytest.fixture(scope="module")
def artist() -> TableArtist:
    return TableArtist(LAYOUT, SceneCamera.over(LAYOUT, tilt_deg=3.0), Look())


@pytest.fixture
def table(artist: TableArtist) -> Table:
    return Table(artist)


def told(reading: BoardReading) -> dict[str | None, int | None]:
    """What may be believed: dice read in spaces that hold still."""
    return {die.space: die.value for die in reading.dice if die.is_read and die.space not in reading.moving}


def test_a_picture_in_which_nothing_has_changed_is_answered_without_reading(table: Table) -> None:
    settled = table.settles(DIE, OTHER)
    assert told(settled) == BOTH
    reads = table.reader.reads
    assert all(table.shows(DIE, OTHER) is settled for _ in range(10))
    assert table.reader.reads == reads


def test_a_die_that_is_not_always_read_alike_is_doubted(artist: TableArtist) -> None:
    """Only many readings alike are believed after two have differed; the other die is not concerned."""
    table = Table(artist, WaveringReader("axis.pilot", wavers=6))
    answers = [table.shows(DIE, OTHER) for _ in range(22)]
    values = [told(reading).get("axis.pilot") for reading in answers if reading.dice]
    assert values[:2] == [4, None]
    assert set(values[1:]) == {None, 4}
    assert values.index(4, 2) == 5 + 3 * READINGS
    assert values[-1] == 4
    assert all(told(reading).get("flaps.2") == 5 for reading in answers if reading.dice)


def test_a_space_that_has_changed_is_told_after_it_holds_still(table: Table) -> None:
    """In the first picture of the new die nothing is said of its space; in the next it is read."""
    table.settles(OTHER)
    first, second = table.shows(DIE, OTHER), table.shows(DIE, OTHER)
    assert told(first) == {"flaps.2": 5}
    assert "axis.pilot" in first.moving
    assert "flaps.2" not in first.moving
    assert told(second) == BOTH
    assert not second.moving


@pytest.mark.parametrize("value", [1, 2, 3, 5, 6])
def test_a_die_that_is_turned_over_is_motion(table: Table, value: int) -> None:
    table.settles(DIE, OTHER)
    assert "axis.pilot" in table.shows(replace(DIE, value=value), OTHER).moving


def test_a_die_that_creeps_is_not_swallowed(table: Table) -> None:
    """A tenth of a millimetre a picture changes nothing from one to the next, but in the end it does."""
    table.settles(DIE, OTHER)
    crept = [
        table.shows(replace(DIE, x_mm=DIE.x_mm + 0.1 * step), OTHER, gain=1.0).moving for step in range(1, 9)
    ]
    assert any("axis.pilot" in moving for moving in crept)


@pytest.mark.parametrize("gain", [0.75, 0.9, 1.1, 1.25])
def test_an_exposure_step_is_no_motion(table: Table, gain: float) -> None:
    table.settles(DIE, OTHER)
    for _ in range(READINGS):
        reading = table.shows(DIE, OTHER, gain=gain)
        assert told(reading) == BOTH
        assert not reading.moving


def test_flicker_is_no_motion_and_needs_no_reading(table: Table) -> None:
    """Lamps on the mains waver, all over and in stripes that wander over the picture."""
    table.settles(DIE, OTHER)
    reads, rows = table.reader.reads, np.arange(864)[:, None, None] / 864
    for step in range(8):
        stripes = 1 - 0.05 * (1 + np.sin(2 * np.pi * (1.5 * rows + 0.37 * step)))
        reading = table.shows(DIE, OTHER, gain=1 - 0.02 * (step % 3), shade=stripes)
        assert told(reading) == BOTH
        assert not reading.moving
    assert table.reader.reads == reads


def test_someone_who_walks_past_a_lamp_is_no_motion(table: Table) -> None:
    table.settles(DIE, OTHER)
    columns = np.arange(1536)[None, :, None] / 1536
    for middle in np.linspace(-0.3, 1.3, 9):
        shade = 1 - 0.3 * np.exp(-(((columns - middle) / 0.3) ** 2))
        assert not table.shows(DIE, OTHER, shade=shade).moving


def test_a_lamp_beside_a_die_hardly_holds_it_up(table: Table) -> None:
    """One that swells and fades is at times taken for motion, but never for long; nothing else is."""
    table.settles(DIE, OTHER)
    moving, lamp = [], Glow(DIE.x_mm + 14.0, DIE.y_mm, (1.0, 0.8, 0.4))
    for step in range(12):
        strength = (1 - np.cos(2 * np.pi * step / 24)) / 4
        moving.append(table.shows(DIE, OTHER, replace(lamp, strength=strength)).moving)
    assert all(those <= {"axis.pilot"} for those in moving)
    assert not any(first and second for first, second in pairwise(moving))
    assert told(table.settles(DIE, OTHER, lamp)) == BOTH


def test_in_the_dark_nothing_is_read_and_afterwards_all_is(table: Table) -> None:
    table.settles(DIE, OTHER)
    dark = table.shows(DIE, OTHER, gain=0.15)
    assert (dark.light, dark.dice) == (Light.DARK, ())
    assert told(table.settles(DIE, OTHER)) == BOTH


def test_a_hand_comes_waits_and_leaves(table: Table) -> None:
    """The die is believed when the hand is gone, not while it rests on it or beside it, however still."""
    table.settles(OTHER)
    assert told(table.shows(FINGERS, OTHER)) == {"flaps.2": 5}
    for _ in range(round(2 * RESTING_SECONDS / STEP)):
        reading = table.shows(DIE, FINGERS, OTHER)
        assert told(reading) == {"flaps.2": 5}
    beside = replace(FINGERS, x_mm=DIE.x_mm + 8.0, y_mm=DIE.y_mm + 24.0)
    for _ in range(round(2 * RESTING_SECONDS / STEP)):
        assert "axis.pilot" not in told(table.shows(DIE, beside, OTHER))
    table.shows(DIE, OTHER)
    assert told(table.shows(DIE, OTHER)) == BOTH


def test_a_hand_that_holds_still_is_told_by_what_it_covers(table: Table) -> None:
    table.settles(OTHER)
    over = Hand(110.0, 70.0, "pilot")
    for _ in range(round(2 * RESTING_SECONDS / STEP)):
        reading = table.shows(over, OTHER)
    assert reading.covered
    assert told(reading) == {"flaps.2": 5}


def test_what_lies_beside_the_spaces_long_enough_is_a_part_of_the_table(table: Table) -> None:
    """A strip of paper laid beside a space holds it up no longer than that, nor does taking it away."""
    table.settles(DIE, OTHER)
    plain = table.artist.draw(Scene(dice=(DIE, OTHER)), seed=50)
    sheet = plain.copy()
    (left, top), (right, bottom) = pixels(table, (196.0, 185.0), (211.0, 325.0))
    sheet[top:bottom, left:right] = (90, 120, 60)
    near = [table.sees(sheet).moving for _ in range(round((PART_OF_THE_TABLE_SECONDS + 0.3) / STEP))]
    assert all(near[:20])
    assert not near[-1]
    table.sees(plain)
    assert not table.sees(plain).moving


@pytest.mark.parametrize("gain", [1.0, 0.85])
def test_an_arm_that_has_rested_for_long_leaves_no_ghost(table: Table, gain: float) -> None:
    """However it was lit meanwhile: two pictures after it has gone everything is told again."""
    table.settles(DIE, OTHER)
    for _ in range(round((PART_OF_THE_TABLE_SECONDS + 0.5) / STEP)):
        table.shows(DIE, OTHER, Hand(200.0, 262.0, "pilot"), gain=gain)
    for _ in range(2):
        after = table.shows(DIE, OTHER)
    assert not after.moving
    assert told(after) == BOTH


def test_a_hand_over_two_markers_leaves_the_panel_where_it_is(table: Table) -> None:
    settled = table.settles(DIE, OTHER)
    assert settled.panel is not None
    frame = hide(table, 0, 3)
    for _ in range(4):
        reading = table.sees(frame)
        assert reading.panel == settled.panel
        assert told(reading).items() >= {"flaps.2": 5}.items()


def test_with_three_markers_hidden_the_panel_is_not_known(table: Table) -> None:
    """Nobody can tell then whether it was moved; afterwards all is as it was."""
    settled = table.settles(DIE, OTHER)
    frame = hide(table, 0, 1, 3)
    assert [table.sees(frame).panel for _ in range(3)] == [None] * 3
    assert table.shows(DIE, OTHER).panel == settled.panel
    assert told(table.settles(DIE, OTHER)) == BOTH


def test_a_bumped_panel_is_found_again(table: Table) -> None:
    """While it is not sure where it lies, nothing is told; then everything is, from its new place."""
    before = table.settles(DIE, OTHER)
    bumped = replace(SceneCamera.over(LAYOUT, tilt_deg=3.0), offset_mm=(4.0, -2.0), turn_deg=1.0)
    table.artist = TableArtist(LAYOUT, bumped, Look())
    shaken = [table.shows(DIE, OTHER) for _ in range(2)]
    assert [told(reading) for reading in shaken] == [{}, {}]
    after = table.settles(DIE, OTHER)
    assert told(after) == BOTH
    assert before.panel is not None
    assert after.panel is not None
    moved = np.subtract(after.panel.corners_px, before.panel.corners_px)
    assert np.linalg.norm(moved, axis=1).min() > SAME_PLACE_MM
    dice = {die.space: die.centre_mm for die in after.dice}
    assert dice["axis.pilot"] == pytest.approx((DIE.x_mm, DIE.y_mm), abs=1.5)


def test_a_bad_alignment_is_never_kept(table: Table) -> None:
    """A picture torn by a bump fits no panel, and one of a panel on its way is not believed alone."""
    settled = table.settles(DIE, OTHER)
    whole = table.artist.draw(Scene(dice=(DIE, OTHER)), seed=60)
    torn = whole.copy()
    torn[:, 768:] = np.roll(torn[:, 768:], 25, axis=0)
    on_its_way = [np.roll(whole, (step, 2 * step), axis=(0, 1)) for step in (4, 9, 15)]
    for frame in (torn, *on_its_way, torn):
        assert told(table.sees(frame)) == {}
    after = table.settles(DIE, OTHER)
    assert after.panel is not None
    assert settled.panel is not None
    assert np.allclose(after.panel.corners_px, settled.panel.corners_px, atol=0.5)
    assert told(after) == BOTH


def test_after_forgetting_the_panel_is_looked_for_anew(table: Table) -> None:
    table.settles(DIE, OTHER)
    table.watch.forget()
    assert told(table.shows(DIE, OTHER)) == {}
    assert told(table.settles(DIE, OTHER)) == BOTH


def test_a_picture_of_another_size_is_another_camera(table: Table) -> None:
    table.settles(DIE, OTHER)
    small = np.ascontiguousarray(table.artist.draw(Scene(dice=(DIE,)), seed=1)[::2, ::2])
    assert told(table.sees(small)) == {}


def test_a_space_must_be_read_at_least_once() -> None:
    with pytest.raises(ValueError, match="at least once"):
        Watch(BoardReader(LAYOUT), 0)


def hide(table: Table, *markers: int) -> Frame:
    """Lay a skin-coloured sheet over some markers."""
    frame = table.artist.draw(Scene(dice=(DIE, OTHER)), seed=70)
    for marker in markers:
        ((x, y),) = pixels(table, LAYOUT.markers[marker].centre_mm)
        frame[max(0, y - 45) : y + 45, max(0, x - 45) : x + 45] = (200, 150, 120)
    return frame


def pixels(table: Table, *places_mm: Point) -> list[tuple[int, int]]:
    """Say where places of the panel show."""
    shown = np.asarray(table.artist.camera.project(np.array([(x, y, 0.0) for x, y in places_mm])))
    return [(round(float(x)), round(float(y))) for x, y in shown]

"""Our own lamps shine into the picture: no pattern that the product shows changes what is read.

Every pattern comes from where it comes from at the table: presenters say what each lamp does, the lamps'
clock says how bright that is, and `lamp_glows` says where it shines from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from firmware.cockpit import cockpit_of
from firmware.presenters.lamps import lamp_view
from firmware.snapshot import Condition, Ruling, Snapshot, Task, Verdict
from firmware.table import LAMP_STRENGTH, lamp_glows
from hardware import LAMP_NAMES, brightness
from tests.builders import flight
from vision import BoardReader, BoardReading, Colour, Frame, load_layout
from vision.synthetic import Glow, Look, Scene, SceneCamera, TableArtist, lay_die, varied_camera, varied_look

LAYOUT = load_layout("reference-a3")
READER = BoardReader(LAYOUT)
MOMENTS = (0.0, 0.3, 0.5, 1.0)
"""Seconds at which blinking is on and off, and a pulse dark, dim, half and bright."""


class Table:
    """A drawn table with eight dice, each beside a lamp or between two of them."""

    def __init__(
        self,
        name: str,
        seed: int,
        look: Look,
        camera: SceneCamera,
        spaces: list[str],
        brightness: float = 1.0,
    ) -> None:
        rng = np.random.default_rng(seed)
        edge = float(rng.choice([14.0, 16.0]))
        colours = (Colour.BLUE, Colour.ORANGE)
        self.name = name
        self.truth = {space: (colours[i % 2], int(rng.integers(1, 7))) for i, space in enumerate(spaces)}
        self._dice = tuple(
            lay_die(LAYOUT, space, colour, value, seed=100 * seed + i, edge_mm=edge)
            for i, (space, (colour, value)) in enumerate(self.truth.items())
        )
        self._artist = TableArtist(LAYOUT, camera, look)
        self._seed = seed
        self._brightness = brightness
        self.unlit = self.read({})

    def read(self, lit: Mapping[str, float], strength: float = 1.0) -> BoardReading:
        """Read the table with some lamps lit (0 to 1); the sensor's noise stays the same."""
        glows = lamp_glows(LAYOUT, lit)
        return READER.read(self.draw([replace(glow, strength=glow.strength * strength) for glow in glows]))

    def draw(self, glows: Sequence[Glow]) -> Frame:
        scene = Scene(dice=self._dice, glows=tuple(glows), brightness=self._brightness)
        return self._artist.draw(scene, seed=self._seed)

    def tops(self, frame: Frame) -> list[float]:
        """Say how bright the middle of each die's top is in a picture."""
        places = [(die.x_mm, die.y_mm, die.edge_mm) for die in self._dice]
        middles = np.rint(self._artist.camera.project(places)).astype(int)
        return [float(frame[y - 8 : y + 9, x - 8 : x + 9].mean()) for x, y in middles]

    def changed_by(self, lit: Mapping[str, float], strength: float = 1.0) -> list[str]:
        """List what is read otherwise than without light."""
        before, after = said(self.unlit), said(self.read(lit, strength))
        changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
        return [f"{self.name}: {key}: {before.get(key)} -> {after.get(key)}" for key in sorted(changed)]


def said(reading: BoardReading) -> dict[str, object]:
    """All that a reading says, but for places and confidences, which light may move a little."""
    dice = {str(die.space): (die.colour, die.value, die.status, die.reason) for die in reading.dice}
    return {**dice, "covered": reading.covered, "tokens": reading.tokens, "light": reading.light}


BESIDE_SWITCHES = [
    "gear.1",
    "flaps.1",
    "gear.3",
    "flaps.4",
    "brakes.1",
    "axis.copilot",
    "axis.pilot",
    "brakes.3",
]
BESIDE_ALARMS = [
    "alarm.concentration", "alarm.brakes", "alarm.gear", "alarm.flaps", "alarm.radio.pilot",
    "alarm.radio.copilot", "gear.2", "flaps.2",
]  # fmt: skip


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    straight = SceneCamera.over(LAYOUT, tilt_deg=3.0)
    return [
        Table("plain", 1, Look(), straight, BESIDE_SWITCHES),
        Table("busy print", 2, replace(Look(), art_seed=7), straight, BESIDE_ALARMS),
        Table("plain, in the evening", 5, varied_look(5), varied_camera(LAYOUT, 5), BESIDE_ALARMS, 0.4),
        Table("busy print, in the evening", 3, replace(varied_look(3), art_seed=6),
              varied_camera(LAYOUT, 3), BESIDE_SWITCHES, 0.4),
    ]  # fmt: skip


def patterns() -> dict[str, dict[str, float]]:
    """Every pattern that presenters make of a flight, at moments of its rhythm."""
    match = flight(
        "roll", "pilot 2 gear.1", "copilot 1 flaps.1", "pilot 2 axis.pilot", "copilot 4 axis.copilot"
    )
    flying = Snapshot(cockpit_of(match.game, match.state), Condition.WAIT, Task.PLACE)
    views = {
        "flying": flying,
        "landed": replace(flying, task=Task.OVER, won=True),
        "crashed": replace(flying, task=Task.OVER, won=False),
        **{
            ruling: replace(flying, verdict=Verdict(ruling, "why"))
            for ruling in (Ruling.REFUSED, Ruling.UNSURE)
        },
    }
    every: dict[str, dict[str, float]] = {}
    for name, view in views.items():
        for now in MOMENTS:
            lit = {lamp: brightness(state, now) for lamp, state in lamp_view(view).items()}
            if lit not in every.values():
                every[f"{name} at {now} s"] = lit
    return every


def test_the_lamps_really_shine_on_the_dice(tables: list[Table]) -> None:
    """Or the rest of this proves nothing: every top is brighter, in the evening some by a tenth."""
    gains = []
    for table in tables:
        dark, lit = table.draw(()), table.draw(lamp_glows(LAYOUT, dict.fromkeys(LAMP_NAMES, 1.0)))
        gains += [after / before for before, after in zip(table.tops(dark), table.tops(lit), strict=True)]
    assert min(gains) > 1.0
    assert max(gains) > 1.08
    assert LAMP_STRENGTH >= 0.5


def test_without_light_the_dice_are_read(tables: list[Table]) -> None:
    for table in tables:
        read = {die.space: (die.colour, die.value) for die in table.unlit.dice if die.is_read}
        assert read.items() <= table.truth.items()
        assert len(read) >= 7


def two_of(tables: list[Table], number: int) -> list[Table]:
    """Return one plain table and one of busy print, one of them in the evening, by turns."""
    return [tables[number % 2], tables[3 - number % 2]]


@pytest.mark.parametrize("lamp", LAMP_NAMES)
def test_no_single_lamp_changes_a_reading(tables: list[Table], lamp: str) -> None:
    some = two_of(tables, LAMP_NAMES.index(lamp))
    assert [line for table in some for line in table.changed_by({lamp: 1.0})] == []


@pytest.mark.parametrize("name", patterns().keys())
def test_no_pattern_of_a_flight_changes_a_reading(tables: list[Table], name: str) -> None:
    some = two_of(tables, list(patterns()).index(name))
    assert [line for table in some for line in table.changed_by(patterns()[name])] == []


@pytest.mark.parametrize("level", [0.05, 0.5])
def test_all_lamps_at_once_change_no_reading(tables: list[Table], level: float) -> None:
    lit = dict.fromkeys(LAMP_NAMES, level)
    assert [line for table in tables for line in table.changed_by(lit)] == []


def test_lamps_twice_as_bright_would_change_no_reading_either(tables: list[Table]) -> None:
    lit = dict.fromkeys(LAMP_NAMES, 1.0)
    assert [line for table in tables for line in table.changed_by(lit, strength=2.0)] == []


@pytest.mark.parametrize("seed", range(6))
def test_no_lamps_of_chance_change_a_reading(tables: list[Table], seed: int) -> None:
    """Every other lamp, or each with a level of its own, as while one is read and others fade."""
    rng = np.random.default_rng(seed)
    levels = (
        np.arange(len(LAMP_NAMES)) % 2 == seed if seed < 2 else rng.choice([0.0, 0.3, 1.0], len(LAMP_NAMES))
    )
    lit = {name: float(level) for name, level in zip(LAMP_NAMES, levels, strict=True)}
    table = tables[seed % len(tables)]
    assert table.changed_by(lit) == []


def test_the_patterns_are_those_of_the_product() -> None:
    """Some are all dark, some all alight, some in between."""
    sums = sorted(sum(lit.values()) for lit in patterns().values())
    assert sums[0] == 0.0
    assert sums[-1] == 15.0
    assert len(set(sums)) > 5

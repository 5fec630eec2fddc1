"""Examples for the network that reads dice in spaces: patches of drawn tables, and what lies in them.

A patch is what the reader cuts around a space. Its label is one of the network's classes: what a careful
person would say of the middle of the patch alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.image import Frame, Point
from vision.layout import BoardLayout, load_layout
from vision.opinion import NOTHING, UNREADABLE
from vision.panel import Panel, find_panel
from vision.patches import SIDE, Bytes, balance, cut_sheet
from vision.readings import Colour
from vision.synthetic import Glow, Hand, Look, Scene, SceneDie, TableArtist, varied_camera, varied_look

__all__ = ["OUTSIDE_MM", "DrawnTable", "Examples", "draw_examples", "draw_tables", "label_of"]

INSIDE_MM = 9.0
"""A die whose middle is within this of the patch's, to each side, lies in the space."""
OUTSIDE_MM = 13.5
"""A die whose middle is further off than this lies elsewhere; between the two nobody can say."""
_PARTLY_HIDDEN, _ALL_HIDDEN = 0.12, 0.8
_SCENES_PER_TABLE = 4


@dataclass(frozen=True, slots=True)
class Examples:
    """Patches (N x side x side x 3, RGB, white-balanced) and their labels (N)."""

    patches: Bytes
    labels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A picture of a drawn table, where its panel was found, and what lies on it."""

    frame: Frame
    panel: Panel
    scene: Scene
    dice: tuple[tuple[SceneDie, float], ...]
    """Each die, and what part of its top an arm hides."""


def draw_tables(seed: int, leaning: float = 0.15) -> Iterator[DrawnTable]:
    """Draw one table with several scenes, another for every seed; those without a panel are left out.

    About that share of the dice leans.
    """
    rng = np.random.default_rng(seed)
    layout = load_layout("control-panel" if rng.random() < 0.35 else "reference-a3")
    artist = TableArtist(layout, varied_camera(layout, seed), _look(rng, seed))
    edge = float(rng.uniform(12.0, 18.0))
    for _ in range(_SCENES_PER_TABLE):
        scene = _scene(rng, layout, edge, leaning)
        frame = artist.draw(scene, seed=int(rng.integers(1 << 30)))
        panel = find_panel(frame, (layout,))
        if panel is not None:
            dice = tuple((die, artist.hidden_share(scene, die)) for die in scene.dice)
            yield DrawnTable(frame, panel, scene, dice)


def draw_examples(seed: int) -> Examples:
    """Draw the tables of a seed and cut them into examples."""
    rng = np.random.default_rng(seed)
    found = [_cut(table, _places(rng, table.panel.layout, table.scene)) for table in draw_tables(seed)]
    if not found:
        return Examples(np.empty((0, SIDE, SIDE, 3), np.uint8), np.empty(0, np.uint8))
    return Examples(
        np.concatenate([one.patches for one in found]), np.concatenate([one.labels for one in found])
    )


def label_of(middle: Point, dice: Sequence[tuple[SceneDie, float]]) -> int | None:
    """Say what lies in the middle of a patch, given each die and how far it is hidden; None if unclear."""
    off = [
        (max(abs(die.x_mm - middle[0]), abs(die.y_mm - middle[1])), die, hidden)
        for die, hidden in dice
        if hidden < _ALL_HIDDEN
    ]
    near = [(die, hidden) for far, die, hidden in off if far <= OUTSIDE_MM]
    if not near:
        return NOTHING
    if len(near) > 1:
        return UNREADABLE
    (die, hidden), far = near[0], min(one[0] for one in off)
    if far > INSIDE_MM:
        return None
    return UNREADABLE if die.lean_deg or hidden > _PARTLY_HIDDEN else die.value


def _look(rng: np.random.Generator, seed: int) -> Look:
    """Vary what varied_look leaves alone: shine, and the print."""
    look = replace(
        varied_look(seed),
        gloss=float(rng.uniform(0.02, 0.14)),
        mat_gloss=float(rng.uniform(0.0, 1.0)) if rng.random() < 0.2 else 0.0,
        art_seed=seed if rng.random() < 0.65 else None,
    )
    return look


def _scene(rng: np.random.Generator, layout: BoardLayout, edge: float, leaning: float) -> Scene:
    spaces = rng.permutation(len(layout.spaces))[: int(rng.integers(9, 15))]
    dice: list[SceneDie] = []
    for i in spaces.tolist():
        for die in _dice_in(rng, layout.spaces[i].centre_mm, edge, leaning):
            if all(np.hypot(die.x_mm - one.x_mm, die.y_mm - one.y_mm) > edge * 1.45 for one in dice):
                dice.append(die)
    if rng.random() < 0.08:
        dice += _pair(rng, layout, dice, edge)
    spots = [spot.name for spot in layout.token_spots]
    return Scene(
        dice=tuple(dice),
        hands=(_hand(rng, layout),) if rng.random() < 0.35 else (),
        glows=tuple(_glow(rng, layout) for _ in range(int(rng.integers(0, 8)))) if rng.random() < 0.3 else (),
        tokens=frozenset(rng.choice(spots, int(rng.integers(0, len(spots) + 1)), replace=False).tolist()),
        brightness=float(rng.uniform(0.45, 1.15)),
    )


def _dice_in(rng: np.random.Generator, middle: Point, edge: float, leaning: float) -> Iterator[SceneDie]:
    slack = 12.5 - edge / 2
    right, down = rng.uniform(-slack, slack, 2) if rng.random() < 0.7 else rng.uniform(-15.0, 15.0, 2)
    colour = Colour.BLUE if rng.random() < 0.5 else Colour.ORANGE
    yaw = float(rng.normal(0.0, 10.0)) if rng.random() < 0.4 else float(rng.uniform(0.0, 360.0))
    lean = float(rng.uniform(12.0, 60.0)) if rng.random() < leaning else 0.0
    value = int(rng.integers(1, 7))
    yield SceneDie(
        middle[0] + right, middle[1] + down, yaw + 90.0 * rng.integers(4), colour, value, edge, lean
    )


def _pair(
    rng: np.random.Generator, layout: BoardLayout, dice: Sequence[SceneDie], edge: float
) -> Iterator[SceneDie]:
    """Lay a second die close beside one that lies already."""
    die = dice[int(rng.integers(len(dice)))]
    angle, far = rng.uniform(0.0, 2 * np.pi), edge * rng.uniform(1.05, 1.3)
    x, y = die.x_mm + far * np.cos(angle), die.y_mm + far * np.sin(angle)
    if all(np.hypot(x - one.x_mm, y - one.y_mm) > edge * 1.45 for one in dice if one is not die):
        colour = Colour.BLUE if rng.random() < 0.5 else Colour.ORANGE
        yield SceneDie(float(x), float(y), np.degrees(angle), colour, int(rng.integers(1, 7)), edge)


def _hand(rng: np.random.Generator, layout: BoardLayout) -> Hand:
    x, y = rng.uniform((0.1, 0.1), (0.9, 0.9)) * layout.size_mm
    return Hand(float(x), float(y), "pilot" if rng.random() < 0.5 else "copilot")


def _glow(rng: np.random.Generator, layout: BoardLayout) -> Glow:
    x, y = rng.uniform((0.0, 0.0), (1.0, 1.0)) * layout.size_mm
    red, green, blue = rng.uniform(0.0, 1.0, 3)
    return Glow(float(x), float(y), (float(red), float(green), float(blue)), float(rng.uniform(0.2, 1.2)))


def _places(rng: np.random.Generator, layout: BoardLayout, scene: Scene) -> list[Point]:
    """Choose where to look: at most spaces with a die, some without, and some places beside all spaces."""
    filled: list[Point] = []
    others: list[Point] = []
    for space in layout.spaces:
        x, y = space.centre_mm
        near = any(max(abs(die.x_mm - x), abs(die.y_mm - y)) < OUTSIDE_MM for die in scene.dice)
        (filled if near else others).append(space.centre_mm)
    some = [others[i] for i in rng.permutation(len(others))[:5].tolist()]
    beside = [
        (die.x_mm + float(rng.uniform(-22, 22)), die.y_mm + float(rng.uniform(-22, 22)))
        for die in scene.dice[::3]
    ]
    return filled + some + beside


def _cut(table: DrawnTable, places: Sequence[Point]) -> Examples:
    labels = [label_of(place, table.dice) for place in places]
    clear = [i for i, label in enumerate(labels) if label is not None]
    sheet = cut_sheet(table.frame, table.panel, [places[i] for i in clear])
    patches = balance(sheet, table.panel.white)
    return Examples(patches.reshape(-1, SIDE, SIDE, 3), np.array([labels[i] for i in clear], np.uint8))

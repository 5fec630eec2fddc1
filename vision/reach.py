"""Who reaches over the panel: what is there now, was not there when all lay clear, and is no die.

An arm comes in from the rim of what is seen, or is larger than any die with its shadow. Near it no reading is
believed, however still it holds: the die may still be in its fingers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

import cv2
import numpy as np

from vision.image import Floats, Point
from vision.panel import Doubles, Panel
from vision.swatches import Flags, Mesh

NEAR_MM = 25.0
"""Nothing may reach nearer than this to the middle of a space whose die is believed."""
_FOREIGN, _FAINT = 0.1, 0.05  # parts of the panel's white
_LARGE_MM2 = 3000.0  # two dice with their shadows, or a row of our own lamps, are smaller; a hand is larger
_AT_RIM_MM = 20.0  # what comes in from the rim and shows at least this much is no die
_DIE_MM = 18.0  # from the middle of a die, what lies within this belongs to it
_TRIMMED = 3
_STIRS = 0.05  # parts of the panel's white
_SPARSE = 3  # every so many cells tell of the light
_UNSEEN = (math.nan, math.nan, math.nan)
_LEAST_ALIKE = 0.3  # where less of the picture than this is as it was, nothing is said about the rest


@dataclass(frozen=True, slots=True)
class Clearing:
    """How the panel looked when nobody reached over it, and the time before that."""

    latest: Floats
    """Rows x columns x 3; not a number where it was not in the picture."""
    earlier: Floats
    """An arm that was taken for a part of the table leaves no ghost when it goes: so it looked before."""
    dice_mm: tuple[Point, ...]
    """Where dice lay on the panel."""
    ground: "Ground"

    def after(self, cells: Floats, white: float, dice_mm: Sequence[Point]) -> "Clearing":
        """Return the same with a new look at the panel while it is clear."""
        latest, earlier = (_relit(look, cells, white) for look in (self.latest, self.earlier))
        new = np.asarray(~(abs(cells - latest) <= _FOREIGN * white).all(axis=2))
        return Clearing(cells, np.where(new[..., None], latest, earlier), tuple(dice_mm), self.ground)

    def absorbing(self, cells: Floats, white: float, which: Flags) -> "Clearing":
        """Return the same where some cells are taken for a part of the table as they look now."""
        latest, earlier = (_relit(look, cells, white) for look in (self.latest, self.earlier))
        earlier = np.where(which[..., None], latest, earlier)
        return Clearing(np.where(which[..., None], cells, latest), earlier, self.dice_mm, self.ground)

    def moved_to(self, ground: "Ground") -> "Clearing | None":
        """Return how it would have looked from where the panel lies now; None for another panel."""
        if ground.panel.layout != self.ground.panel.layout:
            return None
        old, (rows, columns) = self.ground, ground.middles_mm.shape[:2]
        at = old.mesh.cells_at(old.panel, ground.middles_mm.reshape(-1, 2))
        x, y = at[:, 0].reshape(rows, columns), at[:, 1].reshape(rows, columns)
        latest, earlier = (
            np.asarray(cv2.remap(look, x, y, cv2.INTER_LINEAR, borderValue=_UNSEEN), np.float32)
            for look in (self.latest, self.earlier)
        )
        return Clearing(latest, earlier, self.dice_mm, ground)

    def arms(self, cells: Floats, white: float, dice_mm: Sequence[Point]) -> tuple[Flags, Flags]:
        """Mark the cells that show who reaches over the panel, and those that may do; dice lie there, in mm.

        What may be one already keeps the panel from being called clear: the shadow that goes before an arm.
        """
        strange = np.minimum(*(_strangeness(cells, look, white) for look in (self.latest, self.earlier)))
        if strange.max() > _FAINT:
            for die in (*dice_mm, *self.dice_mm):
                strange[_away(self.ground.middles_mm, die) <= _DIE_MM] = 0.0
        cell_mm = self.ground.mesh.cell_mm
        return _large_pieces(strange > _FOREIGN, cell_mm), _large_pieces(strange > _FAINT, cell_mm)


@dataclass(frozen=True, slots=True)
class Stillness:
    """For how long each cell has looked as it does."""

    cells: Floats
    """Rows x columns x 3: how each looked when it last changed."""
    since: Doubles
    """Rows x columns: when that was, in seconds."""

    @classmethod
    def from_now_on(cls, cells: Floats, now: float) -> Self:
        """Begin to watch."""
        return cls(cells, np.full(cells.shape[:2], now))

    def after(self, cells: Floats, white: float, now: float) -> "Stillness":
        """Take one more look, made at `now` seconds."""
        light = float(np.median(cells) / max(float(np.median(self.cells)), 1.0))
        off = abs(cells - self.cells * np.float32(light)) > _STIRS * white * max(light, 0.05)
        stirred = off[..., 0] | off[..., 1] | off[..., 2]
        held = np.where(stirred[..., None], cells, self.cells)
        return Stillness(held, np.where(stirred, now, self.since))


@dataclass(frozen=True, slots=True)
class Ground:
    """Which places the cells of a mesh show, while the panel lies in one place."""

    mesh: Mesh
    panel: Panel
    middles_mm: Doubles
    """Rows x columns x 2."""
    zones: Flags
    """Spots x rows x columns: the cells near each spot."""

    def near(self, arms: Flags) -> Flags:
        """Say for each spot whether one of these cells is near it."""
        return np.asarray(self.zones[:, arms].any(axis=1))

    @classmethod
    def under(cls, mesh: Mesh, panel: Panel, spots_mm: Sequence[Point]) -> Self:
        """Work out the places and what is near to each of these spots."""
        middles = mesh.middles_mm(panel)
        return cls(mesh, panel, middles, np.array([_away(middles, spot) < NEAR_MM for spot in spots_mm]))


def _away(places: Doubles, middle: Point) -> Doubles:
    """Return how far places are from a middle, the longer way of right and down."""
    return np.asarray(np.maximum(abs(places[..., 0] - middle[0]), abs(places[..., 1] - middle[1])))


def _large_pieces(foreign: Flags, cell_mm: float) -> Flags:
    """Keep of what is foreign only the pieces that no die can be."""
    count, pieces, sizes, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8), connectivity=8)
    arms = np.zeros(count, bool)
    rows, columns = foreign.shape
    for i in range(1, count):
        left, top, wide, high = (int(part) for part in sizes[i, :4])
        at_rim = left == 0 or top == 0 or left + wide == columns or top + high == rows
        longest, area = max(wide, high) * cell_mm, int(sizes[i, 4]) * cell_mm**2
        arms[i] = area > _LARGE_MM2 or (at_rim and longest > _AT_RIM_MM)
    return np.asarray(arms[pieces])


def _strangeness(cells: Floats, before: Floats, white: float) -> Floats:
    """Return how far each cell is from how it looked, in parts of white, after the light was allowed for."""
    light, share = _light_on(cells, before, white)
    if share < _LEAST_ALIKE:
        return np.ones(cells.shape[:2], np.float32)
    off = abs(cells - _in_light(before, light))
    most = np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2])
    return np.asarray(np.nan_to_num(most / (white * max(float(light[0].mean()), 0.05))), np.float32)


def _relit(before: Floats, cells: Floats, white: float) -> Floats:
    """Return how it looked before, in the light of now: looks can only be mixed in one light."""
    light, share = _light_on(cells, before, white)
    return before if share < _LEAST_ALIKE else _in_light(before, light)


def _in_light(before: Floats, light: Floats) -> Floats:
    """Let a fitted change of the light act on a look; each colour has its own."""
    return np.asarray(before * (_plane(*before.shape[:2]) @ light), np.float32)


def _light_on(cells: Floats, before: Floats, white: float) -> tuple[Floats, float]:
    """Fit the light's change, slanting as it may, in each colour: 6 x 3; and the share that it explains."""
    now, then = cells[::_SPARSE, ::_SPARSE], before[::_SPARSE, ::_SPARSE]
    basis = _plane(*cells.shape[:2])[::_SPARSE, ::_SPARSE]
    known = np.isfinite(then[..., 0])
    grey, was = now[known].mean(axis=1), then[known].mean(axis=1)
    slopes = basis[known] * was[:, None]
    light = np.zeros(basis.shape[-1], np.float32)
    light[0] = np.median(grey) / max(float(np.median(was)), 1.0)
    alike = np.ones(len(was), bool)
    for _ in range(_TRIMMED):
        alike = abs(grey - slopes @ light) < _FOREIGN * white * max(float(light[0]), 0.05)
        some = slopes[alike]
        if len(some) < 3 * len(light):
            return np.zeros((len(light), 3), np.float32), 0.0
        normal = some.T @ some + np.float32(1e-2) * np.eye(len(light), dtype=np.float32)
        light = np.linalg.solve(normal, some.T @ grey[alike])
    tint = _tint(now[known][alike], then[known][alike], basis[known][alike] @ light)
    return np.asarray(np.outer(light, tint), np.float32), float(alike.mean())


def _tint(now: Floats, then: Floats, light: Floats) -> Floats:
    """Return by how much each colour has changed beside the light on all."""
    usual = np.median(then * light[:, None], axis=0)
    return np.asarray(np.median(now, axis=0) / np.maximum(usual, 1.0), np.float32)


@cache
def _plane(rows: int, columns: int) -> Floats:
    """Return what light may do to each cell: rise or fall evenly over the picture, or with one bend."""
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)

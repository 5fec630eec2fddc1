"""Who reaches over the panel: what is there now, was not there when all lay clear, and is no die.

An arm comes in from the rim of what is seen, or is larger than any die with its shadow. Near it no reading is
believed, however still it holds: the die may still be in its fingers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Floats, Point
from vision.panel import Doubles, Panel
from vision.swatches import Flags, Mesh

NEAR_MM = 25.0
"""Nothing may reach nearer than this to the middle of a space whose die is believed."""
_FOREIGN = 0.1  # parts of the panel's white
_LARGE_MM = 60.0  # a die with its shadow is shorter than this, whatever the lamp
_AT_RIM_MM = 20.0  # what comes in from the rim and shows at least this much is no die
_DIE_MM = 18.0  # from the middle of a die, what lies within this belongs to it
_TRIMMED = 3
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
    mesh: Mesh
    panel: Panel
    """Where it lay."""

    def after(self, cells: Floats, dice_mm: Sequence[Point]) -> "Clearing":
        """Return the same with a new look at the panel while it is clear."""
        return Clearing(cells, self.latest, tuple(dice_mm), self.mesh, self.panel)

    def moved_to(self, mesh: Mesh, panel: Panel) -> "Clearing | None":
        """Return how it would have looked from where the panel lies now; None for another panel."""
        if panel.layout != self.panel.layout:
            return None
        places = mesh.middles_mm(panel).reshape(-1, 2)
        at = self.mesh.cells_at(self.panel, places).reshape(mesh.rows, mesh.columns, 2)
        latest, earlier = (
            cv2.remap(old, at, None, cv2.INTER_LINEAR, borderValue=(math.nan,) * 3)  # type: ignore[call-overload]
            for old in (self.latest, self.earlier)
        )
        return Clearing(np.asarray(latest), np.asarray(earlier), self.dice_mm, mesh, panel)

    def crowded(
        self, cells: Floats, white: float, dice_mm: Sequence[Point], spots_mm: Sequence[Point]
    ) -> tuple[bool, ...]:
        """Say for each spot whether something reaches near it; dice lie there now, in mm."""
        foreign = _foreign(cells, self.latest, white)
        if foreign.any():
            foreign &= _foreign(cells, self.earlier, white)
        places = self.mesh.middles_mm(self.panel)
        for die in (*dice_mm, *self.dice_mm):
            foreign &= _away(places, die) > _DIE_MM
        arms = places[_arms(foreign, self.mesh.cell_mm)]
        return tuple(bool((_away(arms, spot) < NEAR_MM).any()) for spot in spots_mm)


def _away(places: Doubles, middle: Point) -> Doubles:
    """Return how far places are from a middle, the longer way of right and down."""
    return np.asarray(abs(places - middle).max(axis=-1))


def _arms(foreign: Flags, cell_mm: float) -> Flags:
    """Keep of what is foreign only the pieces that no die can be."""
    count, pieces, sizes, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8), connectivity=8)
    arms = np.zeros(count, bool)
    rows, columns = foreign.shape
    for i in range(1, count):
        left, top, wide, high = (int(part) for part in sizes[i, :4])
        at_rim = left == 0 or top == 0 or left + wide == columns or top + high == rows
        longest = max(wide, high) * cell_mm
        arms[i] = longest > _LARGE_MM or (at_rim and longest > _AT_RIM_MM)
    return np.asarray(arms[pieces])


def _foreign(cells: Floats, ground: Floats, white: float) -> Flags:
    """Mark the cells that do not look as they did, after the light was allowed for."""
    plane, alike = _light_on(cells.mean(axis=2), ground.mean(axis=2), white)
    if alike.mean() < _LEAST_ALIKE:
        return np.ones(alike.shape, bool)
    shown = ground * plane[..., None]
    tint = np.median(cells[alike], axis=0) / np.maximum(np.median(shown[alike], axis=0), 1.0)
    light = float(np.median(plane))
    return np.asarray(abs(cells - shown * tint).max(axis=2) > _FOREIGN * white * max(light, 0.05))


def _light_on(now: Floats, before: Floats, white: float) -> tuple[Floats, Flags]:
    """Fit the light's change over the picture, slanting as it may; return it and where it explains all."""
    rows, columns = now.shape
    x, y = np.meshgrid(
        np.linspace(-1, 1, columns, dtype=np.float32), np.linspace(-1, 1, rows, dtype=np.float32)
    )
    basis = np.stack([np.ones_like(x), x, y], axis=-1)
    slopes = (basis * before[..., None]).reshape(-1, 3)
    ratio = float(np.median(now) / max(float(np.nanmedian(before)), 1.0))
    plane = np.full(now.shape, ratio, np.float32)
    alike: Flags = np.isfinite(before)
    for _ in range(_TRIMMED):
        alike = abs(now - before * plane) < _FOREIGN * white * max(ratio, 0.05)
        some = slopes[alike.ravel()]
        if len(some) < 3 * 3:
            break
        normal = some.T @ some + np.float32(1e-2) * np.eye(3, dtype=np.float32)
        light = np.linalg.solve(normal, some.T @ now[alike])
        plane = np.asarray(basis @ light, np.float32)
    return plane, alike

"""Coarse looks at fixed places of the panel, by which a change is told from a change of the light.

A picture is averaged into cells of a few millimetres, which takes the sensor's noise away. At each place a
lattice of cells is compared with how it looked before. Light may become stronger or weaker there, alike or
slanting from side to side, in each colour by itself: that is no change. Whatever does not follow is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame, Point
from vision.panel import Doubles, Panel

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

CELL_MM = 3.2
"""A cell is about this wide: a pip still shows in it, noise does not."""
MARGIN_MM = 40.0
"""How far around the panel is looked at: an arm comes from there."""
_STEPS = 15  # places of a lattice, each way: as close as the cells, so that none is left out
_CORE = 0.62  # parts of a lattice's reach that the thing itself lies in
_CORE_CELLS = 2  # so many cells that changed in there are a change: a pip is one or two
_RING_CELLS = 8  # around it, a lamp of ours may come on (two cells) and a finger may not (ten)
_CHANGE = 0.05  # parts of the panel's white, after the light was allowed for
_LIGHT_SPREAD = 1.45  # light on one place and that on all differ by less than this factor
_SLANT = 0.25  # light on one place differs from side to side by less than this
_HOLD_SLANT = 0.05
_CLIPPED = 246.0  # a cell as bright as this has pixels that outshine the sensor


@dataclass(frozen=True, slots=True)
class Mesh:
    """Where on a picture the cells and the lattices of one panel in one place are."""

    left: int
    top: int
    columns: int
    rows: int
    size: tuple[int, int]
    """Rows and columns of the picture, in pixels."""
    cell_px: int
    cell_mm: float
    lattices: Ints
    """Places x samples: the cells that show each place, counted row by row."""
    white: float
    """The panel's white, 0 to 255, when the mesh was laid."""

    @classmethod
    def over(cls, panel: Panel, size: tuple[int, int], places: Sequence[tuple[Point, float, float]]) -> Self:
        """Lay a mesh over a panel in a picture of this size (rows, columns).

        Each place is its middle on the panel, how high above the print it is and how far it reaches, in mm.
        """
        scale = _pixels_per_mm(panel)
        cell = max(1, round(CELL_MM * scale))
        (left, top), (right, bottom) = _bounds(panel, size)
        columns, rows = max(1, (right - left) // cell), max(1, (bottom - top) // cell)
        lattices = np.array(
            [
                _cells(panel.project(np.array(middle) + _lattice() * reach, height), (left, top), cell)
                for middle, height, reach in places
            ]
        )
        x, y = lattices[:, :, 0].clip(0, columns - 1), lattices[:, :, 1].clip(0, rows - 1)
        white = float(panel.white.mean())
        return cls(left, top, columns, rows, size, cell, cell / scale, y * columns + x, white)

    def cells(self, frame: Frame) -> Floats:
        """Average a picture into cells: rows x columns x 3, 0 to 255."""
        part = frame[
            self.top : self.top + self.rows * self.cell_px,
            self.left : self.left + self.columns * self.cell_px,
        ]
        small = cv2.resize(part, (self.columns, self.rows), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32)

    def swatches(self, cells: Floats) -> Floats:
        """Take the lattices out of a picture's cells: places x 3 x samples."""
        return np.ascontiguousarray(cells.reshape(-1, 3)[self.lattices].transpose(0, 2, 1))

    def middles_mm(self, panel: Panel) -> Doubles:
        """Say which places of the panel the middles of all cells show: rows x columns x 2, in millimetres."""
        corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]) * panel.layout.size_mm
        shown = self.cells_at(panel, corners)
        flat = cv2.getPerspectiveTransform(shown.astype(np.float32), corners.astype(np.float32))
        x, y = np.meshgrid(np.arange(self.columns), np.arange(self.rows))
        return np.asarray(cv2.perspectiveTransform(np.stack([x, y], axis=-1).astype(np.float64), flat))

    def cells_at(self, panel: Panel, places_mm: Doubles) -> Floats:
        """Say in which cells (N x 2: column, row, with fractions) places (N x 2) of the panel show."""
        pixels = panel.project(places_mm)
        corner = np.array([self.left, self.top], np.float32)
        return np.asarray((pixels - corner + np.float32(0.5)) / self.cell_px - np.float32(0.5), np.float32)


@dataclass(frozen=True, slots=True)
class Swatches:
    """How each place looked, ready to be compared with how it looks in other pictures."""

    seen: Floats
    """Places x 3 x samples."""
    slopes: Floats
    """Places x 3 x samples x 3: what a change of the light does to each sample."""
    solve: Floats
    """Places x 3 x 3 x samples: the light from the samples."""

    @classmethod
    def of(cls, seen: Floats) -> Self:
        """Prepare how places look now."""
        slopes = seen[..., None] * _light()
        normal = np.swapaxes(slopes, 2, 3) @ slopes
        solve = np.linalg.inv(_held(normal)) @ np.swapaxes(slopes, 2, 3)
        return cls(seen, slopes, np.asarray(solve, np.float32))

    def renewed(self, seen: Floats, which: Flags) -> "Swatches":
        """Return the same with some places as they look now."""
        if not which.any():
            return self
        new = Swatches.of(seen[which])
        parts = [part.copy() for part in (self.seen, self.slopes, self.solve)]
        for part, change in zip(parts, (new.seen, new.slopes, new.solve), strict=True):
            part[which] = change
        return Swatches(*parts)

    def compare(self, seen: Floats, white: float) -> "Comparison":
        """Compare with how the places look now; white is what the panel's white was, 0 to 255."""
        light = (self.solve @ seen[..., None])[..., 0]
        usual = float(np.median(light[:, :, 0].mean(axis=1)))
        changed = self._is_changed(seen, light, white, usual)
        if changed.any():
            # What outshines the sensor does not follow the light: think again without it.
            light[changed] = self._among(changed)._light_where_not_blinded(seen[changed])
            usual = float(np.median(light[:, :, 0].mean(axis=1)))
            changed[changed] = self._among(changed)._is_changed(seen[changed], light[changed], white, usual)
        return Comparison(changed, np.asarray(light[:, :, 0].mean(axis=1), np.float32), usual)

    def _among(self, which: Flags) -> "Swatches":
        return Swatches(self.seen[which], self.slopes[which], self.solve[which])

    def _light_where_not_blinded(self, seen: Floats) -> Floats:
        """Work out the light on each place from those samples that are not clipped: places x 3 x 3."""
        weight = ((self.seen < _CLIPPED) & (seen < _CLIPPED)).astype(np.float32)[..., None]
        slopes = np.swapaxes(self.slopes * weight, 2, 3)
        normal = _held(slopes @ self.slopes)
        return np.asarray(np.linalg.solve(normal, slopes @ seen[..., None])[..., 0], np.float32)

    def _is_changed(self, seen: Floats, light: Floats, white: float, usual: float) -> Flags:
        """Say for each place whether it looks otherwise than this light makes it look."""
        follow = np.minimum((self.slopes @ light[..., None])[..., 0], np.float32(255.0))
        excess = seen - follow
        excess[(self.seen >= _CLIPPED) & (excess > 0)] = 0  # nobody knows how bright it was
        off = abs(excess).max(axis=1) > _CHANGE * white * max(usual, 0.05)
        core = _core()
        changed = (off[:, core].sum(axis=1) >= _CORE_CELLS) | (off[:, ~core].sum(axis=1) >= _RING_CELLS)
        strength = light[:, :, 0].mean(axis=1)
        usual = max(usual, 1e-3)
        changed |= (strength > _LIGHT_SPREAD * usual) | (usual > _LIGHT_SPREAD * strength)
        slant = abs(light[:, :, 1:]).mean(axis=1).max(axis=1)
        return np.asarray(changed | (slant > _SLANT * np.maximum(strength, 0.05)))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has become of each place."""

    changed: Flags
    """Whether something other than the light has changed there."""
    strength: Floats
    """The light on each place, where 1 is what it was."""
    usual: float
    """The same for most places."""


def _held(normal: Floats) -> Floats:
    """Keep the slants of the light near zero where a place is too even to show any (... x 3 x 3)."""
    held = normal.copy()
    held[..., range(3), range(3)] += _HOLD_SLANT * normal[..., 0, 0, None] * np.array([0.0, 1.0, 1.0]) + 1e-3
    return np.asarray(held, np.float32)


def _pixels_per_mm(panel: Panel) -> float:
    x, y = panel.layout.size_mm[0] / 2, panel.layout.size_mm[1] / 2
    shown = panel.project(np.array([(x - 5.0, y), (x + 5.0, y)]))
    return float(np.linalg.norm(shown[1] - shown[0])) / 10.0


def _bounds(panel: Panel, size: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the part of the picture, from and to pixels, that shows the panel and what is around it."""
    width, height = panel.layout.size_mm
    corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    corners += np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * MARGIN_MM
    shown = panel.project(corners)
    rows, columns = size
    left, top = np.floor(shown.min(axis=0)).astype(int).clip(0, (columns - 1, rows - 1)).tolist()
    right, bottom = np.ceil(shown.max(axis=0)).astype(int).clip(1, (columns, rows)).tolist()
    return (left, top), (right, bottom)


def _cells(pixels: Floats, corner: tuple[int, int], cell: int) -> Ints:
    return np.floor((pixels - corner + 0.5) / cell).astype(np.int64)


def _lattice() -> Doubles:
    """Return the samples of a place, N x 2, from -1 to 1."""
    x, y = np.meshgrid(np.linspace(-1, 1, _STEPS), np.linspace(-1, 1, _STEPS))
    return np.column_stack([x.ravel(), y.ravel()])


def _core() -> Flags:
    return np.asarray(abs(_lattice()).max(axis=1) <= _CORE)


def _light() -> Floats:
    """Return what light may do to each sample: all alike, from left to right, from top to bottom."""
    return np.column_stack([np.ones(_STEPS * _STEPS), _lattice()]).astype(np.float32)

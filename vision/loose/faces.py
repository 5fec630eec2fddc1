"""Faces among the spots: which of them are pips of one face, and which value it shows.

Every layout of two and more pips has two pips in opposite corners of its square, so each pair of spots
proposes a face, and spots near the other two corners slant it. The picture under a proposed face is then
compared with all layouts at once. The comparison mixes the three planes as suits the face best (red pips on a
black die show in another plane than black pips on a white one), so no colour need be known.

A face is a row of six numbers: its middle, and the vectors from the middle to the next pip place to either
side, in pixels of the level: x, y, ux, uy, vx, vy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import PIP_PLACES
from vision.image import Floats
from vision.loose.spots import RADII, Doubles, Spots

PIP_RADII = (0.20, 0.33, 0.42, 0.51, 0.66)
"""In pitches. Real pips have the middle three; a face that the outer two explain best is none: what look like
its pips are specks far apart, or some of the pips of a larger face."""
ROUGH_RADII = (0.42,)
"""Enough while faces are still being moved about."""
Radii = tuple[float, ...]
Scores = NDArray[np.floating[Any]]
Whole = NDArray[np.intp]
_GRID = 11
_SPAN = 1.5  # the compared part of a face reaches this many pitches from its middle
_NOISE = 2.0  # of a plane, in units of 1/255: keeps a flat face from looking like anything
_LEAST_MATCH = 0.60
_BATCH = 4000

SHAPES = (
    *((value, PIP_PLACES[value]) for value in range(1, 7)),
    (2, ((1, -1), (-1, 1))),
    (3, ((1, -1), (0, 0), (-1, 1))),
    (6, ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1))),
)
_VALUES = np.array([value for value, _ in SHAPES])


BODY = np.array(
    [(0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5), (1.5, 0.0), (-1.5, 0.0), (0.0, 1.5), (0.0, -1.5)]
)
"""Places on a face, in pitches, where no layout has a pip."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Faces and how well each layout explains what is seen there; N each."""

    faces: Doubles
    values: Whole
    matches: Scores
    """Multiple correlation of the planes with the best layout, up to 1."""
    rivals: Scores
    """The best match of any layout of another value."""
    contrasts: Scores
    """How far pips and die differ, in units of 1/255."""
    radii: Scores
    """The pip radius that matches best, in pitches."""
    shapes: Whole
    """Which of the layouts matches best."""

    def take(self, which: np.ndarray) -> "Judged":
        """Keep some, by index or by mask."""
        return Judged(*(getattr(self, name)[which] for name in self.__slots__))


def propose_faces(spots: Spots) -> Doubles:
    """Return faces (N x 6) that have two of the spots in opposite corners."""
    first, second = np.triu_indices(len(spots.places), 1)
    across = spots.places[second] - spots.places[first]
    apart = np.hypot(across[:, 0], across[:, 1]) / (2 * np.sqrt(2))
    one, two = spots.strengths[first], spots.strengths[second]
    strengths = np.maximum(one, two) < 2.5 * np.minimum(one, two)
    fits = strengths & (apart > 0.85 * RADII[0] / 0.42) & (apart < 1.1 * RADII[1] / 0.33)
    middle = (spots.places[first] + spots.places[second])[fits] / 2
    half = across[fits] / 2
    # half = u + v, and v is u turned by a quarter
    u = np.column_stack([half[:, 0] + half[:, 1], half[:, 1] - half[:, 0]]) / 2
    v = np.column_stack([-u[:, 1], u[:, 0]])
    square = np.column_stack([middle, u, v])
    return np.vstack([square, _slant(square, spots.places)])


def _slant(faces: Doubles, places: Doubles) -> Doubles:
    """Shear each face so that its other two corners, opposite each other, reach for the spots near them."""
    if len(faces) == 0:
        return faces
    u, v = faces[:, 2:4], faces[:, 4:6]
    reach = 0.6 * np.hypot(u[:, 0], u[:, 1])
    other, move, found = u - v, np.zeros_like(u), np.zeros(len(faces))
    for side in (1, -1):
        corner = faces[:, :2] + side * other
        apart = ((corner[:, None] - places[None]) ** 2).sum(axis=2)
        near = apart.argmin(axis=1)
        close = apart[np.arange(len(faces)), near] < reach**2
        move += np.where(close[:, None], side * (places[near] - corner), 0)
        found += close
    slanted = found > 0
    other = other[slanted] + move[slanted] / found[slanted, None]
    diagonal = (u + v)[slanted]
    return np.column_stack([faces[slanted, :2], (diagonal + other) / 2, (diagonal - other) / 2])


def sift_faces(lab: Floats, faces: Doubles) -> Doubles:
    """Drop the faces whose corners do not stand out of a plain face between them: a cheap first look."""
    seen = sample(lab, faces, np.vstack([BODY, [(1, 1), (-1, -1)]]))
    plain = np.median(seen[:, :8], axis=1)
    rough = np.median(np.abs(seen[:, :8] - plain[:, None]).sum(axis=2), axis=1)
    pips = np.abs((seen[:, 8] + seen[:, 9]) / 2 - plain).sum(axis=1)
    unlike = np.abs(seen[:, 8] - seen[:, 9]).sum(axis=1)
    likely: Doubles = faces[(pips > 14) & (pips > 2.0 * rough) & (unlike < 1.2 * pips)]
    return likely


def sample(lab: Floats, faces: Doubles, grid: Doubles) -> Floats:
    """Look at a level under each face: N x points x planes; the grid is in pitches."""
    x = faces[:, 0:1] + faces[:, 2:3] * grid[:, 0] + faces[:, 4:5] * grid[:, 1]
    y = faces[:, 1:2] + faces[:, 3:4] * grid[:, 0] + faces[:, 5:6] * grid[:, 1]
    parts = [
        cv2.remap(
            lab,
            x[start : start + _BATCH].astype(np.float32),
            y[start : start + _BATCH].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for start in range(0, len(faces), _BATCH)
    ]
    return np.concatenate(parts) if parts else np.empty((0, len(grid), 3), np.float32)


def match_layouts(lab: Floats, faces: Doubles, radii: Radii = PIP_RADII) -> tuple[Floats, Floats]:
    """Return how well each layout matches each face, N x layouts, and how strongly, in units of 1/255."""
    shapes, heights = _shapes(radii)
    seen = sample(lab, faces, _grid()).transpose(0, 2, 1)
    seen = seen - seen.mean(axis=2, keepdims=True)
    spread = seen @ seen.transpose(0, 2, 1) + np.eye(3, dtype=np.float32) * _NOISE**2 * _GRID**2
    along = (seen.reshape(-1, seen.shape[2]) @ shapes.T).reshape(len(faces), 3, len(shapes))
    explained = np.einsum("nit,nit->nt", np.linalg.inv(spread) @ along, along)
    strength = np.sqrt(np.einsum("nit,nit->nt", along, along)) / heights
    return np.sqrt(np.clip(explained, 0, 1)), strength


def match_one(lab: Floats, faces: Doubles) -> tuple[Floats, Floats]:
    """Return how well a single pip matches each face, and how well the best layout of another value does."""
    matches, _ = match_layouts(lab, faces)
    is_one = np.tile(_VALUES, len(PIP_RADII)) == 1
    return matches[:, is_one].max(axis=1, initial=0), matches[:, ~is_one].max(axis=1, initial=0)


def judge_faces(lab: Floats, faces: Doubles, radii: Radii = PIP_RADII) -> Judged:
    """Compare what lies under each face with every layout, drawn with pips of these radii."""
    matches, contrasts = match_layouts(lab, faces, radii)
    best = matches.argmax(axis=1) if len(faces) else np.empty(0, np.intp)
    rows = np.arange(len(faces))
    all_values = np.tile(_VALUES, len(radii))
    values = all_values[best]
    rivals = np.where(all_values[None] != values[:, None], matches, 0).max(axis=1, initial=0)
    return Judged(
        faces=faces,
        values=values,
        matches=matches[rows, best],
        rivals=rivals,
        contrasts=contrasts[rows, best],
        radii=np.repeat(radii, len(SHAPES))[best],
        shapes=best % len(SHAPES),
    )


def find_faces(lab: Floats, groups: Sequence[Spots]) -> Judged:
    """Find the faces that the spots of each group may form: those that a layout explains roughly."""
    proposed = np.vstack([np.empty((0, 6)), *(propose_faces(spots) for spots in groups)])
    judged = judge_faces(lab, sift_faces(lab, proposed), ROUGH_RADII)
    return judged.take(judged.matches > _LEAST_MATCH)


@cache
def _grid() -> Doubles:
    steps = np.linspace(-_SPAN, _SPAN, _GRID)
    x, y = np.meshgrid(steps, steps)
    return np.column_stack([x.ravel(), y.ravel()])


@cache
def _shapes(radii: Radii) -> tuple[Floats, Floats]:
    """Draw every layout with pips of each radius: of zero mean and unit length, and how long they were."""
    grid, drawn = _grid(), []
    for radius in radii:
        for _, pips in SHAPES:
            apart = np.linalg.norm(grid[:, None] - np.array(pips)[None], axis=2).min(axis=1)
            drawn.append(1 / (1 + np.exp((apart - radius) / 0.1)))
    sheet = np.array(drawn)
    sheet -= sheet.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(sheet, axis=1)
    return np.asarray(sheet / lengths[:, None], np.float32), np.asarray(lengths, np.float32)

"""Outlines: whether the plate under a face ends where the layout of its pips says that it ends.

Some of the pips of a face, seen alone, form a smaller face: half of a 4 is a 2, a column of a 6 is a 3. That
smaller square stands aslant on the real one, so its outline is not to be seen.
"""

from functools import cache

import numpy as np

from vision.image import Floats
from vision.loose.faces import SHAPES, Judged, Scores, sample
from vision.loose.plates import HALF_EDGE, Plates
from vision.loose.spots import Doubles

_RAYS = 32
_STEPS = np.arange(0.5, 4.5, 0.125)  # along a ray, in pitches
_PIP = 0.62  # a pip and its soft rim, in pitches
_CORNER = 0.86  # how far a rounded corner lies from the middle, in half diagonals
_NEAR = 0.13  # a ray supports an outline when it ends this near to it, in parts of it


def find_outlines(lab: Floats, judged: Judged, plates: Plates) -> Scores:
    """Return the part of the rays from the middle of each face that end at its outline, N."""
    grid = (_ways()[:, None] * _STEPS[None, :, None]).reshape(-1, 2)
    apart = np.linalg.norm(sample(lab, judged.faces, grid) - plates.colours[:, None], axis=2)
    limits = np.maximum(np.maximum(7.0, 2.5 * plates.roughness), 0.07 * judged.contrasts)
    beyond = (apart > limits[:, None]) & ~_on_pips()[judged.shapes]
    beyond = beyond.reshape(len(judged.faces), _RAYS, len(_STEPS))
    ends = np.where(beyond.any(axis=2), _STEPS[beyond.argmax(axis=2)], 2 * _STEPS[-1])
    supports = np.zeros(len(judged.faces))
    for outline in _outlines():
        near = np.clip(2 - np.abs(ends / outline - 1) / _NEAR, 0, 1).mean(axis=1)
        supports = np.maximum(supports, near)
    return supports


@cache
def _ways() -> Doubles:
    turns = (np.arange(_RAYS) + 0.5) * 2 * np.pi / _RAYS
    return np.column_stack([np.cos(turns), np.sin(turns)])


@cache
def _on_pips() -> np.ndarray:
    """Say for each shape which points along the rays lie on its pips: shapes x points."""
    grid = (_ways()[:, None] * _STEPS[None, :, None]).reshape(-1, 2)
    return np.array(
        [
            np.linalg.norm(grid[:, None] - np.array(pips)[None], axis=2).min(axis=1) < _PIP
            for _, pips in SHAPES
        ]
    )


@cache
def _outlines() -> Doubles:
    """Return how far the rays go to outlines that a face may have: larger, smaller, slanted, aside."""
    outlines = []
    for size in (0.88, 1.0, 1.12):
        for camera in _cameras():
            for aside in ((0.0, 0.0), (0.25, 0.0), (-0.25, 0.0), (0.0, 0.25), (0.0, -0.25)):
                outlines.append(_reach(camera * size * HALF_EDGE, np.array(aside)))
    return np.array(outlines)


def _cameras() -> list[Doubles]:
    """Return maps of a square as it may look askew: squarely, and squeezed along four directions."""
    cameras = [np.eye(2)]
    for turn in np.arange(4) * np.pi / 4:
        along = np.array([np.cos(turn), np.sin(turn)])
        cameras.append(np.eye(2) - 0.16 * np.outer(along, along))
    return cameras


def _reach(camera: Doubles, aside: Doubles) -> Doubles:
    """Return how far each ray reaches in the map of a square of half edge 1 with rounded corners."""
    ways, start = np.linalg.solve(camera, _ways().T).T, np.linalg.solve(camera, aside)
    straight = ((1 + np.sign(ways) * start) / np.maximum(np.abs(ways), 1e-6)).min(axis=1)
    corner = _CORNER * np.sqrt(2) / np.linalg.norm(ways, axis=1)
    return np.asarray(np.minimum(straight, corner))

"""What the pips say: every face that a patch could show, judged by how well its pips fit their places.

All layouts of two and more pips hold two pips in opposite corners. So each pair of round spots proposes a
face: its middle, its turn and its size. The view under that face is then compared with the nine ways in
which six values can lie.

A face is a row of four numbers: x and y of its middle in pixels of the patch, its turn in radians, and its
pitch in millimetres: the distance between neighbouring rows of pips, about a quarter of the die's edge.
"""

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Point
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, Bytes, View

PITCH_PER_EDGE = 0.256
"""Measured on many dice: rows of pips lie 0.245 to 0.268 of the edge apart."""
PIP_RADIUS = 0.40
"""In pitches; pips are 0.17 to 0.22 of the edge across."""
PITCH_RANGE_MM = (2.75, 5.0)
"""From the smallest die of 12 mm to the largest of 18 mm."""
_SPAN = 1.70  # the compared part of a face reaches this far from its middle: beyond the pips, short of the edge
_GRID = 19
_ROUGH = 7  # a first look has this many samples a side; it only has to lose no good face
_KEPT = 4
_SHOWS_SIDE = 0.1  # a side seen at a lower slope than this is too narrow to show a pip
_LONELY_MM = 3.2  # no pip reaches this far from its middle; no neighbour of a lonely one is nearer

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
LAYOUTS: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = (
    (1, ((0, 0),)),
    (2, ((-1, -1), (1, 1))),
    (2, ((1, -1), (-1, 1))),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (3, ((1, -1), (0, 0), (-1, 1))),
    (4, _CORNERS),
    (5, (*_CORNERS, (0, 0))),
    (6, (*_CORNERS, (-1, 0), (1, 0))),
    (6, (*_CORNERS, (0, -1), (0, 1))),
)
"""Every way a value can lie on a face, as value and pip places in pitches."""


def propose_faces(spots: Doubles) -> Doubles:
    """Return faces (N x 4) that have two of the spots (N x 2 pixels) in opposite corners."""
    if len(spots) < 2:
        return np.empty((0, 4))
    first, second = np.triu_indices(len(spots), 1)
    across = spots[second] - spots[first]
    pitch = np.hypot(across[:, 0], across[:, 1]) / (2 * math.sqrt(2) * PIXELS_PER_MM)
    fits = (pitch > PITCH_RANGE_MM[0]) & (pitch < PITCH_RANGE_MM[1])
    middle = (spots[first] + spots[second])[fits] / 2
    yaw = (np.arctan2(across[fits, 1], across[fits, 0]) + math.pi / 4) % (math.pi / 2)
    return np.column_stack([middle, yaw, pitch[fits]])


def likely_faces(view: View, min_match: float) -> list[Doubles]:
    """Return the few faces of two and more pips that match a layout best."""
    faces = propose_faces(view.spots)
    if not len(faces):
        return []
    rough = match_faces(view.picture, faces, _ROUGH)[:, 1:].max(axis=1)
    faces = faces[np.argsort(-rough, kind="stable")[: 2 * _KEPT]]
    matches = match_faces(view.picture, faces)[:, 1:]
    best = _distinct(faces, matches.max(axis=1))[:_KEPT]
    chosen = [(i, int(matches[i].argmax()) + 1) for i in best if matches[i].max() > min_match]
    return [refine_face(view.spots, faces[i], layout) for i, layout in chosen]


def _distinct(faces: Doubles, scores: Floats) -> list[int]:
    """Return which faces differ, the best first: several pairs of spots propose the same one."""
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable"):
        x, y, _, pitch = faces[i]
        apart = [
            math.hypot(x - faces[k, 0], y - faces[k, 1]) > 0.25 * pitch * PIXELS_PER_MM
            or abs(pitch / faces[k, 3] - 1) > 0.04
            for k in kept
        ]
        if all(apart):
            kept.append(int(i))
    return kept


def match_faces(picture: Bytes, faces: Doubles, samples: int = _GRID) -> Floats:
    """Compare the picture under faces (N x 4) with every layout: correlations, N x 9.

    An even slope of light over the face is taken out first: a lamp's shine must not look like pips.
    """
    seen = sample_faces(picture, faces, samples)
    smooth = _slopes(samples)
    seen -= (seen @ smooth.T) @ smooth
    length = np.sqrt((seen**2).sum(axis=1, keepdims=True))
    return np.asarray((seen @ _templates(samples).T) / np.maximum(length, 1e-3), np.float32)


def sample_faces(picture: Bytes, faces: Doubles, samples: int = _GRID) -> Floats:
    """Look at the picture under each face on a grid that turns and grows with it: N x samples squared."""
    grid = _grid(samples)
    size = faces[:, 3:4] * PIXELS_PER_MM
    cos, sin = np.cos(faces[:, 2:3]) * size, np.sin(faces[:, 2:3]) * size
    x = (faces[:, 0:1] + cos * grid[:, 0] - sin * grid[:, 1]).astype(np.float32)
    y = (faces[:, 1:2] + sin * grid[:, 0] + cos * grid[:, 1]).astype(np.float32)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


@cache
def _grid(samples: int) -> Doubles:
    steps = np.linspace(-_SPAN, _SPAN, samples)
    x, y = np.meshgrid(steps, steps)
    return np.column_stack([x.ravel(), y.ravel()])


@cache
def _slopes(samples: int) -> Floats:
    """Return what light alone can do to a face, as unit rows: be bright, and rise to one side or another."""
    grid = _grid(samples)
    plain = np.vstack([np.ones(len(grid)), grid[:, 0], grid[:, 1]])
    return np.asarray(plain / np.linalg.norm(plain, axis=1, keepdims=True), np.float32)


@cache
def _templates(samples: int) -> Floats:
    """Draw the nine layouts, each without slope and of unit length."""
    grid, drawn = _grid(samples), []
    for _, pips in LAYOUTS:
        apart = np.hypot(grid[:, None, 0] - np.array(pips)[:, 0], grid[:, None, 1] - np.array(pips)[:, 1])
        drawn.append(1 / (1 + np.exp((apart.min(axis=1) - PIP_RADIUS) / 0.08)))
    sheet = np.array(drawn)
    sheet -= (sheet @ _slopes(samples).T) @ _slopes(samples)
    return np.asarray(sheet / np.linalg.norm(sheet, axis=1, keepdims=True), np.float32)


def refine_face(spots: Doubles, face: Doubles, layout: int) -> Doubles:
    """Move, turn and scale a face so that its pips lie best on the spots next to them."""
    for _ in range(2):
        pips, near = _pair(spots, face, layout)
        if len(pips) < 2:
            return face
        ideal, real = pips @ [1, 1j], spots[near] @ [1, 1j]
        spread = ideal - ideal.mean()
        grow = ((real - real.mean()) * spread.conj()).sum() / (abs(spread) ** 2).sum()
        middle = real.mean() - grow * ideal.mean()
        face = np.array([middle.real, middle.imag, np.angle(grow), abs(grow) / PIXELS_PER_MM])
    return face


def _pair(spots: Doubles, face: Doubles, layout: int) -> tuple[Doubles, NDArray[np.int64]]:
    """Return which pips (N x 2 pitches) of a face have a spot, and the number of that spot."""
    pips = np.array(LAYOUTS[layout][1], dtype=np.float64)
    size = face[3] * PIXELS_PER_MM
    apart = np.linalg.norm(_to_pixels(pips, face)[:, None] - spots[None], axis=2)
    near = apart.argmin(axis=1)
    close = apart[np.arange(len(pips)), near] < 0.35 * size
    return pips[close], near[close]


def _to_pixels(places: Doubles, face: Doubles) -> Doubles:
    """Turn places on a face (N x 2 pitches) into pixels of the patch."""
    size = face[3] * PIXELS_PER_MM
    cos, sin = math.cos(face[2]) * size, math.sin(face[2]) * size
    return np.asarray(places @ np.array([[cos, sin], [-sin, cos]]) + face[:2])


def stretch(view: View, face: Doubles, layout: int) -> float:
    """Return how much longer than wide the pattern of four and more pips is; 0 for fewer, which cannot tell.

    The top of a die that leans is foreshortened.
    """
    if len(LAYOUTS[layout][1]) < 4 or not len(view.spots):
        return 0.0
    pips, near = _pair(view.spots, face, layout)
    if len(pips) < 4:
        return 0.0
    flat = np.column_stack([pips, np.ones(len(pips))])
    shape = np.linalg.lstsq(flat, view.spots[near], rcond=None)[0][:2]
    longer, shorter = np.linalg.svd(shape, compute_uv=False)
    return float(longer / max(shorter, 1e-6) - 1)


def stray_pip(
    view: View, face: Doubles, layout: int, edge_mm: float, slope: Point, lettering: tuple[Point, Point]
) -> float:
    """Return how clear, beside the face's own pips, a pip is where an upright die shows none.

    An upright die shows its own pips, and those of the sides towards the camera's foot, where `slope` points.
    Between the corners of `lettering`, in pixels of the patch, a letter can look like a pip.
    """
    if not len(view.spots):
        return 0.0
    _, own = _pair(view.spots, face, layout)
    cos, sin = math.cos(face[2]), math.sin(face[2])
    turn = np.array([[cos, -sin], [sin, cos]])
    places = (view.spots - face[:2]) @ turn / (edge_mm * PIXELS_PER_MM)
    towards = np.sign(places) * (np.array(slope) @ turn)
    longer = abs(places).argmax(axis=1)
    row = np.arange(len(places))
    beyond, beside = abs(places[row, longer]) - 0.5, abs(places[row, 1 - longer])
    hidden = towards[row, longer] < _SHOWS_SIDE
    stray = (beyond < -0.02) | (hidden & (beyond < 0.55) & (beside < 0.45))
    stray[own] = False
    stray &= ~((view.spots > lettering[0]) & (view.spots < lettering[1])).all(axis=1)
    if not stray.any() or not len(own):
        return 0.0
    return float(view.strengths[stray].max() / max(float(np.median(view.strengths[own])), 1.0))


def lonely_spots(view: View, limit: int) -> Doubles:
    """Return the spots (N x 2 pixels, at most `limit`) that stand alone on an even ground, as a one does."""
    spots = view.spots
    if not len(spots):
        return spots
    angles = np.arange(16) * (math.pi / 8)
    reach = _LONELY_MM * PIXELS_PER_MM
    across = (spots[:, :1] + reach * np.cos(angles)).astype(np.float32)
    down = (spots[:, 1:] + reach * np.sin(angles)).astype(np.float32)
    ring = cv2.remap(view.picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    places = np.rint(spots).astype(int)
    here = view.picture[places[:, 1], places[:, 0]].astype(np.float32)
    stands_out = here - np.median(ring, axis=1)
    worst = here - ring.max(axis=1)
    return spots[(stands_out > 20) & (worst > 0.55 * stands_out)][:limit]

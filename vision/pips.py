"""What the pips say: every face that a patch could show, judged by how well its pips fit their places.

All layouts of two and more pips hold two pips in opposite corners. So each pair of round spots proposes a
face: its middle, its turn and its size. The view under that face is then compared with the nine ways in
which six values can lie.

A face is a row of four numbers: x and y of its middle in pixels of the patch, its turn in radians, and its
pitch in millimetres: the distance between neighbouring rows of pips, about a quarter of the die's edge.
"""

import cmath
import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import LAYOUTS
from vision.image import Floats, Point
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, Bytes
from vision.views import View

PITCH_PER_EDGE = 0.256
"""Measured on many dice: rows of pips lie 0.245 to 0.268 of the edge apart."""
PIP_RADIUS = 0.40
"""In pitches; pips are 0.17 to 0.22 of the edge across."""
PITCH_RANGE_MM = (2.75, 5.0)
"""From the smallest die of 12 mm to the largest of 18 mm."""
_SPAN = (
    1.70  # the compared part of a face reaches this far from its middle: beyond the pips, short of the edge
)
_GRID = 19
_ROUGH = 8  # a first look has this many samples a side
_ROUGHNESS = 0.07  # by which a first look may fall short
_KEPT = 3
_PER_PIP = 0.06
_ALIKE = 0.4  # one pip of a face may shine more than another, but not by more than this
_DIAGONAL = 2 * math.sqrt(2) * PIXELS_PER_MM  # pixels between opposite corners, per mm of pitch
_APART = (PITCH_RANGE_MM[0] * _DIAGONAL, PITCH_RANGE_MM[1] * _DIAGONAL)
_ROWS = (-1.0, 0.0, 1.0)
_LONELY_MM = 3.2  # no pip reaches this far from its middle; no neighbour of a lonely one is nearer


def propose_faces(view: View) -> Doubles:
    """Return faces (N x 4) that have two about equally clear spots of the view in opposite corners."""
    spots = view.spots
    if len(spots) < 2:
        return np.empty((0, 4))
    first, second = _pairs(len(spots))
    across = spots[second] - spots[first]
    apart = np.hypot(across[:, 0], across[:, 1])
    like = view.strengths[second] > _ALIKE * view.strengths[first]
    letters = in_box(spots, view.lettering)
    fits = like & (apart > _APART[0]) & (apart < _APART[1]) & ~(letters[first] & letters[second])
    across = across[fits]
    middle = spots[first[fits]] + across / 2
    yaw = (np.arctan2(across[:, 1], across[:, 0]) + math.pi / 4) % (math.pi / 2)
    return np.column_stack([middle, yaw, apart[fits] / _DIAGONAL])


def in_box(spots: Doubles, box: tuple[Point, Point]) -> NDArray[np.bool_]:
    """Say which spots lie between two corners."""
    (left, top), (right, bottom) = box
    x, y = spots[:, 0], spots[:, 1]
    return np.asarray((x > left) & (x < right) & (y > top) & (y < bottom))


@cache
def _pairs(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    first, second = np.triu_indices(count, 1)
    return first, second


def likely_faces(view: View, min_match: float) -> list[Doubles]:
    """Return the few faces of two and more pips that match a layout best."""
    faces = propose_faces(view)
    if not len(faces):
        return []
    rough = match_faces(view.picture, faces, _ROUGH)[:, 1:]
    found = rough.max(axis=1) > min_match - _ROUGHNESS
    faces, rough = faces[found], rough[found] + _pip_bonus()
    faces = faces[_distinct(faces, rough.max(axis=1))]
    if not len(faces):
        return []
    matches = match_faces(view.picture, faces)[:, 1:]
    return [
        refine_face(view.spots, face, int(match.argmax()) + 1)
        for face, match in zip(faces, matches, strict=True)
        if match.max() > min_match - _ROUGHNESS
    ]


@cache
def _pip_bonus() -> Floats:
    """Favour many pips: two that lie right by chance are in every four, and never four in a two."""
    return np.array([_PER_PIP * value for value, _ in LAYOUTS[1:]], np.float32)


def _distinct(faces: Doubles, scores: Floats) -> list[int]:
    """Return which few faces differ, the best first: several pairs of spots propose the same one."""
    kept: list[int] = []
    rows = faces.tolist()
    for i in np.argsort(-scores, kind="stable").tolist():
        x, y, _, pitch = rows[i]
        if len(kept) == _KEPT:
            break
        near = 0.25 * pitch * PIXELS_PER_MM
        if not any(
            abs(x - rows[k][0]) < near and abs(y - rows[k][1]) < near and abs(pitch / rows[k][3] - 1) < 0.04
            for k in kept
        ):
            kept.append(i)
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
    points = spots[:, 0] + 1j * spots[:, 1]
    for _ in range(2):
        pips, near = pair_pips(spots, face, layout)
        count = len(pips)
        if count < 2:
            return face
        ideal, real = pips[:, 0] + 1j * pips[:, 1], points[near]
        middle, aim = ideal.sum() / count, real.sum() / count
        spread = ideal - middle
        grow = ((real - aim) @ spread.conj()) / (spread @ spread.conj()).real
        centre = aim - grow * middle
        face = np.array([centre.real, centre.imag, cmath.phase(grow), abs(grow) / PIXELS_PER_MM])
    return face


def pair_pips(spots: Doubles, face: Doubles, layout: int) -> tuple[Doubles, NDArray[np.int64]]:
    """Return which pips (N x 2 pitches) of a face have a spot, and the number of that spot."""
    pips = pips_of(layout)
    shown = _to_pixels(pips, face)
    across = shown[:, :1] - spots[:, 0]
    down = shown[:, 1:] - spots[:, 1]
    apart = across * across + down * down
    near = apart.argmin(axis=1)
    close = apart.min(axis=1) < (0.35 * face[3] * PIXELS_PER_MM) ** 2
    return pips[close], near[close]


@cache
def pips_of(layout: int) -> Doubles:
    """Return the pip places (N x 2 pitches) of one of LAYOUTS."""
    return np.array(LAYOUTS[layout][1], dtype=np.float64)


def _to_pixels(places: Doubles, face: Doubles) -> Doubles:
    """Turn places on a face (N x 2 pitches) into pixels of the patch."""
    size = face[3] * PIXELS_PER_MM
    cos, sin = math.cos(face[2]) * size, math.sin(face[2]) * size
    return np.asarray(places @ np.array([[cos, sin], [-sin, cos]]) + face[:2])


def clearness(picture: Bytes, face: Doubles, layout: int) -> float:
    """Return by how much a face's dimmest pip outshines the brightest place without one.

    Of the nine places that pips can have. 1 is a drawn face; 0 and less is one on which a pip is missing, or
    something else shines, such as a lamp.
    """
    at = _to_pixels(_nine_places(), face)
    x, y = at[:, 0].astype(np.float32), at[:, 1].astype(np.float32)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    places = np.asarray(seen, np.float32).reshape(9, -1).mean(axis=1)
    shows = _shows_pip(layout)
    pips, rest = np.sort(places[shows]), np.sort(places[~shows])
    usual = pips[len(pips) // 2] - rest[len(rest) // 2]
    return float((pips[0] - rest[-1]) / max(usual, 1.0))


@cache
def _nine_places() -> Doubles:
    """Return five samples within a pip at each of the nine places (45 x 2 pitches)."""
    around = [(0.0, 0.0), (0.2, 0.0), (0.0, 0.2), (-0.2, 0.0), (0.0, -0.2)]
    return np.array([(x + dx, y + dy) for y in _ROWS for x in _ROWS for dx, dy in around])


@cache
def _shows_pip(layout: int) -> NDArray[np.bool_]:
    """Say which of the nine places have a pip in one of LAYOUTS."""
    pips = set(LAYOUTS[layout][1])
    return np.array([(x, y) in pips for y in _ROWS for x in _ROWS])


def is_lettering(view: View, face: Doubles, layout: int) -> bool:
    """Say whether all pips of a face lie where a label is printed: letters may have been taken for pips."""
    return bool(in_box(_to_pixels(pips_of(layout), face), view.lettering).all())


def lonely_spots(view: View, limit: int) -> Doubles:
    """Return the spots (N x 2 pixels, at most `limit`) that stand alone on an even ground, as a one does."""
    spots = view.spots
    if not len(spots):
        return spots
    ring_x, ring_y = _ring()
    across = (spots[:, :1] + ring_x).astype(np.float32)
    down = (spots[:, 1:] + ring_y).astype(np.float32)
    ring = cv2.remap(view.picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    places = np.rint(spots).astype(int).clip(0, len(view.picture) - 1)  # one may lie on the very rim
    here = view.picture[places[:, 1], places[:, 0]].astype(np.float32)
    stands_out = here - np.sort(ring, axis=1)[:, 8]
    worst = here - ring.max(axis=1)
    return np.asarray(spots[(stands_out > 20) & (worst > 0.55 * stands_out)][:limit])


@cache
def _ring() -> tuple[Doubles, Doubles]:
    angles = np.arange(16) * (math.pi / 8)
    reach = _LONELY_MM * PIXELS_PER_MM
    return reach * np.cos(angles), reach * np.sin(angles)

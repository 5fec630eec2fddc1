"""What the pips say: every face that a patch could show, judged by how well its pips fit their places.

All layouts of two and more pips hold two pips in opposite corners. So each pair of round spots proposes a
face: its middle, its turn and its size. The patch under that face is then compared with the nine ways in
which six values can lie.

Lengths on a face are in pitches: the distance between neighbouring rows of pips, about a quarter of the edge.
"""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.image import Floats, Point
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, SIDE, Patch

PITCH_PER_EDGE = 0.256
"""Measured on many dice: rows of pips lie 0.245 to 0.268 of the edge apart."""
PIP_RADIUS = 0.40
"""In pitches; pips are 0.17 to 0.22 of the edge across."""
PITCH_RANGE_MM = (2.75, 5.0)
"""From the smallest die of 12 mm to the largest of 18 mm."""
_SPOTS = 16  # as many as two faces can show, and some print
_MIN_CONTRAST = 0.07  # a spot fainter than this part of the panel's white is noise
_GRID = 19
_SPAN = (
    1.70  # the compared part of a face reaches this far from its middle: beyond the pips, short of the edge
)

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
_VALUES = np.array([value for value, _ in LAYOUTS])


@dataclass(frozen=True, slots=True)
class Face:
    """One way to see a die's top in a patch."""

    value: int
    layout: int
    """Which of LAYOUTS."""
    centre: Point
    """In pixels of the patch."""
    yaw: float
    """Radians, 0 to pi/2 (a square turned by a quarter is the same square)."""
    pitch_mm: float
    match: float
    """Correlation of the face with its layout, up to 1."""
    rival: float
    """The best correlation with a layout of any other value."""
    contrast: float
    """How far pips stand out of the body, in parts of the panel's white."""
    dark: bool
    """Whether the pips are darker than the body."""

    @property
    def edge_mm(self) -> float:
        """The edge of a die with pips so far apart."""
        return self.pitch_mm / PITCH_PER_EDGE


def find_spots(picture: Floats) -> tuple[Doubles, Floats]:
    """Return round bright spots of pip size: places (N x 2 pixels, finer than a pixel) and strengths."""
    fine = cv2.GaussianBlur(picture, (0, 0), 0.55 * PIXELS_PER_MM)
    coarse = cv2.GaussianBlur(picture, (0, 0), 1.45 * PIXELS_PER_MM)
    response = np.asarray(fine - coarse, np.float32)
    reach = 2 * int(0.95 * PIXELS_PER_MM) + 1
    peaks = cv2.dilate(response, np.ones((reach, reach), np.uint8))
    rows, columns = np.nonzero((response >= peaks) & (response > _MIN_CONTRAST * 0.5))
    inside = (rows > 1) & (rows < SIDE - 2) & (columns > 1) & (columns < SIDE - 2)
    rows, columns = rows[inside], columns[inside]
    best = np.argsort(-response[rows, columns])[:_SPOTS]
    rows, columns = rows[best], columns[best]
    places = np.stack([_peak(response, rows, columns, 0, 1), _peak(response, rows, columns, 1, 0)], axis=1)
    return places, response[rows, columns]


def _peak(response: Floats, rows: np.ndarray, columns: np.ndarray, down: int, right: int) -> Doubles:
    """Refine one coordinate of each peak by the parabola through it and its two neighbours."""
    before = response[rows - down, columns - right].astype(np.float64)
    here = response[rows, columns].astype(np.float64)
    after = response[rows + down, columns + right].astype(np.float64)
    bend = np.minimum(before - 2 * here + after, -1e-6)
    return np.asarray((columns if right else rows) + np.clip((before - after) / (2 * bend), -0.5, 0.5))


def propose_faces(places: Doubles) -> Doubles:
    """Return faces (N x 4: x, y in pixels, yaw, pitch in mm) with two of the spots in opposite corners."""
    if len(places) < 2:
        return np.empty((0, 4))
    first, second = np.triu_indices(len(places), 1)
    across = places[second] - places[first]
    pitch = np.hypot(across[:, 0], across[:, 1]) / (2 * math.sqrt(2) * PIXELS_PER_MM)
    fits = (pitch > PITCH_RANGE_MM[0]) & (pitch < PITCH_RANGE_MM[1])
    middle = (places[first] + places[second])[fits] / 2
    yaw = (np.arctan2(across[fits, 1], across[fits, 0]) + math.pi / 4) % (math.pi / 2)
    return np.column_stack([middle, yaw, pitch[fits]])


def judge_faces(picture: Floats, faces: Doubles) -> tuple[Floats, Floats]:
    """Compare faces (N x 4) with every layout: correlations (N x 9) and the spread of each face (N)."""
    seen = sample_faces(picture, faces)
    seen -= seen.mean(axis=1, keepdims=True)
    spread = np.sqrt((seen**2).sum(axis=1))
    return (seen @ _templates().T) / np.maximum(spread, 1e-6)[:, None], spread / _GRID


def sample_faces(picture: Floats, faces: Doubles) -> Floats:
    """Look at the picture under each face (N x 4) on a grid that turns and grows with it: N x grid points."""
    grid = _grid()
    size = faces[:, 3:4] * PIXELS_PER_MM
    cos, sin = np.cos(faces[:, 2:3]) * size, np.sin(faces[:, 2:3]) * size
    x = faces[:, 0:1] + cos * grid[:, 0] - sin * grid[:, 1]
    y = faces[:, 1:2] + sin * grid[:, 0] + cos * grid[:, 1]
    seen = cv2.remap(
        picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32)


@cache
def _grid() -> Doubles:
    steps = np.linspace(-_SPAN, _SPAN, _GRID)
    x, y = np.meshgrid(steps, steps)
    return np.column_stack([x.ravel(), y.ravel()])


@cache
def _templates() -> Floats:
    """Draw the nine layouts, each with zero mean and unit length."""
    grid, drawn = _grid(), []
    for _, pips in LAYOUTS:
        apart = np.hypot(grid[:, None, 0] - np.array(pips)[:, 0], grid[:, None, 1] - np.array(pips)[:, 1])
        drawn.append((1 / (1 + np.exp((apart.min(axis=1) - PIP_RADIUS) / 0.08))))
    sheet = np.array(drawn)
    sheet -= sheet.mean(axis=1, keepdims=True)
    return np.asarray(sheet / np.linalg.norm(sheet, axis=1, keepdims=True), np.float32)


def refine_face(places: Doubles, face: Doubles, layout: int) -> Doubles:
    """Move, turn and scale a face (4) so that its pips lie best on the spots next to them."""
    pips = np.array(LAYOUTS[layout][1], dtype=np.float64)
    for _ in range(2):
        size = face[3] * PIXELS_PER_MM
        turn = size * np.array(
            [[math.cos(face[2]), -math.sin(face[2])], [math.sin(face[2]), math.cos(face[2])]]
        )
        shown = pips @ turn.T + face[:2]
        apart = np.linalg.norm(shown[:, None] - places[None], axis=2)
        near = apart.argmin(axis=1)
        close = apart[np.arange(len(pips)), near] < 0.35 * size
        if close.sum() < 2:
            return face
        z, w = pips[close] @ [1, 1j], places[near[close]] @ [1, 1j]
        zc, wc = z - z.mean(), w - w.mean()
        grow = (wc * zc.conj()).sum() / (abs(zc) ** 2).sum()
        middle = w.mean() - grow * z.mean()
        face = np.array([middle.real, middle.imag, np.angle(grow) % (2 * math.pi), abs(grow) / PIXELS_PER_MM])
    return face

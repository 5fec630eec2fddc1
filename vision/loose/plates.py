"""Plates: the flat coloured square that pips lie on, and where it ends.

Pips alone do not make a face: two dice far apart look like the two pips of a giant. So a face must lie on a
plate of one colour that ends where the layout says the edge is. A single pip has no layout; there the outline
of its plate has to be a square by itself, with the pip in its middle.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.faces import PITCH
from vision.image import Floats
from vision.loose.faces import sample
from vision.loose.spots import Doubles

HALF_EDGE = 0.5 / PITCH
"""From the middle of a face to its edge, in pitches."""

_RAYS = 32
_SAME_PLACE = 1.2  # pixels of the level
_RADIUS = 0.4  # of a usual pip, in pitches
_STEP = 1.0  # between looks along a ray, in pixels of the level
_REACH = 25.0  # how far a ray goes: the corner of the largest die of a level
_HALF_EDGE_PER_PIP = (2.5, 6.5)  # half the edge, in radii of the single pip, which is often a fat one
_CORNER = 0.86  # how far a rounded corner lies from the middle, in diagonals of a quarter face
_NEAR = 0.13  # a ray supports a square when it ends this near to it, in half edges


@dataclass(frozen=True, slots=True)
class Plates:
    """What lies between and around the pips of faces; N each."""

    colours: Doubles
    """The colour of the die in Lab, N x 3."""
    roughness: Doubles
    """How far the plate strays from that colour between the pips, in units of 1/255."""
    strays: Doubles
    """How far the worst fifth of the plate strays at least, in the same units."""
    borders: Doubles
    """How far what lies beyond each of the four edges differs from the plate, least first, N x 4."""

    def take(self, which: np.ndarray) -> "Plates":
        """Keep some, by index or by mask."""
        return Plates(*(getattr(self, name)[which] for name in self.__slots__))


def look_at_plates(lab: Floats, faces: Doubles) -> Plates:
    """Look between the pips of faces and beyond their edges."""
    between, beyond = _between(), _beyond()
    seen = sample(lab, faces, np.vstack([between, beyond]))
    inner, outer = seen[:, : len(between)], seen[:, len(between) :]
    colours = np.median(inner, axis=1)
    roughness, strays = _spread(np.linalg.norm(inner - colours[:, None], axis=2))
    apart = np.linalg.norm(outer - colours[:, None], axis=2).reshape(len(faces), 4, len(beyond) // 4)
    borders = np.sort(np.median(apart, axis=2), axis=1)
    return Plates(colours.astype(np.float64), roughness, strays, borders.astype(np.float64))


def _spread(apart: Floats) -> tuple[Doubles, Doubles]:
    if len(apart) == 0:
        return np.empty(0), np.empty(0)
    half, most = np.quantile(apart, (0.5, 0.8), axis=1)
    return half, most


@cache
def _between() -> Doubles:
    """Return points that no layout puts a pip on, in pitches."""
    steps = np.arange(-1.5, 1.51, 0.25)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    free = np.hypot(x - np.clip(np.round(x), -1, 1), y - np.clip(np.round(y), -1, 1)) > 0.49
    return np.asarray(np.column_stack([x, y])[free], np.float64)


@cache
def _beyond() -> Doubles:
    """Return points just outside the four edges of a face, side by side, in pitches."""
    out, along = (axis.ravel() for axis in np.meshgrid([2.2, 2.4, 2.6, 2.8], np.linspace(-1.2, 1.2, 7)))
    return np.vstack(
        [np.column_stack(side) for side in ((out, along), (-out, along), (along, out), (along, -out))]
    )


@dataclass(frozen=True, slots=True)
class LonePips:
    """Single pips and the square outlines of the plates round them, in pixels of the level; N each."""

    faces: Doubles
    """As in loose_faces: x, y, ux, uy, vx, vy."""
    pips: Doubles
    """The pips as if they were pips of squarely seen faces, in the same form."""
    supports: Doubles
    """The part of the rays from the pip that end on the square."""
    contrasts: Doubles
    plates: Plates

    def take(self, which: np.ndarray) -> "LonePips":
        """Keep some, by index or by mask."""
        plates = self.plates.take(which)
        return LonePips(
            self.faces[which], self.pips[which], self.supports[which], self.contrasts[which], plates
        )


def find_lone_pips(lab: Floats, places: Doubles) -> LonePips:
    """Look from each spot (N x 2) to all sides for a square plate whose middle it is."""
    places = _distinct(places)
    seen = _look_around(lab, places)
    profile = seen.mean(axis=1)
    away = np.linalg.norm(profile - profile[:, :1], axis=2)
    contrasts = away[:, : int(8 / _STEP)].max(axis=1, initial=0)
    radii = np.argmax(away > 0.5 * contrasts[:, None], axis=1) * _STEP
    is_pip = (contrasts > 12) & (radii >= 1) & (radii <= 4.5)
    places, seen, radii, contrasts = places[is_pip], seen[is_pip], radii[is_pip], contrasts[is_pip]
    colours, roughness = _ring_colours(seen, radii)
    limits = np.maximum(np.maximum(7.0, 2.5 * roughness), 0.07 * contrasts)
    ends = _ray_ends(np.linalg.norm(seen - colours[:, None, None], axis=3), radii, limits)
    ended = (ends < _REACH).mean(axis=1)
    likely = (roughness < 0.35 * contrasts) & (ended > 0.6)
    faces, supports = _fit_squares(ends[likely], radii[likely])
    faces[:, :2] += places[likely]
    square = look_at_plates(lab, faces)
    plates = Plates(colours[likely], roughness[likely], square.strays, square.borders)
    zero, pitch = np.zeros(len(faces)), radii[likely] / _RADIUS
    pips = np.column_stack([places[likely], pitch, zero, zero, pitch])
    return LonePips(faces, pips, supports, contrasts[likely].astype(np.float64), plates)


def _distinct(places: Doubles) -> Doubles:
    """Drop places that are seen in several planes, but for once."""
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=2)
    first = np.argmax(apart < _SAME_PLACE**2, axis=1) if len(places) else np.empty(0, np.intp)
    distinct: Doubles = places[first == np.arange(len(places))]
    return distinct


def _look_around(lab: Floats, places: Doubles) -> Floats:
    """Return what lies along rays from each place: N x rays x steps x planes."""
    along = np.arange(0, _REACH, _STEP)
    if len(places) == 0:
        return np.empty((0, _RAYS, len(along), 3), np.float32)
    x = (places[:, 0, None] + (_ways()[:, :1] * along).reshape(1, -1)).astype(np.float32)
    y = (places[:, 1, None] + (_ways()[:, 1:] * along).reshape(1, -1)).astype(np.float32)
    seen = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(len(places), _RAYS, len(along), 3)


def _ring_colours(seen: Floats, radii: Doubles) -> tuple[Doubles, Doubles]:
    """Return the colour of the ring just outside each pip, and how far the ring strays from it."""
    steps = np.clip(np.array([1.6, 1.9, 2.2])[None] * radii[:, None] / _STEP, 0, seen.shape[2] - 1).astype(
        int
    )
    ring = seen[np.arange(len(seen))[:, None], :, steps].reshape(len(seen), 3 * _RAYS, 3)
    colours = np.median(ring, axis=1)
    return colours.astype(np.float64), np.median(np.linalg.norm(ring - colours[:, None], axis=2), axis=1)


def _ray_ends(apart: Floats, radii: Doubles, limits: Doubles) -> Doubles:
    """Return how far each ray goes, from outside the pip, before the colour of the plate ends: N x rays."""
    along = np.arange(apart.shape[2]) * _STEP
    beyond = (apart > limits[:, None, None]) & (along[None, None] > 1.6 * radii[:, None, None])
    return np.where(beyond.any(axis=2), beyond.argmax(axis=2) * _STEP, _REACH)


@cache
def _ways() -> Doubles:
    turns = np.arange(_RAYS) * 2 * np.pi / _RAYS
    return np.column_stack([np.cos(turns), np.sin(turns)])


@cache
def _squares() -> tuple[Doubles, Doubles]:
    """Return trial squares of half edge 1 (x, y, ux, uy, vx, vy) and how far rays from (0, 0) reach."""
    squares, reaches = [], []
    for turn in np.arange(10) * np.pi / 20:
        u, v = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        for wide, high in ((1, 1), (1, 0.85), (0.85, 1), (1, 0.7), (0.7, 1)):
            for aside, down in ((0, 0), (-0.16, 0), (0.16, 0), (0, -0.16), (0, 0.16)):
                centre = aside * u * wide + down * v * high
                squares.append([*centre, *(u * wide), *(v * high)])
                reaches.append(_reach_of_rays(centre, (u, wide), (v, high)))
    return np.array(squares), np.asarray(reaches, np.float32)


def _reach_of_rays(centre: Doubles, *halves: tuple[Doubles, float]) -> Doubles:
    """Say how far each ray from (0, 0) reaches in a square around a centre with rounded corners."""
    limits = []
    for axis, half in halves:
        pace = _ways() @ axis
        limits.append((half + np.sign(pace) * (axis @ centre)) / np.maximum(np.abs(pace), 1e-6))
    corner = _CORNER * np.hypot(halves[0][1], halves[1][1])
    return np.asarray(np.minimum(np.min(limits, axis=0), corner))


def _fit_squares(ends: Doubles, radii: Doubles) -> tuple[Doubles, Doubles]:
    """Find for each spot the square that most rays end on, and the part of the rays that do."""
    squares, reaches = _squares()
    ends = ends.astype(np.float32)
    faces, supports = np.zeros((len(ends), 6)), np.zeros(len(ends))
    for index, (end, radius) in enumerate(zip(ends, radii, strict=True)):
        for half in np.median(end) / 1.08 * np.array([0.82, 0.91, 1.0, 1.1]):
            if not _HALF_EDGE_PER_PIP[0] < half / radius < _HALF_EDGE_PER_PIP[1]:
                continue
            near = np.clip(1 - np.abs(end / half - reaches) / (2 * _NEAR), 0, 0.5).mean(axis=1) * 2
            best = int(near.argmax())
            if near[best] > supports[index]:
                faces[index], supports[index] = squares[best] * half, near[best]
    faces[:, 2:] /= HALF_EDGE
    return faces, supports

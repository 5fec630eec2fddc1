"""How pips lie on a die's face, and which value a handful of pip places shows.

A face is a square of edge 1 around (0, 0). Rows of pips lie PITCH apart; every layout fits on the grid of
nine places at -PITCH, 0, +PITCH. A camera that looks aslant shows the square as a parallelogram (perspective
across one die is too small to matter), so a face in a picture is an affine map of this square.
"""

import itertools
import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.image import Point

PITCH = 0.26
"""Distance between neighbouring rows of pips, in edges; real dice have 0.245 to 0.29."""
PIP_DIAMETER = 0.19
"""Width of a pip, in edges; real dice have 0.17 to 0.22."""

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
PIP_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
"""Where the pips of each value lie, in pitches from the middle of the face."""

Places = NDArray[np.float64]
"""Points, N x 2: x to the right, y down."""


@dataclass(frozen=True, slots=True)
class FaceFit:
    """A face laid over pip places seen in a picture."""

    value: int
    centre_px: Point
    """The middle of the face."""
    edge_px: float
    """The length of the face's edge where it is seen longest."""
    angle: float
    """How far it is turned, radians, clockwise; below pi where the layout has a grain, else below pi/2."""
    foreshortening: float
    """Its least width over its greatest: 1 seen squarely; also 1 for values 1 to 3, which cannot tell."""
    residual: float
    """Root mean square distance between the pips and the layout, in edges."""
    spread: tuple[Point, Point]
    """The face's own x and y edges as vectors in the picture, px."""


def pip_places(value: int) -> Places:
    """Return the middles of a value's pips on a face of edge 1 around (0, 0)."""
    return np.asarray(PIP_PLACES[value], dtype=np.float64) * PITCH


def fit_face(
    points: Places,
    *,
    edge_px: float | None = None,
    most_residual: float = 0.05,
    least_foreshortening: float = 0.5,
) -> FaceFit | None:
    """Lay the face with as many pips over these points (N x 2 px); None if they form no face.

    All points must be pips of the one face: a stray point among them leaves no fit, never a doubtful one.
    One point says nothing about the size of its face, so a 1 needs edge_px; for other values edge_px, if
    given, must agree within a quarter.
    """
    value = len(points)
    if value not in PIP_PLACES or not np.isfinite(points).all():
        return None
    seen = np.asarray(points, dtype=np.float64)
    centre = seen.mean(axis=0)
    if value == 1:
        spread = None if edge_px is None else np.eye(2) * edge_px
    elif value < 4:
        spread = _fit_line(seen - centre)
    else:
        spread = _fit_plane(seen - centre, value)
    if spread is None:
        return None
    fit = _face_fit(value, seen, spread)
    too_slanted = fit.foreshortening < least_foreshortening
    wrong_size = edge_px is not None and not 0.75 < fit.edge_px / edge_px < 4 / 3
    return None if fit.residual > most_residual or too_slanted or wrong_size else fit


def _fit_line(seen: Places) -> Places | None:
    """Turn and scale a face so that its diagonal runs through the outer two of these points."""
    apart = np.linalg.norm(seen[:, None] - seen[None], axis=2)
    first, last = np.unravel_index(apart.argmax(), apart.shape)
    across = seen[last] - seen[first]
    if apart.max() <= 1e-9:
        return None
    # The diagonal from (-1, -1) to (1, 1) becomes `across`: half of it is the sum of the two pitch vectors.
    x, y = across / (4 * PITCH)
    return np.array([[x + y, x - y], [y - x, x + y]])


def _fit_plane(seen: Places, value: int) -> Places | None:
    """Find the affine map and the order of the pips that fit these points (about their middle) best."""
    layouts, solvers = _orders(value)
    maps: Places = np.einsum("nij,jk->nki", solvers, seen)
    apart = np.einsum("nij,nkj->nik", layouts, maps) - seen
    best: Places = maps[(apart**2).sum(axis=(1, 2)).argmin()]
    if abs(np.linalg.det(best)) <= 1e-9:
        return None
    return best if np.linalg.det(best) > 0 else best @ np.diag([1.0, -1.0])


@cache
def _orders(value: int) -> tuple[Places, Places]:
    """Return a value's places in every order that differs, and the least-squares solver of each."""
    places = pip_places(value)
    mirrored: set[tuple[int, ...]] = set()
    orders = []
    for order in itertools.permutations(range(value)):
        if order in mirrored:
            continue
        orders.append(places[list(order)])
        for turn in (np.diag([-1.0, 1.0]), np.diag([1.0, -1.0]), -np.eye(2)):
            moved = places[list(order)] @ turn
            mirrored.add(tuple(int(np.abs(places - place).sum(axis=1).argmin()) for place in moved))
    layouts = np.array(orders)
    return layouts, np.asarray(np.linalg.pinv(layouts), np.float64)


def _face_fit(value: int, seen: Places, spread: Places) -> FaceFit:
    centre = seen.mean(axis=0)
    shown = pip_places(value) @ spread.T + centre
    apart = np.linalg.norm(shown[:, None] - seen[None], axis=2)
    longest, shortest = np.linalg.svd(spread, compute_uv=False)
    residual = math.sqrt(float((apart.min(axis=0) ** 2 + apart.min(axis=1) ** 2).mean() / 2)) / longest
    return FaceFit(
        value=value,
        centre_px=(float(centre[0]), float(centre[1])),
        edge_px=float(longest),
        angle=_angle(value, spread),
        foreshortening=float(shortest / longest),
        residual=float(residual),
        spread=((float(spread[0, 0]), float(spread[1, 0])), (float(spread[0, 1]), float(spread[1, 1]))),
    )


def _angle(value: int, spread: Places) -> float:
    """Return the turn of the rotation nearest to a map, up to the turns that the value cannot tell apart."""
    turn = math.atan2(spread[1, 0] - spread[0, 1], spread[0, 0] + spread[1, 1])
    period = math.pi if value in (2, 3, 6) else math.pi / 2
    return turn % period

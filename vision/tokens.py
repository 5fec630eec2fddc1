"""Coffee and reroll tokens on their spots: flat discs, brown or green, against whatever is printed there."""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np

from vision.image import Floats, Frame
from vision.layout import TokenSpot
from vision.panel import Doubles, Panel

TOKEN_HEIGHT_MM = 2.0
_INSIDE = (0.1, 0.3, 0.5, 0.65)  # radii that are looked at, as parts of the spot's diameter / 2
_OUTSIDE = (1.25, 1.35)
_RAYS = 24
_SECTORS = 8
_MIN_EDGE = 0.05  # how far the disc must stand out on every side, in parts of the panel's white
_MAX_GRAIN = 0.08  # how uneven a disc may look


def read_tokens(frame: Frame, panel: Panel) -> frozenset[str]:
    """Name the spots that a token lies on; where it is not plain, none is reported."""
    spots = panel.layout.token_spots
    if not spots:
        return frozenset()
    seen = _look(frame, panel, spots)
    return frozenset(spot.name for spot, colours in zip(spots, seen, strict=True) if _is_token(spot, colours))


def _is_token(spot: TokenSpot, seen: Floats) -> bool:
    """Judge the colours (N x 3) on a spot's disc and around it."""
    inside, outside = seen[: len(_INSIDE) * _RAYS], seen[len(_INSIDE) * _RAYS :]
    disc = np.median(inside, axis=0)
    if np.median(abs(inside - disc).max(axis=1)) > _MAX_GRAIN or not _is_token_colour(spot.name, disc):
        return False
    sectors = outside.reshape(len(_OUTSIDE), _SECTORS, -1, 3).transpose(1, 0, 2, 3).reshape(_SECTORS, -1, 3)
    around = np.median(sectors, axis=1)
    return bool(abs(around - disc).max(axis=1).min() > _MIN_EDGE)


def _look(frame: Frame, panel: Panel, spots: Sequence[TokenSpot]) -> Floats:
    """Return the colours (spots x N x 3, the panel's white is 1) on each disc, then those around it."""
    places = [np.array(spot.centre_mm) + _rings() * spot.diameter_mm / 2 for spot in spots]
    at = np.rint(panel.project(np.concatenate(places), TOKEN_HEIGHT_MM)).astype(int)
    at = at.clip(0, (frame.shape[1] - 1, frame.shape[0] - 1))
    colours = frame[at[:, 1], at[:, 0]] / panel.white
    return np.asarray(colours.reshape(len(spots), -1, 3), np.float32)


@cache
def _rings() -> Doubles:
    angles = np.arange(_RAYS) * (2 * math.pi / _RAYS)
    ray = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.concatenate([radius * ray for radius in (*_INSIDE, *_OUTSIDE)])


def _is_token_colour(name: str, disc: Floats) -> bool:
    """Say whether a disc is brown on a coffee spot, or green on a reroll spot."""
    red, green, blue = (float(part) for part in disc / max(float(disc.max()), 0.05))
    if name.startswith("coffee"):
        return 0.15 < red - blue < 0.65 and 0.06 < red - green < 0.4
    return green - max(red, blue) > 0.12

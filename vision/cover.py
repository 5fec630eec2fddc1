"""What hides the print of a space where no die was read: an arm, or a die that cannot be read.

A space that can be seen shows the square printed around it. Where no square shows, either nothing is printed
there (its ground is that of the panel nearby) or an arm is over it (it is not). On a plain panel a coloured
thing inside the square is seen as well, whatever it is.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Point
from vision.panel import Doubles
from vision.patches import NOMINAL_EDGE_MM, PIXELS_PER_MM, SIDE, Bytes

_MIN_CHANGE = 0.07  # of colour across a printed line, in parts of the panel's white
_LOST_SIDES = 3  # a die hides two sides of its space at most
_FOREIGN = 0.12  # how far a colour, at equal brightness, may be off the panel's own nearby
_DIMMEST = 0.5  # light on one panel varies by less than this from one space to the next
_NEIGHBOURS = 4
_PLAIN = 0.08  # on a plain panel most spaces look like their ground
_OTHER_TINT = 0.15  # of (blue - red), in parts of the brightest; a shadow keeps the tint of its ground
_DIE, _LARGE, _ALL = 0.2, 0.35, 0.85  # parts of a space: less is letters or a fringe; more is no die
_BLUE, _ORANGE = 0.3, -0.55  # tints that dice have and skin has not
_STEP_MM = 0.25
_BAND = 3
_WANDER_MM = 1.25  # the print may show this far from where it should
_AROUND = 1.2  # the panel's own ground is looked for this far out, in half spaces


class Sight(StrEnum):
    """What can be seen of a space where no die was read."""

    OPEN = "open"
    COVERED = "covered"
    BLUE_THING = "blue thing"
    ORANGE_THING = "orange thing"


def look_at_print(
    sheet: Bytes, white: Floats, places_mm: Sequence[Point], slopes: Sequence[Point], space_mm: float
) -> tuple[Sight, ...]:
    """Say for each patch of a raw sheet whether the print of its space shows, and what hides it.

    White is what the panel's white looks like: R, G, B from 0 to 255.
    """
    if not places_mm:
        return ()
    middles = _middles(slopes)
    visible = _visible_sides(sheet, white, middles, space_mm / 2) > 4 - _LOST_SIDES
    around = _colours_at(sheet, white, middles, _ring() * space_mm / 2)
    inside = _colours_at(sheet, white, middles, _inside() * space_mm / 2)
    grounds, own = _middle(around), _middle(inside)
    plain = bool(visible.any()) and np.median(abs(own - grounds).max(axis=1)[visible]) < _PLAIN
    if plain:
        # Fingers have edges that look like a printed square; but they lie on no ground of this panel.
        covered = _is_foreign(grounds, np.asarray(np.median(grounds, axis=0), np.float32))
        things = _things(inside, grounds)
    else:
        covered, things = np.zeros(len(places_mm), dtype=bool), [Sight.OPEN] * len(places_mm)
    places = np.array(places_mm)
    for i in np.nonzero(~visible)[0]:
        nearest = grounds[_nearest(places, visible, int(i))]
        covered[i] |= bool(_is_foreign(np.repeat(own[i : i + 1], len(nearest), axis=0), nearest).all())
    return tuple(
        Sight.COVERED if covered[i] else things[i] if visible[i] else Sight.OPEN for i in range(len(places))
    )


def _middle(colours: Floats) -> Floats:
    """Return the median colours (N x 3) of N x places x 3."""
    ordered, count = np.sort(colours, axis=1), colours.shape[1]
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2, np.float32)


def _is_foreign(colours: Floats, grounds: Floats) -> NDArray[np.bool_]:
    """Say which colours (N x 3) are not those of their grounds (3 or N x 3) in more or less light."""
    bright = np.maximum(colours.max(axis=-1, keepdims=True), 0.02)
    usual = np.maximum(grounds.max(axis=-1, keepdims=True), 0.02)
    dimmed = (bright / usual)[..., 0]
    unlike = abs(colours / bright - grounds / usual).max(axis=-1) > _FOREIGN
    return np.asarray(unlike | (dimmed <= _DIMMEST) | (dimmed >= 1 / _DIMMEST))


def _things(inside: Floats, grounds: Floats) -> list[Sight]:
    """Tell what lies in each space of a plain panel by the tint of what is not its ground."""
    tints = _tint(inside)
    other = abs(tints - _tint(grounds)[:, None]) > _OTHER_TINT
    shares = other.mean(axis=1).tolist()
    return [_thing(share, tints[i][other[i]]) for i, share in enumerate(shares)]


def _thing(share: float, tints: Floats) -> Sight:
    if share < _DIE:
        return Sight.OPEN
    tint = float(np.median(tints))
    if share < _ALL and tint > _BLUE:
        return Sight.BLUE_THING
    if share < _ALL and tint < _ORANGE:
        return Sight.ORANGE_THING
    return Sight.COVERED if share > _LARGE else Sight.OPEN


def _tint(colours: Floats) -> Floats:
    brightest = np.maximum(colours.max(axis=-1), 0.1)
    return np.asarray((colours[..., 2] - colours[..., 0]) / brightest, np.float32)


def _nearest(places: Doubles, visible: NDArray[np.bool_], which: int) -> list[int]:
    """Return the nearest spaces that can be seen; light falls alike on them and on this one."""
    far = np.hypot(*(places - places[which]).T)
    return [int(i) for i in np.argsort(far, kind="stable") if visible[i]][:_NEIGHBOURS]


def _middles(slopes: Sequence[Point]) -> Doubles:
    """Return where the middles of the printed squares show on the sheet of all patches (N x 2 pixels)."""
    rows = np.column_stack([np.zeros(len(slopes)), np.arange(len(slopes)) * SIDE])
    return np.asarray((SIDE - 1) / 2 + np.array(slopes) * NOMINAL_EDGE_MM * PIXELS_PER_MM + rows)


def _colours_at(sheet: Bytes, white: Floats, middles: Doubles, places_mm: Doubles) -> Floats:
    """Return the colours (patches x places x 3, parts of white) at places around each middle."""
    at = np.rint(middles[:, None] + places_mm * PIXELS_PER_MM).astype(int)
    rows = np.clip(at[:, :, 1], 0, len(sheet) - 1)
    seen = sheet[rows, np.clip(at[:, :, 0], 0, SIDE - 1)] / white
    return np.asarray(np.minimum(seen, 1.0), np.float32)  # what a lamp makes whiter than white is white


def _visible_sides(sheet: Bytes, white: Floats, middles: Doubles, half_mm: float) -> NDArray[np.int64]:
    """Count the sides of the printed square that show in each patch."""
    out, along = _side_samples(half_mm)
    maps = []
    for first, second in ((out, along), (along, out), (-out, along), (along, -out)):
        maps.append((first.ravel(), second.ravel()))
    x = np.concatenate([part[0] for part in maps]) * PIXELS_PER_MM + middles[:, :1]
    y = np.concatenate([part[1] for part in maps]) * PIXELS_PER_MM + middles[:, 1:]
    seen = cv2.remap(sheet, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    lines = seen.reshape(len(middles), 4, *out.shape, 3).sum(axis=3, dtype=np.float32) / (
        white * out.shape[1]
    )
    sums = np.cumsum(np.concatenate([np.zeros_like(lines[:, :, :1]), lines], axis=2), axis=2)
    inner = (sums[:, :, _BAND:-_BAND] - sums[:, :, : -2 * _BAND]) / _BAND
    outer = (sums[:, :, 2 * _BAND :] - sums[:, :, _BAND:-_BAND]) / _BAND
    return np.asarray((abs(inner - outer).max(axis=(2, 3)) > _MIN_CHANGE).sum(axis=1))


def _side_samples(half_mm: float) -> tuple[Doubles, Doubles]:
    """Return distances outwards and along, in mm, of what is looked at across one side."""
    reach = _WANDER_MM + (_BAND - 0.5) * _STEP_MM
    out = np.arange(half_mm - reach, half_mm + reach + 1e-6, _STEP_MM)
    across, along = np.meshgrid(out, np.linspace(-0.8, 0.8, 10) * half_mm, indexing="ij")
    return across, along


@cache
def _ring() -> Doubles:
    steps = np.linspace(-_AROUND, _AROUND, 9)
    edge = np.full(9, _AROUND)
    sides = ((steps, edge), (steps, -edge), (edge, steps), (-edge, steps))
    return np.concatenate([np.column_stack(side) for side in sides])


@cache
def _inside() -> Doubles:
    x, y = np.meshgrid(np.linspace(-0.75, 0.75, 7), np.linspace(-0.75, 0.75, 7))
    return np.column_stack([x.ravel(), y.ravel()])

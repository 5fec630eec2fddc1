"""Whether the print of a space looks as it was learned when nothing lay there.

A print may lie in more or less light than when it was learned, of a little other colour, in soft and in hard
shadows. So each little piece of it is compared with its surroundings: light changes them all alike, a shadow
dims all colours alike, but what lies on the print changes colours and lines. What the learned print says
does not depend on what dice look like.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame, Point
from vision.panel import Doubles, Panel

PIXELS_PER_MM = 1.25
"""The smallest pip, 2 mm wide, still has a pixel of its own."""
MARGIN_MM = 2.0
"""A learned patch shows this much around its space: a die at the edge is seen as a whole."""
UNTOUCHED_MM2 = 3.0
"""A print of which less than this is changed has nothing lying on it: less than one pip."""
CLEARLY_CHANGED_MM2 = 30.0
"""A print of which more than this is changed has something lying on it."""
_FINE = 2  # patches are cut this much finer and then averaged, against noise
_AROUND = 9  # pixels, 7 mm: light changes less than print within this
_WANDER = np.float32(0.5)  # pixels, 0.4 mm: a bowed panel and a bumped camera shift the print
_CHANGED = 0.12  # of a colour against its surroundings, in parts of what was learned
_FLOOR = np.float32(0.06)  # of the panel's white: noise and stray light that the darkest print has too
_SHADE, _SHINE = (
    np.float32(-0.45),
    np.float32(0.35),
)  # how much darker or brighter than its surroundings shadows alone make a print
_LEAST_LIGHT, _MOST_LIGHT = 0.3, 1.8  # light of now, in parts of that when it was learned
_OTHER_LIGHT = np.float32(1.35)  # the colours of light differ by less than this factor, our own lamps' too
_AT_ONCE = 10
_SPECK = (3, 3)  # pixels, 2.4 mm: less than that is noise in a print's colour
_NONE = np.float32(1e-4)
_BOX = (_AROUND, _AROUND)
_CELL = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class LearnedPrint:
    """What the spaces of one empty panel look like, laid flat: one small patch each."""

    names: tuple[str, ...]
    colours: Floats
    """Spaces x side x side x 3 (R, G, B), the panel's white being 1."""
    reach_mm: float
    """Half the side of a patch."""
    noise: float = 0.0
    """What is left between the pictures it was learned from; one sigma, in parts of the panel's white."""
    sheets: Floats = field(init=False, repr=False)
    """The patches of each channel below each other: 3 x spaces x (side + gap) x side."""
    power: Floats = field(init=False, repr=False)
    """The sum of their squares around each pixel."""
    span: Floats = field(init=False, repr=False)
    """How much they change from each pixel to those beside it."""

    def __post_init__(self) -> None:
        """Refuse patches that do not go with the names, and keep them from being changed."""
        side = patch_side(self.reach_mm)
        if self.colours.shape != (len(self.names), side, side, 3) or not np.isfinite(self.colours).all():
            raise ValueError(
                f"{len(self.names)} learned patches of {side} pixels are not {self.colours.shape}"
            )
        self.colours.setflags(write=False)
        # What is asked of the print in every picture is worked out once.
        sheets = _sheets(self.colours)
        power = [_around(part * part) for part in sheets.reshape(3, -1, side)]
        span = [_span(part) for part in sheets.reshape(3, -1, side)]
        for name, value in (("sheets", sheets), ("power", power), ("span", span)):
            array = np.stack([np.asarray(part).reshape(sheets.shape[1:]) for part in value])
            array.setflags(write=False)
            object.__setattr__(self, name, array)


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Where the prints of spaces do not look as learned."""

    names: tuple[str, ...]
    places_mm: Doubles
    """The middle of each patch on the panel, N x 2."""
    changed: NDArray[np.bool_]
    """N x side x side."""
    reach_mm: float

    def areas(self) -> dict[str, float]:
        """Return how many square millimetres of each print are changed."""
        counts = self.changed.sum(axis=(1, 2)) / PIXELS_PER_MM**2
        return dict(zip(self.names, counts.tolist(), strict=True))

    def area_besides(self, name: str, dice: Sequence[tuple[Point, Point]], reach_mm: float) -> float:
        """Return how many square millimetres of one print are changed, but for what dice beside it explain.

        Each die is given by its foot and by where its top shows on the plane of the print, in millimetres.
        What is within `reach_mm` of the way between them is the die or the edge of its shadow.
        """
        which = self.names.index(name)
        y, x = np.nonzero(self.changed[which])
        middle = (self.changed.shape[1] - 1) / 2
        places = self.places_mm[which] + (np.column_stack([x, y]) - middle) / PIXELS_PER_MM
        free = np.ones(len(places), np.bool_)
        for foot, top in dice:
            way, off = np.array(top) - np.array(foot), places - np.array(foot)
            along = (off @ way / max(float(way @ way), float(_NONE))).clip(0, 1)
            free &= np.linalg.norm(off - along[:, None] * way, axis=1) > reach_mm
        return float(np.count_nonzero(free) / PIXELS_PER_MM**2)

    @property
    def area_mm2(self) -> float:
        """The area of one patch."""
        return float(self.changed.shape[1] / PIXELS_PER_MM) ** 2


def changed_spaces(frame: Frame, panel: Panel, learned: LearnedPrint) -> Mapping[str, float]:
    """Say for each learned space which part of its print, 0 to 1, does not look as learned."""
    changes = find_changes(frame, panel, learned)
    return {name: area / changes.area_mm2 for name, area in changes.areas().items()}


def find_changes(frame: Frame, panel: Panel, learned: LearnedPrint) -> Changes:
    """Compare the prints of all learned spaces that the panel has with what is seen of them now."""
    where = {space.name: space.centre_mm for space in panel.layout.spaces}
    which = [i for i, name in enumerate(learned.names) if name in where]
    names = tuple(learned.names[i] for i in which)
    places = np.array([where[name] for name in names]).reshape(-1, 2)
    if not names:
        side = patch_side(learned.reach_mm)
        return Changes((), places, np.zeros((0, side, side), np.bool_), learned.reach_mm)
    seen = _sheets(cut_prints(frame, panel, places, learned.reach_mm))
    sheets, power, span = (part[:, which] for part in (learned.sheets, learned.power, learned.span))
    # A few at a time: what stays in the processor's nearest memory is several times as fast.
    parts = [slice(first, first + _AT_ONCE) for first in range(0, len(names), _AT_ONCE)]
    changed = [
        _unlike(seen[:, part], sheets[:, part], power[:, part], span[:, part], learned.noise)
        for part in parts
    ]
    return Changes(names, places, np.concatenate(changed), learned.reach_mm)


def patch_side(reach_mm: float) -> int:
    """Return how many pixels wide a patch of that reach is."""
    return round(2 * reach_mm * PIXELS_PER_MM)


def cut_prints(frame: Frame, panel: Panel, places_mm: Doubles, reach_mm: float) -> Floats:
    """Cut the print around places (N x 2, millimetres): N x side x side x 3, the panel's white being 1."""
    side = patch_side(reach_mm)
    fine = side * _FINE
    corners = np.array([(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]) * reach_mm
    pixels = panel.project((places_mm[:, None] + corners).reshape(-1, 2)).reshape(-1, 4, 2)
    # Over so few millimetres perspective is as good as straight: two directions and a middle are enough.
    right = (pixels[:, 1] - pixels[:, 0] + pixels[:, 3] - pixels[:, 2]) / (2 * fine)
    down = (pixels[:, 2] - pixels[:, 0] + pixels[:, 3] - pixels[:, 1]) / (2 * fine)
    corner = pixels.mean(axis=1) - (right + down) * ((fine - 1) / 2)
    ways = np.stack([right, down, corner], axis=2)
    sheet = np.empty((fine * len(ways), fine, 3), np.uint8)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for i, way in enumerate(ways):
        rows = sheet[i * fine : (i + 1) * fine]
        cv2.warpAffine(frame, way, (fine, fine), dst=rows, flags=how, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(sheet, (side, side * len(ways)), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, side, side, 3) / panel.white, np.float32)


def _unlike(seen: Floats, learned: Floats, power: Floats, span: Floats, noise: float) -> NDArray[np.bool_]:
    """Mark (N x side x side) what is not the learned print in any light; all are sheets like the learned."""
    _, count, rows, side = seen.shape
    looks = [
        _relative(*(part.reshape(-1, side) for part in channel))
        for channel in zip(seen, learned, power, span, strict=True)
    ]
    least, middle, most = _in_order([off for off, _ in looks])
    # What all colours share may be a shadow's edge; what is beyond it, or is of one colour, is not.
    shadow = np.minimum(np.maximum(middle, _SHADE), _SHINE)
    limit = np.float32(_CHANGED + 3 * noise)
    changed = (most - shadow > limit) | (shadow - least > limit)
    dimmest, _, brightest = _in_order([light for _, light in looks])
    changed |= brightest > _OTHER_LIGHT * dimmest
    changed |= (brightest < _LEAST_LIGHT) | (dimmest > _MOST_LIGHT)
    return changed.reshape(count, rows, side)[:, :side]


def _relative(now: Floats, then: Floats, power: Floats, span: Floats) -> tuple[Floats, Floats]:
    """Return how far a channel is from the learned one in the light around, and what light lies there."""
    light = _around(now * then) / np.maximum(power, _NONE)
    usual = light * then
    slack = light * span * _WANDER
    off = now - usual
    beyond = off - np.minimum(np.maximum(off, -slack), slack)
    here = (usual + beyond + _FLOOR) / (then + _FLOOR)
    return np.asarray(beyond / (usual + _FLOOR), np.float32), np.asarray(cv2.blur(here, _SPECK), np.float32)


def _in_order(colours: Sequence[Floats]) -> tuple[Floats, Floats, Floats]:
    """Sort three channels pixel by pixel."""
    red, green, blue = colours
    low, high = np.minimum(red, green), np.maximum(red, green)
    return np.minimum(low, blue), np.maximum(low, np.minimum(high, blue)), np.maximum(high, blue)


def _around(part: Floats) -> Floats:
    """Sum up what lies around each pixel; beyond the rim lies nothing."""
    total = cv2.boxFilter(part, -1, _BOX, normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(total, np.float32)


def _span(then: Floats) -> Floats:
    return np.asarray(cv2.dilate(then, _CELL) - cv2.erode(then, _CELL), np.float32)


def _sheets(patches: Floats) -> Floats:
    """Part patches (N x side x side x 3) by channel, a gap below each, so that none counts for the next."""
    count, side, _, channels = patches.shape
    sheets = np.zeros((channels, count, side + _AROUND, side), np.float32)
    sheets[:, :, :side] = patches.transpose(3, 0, 1, 2)
    return sheets

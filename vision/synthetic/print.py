"""The panel's print, flat: plain as the reference mat, or busy as a game's own board."""

import math
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import PIP_DIAMETER, pip_places
from vision.image import Frame, Point
from vision.layout import BoardLayout, Marker, Space, TokenSpot
from vision.synthetic.patch import GAMMA
from vision.synthetic.scene import Look, Rgb

PX_PER_MM = 5.0

_LINE_MM = 1.1
_SYMBOLS = 0.3  # the share of busy prints that show small dice in their spaces
_CARD_MM = 4.0 / 24.0  # the white around a marker: one of its six cells, as a share of its size
_SHIFT = 4  # cv2 takes places in sixteenths of a pixel

BLUE_INK: Rgb = (0.015, 0.085, 0.36)
ORANGE_INK: Rgb = (0.58, 0.13, 0.012)
GREY_INK: Rgb = (0.16, 0.16, 0.16)
BLACK_INK: Rgb = (0.015, 0.015, 0.015)
WHITE_INK: Rgb = (0.82, 0.82, 0.81)
_BLUE_FIELD: Rgb = (0.06, 0.24, 0.62)
_ORANGE_FIELD: Rgb = (0.80, 0.33, 0.03)
_GREY_FIELD: Rgb = (0.40, 0.40, 0.39)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet: its picture, where there is paper at all, and where its corner is on the layout."""

    rgb: Frame
    """How much light it throws back, noted by the power law."""
    paper: NDArray[np.uint8]
    """255 where there is paper, 0 where the table shows."""
    corner_mm: Point
    px_per_mm: float

    def pixels(self, places_mm: NDArray[np.float32]) -> NDArray[np.float32]:
        """Say where places (..., 2) of the panel are on the sheet, in its pixels."""
        from_corner = places_mm - np.array(self.corner_mm, dtype=np.float32)
        return from_corner * np.float32(self.px_per_mm) - np.float32(0.5)


def print_sheet(layout: BoardLayout, look: Look, px_per_mm: float = PX_PER_MM) -> Sheet:
    """Print a layout: the plain mat, or with the look's art_seed a busy one."""
    card = layout.marker_size_mm * (0.5 + _CARD_MM)
    centres = np.array([marker.centre_mm for marker in layout.markers])
    first = np.minimum(centres.min(axis=0) - card, 0.0)
    last = np.maximum(centres.max(axis=0) + card, layout.size_mm)
    corner, size = (float(first[0]), float(first[1])), last - first
    pen = Pen.for_sheet(corner, (float(size[0]), float(size[1])), px_per_mm)
    pen.block((0.0, 0.0), layout.size_mm, look.paper_rgb)
    if look.art_seed is None:
        _print_plain(pen, layout)
    else:
        _print_busy(pen, layout, np.random.default_rng(look.art_seed))
    for marker in layout.markers:
        print_marker(pen, layout, marker)
    return Sheet(pen.rgb, pen.paper, corner, px_per_mm)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws in millimetres on a sheet."""

    rgb: Frame
    paper: NDArray[np.uint8]
    corner_mm: Point
    px_per_mm: float

    @classmethod
    def for_sheet(cls, corner_mm: Point, size_mm: Point, px_per_mm: float) -> Self:
        """Take a black sheet of that size, without any paper yet."""
        columns, rows = (math.ceil(round(side * px_per_mm, 6)) for side in size_mm)
        rgb, paper = np.zeros((rows, columns, 3), np.uint8), np.zeros((rows, columns), np.uint8)
        return cls(rgb, paper, corner_mm, px_per_mm)

    def block(self, first: Point, last: Point, ink: Rgb) -> None:
        """Fill a rectangle; what was table becomes paper."""
        cv2.rectangle(
            self.rgb, self._at(first), self._at(last), ink_bytes(ink), cv2.FILLED, cv2.LINE_AA, _SHIFT
        )
        cv2.rectangle(self.paper, self._at(first), self._at(last), (255,), cv2.FILLED, cv2.LINE_AA, _SHIFT)

    def line(self, first: Point, last: Point, ink: Rgb, width_mm: float) -> None:
        """Draw a line."""
        cv2.line(
            self.rgb,
            self._at(first),
            self._at(last),
            ink_bytes(ink),
            self._wide(width_mm),
            cv2.LINE_AA,
            _SHIFT,
        )

    def frame(self, first: Point, last: Point, ink: Rgb, width_mm: float) -> None:
        """Draw a rectangle's outline."""
        cv2.rectangle(
            self.rgb,
            self._at(first),
            self._at(last),
            ink_bytes(ink),
            self._wide(width_mm),
            cv2.LINE_AA,
            _SHIFT,
        )

    def ring(self, middle: Point, radius_mm: float, ink: Rgb, width_mm: float | None = None) -> None:
        """Draw a circle, filled if it has no width."""
        width = cv2.FILLED if width_mm is None else self._wide(width_mm)
        radius = round(radius_mm * self.px_per_mm * (1 << _SHIFT))
        cv2.circle(self.rgb, self._at(middle), radius, ink_bytes(ink), width, cv2.LINE_AA, _SHIFT)

    def text(self, words: str, low_left: Point, ink: Rgb, height_mm: float) -> None:
        """Write words upwards from their lower left corner."""
        x, y = ((p - c) * self.px_per_mm for p, c in zip(low_left, self.corner_mm, strict=True))
        scale = height_mm * self.px_per_mm / 21.0  # this font's capitals are 21 px high at scale 1
        width = max(1, round(0.13 * height_mm * self.px_per_mm))
        at = (round(x), round(y))
        cv2.putText(self.rgb, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink_bytes(ink), width, cv2.LINE_AA)

    def _at(self, place: Point) -> tuple[int, int]:
        x, y = ((p - c) * self.px_per_mm - 0.5 for p, c in zip(place, self.corner_mm, strict=True))
        return round(x * (1 << _SHIFT)), round(y * (1 << _SHIFT))

    def _wide(self, width_mm: float) -> int:
        return max(1, round(width_mm * self.px_per_mm))


def ink_bytes(ink: Rgb) -> tuple[int, int, int]:
    """Note an ink as a pixel of a sheet."""
    red, green, blue = (round(255 * share ** (1.0 / GAMMA)) for share in ink)
    return red, green, blue


def print_marker(pen: Pen, layout: BoardLayout, marker: Marker) -> None:
    """Print an ArUco marker on its white card."""
    size = layout.marker_size_mm
    x, y = marker.centre_mm
    reach = size * (0.5 + _CARD_MM)
    pen.block((x - reach, y - reach), (x + reach, y + reach), WHITE_INK)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.marker_dictionary))
    cells = dictionary.markerSize + 2
    bits = cv2.aruco.generateImageMarker(dictionary, marker.id, cells)
    pixels = round(size * pen.px_per_mm)
    picture = cv2.resize(bits, (pixels, pixels), interpolation=cv2.INTER_NEAREST)
    inks = np.where(picture[:, :, None] > 0, ink_bytes(WHITE_INK), ink_bytes(BLACK_INK)).astype(np.uint8)
    left = round((x - size / 2 - pen.corner_mm[0]) * pen.px_per_mm)
    top = round((y - size / 2 - pen.corner_mm[1]) * pen.px_per_mm)
    pen.rgb[top : top + pixels, left : left + pixels] = inks


def _print_plain(pen: Pen, layout: BoardLayout) -> None:
    for space in layout.spaces:
        print_space(pen, layout, space)
    for spot in layout.token_spots:
        _outline_spot(pen, spot)


def print_space(pen: Pen, layout: BoardLayout, space: Space) -> None:
    """Print a space's box and label as on the plain mat."""
    _outline_space(pen, layout, space)
    _label_space(pen, layout, space, {"pilot": BLUE_INK, "copilot": ORANGE_INK}.get(space.side, GREY_INK))


def _corners(layout: BoardLayout, space: Space) -> tuple[Point, Point]:
    (x, y), half = space.centre_mm, layout.space_size_mm / 2
    return (x - half, y - half), (x + half, y + half)


def _outline_space(pen: Pen, layout: BoardLayout, space: Space) -> None:
    """Draw a space's box in its side's colour; grey between blue and orange for either side."""
    first, last = _corners(layout, space)
    ink = {"pilot": BLUE_INK, "copilot": ORANGE_INK}.get(space.side)
    pen.frame(first, last, ink or GREY_INK, _LINE_MM)
    if ink is None:
        _side_edges(pen, first, last)


def _side_edges(pen: Pen, first: Point, last: Point) -> None:
    pen.line(first, (last[0], first[1]), BLUE_INK, _LINE_MM)
    pen.line((first[0], last[1]), last, ORANGE_INK, _LINE_MM)


def _label_space(pen: Pen, layout: BoardLayout, space: Space, ink: Rgb) -> None:
    (x, y), half = space.centre_mm, layout.space_size_mm / 2
    pen.text(space.label, (x - half + 1.6, y + half - 1.6), ink, 2.7)


def _outline_spot(pen: Pen, spot: TokenSpot) -> None:
    pen.ring(spot.centre_mm, spot.diameter_mm / 2, BLACK_INK, 0.7)


def _print_busy(pen: Pen, layout: BoardLayout, rng: np.random.Generator) -> None:
    """Print a dark or bright ground, decoration in the dice's colours, and filled fields."""
    ground = rng.uniform(0.02, 0.55, size=3)
    pen.block((0.0, 0.0), layout.size_mm, (float(ground[0]), float(ground[1]), float(ground[2])))
    for _ in range(int(rng.integers(40, 90))):
        _decorate(pen, layout, rng)
    fields = {"pilot": (_BLUE_FIELD, BLUE_INK), "copilot": (_ORANGE_FIELD, ORANGE_INK)}
    filled = rng.random() < 0.8
    for space in layout.spaces:
        first, last = _corners(layout, space)
        field, rim = fields.get(space.side, (_GREY_FIELD, GREY_INK))
        if filled:
            pen.block(first, last, field)
        pen.frame(first, last, rim, _LINE_MM / 2 if filled else _LINE_MM)
        if space.side not in fields:
            _side_edges(pen, first, last)
        _label_space(pen, layout, space, WHITE_INK)
    for spot in layout.token_spots:
        _outline_spot(pen, spot)
    if rng.random() < _SYMBOLS:
        _print_symbols(pen, layout, rng)


def _print_symbols(pen: Pen, layout: BoardLayout, rng: np.random.Generator) -> None:
    """Print small dice into spaces, as games do that show which values a space takes."""
    edge = float(rng.uniform(4.0, 9.0))
    body, pips = ((WHITE_INK, BLACK_INK), (_BLUE_FIELD, WHITE_INK), (_ORANGE_FIELD, WHITE_INK))[
        rng.integers(3)
    ]
    for space in layout.spaces:
        for _ in range(int(rng.integers(3))):
            x, y = (float(middle + rng.uniform(-7.0, 7.0)) for middle in space.centre_mm)
            pen.block((x - edge / 2, y - edge / 2), (x + edge / 2, y + edge / 2), body)
            for right, down in pip_places(int(rng.integers(1, 7))) * edge:
                pen.ring((x + float(right), y + float(down)), edge * PIP_DIAMETER / 2, pips)


def _decorate(pen: Pen, layout: BoardLayout, rng: np.random.Generator) -> None:
    """Print one circle, dot, numeral or bar somewhere."""
    inks = (_BLUE_FIELD, _ORANGE_FIELD, BLACK_INK, WHITE_INK, (0.55, 0.06, 0.06), (0.10, 0.50, 0.12))
    ink = inks[int(rng.integers(len(inks)))]
    width, height = layout.size_mm
    x, y = float(rng.uniform(0.0, width)), float(rng.uniform(0.0, height))
    kind = rng.random()
    if kind < 0.45:
        pen.ring((x, y), float(rng.uniform(0.6, 1.7)), ink)
    elif kind < 0.70:
        pen.ring((x, y), float(rng.uniform(5.0, 20.0)), ink, 0.9)
    elif kind < 0.85:
        pen.text(str(rng.integers(13)), (x, y), ink, float(rng.uniform(3.0, 6.0)))
    else:
        wide, high = rng.uniform(3.0, 25.0), rng.uniform(3.0, 13.0)
        last = (min(x + float(wide), width), min(y + float(high), height))
        if rng.random() < 0.5:
            pen.block((x, y), last, ink)
        else:
            pen.frame((x, y), last, ink, 0.9)

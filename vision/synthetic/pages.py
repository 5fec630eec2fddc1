"""Pages for a printer, true to scale: the mat, the cards laid over it, and markers for the game's own panel.

They are printed by what prints the drawn tables: the mat that is read when drawn is the one that is printed.
Pages are RGB pictures with white paper, PAGE_PX_PER_MM pixels to the millimetre.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.image import Frame, Point
from vision.layout import BoardLayout, Marker, Space
from vision.synthetic.print import (
    BLACK_INK,
    GREY_INK,
    WHITE_INK,
    Pen,
    ink_bytes,
    print_marker,
    print_sheet,
    print_space,
)
from vision.synthetic.scene import Look

PAGE_PX_PER_MM = 10.0
"""254 dots an inch: every tenth of a millimetre is a pixel, so nothing is rounded."""
A4_MM = (210.0, 297.0)

_HAIR_MM = 0.2
_CARD_MARGIN_MM = 4.0  # of paper round the spaces of a card
_TICK_MM = 4.0
_RULER_MM = 100.0
_TEXT_MM = 2.6
_SMALL_MM = 1.1
_CARDS_APART_MM = 60.0


def mat_pages(layout: BoardLayout) -> tuple[Frame, ...]:
    """Print a mat, and on a page of its own each card that is laid over it when its module is played."""
    sheet = print_sheet(layout, Look(paper_rgb=WHITE_INK), PAGE_PX_PER_MM)
    pen = Pen(sheet.rgb, sheet.paper, sheet.corner_mm, sheet.px_per_mm)
    modules = sorted({space.only_with for space in layout.card_spaces})
    for module in modules:
        _print_ticks(pen, *_card_box(layout, module))
    width, height = layout.size_mm
    _print_ruler(pen, ((width - _RULER_MM) / 2, height - 3.0))
    return (_whitened(pen), *(_card_page(layout, module) for module in modules))


def marker_card_page(layout: BoardLayout) -> Frame:
    """Print the markers of a panel that has none of its own, as cards to lay at its corners (A4, upright)."""
    pen = _page((0.0, 0.0), A4_MM)
    for line, words in enumerate(_CARD_WORDS):
        pen.text(words, (15.0, 20.0 + 6.0 * line), BLACK_INK, _TEXT_MM)
    _print_ruler(pen, ((A4_MM[0] - _RULER_MM) / 2, 280.0))
    for marker in layout.markers:
        _print_marker_card(pen, layout, marker)
    return _whitened(pen)


_CARD_WORDS = (
    "Print at actual size (100 %) and cut along the lines.",
    "Lay the cards outside the panel, as they are here, each with its inner",
    "corner at a corner of the panel and its writing at the lower edge.",
)


def _card_page(layout: BoardLayout, module: str) -> Frame:
    """Print one card in the middle of an A4 page that lies across."""
    (left, top), (right, bottom) = _card_box(layout, module)
    high, wide = A4_MM
    corner = ((left + right - wide) / 2, (top + bottom - high) / 2)
    pen = _page(corner, (wide, high))
    pen.frame((left, top), (right, bottom), GREY_INK, _HAIR_MM)
    for space in _of_module(layout, module):
        print_space(pen, layout, space)
    lay = f"{module}: print at actual size (100 %), cut out, lay between the marks on the mat"
    pen.text(lay, (corner[0] + 15.0, top - 10.0), BLACK_INK, _TEXT_MM)
    _print_ruler(pen, ((left + right - _RULER_MM) / 2, bottom + 30.0))
    return _whitened(pen)


def _card_box(layout: BoardLayout, module: str) -> tuple[Point, Point]:
    """Return a card's upper left and lower right corner on the panel, in millimetres."""
    reach = layout.space_size_mm / 2 + _CARD_MARGIN_MM
    x, y = zip(*(space.centre_mm for space in _of_module(layout, module)), strict=True)
    return (min(x) - reach, min(y) - reach), (max(x) + reach, max(y) + reach)


def _of_module(layout: BoardLayout, module: str) -> Sequence[Space]:
    return [space for space in layout.card_spaces if space.only_with == module]


def _print_marker_card(pen: Pen, layout: BoardLayout, marker: Marker) -> None:
    """Print one card with its cutting line; the writing on it is outside the marker's white."""
    (x, y), (width, height) = marker.centre_mm, layout.size_mm
    is_right, is_low = x > width / 2, y > height / 2
    half = abs(x - width if is_right else x)
    across = A4_MM[0] / 2 + (_CARDS_APART_MM / 2 if is_right else -_CARDS_APART_MM / 2)
    down = A4_MM[1] / 2 + (_CARDS_APART_MM / 2 if is_low else -_CARDS_APART_MM / 2)
    pen.frame((across - half, down - half), (across + half, down + half), GREY_INK, _HAIR_MM)
    print_marker(pen, layout, replace(marker, centre_mm=(across, down)))
    where = f"{marker.id} {'lower' if is_low else 'upper'} {'right' if is_right else 'left'} corner"
    pen.text(where, (across - half + 2.0, down + half - 0.4), GREY_INK, _SMALL_MM)


def _print_ticks(pen: Pen, first: Point, last: Point) -> None:
    """Mark the corners that a card is laid between."""
    for x, inwards in ((first[0], _TICK_MM), (last[0], -_TICK_MM)):
        for y, downwards in ((first[1], _TICK_MM), (last[1], -_TICK_MM)):
            pen.line((x, y), (x + inwards, y), GREY_INK, _HAIR_MM)
            pen.line((x, y), (x, y + downwards), GREY_INK, _HAIR_MM)


def _print_ruler(pen: Pen, start: Point) -> None:
    """Print a line to hold a ruler to: a printer that shrinks to fit is found out before the game."""
    x, y = start
    pen.line((x, y), (x + _RULER_MM, y), BLACK_INK, _HAIR_MM)
    for end in (x, x + _RULER_MM):
        pen.line((end, y - 1.0), (end, y + 1.0), BLACK_INK, _HAIR_MM)
    pen.text(f"{_RULER_MM:.0f} mm, if printed at actual size", (x + 2.0, y - 1.0), GREY_INK, 2.0)


def _page(corner_mm: Point, size_mm: Point) -> Pen:
    pen = Pen.for_sheet(corner_mm, size_mm, PAGE_PX_PER_MM)
    pen.block(corner_mm, (corner_mm[0] + size_mm[0], corner_mm[1] + size_mm[1]), WHITE_INK)
    return pen


def _whitened(pen: Pen) -> Frame:
    """Take the paper's own grey away: the printer's paper brings it along."""
    steps = np.arange(256, dtype=np.float32)
    tables = [np.minimum(steps * np.float32(255.0 / white), 255.0) for white in ink_bytes(WHITE_INK)]
    table = np.stack(tables, axis=1).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(pen.rgb, table), np.uint8)

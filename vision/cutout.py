"""A picture of a panel and nothing else: what lies beside it is nobody's business."""

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from vision.image import Frame
from vision.layout import BoardLayout, Space
from vision.panel import Doubles, Panel, find_panel

__all__ = ["only_panel"]

_MARGIN_MM = 5.0  # less than half the smallest die: no die beside the panel shows a face in it
_QUIET = 1 / 6  # of a marker's size: the white around it that detection needs
_TALLEST_MM = 18.0  # dice stand up from their spaces, and lean outwards in the picture
_FINE = np.linspace(-1.0, 1.0, 9)  # places along a side: a lens bends straight lines
_SUBPIXEL = 4


def only_panel(
    frame: Frame, layouts: Sequence[BoardLayout], beside: Collection[str] = frozenset()
) -> Frame | None:
    """Return an RGB picture with everything black but the panel, its markers and the dice in its spaces.

    Spaces of modules that lie beside the panel are shown if they are named: where the module is not played,
    secret dice may lie there. None where none of these panels is found. The picture keeps its size:
    where the camera stood follows from the markers' places in the whole picture.
    """
    panel = find_panel(frame, layouts)
    if panel is None:
        return None
    mask = np.zeros(frame.shape[:2], np.uint8)
    layout = panel.layout
    width, height = layout.size_mm
    middle, reach = (width / 2, height / 2), (width / 2 + _MARGIN_MM, height / 2 + _MARGIN_MM)
    _open(mask, panel, _square(middle, reach))
    half = layout.marker_size_mm * (0.5 + _QUIET)
    for marker in layout.markers:
        _open(mask, panel, _square(marker.centre_mm, (half, half)))
    half = layout.space_size_mm / 2
    for space in (*layout.spaces, *layout.card_spaces):
        if _is_on(layout, space) or space.name in beside:
            _open(mask, panel, _square(space.centre_mm, (half, half)), 0.0, _TALLEST_MM)
    return np.asarray(cv2.bitwise_and(frame, frame, mask=mask), np.uint8)


def _is_on(layout: BoardLayout, space: Space) -> bool:
    return all(0 <= place <= size for place, size in zip(space.centre_mm, layout.size_mm, strict=True))


def _open(mask: Frame, panel: Panel, border_mm: Doubles, *heights_mm: float) -> None:
    """Let through, in place, what lies within a border, between the heights given (on the panel if none)."""
    shown = np.concatenate([panel.project(border_mm, height) for height in heights_mm or (0.0,)])
    hull = cv2.convexHull(shown) * 2**_SUBPIXEL
    cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), (255,), cv2.LINE_8, _SUBPIXEL)


def _square(centre_mm: tuple[float, float], reach_mm: tuple[float, float]) -> Doubles:
    """Return places all along the border of a rectangle (N x 2, mm)."""
    edge = np.ones_like(_FINE)
    sides = ((_FINE, edge), (_FINE, -edge), (edge, _FINE), (-edge, _FINE))
    return np.asarray(centre_mm + np.concatenate([np.column_stack(side) for side in sides]) * reach_mm)

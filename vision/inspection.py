"""How well a panel can be seen: light and focus, judged by the borders of its markers."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Floats, Frame
from vision.layout import Marker
from vision.panel import Doubles, Panel

_ACROSS_MM = 2.0  # looked at this far to each side of a border: within one cell of a marker of 24 mm
_STEP_MM = 0.1
_ALONG = 9  # places on each side of a marker
_LOW, _HIGH = 0.1, 0.9


@dataclass(frozen=True, slots=True)
class Inspection:
    """What the markers of one picture tell about light and focus."""

    white: float
    """The brightest channel of the brightest marker's white, 0 to 1; 1 is more than the camera can tell."""
    contrast: float
    """White less black, 0 to 1."""
    evenness: float
    """The dimmest marker's white in parts of the brightest one's."""
    edge_mm: float
    """How wide a sharp border shows: from a tenth to nine tenths of the way from black to white."""


def inspect(frame: Frame, panel: Panel) -> Inspection:
    """Look at the borders of the markers that were found (picture RGB, H x W x 3)."""
    markers = [marker for marker in panel.layout.markers if marker.id in panel.fit.markers]
    borders = np.stack([_borders(frame, panel, marker) for marker in markers])
    whites = np.median(borders[:, :, -5:], axis=(1, 2))
    brightness = whites.mean(axis=1)
    grey = borders.mean(axis=3).reshape(-1, borders.shape[2])
    return Inspection(
        white=float(whites.max()),
        contrast=panel.contrast,
        evenness=float(brightness.min() / max(float(brightness.max()), 1e-3)),
        edge_mm=float(np.median([_width_mm(border) for border in grey])),
    )


def _borders(frame: Frame, panel: Panel, marker: Marker) -> Floats:
    """Return what is seen across each side of a marker, from black to white: 4 x steps x 3, 0 to 1."""
    half = panel.layout.marker_size_mm / 2
    out = np.arange(-_ACROSS_MM, _ACROSS_MM + 1e-6, _STEP_MM) + half
    across, along = np.meshgrid(out, np.linspace(-0.7, 0.7, _ALONG) * half, indexing="ij")
    sides = ((across, along), (along, across), (-across, along), (along, -across))
    flat = np.stack([np.stack(side, axis=-1) for side in sides])
    turn = np.radians(marker.turn_deg)
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    places: Doubles = np.array(marker.centre_mm) + flat.reshape(-1, 2) @ way
    pixels = panel.project(places).reshape(-1, 1, 2)
    seen = cv2.remap(frame, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(seen.reshape(4, len(out), _ALONG, 3).mean(axis=2) / 255, np.float32)


def _width_mm(border: Floats) -> float:
    """Return how far it is from black to white on one side of a marker."""
    black, white = float(np.median(border[:5])), float(np.median(border[-5:]))
    share = (border - black) / max(white - black, 1e-3)
    rising = np.maximum.accumulate(share)
    steps = np.arange(len(border)) * _STEP_MM
    low, high = np.interp((_LOW, _HIGH), rising, steps)
    return float(high - low)

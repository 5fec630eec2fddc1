"""Pixels in, readings out: what lies on the panel, and how sure that is."""

from vision.cutout import only_panel
from vision.errors import FrameError, LayoutError, PictureError, VisionError
from vision.image import Frame, Point, load_frame
from vision.layout import BoardLayout, Marker, Space, TokenSpot, load_layout
from vision.loose import read_loose
from vision.overlay import draw, draw_failure
from vision.reader import BoardReader
from vision.readings import BoardReading, Colour, DieReading, Light, PanelFit, Reason, Status
from vision.stability import Stabilizer, StableBoard

__all__ = [
    "BoardLayout",
    "BoardReader",
    "BoardReading",
    "Colour",
    "DieReading",
    "Frame",
    "FrameError",
    "LayoutError",
    "Light",
    "Marker",
    "PanelFit",
    "PictureError",
    "Point",
    "Reason",
    "Space",
    "Stabilizer",
    "StableBoard",
    "Status",
    "TokenSpot",
    "VisionError",
    "draw",
    "draw_failure",
    "load_frame",
    "load_layout",
    "only_panel",
    "read_loose",
]

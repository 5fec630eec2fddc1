"""Pixels in, readings out: what lies on the panel, and how sure that is."""

from vision.errors import FrameError, LayoutError, PictureError, VisionError
from vision.image import Frame, Point, load_frame
from vision.layout import BoardLayout, Marker, Space, TokenSpot, load_layout
from vision.loose import read_loose
from vision.overlay import draw
from vision.reader import BoardReader
from vision.readings import BoardReading, Colour, DieReading, Light, PanelFit, Reason, Status
from vision.stability import Stabilizer, StableBoard
from vision.watch import Watch

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
    "Watch",
    "draw",
    "load_frame",
    "load_layout",
    "read_loose",
]

"""Pixels in, readings out: what lies on the panel, and how sure that is."""

from vision.changes import changed_spaces
from vision.cutout import only_panel
from vision.errors import FrameError, LayoutError, PictureError, ProfileError, VisionError
from vision.image import Frame, Point, load_frame
from vision.inspection import Inspection, inspect
from vision.layout import BoardLayout, Marker, Space, TokenSpot, load_layout
from vision.learning import Refusal, Trouble, learn_print
from vision.lens import Lens
from vision.loose import read_loose
from vision.measuring import Measurement, measure_panel
from vision.overlay import draw, draw_failure
from vision.panel import Panel, find_panel
from vision.profile import Profile, load_profile, profile_path, save_profile
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
    "Inspection",
    "LayoutError",
    "Lens",
    "Light",
    "Marker",
    "Measurement",
    "Panel",
    "PanelFit",
    "PictureError",
    "Point",
    "Profile",
    "ProfileError",
    "Reason",
    "Refusal",
    "Space",
    "Stabilizer",
    "StableBoard",
    "Status",
    "TokenSpot",
    "Trouble",
    "VisionError",
    "Watch",
    "changed_spaces",
    "draw",
    "draw_failure",
    "find_panel",
    "inspect",
    "learn_print",
    "load_frame",
    "load_layout",
    "load_profile",
    "measure_panel",
    "only_panel",
    "profile_path",
    "read_loose",
    "save_profile",
]

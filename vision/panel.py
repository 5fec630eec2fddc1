"""Where the panel is: its markers, the camera's pose above it, and its own white.

Panel coordinates are millimetres on the print; a height is counted upwards from it, towards the camera.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame
from vision.layout import BoardLayout, Marker
from vision.lens import USUAL_LENS, Lens
from vision.readings import PanelFit

Doubles = NDArray[np.float64]

MAX_RESIDUAL_PX = 2.0
"""A fit worse than this is no panel."""
MIN_MARKERS = 3
LEAST_PX = 64
"""A picture with a side shorter than this cannot show four markers."""
_HALF = 0.5  # markers are looked for at half size: a quarter of the work, and corners are refined afterwards
_CORNER_NOISE_PX = 0.1


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel found in a picture: millimetres to pixels, at any height."""

    layout: BoardLayout
    rotation: Doubles
    translation: Doubles
    camera: Doubles
    distortion: Doubles
    fit: PanelFit
    white: Floats
    """What the white round the markers looks like: R, G, B from 0 to 255, the median of all markers."""
    contrast: float
    """White less black of the markers, in parts of 255: how much light there is to read by."""

    def project(self, places_mm: Doubles, height_mm: float | Doubles = 0.0) -> Floats:
        """Return the pixels (N x 2) where places (N x 2, millimetres) at a height above the print show."""
        places = np.empty((len(places_mm), 3))
        places[:, :2] = places_mm
        places[:, 2] = -np.asarray(height_mm)
        pixels, _ = cv2.projectPoints(places, self.rotation, self.translation, self.camera, self.distortion)
        return np.asarray(pixels.reshape(-1, 2), dtype=np.float32)

    def camera_mm(self) -> Doubles:
        """Return where the camera is: x, y on the panel and its height above it."""
        turn = np.asarray(cv2.Rodrigues(self.rotation)[0], dtype=np.float64)
        place = -turn.T @ self.translation
        return np.array([place[0], place[1], -place[2]])


@dataclass(frozen=True, slots=True)
class MarkersSeen:
    """The markers of one panel that show in a picture."""

    layout: BoardLayout
    """The panel that most of the markers belong to."""
    corners: Mapping[int, Floats]
    """Marker id -> its corners, 4 x 2 pixels, in the order of the print."""


def find_panel(frame: Frame, layouts: Sequence[BoardLayout], lens: Lens = USUAL_LENS) -> Panel | None:
    """Find the panel by its markers; None where fewer than three are seen or they do not fit together.

    Which of the layouts it is, its markers tell.
    """
    return fit_panel(frame, find_markers(frame, layouts), lens)


def fit_panel(frame: Frame, markers: MarkersSeen, lens: Lens = USUAL_LENS) -> Panel | None:
    """Work out the panel's place from markers found in this picture; None where they say too little."""
    layout, seen = markers.layout, markers.corners
    if len(seen) < MIN_MARKERS:
        return None
    known = {marker.id: marker for marker in layout.markers}
    places = np.concatenate([marker_corners_mm(known[i], layout.marker_size_mm) for i in seen])
    pixels = np.concatenate(list(seen.values())).astype(np.float64)
    camera = camera_matrix(frame.shape[1], frame.shape[0], lens)
    pose, residual = _solve(places, pixels, camera, lens)
    if residual > MAX_RESIDUAL_PX:
        return None
    fit = _describe(layout, pose, camera, residual, tuple(sorted(seen)))
    dark = np.ones(3, np.float32)
    panel = Panel(layout, pose[:3], pose[3:6], camera, _distortion(pose), fit, dark, 0.0)
    return relit(frame, panel, seen.keys())


def relit(frame: Frame, panel: Panel, markers: Collection[int]) -> Panel:
    """Return the panel as it lies, in the light of this picture, judged by these of its markers."""
    white, contrast = _white(frame, panel, [one for one in panel.layout.markers if one.id in markers])
    return replace(panel, white=white, contrast=contrast)


def marker_offsets(panel: Panel, markers: MarkersSeen) -> dict[int, float]:
    """Say how far each marker shows from where the panel's place has it, in millimetres on the print.

    The middle of its corners is compared: blur draws all four of them inwards alike.
    """
    known = {marker.id: marker for marker in panel.layout.markers}
    offsets = {}
    for i, corners in markers.corners.items():
        shown = panel.project(marker_corners_mm(known[i], panel.layout.marker_size_mm)[:, :2])
        side = float(np.linalg.norm(shown[0] - shown[1])) / panel.layout.marker_size_mm
        offsets[i] = float(np.linalg.norm((corners - shown).mean(axis=0))) / side
    return offsets


def find_markers(frame: Frame, layouts: Sequence[BoardLayout]) -> MarkersSeen:
    """Find the markers of whichever of the layouts shows most of its own."""
    if min(frame.shape[:2]) < LEAST_PX:
        return MarkersSeen(layouts[0], {})
    grey = cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY)
    return MarkersSeen(*_find_markers(np.asarray(grey), layouts))


def _find_markers(
    grey: NDArray[np.uint8], layouts: Sequence[BoardLayout]
) -> tuple[BoardLayout, dict[int, Floats]]:
    """Return the layout with most markers in sight and their corners (4 x 2 pixels); at half size first."""
    half = np.asarray(cv2.resize(grey, None, fx=_HALF, fy=_HALF, interpolation=cv2.INTER_AREA), np.uint8)
    dictionaries = {layout.marker_dictionary for layout in layouts}
    seen = {name: _detect(half, name, 1 / _HALF) for name in dictionaries}
    if not any(_wanted(layout) <= seen[layout.marker_dictionary].keys() for layout in layouts):
        for name in dictionaries:
            seen[name] |= _detect(grey, name, 1.0)
    layout = max(layouts, key=lambda one: len(_wanted(one) & seen[one.marker_dictionary].keys()))
    found = {i: at for i, at in seen[layout.marker_dictionary].items() if i in _wanted(layout)}
    for corners in found.values():
        reach = max(2, round(float(np.ptp(corners[:, 0])) / 12))
        cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), (3, 20, 0.02))
    return layout, found


def _wanted(layout: BoardLayout) -> set[int]:
    return {marker.id for marker in layout.markers}


def _detect(grey: NDArray[np.uint8], dictionary: str, scale: float) -> dict[int, Floats]:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 15 if scale > 1 else 23
    settings.minMarkerPerimeterRate = 0.06
    words = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(words, settings).detectMarkers(grey)
    shift = (scale - 1) / 2  # the middle of a pixel of the smaller picture lies between pixels of the larger
    return {
        int(i): np.asarray(c.reshape(4, 2) * scale + shift, np.float32)
        for i, c in zip(() if not corners else ids.ravel(), corners, strict=True)
    }


def marker_corners_mm(marker: Marker, size: float) -> Doubles:
    """Return where a marker's corners are, 4 x 3 millimetres, in the order of the print."""
    half = size / 2
    return _around(marker, [(-half, -half), (half, -half), (half, half), (-half, half)])


def _around(marker: Marker, offsets: Sequence[tuple[float, float]]) -> Doubles:
    """Return places round a marker's middle, N x 3; they turn with it."""
    turn = math.radians(marker.turn_deg)
    (x, y), cos, sin = marker.centre_mm, math.cos(turn), math.sin(turn)
    return np.array([(x + cos * a - sin * b, y + sin * a + cos * b, 0.0) for a, b in offsets])


def camera_matrix(width: int, height: int, lens: Lens = USUAL_LENS) -> Doubles:
    """Return the matrix (3 x 3) of a camera with this lens whose pictures have this size, in pixels."""
    focal = width / 2 / math.tan(math.radians(lens.view_deg / 2))
    return np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])


def _distortion(pose: Doubles) -> Doubles:
    return np.array([pose[6], 0.0, 0.0, 0.0, 0.0])


def _solve(places: Doubles, pixels: Doubles, camera: Doubles, lens: Lens) -> tuple[Doubles, float]:
    """Fit rotation (3), translation (3), distortion k1 and the markers' shrinkage; return them and the error.

    Blur rounds a marker's corners inwards, all alike. Fitting that one length as well takes its place from k1
    and from the height, which it would falsify otherwise.
    """
    _, turn, shift = cv2.solvePnP(places, pixels, camera, None)
    pose = np.concatenate([turn.ravel(), shift.ravel(), [lens.k1, 0.0]])
    corners = pixels.reshape(-1, 4, 2)
    outward = corners - corners.mean(axis=1, keepdims=True)
    outward = (outward / np.linalg.norm(outward, axis=2, keepdims=True)).reshape(-1, 2)
    error, weight = pixels, (_CORNER_NOISE_PX / lens.k1_spread) ** 2
    for _ in range(4):
        shown, slopes = cv2.projectPoints(places, pose[:3], pose[3:6], camera, _distortion(pose))
        error = pixels - (shown.reshape(-1, 2) + pose[7] * outward)
        slope = np.hstack([slopes[:, :6], slopes[:, 10:11], outward.reshape(-1, 1)])
        normal, pull = slope.T @ slope, slope.T @ error.ravel()
        normal[6, 6] += weight
        pull[6] += weight * (lens.k1 - pose[6])
        pose = pose + np.linalg.solve(normal, pull)
    return pose, float(np.sqrt((error**2).sum(axis=1).mean()))


def _white(frame: Frame, panel: Panel, markers: Sequence[Marker]) -> tuple[Floats, float]:
    """Measure the quiet zone (white) and the border cells (black) of the markers."""
    size = panel.layout.marker_size_mm
    whites, blacks = [], []
    for marker in markers:
        ring = _ring(marker, size / 2 + size / 12)
        border = _ring(marker, size / 2 - size / 12)
        at = np.rint(panel.project(np.vstack([ring, border])[:, :2])).astype(int)
        limits = np.array([frame.shape[1], frame.shape[0]])
        inside = np.asarray(((at >= 0) & (at < limits)).all(axis=1))
        at = at.clip(0, limits - 1)
        colours, half = frame[at[:, 1], at[:, 0]], len(ring)
        if inside[:half].any():
            whites.append(np.median(colours[:half][inside[:half]], axis=0))
            blacks.append(np.median(colours[half:][inside[half:]], axis=0))
    if not whites:
        return panel.white, panel.contrast
    white, black = np.median(whites, axis=0), np.median(blacks, axis=0)
    return np.asarray(np.maximum(white, 1.0), np.float32), float((white - black).mean() / 255)


def _ring(marker: Marker, reach: float) -> Doubles:
    steps = np.linspace(-reach, reach, 9).tolist()
    sides = [(s, edge) for s in steps for edge in (-reach, reach)]
    return _around(marker, sides + [(edge, s) for s in steps for edge in (-reach, reach)])


def _describe(
    layout: BoardLayout, pose: Doubles, camera: Doubles, residual: float, markers: tuple[int, ...]
) -> PanelFit:
    turn = np.asarray(cv2.Rodrigues(pose[:3])[0], dtype=np.float64)
    width, height = layout.size_mm
    flat = np.array([(0.0, 0.0, 0.0), (width, 0.0, 0.0), (width, height, 0.0), (0.0, height, 0.0)])
    corners, _ = cv2.projectPoints(flat, pose[:3], pose[3:6], camera, _distortion(pose))
    return PanelFit(
        layout=layout.name,
        residual_px=round(residual, 3),
        markers=markers,
        height_mm=round(float((turn.T @ pose[3:6])[2]), 1),
        tilt_deg=round(math.degrees(math.acos(min(1.0, abs(float(turn[2, 2]))))), 2),
        corners_px=tuple((float(x), float(y)) for x, y in corners.reshape(-1, 2)),
    )

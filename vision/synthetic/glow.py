"""The panel's own lamps: a bright dot, and coloured light on what lies around it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.image import Floats
from vision.synthetic.camera import SceneCamera
from vision.synthetic.patch import GAMMA, Box, Paint, paint_of
from vision.synthetic.scene import Glow

_DOT_MM = 2.5  # radius of a 5 mm light-emitting diode
_COARSE = 4


def draw_dot(camera: SceneCamera, glow: Glow, blur_px: float) -> Paint | None:
    """Draw the lamp itself, which the room's light does not dim; None outside the picture or unlit."""
    middle = camera.project(np.array([[glow.x_mm, glow.y_mm, 0.0]]))
    radius = _DOT_MM * camera.focal_px / camera.height_mm
    box = Box.around(middle, 2.0 * radius, camera.width, camera.height)
    if box is None or glow.strength <= 0.0:
        return None
    x, y = np.meshgrid(np.arange(box.left, box.right), np.arange(box.top, box.bottom))
    apart = np.hypot(x - middle[0, 0], y - middle[0, 1])
    cover = np.clip((radius - apart) / (1.0 + blur_px) + 0.5, 0.0, 1.0).astype(np.float32)
    white = np.exp(-((apart / (0.6 * radius)) ** 2))[:, :, None]  # the middle outshines every sensor
    light = np.clip(np.array(glow.rgb) * (1.0 + glow.strength) + white * glow.strength, 0.0, 1.0)
    return paint_of(box, (light * cover[:, :, None]).astype(np.float32), cover)


def sparse_places(camera: SceneCamera) -> Floats:
    """Say which place of the panel every block of pixels shows, in millimetres: (rows, columns, 2)."""
    across, down = (
        (np.arange(-(-side // _COARSE)) + 0.5) * _COARSE - 0.5 for side in (camera.width, camera.height)
    )
    return camera.on_plane(np.stack(np.meshgrid(across, down), axis=-1)).astype(np.float32)


def gain_of(
    camera: SceneCamera, places_mm: Floats, glows: Sequence[Glow], brightness: float
) -> tuple[Box, Floats] | None:
    """Say by which factor lamps brighten a picture's bytes, and where; None when they light nothing in it.

    Places are the sparse ones of this camera.
    """
    rows, columns = places_mm.shape[:2]
    reaches = [(glow, box) for glow in glows if (box := _reach(camera, glow, columns, rows)) is not None]
    if not reaches:
        return None
    light = np.zeros((rows, columns, 3), dtype=np.float32)
    for glow, box in reaches:
        box.of(light)[:] += _falling(glow, box.of(places_mm))
    lit = Box(
        min(box.left for _, box in reaches),
        min(box.top for _, box in reaches),
        max(box.right for _, box in reaches),
        max(box.bottom for _, box in reaches),
    )
    gain = cv2.pow(1.0 + lit.of(light) / np.float32(max(brightness, 0.01)), 1.0 / GAMMA)
    whole = cv2.resize(gain, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
    left, top = lit.left * _COARSE, lit.top * _COARSE
    right, bottom = min(lit.right * _COARSE, camera.width), min(lit.bottom * _COARSE, camera.height)
    inside = whole[: bottom - top, : right - left]
    return Box(left, top, right, bottom), np.ascontiguousarray(inside, dtype=np.float32)


def _reach(camera: SceneCamera, glow: Glow, columns: int, rows: int) -> Box | None:
    """Give the part of the sparse places that a lamp shines on."""
    angle = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)], axis=-1) * glow.reach_mm
    pixels = camera.project(ring + np.array([glow.x_mm, glow.y_mm, 0.0]))
    return Box.around(pixels / _COARSE, 1.0, columns, rows)


def _falling(glow: Glow, places_mm: Floats) -> Floats:
    """Say how much of a lamp's light falls on places (..., 2): nothing beyond its reach."""
    apart = places_mm - np.array([glow.x_mm, glow.y_mm], dtype=np.float32)
    far = np.sum(apart * apart, axis=-1) / np.float32(glow.radius_mm**2)
    rim = (1.0 + (glow.reach_mm / glow.radius_mm) ** 2) ** -1.5
    share = np.clip(((1.0 + far) ** -1.5 - rim) / (1.0 - rim), 0.0, 1.0)
    return np.asarray(share[..., None] * np.array(glow.rgb) * glow.strength, dtype=np.float32)

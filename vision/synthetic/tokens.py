"""Tokens: flat round discs on their spots."""

from zlib import crc32

import cv2
import numpy as np

from vision.image import Point
from vision.layout import TokenSpot
from vision.synthetic.camera import Reals, SceneCamera
from vision.synthetic.light import Room, cast
from vision.synthetic.patch import Box, Paint, Shade, paint_of
from vision.synthetic.scene import Rgb

_THICK_MM = 2.0
_RADIUS_SHARE = 0.46  # of the spot's diameter
_FINE = 4
_INKS: dict[str, Rgb] = {"coffee": (0.15, 0.07, 0.04), "reroll": (0.03, 0.26, 0.10)}
_OTHER: Rgb = (0.30, 0.05, 0.25)


def token_shadow(room: Room, camera: SceneCamera, spot: TokenSpot) -> Shade | None:
    """Draw a token's shadow; None when it falls outside the picture."""
    solid = np.concatenate([_rim(spot, 0.0), _rim(spot, _THICK_MM)])
    return cast(room, camera, solid[None], _middle(spot), blur_px=1.0)


def draw_token(room: Room, camera: SceneCamera, spot: TokenSpot) -> Paint | None:
    """Draw a token; None when it lies outside the picture."""
    foot, top = (camera.project(_rim(spot, z)) for z in (0.0, _THICK_MM))
    blur = max(room.look.blur_px, 0.3)
    box = Box.around(np.concatenate([foot, top]), 1.0 + 3.0 * blur, camera.width, camera.height)
    if box is None:
        return None
    body, face = _cover(np.concatenate([foot, top]), box, blur), _cover(top, box, blur)
    ink = _INKS.get(spot.name.split(".")[0], _OTHER)
    light = room.on_panel(_middle(spot)) * room.look.exposure * np.array(room.look.balance_rgb)
    shown = (light * np.array(ink)).astype(np.float32)
    wall = 0.55 * (body - face)[:, :, None]
    return paint_of(box, shown * (face[:, :, None] + wall), body)


def _middle(spot: TokenSpot) -> Point:
    """Say where people put it: a little off, each spot in its own way."""
    chance = crc32(spot.name.encode())
    x, y = spot.centre_mm
    return x + (chance % 31 - 15) / 10.0, y + (chance // 31 % 31 - 15) / 10.0


def _rim(spot: TokenSpot, z_mm: float) -> Reals:
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    radius = spot.diameter_mm * _RADIUS_SHARE
    x, y = _middle(spot)
    return np.stack(
        [x + radius * np.cos(angle), y + radius * np.sin(angle), np.full_like(angle, z_mm)], axis=-1
    )


def _cover(outline: Reals, box: Box, blur: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Say how much of each pixel lies inside a convex outline."""
    rows, columns = (side * _FINE for side in box.size)
    canvas = np.zeros((rows, columns), dtype=np.uint8)
    corners = (outline - (box.left, box.top) + 0.5) * _FINE - 0.5
    hull = cv2.convexHull(np.round(corners * 16.0).astype(np.int32))
    cv2.fillConvexPoly(canvas, hull, (255,), cv2.LINE_AA, 4)
    whole = cv2.resize(canvas, (columns // _FINE, rows // _FINE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(whole, (0, 0), blur), dtype=np.float32) / np.float32(255.0)

"""Light on a drawn table: how much falls where, and what keeps it off."""

from dataclasses import dataclass
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.camera import Reals, SceneCamera, dots
from vision.synthetic.patch import Box, Shade, shade_of
from vision.synthetic.scene import Lamp, Look

_LAMP_SAMPLES = 16
_SKY_SAMPLES = 20
_SKY_RIM = 0.92  # the sky is sampled down to about 23 degrees above the horizon; below, furniture stands
_BOUNCE = (
    0.75  # what comes back from the panel to a wall that stands on it, beside what a free wall would get
)
_DEEPEST = 0.12  # even under a die some light arrives, from wall to wall


@dataclass(frozen=True, slots=True)
class Room:
    """The light around one panel; its look, and the place where lamps shine as strongly as the look says."""

    look: Look
    middle_mm: tuple[float, float]

    def on_surface(self, points: Reals, normals: Reals) -> Reals:
        """Say how much light (N, 3) falls on points (N, 3) of surfaces with those normals (N, 3)."""
        up = normals[..., 2:]
        sky = np.array(self.look.ambient_rgb) * (0.5 + 0.5 * up)
        paper = np.array(self.look.paper_rgb) * self.on_panel(self.middle_mm)
        total = sky + paper * _BOUNCE * (0.5 - 0.5 * up)
        for lamp in self.look.lamps:
            total = total + self._from_lamp(lamp, points, normals)
        return np.asarray(total)

    def on_panel(self, place_mm: tuple[float, float]) -> Reals:
        """Say how much light (3,) falls on a place of the panel."""
        return np.asarray(self.on_flat(np.array([place_mm]))[0])

    def on_flat(self, places_mm: Reals) -> Reals:
        """Say how much light (..., 3) falls on places (..., 2) of the panel."""
        points = np.concatenate([places_mm, np.zeros_like(places_mm[..., :1])], axis=-1)
        up = np.array([0.0, 0.0, 1.0])
        total = np.zeros_like(points) + np.array(self.look.ambient_rgb)
        for lamp in self.look.lamps:
            total = total + self._from_lamp(lamp, points, up)
        return np.asarray(total)

    def shares(self, place_mm: tuple[float, float]) -> Reals:
        """Say what part of the light at a place comes from the sky and from each lamp: (1 + lamps, 3)."""
        total = self.on_panel(place_mm)
        point, up = np.array([[*place_mm, 0.0]]), np.array([0.0, 0.0, 1.0])
        parts = [np.array(self.look.ambient_rgb)]
        parts += [self._from_lamp(lamp, point, up)[0] for lamp in self.look.lamps]
        return np.stack(parts) / np.maximum(total, 1e-6)

    def _from_lamp(self, lamp: Lamp, points: Reals, normals: Reals) -> Reals:
        here = _strength(lamp, points, normals)
        middle = _strength(lamp, np.array([*self.middle_mm, 0.0]), np.array([0.0, 0.0, 1.0]))
        return np.asarray(np.array(lamp.rgb) * (here / middle)[..., None])


def _strength(lamp: Lamp, points: Reals, normals: Reals) -> Reals:
    """Light of a lamp falls with the square of the distance and with the slant."""
    way = np.array([lamp.x_mm, lamp.y_mm, lamp.z_mm]) - points
    squared = dots(way, way)
    slant = np.maximum(dots(way, normals), 0.0) / np.sqrt(squared)
    return np.asarray(slant / squared)


def cast(
    room: Room,
    camera: SceneCamera,
    solids: Reals,
    place_mm: tuple[float, float],
    *,
    blur_px: float,
    coarse: int = 1,
) -> Shade | None:
    """Draw the shadow of convex solids, each given by points (S, N, 3), on the panel.

    A lamp is many small lamps; each hides its own outline, so shadows are sharp at the foot and soft far out.
    Coarse draws it so many times smaller first, for large soft shadows. None when it is outside the picture.
    """
    sources = [_sky_shadows(solids)] + [_lamp_shadows(lamp, solids) for lamp in room.look.lamps]
    outlines = [camera.project(np.concatenate([s, np.zeros_like(s[..., :1])], axis=-1)) for s in sources]
    reach = np.concatenate([outline.reshape(-1, 2) for outline in outlines])
    box = Box.around(reach, 4.0 * coarse + 3.0 * blur_px, camera.width, camera.height)
    if box is None:
        return None
    shares = room.shares(place_mm)
    rows, columns = (-(-side // coarse) for side in box.size)
    blocked = np.zeros((rows, columns, 3), dtype=np.float32)
    for outline, share in zip(outlines, shares, strict=True):
        hidden = _hidden(((outline - (box.left, box.top) + 0.5) / coarse) - 0.5, rows, columns)
        blocked += hidden[:, :, None] * share.astype(np.float32)
    light = cv2.GaussianBlur(1.0 - (1.0 - _DEEPEST) * blocked, (0, 0), max(blur_px / coarse, 0.8))
    left = np.asarray(np.clip(light, 0.0, 1.0) * 255.0 + 0.5, dtype=np.uint8)
    if coarse > 1:
        whole = cv2.resize(left, (columns * coarse, rows * coarse), interpolation=cv2.INTER_LINEAR)
        left = np.ascontiguousarray(whole[: box.size[0], : box.size[1]], dtype=np.uint8)
    return shade_of(box, left)


def _hidden(outlines: Reals, rows: int, columns: int) -> NDArray[np.float32]:
    """Say what share of the samples (M, S, N, 2) each pixel cannot see."""
    weight = 255 // len(outlines)
    total = np.zeros((rows, columns), dtype=np.uint8)
    one = np.empty_like(total)
    corners = np.round(outlines * 16.0).astype(np.int32)  # cv2 takes sixteenths of a pixel
    for solids in corners:
        one[:] = 0
        for solid in solids:
            cv2.fillConvexPoly(one, cv2.convexHull(solid), (weight,), cv2.LINE_AA, 4)
        cv2.add(total, one, dst=total)
    return np.asarray(total, dtype=np.float32) / np.float32(weight * len(outlines))


def _lamp_shadows(lamp: Lamp, solids: Reals) -> Reals:
    """Throw points (S, N, 3) on the panel from places all over a lamp: (M, S, N, 2)."""
    spread = _sunflower(_LAMP_SAMPLES) * lamp.radius_mm
    lights = (np.array([lamp.x_mm, lamp.y_mm]) + spread)[:, None, None, :]
    height = np.clip(solids[..., 2:], 0.0, 0.8 * lamp.z_mm)
    return np.asarray(lights + (solids[..., :2] - lights) * (lamp.z_mm / (lamp.z_mm - height)))


def _sky_shadows(solids: Reals) -> Reals:
    """Throw points (S, N, 3) on the panel from all over the sky: (M, S, N, 2)."""
    flat = (_sunflower(_SKY_SAMPLES) * _SKY_RIM)[:, None, None, :]
    upward = np.sqrt(1.0 - np.sum(flat * flat, axis=-1, keepdims=True))
    return np.asarray(solids[..., :2] - flat / upward * np.maximum(solids[..., 2:], 0.0))


def _sunflower(count: int) -> Reals:
    """Spread points (count, 2) evenly over the disc of radius 1, as seeds in a sunflower."""
    step = np.arange(count)
    radius = np.sqrt((step + 0.5) / count)
    angle = step * pi * (3.0 - 5.0**0.5)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)

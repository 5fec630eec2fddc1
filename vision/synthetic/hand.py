"""An arm over the panel: limbs as round sticks in space, from a sleeve to five fingertips."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Floats
from vision.layout import BoardLayout
from vision.synthetic.camera import Reals, SceneCamera
from vision.synthetic.light import Room, cast
from vision.synthetic.patch import Box, Paint, Shade, paint_of
from vision.synthetic.scene import Hand, Rgb

_SKIN: Rgb = (0.58, 0.31, 0.20)
_SLEEVE: Rgb = (0.10, 0.11, 0.13)
_COARSE = 3  # an arm is drawn smaller: it is large, smooth and nearer than the focus
_SHADOW_COARSE = 6
_SEATS = {"pilot": 0.28, "copilot": 0.72}  # where the players sit, as a share of the panel's width
_SEAT_BEHIND_MM = 300.0  # how far before the panel's lower edge the elbow is

# Each limb, end by end: millimetres back from the fingertips, to the arm's right, and up; then the radius.
_Joint = tuple[float, float, float, float]
_LIMBS: tuple[tuple[_Joint, _Joint, Rgb], ...] = (
    ((12.0, -18.0, 12.0, 8.5), (78.0, -36.0, 32.0, 13.0), _SKIN),
    ((28.0, 28.0, 16.0, 7.0), (78.0, 29.0, 38.0, 9.5), _SKIN),
    ((12.0, 18.0, 16.0, 7.5), (74.0, 14.0, 42.0, 10.5), _SKIN),
    ((3.0, 7.0, 18.0, 8.0), (72.0, -2.0, 44.0, 11.0), _SKIN),
    ((0.0, -5.0, 16.0, 7.5), (74.0, -18.0, 42.0, 10.5), _SKIN),
    ((78.0, -36.0, 32.0, 13.0), (128.0, -16.0, 44.0, 22.0), _SKIN),
    ((80.0, 20.0, 42.0, 17.0), (128.0, 9.0, 46.0, 23.0), _SKIN),
    ((82.0, -9.0, 44.0, 19.0), (128.0, -6.0, 46.0, 24.0), _SKIN),
    ((115.0, 2.0, 46.0, 25.0), (240.0, 0.0, 58.0, 29.0), _SKIN),
    ((205.0, 0.0, 60.0, 39.0), (620.0, 0.0, 74.0, 46.0), _SLEEVE),
)


@dataclass(frozen=True, slots=True)
class _Limb:
    """A stick with round ends, in space."""

    first: Reals
    last: Reals
    first_radius: float
    last_radius: float
    rgb: Rgb


def hand_shadow(room: Room, camera: SceneCamera, layout: BoardLayout, hand: Hand) -> Shade | None:
    """Draw the shadow of an arm on all that lies under it; None when it falls outside the picture."""
    limbs = _limbs(layout, hand)
    angle = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)], axis=-1)
    solids = np.stack(
        [
            np.concatenate([limb.first + ring * limb.first_radius, limb.last + ring * limb.last_radius])
            for limb in limbs
        ]
    )
    return cast(room, camera, solids, (hand.x_mm, hand.y_mm), blur_px=6.0, coarse=_SHADOW_COARSE)


def draw_hand(room: Room, camera: SceneCamera, layout: BoardLayout, hand: Hand) -> Paint | None:
    """Draw an arm; None when it is outside the picture."""
    sticks = [_stick(camera, limb) for limb in _limbs(layout, hand)]
    reach = np.array([end + sign * radius for s in sticks for end, radius in s.ends for sign in (-1.0, 1.0)])
    box = Box.around(reach, 4.0, camera.width, camera.height)
    if box is None:
        return None
    rows, columns = (-(-side // _COARSE) for side in box.size)
    light = np.zeros((rows, columns, 3), dtype=np.float32)
    cover = np.zeros((rows, columns), dtype=np.float32)
    for stick in sticks:
        _add_stick(room, camera, stick, box, light, cover)
    small = paint_of(box, light, cover)
    whole = (columns * _COARSE, rows * _COARSE)
    high, wide = box.size
    rgb = cv2.resize(small.rgb, whole, interpolation=cv2.INTER_LINEAR)[:high, :wide]
    hidden = cv2.resize(small.cover, whole, interpolation=cv2.INTER_LINEAR)[:high, :wide]
    return Paint(box, np.ascontiguousarray(rgb, dtype=np.uint8), np.ascontiguousarray(hidden, dtype=np.uint8))


def _limbs(layout: BoardLayout, hand: Hand) -> list[_Limb]:
    """Put the limbs into space, fingers first, so that what is nearer to the camera hides them."""
    tips = np.array([hand.x_mm, hand.y_mm])
    width, height = layout.size_mm
    elbow = np.array([_SEATS[hand.from_side] * width, height + _SEAT_BEHIND_MM])
    back = (elbow - tips) / np.linalg.norm(elbow - tips)
    right = np.array([-back[1], back[0]])
    if hand.from_side == "copilot":  # the Co-Pilot reaches with the other hand
        right = -right
    limbs = []
    for *joints, rgb in _LIMBS:
        first, last = (
            np.array([*(tips + back * behind + right * aside), up]) for behind, aside, up, _ in joints
        )
        limbs.append(_Limb(first, last, joints[0][3], joints[1][3], rgb))
    return limbs


@dataclass(frozen=True, slots=True)
class _Stick:
    """A limb as it shows in the picture, in pixels."""

    limb: _Limb
    ends: tuple[tuple[Reals, float], tuple[Reals, float]]


def _stick(camera: SceneCamera, limb: _Limb) -> _Stick:
    ahead, lens = camera.axes[2], camera.position_mm
    first, last = (
        (camera.project(end), radius * camera.focal_px / float((end - lens) @ ahead))
        for end, radius in ((limb.first, limb.first_radius), (limb.last, limb.last_radius))
    )
    return _Stick(limb, (first, last))


def _add_stick(
    room: Room, camera: SceneCamera, stick: _Stick, box: Box, light: Floats, cover: Floats
) -> None:
    """Draw one limb over what is drawn already, in place."""
    (first, first_radius), (last, last_radius) = stick.ends
    reach = np.array([first - first_radius, first + first_radius, last - last_radius, last + last_radius])
    corner = (box.left, box.top)
    part = Box.around((reach - corner) / _COARSE, 1.0, cover.shape[1], cover.shape[0])
    if part is None:
        return
    across = (np.arange(part.left, part.right, dtype=np.float32) + 0.5) * _COARSE - 0.5 + box.left
    down = (np.arange(part.top, part.bottom, dtype=np.float32) + 0.5) * _COARSE - 0.5 + box.top
    x, y = np.meshgrid(across - np.float32(first[0]), down - np.float32(first[1]))
    way = (last - first).astype(np.float32)
    along = np.clip((x * way[0] + y * way[1]) / max(float(way @ way), 1e-6), 0.0, 1.0)
    radius = (first_radius + (last_radius - first_radius) * along).astype(np.float32)
    x, y = (x - along * way[0]) / radius, (y - along * way[1]) / radius
    aside = np.minimum(np.sqrt(x * x + y * y), 1.0)
    hides = np.clip((1.0 - np.hypot(x, y)) * radius / _COARSE + 0.5, 0.0, 1.0)[:, :, None]
    normals = np.stack([x, y, -np.sqrt(1.0 - aside * aside)], axis=-1) @ camera.axes.astype(np.float32)
    middle = (stick.limb.first + stick.limb.last) / 2
    colour = np.array(stick.limb.rgb) * np.array(room.look.balance_rgb) * room.look.exposure
    shown = (room.on_surface(middle, normals) * colour).astype(np.float32)
    there = (slice(part.top, part.bottom), slice(part.left, part.right))
    light[there] += hides * (shown - light[there])
    cover[there] += hides[:, :, 0] * (1.0 - cover[there])

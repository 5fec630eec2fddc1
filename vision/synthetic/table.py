"""The empty table: the printed panel on wood or cloth, in the room's light, through the lens."""

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.synthetic.camera import Reals, SceneCamera
from vision.synthetic.light import Room
from vision.synthetic.patch import GAMMA
from vision.synthetic.print import Sheet
from vision.synthetic.scene import Look

Steps = TypeVar("Steps", np.uint8, np.uint16)

_FINE = 2  # samples per pixel, each way
_NODE_PX = (
    8  # the way from pixels to millimetres is worked out this sparsely; between, it is as good as straight
)
_GRAIN_SEED = 5
_GRAIN_MM = 768  # beyond it the table repeats, mirrored
_LIGHT_LEVELS = 65535.0
_GLARE_WIDTH = 0.16  # how far the mirrored lamp of a laminated panel is smeared, in radians

_LINEAR = (np.linspace(0.0, 1.0, 256) ** GAMMA * _LIGHT_LEVELS + 0.5).astype(np.uint16)


def draw_empty_table(room: Room, camera: SceneCamera, sheet: Sheet) -> Floats:
    """Draw what the camera sees when nothing lies on the panel: light, H x W x 3, 1 being the brightest."""
    look = room.look
    fine = _plane_map(camera)
    places = sheet.pixels(fine)
    paper = _looked_up(sheet.paper, places, cv2.BORDER_CONSTANT)
    printed = _looked_up(_LINEAR[sheet.rgb], places, cv2.BORDER_REPLICATE)
    table = _looked_up(_grain(look), fine, cv2.BORDER_REFLECT)
    seen = np.where(cv2.cvtColor(paper, cv2.COLOR_GRAY2RGB) > 127, printed, table)
    size = (camera.width, camera.height)
    back = cv2.resize(seen, size, interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(_LIGHT_LEVELS)
    on_paper = cv2.resize(paper, size, interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255.0)
    light, glare = _light(room, camera)
    signal = (back * light + glare * on_paper[:, :, None]) * _sensitivity(look)
    lens = cv2.GaussianBlur(signal, (0, 0), look.blur_px) if look.blur_px > 0 else signal
    return np.asarray(lens, dtype=np.float32)


def _looked_up(picture: NDArray[Steps], places: Floats, border: int) -> NDArray[Steps]:
    """Take from a picture what it shows at places (H, W, 2), in its pixels."""
    x, y = cv2.split(places)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border), dtype=picture.dtype)


def _plane_map(camera: SceneCamera) -> Floats:
    """Say which place of the panel's plane every fine sample shows, in millimetres: (fine H, fine W, 2)."""
    return _spread(camera.on_plane(_nodes(camera)), camera, _FINE)


def _nodes(camera: SceneCamera) -> Reals:
    """Give a sparse grid of pixels that reaches past the picture's rim: (rows, columns, 2)."""
    across, down = (
        (np.arange(-1, -(-side // _NODE_PX) + 1) + 0.5) * _NODE_PX - 0.5
        for side in (camera.width, camera.height)
    )
    return np.stack(np.meshgrid(across, down), axis=-1)


def _spread(sparse: Reals, camera: SceneCamera, fine: int = 1) -> Floats:
    """Fill in all pixels between the nodes of a sparse grid."""
    edge = _NODE_PX * fine
    whole = cv2.resize(sparse.astype(np.float32), None, fx=edge, fy=edge)
    inside = whole[edge : edge + camera.height * fine, edge : edge + camera.width * fine]
    return np.ascontiguousarray(inside, dtype=np.float32)


def _light(room: Room, camera: SceneCamera) -> tuple[Floats, Floats]:
    """Say how much light falls on the plane at every pixel, and how brightly it mirrors lamps: (H, W, 3)."""
    pixels = _nodes(camera)
    light = room.on_flat(camera.on_plane(pixels))
    return _spread(light, camera), _spread(_glare(room.look, camera, pixels), camera)


def _glare(look: Look, camera: SceneCamera, pixels: Reals) -> Reals:
    """Say how bright a shiny panel mirrors the lamps at pixels (..., 2)."""
    rays = camera.rays(pixels)
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    away = rays * (1.0, 1.0, -1.0)
    flat = camera.on_plane(pixels)
    points = np.concatenate([flat, np.zeros_like(flat[..., :1])], axis=-1)
    total = np.zeros_like(points)
    for lamp in look.lamps:
        way = np.array([lamp.x_mm, lamp.y_mm, lamp.z_mm]) - points
        near = np.sum(way * away, axis=-1) / np.linalg.norm(way, axis=-1)
        apart = np.arccos(np.clip(near, -1.0, 1.0))
        total += np.array(lamp.rgb) * np.exp(-((apart / _GLARE_WIDTH) ** 2))[..., None]
    return np.asarray(total * 3.0 * look.mat_gloss)


def _sensitivity(look: Look) -> Floats:
    return (np.array(look.balance_rgb) * look.exposure).astype(np.float32)


def _grain(look: Look) -> NDArray[np.uint16]:
    """Draw a square of the bare table, one pixel a millimetre, that can be repeated."""
    rng = np.random.default_rng(_GRAIN_SEED)
    rough = rng.normal(0.0, 1.0, (_GRAIN_MM, _GRAIN_MM)).astype(np.float32)
    along, strength = (40.0, 0.10) if look.table == "wood" else (0.8, 0.05)
    streaks = cv2.GaussianBlur(rough, (0, 0), sigmaX=along, sigmaY=1.2, borderType=cv2.BORDER_REFLECT)
    grain = 1.0 + strength * streaks / float(streaks.std())
    shade = np.clip(grain[:, :, None] * np.array(look.table_rgb, dtype=np.float32), 0.0, 1.0)
    return np.asarray(shade * _LIGHT_LEVELS, dtype=np.uint16)

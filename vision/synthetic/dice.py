"""Dice as solid things: a rounded box with pips, traced ray by ray.

Opposite faces sum to seven, and 1, 2, 3 run counterclockwise around their corner, as on Western dice.
"""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np

from vision.image import Floats, Point
from vision.synthetic.camera import Reals, SceneCamera, dots
from vision.synthetic.light import Room, cast
from vision.synthetic.patch import Box, Paint, Shade, paint_of
from vision.synthetic.scene import DieInk, Look, SceneDie

_FINE = 2  # rays per pixel, each way
_STEPS = 60  # nearly all rays arrive in two; those that graze a side need many
_TOUCH_MM = 0.01
_ROUNDING = 0.10  # radius of corners, as a share of the edge
_MIRROR = 0.55  # of what a polished face would mirror at a grazing look; dice are worn
_SHINE = 96  # how tight the lamps' highlights are
_SPREAD = 0.265  # from a face's middle to its outer pips, as a share of the edge

# On the die itself: x, y, z carry the faces 2, 4, 1 and, on the other side, 5, 3, 6. (The frame is left-
# handed: z is up while y runs down the picture.)
_FACES = {(0, 1): 2, (0, -1): 5, (1, 1): 4, (1, -1): 3, (2, 1): 1, (2, -1): 6}

_TURNS = {  # rows: which of the die's axes lies to the right, down, and up when that value is on top
    1: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    2: ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    3: ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    4: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    5: ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    6: ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
}

_CORNER, _EDGE = ((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0))
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: _CORNER,
    3: (*_CORNER, (0.0, 0.0)),
    4: (*_CORNER, *_EDGE),
    5: (*_CORNER, *_EDGE, (0.0, 0.0)),
    6: (*_CORNER, *_EDGE, (-1.0, 0.0), (1.0, 0.0)),
}


@dataclass(frozen=True, slots=True)
class _Solid:
    """Where a die's body is and how it stands."""

    middle: Reals
    turn: Reals
    """From the die's own axes to the table's."""
    half: float

    @property
    def rounding(self) -> float:
        return 2.0 * self.half * _ROUNDING

    def corners(self, half: float) -> Reals:
        """Give the corners (8, 3) of a box of that half edge, on the table."""
        return np.asarray(self.middle + half * self._signs() @ self.turn.T)

    def chamfered(self) -> Reals:
        """Give the corners (24, 3) of a sharp body that stands and throws shadows like the rounded one."""
        inner = self.half - 0.6 * self.rounding
        sizes = np.array([[self.half, inner, inner], [inner, self.half, inner], [inner, inner, self.half]])
        return np.concatenate([self.middle + self._signs() * size @ self.turn.T for size in sizes])

    def _signs(self) -> Reals:
        return np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


def _solid(die: SceneDie) -> _Solid:
    yaw, lean, half = radians(die.yaw_deg), radians(die.lean_deg), die.edge_mm / 2
    about_up = np.array([[cos(yaw), sin(yaw), 0.0], [-sin(yaw), cos(yaw), 0.0], [0.0, 0.0, 1.0]])
    about_right = np.array([[1.0, 0.0, 0.0], [0.0, cos(lean), -sin(lean)], [0.0, sin(lean), cos(lean)]])
    turn = about_up @ about_right @ np.array(_TURNS[die.value], dtype=np.float64)
    inner = half * (1.0 - 2.0 * _ROUNDING)
    lift = float(np.abs(turn[2]).sum()) * inner + half * 2.0 * _ROUNDING  # the lowest point touches the table
    return _Solid(np.array([die.x_mm, die.y_mm, lift]), turn, half)


def top_px(camera: SceneCamera, die: SceneDie) -> Point:
    """Say where the middle of a die's top face shows in the picture, in pixels."""
    solid = _solid(die)
    upward = solid.turn @ np.array(_TURNS[die.value][2], dtype=np.float64)
    x, y = camera.project(solid.middle + solid.half * upward)
    return float(x), float(y)


def face_towards(die: SceneDie, direction: tuple[float, float, float]) -> int:
    """Say which value a die shows to a direction of the table: x right, y down the panel, z up."""
    along = np.array(direction) @ _solid(die).turn
    axis = int(np.argmax(np.abs(along)))
    return _FACES[axis, 1 if along[axis] > 0 else -1]


def die_shadow(room: Room, camera: SceneCamera, die: SceneDie) -> Shade | None:
    """Draw the shadow of a die on the panel; None when it falls outside the picture."""
    solid = _solid(die)
    return cast(
        room, camera, solid.chamfered()[None], (die.x_mm, die.y_mm), blur_px=max(1.0, room.look.blur_px)
    )


def draw_die(room: Room, camera: SceneCamera, die: SceneDie) -> Paint | None:
    """Draw a die; None when it lies outside the picture."""
    solid, blur = _solid(die), room.look.blur_px
    box = Box.around(camera.project(solid.corners(solid.half)), 1.0 + 3.0 * blur, camera.width, camera.height)
    if box is None:
        return None
    rows, columns = (side * _FINE for side in box.size)
    rays = camera.rays(_fine_pixels(box)).reshape(-1, 3)
    rays /= np.sqrt(dots(rays, rays))[:, None]
    start = (camera.position_mm - solid.middle) @ solid.turn
    which, spots = _trace(start.astype(np.float32), (rays @ solid.turn).astype(np.float32), solid)
    light = np.zeros((rows * columns, 3), dtype=np.float32)
    cover = np.zeros(rows * columns, dtype=np.float32)
    light[which] = _light(room, solid, room.look.inks[die.colour], spots, rays[which], camera)
    cover[which] = 1.0
    return paint_of(
        box,
        _pixels(light.reshape(rows, columns, 3), blur),
        _pixels(cover.reshape(rows, columns), blur),
    )


def _fine_pixels(box: Box) -> Reals:
    """Give the places of all rays of a box, in pixels: (rows, columns, 2)."""
    step = (np.arange(_FINE) + 0.5) / _FINE - 0.5
    across = (np.arange(box.left, box.right)[:, None] + step).ravel()
    down = (np.arange(box.top, box.bottom)[:, None] + step).ravel()
    return np.stack(np.meshgrid(across, down), axis=-1)


def _pixels(fine: Floats, blur: float) -> Floats:
    """Gather rays to pixels, as a blurring lens does."""
    whole = cv2.resize(fine, None, fx=1 / _FINE, fy=1 / _FINE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(whole, (0, 0), blur) if blur > 0 else whole, dtype=np.float32)


def _trace(
    start: Floats, rays: Floats, solid: _Solid
) -> tuple[np.ndarray[tuple[int], np.dtype[np.intp]], Floats]:
    """Follow rays (N, 3) of the die's own frame to its surface: which of them meet it, and where (M, 3)."""
    with np.errstate(divide="ignore"):
        near = (-np.sign(rays) * solid.half - start) / rays
        far = (np.sign(rays) * solid.half - start) / rays
    enter = np.maximum(np.maximum(near[:, 0], near[:, 1]), near[:, 2])
    leave = np.minimum(np.minimum(far[:, 0], far[:, 1]), far[:, 2])
    which = np.flatnonzero(enter < leave)
    ahead, gone, left = rays[which], enter[which], leave[which]
    under_way = np.arange(which.size)
    for _ in range(_STEPS):  # stepping by the distance to a body never steps over its surface
        gap = _gap(solid, start + ahead[under_way] * gone[under_way, None])
        gone[under_way] += gap
        under_way = under_way[(gap > _TOUCH_MM) & (gone[under_way] < left[under_way])]
    gone[under_way] = left[under_way]
    met = gone < left
    return which[met], (start + ahead * gone[:, None])[met]


def _gap(solid: _Solid, spots: Floats) -> Floats:
    """Say how far spots (M, 3) of the die's own frame are from its surface."""
    outside = np.maximum(np.abs(spots) - np.float32(solid.half - solid.rounding), 0.0)
    return np.asarray(np.sqrt(dots(outside, outside)) - np.float32(solid.rounding), dtype=np.float32)


def _light(room: Room, solid: _Solid, ink: DieInk, spots: Floats, rays: Reals, camera: SceneCamera) -> Floats:
    """Say how much light (M, 3) comes from spots (M, 3) of a die to the sensor along rays (M, 3)."""
    look = room.look
    inner = solid.half - solid.rounding
    outside = np.sign(spots) * np.maximum(np.abs(spots) - inner, 0.0)
    normals = (outside / np.sqrt(dots(outside, outside))[:, None]) @ solid.turn.T
    points = solid.middle + spots @ solid.turn.T
    pip = _pip_share(spots, solid.half, look.pip_share, camera)[:, None]
    paint = np.array(ink.body) * (1.0 - pip) + np.array(ink.pips) * pip
    facing = -dots(rays, normals)[:, None]
    slanted = np.clip(1.0 - facing, 0.0, 1.0)
    mirror = look.gloss + _MIRROR * (1.0 - look.gloss) * slanted**5
    away = rays + 2.0 * facing * normals
    seen = paint * room.on_surface(points, normals) * (1.0 - mirror)
    seen += mirror * _mirrored(room, points, away) + look.gloss * _highlights(look, points, away)
    return np.asarray(seen * look.exposure * np.array(look.balance_rgb), dtype=np.float32)


def _pip_share(spots: Floats, half: float, share: float, camera: SceneCamera) -> Floats:
    """Say how far each spot (M, 3) of the die's own frame lies inside a pip, 0 to 1."""
    x, y, z = np.abs(spots.T)
    axis = np.where(z >= np.maximum(x, y), 2, np.where(y > x, 1, 0))
    radius, spread = share * half, _SPREAD * 2.0 * half
    sharpness = _FINE * camera.focal_px / camera.height_mm
    inside = np.zeros(len(spots), dtype=np.float32)
    for (along, sign), value in _FACES.items():
        here = np.flatnonzero((axis == along) & (spots[:, along] * sign > 0))
        if here.size:
            u, v = (spots[here, other] for other in range(3) if other != along)
            apart = np.full(here.size, np.inf, dtype=np.float32)
            for across, down in _PIPS[value]:
                np.minimum(apart, np.hypot(u - across * spread, v - down * spread), out=apart)
            inside[here] = np.clip((radius - apart) * sharpness + 0.5, 0.0, 1.0)
    return inside


def _mirrored(room: Room, points: Reals, away: Reals) -> Reals:
    """Say what a shiny face mirrors: the panel below, darker where the die stands, or the room above."""
    paper = np.array(room.look.paper_rgb) * room.on_panel(room.middle_mm)
    bright = np.minimum(0.3 + 0.06 * points[:, 2:], 1.0)
    return np.where(away[:, 2:] < 0.0, bright * paper, np.array(room.look.ambient_rgb))


def _highlights(look: Look, points: Reals, away: Reals) -> Reals:
    """Say how bright the lamps themselves are mirrored."""
    total = np.zeros_like(points)
    for lamp in look.lamps:
        way = np.array([lamp.x_mm, lamp.y_mm, lamp.z_mm]) - points
        near = np.maximum(dots(way, away), 0.0) / np.sqrt(dots(way, way))
        total += np.array(lamp.rgb) * (8.0 * near**_SHINE)[:, None]
    return total

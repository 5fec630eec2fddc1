"""The simulated camera: where a place on the table shows in the picture, and the way back.

Points are millimetres on the layout: x to the right, y down, z up from the panel. Pixels have their centres
at whole numbers.
"""

from dataclasses import dataclass, replace
from math import cos, radians, sin, tan
from typing import Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.image import Point
from vision.layout import BoardLayout

T = TypeVar("T", np.float32, np.float64)

Reals = NDArray[np.float64]
"""An array of double-precision numbers whose meaning its user states."""


def dots(one: NDArray[T], other: NDArray[T]) -> NDArray[T]:
    """Multiply vectors (..., N) with vectors, each to one number: (...)."""
    return np.asarray(np.einsum("...i,...i->...", one, other))


_UP_TO_DEPTH = np.array([1.0, 1.0, -1.0])


@dataclass(frozen=True, slots=True)
class SceneCamera:
    """A camera that hangs over the panel and looks at a point of it."""

    width: int = 1536
    height: int = 864
    hfov_deg: float = 66.0
    """The horizontal angle of view."""
    height_mm: float = 480.0
    """From the panel's plane up to the lens."""
    tilt_deg: float = 0.0
    """Between the camera's axis and the vertical."""
    tilt_toward_deg: float = -90.0
    """Which way the camera looks when tilted: 0 is the panel's right, 90 its lower edge."""
    turn_deg: float = 0.0
    """How far the panel appears turned, clockwise in the picture."""
    offset_mm: Point = (0.0, 0.0)
    """How far the point looked at lies from aim_mm."""
    aim_mm: Point = (210.0, 148.5)
    """The middle of the panel."""
    k1: float = 0.0
    """Radial distortion, with radii in units of the focal length: negative is barrel."""

    @classmethod
    def over(cls, layout: BoardLayout, **settings: float | Point) -> Self:
        """Build a camera that looks at the middle of the layout's markers."""
        centres = np.array([marker.centre_mm for marker in layout.markers])
        x, y = (centres.min(axis=0) + centres.max(axis=0)) / 2
        return replace(cls(), aim_mm=(float(x), float(y)), **settings)  # type: ignore[arg-type]

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.width / 2 / tan(radians(self.hfov_deg) / 2)

    @property
    def middle_px(self) -> Point:
        """Where the camera's axis meets the picture."""
        return (self.width - 1) / 2, (self.height - 1) / 2

    @property
    def position_mm(self) -> Reals:
        """Where the lens is: x, y, z."""
        ahead = self._ahead()
        aim = np.array([self.aim_mm[0] + self.offset_mm[0], self.aim_mm[1] + self.offset_mm[1], 0.0])
        return np.asarray((aim - ahead * (self.height_mm / ahead[2])) * _UP_TO_DEPTH)

    @property
    def axes(self) -> Reals:
        """The camera's right, down and ahead as rows of x, y, z (a left-handed frame, as z points up)."""
        turn = radians(self.turn_deg)
        roll = np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
        return np.asarray((roll @ self._tilted()) * _UP_TO_DEPTH)

    def project(self, points_mm: ArrayLike) -> Reals:
        """Say where points (..., 3) show in the picture, as pixels (..., 2)."""
        seen = (np.asarray(points_mm, dtype=np.float64) - self.position_mm) @ self.axes.T
        flat = seen[..., :2] / seen[..., 2:]
        bend = 1.0 + self.k1 * dots(flat, flat)[..., None]
        return np.asarray(flat * bend * self.focal_px + self.middle_px)

    def rays(self, pixels: ArrayLike) -> Reals:
        """Give the directions (..., 3), not of unit length, in which pixels (..., 2) look."""
        bent = (np.asarray(pixels, dtype=np.float64) - self.middle_px) / self.focal_px
        flat = bent
        if self.k1:
            for _ in range(6):  # converges by a factor of about 20 a step for lenses of this kind
                flat = bent / (1.0 + self.k1 * dots(flat, flat)[..., None])
        ahead = np.ones((*flat.shape[:-1], 1))
        return np.asarray(np.concatenate([flat, ahead], axis=-1) @ self.axes)

    def on_plane(self, pixels: ArrayLike, z_mm: float = 0.0) -> Reals:
        """Say which places (..., 2) of the plane at that height the pixels (..., 2) show, in millimetres."""
        rays = self.rays(pixels)
        lens = self.position_mm
        reach = (z_mm - lens[2]) / rays[..., 2:]
        return np.asarray(lens[:2] + rays[..., :2] * reach)

    def _ahead(self) -> Reals:
        """Point where the camera looks: x, y, depth."""
        tilt, toward = radians(self.tilt_deg), radians(self.tilt_toward_deg)
        return np.array([sin(tilt) * cos(toward), sin(tilt) * sin(toward), cos(tilt)])

    def _tilted(self) -> Reals:
        """Give the rotation that tilts without turning, rows in x, y, depth."""
        x, y, depth = self._ahead()
        share = 1.0 / (1.0 + depth)
        return np.array(
            [
                [1.0 - x * x * share, -x * y * share, -x],
                [-x * y * share, 1.0 - y * y * share, -y],
                [x, y, depth],
            ]
        )


def varied_camera(layout: BoardLayout, seed: int) -> SceneCamera:
    """Build a camera as somebody might have hung it: 45 to 53 cm high, tilted up to 9 degrees.

    Over a panel that is taller than wide it is turned by a quarter, one way or the other.
    """
    rng = np.random.default_rng(seed)
    upright = layout.size_mm[1] > layout.size_mm[0]
    quarter = (90.0 if seed % 2 else -90.0) if upright else 0.0
    return SceneCamera.over(
        layout,
        height_mm=float(rng.uniform(455.0, 530.0)),
        tilt_deg=float(rng.uniform(0.0, 9.0)),
        tilt_toward_deg=float(rng.uniform(-180.0, 180.0)),
        turn_deg=quarter + float(rng.uniform(-6.0, 6.0)),
        offset_mm=(float(rng.uniform(-8.0, 8.0)), float(rng.uniform(-5.0, 5.0))),
        k1=float(rng.uniform(-0.04, 0.015)),
    )

"""Small pictures that are laid over a large one, and how light becomes bytes.

Pictures keep light as a sensor notes it down, by a power law. Under a power law less light is a plain factor,
so shadows, brightness and coloured light are all drawn by multiplying bytes.
"""

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Frame
from vision.synthetic.camera import Reals

Steps = TypeVar("Steps", np.uint8, np.float32)

GAMMA = 2.2
"""A noted value is the light to the power 1 / GAMMA."""

_SHADE_BYTES = (np.linspace(0.0, 1.0, 256) ** (1.0 / GAMMA) * 255.0 + 0.5).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; right and bottom lie outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, pixels: Reals, margin: float, width: int, height: int) -> "Box | None":
        """Build the box around pixels (N, 2), cut to the picture; None when nothing is left of it."""
        left, top = np.floor(pixels.min(axis=0) - margin).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0) + margin).astype(int) + 1
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        return cls(int(left), int(top), int(right), int(bottom)) if left < right and top < bottom else None

    @property
    def size(self) -> tuple[int, int]:
        """Give rows and columns."""
        return self.bottom - self.top, self.right - self.left

    def of(self, picture: NDArray[Steps]) -> NDArray[Steps]:
        """Give the part of a picture inside this box, as a view."""
        return picture[self.top : self.bottom, self.left : self.right]


@dataclass(frozen=True, slots=True)
class Shade:
    """Less light: 255 leaves a byte as it is."""

    box: Box
    factor: Frame

    def lay_on(self, frame: Frame) -> None:
        """Darken the frame in place."""
        there = self.box.of(frame)
        cv2.multiply(there, self.factor, dst=there, scale=1 / 255)


@dataclass(frozen=True, slots=True)
class Paint:
    """A thing that hides what lies under it."""

    box: Box
    rgb: Frame
    """Already weighted by the cover."""
    cover: NDArray[np.uint8]
    """How much is hidden, 255 being all; H x W."""

    def lay_on(self, frame: Frame) -> None:
        """Cover the frame in place."""
        there = self.box.of(frame)
        left = cv2.cvtColor(cv2.bitwise_not(self.cover), cv2.COLOR_GRAY2RGB)
        cv2.multiply(there, left, dst=there, scale=1 / 255)
        cv2.add(there, self.rgb, dst=there)

    def covers(self, pixels: Reals) -> NDArray[np.bool_]:
        """Say which pixels (N, 2) it hides."""
        x, y = np.rint(pixels).astype(int).T - np.array([[self.box.left], [self.box.top]])
        rows, columns = self.box.size
        inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
        hidden = np.zeros(len(pixels), dtype=bool)
        hidden[inside] = self.cover[y[inside], x[inside]] > 127
        return hidden

    def dimmed(self, brightness: float) -> "Paint":
        """Give the same thing under another brightness of the room."""
        if brightness == 1.0:
            return self
        rgb = cv2.convertScaleAbs(self.rgb, alpha=brightness ** (1.0 / GAMMA))
        ceiling = cv2.cvtColor(self.cover, cv2.COLOR_GRAY2RGB)
        return Paint(self.box, np.asarray(cv2.min(rgb, ceiling), dtype=np.uint8), self.cover)


def noted(light: Floats) -> Floats:
    """Turn light, 1 being the brightest, into what the sensor notes down, 0 to 1."""
    return np.asarray(cv2.pow(np.clip(light, 0.0, 1.0), 1.0 / GAMMA), dtype=np.float32)


def shade_of(box: Box, light_left: NDArray[np.uint8]) -> Shade:
    """Build a shade from the share of light that is left, 255 being all of it."""
    return Shade(box, np.asarray(cv2.LUT(light_left, _SHADE_BYTES), dtype=np.uint8))


def paint_of(box: Box, light: Floats, cover: Floats) -> Paint:
    """Build a paint from light (H, W, 3), weighted by its cover (H, W), 0 to 1."""
    weight: Floats = np.maximum(cover, np.float32(1e-4))[:, :, None]
    rgb: Floats = noted(np.divide(light, weight, dtype=np.float32)) * weight
    return Paint(box, _bytes(rgb), _bytes(cover))


def _bytes(share: Floats) -> Frame:
    return np.asarray(share * 255.0 + 0.5, dtype=np.uint8)

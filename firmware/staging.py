"""The stage of the sequences: a drawn table whose light wavers, whose lamps blink and whose camera is bumped.

Light and bumps are laid over the artist's pictures: light as a factor on what the sensor notes, a bump as the
turn of the camera that causes it, which is exact for a turn.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware.table import lamp_glows
from hardware import LAMP_NAMES
from vision import BoardLayout, Frame
from vision.synthetic import Hand, Scene, SceneCamera, SceneDie, TableArtist, varied_camera, varied_look

__all__ = ["Kind", "Light", "Stage", "light_by_lot"]

FLICKER_HZ = 9.1
"""How fast the light of mains lamps seems to waver in pictures taken 20 times a second."""
BANDS_PER_PICTURE = 1.5
"""Stripes of such a light in one picture, which the sensor reads row by row."""
BLINK_HZ = 2.0
BUMP_SECONDS = 0.15
"""How long a bumped camera shakes."""


class Kind(StrEnum):
    """The panels that are played on."""

    PLAIN = "plain mat"
    BUSY = "busy mat"
    CONTROL = "control panel"


@dataclass(frozen=True, slots=True)
class Light:
    """What the room's light does during one placement."""

    before: float = 1.0
    """The exposure at first, where 1 is the look's."""
    after: float = 1.0
    """The exposure from `steps_at` on."""
    steps_at: float = math.inf
    flicker: float = 0.0
    """How much of the light wavers."""
    bands: float = 0.0
    """How much of it wavers in stripes."""
    passer: float = 0.0
    """How much light a person keeps off who walks past a lamp, from one side to the other."""
    passes_at: float = math.inf

    def at(self, t: float) -> tuple[float, NDArray[np.float32] | None]:
        """The factor on the whole picture, and one on stripes of it, 0 to 1: rows x 1, 1 x columns, or None.

        Stripes are spread evenly over the picture.
        """
        gain = self.before if t < self.steps_at else self.after
        wave = 2 * math.pi * FLICKER_HZ * t
        gain *= 1 - self.flicker * (1 + math.sin(wave)) / 2
        along = np.linspace(0.0, 1.0, 96, dtype=np.float32)
        if self.bands:
            stripes = np.sin(2 * np.pi * BANDS_PER_PICTURE * along + np.float32(wave))
            return gain, np.asarray(1 - self.bands * (1 + stripes) / 2)[:, None]
        if self.passer and self.passes_at <= t:
            middle = (t - self.passes_at) / 1.5 * 2.0 - 0.5
            shade = np.exp(-(((along - middle) / 0.3) ** 2))
            return gain, np.asarray(1 - self.passer * shade)[None]
        return gain, None


def light_by_lot(now: float, chance: Generator) -> Light:
    """What the light does next, where the exposure is `now`; mostly nothing."""
    event = chance.random()
    if event < 0.10:
        return Light(now, float(chance.uniform(0.75, 1.2)), float(chance.uniform(0.1, 2.0)))
    if event < 0.16:
        return Light(now, now, flicker=float(chance.uniform(0.02, 0.08)))
    if event < 0.20:
        return Light(now, now, bands=float(chance.uniform(0.02, 0.10)))
    if event < 0.25:
        passes_at = float(chance.uniform(0.0, 1.5))
        return Light(now, now, passer=float(chance.uniform(0.1, 0.35)), passes_at=passes_at)
    return Light(now, now)


@dataclass(frozen=True, slots=True)
class Lamps:
    """Our own lamps during one placement."""

    lit: frozenset[str] = frozenset()
    blinking: frozenset[str] = frozenset()

    def at(self, t: float) -> Mapping[str, float]:
        """The lamps that are lit now, and how brightly."""
        on = self.lit | self.blinking if t * BLINK_HZ % 1.0 < 0.5 else self.lit
        return dict.fromkeys(sorted(on), 1.0)

    @classmethod
    def by_lot(cls, layout: BoardLayout, chance: Generator) -> "Lamps":
        """Some lamps burn, now and then those of the axis blink, as they do when a die is refused."""
        spaces = {space.name for space in layout.spaces}
        axis = [name for name in LAMP_NAMES if name.startswith("axis.")]
        there = [*axis, *(name for name in LAMP_NAMES if name in spaces)]
        lit = frozenset(name for name in there if chance.random() < 0.15)
        return cls(lit, frozenset(axis if chance.random() < 0.08 else ()))


class Stage:
    """One table under one camera, which can be bumped."""

    def __init__(self, kind: Kind, layout: BoardLayout, seed: int) -> None:
        look = varied_look(seed)
        camera = varied_camera(layout, seed)
        if kind is not Kind.PLAIN:
            look = replace(look, art_seed=seed)
        self.kind = kind
        self.layout = layout
        self._artist = TableArtist(layout, camera, look)
        self._camera = camera
        self._turn: NDArray[np.float64] | None = None
        self._seed = seed
        self._pictures = 0

    def bump(self, chance: Generator) -> None:
        """Turn the camera by up to a degree and a half; 5 to 10 mm on the panel."""
        self._turn = _turned(
            self._camera, chance.uniform(-0.7, 0.7, 2).tolist(), float(chance.uniform(-1.5, 1.5))
        )

    def set_right(self) -> None:
        """Turn a bumped camera back."""
        self._turn = None

    def draw(
        self,
        dice: tuple[SceneDie, ...],
        hands: tuple[Hand, ...],
        tokens: frozenset[str],
        lit: Mapping[str, float],
        light: tuple[float, NDArray[np.float32] | None],
        *,
        shake_px: float = 0.0,
    ) -> Frame:
        """The picture of a moment: RGB, H x W x 3."""
        self._pictures += 1
        scene = Scene(dice, hands, lamp_glows(self.layout, lit), tokens)
        frame = self._artist.draw(scene, seed=self._seed * 100_003 + self._pictures)
        frame = _shone_on(frame, *light)
        if self._turn is not None:
            frame = _warped(frame, self._turn)
        if shake_px:
            shift = np.array([[1.0, 0.0, shake_px], [0.0, 1.0, -shake_px / 2], [0.0, 0.0, 1.0]])
            frame = np.asarray(cv2.addWeighted(frame, 0.5, _warped(frame, shift), 0.5, 0.0), np.uint8)
        return frame


def _shone_on(frame: Frame, gain: float, parts: NDArray[np.float32] | None) -> Frame:
    """Let more or less light fall on a picture, in parts of what the sensor notes."""
    if parts is None:
        return frame if gain == 1.0 else np.asarray(cv2.convertScaleAbs(frame, alpha=gain), np.uint8)
    small = np.asarray(np.rint(parts * 255), np.uint8)
    whole = cv2.resize(small, (frame.shape[1], frame.shape[0]), interpolation=cv2.INTER_LINEAR)
    shade = cv2.cvtColor(whole, cv2.COLOR_GRAY2RGB)
    return np.asarray(cv2.multiply(frame, shade, scale=gain / 255), np.uint8)


def _turned(camera: SceneCamera, tilt_deg: list[float], roll_deg: float) -> NDArray[np.float64]:
    """How a picture changes when its camera turns about its lens."""
    middle = camera.middle_px
    lens = np.array([[camera.focal_px, 0.0, middle[0]], [0.0, camera.focal_px, middle[1]], [0.0, 0.0, 1.0]])
    turn = np.asarray(cv2.Rodrigues(np.radians([*tilt_deg, roll_deg]))[0], np.float64)
    return np.asarray(lens @ turn @ np.linalg.inv(lens))


def _warped(frame: Frame, warp: NDArray[np.float64]) -> Frame:
    size = (frame.shape[1], frame.shape[0])
    return np.asarray(cv2.warpPerspective(frame, warp, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

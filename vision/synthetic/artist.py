"""Draws a table from the places of its dice, as the camera over it will show it.

The picture is built as light goes: the empty panel in the room's light (drawn once), shadows on it, tokens
and dice, the panel's own lamps, arms over all of it, and at last the sensor's noise.
"""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import LayoutError
from vision.image import Floats, Frame
from vision.layout import BoardLayout, Space
from vision.synthetic.camera import Reals, SceneCamera
from vision.synthetic.dice import die_shadow, draw_die
from vision.synthetic.glow import draw_dot, gain_of, sparse_places
from vision.synthetic.hand import draw_hand, hand_shadow
from vision.synthetic.light import Room
from vision.synthetic.patch import Box, Paint, Shade, noted
from vision.synthetic.print import print_sheet
from vision.synthetic.scene import (
    Glow,
    Hand,
    Look,
    Scene,
    SceneDie,
)
from vision.synthetic.table import draw_empty_table
from vision.synthetic.tokens import draw_token, token_shadow

__all__ = ["TableArtist"]

_NOISE_SEED = 11
_NOISE_ROOM = 160  # every picture takes its noise from another place of one larger noisy picture


class TableArtist:
    """Draws pictures of one table seen by one camera.

    What was drawn before is kept and used again; a picture never depends on what was drawn before it.
    """

    def __init__(self, layout: BoardLayout, camera: SceneCamera, look: Look | None = None) -> None:
        self.layout = layout
        self.camera = camera
        self.look = look or Look()
        self._room = Room(self.look, camera.aim_mm)
        self._places = sparse_places(camera)
        self._empty = draw_empty_table(self._room, camera, print_sheet(layout, self.look))
        self._noise = _noise(camera, self.look.noise)
        self._spots = {spot.name: spot for spot in layout.token_spots}
        self._background = lru_cache(maxsize=4)(self._draw_background)
        self._token = lru_cache(maxsize=64)(self._draw_token)
        self._die = lru_cache(maxsize=256)(self._draw_die)
        self._hand = lru_cache(maxsize=8)(self._draw_hand)
        self._dot = lru_cache(maxsize=256)(self._draw_dot)
        self._gain = lru_cache(maxsize=8)(self._draw_gain)
        self._clean = lru_cache(maxsize=2)(self._draw_clean)

    def draw(self, scene: Scene, *, seed: int) -> Frame:
        """Draw a scene; the seed decides the sensor's noise and nothing else.

        Raises LayoutError for a token on a spot that the layout does not have.
        """
        clean = self._clean(scene)
        if self._noise is None:
            return clean.copy()
        x, y = np.random.default_rng(seed).integers(_NOISE_ROOM, size=2)
        brighter, darker = (
            part[y : y + self.camera.height, x : x + self.camera.width] for part in self._noise
        )
        frame = cv2.add(clean, brighter)
        return np.asarray(cv2.subtract(frame, darker, dst=frame), dtype=np.uint8)

    def hidden(self, scene: Scene) -> frozenset[str]:
        """Name the spaces that arms hide from the camera, for half of their square or more."""
        covers = [paint for hand in scene.hands if (paint := self._hand(hand)[1]) is not None]
        return frozenset(space.name for space in self.layout.spaces if self._is_hidden(space, covers))

    def hidden_share(self, scene: Scene, die: SceneDie) -> float:
        """Say what part of a die's top arms hide from the camera, 0 to 1."""
        covers = [paint for hand in scene.hands if (paint := self._hand(hand)[1]) is not None]
        across = (np.arange(6) - 2.5) / 6.0 * die.edge_mm
        x, y = np.meshgrid(die.x_mm + across, die.y_mm + across)
        top = np.stack([x, y, np.full_like(x, die.edge_mm)], axis=-1)
        return float(self._under(covers, top).mean())

    def _is_hidden(self, space: Space, covers: list[Paint]) -> bool:
        across = (np.arange(8) - 3.5) / 8.0 * self.layout.space_size_mm
        x, y = np.meshgrid(space.centre_mm[0] + across, space.centre_mm[1] + across)
        return bool(self._under(covers, np.stack([x, y, np.zeros_like(x)], axis=-1)).mean() >= 0.5)

    def _under(self, covers: list[Paint], places_mm: Reals) -> NDArray[np.bool_]:
        """Say which places (..., 3) arms hide."""
        pixels = self.camera.project(places_mm).reshape(-1, 2)
        under = np.zeros(len(pixels), dtype=bool)
        for paint in covers:
            under |= paint.covers(pixels)
        return under

    def _draw_clean(self, scene: Scene) -> Frame:
        """Draw a scene as a sensor without noise would note it."""
        frame = self._background(scene.brightness).copy()
        tokens = [self._token(name) for name in sorted(scene.tokens)]
        dice = [self._die(die) for die in sorted(scene.dice, key=self._from_the_rim)]
        hands = [self._hand(hand) for hand in scene.hands]
        # Dice have one height, so the shadow of one never falls on another's top: shadows can come first.
        for shadow, _ in (*tokens, *dice):
            _lay(frame, shadow)
        for glow in scene.glows:
            _lay(frame, self._dot(glow))
        for _, paint in (*tokens, *dice):
            _lay(frame, paint and paint.dimmed(scene.brightness))
        self._light_up(frame, scene)
        for shadow, paint in hands:
            _lay(frame, shadow)
            _lay(frame, paint and paint.dimmed(scene.brightness))
        return frame

    def _from_the_rim(self, die: SceneDie) -> float:
        """Order dice so that one nearer to the camera, which leans outward over others, comes later."""
        x, y, _ = self.camera.position_mm
        return -((die.x_mm - float(x)) ** 2 + (die.y_mm - float(y)) ** 2)

    def _light_up(self, frame: Frame, scene: Scene) -> None:
        gain = self._gain(scene.glows, scene.brightness) if scene.glows else None
        if gain is not None:
            box, factor = gain
            there = box.of(frame)
            cv2.multiply(there, factor, dst=there, dtype=cv2.CV_8U)

    def _draw_background(self, brightness: float) -> Frame:
        light = self._empty * np.float32(max(brightness, 0.0))
        return np.asarray(noted(light) * 255.0 + 0.5, dtype=np.uint8)

    def _draw_token(self, name: str) -> tuple[Shade | None, Paint | None]:
        if name not in self._spots:
            raise LayoutError(self.layout.name, f"no token spot named {name!r}")
        spot = self._spots[name]
        return token_shadow(self._room, self.camera, spot), draw_token(self._room, self.camera, spot)

    def _draw_die(self, die: SceneDie) -> tuple[Shade | None, Paint | None]:
        return die_shadow(self._room, self.camera, die), draw_die(self._room, self.camera, die)

    def _draw_hand(self, hand: Hand) -> tuple[Shade | None, Paint | None]:
        return (
            hand_shadow(self._room, self.camera, self.layout, hand),
            draw_hand(self._room, self.camera, self.layout, hand),
        )

    def _draw_dot(self, glow: Glow) -> Paint | None:
        return draw_dot(self.camera, glow, self.look.blur_px)

    def _draw_gain(self, glows: tuple[Glow, ...], brightness: float) -> tuple[Box, Floats] | None:
        return gain_of(self.camera, self._places, glows, brightness)


def _lay(frame: Frame, patch: Shade | Paint | None) -> None:
    if patch is not None:
        patch.lay_on(frame)


def _noise(camera: SceneCamera, sigma: float) -> tuple[Frame, Frame] | None:
    """Draw noise once, larger than a picture: what to add and what to take away."""
    if sigma <= 0.0:
        return None
    shape = (camera.height + _NOISE_ROOM, camera.width + _NOISE_ROOM, 3)
    rng = np.random.default_rng(_NOISE_SEED)
    steps = np.rint(rng.standard_normal(shape, dtype=np.float32) * np.float32(sigma))
    return (
        np.asarray(np.clip(steps, 0.0, 255.0), dtype=np.uint8),
        np.asarray(np.clip(-steps, 0.0, 255.0), dtype=np.uint8),
    )

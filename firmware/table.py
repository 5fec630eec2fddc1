"""The simulated table: dice, hands and our own lamps' light, as the simulated camera sees them.

What a person would do at the real table are methods here: place, lift, take_back. The picture is drawn
anew for every capture, with fresh noise, so that no two are alike; everything follows from the seed.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from vision import BoardLayout, Colour, Frame, Point
from vision.synthetic import Glow, Hand, Scene, SceneCamera, SceneDie, TableArtist, lay_die

__all__ = ["SimulatedTable", "lamp_glows"]

GREEN, AMBER, RED = (0.3, 1.0, 0.3), (1.0, 0.8, 0.4), (1.0, 0.25, 0.15)
"""Red, green and blue, 0 to 1."""
LAMP_RGB = {"gear": GREEN, "flaps": GREEN, "brakes": GREEN, "axis": AMBER, "alarm": RED}
LAMP_STRENGTH = 0.5
"""A lamp's light beside it, where 1 is as much as the room's own."""


class SimulatedTable:
    """A panel with dice on it, under a camera."""

    def __init__(self, layout: BoardLayout, *, seed: int = 0, camera: SceneCamera | None = None) -> None:
        self._layout = layout
        self._artist = TableArtist(layout, camera or SceneCamera())
        self._seed = seed
        self._pictures = 0
        self._dice: dict[str, SceneDie] = {}
        self._hand: Hand | None = None
        self.brightness = 1.0
        self.lamps: Callable[[], Mapping[str, float]] = dict
        """Gives the lamps that are lit and how brightly (0 to 1)."""

    @property
    def dice(self) -> Mapping[str, SceneDie]:
        """The dice on the panel, by space."""
        return self._dice

    def place(self, colour: Colour, value: int, space: str) -> None:
        """Lay a die into a space as people do: a little off its middle, turned anyhow."""
        self._seed += 1
        self._dice[space] = lay_die(self._layout, space, colour, value, seed=self._seed)

    def lean(self, space: str, degrees: float) -> None:
        """Lean a die against something: it has no value then."""
        self._dice[space] = replace(self._dice[space], lean_deg=degrees)

    def lift(self, space: str) -> None:
        """Take one die off the panel."""
        del self._dice[space]

    def take_back(self) -> None:
        """Take every die off the panel."""
        self._dice.clear()

    def reach(self, space: str, role: Literal["pilot", "copilot"]) -> None:
        """Reach over the panel to a space, from the Pilot's or the Co-Pilot's side."""
        x, y = self._layout.space(space).centre_mm
        self._hand = Hand(x, y, role)

    def withdraw(self) -> None:
        """Take the hand away."""
        self._hand = None

    def draw(self) -> Frame:
        """The picture the camera takes now: RGB, H x W x 3."""
        self._pictures += 1
        return self._artist.draw(self.scene(), seed=self._seed * 100_003 + self._pictures)

    def scene(self) -> Scene:
        """What lies on the table now."""
        return Scene(
            dice=tuple(self._dice.values()),
            hands=() if self._hand is None else (self._hand,),
            glows=lamp_glows(self._layout, self.lamps()),
            tokens=frozenset(),
            brightness=self.brightness,
        )


def lamp_glows(layout: BoardLayout, lit: Mapping[str, float]) -> tuple[Glow, ...]:
    """The light of our own lamps on the panel: each beside the space it belongs to."""
    return tuple(
        Glow(*_lamp_place(layout, name), rgb=LAMP_RGB[name.split(".")[0]], strength=LAMP_STRENGTH * level)
        for name, level in lit.items()
        if level > 0
    )


def _lamp_place(layout: BoardLayout, name: str) -> Point:
    if name.startswith("axis."):
        # Five lamps in a row between the two axis spaces.
        left, right = layout.space("axis.pilot").centre_mm, layout.space("axis.copilot").centre_mm
        step = (right[0] - left[0]) / 6
        return (left[0] + right[0]) / 2 + step * int(name.removeprefix("axis.")), left[1]
    x, y = layout.space(name).centre_mm
    return x, y - layout.space_size_mm * 0.8

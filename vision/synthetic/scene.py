"""What lies on a drawn table, and in what light and make: plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.layout import BoardLayout
from vision.readings import Colour

Rgb = tuple[float, float, float]
"""Red, green, blue: as reflectance 0 to 1, or as light where 1 is the room's."""

Side = Literal["pilot", "copilot"]


@dataclass(frozen=True, slots=True)
class SceneDie:
    """A die on the table."""

    x_mm: float
    y_mm: float
    """The middle of its foot on the panel."""
    yaw_deg: float
    """How far it is turned, counterclockwise as the camera sees it."""
    colour: Colour
    value: int
    """Pips on top, 1 to 6."""
    edge_mm: float = 16.0
    lean_deg: float = 0.0
    """How far it is cocked; 0 lies flat."""

    def __post_init__(self) -> None:
        """Refuse what no die shows."""
        if not 1 <= self.value <= 6:
            raise ValueError(f"a die shows 1 to 6, not {self.value}")


@dataclass(frozen=True, slots=True)
class Hand:
    """An arm that reaches over the panel from its player's seat."""

    x_mm: float
    y_mm: float
    """Where the fingertips are."""
    from_side: Side


@dataclass(frozen=True, slots=True)
class Glow:
    """A lit lamp of the panel: a bright dot, and its light on what lies around it."""

    x_mm: float
    y_mm: float
    rgb: Rgb
    strength: float = 1.0
    """Its light beside the dot, where 1 is as much as the room's light at full brightness."""
    radius_mm: float = 12.0
    """How far from the dot its light has fallen to about a third."""

    @property
    def reach_mm(self) -> float:
        """How far from the dot its light ends."""
        return 4.0 * self.radius_mm


@dataclass(frozen=True, slots=True)
class Scene:
    """All that changes on a table while it is played on."""

    dice: tuple[SceneDie, ...] = ()
    hands: tuple[Hand, ...] = ()
    glows: tuple[Glow, ...] = ()
    tokens: frozenset[str] = frozenset()
    """Names of the token spots that have a token on them."""
    brightness: float = 1.0
    """The room's light; 1 is well exposed."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp of the room, seen from the panel as a glowing disc."""

    x_mm: float
    y_mm: float
    z_mm: float
    radius_mm: float
    rgb: Rgb
    """Its light on the middle of the panel."""


@dataclass(frozen=True, slots=True)
class DieInk:
    """What dice of one colour are made of."""

    body: Rgb
    pips: Rgb


WHITE_PIPS: Rgb = (0.86, 0.86, 0.84)
DARK_PIPS: Rgb = (0.02, 0.02, 0.02)

INKS: Mapping[Colour, DieInk] = MappingProxyType(
    {
        Colour.BLUE: DieInk((0.02, 0.07, 0.40), WHITE_PIPS),
        Colour.ORANGE: DieInk((0.74, 0.24, 0.015), WHITE_PIPS),
        Colour.RED: DieInk((0.50, 0.015, 0.015), WHITE_PIPS),
        Colour.GREEN: DieInk((0.02, 0.25, 0.05), WHITE_PIPS),
        Colour.YELLOW: DieInk((0.80, 0.58, 0.02), DARK_PIPS),
        Colour.WHITE: DieInk((0.80, 0.79, 0.75), DARK_PIPS),
        Colour.BLACK: DieInk((0.02, 0.02, 0.02), WHITE_PIPS),
        Colour.PURPLE: DieInk((0.17, 0.03, 0.30), WHITE_PIPS),
        Colour.GREY: DieInk((0.20, 0.20, 0.21), WHITE_PIPS),
    }
)


@dataclass(frozen=True, slots=True)
class Look:
    """What stays the same on a table: print, dice make, light and sensor."""

    art_seed: int | None = None
    """None for the plain mat; a number for a busy print, another for each number."""
    table: Literal["wood", "cloth"] = "wood"
    table_rgb: Rgb = (0.36, 0.22, 0.12)
    paper_rgb: Rgb = (0.82, 0.82, 0.80)
    ambient_rgb: Rgb = (0.38, 0.39, 0.41)
    """Light that comes from everywhere above, on the panel."""
    lamps: tuple[Lamp, ...] = (
        Lamp(-160.0, -330.0, 820.0, 110.0, (0.42, 0.40, 0.37)),
        Lamp(620.0, -120.0, 900.0, 160.0, (0.21, 0.21, 0.21)),
    )
    inks: Mapping[Colour, DieInk] = field(default_factory=lambda: INKS)
    pip_share: float = 0.20
    """A pip's diameter, as a share of the die's edge."""
    gloss: float = 0.04
    """How much a die mirrors when looked at straight on; 0.04 is plastic."""
    mat_gloss: float = 0.0
    """How strongly the panel mirrors the lamps; 0 is matt paper, 1 a laminated sheet."""
    exposure: float = 0.72
    """The picture's signal, 0 to 1, for a white surface in the middle of the panel."""
    balance_rgb: Rgb = (1.0, 1.0, 1.0)
    """White balance left over: the signal's factor per channel."""
    blur_px: float = 0.6
    """Sigma of the lens's blur."""
    noise: float = 2.5
    """Sigma of the sensor's noise, in steps of 256."""


def lay_die(
    layout: BoardLayout, space: str, colour: Colour, value: int, *, seed: int, edge_mm: float = 16.0
) -> SceneDie:
    """Lay a die into a space as a person would: a few millimetres off, mostly straight, at times not.

    Raises LayoutError if the layout has no such space.
    """
    rng = np.random.default_rng(seed)
    x, y = layout.space(space).centre_mm
    slack = max(1.0, (layout.space_size_mm - edge_mm) / 2)
    right, down = np.clip(rng.normal(0.0, slack / 2, size=2), -slack, slack)
    straight = rng.random() < 0.6
    yaw = 90.0 * rng.integers(4) + rng.normal(0.0, 8.0) if straight else rng.uniform(0.0, 360.0)
    return SceneDie(
        x + float(right), y + float(down), float(yaw % 360.0), Colour(colour), value, edge_mm=edge_mm
    )


def varied_look(seed: int) -> Look:
    """Build a look as tables differ: dice make, lamps, colours, sensor; the print stays plain."""
    rng = np.random.default_rng(seed)
    lamps = tuple(_varied_lamp(rng) for _ in range(int(rng.integers(1, 4))))
    share = 1.0 / sum(lamp.rgb[1] for lamp in lamps)
    sky = float(rng.uniform(0.25, 0.6))
    blue = DieInk(_rgb(rng.uniform((0.01, 0.04, 0.22), (0.06, 0.24, 0.65))), WHITE_PIPS)
    orange = _rgb(rng.uniform((0.50, 0.08, 0.005), (0.85, 0.30, 0.05)))
    orange_pips = WHITE_PIPS if rng.random() < 0.5 else DARK_PIPS
    return Look(
        table="wood" if rng.random() < 0.5 else "cloth",
        table_rgb=_rgb(rng.uniform(0.05, 0.5, size=3)),
        ambient_rgb=(sky, sky, sky),
        lamps=tuple(replace(lamp, rgb=_rgb(np.array(lamp.rgb) * share * (1.0 - sky))) for lamp in lamps),
        inks={**INKS, Colour.BLUE: blue, Colour.ORANGE: DieInk(orange, orange_pips)},
        pip_share=float(rng.uniform(0.17, 0.22)),
        exposure=float(rng.uniform(0.35, 0.95)),
        balance_rgb=_rgb(rng.uniform(0.85, 1.15, size=3)),
        blur_px=float(rng.uniform(0.0, 1.2)),
        noise=float(rng.uniform(1.0, 6.0)),
    )


def _varied_lamp(rng: np.random.Generator) -> Lamp:
    angle, far = rng.uniform(0.0, 2.0 * np.pi), rng.uniform(150.0, 700.0)
    power, warm = rng.uniform(0.3, 1.0), rng.uniform(0.8, 1.1)
    return Lamp(
        x_mm=210.0 + float(far * np.cos(angle)),
        y_mm=150.0 + float(far * np.sin(angle)),
        z_mm=float(rng.uniform(550.0, 1100.0)),
        radius_mm=float(rng.uniform(20.0, 220.0)),
        rgb=_rgb(power * np.array([1.0 / warm, 1.0, warm])),
    )


def _rgb(parts: NDArray[np.float64]) -> Rgb:
    red, green, blue = (float(part) for part in parts)
    return red, green, blue

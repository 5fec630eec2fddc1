"""What the eye says: plain values, with the evidence, and with "unsure" as an answer."""

from dataclasses import dataclass
from enum import StrEnum

from vision.image import Point


class Colour(StrEnum):
    """The colours a die can have."""

    BLUE = "blue"
    ORANGE = "orange"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    WHITE = "white"
    BLACK = "black"
    PURPLE = "purple"
    GREY = "grey"


class Status(StrEnum):
    """Whether a reading may be acted on."""

    READ = "read"
    UNSURE = "unsure"


class Reason(StrEnum):
    """Why a die was seen but not read."""

    COCKED = "cocked"
    GLARE = "glare"
    DARK = "dark"
    COVERED = "covered"
    COLOUR = "colour"
    PIPS = "pips"


class Light(StrEnum):
    """How the light falls on the panel."""

    OK = "ok"
    DARK = "dark"
    GLARE = "glare"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as seen in one picture."""

    colour: Colour | None
    value: int | None
    """Pips on top, 1 to 6; None when no value is offered."""
    confidence: float
    """0 to 1: how far the reading is from being another."""
    status: Status
    reason: Reason | None
    """Why not read; None for a die that was read, and for one whose only fault is to lie in no space."""
    centre_px: Point
    """The middle of the top face, in pixels of the picture."""
    space: str | None = None
    """The space it lies in; None for a die beside every space."""
    centre_mm: Point | None = None
    """The middle of the die's foot on the panel, in millimetres; None where no panel is known."""

    @property
    def is_read(self) -> bool:
        """Say whether this reading may be acted on."""
        return self.status is Status.READ and self.value is not None


@dataclass(frozen=True, slots=True)
class PanelFit:
    """How the panel was found in the picture."""

    residual_px: float
    """Root mean square distance between the marker corners seen and where the fit puts them."""
    layout: str = ""
    """The name of the layout whose markers were seen."""
    markers: tuple[int, ...] = ()
    """The ids of the markers that were seen."""
    height_mm: float = 0.0
    """How high the camera hangs above the panel."""
    tilt_deg: float = 0.0
    """How far the camera's axis leans away from the vertical."""
    corners_px: tuple[Point, ...] = ()
    """The panel's corners in the picture: top left, top right, bottom right, bottom left."""


@dataclass(frozen=True, slots=True)
class BoardReading:
    """The whole panel as seen in one picture."""

    panel: PanelFit | None
    """None when the panel was not found; then there are no dice either."""
    dice: tuple[DieReading, ...] = ()
    covered: frozenset[str] = frozenset()
    """Spaces that cannot be seen now, for example because an arm is over them."""
    tokens: frozenset[str] = frozenset()
    """Token spots with a token on them."""
    light: Light = Light.OK
    moving: frozenset[str] = frozenset()
    """Spaces and token spots of which nothing is said yet: they change, or a hand is too near.

    Only a reader that knows the pictures before can tell.
    """

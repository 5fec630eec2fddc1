"""What must be known to open the real devices."""

from dataclasses import dataclass, field

from hardware.pins import PinMap

__all__ = ["ConsoleSettings"]


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """Where the devices of a console are."""

    pins: PinMap = field(default_factory=PinMap)
    pin_factory: str = "auto"
    """`lgpio`, `rpigpio`, or `auto`: the first of them that works."""
    screen_chip: str = "ssd1306"
    """`ssd1306` or `sh1106`."""
    i2c_port: int = 1
    i2c_address: int = 0x3C
    picture_size: tuple[int, int] = (1536, 864)
    """Width and height of the camera's pictures in pixels."""
    mains_hz: int = 50
    """Frequency of the mains, in step with which lamps flicker: 50 or 60."""

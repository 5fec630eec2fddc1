"""Which pin drives what: the one map from which everything is wired.

Pins are BCM numbers. Of the 28 on the header, 0 and 1 identify add-on boards and 2 and 3 are the I2C bus
of the OLED; the other 24 are exactly enough for 21 lamps, a buzzer and two buttons, with the serial
console switched off. 21 lamps draw more than the header may give (16 mA a pin, about 50 mA in all): they
hang on ULN2803A arrays, fed from 5 V.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.errors import PinMapError

__all__ = ["BUTTON_NAMES", "LAMP_NAMES", "PinMap"]

HIGHEST_PIN = 27
RESERVED = {
    0: "identifies add-on boards (ID_SD)",
    1: "identifies add-on boards (ID_SC)",
    2: "is the OLED's data line (SDA)",
    3: "is the OLED's clock line (SCL)",
}

ROWS = {
    "gear": ("gear.1", "gear.2", "gear.3"),
    "flaps": ("flaps.1", "flaps.2", "flaps.3", "flaps.4"),
    "brakes": ("brakes.1", "brakes.2", "brakes.3"),
    "axis": ("axis.-2", "axis.-1", "axis.0", "axis.+1", "axis.+2"),
    "alarms": (
        "alarm.concentration",
        "alarm.brakes",
        "alarm.gear",
        "alarm.flaps",
        "alarm.radio.pilot",
        "alarm.radio.copilot",
    ),
}

LAMP_NAMES = tuple(name for row in ROWS.values() for name in row)
"""Every lamp a console can have. Switch and alarm lamps are named like the spaces beside them."""

BUTTON_NAMES = ("ok", "fix")


@dataclass(frozen=True, slots=True)
class PinMap:
    """BCM pin numbers of every lamp, the buzzer and the buttons; an empty row or None is not fitted.

    Raises:
        PinMapError: a pin is used twice, is reserved, is not on the header, or a row has the wrong length.
    """

    gear: tuple[int, ...] = (17, 27, 22)
    flaps: tuple[int, ...] = (5, 6, 13, 19)
    brakes: tuple[int, ...] = (26, 20, 21)
    axis: tuple[int, ...] = (4, 18, 23, 24, 25)
    """From -2, the Pilot's side, to +2, the Co-Pilot's."""
    alarms: tuple[int, ...] = (16, 7, 8, 9, 10, 11)
    """Concentration, brakes, gear, flaps, Pilot's radio, Co-Pilot's radio."""
    buzzer: int | None = 12
    """12 has hardware PWM (PWM0)."""
    ok: int | None = 14
    fix: int | None = 15

    def __post_init__(self) -> None:
        for row, names in ROWS.items():
            if len(getattr(self, row)) not in (0, len(names)):
                raise PinMapError(
                    row, f"needs {len(names)} pins, or none if not fitted; it has {getattr(self, row)}"
                )
        owner: dict[int, str] = {}
        for name, pin in self._wired():
            if not 0 <= pin <= HIGHEST_PIN:
                raise PinMapError(name, f"is on GPIO {pin}; choose one of 4 to {HIGHEST_PIN}")
            if pin in RESERVED:
                raise PinMapError(name, f"is on GPIO {pin}, which {RESERVED[pin]}; choose another")
            if pin in owner:
                raise PinMapError(name, f"is on GPIO {pin}, as is {owner[pin]}; give each its own")
            owner[pin] = name

    @property
    def lamps(self) -> Mapping[str, int]:
        """The fitted lamps and their pins."""
        return {
            name: pin
            for row, names in ROWS.items()
            for name, pin in zip(names, getattr(self, row), strict=False)
        }

    @property
    def buttons(self) -> Mapping[str, int]:
        """The fitted buttons and their pins."""
        return {name: pin for name, pin in (("ok", self.ok), ("fix", self.fix)) if pin is not None}

    def _wired(self) -> Iterator[tuple[str, int]]:
        yield from self.lamps.items()
        if self.buzzer is not None:
            yield "buzzer", self.buzzer
        yield from self.buttons.items()

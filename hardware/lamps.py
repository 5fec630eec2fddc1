"""Lamps that blink and pulse without threads: a pattern is a function of the time.

gpiozero's own blink() and pulse() start a thread for each lamp and run on real time; here `tick(now)`
sets every lamp's brightness, so all lamps of one pattern keep step and a test can choose the moment.
"""

import math
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from enum import StrEnum
from typing import Any, Protocol

from gpiozero import PWMLED

from hardware.errors import DeviceClosed, UnknownName, unavailable_on_error
from hardware.pins import LAMP_NAMES, PinMap

__all__ = ["Lamp", "Lamps", "Light", "brightness", "open_lamps"]

BLINK_SECONDS = 0.5
"""On for half of it. Two a second: clearly a warning, and below the three a second that can harm."""
PULSE_SECONDS = 2.0
PULSE_STEPS = 20
"""Brightness levels of a pulse: enough to look smooth, few enough to spare the pins needless writes."""
FLASH_SECONDS = 1.0
FLASH_ON_SECONDS = 0.1


class Lamp(StrEnum):
    """What a lamp does; told apart by rhythm, so that colour is never needed to understand it."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    """On and off evenly, twice a second."""
    PULSE = "pulse"
    """Swelling and fading, once in two seconds."""
    FLASH = "flash"
    """A short flash once a second."""


def brightness(lamp: Lamp, now: float) -> float:
    """Brightness from 0 to 1 at a time in seconds; every pattern begins at 0 s."""
    match lamp:
        case Lamp.OFF:
            return 0.0
        case Lamp.ON:
            return 1.0
        case Lamp.BLINK:
            return 1.0 if now % BLINK_SECONDS < BLINK_SECONDS / 2 else 0.0
        case Lamp.FLASH:
            return 1.0 if now % FLASH_SECONDS < FLASH_ON_SECONDS else 0.0
        case Lamp.PULSE:
            swell = (1 - math.cos(2 * math.pi * now / PULSE_SECONDS)) / 2
            return round(swell * PULSE_STEPS) / PULSE_STEPS


class Light(Protocol):
    """One dimmable light; gpiozero's PWMLED is one, a pixel of a strip can be another."""

    value: float
    """From 0 to 1."""

    def close(self) -> None:
        """Give the light back."""
        ...


class Lamps:
    """The lamps of a console, by name. A known lamp that is not fitted takes orders and stays dark."""

    def __init__(self, lights: Mapping[str, Light]) -> None:
        self._lights = dict(lights)
        self._patterns = dict.fromkeys(LAMP_NAMES, Lamp.OFF)
        self._written: dict[str, float] = {}
        self._closed = False

    @property
    def fitted(self) -> tuple[str, ...]:
        """The names of the lamps that are there."""
        return tuple(self._lights)

    def __getitem__(self, name: str) -> Lamp:
        """What a lamp was last told to do.

        Raises:
            UnknownName: no lamp has that name.
        """
        if name not in self._patterns:
            raise UnknownName("lamp", name, LAMP_NAMES)
        return self._patterns[name]

    def show(self, name: str, lamp: Lamp) -> None:
        """Tell a lamp what to do; it does so from the next tick on.

        Raises:
            UnknownName: no lamp has that name.
            DeviceClosed: the lamps were closed.
        """
        if self._closed:
            raise DeviceClosed("lamps")
        if name not in self._patterns:
            raise UnknownName("lamp", name, LAMP_NAMES)
        self._patterns[name] = lamp

    def tick(self, now: float) -> None:
        """Set every lamp's brightness for this moment, in seconds; a pin is written only when it changes.

        Raises:
            DeviceUnavailable: a pin cannot be written.
            DeviceClosed: the lamps were closed.
        """
        if self._closed:
            raise DeviceClosed("lamps")
        for name, light in self._lights.items():
            level = brightness(self._patterns[name], now)
            if self._written.get(name) != level:
                self._write(name, light, level)

    def _write(self, name: str, light: Light, level: float) -> None:
        # Forgotten first: after a failed write nobody knows what the lamp shows, so the next tick writes it.
        self._written.pop(name, None)
        with unavailable_on_error(f"lamp {name}", "cannot be set", "check that nothing else uses its pin"):
            light.value = level
        self._written[name] = level

    def close(self) -> None:
        """Switch every lamp off and give its pin back; a second time does nothing."""
        self._closed = True
        for light in self._lights.values():
            # A lamp that cannot be reached cannot be darkened; the others can.
            with suppress(Exception):
                light.value = 0.0
                light.close()
        self._lights.clear()


def open_lamps(pins: PinMap, pin_factory: Any) -> Lamps:
    """The lamps of a pin map, on the pins of a gpiozero factory, all dark.

    Raises:
        DeviceUnavailable: a pin cannot be had.
    """
    with ExitStack() as opened:
        lights: dict[str, Light] = {}
        for name, pin in pins.lamps.items():
            with unavailable_on_error(
                f"lamp {name}", f"cannot have GPIO {pin}", "stop what else uses it, or change the pin map"
            ):
                light: Light = PWMLED(pin, pin_factory=pin_factory)
            opened.callback(light.close)
            lights[name] = light
        opened.pop_all()
    return Lamps(lights)

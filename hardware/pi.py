"""The real devices of a Raspberry Pi.

The only module that knows lgpio, RPi.GPIO and picamera2, and it imports them when a console is opened:
importing this module works everywhere.
"""

import importlib
import importlib.util
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hardware.buttons import open_buttons
from hardware.buzzer import open_buzzer
from hardware.camera import PicameraCamera
from hardware.console import Console
from hardware.errors import DeviceUnavailable
from hardware.lamps import open_lamps
from hardware.oled import Chip, OledPlace
from hardware.screen import open_screen
from hardware.settings import ConsoleSettings

__all__ = ["is_pi_with_camera", "open_console"]

PIN_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
}
"""In the order `auto` tries them. RPi.GPIO must be rpi-lgpio's: the original cannot serve a Pi 5."""


def open_console(settings: ConsoleSettings) -> Console:
    """Open every device of a Raspberry Pi's console; if one cannot be had, those already open are closed.

    Raises:
        DeviceUnavailable: a device is absent; says which, where, and what to do.
    """
    place = OledPlace(Chip(settings.screen_chip), settings.i2c_port, settings.i2c_address)
    with ExitStack() as opened:
        pins = open_pin_factory(settings.pin_factory)
        opened.callback(pins.close)
        lamps = open_lamps(settings.pins, pins)
        opened.callback(lamps.close)
        buzzer = open_buzzer(settings.pins.buzzer, pins)
        opened.callback(buzzer.close)
        buttons = open_buttons(settings.pins, pins)
        opened.callback(buttons.close)
        screen = open_screen(place)
        opened.callback(screen.close)
        camera = PicameraCamera(open_picamera, settings.picture_size, settings.mains_hz)
        # Everything is open: from here on the console closes it, the pins last.
        opened.pop_all()
    below = ExitStack()
    below.callback(pins.close)
    return Console(lamps=lamps, buzzer=buzzer, buttons=buttons, screen=screen, camera=camera, below=below)


def open_pin_factory(name: str) -> Any:
    """A gpiozero pin factory by its name, or with `auto` the first that works.

    Raises:
        DeviceUnavailable: none of them works.
    """
    reasons = []
    for candidate in PIN_FACTORIES if name == "auto" else (name,):
        module, factory = PIN_FACTORIES[candidate]
        try:
            return getattr(importlib.import_module(module), factory)()
        except Exception as error:
            # An absent library, an absent chip, no permission: each library says it in its own way.
            reasons.append(f"{candidate}: {str(error) or type(error).__name__}")
    raise DeviceUnavailable(
        "GPIO pins",
        f"cannot be used here ({'; '.join(reasons)})",
        'on a Raspberry Pi install the extra "pi" and join the group gpio; elsewhere play with --sim',
    )


def open_picamera() -> Any:
    try:
        picamera2 = importlib.import_module("picamera2")
    except ImportError as error:
        raise DeviceUnavailable(
            "camera",
            f"cannot be used without picamera2 ({error})",
            '"sudo apt install python3-picamera2", and make .venv with --system-site-packages',
        ) from error
    return picamera2.Picamera2()


def is_pi_with_camera(
    root: Path = Path("/"), find_module: Callable[[str], object] = importlib.util.find_spec
) -> bool:
    """Whether this machine is a Raspberry Pi with a camera; only looks, opens nothing, raises nothing."""
    try:
        model = (root / "proc/device-tree/model").read_bytes()
        # A camera's sensor appears as a sub-device; the Pi's own codecs, which are always there, do not.
        cameras = any((root / "dev").glob("v4l-subdev*"))
        return b"Raspberry Pi" in model and cameras and find_module("picamera2") is not None
    except (OSError, ImportError, ValueError):
        return False

"""The devices of the console: lamps, buzzer, buttons, screen and camera, real or simulated."""

from hardware.buttons import Buttons
from hardware.buzzer import Buzzer, Note, Tune
from hardware.camera import Camera, Capture, Picture
from hardware.console import Console
from hardware.errors import (
    DeviceClosed,
    DeviceUnavailable,
    HardwareError,
    PictureError,
    PinMapError,
    TuneError,
    UnknownName,
)
from hardware.lamps import Lamp, Lamps, brightness
from hardware.oled import Chip, OledPlace
from hardware.pi import is_pi_with_camera, open_console
from hardware.pins import BUTTON_NAMES, LAMP_NAMES, PinMap
from hardware.screen import SCREEN_SIZE, Screen
from hardware.settings import ConsoleSettings
from hardware.simulated import SimulatedConsole, open_simulated_console
from hardware.simulated_camera import Fault, FaultSpan, PictureFolder

__all__ = [
    "BUTTON_NAMES",
    "LAMP_NAMES",
    "SCREEN_SIZE",
    "Buttons",
    "Buzzer",
    "Camera",
    "Capture",
    "Chip",
    "Console",
    "ConsoleSettings",
    "DeviceClosed",
    "DeviceUnavailable",
    "Fault",
    "FaultSpan",
    "HardwareError",
    "Lamp",
    "Lamps",
    "Note",
    "OledPlace",
    "Picture",
    "PictureError",
    "PictureFolder",
    "PinMap",
    "PinMapError",
    "Screen",
    "SimulatedConsole",
    "Tune",
    "TuneError",
    "UnknownName",
    "brightness",
    "is_pi_with_camera",
    "open_console",
    "open_simulated_console",
]

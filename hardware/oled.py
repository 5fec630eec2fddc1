"""An OLED of 128 x 64 dots on the I2C bus, driven by luma.

luma's display() always sends the whole picture: 23 ms at 400 kHz, 93 ms at the Pi's default 100 kHz.
`Oled.write` sends a few bytes of one page to the same chip through the same luma device.
"""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hardware.errors import DeviceUnavailable

__all__ = ["Chip", "Oled", "OledPlace", "open_oled"]

NOP = 0xE3
SET_COLUMNS, SET_PAGES = 0x21, 0x22
SH1106_SET_PAGE, SH1106_COLUMN_LOW, SH1106_COLUMN_HIGH = 0xB0, 0x00, 0x10
SH1106_FIRST_COLUMN = 2
"""The SH1106 has memory for 132 columns; the glass shows the middle 128."""


class Chip(StrEnum):
    """The display controllers that are known."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


@dataclass(frozen=True, slots=True)
class OledPlace:
    """Which chip, on which I2C bus, at which address."""

    chip: Chip = Chip.SSD1306
    port: int = 1
    address: int = 0x3C

    def __str__(self) -> str:
        return f"i2c-{self.port} at 0x{self.address:02X}"


class Oled:
    """One OLED that has been started."""

    def __init__(self, device: Any, wire: Any, place: OledPlace) -> None:
        self._device = device
        self._wire = wire
        self._place = place

    def show(self, image: Image.Image) -> None:
        """Send a whole picture, mode "1", 128 x 64.

        Raises:
            DeviceUnavailable: the chip does not answer.
        """
        self._do(lambda: self._device.display(image))

    def write(self, page: int, column: int, data: bytes) -> None:
        """Send part of one page (eight rows): a byte for each column from `column` on, its lowest bit on top.

        Raises:
            DeviceUnavailable: the chip does not answer.
        """
        window = _window_of[self._place.chip](page, column, len(data))
        self._do(lambda: self._device.command(*window))
        self._do(lambda: self._device.data(list(data)))

    def sleep(self) -> None:
        """Go dark and rest; the picture is kept.

        Raises:
            DeviceUnavailable: the chip does not answer.
        """
        self._do(self._device.hide)

    def wake(self) -> None:
        """Show the kept picture again.

        Raises:
            DeviceUnavailable: the chip does not answer.
        """
        self._do(self._device.show)

    def close(self) -> None:
        """Go dark, forget the picture and give the bus back, as far as the chip still answers."""
        # One that is gone is dark already.
        with suppress(DeviceUnavailable):
            self._do(self._device.hide)
            self._do(self._device.clear)
        with suppress(OSError):
            self._wire.cleanup()

    def _do(self, talk: Callable[[], None]) -> None:
        remedy = "check its four wires; the next picture starts it anew"
        with _talking(f"stopped answering on {self._place}", remedy):
            talk()


@contextmanager
def _talking(problem: str, remedy: str) -> Iterator[None]:
    """Translate errors of the bus, and keep back the one warning that luma causes."""
    # luma translates the bus's errors for commands and lets them through for data.
    try:
        with warnings.catch_warnings():
            # Pillow 14 will lack what display() calls; the project asks for an older one.
            warnings.filterwarnings("ignore", message=r"Image\.Image\.getdata", category=DeprecationWarning)
            yield
    except (LumaError, OSError) as error:
        raise DeviceUnavailable("OLED", problem, remedy) from error


def _ssd1306_window(page: int, column: int, width: int) -> tuple[int, ...]:
    return SET_COLUMNS, column, column + width - 1, SET_PAGES, page, page


def _sh1106_window(page: int, column: int, width: int) -> tuple[int, ...]:
    first = column + SH1106_FIRST_COLUMN
    return SH1106_SET_PAGE | page, SH1106_COLUMN_LOW | first & 0x0F, SH1106_COLUMN_HIGH | first >> 4


_window_of: dict[Chip, Callable[[int, int, int], tuple[int, ...]]] = {
    Chip.SSD1306: _ssd1306_window,
    Chip.SH1106: _sh1106_window,
}
_device_of: dict[Chip, Callable[[Any], Any]] = {Chip.SSD1306: ssd1306, Chip.SH1106: sh1106}


def open_oled(place: OledPlace) -> Oled:
    """Find the chip and start it, dark.

    Raises:
        DeviceUnavailable: there is no such bus, no permission for it, or no chip at that address.
    """
    wire = _open_bus(place)
    remedy = f'check its four wires and its address ("i2cdetect -y {place.port}")'
    try:
        with _talking(f"not found on {place}", remedy):
            # Asked first, with a command that does nothing: every luma device that is begun registers
            # itself to be cleaned up at exit; one begun in vain with every picture would fill the memory.
            wire.command(NOP)
            return Oled(_device_of[place.chip](wire), wire, place)
    except DeviceUnavailable:
        wire.cleanup()
        raise


def _open_bus(place: OledPlace) -> Any:
    try:
        return i2c(port=place.port, address=place.address)
    except DeviceNotFoundError as error:
        raise DeviceUnavailable(
            "OLED", f"has no bus i2c-{place.port}", 'switch I2C on in "sudo raspi-config", Interface Options'
        ) from error
    except DevicePermissionError as error:
        raise DeviceUnavailable(
            "OLED",
            f"may not use i2c-{place.port}",
            'join its group with "sudo usermod -aG i2c $USER" and log in anew',
        ) from error

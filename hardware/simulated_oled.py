"""A simulated SSD1306 or SH1106: understands the bytes on the bus and shows the picture a person would see.

Written from the command tables of the two data sheets. Bytes that a real chip does not know are an error
here, because they are a fault in the driver.
"""

from collections.abc import Callable

import numpy as np
from PIL import Image

from hardware.errors import WireError
from hardware.oled import Chip

__all__ = ["SimulatedOled"]

PAGES, COLUMNS = 8, 128
RAM_COLUMNS = {Chip.SSD1306: 128, Chip.SH1106: 132}
RAM_AFTER_POWER_UP = 0xA5
"""Undefined on a real chip; anything but black, so that a driver that forgets to clear is found out."""
CONTINUES, IS_DATA = 0x80, 0x40

ARGUMENTS = {
    0x20: 1,  # addressing mode
    0x21: 2,  # column window
    0x22: 2,  # page window
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA8: 1,  # rows in use
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # pre-charge
    0xDA: 1,  # wiring of the rows
    0xDB: 1,  # deselect level
}
WITHOUT_EFFECT = {0x2E, 0xA8, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3}
"""Stop scrolling, timing and voltages, no operation: nothing of it is seen in a picture."""
HORIZONTAL, VERTICAL, BY_PAGE = 0, 1, 2


class SimulatedOled:
    """The chip and its glass, 128 x 64 dots, fresh from power-up."""

    def __init__(self, chip: Chip = Chip.SSD1306) -> None:
        self.chip = chip
        self.power_up()

    def power_up(self) -> None:
        """Forget everything, as after a loose wire."""
        self.ram = np.full((PAGES, RAM_COLUMNS[self.chip]), RAM_AFTER_POWER_UP, dtype=np.uint8)
        self.is_on = False
        self.is_inverted = False
        self.is_all_lit = False
        self.contrast = 0x7F
        self.charge_pump = False
        self._mode = BY_PAGE
        self._columns = (0, RAM_COLUMNS[self.chip] - 1)
        self._pages = (0, PAGES - 1)
        self._column = self._page = 0
        self._top_row = self._offset = 0
        self._mirrored = self._upside_down = False

    def picture(self) -> Image.Image:
        """What a person sees: mode "1", 128 x 64, white on black, black when the display is off."""
        if not (self.is_on and self.charge_pump):
            return Image.new("1", (COLUMNS, PAGES * 8))
        first = (self.ram.shape[1] - COLUMNS) // 2
        columns = self.ram[:, first : first + COLUMNS]
        rows = np.unpackbits(columns[:, None, :], axis=1, bitorder="little").reshape(PAGES * 8, COLUMNS)
        rows = np.roll(rows, -(self._top_row + self._offset), axis=0)
        # The usual modules are mounted turned by 180 degrees: upright is with both directions reversed.
        rows = rows[:: 1 if self._upside_down else -1, :: 1 if self._mirrored else -1]
        lit = (rows != 0) | self.is_all_lit
        return Image.fromarray((lit ^ self.is_inverted).astype(np.uint8) * 255).convert("1")

    def receive(self, payload: bytes) -> None:
        """Take the bytes of one transaction: control bytes, each with one or all the rest behind it.

        Raises:
            WireError: a command that the chip does not know, or one that is cut off.
        """
        rest = payload
        while rest:
            control, rest = rest[0], rest[1:]
            if control & ~(CONTINUES | IS_DATA):
                raise WireError(payload, f"unknown control byte 0x{control:02X}")
            part, rest = (rest[:1], rest[1:]) if control & CONTINUES else (rest, b"")
            if control & IS_DATA:
                for byte in part:
                    self._store(byte)
            else:
                self._obey(part, payload)

    def _obey(self, commands: bytes, payload: bytes) -> None:
        rest = commands
        while rest:
            command, rest = rest[0], rest[1:]
            count = ARGUMENTS.get(command, 0)
            arguments, rest = rest[:count], rest[count:]
            if len(arguments) < count:
                raise WireError(payload, f"command 0x{command:02X} is cut off")
            if not self._set(command, arguments):
                raise WireError(payload, f"unknown command 0x{command:02X}")

    def _set(self, command: int, arguments: bytes) -> bool:
        """Carry out one command; whether it is known."""
        return (
            command in WITHOUT_EFFECT
            or self._set_switch(command, arguments)
            or self._set_position(command, arguments)
        )

    def _set_switch(self, command: int, arguments: bytes) -> bool:
        match command:
            case 0x81:
                self.contrast = arguments[0]
            case 0x8D:
                self.charge_pump = bool(arguments[0] & 0x04)
            case 0xA0 | 0xA1:
                self._mirrored = command == 0xA1
            case 0xA4 | 0xA5:
                self.is_all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                self.is_inverted = command == 0xA7
            case 0xAE | 0xAF:
                self.is_on = command == 0xAF
            case 0xC0 | 0xC8:
                self._upside_down = command == 0xC8
            case 0xD3:
                self._offset = arguments[0] & 0x3F
            case _:
                return False
        return True

    def _set_position(self, command: int, arguments: bytes) -> bool:
        windows: dict[int, Callable[[bytes], None]] = {
            0x20: self._set_mode,
            0x21: self._set_columns,
            0x22: self._set_pages,
        }
        if command in windows:
            windows[command](arguments)
        elif command <= 0x0F:
            self._column = self._column & 0xF0 | command
        elif command <= 0x1F:
            self._column = (command & 0x0F) << 4 | self._column & 0x0F
        elif 0x40 <= command <= 0x7F:
            self._top_row = command & 0x3F
        elif 0xB0 <= command <= 0xB7:
            self._page = command & 0x07
        else:
            return False
        return True

    def _set_mode(self, arguments: bytes) -> None:
        # The SH1106 knows page addressing only.
        self._mode = arguments[0] & 0x03 if self.chip is Chip.SSD1306 else BY_PAGE

    def _set_columns(self, arguments: bytes) -> None:
        self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
        self._column = self._columns[0]

    def _set_pages(self, arguments: bytes) -> None:
        self._pages = (arguments[0] & 0x07, arguments[1] & 0x07)
        self._page = self._pages[0]

    def _store(self, byte: int) -> None:
        """Write one byte where the pointer is, and move the pointer on."""
        if self._column < self.ram.shape[1]:
            self.ram[self._page, self._column] = byte
        if self._mode == BY_PAGE:
            self._column += 1
            if self.chip is Chip.SSD1306 and self._column > self._columns[1]:
                self._column = self._columns[0]
        elif self._mode == HORIZONTAL:
            self._column, turned = _next_in(self._columns, self._column)
            if turned:
                self._page, _ = _next_in(self._pages, self._page)
        else:
            self._page, turned = _next_in(self._pages, self._page)
            if turned:
                self._column, _ = _next_in(self._columns, self._column)


def _next_in(window: tuple[int, int], position: int) -> tuple[int, bool]:
    """The position after this one within a window, and whether it began again."""
    first, last = window
    return (first, True) if position == last else (position + 1, False)

"""The screen: takes pictures, sends only what changed since the last one."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.errors import DeviceClosed, DeviceUnavailable, PictureError
from hardware.oled import Oled, OledPlace, open_oled

__all__ = ["SCREEN_SIZE", "Screen", "open_screen"]

SCREEN_SIZE = (128, 64)
"""Width and height in dots."""
PAGE_ROWS = 8
WINDOW_BYTES = 10
"""What it costs to begin another piece: two addresses, two control bytes, six of window."""

Pages = NDArray[np.uint8]
"""A picture as the chip keeps it: 8 pages x 128 columns, each byte eight rows, its lowest bit on top."""


class Screen:
    """One OLED. After a failure every picture tries to start the chip anew, so a loose wire heals itself."""

    def __init__(self, open_chip: Callable[[], Oled]) -> None:
        self._open_chip = open_chip
        self._oled: Oled | None = open_chip()
        self._shown: Pages | None = None
        self._asleep = False
        self._closed = False

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1", 128 x 64, white on black; the same picture again sends nothing.

        Raises:
            PictureError: the picture has another mode or size.
            DeviceUnavailable: the chip does not answer.
            DeviceClosed: the screen was closed.
        """
        if image.mode != "1" or image.size != SCREEN_SIZE:
            raise PictureError(
                image.mode, image.size, f"mode '1' and size {SCREEN_SIZE[0]} x {SCREEN_SIZE[1]}"
            )
        pages = _pages_of(image)
        try:
            oled = self._started()
            if self._shown is None:
                oled.show(image)
            else:
                for page, column, data in _changes(self._shown, pages):
                    oled.write(page, column, data)
            if self._asleep:
                oled.wake()
        except DeviceUnavailable:
            self._lose()
            raise
        self._shown, self._asleep = pages, False

    def clear(self) -> None:
        """Show nothing.

        Raises:
            DeviceUnavailable: the chip does not answer.
            DeviceClosed: the screen was closed.
        """
        self.show(Image.new("1", SCREEN_SIZE))

    def hide(self) -> None:
        """Go dark and spare the OLED until the next picture.

        Raises:
            DeviceUnavailable: the chip does not answer.
            DeviceClosed: the screen was closed.
        """
        try:
            self._started().sleep()
        except DeviceUnavailable:
            self._lose()
            raise
        self._asleep = True

    def close(self) -> None:
        """Go dark and give the bus back; a second time does nothing."""
        self._closed = True
        self._lose()

    def _started(self) -> Oled:
        if self._closed:
            raise DeviceClosed("screen")
        if self._oled is None:
            self._oled = self._open_chip()
        return self._oled

    def _lose(self) -> None:
        # What the chip shows is unknown from here on; the next picture must be sent whole.
        oled, self._oled, self._shown, self._asleep = self._oled, None, None, False
        if oled is not None:
            oled.close()


def open_screen(place: OledPlace) -> Screen:
    """The screen at a place on the I2C bus, dark.

    Raises:
        DeviceUnavailable: there is no such bus, no permission for it, or no chip at that address.
    """
    return Screen(lambda: open_oled(place))


def _pages_of(image: Image.Image) -> Pages:
    rows = np.asarray(image, dtype=np.bool_).reshape(-1, PAGE_ROWS, SCREEN_SIZE[0])
    return np.packbits(rows, axis=1, bitorder="little")[:, 0, :]


def _changes(before: Pages, after: Pages) -> Iterator[tuple[int, int, bytes]]:
    """Page, first column and bytes of every piece to send; short gaps are cheaper sent than left out."""
    for page in range(len(after)):
        columns = np.flatnonzero(before[page] != after[page])
        if not columns.size:
            continue
        for piece in np.split(columns, np.flatnonzero(np.diff(columns) > WINDOW_BYTES) + 1):
            first, last = int(piece[0]), int(piece[-1])
            yield page, first, after[page, first : last + 1].tobytes()

"""The console: everything the players see, hear, press and are seen by, as one thing to open and close."""

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from hardware.buttons import Buttons
from hardware.buzzer import Buzzer
from hardware.camera import Camera
from hardware.lamps import Lamps
from hardware.screen import Screen

__all__ = ["Console"]


class Console:
    """Lamps, buzzer, buttons, screen and camera; closing it leaves the lamps dark and the screen empty."""

    def __init__(
        self,
        *,
        lamps: Lamps,
        buzzer: Buzzer,
        buttons: Buttons,
        screen: Screen,
        camera: Camera,
        below: ExitStack,
    ) -> None:
        self.lamps = lamps
        self.buzzer = buzzer
        self.buttons = buttons
        self.screen = screen
        self.camera = camera
        self._closing = below
        """Closes what the devices stand on, such as the pins."""
        # Closed from the last to the first: the lamps at once, the camera, which may be slow, at the end.
        for device in (camera, screen, buttons, buzzer, lamps):
            self._closing.callback(device.close)

    def tick(self, now: float) -> None:
        """Move lamps and buzzer on to this moment, in seconds; 20 to 50 times a second looks right.

        Raises:
            DeviceUnavailable: one of them failed; the other was moved on all the same.
            DeviceClosed: the console was closed.
        """
        try:
            self.lamps.tick(now)
        finally:
            self.buzzer.tick(now)

    def close(self) -> None:
        """Switch everything off and give it back; a second time does nothing."""
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

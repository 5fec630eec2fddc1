"""Buttons: names come out, not pins, and the pin library's threads do nothing but put them in a queue."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from gpiozero import DigitalInputDevice

from hardware.errors import DeviceClosed, unavailable_on_error
from hardware.pins import PinMap

__all__ = ["Buttons", "Contact", "open_buttons"]

BOUNCE_SECONDS = 0.03


class Contact(Protocol):
    """One push contact that calls back, on a thread of its own, when it closes."""

    when_activated: Callable[[], None] | None

    def close(self) -> None:
        """Give the pin back."""
        ...


class Buttons:
    """The buttons of a console; presses wait in the order they came until they are asked for."""

    def __init__(self, contacts: Mapping[str, Contact]) -> None:
        self._contacts = dict(contacts)
        self._presses: SimpleQueue[str] = SimpleQueue()
        self._closed = False
        for name, contact in self._contacts.items():
            contact.when_activated = self._note(name)

    @property
    def fitted(self) -> tuple[str, ...]:
        """The names of the buttons that are there."""
        return tuple(self._contacts)

    def _note(self, name: str) -> Callable[[], None]:
        def note() -> None:
            self._presses.put(name)

        return note

    def pressed(self) -> tuple[str, ...]:
        """The names of the buttons pressed since the last time, oldest first.

        Raises:
            DeviceClosed: the buttons were closed.
        """
        if self._closed:
            raise DeviceClosed("buttons")
        names: list[str] = []
        with suppress(Empty):
            while True:
                names.append(self._presses.get_nowait())
        return tuple(names)

    def close(self) -> None:
        """Give the pins back; a second time does nothing."""
        self._closed = True
        for contact in self._contacts.values():
            with suppress(Exception):
                contact.close()
        self._contacts.clear()


def open_buttons(pins: PinMap, pin_factory: Any) -> Buttons:
    """The buttons of a pin map, each between its pin and ground, on the pins of a gpiozero factory.

    Raises:
        DeviceUnavailable: a pin cannot be had.
    """
    with ExitStack() as opened:
        contacts: dict[str, Contact] = {}
        for name, pin in pins.buttons.items():
            with unavailable_on_error(
                f"button {name}", f"cannot have GPIO {pin}", "stop what else uses it, or change the pin map"
            ):
                # gpiozero's Button is this and a thread that waits for long presses, which nobody asks for.
                contact: Contact = DigitalInputDevice(
                    pin, pull_up=True, bounce_time=BOUNCE_SECONDS, pin_factory=pin_factory
                )
            opened.callback(contact.close)
            contacts[name] = contact
        opened.pop_all()
    return Buttons(contacts)

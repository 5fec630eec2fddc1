"""What can go wrong with devices.

HardwareError
 +-- DeviceUnavailable (OSError)   a device is absent, or stopped answering
 +-- DeviceClosed (RuntimeError)   a device is used after it was closed
 +-- PinMapError (ValueError)      two devices on one pin, or a pin that cannot serve
 +-- UnknownName (LookupError)     a lamp or button that no console has
 +-- TuneError (ValueError)        a note that the buzzer cannot play
 +-- PictureError (ValueError)     a picture that does not fit the screen
 +-- WireError (ValueError)        bytes that the simulated chip does not understand
"""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = [
    "DeviceClosed",
    "DeviceUnavailable",
    "HardwareError",
    "PictureError",
    "PinMapError",
    "TuneError",
    "UnknownName",
    "WireError",
    "unavailable_on_error",
]


class HardwareError(Exception):
    """Anything wrong with devices."""


class DeviceUnavailable(HardwareError, OSError):
    """A device is absent or has stopped answering; says which, where, and what to do."""

    def __init__(self, device: str, problem: str, remedy: str) -> None:
        super().__init__(f"{device} {problem}; {remedy}")
        self.device = device
        """Such as `OLED` or `camera`."""
        self.problem = problem
        self.remedy = remedy

    def __reduce__(self) -> tuple[type["DeviceUnavailable"], tuple[str, str, str]]:
        # The camera is to live in a process of its own: its errors must survive the way here.
        return type(self), (self.device, self.problem, self.remedy)


class DeviceClosed(HardwareError, RuntimeError):
    """A device is used after it, or its console, was closed."""

    def __init__(self, device: str) -> None:
        super().__init__(f"{device}: used after it was closed; open a new console")
        self.device = device


class PinMapError(HardwareError, ValueError):
    """A pin map that cannot be wired."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"pin map: {name} {problem}")
        self.name = name
        """The lamp, button or row of lamps."""


class UnknownName(HardwareError, LookupError):
    """A name that no lamp or button has."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no {kind} is called {name!r}; there are {', '.join(known)}")
        self.name = name


class TuneError(HardwareError, ValueError):
    """A note that the buzzer cannot play."""

    def __init__(self, note: tuple[float | None, float], problem: str) -> None:
        super().__init__(f"note {note}: {problem}")
        self.note = note


class PictureError(HardwareError, ValueError):
    """A picture that does not fit the screen."""

    def __init__(self, mode: str, size: tuple[int, int], wanted: str) -> None:
        super().__init__(
            f"a picture of mode {mode!r} and size {size[0]} x {size[1]}; the screen shows {wanted}"
        )
        self.mode = mode
        self.size = size


class WireError(HardwareError, ValueError):
    """Bytes that a real chip would not understand either: a fault in the driver, not in the device."""

    def __init__(self, payload: bytes, problem: str) -> None:
        super().__init__(f"{problem} in {payload.hex(' ')}")
        self.payload = payload


@contextmanager
def unavailable_on_error(device: str, problem: str, remedy: str) -> Iterator[None]:
    """Translate whatever a device's driver raises into DeviceUnavailable."""
    try:
        yield
    except HardwareError:
        raise
    except Exception as error:
        # Every exception, because drivers share no base: lgpio.error is a bare Exception, RPi.GPIO and
        # libcamera raise RuntimeError, an absent camera is an IndexError.
        cause = str(error) or type(error).__name__
        raise DeviceUnavailable(device, f"{problem} ({cause})", remedy) from error

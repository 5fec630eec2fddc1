"""A simulated Pi camera: the few methods of Picamera2 that are used, fed with drawn or stored pictures.

Its pictures come out as they would of the real one: the colours in the order that the chosen format has in
memory, each in a buffer that must be given back, stamped by the sensor's clock. Faults can be scripted.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.camera import BUFFERS, Picture
from hardware.errors import DeviceUnavailable

__all__ = ["Fault", "FaultSpan", "PictureFolder", "SimulatedPicamera2"]

SUFFIXES = (".jpg", ".jpeg", ".png")
DARKNESS = 0.03
"""What is left of the light when it is switched off."""
LAG_SECONDS = 1.0
"""How old the pictures of a slow camera are."""
MODULE_3_MODES = (
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
)
EXPOSURE: Mapping[str, Any] = {
    "ExposureTime": 23_000,
    "AnalogueGain": 2.0,
    "ColourGains": (2.1, 1.7),
    "LensPosition": 2.3,
}
"""What automatic exposure, balance and focus arrive at: microseconds, factor, red and blue, dioptres."""
MEMORY_ORDER = {"BGR888": slice(None), "RGB888": slice(None, None, -1)}
"""In memory it is the other way round than in the name."""
SWITCHES = ("AeEnable", "AwbEnable", "AfMode")


class Fault(StrEnum):
    """What can befall a camera."""

    DARK = "dark"
    """Somebody switches the light off."""
    FREEZE = "freeze"
    """The same picture again and again."""
    SLOW = "slow"
    """Every picture is a second old."""
    UNPLUG = "unplug"
    """No picture at all."""


@dataclass(frozen=True, slots=True)
class FaultSpan:
    """A fault and when it lasts, in seconds of the simulated clock."""

    fault: Fault
    begin: float = 0.0
    end: float = inf


@dataclass(frozen=True, slots=True, eq=False)
class _Exposed:
    """What the sensor saw and when."""

    picture: Picture
    timestamp_ns: int


class PictureFolder:
    """The pictures of a folder, one each time it is called, sorted by name; the last one stays."""

    def __init__(self, folder: Path) -> None:
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        if not self._paths:
            raise DeviceUnavailable(
                "camera", f"has no pictures in {folder}", f"put some there ({', '.join(SUFFIXES)})"
            )
        self._shown = -1

    @property
    def name(self) -> str:
        """The name of the picture that was given last; empty before the first."""
        return self._paths[self._shown].name if self._shown >= 0 else ""

    def __call__(self) -> Picture:
        """The next picture, RGB, H x W x 3."""
        self._shown = min(self._shown + 1, len(self._paths) - 1)
        with Image.open(self._paths[self._shown]) as image:
            return np.asarray(image.convert("RGB"))


class SimulatedPicamera2:
    """Stands in for Picamera2. The pictures keep the size they are drawn in."""

    def __init__(self, draw: Callable[[], Picture], clock: Callable[[], float]) -> None:
        self._draw = draw
        self._clock = clock
        self._seen: deque[_Exposed] = deque()
        self._last_ns = -1
        self.faults: list[FaultSpan] = []
        self.sensor_modes = MODULE_3_MODES
        self.camera_controls: Mapping[str, Any] = dict.fromkeys((*EXPOSURE, *SWITCHES))
        self.controls: dict[str, Any] = {}
        """Every control as it was last set."""
        self.configuration: Mapping[str, Any] = {}
        self.buffers_out = 0
        """Buffers that are lent and not yet given back."""
        self.is_running = False
        self.is_closed = False

    def create_video_configuration(self, **wishes: Any) -> Mapping[str, Any]:
        """A configuration as wished."""
        return wishes

    def configure(self, configuration: Mapping[str, Any]) -> None:
        """Take a configuration.

        Raises:
            RuntimeError: a format is asked for that is not simulated.
        """
        if configuration["main"]["format"] not in MEMORY_ORDER:
            raise RuntimeError(f"format {configuration['main']['format']} is not simulated")
        self.configuration = configuration

    def start(self) -> None:
        """Begin to take pictures.

        Raises:
            RuntimeError: the camera is unplugged.
        """
        if self._suffers(Fault.UNPLUG):
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.is_running = True

    def stop(self) -> None:
        """Take no more pictures."""
        self.is_running = False

    def close(self) -> None:
        """Give the camera back."""
        self.is_closed = True

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Set controls.

        Raises:
            RuntimeError: the camera has no such control.
        """
        for name, value in controls.items():
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            self.controls[name] = value

    def capture_request(self, wait: bool = True) -> "_Job":
        """Ask for the next picture; only without waiting.

        Raises:
            RuntimeError: the camera does not run.
        """
        if wait or not self.is_running:
            raise RuntimeError("start the camera first, and do not wait here")
        return _Job()

    def wait(self, job: "_Job", timeout: float) -> "_Request":
        """The picture that was asked for.

        Raises:
            TimeoutError: it does not come: the camera is unplugged, or all its buffers are lent.
        """
        if self._suffers(Fault.UNPLUG) or self.buffers_out == BUFFERS:
            raise TimeoutError
        self.buffers_out += 1
        return _Request(self, self._expose())

    def _suffers(self, fault: Fault) -> bool:
        now = self._clock()
        return any(span.fault is fault and span.begin <= now < span.end for span in self.faults)

    def _expose(self) -> _Exposed:
        if self._seen and self._suffers(Fault.FREEZE):
            return self._seen[-1]
        # The real camera makes one wait for the next picture: no two ever have the same time.
        self._last_ns = max(round(self._clock() * 1e9), self._last_ns + 1)
        picture = self._draw()
        if self._suffers(Fault.DARK):
            picture = (picture * DARKNESS).astype(np.uint8)
        self._seen.append(_Exposed(picture, self._last_ns))
        if not self._suffers(Fault.SLOW):
            while len(self._seen) > 1:
                self._seen.popleft()
        while len(self._seen) > 1 and self._seen[1].timestamp_ns <= self._last_ns - LAG_SECONDS * 1e9:
            self._seen.popleft()
        return self._seen[0]


class _Job:
    """A picture that was asked for."""


class _Request:
    """A picture in one of the camera's buffers."""

    def __init__(self, camera: SimulatedPicamera2, exposed: _Exposed) -> None:
        self._camera = camera
        self._exposed = exposed

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """A copy of the picture, its colours in the order of the configured format."""
        assert name == "main", "only the main stream is simulated"
        return self._exposed.picture[..., MEMORY_ORDER[self._camera.configuration["main"]["format"]]].copy()

    def get_metadata(self) -> dict[str, Any]:
        """When and how it was exposed."""
        held = {name: value for name, value in self._camera.controls.items() if name in EXPOSURE}
        return {**EXPOSURE, **held, "SensorTimestamp": self._exposed.timestamp_ns}

    def release(self) -> None:
        """Give the buffer back."""
        self._camera.buffers_out -= 1

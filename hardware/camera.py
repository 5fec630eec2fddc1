"""The camera: pictures in RGB, each with its number and the time its sensor saw it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.errors import DeviceClosed, DeviceUnavailable, unavailable_on_error

__all__ = ["Camera", "Capture", "PicameraCamera", "Picture", "full_view_mode", "steady_exposure"]

Picture = NDArray[np.uint8]
"""RGB, H x W x 3."""

RGB_IN_MEMORY = "BGR888"
"""libcamera names a format from its highest byte down: what it calls RGB888 lies in memory as B, G, R."""
BUFFERS = 4
PATIENCE_SECONDS = 1.0
"""How long one picture may take. At 30 a second, one second without is a failure."""
AF_MANUAL, AF_CONTINUOUS = 0, 2
REMEDY = "check its ribbon cable with the power off, then start again"


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """One picture."""

    array: Picture
    """RGB, H x W x 3."""
    sequence: int
    """Counts the pictures the sensor took; the same number again is the same picture: a frozen camera."""
    sensor_time_s: float
    """When the sensor saw it, in seconds of the camera's clock: on a Pi since boot, as time.monotonic()."""


class Camera(Protocol):
    """A camera over the panel."""

    def capture(self) -> Capture:
        """The picture the sensor sees now.

        Raises:
            DeviceUnavailable: no picture comes.
            DeviceClosed: the camera was closed.
        """
        ...

    def lock_exposure(self) -> None:
        """Hold exposure, white balance and focus as they are, the shutter in step with the mains' flicker."""
        ...

    def unlock_exposure(self) -> None:
        """Let exposure, white balance and focus follow the light again."""
        ...

    def close(self) -> None:
        """Give the camera back; a second time does nothing."""
        ...


class PicameraCamera:
    """A Raspberry Pi camera through picamera2, or anything that has its few methods used here."""

    def __init__(
        self, open_picamera: Callable[[], Any], size: tuple[int, int] = (1536, 864), mains_hz: int = 50
    ) -> None:
        self._mains_hz = mains_hz
        self._job: Any = None
        self._metadata: Mapping[str, Any] = {}
        self._sequence = -1
        self._closed = False
        with unavailable_on_error(
            "camera", "not found", 'check its ribbon cable and "rpicam-hello --list-cameras"'
        ):
            self._picamera = open_picamera()
        try:
            with unavailable_on_error("camera", "cannot be started", "stop what else uses it"):
                self._start(size)
        except DeviceUnavailable:
            with suppress(Exception):
                self._picamera.close()
            raise

    def _start(self, size: tuple[int, int]) -> None:
        mode = full_view_mode(self._picamera.sensor_modes, size)
        self._picamera.configure(
            self._picamera.create_video_configuration(
                main={"size": size, "format": RGB_IN_MEMORY},
                # Without it the smallest sensor mode that fits is taken, and Module 3's sees a part only.
                sensor={"output_size": mode["size"], "bit_depth": mode["bit_depth"]},
                buffer_count=BUFFERS,
                # No picture is kept waiting: the next one asked for is taken after the asking.
                queue=False,
            )
        )
        self._picamera.start()
        self.unlock_exposure()

    def capture(self) -> Capture:
        """The picture the sensor sees now.

        Raises:
            DeviceUnavailable: no picture comes within a second.
            DeviceClosed: the camera was closed.
        """
        if self._closed:
            raise DeviceClosed("camera")
        with unavailable_on_error("camera", "gives no picture", REMEDY):
            request = self._next_request()
            try:
                pixels, metadata = request.make_array("main"), request.get_metadata()
            finally:
                request.release()
        if metadata["SensorTimestamp"] != self._metadata.get("SensorTimestamp"):
            self._sequence += 1
        self._metadata = metadata
        return Capture(pixels, self._sequence, metadata["SensorTimestamp"] / 1e9)

    def _next_request(self) -> Any:
        # A job that timed out still waits in the camera's queue and would take a buffer for good when
        # pictures come again. So it is not forgotten: the next capture waits for the very same one.
        if self._job is None:
            self._job = self._picamera.capture_request(wait=False)
        try:
            request = self._picamera.wait(self._job, timeout=PATIENCE_SECONDS)
        except TimeoutError as error:
            raise DeviceUnavailable(
                "camera", f"sent no picture for {PATIENCE_SECONDS:g} s", REMEDY
            ) from error
        except Exception:
            self._job = None
            raise
        self._job = None
        return request

    def lock_exposure(self) -> None:
        """Hold exposure, white balance and focus as the last picture had them.

        Raises:
            DeviceUnavailable: the camera refuses.
            DeviceClosed: the camera was closed.
        """
        self._control(steady_exposure(self._metadata, self._mains_hz))

    def unlock_exposure(self) -> None:
        """Let exposure, white balance and focus follow the light again.

        Raises:
            DeviceUnavailable: the camera refuses.
            DeviceClosed: the camera was closed.
        """
        self._control({"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS})

    def _control(self, controls: Mapping[str, Any]) -> None:
        if self._closed:
            raise DeviceClosed("camera")
        with unavailable_on_error("camera", "refuses its settings", REMEDY):
            # Only what it has: not every camera can focus, and an unknown control is an error.
            known = self._picamera.camera_controls
            self._picamera.set_controls({name: value for name, value in controls.items() if name in known})

    def close(self) -> None:
        """Stop the camera and give it back; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        if self._job is not None:
            # Cut off: stop() would wait for pictures that never come (picamera2 issue 1065). The system
            # takes the camera back when the process ends.
            return
        for end in (self._picamera.stop, self._picamera.close):
            with suppress(Exception):
                end()


def full_view_mode(modes: Sequence[Mapping[str, Any]], size: tuple[int, int]) -> Mapping[str, Any]:
    """Of the sensor modes that see the widest part of the scene, the smallest that still fills `size`."""

    def seen(mode: Mapping[str, Any]) -> int:
        _, _, width, height = mode["crop_limits"]
        return int(width * height)

    def pixels(mode: Mapping[str, Any]) -> int:
        return int(mode["size"][0] * mode["size"][1])

    widest = max(seen(mode) for mode in modes)
    # Rounding to even numbers makes crops of the same view differ by a few rows.
    whole = [mode for mode in modes if seen(mode) >= 0.98 * widest]
    filling = [mode for mode in whole if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]
    return min(filling, key=pixels) if filling else max(whole, key=pixels)


def steady_exposure(metadata: Mapping[str, Any], mains_hz: int) -> Mapping[str, Any]:
    """Controls that hold a picture's exposure, its shutter shortened to whole flickers of the mains' light.

    Lamps flicker twice per period of the mains: 10 ms at 50 Hz. The gain makes up for the light that is
    lost. A shutter already shorter than one flicker is left alone.
    """
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        flicker_us = 1_000_000 / (2 * mains_hz)
        asked = metadata["ExposureTime"]
        # Sensors expose whole lines, so "10 ms" may read 9995 us.
        flickers = int(asked / flicker_us + 0.05)
        shutter = round(flickers * flicker_us) if flickers else asked
        controls["ExposureTime"] = shutter
        controls["AnalogueGain"] = metadata["AnalogueGain"] * asked / shutter
    for name in ("ColourGains", "LensPosition"):
        if name in metadata:
            controls[name] = metadata[name]
    return controls

"""A console without hardware: the same drivers as on the Pi, on simulated pins, bus and camera.

Only the wires are simulated. What is shown, sounded and pressed goes through gpiozero, luma and the same
code that runs on the Pi, and can be seen from the other side: `lamp_levels()`, `sounds()`, `picture()`,
`press()`.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from PIL import Image

from hardware.buttons import open_buttons
from hardware.buzzer import open_buzzer
from hardware.camera import PicameraCamera, Picture
from hardware.console import Console
from hardware.errors import UnknownName
from hardware.lamps import open_lamps
from hardware.oled import Oled, OledPlace, open_oled
from hardware.pins import PinMap
from hardware.screen import Screen
from hardware.simulated_bus import SimulatedBus
from hardware.simulated_camera import SimulatedPicamera2
from hardware.simulated_oled import SimulatedOled
from hardware.simulated_pins import SimulatedPins

__all__ = ["SimulatedConsole", "open_simulated_console"]


class SimulatedConsole(Console):
    """A console whose wires can be looked at and whose buttons can be pressed by a program."""

    def __init__(
        self,
        *,
        pin_map: PinMap,
        pins: SimulatedPins,
        bus: SimulatedBus,
        oled: SimulatedOled,
        picamera: SimulatedPicamera2,
        place: OledPlace,
        **devices: Any,
    ) -> None:
        super().__init__(**devices)
        self.pin_map = pin_map
        self.pins = pins
        self.bus = bus
        self.oled = oled
        self.picamera = picamera
        self._place = place

    def lamp_levels(self) -> Mapping[str, float]:
        """How brightly every fitted lamp's pin drives it, 0 to 1."""
        return {name: self.pins.level(number) for name, number in self.pin_map.lamps.items()}

    def sounds(self) -> list[tuple[float, float | None]]:
        """What the buzzer's pin gave out: since when, in seconds, and what, in Hz; None is silence."""
        if self.pin_map.buzzer is None:
            return []
        heard: list[tuple[float, float | None]] = []
        for change in self.pins.fitted[self.pin_map.buzzer].history:
            tone = change.frequency_hz if change.level > 0 else None
            # A tone takes two writes, frequency and level: only the sound that comes of both is told.
            if heard and heard[-1][0] == change.at:
                heard.pop()
            if (heard[-1][1] if heard else None) != tone:
                heard.append((change.at, tone))
        return heard

    def picture(self) -> Image.Image:
        """What a person sees on the OLED: mode "1", 128 x 64, white on black."""
        return self.oled.picture()

    def press(self, name: str) -> None:
        """Press a button and let it go.

        Raises:
            UnknownName: no fitted button has that name.
        """
        if name not in self.pin_map.buttons:
            raise UnknownName("button", name, tuple(self.pin_map.buttons))
        pin = self.pins.fitted[self.pin_map.buttons[name]]
        pin.drive_low()
        pin.drive_high()

    def unplug_oled(self) -> None:
        """Pull the OLED off its bus."""
        self.bus.chips.clear()

    def plug_oled(self) -> None:
        """Put the OLED, which has forgotten everything, back on its bus."""
        self.oled.power_up()
        self.bus.chips[self._place.address] = self.oled


def open_simulated_console(
    *,
    draw: Callable[[], Picture],
    clock: Callable[[], float],
    pins: PinMap | None = None,
    screen: OledPlace | None = None,
) -> SimulatedConsole:
    """Open a console whose camera sees what `draw` draws (RGB, H x W x 3), on the given clock (seconds)."""
    pin_map, place = pins or PinMap(), screen or OledPlace()
    simulated_pins = SimulatedPins(clock)
    oled, bus = SimulatedOled(place.chip), SimulatedBus(place.port)
    bus.chips[place.address] = oled
    picamera = SimulatedPicamera2(draw, clock)

    def open_chip() -> Oled:
        with bus.in_place():
            return open_oled(place)

    below = ExitStack()
    below.callback(simulated_pins.close)
    return SimulatedConsole(
        pin_map=pin_map,
        pins=simulated_pins,
        bus=bus,
        oled=oled,
        picamera=picamera,
        place=place,
        lamps=open_lamps(pin_map, simulated_pins),
        buzzer=open_buzzer(pin_map.buzzer, simulated_pins),
        buttons=open_buttons(pin_map, simulated_pins),
        screen=Screen(open_chip),
        camera=PicameraCamera(lambda: picamera),
        below=below,
    )

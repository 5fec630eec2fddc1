"""Lamps, watched on their pins."""

import pytest

from hardware import (
    DeviceClosed,
    DeviceUnavailable,
    Lamp,
    PinMap,
    UnknownName,
    brightness,
    open_simulated_console,
)
from hardware.lamps import Lamps, open_lamps
from hardware.simulated_pins import SimulatedPins

GEAR_1 = PinMap().lamps["gear.1"]


def history(console, number):
    """Every change of a lamp's pin after it was opened: when, and how bright."""
    return [(change.at, change.level) for change in console.pins.fitted[number].history][1:]


@pytest.mark.parametrize(
    ("lamp", "now", "level"),
    [
        (Lamp.OFF, 0.1, 0.0),
        (Lamp.ON, 0.1, 1.0),
        (Lamp.BLINK, 0.0, 1.0),
        (Lamp.BLINK, 0.24, 1.0),
        (Lamp.BLINK, 0.25, 0.0),
        (Lamp.BLINK, 1000.5, 1.0),
        (Lamp.FLASH, 0.05, 1.0),
        (Lamp.FLASH, 0.15, 0.0),
        (Lamp.FLASH, 7.05, 1.0),
        (Lamp.PULSE, 0.0, 0.0),
        (Lamp.PULSE, 0.5, 0.5),
        (Lamp.PULSE, 1.0, 1.0),
        (Lamp.PULSE, 1.5, 0.5),
    ],
)
def test_brightness_follows_from_pattern_and_time_alone(lamp, now, level):
    assert brightness(lamp, now) == level


def test_a_blinking_lamp_is_on_and_off_twice_a_second(console, run):
    console.lamps.show("gear.1", Lamp.BLINK)
    run(1.1)
    assert history(console, GEAR_1) == [(0.05, 1.0), (0.25, 0.0), (0.5, 1.0), (0.75, 0.0), (1.0, 1.0)]


def test_a_flashing_lamp_is_mostly_dark(console, run):
    console.lamps.show("gear.1", Lamp.FLASH)
    run(2.2)
    assert history(console, GEAR_1) == [
        (0.05, 1.0),
        (0.1, 0.0),
        (1.0, 1.0),
        (1.1, 0.0),
        (2.0, 1.0),
        (2.1, 0.0),
    ]


def test_a_pulsing_lamp_swells_and_fades(console, run):
    console.lamps.show("gear.1", Lamp.PULSE)
    run(2.0)
    levels = [level for _, level in history(console, GEAR_1)]
    top = levels.index(1.0)
    assert levels[: top + 1] == sorted(levels[: top + 1])
    assert levels[top:] == sorted(levels[top:], reverse=True)
    assert levels[-1] == 0.0


def test_a_steady_lamp_is_written_once(console, run):
    console.lamps.show("axis.0", Lamp.ON)
    run(5.0)
    assert history(console, PinMap().lamps["axis.0"]) == [(0.05, 1.0)]


def test_nothing_happens_before_the_tick(console):
    console.lamps.show("gear.1", Lamp.ON)
    assert history(console, GEAR_1) == []
    assert console.lamps["gear.1"] is Lamp.ON


def test_lamps_of_one_pattern_keep_step_whenever_they_began(console, run):
    console.lamps.show("axis.-2", Lamp.BLINK)
    run(0.35)
    console.lamps.show("axis.+2", Lamp.BLINK)
    run(3.0)
    left, right = (dict(history(console, PinMap().lamps[name])) for name in ("axis.-2", "axis.+2"))
    assert {at: level for at, level in left.items() if at >= 0.5} == right


def test_every_lamp_lights_its_own_pin(console, run):
    for name in console.lamps.fitted:
        console.lamps.show(name, Lamp.ON)
        run(console.pins.clock.now + 0.05)
        assert {lamp for lamp, level in console.lamp_levels().items() if level} == {name}
        console.lamps.show(name, Lamp.OFF)


def test_closing_leaves_every_lamp_dark(console, run):
    for name in console.lamps.fitted:
        console.lamps.show(name, Lamp.ON)
    run(0.1)
    assert set(console.lamp_levels().values()) == {1.0}
    console.close()
    assert set(console.lamp_levels().values()) == {0.0}


def test_a_lamp_that_is_not_fitted_takes_orders_and_stays_dark(clock, table):
    with open_simulated_console(draw=table.draw, clock=clock, pins=PinMap(alarms=())) as console:
        console.lamps.show("alarm.gear", Lamp.ON)
        console.tick(0.0)
        assert console.lamps["alarm.gear"] is Lamp.ON
        assert "alarm.gear" not in console.lamp_levels()


def test_a_misspelt_lamp_is_a_mistake(console):
    with pytest.raises(UnknownName, match=r"no lamp is called 'gear\.4'; there are gear\.1"):
        console.lamps.show("gear.4", Lamp.ON)
    with pytest.raises(UnknownName):
        console.lamps["axis.2"]


def test_closed_lamps_take_no_orders(console):
    console.lamps.close()
    with pytest.raises(DeviceClosed, match="open a new console"):
        console.lamps.show("gear.1", Lamp.ON)
    with pytest.raises(DeviceClosed):
        console.lamps.tick(0.0)


class LooseLight:
    """A light whose pin can fail."""

    def __init__(self):
        self.written, self.works = [], True

    @property
    def value(self):
        return self.written[-1]

    @value.setter
    def value(self, level):
        if not self.works:
            raise OSError("Input/output error")
        self.written.append(level)

    def close(self):
        self.written.append("closed")


def test_a_pin_that_fails_is_named_and_tried_again():
    light = LooseLight()
    lamps = Lamps({"gear.1": light})
    lamps.show("gear.1", Lamp.ON)
    light.works = False
    with pytest.raises(DeviceUnavailable, match=r"lamp gear\.1 cannot be set \(Input/output error\)"):
        lamps.tick(0.0)
    light.works = True
    lamps.tick(0.05)
    assert light.written == [1.0]


def test_a_pin_is_written_only_when_its_level_changes():
    """On a Pi every write restarts the pulses of that pin."""
    light = LooseLight()
    lamps = Lamps({"gear.1": light})
    for tick in range(100):
        lamps.show("gear.1", Lamp.ON if tick >= 50 else Lamp.OFF)
        lamps.tick(tick / 20)
    assert light.written == [0.0, 1.0]


def test_a_lamp_is_dark_before_its_pin_is_given_back():
    light = LooseLight()
    lamps = Lamps({"gear.1": light})
    lamps.close()
    lamps.close()
    assert light.written == [0.0, "closed"]


def test_a_lamp_that_cannot_be_reached_does_not_keep_the_others_lit():
    loose, sound = LooseLight(), LooseLight()
    loose.works = False
    Lamps({"gear.1": loose, "gear.2": sound}).close()
    assert sound.written == [0.0, "closed"]


def test_a_pin_in_use_is_named_and_the_others_are_given_back(clock):
    pins = SimulatedPins(clock)
    others = open_lamps(PinMap(gear=(), flaps=(), brakes=(), axis=(4, 5, 6, 13, 19), alarms=()), pins)
    with pytest.raises(DeviceUnavailable) as caught:
        open_lamps(PinMap(), pins)
    others.close()
    open_lamps(PinMap(), pins).close()
    # Looked at last: while the error is kept, nothing is given back by chance.
    assert "lamp flaps.1 cannot have GPIO 5" in str(caught.value)
    pins.close()

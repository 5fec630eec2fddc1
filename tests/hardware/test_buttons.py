"""Buttons, pressed on their pins."""

import threading

import pytest

from hardware import DeviceClosed, DeviceUnavailable, PinMap, UnknownName, open_simulated_console
from hardware.buttons import open_buttons
from hardware.simulated_pins import SimulatedPins


def test_presses_come_out_by_name_in_their_order(console):
    for name in ("ok", "fix", "ok"):
        console.press(name)
    assert console.buttons.pressed() == ("ok", "fix", "ok")


def test_a_press_is_told_once(console):
    console.press("ok")
    assert console.buttons.pressed() == ("ok",)
    assert console.buttons.pressed() == ()


def test_a_button_held_down_counts_once(console):
    pin = console.pins.fitted[PinMap().ok]
    pin.drive_low()
    assert console.buttons.pressed() == ("ok",)
    assert console.buttons.pressed() == ()
    pin.drive_high()
    assert console.buttons.pressed() == ()


def test_a_button_closes_its_pin_to_ground(console):
    """The pin is pulled up inside the chip: no resistor is needed."""
    assert console.pins.fitted[PinMap().ok].pull == "up"


def test_presses_from_another_thread_arrive(console):
    """On a Pi the pin library calls from a thread of its own."""
    threads = [threading.Thread(target=console.press, args=(name,)) for name in ("ok", "fix")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(console.buttons.pressed()) == ["fix", "ok"]


def test_a_button_that_is_not_fitted_cannot_be_pressed(clock, table):
    with open_simulated_console(draw=table.draw, clock=clock, pins=PinMap(fix=None)) as console:
        assert console.buttons.fitted == ("ok",)
        with pytest.raises(UnknownName, match="no button is called 'fix'; there are ok"):
            console.press("fix")


def test_closed_buttons_tell_nothing(console):
    console.press("ok")
    console.buttons.close()
    with pytest.raises(DeviceClosed):
        console.buttons.pressed()


def test_a_pin_in_use_is_named_and_the_other_is_given_back(clock):
    pins = SimulatedPins(clock)
    first = open_buttons(PinMap(ok=None), pins)
    with pytest.raises(DeviceUnavailable) as caught:
        open_buttons(PinMap(), pins)
    first.close()
    open_buttons(PinMap(), pins).close()
    # Looked at last: while the error is kept, nothing is given back by chance.
    assert "button fix cannot have GPIO 15" in str(caught.value)
    pins.close()


def test_no_thread_is_left_running(clock, table):
    before = set(threading.enumerate())
    with open_simulated_console(draw=table.draw, clock=clock) as console:
        console.press("ok")
        assert set(threading.enumerate()) == before

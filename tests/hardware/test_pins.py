"""One map from which everything is wired."""

import pytest

from hardware import LAMP_NAMES, PinMap, PinMapError


def test_lamps_buzzer_and_buttons_fill_the_header_exactly():
    """24 of 28 pins are free, and 24 are used."""
    pins = PinMap()
    used = [*pins.lamps.values(), pins.buzzer, *pins.buttons.values()]
    assert sorted(used) == list(range(4, 28))


def test_every_lamp_has_a_pin_in_the_order_of_the_names():
    assert tuple(PinMap().lamps) == LAMP_NAMES
    assert PinMap().lamps["gear.2"] == 27
    assert PinMap().lamps["axis.-2"] == 4
    assert PinMap().lamps["axis.+2"] == 25
    assert PinMap().lamps["alarm.radio.copilot"] == 11


def test_what_is_not_fitted_has_no_pin():
    pins = PinMap(alarms=(), buzzer=None, fix=None)
    assert not any(name.startswith("alarm.") for name in pins.lamps)
    assert pins.buttons == {"ok": 14}


def test_a_pin_that_is_not_used_is_free_for_another():
    assert PinMap(buzzer=None, ok=12).buttons["ok"] == 12


def test_pin_maps_are_values():
    assert PinMap() == PinMap(buzzer=12)
    assert len({PinMap(), PinMap(), PinMap(alarms=())}) == 2


@pytest.mark.parametrize(
    ("wrong", "name", "message"),
    [
        pytest.param({"ok": 17}, "ok", "GPIO 17, as is gear.1", id="two devices on one pin"),
        pytest.param({"gear": (17, 17, 22)}, "gear.2", "GPIO 17, as is gear.1", id="twice in one row"),
        pytest.param({"buzzer": 2}, "buzzer", r"GPIO 2, which is the OLED's data line \(SDA\)", id="the bus"),
        pytest.param({"fix": 0}, "fix", "GPIO 0, which identifies add-on boards", id="board identification"),
        pytest.param({"buzzer": 28}, "buzzer", "GPIO 28; choose one of 4 to 27", id="not on the header"),
        pytest.param({"brakes": (26, 20)}, "brakes", "needs 3 pins, or none", id="a row too short"),
    ],
)
def test_a_map_that_cannot_be_wired_is_refused(wrong, name, message):
    with pytest.raises(PinMapError, match=message) as caught:
        PinMap(**wrong)
    assert caught.value.name == name

"""The console as a whole: opened, played, closed."""

import pickle
import threading

import pytest
from PIL import Image

import hardware
from hardware import DeviceClosed, DeviceUnavailable, Lamp, Tune, open_simulated_console


def white():
    return Image.new("1", (128, 64), 1)


def test_everything_works_together(console, run):
    console.lamps.show("gear.1", Lamp.ON)
    console.buzzer.play(Tune(((440.0, 0.1),)))
    console.screen.show(white())
    console.press("ok")
    run(0.1)
    assert console.lamp_levels()["gear.1"] == 1.0
    assert console.sounds() == [(0.05, 440.0)]
    assert console.picture().getbbox() == (0, 0, 128, 64)
    assert console.buttons.pressed() == ("ok",)
    assert console.camera.capture().sequence == 0


def test_the_camera_can_see_the_lamps(clock, table):
    """What is drawn may depend on how the pins stand at that moment."""
    seen = []
    with open_simulated_console(
        draw=lambda: seen.append(console.lamp_levels()) or table.draw(), clock=clock
    ) as console:
        console.lamps.show("axis.0", Lamp.BLINK)
        for now in (0.0, 0.3):
            console.tick(now)
            console.camera.capture()
    assert [levels["axis.0"] for levels in seen] == [1.0, 0.0]


def test_closing_switches_everything_off(console, run):
    console.lamps.show("gear.1", Lamp.ON)
    console.buzzer.play(Tune(((440.0, 10.0),)))
    console.screen.show(white())
    run(0.1)
    console.close()
    assert set(console.lamp_levels().values()) == {0.0}
    assert console.sounds()[-1][1] is None
    assert console.picture().getbbox() is None
    assert console.picamera.is_closed


def test_closing_twice_is_harmless(console):
    console.close()
    console.close()


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda console: console.tick(0.0), id="tick"),
        pytest.param(lambda console: console.lamps.show("gear.1", Lamp.ON), id="lamps"),
        pytest.param(lambda console: console.buzzer.play(Tune(())), id="buzzer"),
        pytest.param(lambda console: console.buttons.pressed(), id="buttons"),
        pytest.param(lambda console: console.screen.show(white()), id="screen"),
        pytest.param(lambda console: console.camera.capture(), id="camera"),
    ],
)
def test_a_closed_console_does_nothing_more(console, use):
    console.close()
    with pytest.raises(DeviceClosed, match="used after it was closed; open a new console"):
        use(console)


def test_closing_gives_the_pins_back(console):
    assert console.pins.pins
    console.close()
    assert not console.pins.pins


def test_leaving_by_an_error_switches_everything_off(clock, table):
    console = open_simulated_console(draw=table.draw, clock=clock)

    def play():
        with console:
            console.lamps.show("gear.1", Lamp.ON)
            console.tick(0.0)
            raise ValueError("a mistake in the game")

    with pytest.raises(ValueError, match="a mistake in the game"):
        play()
    assert set(console.lamp_levels().values()) == {0.0}


def test_lamps_that_fail_do_not_silence_the_buzzer(console, monkeypatch):
    def fail(now):
        raise DeviceUnavailable("lamp gear.1", "cannot be set", "check its pin")

    monkeypatch.setattr(console.lamps, "tick", fail)
    console.buzzer.play(Tune(((440.0, 0.1),)))
    with pytest.raises(DeviceUnavailable, match="lamp"):
        console.tick(0.0)
    assert console.sounds() == [(0.0, 440.0)]


def test_one_console_after_another_finds_its_pins_free(clock, table):
    threads = threading.active_count()
    for _ in range(3):
        with open_simulated_console(draw=table.draw, clock=clock) as console:
            console.tick(0.0)
    assert threading.active_count() == threads


def test_two_consoles_do_not_know_of_each_other(clock, table):
    with (
        open_simulated_console(draw=table.draw, clock=clock) as left,
        open_simulated_console(draw=table.draw, clock=clock) as right,
    ):
        left.lamps.show("gear.1", Lamp.ON)
        left.screen.show(white())
        for console in (left, right):
            console.tick(0.0)
        assert (left.lamp_levels()["gear.1"], right.lamp_levels()["gear.1"]) == (1.0, 0.0)
        assert right.picture().getbbox() is None


def test_errors_survive_the_way_from_another_process():
    error = DeviceUnavailable("camera", "sent no picture", "check its cable")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.device, again.remedy) == (str(error), "camera", "check its cable")
    assert isinstance(again, OSError)


def test_every_error_is_a_hardware_error_and_a_builtin_one():
    leaves = [getattr(hardware.errors, name) for name in hardware.errors.__all__ if name[0].isupper()]
    for leaf in set(leaves) - {hardware.HardwareError}:
        assert issubclass(leaf, hardware.HardwareError)
        assert any(base.__module__ == "builtins" and base is not Exception for base in leaf.__bases__)

"""Opening the real devices, with what a laptop lacks and with what a Raspberry Pi has."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from hardware import ConsoleSettings, DeviceUnavailable, Lamp, PinMap, is_pi_with_camera, open_console, pi
from hardware.simulated_bus import SimulatedBus
from hardware.simulated_camera import SimulatedPicamera2
from hardware.simulated_oled import SimulatedOled
from hardware.simulated_pins import SimulatedPins


@pytest.fixture
def laptop(monkeypatch):
    """No pin library, no picamera2, also where they are installed."""
    for name in ("lgpio", "RPi", "RPi.GPIO", "picamera2", "gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def bus():
    bus = SimulatedBus()
    bus.chips[0x3C] = SimulatedOled()
    with bus.in_place():
        yield bus


@pytest.fixture
def raspberry(laptop, bus, monkeypatch, table, clock):
    """Simulated pins in place of rpigpio, a chip on the bus, and a camera in place of picamera2."""
    pins = SimulatedPins(clock)
    monkeypatch.setitem(pi.PIN_FACTORIES, "rpigpio", ("board", "pins"))
    monkeypatch.setitem(sys.modules, "board", SimpleNamespace(pins=lambda: pins))
    picamera = SimulatedPicamera2(table.draw, clock)
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=lambda: picamera))
    return SimpleNamespace(pins=pins, bus=bus, picamera=picamera)


def test_the_package_needs_no_device_library_to_be_imported():
    code = (
        "import sys\n"
        "for name in ('lgpio', 'RPi', 'picamera2', 'libcamera'): sys.modules[name] = None\n"
        "import hardware.pi\n"
        "assert not hardware.is_pi_with_camera()\n"
    )
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("name", "tried"),
    [
        ("auto", ("lgpio: ", "rpigpio: ")),
        ("lgpio", ("lgpio: ",)),
        ("rpigpio", ("rpigpio: ",)),
    ],
)
def test_a_laptop_is_told_what_was_tried_and_what_to_do(laptop, name, tried):
    with pytest.raises(DeviceUnavailable) as caught:
        open_console(ConsoleSettings(pin_factory=name))
    message = str(caught.value)
    assert message.startswith("GPIO pins cannot be used here (")
    assert (
        tuple(word for word in ("lgpio: ", "rpigpio: ") if f"({word}" in message or f"; {word}" in message)
        == tried
    )
    assert message.endswith("elsewhere play with --sim")


def test_a_raspberry_opens_plays_and_closes(raspberry):
    with open_console(ConsoleSettings(picture_size=(1536, 864))) as console:
        console.lamps.show("gear.1", Lamp.ON)
        console.tick(0.0)
        assert console.camera.capture().array.shape == (864, 1536, 3)
        assert raspberry.bus.chips[0x3C].is_on
    assert not raspberry.bus.chips[0x3C].is_on
    assert raspberry.picamera.is_closed
    assert not raspberry.pins.pins


def test_auto_takes_the_first_factory_that_works(raspberry):
    """lgpio is missing here: the second one serves."""
    assert pi.open_pin_factory("auto") is raspberry.pins


def test_an_absent_screen_gives_the_pins_back(raspberry):
    chip = raspberry.bus.chips.pop(0x3C)
    with pytest.raises(DeviceUnavailable) as caught:
        open_console(ConsoleSettings())
    raspberry.bus.chips[0x3C] = chip
    open_console(ConsoleSettings()).close()
    # Looked at last: while the error is kept, nothing is given back by chance.
    assert str(caught.value).startswith("OLED not found on i2c-1 at 0x3C; check its four wires")


def test_an_absent_picamera2_darkens_the_screen_again(raspberry, monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(
        DeviceUnavailable, match=r'^camera cannot be used without picamera2 .*"sudo apt install'
    ):
        open_console(ConsoleSettings())
    assert not raspberry.bus.chips[0x3C].is_on
    assert not raspberry.pins.pins


def test_settings_reach_the_devices(raspberry):
    chip = raspberry.bus.chips.pop(0x3C)
    raspberry.bus.chips[0x3D] = chip
    settings = ConsoleSettings(
        pins=PinMap(alarms=()), i2c_address=0x3D, picture_size=(1280, 720), mains_hz=60
    )
    with open_console(settings) as console:
        assert "alarm.gear" not in console.lamps.fitted
        assert raspberry.picamera.configuration["main"]["size"] == (1280, 720)
        console.camera.capture()
        console.camera.lock_exposure()
        assert raspberry.picamera.controls["ExposureTime"] == 16_667


@pytest.mark.pi
def test_the_real_console_opens_ticks_and_closes():
    with open_console(ConsoleSettings()) as console:
        console.tick(0.0)
        assert console.camera.capture().array.shape == (864, 1536, 3)


class TestDetection:
    @pytest.fixture
    def machine(self, tmp_path):
        (tmp_path / "proc/device-tree").mkdir(parents=True)
        (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
        (tmp_path / "dev").mkdir()
        (tmp_path / "dev/v4l-subdev0").touch()
        return tmp_path

    def test_a_pi_with_a_camera(self, machine):
        assert is_pi_with_camera(machine, lambda name: "picamera2 is there")

    def test_a_pi_without_picamera2(self, machine):
        assert not is_pi_with_camera(machine, lambda name: None)

    def test_a_pi_without_camera(self, machine):
        (machine / "dev/v4l-subdev0").unlink()
        assert not is_pi_with_camera(machine, lambda name: "picamera2 is there")

    def test_another_board(self, machine):
        (machine / "proc/device-tree/model").write_bytes(b"Some Other Board\0")
        assert not is_pi_with_camera(machine, lambda name: "picamera2 is there")

    def test_a_laptop_has_no_device_tree(self, tmp_path):
        assert not is_pi_with_camera(tmp_path, lambda name: "picamera2 is there")

    def test_a_broken_installation_is_no_reason_to_fail(self, machine):
        def broken(name):
            raise ValueError(f"{name}.__spec__ is None")

        assert not is_pi_with_camera(machine, broken)

"""The screen, seen on the glass of the simulated chip and counted on the wire."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from hardware import (
    Chip,
    DeviceClosed,
    DeviceUnavailable,
    OledPlace,
    PictureError,
    oled,
    open_simulated_console,
)
from hardware.screen import open_screen
from hardware.simulated_bus import SimulatedBus

CHIPS = [OledPlace(), OledPlace(Chip.SH1106, port=3, address=0x3D)]


def picture(text="", at=(0, 0)):
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text(at, text, fill=1)
    return image


def noise(seed):
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(128 * 64 // 8))


def sent(console):
    """Payload sizes of the transactions since the last look."""
    sizes = [len(transaction.payload) for transaction in console.bus.transactions]
    console.bus.transactions.clear()
    return sizes


@pytest.fixture(params=CHIPS, ids=lambda place: place.chip)
def console(request, clock, table):
    with open_simulated_console(draw=table.draw, clock=clock, screen=request.param) as console:
        sent(console)
        yield console


def test_a_fresh_screen_is_on_and_empty(console):
    assert console.oled.is_on
    assert console.picture().getbbox() is None


@pytest.mark.parametrize("seed", range(5))
def test_every_dot_arrives(console, seed):
    console.screen.show(noise(seed))
    assert console.picture().tobytes() == noise(seed).tobytes()


def test_every_dot_arrives_also_when_only_changes_are_sent(console):
    """A long row of pictures, each a little or quite different from the one before."""
    chance = Random(1)
    image = picture("altitude 6000")
    for step in range(60):
        if step % 10 == 9:
            image = noise(step)
        pen = ImageDraw.Draw(image)
        x, y = chance.randrange(128), chance.randrange(64)
        pen.rectangle((x, y, x + chance.randrange(1, 40), y + chance.randrange(1, 20)), fill=step % 2)
        console.screen.show(image)
        assert console.picture().tobytes() == image.tobytes()


def test_the_first_picture_is_sent_whole_by_luma(console):
    console.screen.show(picture("hello"))
    assert sum(sent(console)) >= 1024


def test_the_same_picture_again_sends_nothing(console):
    console.screen.show(noise(1))
    sent(console)
    console.screen.show(noise(1))
    assert sent(console) == []


def test_one_dot_costs_one_byte_and_its_window(console):
    console.screen.show(picture())
    sent(console)
    image = picture()
    image.putpixel((70, 30), 1)
    console.screen.show(image)
    window = 7 if console.oled.chip is Chip.SSD1306 else 4
    assert sent(console) == [window, 2]


def test_changes_far_apart_are_sent_apart_and_near_ones_together(console):
    console.screen.show(picture())
    sent(console)
    image = picture()
    for x in (0, 5, 120):
        image.putpixel((x, 0), 1)
    console.screen.show(image)
    assert [size for size in sent(console)[1::2]] == [1 + 6, 1 + 1]


def test_a_changed_number_takes_less_than_a_thousandth_of_a_second(clock, table):
    """At 400 kHz: 0.7 ms in place of 23 ms."""
    with open_simulated_console(draw=table.draw, clock=clock) as console:
        console.bus.transactions.clear()
        console.screen.show(picture("round 3", (0, 20)))
        whole = console.bus.seconds(400_000)
        assert whole == pytest.approx(0.0233, abs=0.0002)
        console.bus.transactions.clear()
        console.screen.show(picture("round 4", (0, 20)))
        assert console.bus.seconds(400_000) == pytest.approx(0.0007, abs=0.00005)


def test_a_hidden_screen_is_dark_and_comes_back_with_the_next_picture(console):
    console.screen.show(noise(1))
    console.screen.hide()
    assert console.picture().getbbox() is None
    sent(console)
    console.screen.show(noise(1))
    assert console.picture().tobytes() == noise(1).tobytes()
    assert sum(sent(console)) < 10


def test_a_cleared_screen_is_empty(console):
    console.screen.show(noise(1))
    console.screen.clear()
    assert console.picture().getbbox() is None
    assert console.oled.is_on


def test_closing_leaves_the_screen_off_and_its_memory_empty(console):
    console.screen.show(noise(1))
    console.close()
    assert not console.oled.is_on
    assert not console.oled.ram[:, 2:130].any()
    with pytest.raises(DeviceClosed):
        console.screen.show(noise(2))
    with pytest.raises(DeviceClosed):
        console.screen.hide()


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(Image.new("L", (128, 64)), id="grey"),
        pytest.param(Image.new("1", (128, 32)), id="half as high"),
    ],
)
def test_a_picture_that_does_not_fit_is_refused(console, wrong):
    with pytest.raises(PictureError, match="the screen shows mode '1' and size 128 x 64"):
        console.screen.show(wrong)


def test_a_loose_wire_is_told_and_heals_by_itself(console):
    console.screen.show(picture("round 3"))
    console.unplug_oled()
    for _ in range(3):
        with pytest.raises(DeviceUnavailable, match=r"^OLED .*i2c-\d at 0x3[CD]; check its four wires"):
            console.screen.show(picture("round 4"))
    console.plug_oled()
    console.screen.show(picture("round 4"))
    assert console.picture().tobytes() == picture("round 4").tobytes()


def test_while_the_wire_is_loose_no_driver_is_begun_in_vain(console, monkeypatch):
    """Each one that luma begins is kept until the program ends."""
    begun = []
    begin = oled._device_of[console.oled.chip]
    monkeypatch.setitem(oled._device_of, console.oled.chip, lambda wire: begun.append(wire) or begin(wire))
    console.unplug_oled()
    for _ in range(3):
        with pytest.raises(DeviceUnavailable):
            console.screen.show(noise(1))
    assert begun == []
    console.plug_oled()
    console.screen.show(noise(1))
    assert len(begun) == 1


def test_a_screen_that_is_gone_can_be_closed(console):
    console.screen.show(noise(1))
    console.unplug_oled()
    console.close()
    console.close()


def test_an_unplugged_screen_is_told_when_it_should_hide(console):
    console.unplug_oled()
    with pytest.raises(DeviceUnavailable, match="stopped answering"):
        console.screen.hide()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        pytest.param(
            OledPlace(address=0x3D),
            'OLED not found on i2c-1 at 0x3D; check its four wires and its address ("i2cdetect -y 1")',
            id="no chip at the address",
        ),
        pytest.param(
            OledPlace(port=7),
            'OLED has no bus i2c-7; switch I2C on in "sudo raspi-config", Interface Options',
            id="no such bus",
        ),
    ],
)
def test_an_absent_screen_is_told_with_what_to_do(place, message):
    with SimulatedBus(port=1).in_place(), pytest.raises(DeviceUnavailable) as caught:
        open_screen(place)
    assert str(caught.value) == message
    assert caught.value.device == "OLED"


def test_a_forbidden_bus_is_told_with_what_to_do(monkeypatch):
    def forbid(self, port):
        raise PermissionError(13, "Permission denied", "/dev/i2c-1")

    monkeypatch.setattr(SimulatedBus, "_open", forbid)
    with (
        SimulatedBus().in_place(),
        pytest.raises(DeviceUnavailable, match="OLED may not use i2c-1; join its group"),
    ):
        open_screen(OledPlace())

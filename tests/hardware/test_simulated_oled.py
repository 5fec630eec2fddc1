"""The simulated chip, told byte by byte what the data sheets say, without any driver."""

import errno

import pytest
from PIL import Image

from hardware import Chip
from hardware.errors import WireError
from hardware.simulated_bus import SimulatedBus
from hardware.simulated_oled import SimulatedOled

COMMAND, DATA = 0x00, 0x40
ON = bytes([COMMAND, 0x8D, 0x14, 0xA1, 0xC8, 0xAF])
"""Charge pump on, mounted as usual, display on."""
HORIZONTAL = bytes([COMMAND, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7])


def chip_after(*transactions, chip=Chip.SSD1306):
    oled = SimulatedOled(chip)
    oled.ram[:] = 0
    for transaction in transactions:
        oled.receive(bytes(transaction))
    return oled


def lit(oled):
    """The dots that a person sees lit, as (x, y)."""
    picture = oled.picture()
    return {(x, y) for y in range(64) for x in range(128) if picture.getpixel((x, y))}


@pytest.mark.parametrize(
    ("position", "data", "dots"),
    [
        pytest.param(HORIZONTAL, [0x01], {(0, 0)}, id="the lowest bit is on top"),
        pytest.param(HORIZONTAL, [0x80, 0x01], {(0, 7), (1, 0)}, id="columns go to the right"),
        pytest.param(
            [COMMAND, 0x20, 0, 0x21, 5, 6, 0x22, 2, 3], [1, 1, 1], {(5, 16), (6, 16), (5, 24)}, id="a window"
        ),
        pytest.param(
            [COMMAND, 0x20, 0, 0x21, 5, 6, 0x22, 2, 2], [1, 2, 4], {(6, 17), (5, 18)}, id="it starts anew"
        ),
        pytest.param(
            [COMMAND, 0x20, 1, 0x21, 5, 6, 0x22, 2, 3], [1, 1, 1], {(5, 16), (5, 24), (6, 16)}, id="downwards"
        ),
        pytest.param([COMMAND, 0xB3, 0x0A, 0x11], [1, 1], {(26, 24), (27, 24)}, id="by page, after power-up"),
        pytest.param([COMMAND, 0xB3, 0x0F, 0x17], [1, 2], {(127, 24), (0, 25)}, id="a page is a ring"),
    ],
)
def test_data_goes_where_it_was_told(position, data, dots):
    assert lit(chip_after(ON, position, [DATA, *data])) == dots


@pytest.mark.parametrize(
    ("command", "dots"),
    [
        pytest.param([0xA0], {(127, 0)}, id="mirrored"),
        pytest.param([0xC0], {(0, 63)}, id="upside down"),
        pytest.param([0x7F], {(0, 1)}, id="the last row first"),
        pytest.param([0xD3, 0x3F], {(0, 1)}, id="moved by the display offset"),
        pytest.param([0x81, 0x10], {(0, 0)}, id="contrast moves nothing"),
    ],
)
def test_the_glass_can_be_wired_in_other_ways(command, dots):
    assert lit(chip_after(ON, [COMMAND, *command], HORIZONTAL, [DATA, 0x01])) == dots


@pytest.mark.parametrize(
    ("command", "count"),
    [
        pytest.param([0xA6], 1, id="as it is"),
        pytest.param([0xA7], 128 * 64 - 1, id="inverted"),
        pytest.param([0xA5], 128 * 64, id="everything lit"),
        pytest.param([0xA5, 0xA4], 1, id="everything lit and back"),
        pytest.param([0xAE], 0, id="display off"),
        pytest.param([0x8D, 0x10], 0, id="no voltage"),
        pytest.param([0xAE, 0xAF], 1, id="off and on: the picture is kept"),
    ],
)
def test_the_whole_glass_can_be_switched(command, count):
    assert len(lit(chip_after(ON, HORIZONTAL, [DATA, 0x01], [COMMAND, *command]))) == count


def test_contrast_is_taken():
    assert chip_after([COMMAND, 0x81, 0xCF]).contrast == 0xCF


def test_commands_and_data_can_be_mixed_byte_by_byte():
    """Control bytes 0x80 and 0xC0: one byte follows, then another control byte."""
    assert lit(chip_after(ON, HORIZONTAL, [0x80, 0xA7, 0xC0, 0x01, 0x80, 0xA6, 0x40, 0x02])) == {
        (0, 0),
        (1, 1),
    }


def test_after_power_up_the_picture_is_noise_and_the_glass_dark():
    oled = SimulatedOled()
    assert lit(oled) == set()
    oled.receive(ON)
    assert 0 < len(lit(oled)) < 128 * 64


def test_the_sh1106_has_two_columns_more_on_either_side():
    beside = chip_after(ON, [COMMAND, 0xB0, 0x00, 0x10], [DATA, 1, 1, 1], chip=Chip.SH1106)
    assert lit(beside) == {(0, 0)}


def test_the_sh1106_stops_at_the_end_of_a_page():
    end = chip_after(ON, [COMMAND, 0xB0, 0x01, 0x18], [DATA, 1, 1, 1, 1, 1], chip=Chip.SH1106)
    assert lit(end) == {(127, 0)}


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        pytest.param([COMMAND, 0xFF], "unknown command 0xFF in 00 ff", id="no such command"),
        pytest.param([COMMAND, 0x21, 0x00], "command 0x21 is cut off", id="a window without its end"),
        pytest.param([0x13, 0xAE], "unknown control byte 0x13", id="no such control byte"),
    ],
)
def test_what_no_chip_understands_is_an_error(payload, message):
    with pytest.raises(WireError, match=message) as caught:
        SimulatedOled().receive(bytes(payload))
    assert caught.value.payload == bytes(payload)


def test_an_address_without_chip_does_not_answer():
    with pytest.raises(OSError) as caught:  # noqa: PT011  the number is looked at below
        SimulatedBus().send(0x3C, bytes([COMMAND, 0xE3]))
    assert caught.value.errno == errno.EREMOTEIO


def test_the_picture_is_one_bit_deep():
    picture = SimulatedOled().picture()
    assert (picture.mode, picture.size) == ("1", (128, 64))
    assert isinstance(picture, Image.Image)

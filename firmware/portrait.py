"""The picture at the top of the README, made by the program itself: `make picture`.

A flight is played at the simulated table up to a refused die; beside the camera's picture with its readings
stands what lamps and OLED show at that moment.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFont

from firmware.app import PANEL, build
from firmware.clock import VirtualClock
from firmware.config import Config
from firmware.table import SimulatedTable
from firmware.translate import COLOUR_OF_ROLE
from hardware import SimulatedConsole, open_simulated_console
from vision import BoardReader, draw, load_layout

__all__ = ["portrait"]

STEP_SECONDS = 0.05
FLIGHT = (
    "pilot 4 axis.pilot",
    "copilot 5 axis.copilot",
    "pilot 1 gear.1",
    "copilot 2 flaps.1",
    "pilot 3 radio.pilot",
    "copilot 4 concentration.1",
    "pilot 5 engines.pilot",
    "copilot 3 flaps.3",
)
ROWS = ("gear", "flaps", "brakes", "axis")
TABLE, OLED_SCALE, GAP = (1056, 594), 3, 24
PAPER, INK, OLED_BLUE = (24, 26, 30), (220, 220, 220), (150, 215, 255)


def portrait() -> Image.Image:
    """Play the flight and draw table, OLED and lamps side by side."""
    clock, layout = VirtualClock(), load_layout(PANEL)
    table = SimulatedTable(layout, seed=4)
    with TemporaryDirectory() as folder, open_simulated_console(draw=table.draw, clock=clock) as console:
        table.lamps = console.lamp_levels
        with build(Config(), console=console, clock=clock, folder=Path(folder), name="portrait") as companion:
            console.press("ok")
            for words in FLIGHT:
                role, face, space = words.split()
                table.place(COLOUR_OF_ROLE[role], int(face), space)
                for _ in range(12):
                    companion.step()
                    clock.wait(STEP_SECONDS)
        frame = table.draw()
        seen = Image.fromarray(draw(frame, BoardReader(layout).read(frame)))
        return _side_by_side(seen, console)


def _side_by_side(table: Image.Image, console: SimulatedConsole) -> Image.Image:
    oled = console.picture().convert("L")
    shown = oled.resize((oled.width * OLED_SCALE, oled.height * OLED_SCALE), Image.Resampling.NEAREST)
    page = Image.new("RGB", (TABLE[0] + shown.width + 3 * GAP, TABLE[1] + 2 * GAP), PAPER)
    page.paste(table.resize(TABLE, Image.Resampling.LANCZOS), (GAP, GAP))
    left = TABLE[0] + 2 * GAP
    page.paste(Image.new("RGB", shown.size, OLED_BLUE), (left, GAP), shown)
    ImageDraw.Draw(page).rectangle((left - 1, GAP - 1, left + shown.width, GAP + shown.height), outline=INK)
    _lamps(ImageDraw.Draw(page), console, left, GAP * 2 + shown.height)
    return page


def _lamps(pen: ImageDraw.ImageDraw, console: SimulatedConsole, left: int, top: int) -> None:
    """A row a system; a lamp is as bright as its pin drives it."""
    levels = console.lamp_levels()
    for row, system in enumerate(ROWS):
        y = top + 40 * row
        pen.text((left, y), system, font=ImageFont.load_default(20), fill=INK)
        names = [name for name in levels if name.startswith(f"{system}.")]
        for column, name in enumerate(names):
            x, level = left + 110 + 44 * column, levels[name]
            light = tuple(round(40 + level * (part - 40)) for part in (255, 214, 110))
            pen.ellipse((x, y, x + 24, y + 24), fill=light, outline=INK)


if __name__ == "__main__":
    portrait().save(sys.argv[1], quality=88)

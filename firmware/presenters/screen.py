"""What the OLED shows: 128 x 64 dots, one bit each, drawn from a snapshot and from nothing else.

Above, always: altitude, round, what the eye is doing, and the approach track with the plane on it.
Below: axis, speed and whose turn it is; or what there is to do; or a judgement until it is settled.
"""

from functools import cache

from luma.core.legacy import text, textsize
from luma.core.legacy.font import LCD_FONT, proportional
from PIL import Image, ImageDraw, ImageFont

from firmware.cockpit import Cockpit
from firmware.snapshot import Condition, Ruling, Snapshot, Task, Verdict
from firmware.translate import plain_piece, plain_space
from hardware import Screen

__all__ = ["ScreenPresenter", "screen_view"]

WIDTH, HEIGHT = 128, 64
LIT, DARK = 1, 0
SMALL = proportional(LCD_FONT)
TURN = {"pilot": "< PILOT", "copilot": "CO-PILOT >"}
TITLES = {Ruling.REFUSED: "REFUSED", Ruling.UNSURE: "UNSURE", Ruling.MISMATCH: "PANEL DIFFERS"}
REASONS = {
    "spin": "The plane spins",
    "turn": "Off the approach",
    "collision": "Collision",
    "overshoot": "Past the airport",
    "kerosene": "Out of kerosene",
    "mandatory-missing": "Axis or engines empty",
    "crash-short": "Short of the airport",
    "runway-overrun": "Off the runway's end",
    "landing-failed": "Not ready to land",
}


@cache
def _large(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow is built without FreeType"
    return font


def screen_view(snapshot: Snapshot) -> Image.Image:
    """Draw one snapshot: 128 x 64, mode "1", lit dots are 1."""
    image = Image.new("1", (WIDTH, HEIGHT), DARK)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    if snapshot.task is Task.OVER:
        _end(pen, snapshot)
        return image
    _heading(pen, snapshot)
    _approach(pen, snapshot.cockpit)
    if snapshot.note is not None:
        _notice(pen, _CONDITION_TITLES.get(snapshot.condition, "LOOK"), snapshot.note)
    elif snapshot.verdict is not None and snapshot.verdict.ruling in TITLES:
        _judgement(pen, snapshot.verdict)
    elif snapshot.task is Task.PLACE:
        _flight(pen, snapshot)
    else:
        _between_rounds(pen, snapshot)
    return image


_CONDITION_TITLES = {
    Condition.NO_CAMERA: "NO CAMERA",
    Condition.UNSURE: "CANNOT SEE",
    Condition.HAND: "CANNOT SEE",
}
_EYE = {Condition.HAND: "hand", Condition.SETTLING: "...", Condition.NO_CAMERA: "NO CAM"}


def _heading(pen: ImageDraw.ImageDraw, snapshot: Snapshot) -> None:
    cockpit = snapshot.cockpit
    pen.rectangle((0, 0, WIDTH - 1, 10), fill=LIT)
    write(pen, 2, 2, f"{cockpit.altitude} ft", fill=DARK)
    write(pen, WIDTH // 2, 2, _EYE.get(snapshot.condition, ""), fill=DARK, anchor="middle")
    write(pen, WIDTH - 3, 2, f"{cockpit.round}/{cockpit.rounds}", fill=DARK, anchor="right")


def _approach(pen: ImageDraw.ImageDraw, cockpit: Cockpit) -> None:
    """One box a space with its planes; the current one is filled, the airport has a runway below."""
    count = len(cockpit.planes)
    step = (WIDTH + 2) // count
    for index, planes in enumerate(cockpit.planes):
        here = index + 1 == cockpit.position
        left, right = index * step, index * step + step - 3
        pen.rectangle((left, 13, right, 24), outline=LIT, fill=LIT if here else DARK)
        if index + 1 == count:
            pen.line((left, 26, right, 26), fill=LIT)
        if planes:
            write(pen, (left + right + 1) // 2, 15, str(planes), fill=DARK if here else LIT, anchor="middle")


def _flight(pen: ImageDraw.ImageDraw, snapshot: Snapshot) -> None:
    cockpit = snapshot.cockpit
    _axis(pen, cockpit.axis)
    speed = "-" if cockpit.speed is None else str(cockpit.speed)
    write(pen, WIDTH - 2, 30, f"speed {speed}", anchor="right")
    write(pen, WIDTH - 2, 39, f"{cockpit.blue} | {cockpit.orange}", anchor="right")
    pen.text((0, 47), TURN.get(cockpit.turn or "", ""), font=_large(13), fill=LIT)
    if snapshot.verdict is not None and snapshot.verdict.ruling is Ruling.NO_EFFECT:
        write(pen, WIDTH - 2, 53, "no effect", anchor="right")


def _axis(pen: ImageDraw.ImageDraw, axis: int) -> None:
    """A beam with five marks; the pointer shows the tilt, the Pilot's side is left."""
    middle, step = 36, 15
    pen.line((middle - 2 * step - 4, 41, middle + 2 * step + 4, 41), fill=LIT)
    for mark in range(-2, 3):
        x = middle + mark * step
        pen.line((x, 39 if mark else 37, x, 43), fill=LIT)
    x = middle + max(-2, min(2, axis)) * step
    pen.polygon(((x - 5, 29), (x + 5, 29), (x, 35)), fill=LIT)


def _between_rounds(pen: ImageDraw.ImageDraw, snapshot: Snapshot) -> None:
    if snapshot.task is Task.TAKE_BACK:
        _notice(pen, "END OF ROUND", "Take your dice back from the panel.")
    else:
        _notice(pen, "BRIEFING", "Talk, then roll behind your screens. Press OK: silence begins.")


def _judgement(pen: ImageDraw.ImageDraw, verdict: Verdict) -> None:
    parts = (plain_piece(verdict.piece or ""), plain_space(verdict.space or ""))
    subject = " on ".join(part for part in parts if part)
    _notice(pen, TITLES[verdict.ruling], verdict.text, verdict.rule or "", subject)


def _notice(pen: ImageDraw.ImageDraw, title: str, text: str, right: str = "", subject: str = "") -> None:
    """A title bar over the lower half, a rule's id at its right, and up to three lines below."""
    pen.rectangle((0, 28, WIDTH - 1, 38), fill=LIT)
    write(pen, 2, 30, title, fill=DARK)
    write(pen, WIDTH - 3, 30, right, fill=DARK, anchor="right")
    lines = ([subject] if subject else []) + _wrapped(text)
    for row, line in enumerate(lines[:3]):
        write(pen, 1, 40 + 8 * row, line)


def _end(pen: ImageDraw.ImageDraw, snapshot: Snapshot) -> None:
    title = "LANDED" if snapshot.won else "LOST"
    if not snapshot.won:
        pen.rectangle((0, 0, WIDTH - 1, 27), fill=LIT)
    pen.text((WIDTH // 2, 0), title, font=_large(22), fill=LIT if snapshot.won else DARK, anchor="ma")
    reason = (
        "Welcome to the gate" if snapshot.won else REASONS.get(snapshot.reason or "", snapshot.reason or "")
    )
    write(pen, WIDTH // 2, 32, reason, anchor="middle")
    for row, line in enumerate(_wrapped(", ".join(snapshot.unmet))[:2]):
        write(pen, WIDTH // 2, 45 + 9 * row, line, anchor="middle")


def write(
    pen: ImageDraw.ImageDraw, x: int, y: int, words: str, *, fill: int = LIT, anchor: str = "left"
) -> None:
    """Write a line of 7-dot-high letters with its left end, middle or right end at x."""
    width = _width(words)
    left = {"left": x, "middle": x - width // 2, "right": x - width + 1}[anchor]
    text(pen, (left, y), words, fill=fill, font=SMALL)


def _width(words: str) -> int:
    return int(textsize(words, font=SMALL)[0])


def _wrapped(words: str) -> list[str]:
    """Break words into lines that fit the screen."""
    lines: list[str] = []
    for word in words.split():
        if lines and _width(f"{lines[-1]} {word}") <= WIDTH - 2:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class ScreenPresenter:
    """Draws a snapshot on the OLED when it differs from the last one drawn."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._drawn: Snapshot | None = None

    def present(self, snapshot: Snapshot, now: float) -> None:
        """Show a snapshot on the OLED."""
        if snapshot != self._drawn:
            self._screen.show(screen_view(snapshot))
            self._drawn = snapshot

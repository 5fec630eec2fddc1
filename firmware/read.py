"""`jumpseat read`: dice in pictures, as lines for people or as objects for programs."""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from vision import (
    BoardReader,
    BoardReading,
    DieReading,
    Frame,
    VisionError,
    draw,
    load_frame,
    load_layout,
    load_profile,
    profile_path,
    read_loose,
)

__all__ = [
    "describe",
    "panel_reader",
    "read_anywhere",
    "read_pictures",
    "reading_object",
    "save_picture",
    "timed",
]

PROFILES = ("reference-a3", "control-panel")
PANEL_ONLY = ("space", "centre_mm")


def read_pictures(
    names: Sequence[str],
    *,
    loose: bool,
    as_json: bool,
    profile: str | None,
    overlay: Path | None,
    profiles: Path = Path(),
) -> int:
    """Read every picture and print what was found; 2 when a file could not be read, else 0.

    Raises:
        ProfileError: no panel of that name is known, or what was learned of it is damaged.

    """
    look = read_anywhere if loose else panel_reader(profile, profiles).read
    status = 0
    for name in names:
        try:
            frame = load_frame(name)
        except VisionError as error:
            print(f"jumpseat: {error}", file=sys.stderr)
            status = 2
            continue
        reading, ms = timed(look, frame)
        answer = reading_object(name, reading, ms, loose=loose)
        print(json.dumps(answer) if as_json else describe(answer), flush=True)
        if overlay is not None:
            save_picture(overlay / f"{Path(name).stem}.png", draw(frame, reading))
    return status


def panel_reader(profile: str | None = None, folder: Path = Path()) -> BoardReader:
    """A reader of the panel of this name; without a name, of every known one, told apart by their markers.

    What is not known by itself was learned, and lies in the folder of profiles.
    """
    if profile is not None and profile not in PROFILES:
        return BoardReader(profile=load_profile(profile_path(folder, profile)))
    names = PROFILES if profile is None else (profile,)
    return BoardReader(*(load_layout(name) for name in names))


def timed(look: Callable[[Frame], BoardReading], frame: Frame) -> tuple[BoardReading, float]:
    """Look at a picture on one thread; return the reading and the milliseconds it took."""
    cv2.setNumThreads(1)
    began = time.perf_counter()
    reading = look(frame)
    return reading, 1000 * (time.perf_counter() - began)


def reading_object(file: str, reading: BoardReading, ms: float, *, loose: bool = False) -> dict[str, Any]:
    """One picture as the JSON object of the command line's contract; loose dice know no panel."""
    dice = [_die_object(die) for die in reading.dice]
    if loose:
        dice = [{key: value for key, value in die.items() if key not in PANEL_ONLY} for die in dice]
        return {"file": file, "dice": dice, "ms": round(ms, 1)}
    return {
        "file": file,
        "panel": "not-found" if reading.panel is None else "found",
        "panel_residual_px": None if reading.panel is None else round(reading.panel.residual_px, 2),
        "dice": dice,
        "covered": sorted(reading.covered),
        "tokens": sorted(reading.tokens),
        "light": str(reading.light),
        "ms": round(ms, 1),
    }


def describe(answer: Mapping[str, Any]) -> str:
    """One picture's object as lines for people."""
    lines = [f"{answer['file']}: {_headline(answer)} ({answer['ms']} ms)"]
    for die in answer["dice"]:
        where = die.get("space") or "at {:.0f}, {:.0f} px".format(*die["centre_px"])
        what = f"{die['colour'] or 'a die'} {die['value'] or '?'}"
        doubt = "" if die["status"] == "read" else f"  unsure: {die['reason'] or 'too close to call'}"
        lines.append(f"  {where:<20} {what:<10} {die['confidence']:.3f}{doubt}")
    lines += [f"  {kind}: {', '.join(answer[kind])}" for kind in ("covered", "tokens") if answer.get(kind)]
    return "\n".join(lines)


def read_anywhere(frame: Frame) -> BoardReading:
    """Read dice that lie anywhere; such a reading knows no panel."""
    return BoardReading(panel=None, dice=read_loose(frame))


def save_picture(path: Path, picture: Frame) -> None:
    """Write an RGB picture as PNG, into a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    assert done, "every RGB picture can be made a PNG"
    path.write_bytes(data.tobytes())


def _headline(answer: Mapping[str, Any]) -> str:
    count = len(answer["dice"])
    dice = f"{count} {'die' if count == 1 else 'dice'}"
    if "panel" not in answer:
        return dice
    if answer["panel"] == "not-found":
        return f"panel not found, light {answer['light']}"
    return f"panel found, {answer['panel_residual_px']} px off, light {answer['light']}, {dice}"


def _die_object(die: DieReading) -> dict[str, Any]:
    return {
        "space": die.space,
        "colour": None if die.colour is None else str(die.colour),
        "value": die.value,
        "confidence": round(float(die.confidence), 3),
        "status": str(die.status),
        "reason": None if die.reason is None else str(die.reason),
        "centre_px": _rounded(die.centre_px),
        "centre_mm": None if die.centre_mm is None else _rounded(die.centre_mm),
    }


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(float(x), 1) for x in point]

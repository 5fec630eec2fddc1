"""Readings drawn into the picture they came from: for people, never read back."""

import cv2
import numpy as np

from vision.image import Frame
from vision.readings import BoardReading, Colour, DieReading

READ_RGB = (0, 200, 60)
UNSURE_RGB = (255, 60, 200)
PANEL_RGB = (0, 160, 255)
SHORT = {Colour.BLUE: "b", Colour.ORANGE: "o"}


def draw(frame: Frame, reading: BoardReading) -> Frame:
    """Draw the panel's border and each die's value and confidence into a copy of an RGB picture.

    A die that was read is ringed in green, a die to ask about in pink with the reason.
    """
    picture = np.ascontiguousarray(frame.copy())
    size = max(1.0, frame.shape[1] / 1000)
    if reading.panel is not None and reading.panel.corners_px:
        border = np.array(reading.panel.corners_px, dtype=np.int32)
        cv2.polylines(picture, [border], isClosed=True, color=PANEL_RGB, thickness=round(size))
    for die in reading.dice:
        _label(picture, die, size)
    return picture


def _label(picture: Frame, die: DieReading, size: float) -> None:
    colour = READ_RGB if die.is_read else UNSURE_RGB
    x, y = (round(part) for part in die.centre_px)
    cv2.circle(picture, (x, y), round(16 * size), colour, round(2 * size), cv2.LINE_AA)
    name = SHORT.get(die.colour, str(die.colour)) if die.colour else "?"
    words = f"{name}{die.value or '?'} " + (f"{die.confidence:.2f}" if die.is_read else str(die.reason or ""))
    place = (x + round(18 * size), y + round(5 * size))
    for ink, width in (((0, 0, 0), 3 * size), (colour, size)):
        cv2.putText(
            picture, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * size, ink, round(width), cv2.LINE_AA
        )

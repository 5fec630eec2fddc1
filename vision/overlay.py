"""Readings drawn into the picture they came from: for people, never read back."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.image import Frame, Point
from vision.readings import BoardReading, Colour, DieReading

READ_RGB = (0, 200, 60)
UNSURE_RGB = (255, 60, 200)
PANEL_RGB = (0, 160, 255)
FAILURE_RGB = (255, 230, 0)
CLOSE_PART = 1 / 9
"""A close-up shows this part of the picture's width: a space and its neighbours."""
CLOSE_PX, LINE_PX = 432, 24
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


def draw_failure(frame: Frame, reading: BoardReading, at_px: Point, words: Sequence[str]) -> Frame:
    """Draw a place of an RGB picture enlarged, as it is, beside the whole picture small with its readings.

    The words are written below, a line each.
    """
    close = _close_up(frame, at_px)
    whole = draw(frame, reading)
    size = max(1.0, frame.shape[1] / 1000)
    at = (round(at_px[0]), round(at_px[1]))
    cv2.circle(whole, at, round(30 * size), FAILURE_RGB, round(3 * size), cv2.LINE_AA)
    wide = round(frame.shape[1] * CLOSE_PX / frame.shape[0])
    beside = cv2.resize(whole, (wide, CLOSE_PX), interpolation=cv2.INTER_AREA)
    foot = np.zeros((LINE_PX * len(words) + 8, CLOSE_PX + wide, 3), np.uint8)
    for i, line in enumerate(words, start=1):
        place = (8, LINE_PX * i - 4)
        cv2.putText(foot, line, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(np.vstack([np.hstack([close, beside]), foot]), np.uint8)


def _close_up(frame: Frame, at_px: Point) -> Frame:
    """Cut a square around a place and enlarge it; what lies outside the picture is black."""
    reach = max(8, round(frame.shape[1] * CLOSE_PART / 2))
    wide = cv2.copyMakeBorder(frame, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    x = min(max(round(at_px[0]), 0), frame.shape[1] - 1)
    y = min(max(round(at_px[1]), 0), frame.shape[0] - 1)
    square = wide[y : y + 2 * reach, x : x + 2 * reach]
    return np.asarray(cv2.resize(square, (CLOSE_PX, CLOSE_PX), interpolation=cv2.INTER_CUBIC), np.uint8)


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

"""Dice that lie anywhere, with no panel round them.

Spots -> faces among them -> the plates they lie on -> the dice that make sense together. Nothing is known
about the camera, the table, the size or the colour of the dice; a die that is not clear is unsure.
"""

import cv2
import numpy as np

from vision.image import Frame, check_frame
from vision.loose.candidates import find_candidates
from vision.loose.choice import Choice, choose
from vision.loose.colours import name_colour
from vision.loose.spots import build_levels
from vision.readings import DieReading, Status

_LONGEST_SIDE = 1280
"""Larger pictures are looked at in this size: a die of 1/60 of the picture still has pips to see."""


def read_loose(frame: Frame) -> tuple[DieReading, ...]:
    """Read every die in a picture (RGB, H x W x 3), from left to right; raises FrameError for another array.

    Only the tops of dice count: other faces in sight are not reported. A die beside every panel has no space.
    """
    check_frame(frame)
    scale = max(1.0, max(frame.shape[:2]) / _LONGEST_SIDE)
    seen = frame
    if scale > 1:
        size = (round(frame.shape[1] / scale), round(frame.shape[0] / scale))
        seen = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
    choices = choose(find_candidates(build_levels(seen)))
    return tuple(sorted((_reading(choice, scale) for choice in choices), key=lambda die: die.centre_px))


def _reading(choice: Choice, scale: float) -> DieReading:
    die = choice.candidate
    evidence = min(die.match, die.layout, die.weakest)
    return DieReading(
        colour=name_colour(die.colour),
        value=die.value if choice.reason is None else None,
        confidence=round(max(0.0, min(1.0, evidence)), 3),
        status=Status.READ if choice.reason is None else Status.UNSURE,
        reason=choice.reason,
        centre_px=((die.centre[0] + 0.5) * scale - 0.5, (die.centre[1] + 0.5) * scale - 0.5),
    )

"""The second opinion: small networks that look at whole patches and know nothing of pips or edges.

The gate is asked first whether anything lies in a space at all: most spaces are empty, and looking closely at
an empty one only costs time. What it lets through is read by the second network. How both were made, and what
they reach, says their card, data/panel-networks.md.
"""

import cv2
import numpy as np

from vision.image import Floats
from vision.networks import ask, load_network
from vision.patches import SIDE, Bytes, balance

__all__ = ["GATE_SIDE", "LOOK_SIDE", "NOTHING", "UNREADABLE", "SecondOpinion"]

NOTHING = 0
"""The class of a patch without a die in its middle; 1 to 6 are values."""
UNREADABLE = 7
"""The class of a die without a value: it leans, is half hidden, or two lie in one place."""
LOOK_SIDE = 80
"""Pixels a side that the reading network looks at: the middle 32 mm of a patch."""
GATE_SIDE = 20
"""Pixels a side that the gate looks at: the whole patch, a fifth as fine."""
_WORTH_A_LOOK = 0.035
"""A space is looked at when the gate gives this much for something lying there."""
_NOTHING_ABOVE = 0.5
"""Where the second network finds nothing likelier than all else together, nothing lies."""
_RIM = (SIDE - LOOK_SIDE) // 2


class SecondOpinion:
    """Two loaded networks; not to be asked from two threads at a time."""

    def __init__(self) -> None:
        self._gate = load_network("panel-gate.onnx")
        self._dice = load_network("panel-dice.onnx")

    def read(self, sheet: Bytes, white: Floats) -> dict[int, Floats]:
        """Return what lies in the patches of a raw sheet (N * SIDE x SIDE x 3, RGB), where anything does.

        White is what the panel's white looks like. By the patch's number: how likely each of 8 classes is.
        """
        patches = sheet.reshape(-1, SIDE, SIDE, 3)
        which = self._worth_a_look(sheet, white)
        if not which:
            return {}
        middles = patches[which, _RIM:-_RIM, _RIM:-_RIM]
        seen = _ask(self._dice, balance(middles.reshape(-1, LOOK_SIDE, 3), white).reshape(middles.shape))
        return {
            i: chances for i, chances in zip(which, seen, strict=True) if chances[NOTHING] < _NOTHING_ABOVE
        }

    def _worth_a_look(self, sheet: Bytes, white: Floats) -> list[int]:
        """Return the numbers of the patches that may hold a die."""
        count = len(sheet) // SIDE
        if not count:
            return []
        small = cv2.resize(sheet, (GATE_SIDE, GATE_SIDE * count), interpolation=cv2.INTER_AREA)
        patches = balance(np.asarray(small, np.uint8), white).reshape(count, GATE_SIDE, GATE_SIDE, 3)
        return [int(i) for i in np.nonzero(_ask(self._gate, patches)[:, 1] > _WORTH_A_LOOK)[0]]


def _ask(net: cv2.dnn.Net, patches: Bytes) -> Floats:
    """Return how likely every class is for patches (N x side x side x 3)."""
    planes = patches.transpose(0, 3, 1, 2).astype(np.float32)
    planes *= np.float32(1 / 255)
    return ask(net, planes)

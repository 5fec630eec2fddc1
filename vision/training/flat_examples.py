"""Examples for the network that tells flat dice from leaning ones: dice as the pips show them, squared."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.choice import ask_pips
from vision.flatness import square_up, turned_slope
from vision.image import Point, load_frame
from vision.layout import load_layout
from vision.panel import find_panel
from vision.patches import Bytes, Patch, cut_patches
from vision.training.panel_examples import draw_tables

__all__ = ["LEANS_DEG", "FlatExamples", "draw_flat_examples", "joined", "table_flat_examples"]

_LEANING = 0.5  # the share of leaning dice on the drawn tables
LEANS_DEG = 15.0
"""A die that leans by less may pass for flat."""
_MUCH_HIDDEN = 0.05


@dataclass(frozen=True, slots=True)
class FlatExamples:
    """Squared dice (N x side x side x 3), the camera's slope (N x 2), and whether each lies flat (N)."""

    dice: Bytes
    slopes: NDArray[np.float32]
    flat: NDArray[np.bool_]


def draw_flat_examples(seed: int) -> FlatExamples:
    """Draw the tables of a seed with many leaning dice, and take every die whose pips show a face."""
    found: list[tuple[Bytes, tuple[float, float], bool]] = []
    for table in draw_tables(seed, _LEANING):
        dice = [
            die for die, hidden in table.dice if hidden < _MUCH_HIDDEN and not 0 < die.lean_deg < LEANS_DEG
        ]
        patches = cut_patches(table.frame, table.panel, [(die.x_mm, die.y_mm) for die in dice])
        found += _squared(patches, [die.lean_deg == 0 for die in dice], [die.value for die in dice])
    return _gathered(found)


def table_flat_examples(picture: Path) -> FlatExamples:
    """Take the dice of a picture NNN.jpg with its truth NNN.json beside it."""
    truth = json.loads(picture.with_suffix(".json").read_text())
    layout = load_layout(truth["mat"])
    frame = load_frame(picture)
    panel = find_panel(frame, (layout,))
    if panel is None:
        return _gathered([])
    dice = [die for die in truth["dice"] if not die["hidden"]]
    places: list[Point] = [layout.space(die["space"]).centre_mm for die in dice]
    patches = cut_patches(frame, panel, places)
    return _gathered(
        list(_squared(patches, [not die["cocked"] for die in dice], [die["value"] for die in dice]))
    )


def joined(parts: Sequence[FlatExamples]) -> FlatExamples:
    """Put examples together."""
    return FlatExamples(
        np.concatenate([part.dice for part in parts]),
        np.concatenate([part.slopes for part in parts]),
        np.concatenate([part.flat for part in parts]),
    )


def _squared(
    patches: Sequence[Patch], flat: Sequence[bool], values: Sequence[int | None]
) -> Iterator[tuple[Bytes, tuple[float, float], bool]]:
    """Square up what the pips take for a die; a flat one only where they have its value right."""
    faces, _ = ask_pips(patches)
    for patch, pips, lies_flat, value in zip(patches, faces, flat, values, strict=True):
        if pips is not None and (not lies_flat or pips.die.value == value):
            yield square_up(patch, pips.die), turned_slope(patch, pips.die), lies_flat


def _gathered(found: Sequence[tuple[Bytes, tuple[float, float], bool]]) -> FlatExamples:
    side = len(found[0][0]) if found else 1
    return FlatExamples(
        np.array([one[0] for one in found], np.uint8).reshape(-1, side, side, 3),
        np.array([one[1] for one in found], np.float32).reshape(-1, 2),
        np.array([one[2] for one in found], bool),
    )

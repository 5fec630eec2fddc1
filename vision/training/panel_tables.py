"""Examples from pictures of tables that came with their truth, in the form of panel_examples."""

import json
from pathlib import Path

import numpy as np

from vision.image import load_frame
from vision.layout import load_layout
from vision.opinion import NOTHING, UNREADABLE
from vision.panel import find_panel
from vision.patches import SIDE, balance, cut_sheet
from vision.training.panel_examples import Examples

__all__ = ["table_examples"]


def table_examples(picture: Path) -> Examples:
    """Cut a picture NNN.jpg, its truth NNN.json beside it; hidden dice are left out, empty spaces are not.

    Raises PictureError for a picture that cannot be read, OSError where the truth is missing.
    """
    truth = json.loads(picture.with_suffix(".json").read_text())
    layout = load_layout(truth["mat"])
    frame = load_frame(picture)
    panel = find_panel(frame, (layout,))
    if panel is None:
        return Examples(np.empty((0, SIDE, SIDE, 3), np.uint8), np.empty(0, np.uint8))
    labels: dict[str, int | None] = {space.name: NOTHING for space in layout.spaces}
    for die in truth["dice"]:
        labels[die["space"]] = None if die["hidden"] else UNREADABLE if die["cocked"] else die["value"]
    filled = [layout.space(name).centre_mm for name, label in labels.items() if label]
    clear = [
        space
        for space in layout.spaces
        if (label := labels[space.name]) is not None
        and (label != NOTHING or all(_apart(space.centre_mm, one) > 20.0 for one in filled))
    ]
    patches = balance(cut_sheet(frame, panel, [space.centre_mm for space in clear]), panel.white)
    return Examples(
        patches.reshape(-1, SIDE, SIDE, 3), np.array([labels[space.name] for space in clear], np.uint8)
    )


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

"""What the witnesses say of each place in which something lies: the pips, and the networks beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.choice import DieSize, PipOpinion, ask_pips
from vision.flatness import FlatnessOpinion
from vision.image import Floats, Point
from vision.opinion import UNREADABLE, SecondOpinion
from vision.panel import Panel
from vision.patches import SIDE, Bytes, Patch, split_sheet

__all__ = ["Statement", "Witnesses"]


@dataclass(frozen=True, slots=True)
class Statement:
    """All that is said of one place."""

    patch: Patch
    pips: PipOpinion | None
    """The face that the pips show; None where they show none."""
    seen: Floats
    """How likely the second opinion finds each of its 8 classes."""
    flat: float
    """How likely the die lies flat, 0 to 1; 0 where the other two do not agree on a value."""

    @property
    def value(self) -> int:
        """The value that the second opinion finds likeliest, flat or not."""
        return int(self.seen[1:UNREADABLE].argmax()) + 1

    @property
    def agreed(self) -> bool:
        """Say whether the pips and the second opinion name the same value."""
        return self.pips is not None and self.pips.die.value == self.value


class Witnesses:
    """The loaded networks; not to be asked from two threads at a time."""

    def __init__(self) -> None:
        self._opinion = SecondOpinion()
        self._flatness = FlatnessOpinion()

    def testify(
        self, sheet: Bytes, panel: Panel, places: Sequence[Point]
    ) -> tuple[dict[int, Statement], DieSize | None]:
        """Ask about the places (mm) that a raw sheet was cut around; answers by the number of the place.

        Places in which nothing lies are left out. The size that the dice share comes with them, if known.
        """
        seen = self._opinion.read(sheet, panel.white)
        which = sorted(seen)
        rows = np.concatenate([sheet[i * SIDE : (i + 1) * SIDE] for i in which]) if which else sheet[:0]
        patches = split_sheet(rows, panel, [places[i] for i in which])
        faces, size = ask_pips(patches)
        return {
            i: self._about(patch, pips, seen[i]) for i, patch, pips in zip(which, patches, faces, strict=True)
        }, size

    def _about(self, patch: Patch, pips: PipOpinion | None, seen: Floats) -> Statement:
        said = Statement(patch, pips, seen, 0.0)
        if pips is None or not said.agreed:
            return said
        return Statement(patch, pips, seen, self._flatness.chance_flat(patch, pips.die))

"""How sure a reading is on which two opinions agree: fitted on drawn tables that neither was made with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.agreement import evidence
from vision.image import Frame, Point
from vision.panel import Panel
from vision.patches import cut_sheet
from vision.synthetic import SceneDie
from vision.training.flat_examples import LEANS_DEG
from vision.training.panel_examples import OUTSIDE_MM, draw_tables, label_of
from vision.witnesses import Witnesses

__all__ = ["Agreement", "drawn_agreements", "find_agreements", "fit", "reliability"]

_SHRINK = 0.02  # keeps weights finite that a few thousand examples do not fix
_RARER = 0.2  # about 3 of 100 dice lean at a table, 15 of 100 on the drawn ones
_ROUNDS = 60
_STEPS = (0.0, 0.5, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.001)

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Agreement:
    """One patch in which both opinions name the same value."""

    evidence: tuple[float, ...]
    is_right: bool
    value: int


def drawn_agreements(seed: int) -> Iterator[Agreement]:
    """Give every agreement on the drawn tables of a seed."""
    witnesses = Witnesses()
    for table in draw_tables(seed):
        spaces = [
            (space.centre_mm, label)
            for space in table.panel.layout.spaces
            if (label := label_of(space.centre_mm, table.dice)) is not None
            and not any(_hardly_leans(die, space.centre_mm) for die, _ in table.dice)
        ]
        yield from find_agreements(witnesses, table.frame, table.panel, spaces)


def _hardly_leans(die: SceneDie, place: Point) -> bool:
    """Say whether a die near a place leans so little that it may pass for flat."""
    near = max(abs(die.x_mm - place[0]), abs(die.y_mm - place[1])) < OUTSIDE_MM
    return near and 0 < die.lean_deg < LEANS_DEG


def find_agreements(
    witnesses: Witnesses, frame: Frame, panel: Panel, spaces: Sequence[tuple[Point, int]]
) -> Iterator[Agreement]:
    """Give every agreement among places of which it is known what lies there."""
    places = [place for place, _ in spaces]
    said, _ = witnesses.testify(cut_sheet(frame, panel, places), panel, places)
    for i, one in said.items():
        if one.pips is not None and one.agreed:
            yield Agreement(evidence(one, one.pips), spaces[i][1] == one.value, one.value)


def fit(agreements: Sequence[Agreement]) -> tuple[float, ...]:
    """Fit a logistic regression by Newton's method; return a weight for every part of the evidence.

    Leaning dice, nearly all that is wrong here, count less: at a table they are rarer than on these.
    """
    parts = np.array([one.evidence for one in agreements])
    right = np.array([one.is_right for one in agreements], dtype=np.float64)
    counts = np.where(right > 0, 1.0, _RARER)
    weights = np.zeros(parts.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-parts @ weights))
        slope = parts.T @ (counts * (right - chance)) - _SHRINK * weights
        bend = (parts * (counts * chance * (1 - chance))[:, None]).T @ parts + _SHRINK * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return tuple(float(weight) for weight in weights)


def reliability(agreements: Sequence[Agreement], weights: Sequence[float]) -> Iterator[str]:
    """Say, by steps of confidence, how often agreements that were not fitted to were right."""
    parts = np.array([one.evidence for one in agreements])
    right = np.array([one.is_right for one in agreements])
    chance = 1 / (1 + np.exp(-parts @ np.array(weights)))
    counts = np.where(right, 1.0, _RARER)
    for low, high in pairwise(_STEPS):
        there = (chance >= low) & (chance < high)
        if there.any():
            yield (
                f"{low:.3f} to {high:.3f}: {there.sum():5d} readings, said {chance[there].mean():.4f}, "
                f"right {np.average(right[there], weights=counts[there]):.4f} "
                f"({np.count_nonzero(~right[there])} wrong)"
            )

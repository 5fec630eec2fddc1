"""Two opinions on one patch, and what follows: a reading only when both say the same, and how sure it is.

The pips and the network err in different ways: shine and print mislead the pips, odd things the network. A
value counts when both name it. Its confidence is how often such evidence was right on drawn tables that
neither had been made with (see the card of the networks), so 0.99 means one in a hundred wrong.
"""

import math
from dataclasses import dataclass

from vision.choice import PipOpinion
from vision.dice import Candidate, ramp
from vision.image import Floats
from vision.opinion import NOTHING, UNREADABLE
from vision.readings import Colour, Reason

__all__ = ["READ_ABOVE", "Verdict", "evidence", "named", "weigh"]

READ_ABOVE = 0.98
"""A value is acted on when its confidence is above this."""
_MAY_LEAN = 0.1
_OF_THE_GAME = (Colour.BLUE, Colour.ORANGE)
_WEIGHTS = (-6.0, 0.9, -3.0, 3.0, 2.0, 1.5, 1.0, 1.0, -3.0)
"""One for each part of the evidence; the first stands alone."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is believed of one patch in which something lies."""

    die: Candidate | None
    """The face that the pips show; None where they show none."""
    value: int | None
    confidence: float
    reason: Reason | None
    """Why not to believe the value; None for a die that is read."""


def weigh(pips: PipOpinion | None, seen: Floats) -> Verdict:
    """Judge a patch in which something lies by its pips and the network's probabilities (8)."""
    value = named(seen)
    if pips is None or pips.die.value != value:
        leans = seen[UNREADABLE] > seen[value]
        return Verdict(pips.die if pips else None, None, 0.0, Reason.COCKED if leans else Reason.PIPS)
    if pips.die.colour not in _OF_THE_GAME:
        return Verdict(pips.die, None, 0.0, Reason.COLOUR)
    confidence = _chance(evidence(pips, seen))
    if confidence > READ_ABOVE:
        return Verdict(pips.die, value, confidence, None)
    return Verdict(pips.die, None, confidence, _doubt(pips, seen))


def named(seen: Floats) -> int:
    """Return the value that the network finds likeliest, flat or not."""
    return int(seen[1:UNREADABLE].argmax()) + 1


def evidence(pips: PipOpinion, seen: Floats) -> tuple[float, ...]:
    """Return all that counts for or against the value that both name; one number for each of the weights."""
    die = pips.die
    weakest, second = die.outline.sides[:2]
    chance = min(max(float(seen[die.value]), 1e-4), 1 - 1e-4)
    return (
        1.0,
        math.log(chance / (1 - chance)),
        float(seen[UNREADABLE]),
        ramp(die.match, 0.6, 0.9),
        ramp(die.match - die.rival, 0.0, 0.15),
        ramp(die.clear, 0.0, 0.6),
        ramp(weakest, 0.0, 0.03) * ramp(second, 0.01, 0.055),
        die.upright * pips.likeness,
        pips.rival,
    )


def _chance(parts: tuple[float, ...]) -> float:
    total = sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True))
    return 1 / (1 + math.exp(-total))


def _doubt(pips: PipOpinion, seen: Floats) -> Reason:
    """Say what speaks most against a value that both name."""
    return Reason.COCKED if seen[UNREADABLE] > max(seen[NOTHING], _MAY_LEAN) else pips.die.weakness

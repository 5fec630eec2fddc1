"""From what is said of a place to what is believed: a reading only where pips and network agree.

The pips and the network err in different ways: shine and print mislead the pips, odd things the network. A
value counts when both name it and the die lies flat. Its confidence is how often such evidence was right on
drawn tables that neither was made with (see the card of the networks): 0.99 means one in a hundred wrong.
"""

import math
from dataclasses import dataclass

from vision.choice import PipOpinion
from vision.dice import Candidate, ramp
from vision.doubt import name_doubt
from vision.opinion import NOTHING, UNREADABLE
from vision.readings import Colour, Reason
from vision.witnesses import Statement

__all__ = ["READ_ABOVE", "Verdict", "evidence", "weigh"]

READ_ABOVE = 0.8
"""A value is acted on when its confidence is above this."""
_MAY_BE_NOTHING = 0.25
_MAY_LEAN = 0.1
_OF_THE_GAME = (Colour.BLUE, Colour.ORANGE)
_WEIGHTS = (-3.7, 0.74, 0.72, 2.23, 2.13)
"""One for each part of the evidence; the first stands alone."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is believed of one place in which something lies."""

    die: Candidate | None
    """The face that the pips show; None where they show none."""
    value: int | None
    confidence: float
    reason: Reason | None
    """Why not to believe the value; None for a die that is read."""


def weigh(said: Statement) -> Verdict:
    """Judge a place in which something lies."""
    pips = said.pips
    if pips is None:
        return Verdict(None, None, 0.0, _unseen(said))
    if not said.agreed:
        return Verdict(pips.die, None, 0.0, name_doubt(said.patch, pips.die) or _unseen(said))
    if pips.die.colour not in _OF_THE_GAME:
        return Verdict(pips.die, None, 0.0, Reason.COLOUR)
    confidence = _chance(evidence(said, pips))
    if confidence > READ_ABOVE and said.seen[NOTHING] < _MAY_BE_NOTHING:
        return Verdict(pips.die, said.value, confidence, None)
    return Verdict(pips.die, None, confidence, _doubt(said, pips))


def evidence(said: Statement, pips: PipOpinion) -> tuple[float, ...]:
    """Return all that counts for or against the value that both name; one number for each of the weights."""
    die = pips.die
    weakest, second = die.outline.sides[:2]
    return (
        1.0,
        _odds(float(said.seen[die.value])),
        _odds(said.flat),
        ramp(weakest, 0.0, 0.03) * ramp(second, 0.01, 0.055),
        die.upright * pips.likeness,
    )


def _odds(chance: float) -> float:
    """Return how far a chance speaks for or against, 0 being neither; no witness is believed blindly."""
    held = min(max(chance, 1e-3), 1 - 1e-3)
    return math.log(held / (1 - held))


def _chance(parts: tuple[float, ...]) -> float:
    total = sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True))
    return 1 / (1 + math.exp(-total))


def _unseen(said: Statement) -> Reason:
    """Say why no value is seen on which both agree."""
    return Reason.COCKED if said.seen[UNREADABLE] > said.seen[said.value] else Reason.PIPS


def _doubt(said: Statement, pips: PipOpinion) -> Reason:
    """Say what speaks most against a value that both name."""
    if (light := name_doubt(said.patch, pips.die)) is not None:
        return light
    if said.flat < 0.5 or said.seen[UNREADABLE] > max(float(said.seen[NOTHING]), _MAY_LEAN):
        return Reason.COCKED
    return pips.die.weakness

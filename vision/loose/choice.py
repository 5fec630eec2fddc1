"""Which of the candidates are dice, and which of those are clear enough to be read.

A picture shows the same pips several times over: rightly, as part of a face too small (two pips of a 4 make
a 2), and as part of a face too large (two dice far apart make a 2). The largest layout that explains its pips
well wins, unless good faces lie inside it. Whatever contradicts a winner makes it unsure, not another value.
"""

import math
from dataclasses import dataclass
from statistics import median

from vision.loose.candidates import Candidate
from vision.readings import Reason

_SIZE_RANGE = (0.6, 1.6)  # dice of one picture, seen from one place, against their median
_MOST_PART = 2.1  # edges of a face over those of the largest face that some of its pips form
_FEW = 3  # dice that can speak about the size of the others


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate that stands for a die, and why it is not clear; None if it is."""

    candidate: Candidate
    reason: Reason | None


def choose(candidates: list[Candidate]) -> list[Choice]:
    """Pick one candidate for each die and doubt those that are not clear beyond reproach."""
    likely = sorted((one for one in candidates if _is_likely(one)), key=_rank, reverse=True)
    likely = [one for one in likely if not _has_dice_for_pips(one, likely)]
    kept: list[Candidate] = []
    for one in likely:
        if not any(_apart(one, other) < 0.45 * (one.edge + other.edge) for other in kept):
            kept.append(one)
    pips = [one for one in candidates if one.value == 1]
    choices = [Choice(one, _doubt(one, likely, pips)) for one in kept]
    return _doubt_odd_sizes(choices)


def _is_likely(one: Candidate) -> bool:
    if one.value == 1:
        return one.match > 0.7 and one.roughness < 0.3 * one.contrast and one.borders[1] > 6
    # Four pips and more in their places speak for themselves; two may belong to two dice.
    bordered = one.borders[1] > 6 and one.borders[0] > 3
    return one.match > (0.75 if bordered else 0.9 if one.value > 3 else 1.0)


def _rank(one: Candidate) -> float:
    return _strength(one) + (0.1 if _is_clear(one) else 0.0)


def _strength(one: Candidate) -> float:
    """Weigh candidates for the same pips: a larger face that explains more pips weighs more."""
    if one.value == 1:
        plain = 0.5 * one.roughness / one.contrast + 0.2 * max(0.0, 0.8 - one.layout)
        return one.match - 0.1 - plain
    size = 0.15 * math.log(one.edge / 20)
    return one.match + 0.012 * one.value + size - 0.2 * max(0.0, 0.8 - one.weakest)


def _has_dice_for_pips(one: Candidate, others: list[Candidate]) -> bool:
    """Say whether much smaller faces, good ones, lie where this one has pips."""
    return any(
        other.edge < 0.42 * one.edge and other.match > 0.85 and _apart(one, other) < 0.75 * one.edge
        for other in others
    )


def _doubt(one: Candidate, others: list[Candidate], pips: list[Candidate]) -> Reason | None:
    """Say what is not clear about a face, if anything."""
    contradicted = any(_contradicts(other, one) for other in others)
    alone = one.value > 1 or not any(_is_beside(other, one) for other in pips)
    return None if _is_clear(one) and alone and not contradicted else Reason.PIPS


def _is_clear(one: Candidate) -> bool:
    if one.value == 1:
        return _is_clear_one(one)
    return _is_clear_two_or_three(one) if one.value < 4 else _is_clear_many(one)


def _is_clear_one(one: Candidate) -> bool:
    outlined = one.match > 0.8 and one.match + one.layout > 1.45 and one.roughness < 0.2 * one.contrast
    return outlined and one.contrast > 30 and one.roundness > 0.7 and one.layout > max(0.5, one.rival + 0.07)


def _is_clear_two_or_three(one: Candidate) -> bool:
    alike = one.weakest > 0.75 and one.roundness > 0.75 and one.foreshortening > 0.66
    bordered = one.borders[0] > 7 and one.borders[1] > 10
    return one.match > 0.87 and alike and bordered and one.outline > 0.13 + 1.2 * one.stray / one.contrast


def _is_clear_many(one: Candidate) -> bool:
    alike = one.weakest > 0.6 and one.roundness > 0.6 and one.foreshortening > 0.66
    return one.match > 0.87 and alike and (one.borders[1] > 10 or one.outline > 0.45)


def _contradicts(other: Candidate, one: Candidate) -> bool:
    """Say whether something else explains the same place nearly as well."""
    if _overlaps(other, one):
        return True
    if other.value in (one.value, 1) or _apart(one, other) > 0.5 * one.edge:
        return False
    if not 0.75 < other.edge / one.edge < _MOST_PART:
        return False
    if one.value == 1:
        return other.match > 0.87 and other.weakest > 0.6
    return _strength(other) > _strength(one) - 0.04


def _overlaps(other: Candidate, one: Candidate) -> bool:
    """Say whether a face as good and as large shares pips with this one: then it is a pattern, no die."""
    alike = other.value > 1 and 0.75 < other.edge / one.edge < 1.35 and _is_clear(other)
    return alike and other.outline > one.outline - 0.3 and 0.2 < _apart(one, other) / one.edge < 0.8


def _is_beside(other: Candidate, one: Candidate) -> bool:
    """Say whether a single pip has another one like it on its face: then it is no 1."""
    alike = other.roundness > 0.75 and 0.6 < other.contrast / one.contrast < 1.6
    return alike and 0.25 < _apart(one, other) / one.edge < 0.6


def _doubt_odd_sizes(choices: list[Choice]) -> list[Choice]:
    edges = [choice.candidate.edge for choice in choices if choice.reason is None]
    if len(edges) < _FEW:
        return choices
    usual = median(edges)
    least, most = (factor * usual for factor in _SIZE_RANGE)
    return [
        Choice(choice.candidate, choice.reason if least < choice.candidate.edge < most else Reason.PIPS)
        for choice in choices
    ]


def _apart(one: Candidate, other: Candidate) -> float:
    return math.dist(one.centre, other.centre)

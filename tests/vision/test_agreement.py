"""Two opinions on one patch: a value counts when the pips and the network both name it, and only then."""

from dataclasses import replace

import numpy as np
import pytest

from vision.agreement import READ_ABOVE, Verdict, weigh
from vision.choice import PipOpinion
from vision.dice import Candidate
from vision.image import Floats
from vision.opinion import NOTHING, UNREADABLE
from vision.outline import Outline
from vision.patches import SIDE, Patch
from vision.readings import Colour, Reason
from vision.witnesses import Statement

CLEAR_FOUR = Candidate(
    value=4,
    x=50.0,
    y=50.0,
    yaw=0.1,
    pitch_mm=4.0,
    dark_pips=False,
    match=0.96,
    rival=0.70,
    outline=Outline(7.8, 0.1, (0.12, 0.15, 0.2, 0.25)),
    colour=Colour.BLUE,
    even=1.0,
    clear=0.9,
    stretch=0.02,
    roundness=1.0,
    stray=0.0,
)


def pips(die: Candidate = CLEAR_FOUR) -> PipOpinion:
    return PipOpinion(die, die.confidence, 1.0)


EVEN_BLUE = Patch(
    np.full((SIDE, SIDE, 3), (30, 60, 160), np.uint8), (0.0, 0.0), (0.0, 0.0), ((0.0, 80.0), (99.0, 99.0))
)


def judged(pips: PipOpinion | None, seen: Floats, flat: float = 0.99) -> Verdict:
    return weigh(Statement(EVEN_BLUE, pips, seen, flat))


def network(sees: int, chance: float = 0.995) -> Floats:
    """The network's answer: one class with this chance, the rest shared by the others."""
    seen = np.full(UNREADABLE + 1, (1 - chance) / UNREADABLE, np.float32)
    seen[sees] = chance
    return seen


def test_a_value_that_both_name_clearly_is_read() -> None:
    verdict = judged(pips(), network(4))
    assert (verdict.value, verdict.reason) == (4, None)
    assert verdict.confidence > READ_ABOVE


@pytest.mark.parametrize("seen", [1, 2, 3, 5, 6])
def test_a_value_that_only_the_pips_name_is_asked_about(seen: int) -> None:
    verdict = judged(pips(), network(seen))
    assert (verdict.value, verdict.reason) == (None, Reason.PIPS)


def test_a_die_without_pips_is_asked_about_however_sure_the_network_is() -> None:
    verdict = judged(None, network(4, 0.9999))
    assert (verdict.value, verdict.reason, verdict.die) == (None, Reason.PIPS, None)


def test_a_die_that_the_network_takes_for_leaning_has_no_value() -> None:
    verdict = judged(pips(), network(UNREADABLE, 0.6))
    assert (verdict.value, verdict.reason) == (None, Reason.COCKED)


@pytest.mark.parametrize("colour", [Colour.RED, Colour.GREEN, Colour.PURPLE])
def test_dice_of_other_games_are_asked_about(colour: Colour) -> None:
    verdict = judged(pips(replace(CLEAR_FOUR, colour=colour)), network(4))
    assert (verdict.value, verdict.reason) == (None, Reason.COLOUR)


def test_what_looks_like_nothing_and_like_four_is_asked_about() -> None:
    seen = network(4, 0.55)
    seen[NOTHING] = 0.44
    assert judged(pips(), seen / seen.sum()).value is None


@pytest.mark.parametrize(
    "worse",
    [
        {"stretch": 0.2},
        {"outline": Outline(7.8, 0.1, (0.0, 0.01, 0.1, 0.2))},
    ],
    ids=["foreshortened", "no border"],
)
def test_less_evidence_never_makes_a_reading_surer(worse: dict[str, object]) -> None:
    doubtful = replace(CLEAR_FOUR, **worse)  # type: ignore[arg-type]
    assert judged(pips(doubtful), network(4)).confidence < judged(pips(), network(4)).confidence


@pytest.mark.parametrize("flat", [0.0, 0.001])
def test_a_die_that_does_not_look_flat_has_no_value(flat: float) -> None:
    verdict = judged(pips(), network(4), flat)
    assert (verdict.value, verdict.reason) == (None, Reason.COCKED)

"""What lamps and buzzer say about a snapshot."""

import itertools

import pytest

from firmware.cockpit import cockpit_of
from firmware.presenters.lamps import AXIS, lamp_view
from firmware.presenters.sound import ACCEPTED, ASK, CRASH, LANDING, NO_EFFECT, REFUSED, tune_for
from firmware.snapshot import Condition, Ruling, Snapshot, Task, Verdict
from hardware import Lamp
from tests.builders import flight

ROUND = ["roll", "pilot 2 gear.1", "copilot 1 flaps.1", "pilot 2 axis.pilot", "copilot 4 axis.copilot"]


def snapshot(*actions, task=Task.PLACE, **more):
    match = flight(*actions)
    return Snapshot(cockpit_of(match.game, match.state), Condition.WAIT, task, **more)


def lit(view):
    return {name for name, lamp in view.items() if lamp is Lamp.ON}


def test_green_switches_and_the_axis_are_lit():
    assert lit(lamp_view(snapshot())) == {"axis.0"}
    assert lit(lamp_view(snapshot(*ROUND))) == {"gear.1", "flaps.1", "axis.+2"}


@pytest.mark.parametrize(
    ("ruling", "lamp"),
    [(Ruling.REFUSED, Lamp.BLINK), (Ruling.UNSURE, Lamp.PULSE), (Ruling.MISMATCH, Lamp.PULSE)],
)
def test_the_axis_row_moves_while_something_is_to_be_settled(ruling, lamp):
    view = lamp_view(snapshot(*ROUND, verdict=Verdict(ruling, "why")))
    assert {view[name] for name in AXIS} == {lamp}
    assert view["gear.1"] is Lamp.ON


@pytest.mark.parametrize(("won", "lamp"), [(True, Lamp.PULSE), (False, Lamp.BLINK)])
def test_after_the_end_every_lamp_tells_how_it_went(won, lamp):
    view = lamp_view(snapshot("roll", task=Task.OVER, won=won))
    assert set(view.values()) == {lamp}


@pytest.mark.parametrize(
    ("ruling", "tune"),
    [
        (Ruling.ACCEPTED, ACCEPTED),
        (Ruling.NO_EFFECT, NO_EFFECT),
        (Ruling.REFUSED, REFUSED),
        (Ruling.UNSURE, ASK),
        (Ruling.MISMATCH, ASK),
    ],
)
def test_each_judgement_has_its_tune_once(ruling, tune):
    verdict = Verdict(ruling, "why")
    assert tune_for(snapshot("roll", verdict=verdict, news=(verdict,))) is tune
    assert tune_for(snapshot("roll", verdict=verdict)) is None


@pytest.mark.parametrize(("won", "tune"), [(True, LANDING), (False, CRASH)])
def test_the_end_has_its_own_tune_instead(won, tune):
    verdict = Verdict(Ruling.ACCEPTED, "why")
    assert tune_for(snapshot("roll", task=Task.OVER, won=won, verdict=verdict, news=(verdict,))) is tune


def test_tunes_are_told_apart_by_rhythm_alone():
    """Lengths of notes and rests differ, so that pitch is not needed to tell them apart."""
    rhythms = [
        tuple((note is None, seconds) for note, seconds in tune.notes)
        for tune in (ACCEPTED, REFUSED, ASK, CRASH, LANDING)
    ]
    assert all(one != other for one, other in itertools.combinations(rhythms, 2))

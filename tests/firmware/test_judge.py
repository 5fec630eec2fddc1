"""From a panel that holds still to what is said about it."""

from contextlib import ExitStack

import pytest

from firmware.journal import Journal
from firmware.judge import Judge
from firmware.snapshot import Ruling, Task
from rules import parse_record
from tests.builders import flight


class Table:
    """A judge, and the panel it is shown; no pictures here."""

    def __init__(self, folder, *actions):
        match = flight(*actions)
        self.judge = Judge(match.game, Journal(folder / "a.flight", match.game.headers))
        for action in match.actions:
            self.judge.match.push(action)
        self.seen = dict(match.game.visible(match.state))

    def shows(self, unreadable=None, **changes):
        """Change the panel (`axis__pilot="pilot 4"`, None lifts) and let it settle; return what is said."""
        for name, piece in changes.items():
            space = name.replace("__", ".")
            self.seen.pop(space, None)
            if piece is not None:
                self.seen[space] = piece
        self.judge.settled(self.seen, unreadable or {})
        return [(news.ruling, news.action or news.rule or news.text) for news in self.judge.take_news()]

    def ok(self):
        self.judge.ok()
        return [news.action or news.text for news in self.judge.take_news()]


@pytest.fixture
def table_after(tmp_path):
    """A table where these actions have been played."""
    with ExitStack() as closing:

        def make(*actions):
            table = Table(tmp_path, *actions)
            closing.callback(table.judge.journal.close)
            return table

        yield make


@pytest.fixture
def table(table_after):
    return table_after("roll")


def test_a_legal_die_is_accepted_once_and_recorded(table):
    assert table.shows(axis__pilot="pilot 4") == [(Ruling.ACCEPTED, "pilot 4 axis.pilot")]
    assert table.shows() == []
    record = parse_record(table.judge.journal.path.read_bytes())
    assert [str(action) for action in record.actions] == ["pilot 4 axis.pilot"]


def test_a_die_without_effect_is_accepted_and_says_why(table):
    assert table.shows(radio__pilot="pilot 1") == [(Ruling.NO_EFFECT, "pilot 1 radio.pilot")]
    assert table.judge.verdict.text


def test_a_refused_die_stands_until_it_is_lifted_and_is_never_recorded(table):
    assert table.shows(brakes__2="pilot 4") == [(Ruling.REFUSED, "ST-BRK-2")]
    assert table.shows() == []
    assert table.judge.verdict.rule == "ST-BRK-2"
    assert table.shows(brakes__2=None) == []
    assert table.judge.verdict is None
    assert table.judge.match.actions == flight("roll").actions


def test_the_same_refusal_twice_is_said_twice(table):
    table.shows(brakes__2="pilot 4")
    table.shows(brakes__2=None)
    assert table.shows(brakes__2="pilot 4") == [(Ruling.REFUSED, "ST-BRK-2")]


def test_a_die_that_cannot_be_read_is_asked_about(table):
    assert table.shows(unreadable={"axis.pilot": "Lay it flat"}) == [(Ruling.UNSURE, "Lay it flat")]
    assert table.judge.verdict.space == "axis.pilot"
    assert table.shows(axis__pilot="pilot 4") == [(Ruling.ACCEPTED, "pilot 4 axis.pilot")]


def test_a_known_die_that_becomes_hard_to_read_is_no_news(table):
    table.shows(axis__pilot="pilot 4")
    assert table.shows(axis__pilot=None, unreadable={"axis.pilot": "Glare"}) == []
    assert table.judge.verdict.ruling is Ruling.ACCEPTED


def test_a_die_that_is_gone_is_missed_until_it_is_back(table):
    table.shows(axis__pilot="pilot 4")
    assert table.shows(axis__pilot=None) == [(Ruling.MISMATCH, "Put blue 4 back")]
    assert table.shows(axis__pilot="pilot 4") == []
    assert table.judge.verdict is None


ROUND = ["pilot 4 axis.pilot", "copilot 4 axis.copilot", "pilot 1 engines.pilot", "copilot 1 engines.copilot",
         "pilot 3 radio.pilot", "copilot 4 radio.copilot.1", "pilot 1 gear.1"]  # fmt: skip


def test_the_last_die_ends_the_round_and_dice_are_taken_back(table_after):
    table = table_after("roll", *ROUND)
    assert table.shows(flaps__1="copilot 1") == [(Ruling.ACCEPTED, "copilot 1 flaps.1")]
    assert table.judge.task is Task.TAKE_BACK
    assert table.ok() == ["Take all dice back, then press OK."]
    assert table.shows(axis__pilot=None, flaps__1=None) == []
    assert table.judge.task is Task.TAKE_BACK
    table.seen.clear()
    assert table.shows() == []
    assert table.judge.task is Task.ROLL
    assert table.ok() == ["roll"]
    assert table.judge.task is Task.PLACE


def test_a_die_laid_before_the_roll_is_refused(table_after):
    table = table_after()
    assert table.shows(axis__pilot="pilot 4") == [(Ruling.REFUSED, "ST-FLOW-2")]
    assert table.shows(axis__pilot=None) == []
    assert table.judge.verdict is None


def test_a_die_laid_anew_while_dice_are_taken_back_is_refused(table_after):
    table = table_after("roll", *ROUND)
    table.shows(flaps__1="copilot 1")
    assert table.shows(flaps__2="copilot 2") == [(Ruling.REFUSED, "ST-FLOW-2")]


def test_ok_says_nothing_while_dice_are_placed(table):
    assert table.ok() == []


def test_a_spin_ends_the_flight(table):
    table.shows(axis__pilot="pilot 6")
    table.shows(axis__copilot="copilot 1")
    assert table.judge.task is Task.OVER
    table.seen.clear()
    assert table.shows() == []
    assert table.ok() == []


def test_what_cannot_be_recorded_is_not_played(table, monkeypatch):
    def full(action):
        raise OSError("disk full")

    monkeypatch.setattr(table.judge.journal, "append", full)
    with pytest.raises(OSError, match="disk full"):
        table.shows(axis__pilot="pilot 4")
    assert table.judge.match.actions == flight("roll").actions


def test_while_a_hand_hides_spaces_questions_wait_and_answers_do_not(table):
    """The partner's die came first, but a hand still lies over it: nobody is told off for that."""
    table.seen["axis.copilot"] = "copilot 3"
    table.judge.settled(table.seen, {}, all_in_sight=False)
    assert table.judge.take_news() == ()
    table.seen["axis.pilot"] = "pilot 4"
    table.judge.settled(table.seen, {}, all_in_sight=False)
    assert [news.action for news in table.judge.take_news()] == [
        "pilot 4 axis.pilot",
        "copilot 3 axis.copilot",
    ]
    table.seen["flaps.2"] = "copilot 3"
    table.judge.settled(table.seen, {}, all_in_sight=False)
    assert table.judge.take_news() == ()
    assert table.shows()[0][0] is Ruling.REFUSED

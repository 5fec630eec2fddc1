"""Whole flights through pixels: what people do at the table, and what every device answers.

The table is drawn, the camera sees it, the reader reads it, the rules judge it; lamps and buzzer are looked
at on their simulated pins, the OLED in the picture that its simulated chip has decoded.
"""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.app import PANEL, build
from firmware.clock import VirtualClock
from firmware.config import Config
from firmware.presenters.lamps import AXIS
from firmware.presenters.screen import screen_view
from firmware.presenters.sound import ACCEPTED, ASK, CRASH, LANDING, NO_EFFECT, REFUSED
from firmware.snapshot import Condition, Ruling, Task
from firmware.table import SimulatedTable
from firmware.translate import COLOUR_OF_ROLE
from hardware import open_simulated_console
from rules import parse_record, replay
from vision import load_layout

GOLDEN = Path(__file__).parent / "flight-screens"
STEP = 0.05
LANDED = """
roll
pilot 3 radio.pilot        | copilot 2 axis.copilot    | pilot 3 axis.pilot       | copilot 6 radio.copilot.2
pilot 4 engines.pilot      | copilot 1 flaps.1         | pilot 5 gear.3           | copilot 2 engines.copilot
roll
copilot 2 axis.copilot     | pilot 2 axis.pilot        | copilot 2 engines.copilot | pilot 4 radio.pilot
copilot 1 concentration.1  | pilot 2 gear.1            | copilot 1>2 flaps.2      | pilot 6 engines.pilot
roll
pilot 2 radio.pilot        | copilot 2 radio.copilot.2 | pilot 3 axis.pilot       | copilot 3 axis.copilot
pilot 3 gear.2             | copilot 6 engines.copilot | pilot 4 engines.pilot    | copilot 1 concentration.1
roll
copilot 1 concentration.2  | pilot 1 axis.pilot        | copilot 2 axis.copilot   | pilot 4 radio.pilot
copilot 5 engines.copilot  | pilot 5 engines.pilot     | copilot 1 concentration.1 | pilot 6 gear.3
roll
pilot 2 radio.pilot        | copilot 2 radio.copilot.1 | pilot 4 axis.pilot       | copilot 4 axis.copilot
pilot 1>2 brakes.1         | copilot 6 engines.copilot | pilot 5 engines.pilot    | copilot 1 radio.copilot.2
roll
copilot 5 flaps.3          | pilot 4 axis.pilot        | copilot 5 axis.copilot   | pilot 6>4 brakes.2
copilot 1 engines.copilot  | pilot 2 engines.pilot     | copilot 2 concentration.1 | pilot 1 concentration.3
roll
pilot 6 brakes.3           | copilot 5 flaps.4         | pilot 5 axis.pilot       | copilot 4 axis.copilot
pilot 1 engines.pilot      | copilot 1 engines.copilot | pilot 2 concentration.2  | copilot 3 concentration.3
"""
FIRST_OF_ROUND = {"pilot 3 radio.pilot", "copilot 1 concentration.2", "pilot 6 brakes.3"}
ACTIONS = [action.strip() for line in LANDED.split("\n") for action in line.split("|") if action.strip()]


class Cockpit:
    """A companion at a simulated table, and words for what people do there and what they see and hear."""

    def __init__(self, folder, seed=1):
        self.clock = VirtualClock()
        self.table = SimulatedTable(load_layout(PANEL), seed=seed)
        self.console = open_simulated_console(draw=self.table.draw, clock=self.clock)
        self.table.lamps = self.console.lamp_levels
        self.companion = build(Config(), console=self.console, clock=self.clock, folder=folder, name="test")

    def wait(self, seconds):
        """Let the loop turn for so long; return the judgements made meanwhile."""
        news = []
        for _ in range(round(seconds / STEP)):
            news += self.companion.step().news
            self.clock.wait(STEP)
        return news

    def until_heard(self, seconds=0.4):
        """Let the loop turn until something is judged, so long at most; return the judgements."""
        begun = self.clock()
        while not (news := self.wait(STEP)) and self.clock() - begun < seconds:
            pass
        return news

    def place(self, words):
        """Lay a die as a flight record writes it (the face before any coffee), hand included."""
        role, die, space = words.split()
        self.table.reach(space, role)
        self.table.place(COLOUR_OF_ROLE[role], int(die[0]), space)
        self.wait(STEP)
        self.table.withdraw()
        return self.until_heard()

    def lift(self, space):
        self.table.lift(space)
        return self.wait(0.4)

    def press_ok(self):
        self.console.press("ok")
        return self.until_heard()

    def play(self, words):
        if words == "roll":
            self.table.take_back()
            self.wait(0.4)
            return self.press_ok()
        return self.place(words)

    def lit(self):
        return {name for name, level in self.console.lamp_levels().items() if level > 0}

    def hears(self, tune, since):
        """Whether the buzzer's pin gave out just this tune after `since` seconds."""
        self.wait(tune.seconds + 2 * STEP)
        heard = [tone for at, tone in self.console.sounds() if at >= since and tone is not None]
        return heard == pytest.approx([tone for tone, _ in tune.notes if tone is not None], rel=0.01)


@pytest.fixture
def cockpit(tmp_path):
    cockpit = Cockpit(tmp_path)
    with cockpit.companion, cockpit.console:
        yield cockpit


def shows(cockpit, name, draw_golden):
    """The OLED, as its chip has decoded it, looks like the golden picture of that name."""
    seen, path = cockpit.console.picture(), GOLDEN / f"{name}.png"
    if draw_golden:
        path.parent.mkdir(exist_ok=True)
        seen.save(path)
    with Image.open(path) as golden:
        return ImageChops.logical_xor(seen.convert("1"), golden.convert("1")).getbbox() is None


def test_a_whole_flight_from_briefing_to_landing(cockpit, draw_golden):
    """Every die of a landing is read, accepted, heard and shown; the record replays to the same end.

    In three rounds somebody first tries the wrong seat's axis: that is refused, heard and shown as well.
    """
    cockpit.wait(0.4)
    assert shows(cockpit, "briefing", draw_golden)
    for words in ACTIONS[:-1]:
        if words in FIRST_OF_ROUND:
            refused_at_the_wrong_seat(cockpit)
        before = cockpit.clock()
        news = cockpit.play(words)
        assert [verdict.action for verdict in news] == [words]
        state = cockpit.companion.judge.match.state
        assert cockpit.lit() == switches_and_axis(state)
        tune = NO_EFFECT if news[0].ruling is Ruling.NO_EFFECT else ACCEPTED
        assert tune is ACCEPTED or words == "pilot 6 gear.3"
        assert cockpit.hears(tune, since=before)
    assert shows(cockpit, "before-the-last-die", draw_golden)
    before = cockpit.clock()
    cockpit.play(ACTIONS[-1])
    assert cockpit.companion.snapshot.won is True
    assert cockpit.hears(LANDING, since=before)
    assert shows(cockpit, "landed", draw_golden)
    record = parse_record(cockpit.companion.judge.journal.path.read_bytes())
    assert [str(action) for action in record.actions] == ACTIONS
    assert list(replay(record))[-1]["outcome"]["result"] == "landed"


def refused_at_the_wrong_seat(cockpit):
    """The role on turn lays a die on the other role's axis: refused by its colour, until it is lifted."""
    role = cockpit.companion.snapshot.cockpit.turn
    other = "copilot" if role == "pilot" else "pilot"
    before = cockpit.clock()
    news = cockpit.place(f"{role} 5 axis.{other}")
    assert [(verdict.ruling, verdict.rule) for verdict in news] == [(Ruling.REFUSED, "ST-SPACE-2")]
    assert cockpit.hears(REFUSED, since=before)
    assert cockpit.lit() & set(AXIS) in (set(), set(AXIS))
    drawn = screen_view(cockpit.companion.snapshot)
    assert ImageChops.logical_xor(cockpit.console.picture().convert("1"), drawn).getbbox() is None
    assert cockpit.lift(f"axis.{other}") == []


def switches_and_axis(state):
    """The lamps that should be lit in a position."""
    rows = {"gear": state.gear, "flaps": state.flaps, "brakes": state.brake_switches}
    lit = {f"{name}.{k}" for name, row in rows.items() for k, green in enumerate(row, start=1) if green}
    return lit | {f"axis.{state.axis:+d}" if state.axis else "axis.0"}


def test_a_crash_sounds_the_buzzer(cockpit, draw_golden):
    """6 against 1 on the axis: the plane spins, the buzzer dives, every lamp blinks, the OLED says why."""
    for words in ("roll", "pilot 6 axis.pilot"):
        cockpit.play(words)
    cockpit.wait(ACCEPTED.seconds + STEP)
    before = cockpit.clock()
    cockpit.play("copilot 1 axis.copilot")
    snapshot = cockpit.companion.snapshot
    assert (snapshot.won, snapshot.reason, snapshot.task) == (False, "spin", Task.OVER)
    assert cockpit.hears(CRASH, since=before)
    assert shows(cockpit, "crashed", draw_golden)
    levels = []
    for _ in range(40):
        cockpit.wait(STEP)
        levels.append(frozenset(cockpit.lit()))
    switches = {f"gear.{k}" for k in (1, 2, 3)}
    assert frozenset() in levels
    assert any(switches <= lamps for lamps in levels)


def test_a_refused_die_is_named_with_its_rule_until_it_is_lifted(cockpit, draw_golden):
    cockpit.play("roll")
    cockpit.play("pilot 4 axis.pilot")
    cockpit.wait(ACCEPTED.seconds + STEP)
    before = cockpit.clock()
    news = cockpit.place("copilot 3 flaps.2")
    assert [(verdict.ruling, verdict.rule) for verdict in news] == [(Ruling.REFUSED, "ST-FLAP-2")]
    assert cockpit.hears(REFUSED, since=before)
    assert shows(cockpit, "refused", draw_golden)
    cockpit.wait(2.0)
    assert shows(cockpit, "refused", draw_golden)
    assert cockpit.lift("flaps.2") == []
    assert shows(cockpit, "copilot-to-place", draw_golden)
    assert [verdict.action for verdict in cockpit.place("copilot 3 axis.copilot")] == [
        "copilot 3 axis.copilot"
    ]


def test_a_leaning_die_is_asked_about_and_read_once_it_lies_flat(cockpit, draw_golden):
    cockpit.play("roll")
    cockpit.wait(ACCEPTED.seconds + STEP)
    cockpit.table.place(COLOUR_OF_ROLE["pilot"], 4, "engines.pilot")
    cockpit.table.lean("engines.pilot", 25.0)
    before = cockpit.clock()
    news = cockpit.wait(0.4)
    assert [(verdict.ruling, verdict.space) for verdict in news] == [(Ruling.UNSURE, "engines.pilot")]
    assert cockpit.hears(ASK, since=before)
    cockpit.table.lean("engines.pilot", 0.0)
    assert [verdict.action for verdict in cockpit.wait(0.4)] == ["pilot 4 engines.pilot"]


def test_a_hand_that_stays_settles_nothing(cockpit):
    cockpit.play("roll")
    cockpit.table.reach("radio.pilot", "pilot")
    cockpit.table.place(COLOUR_OF_ROLE["pilot"], 4, "radio.pilot")
    assert cockpit.wait(2.0) == []
    assert cockpit.companion.snapshot.condition is Condition.HAND
    assert cockpit.companion.snapshot.note is None
    cockpit.wait(2.5)
    assert "hand away" in cockpit.companion.snapshot.note
    cockpit.table.withdraw()
    assert [verdict.action for verdict in cockpit.wait(0.4)] == ["pilot 4 radio.pilot"]


def test_two_quick_dice_are_both_taken_in_turn(cockpit):
    cockpit.play("roll")
    cockpit.table.place(COLOUR_OF_ROLE["copilot"], 3, "axis.copilot")
    cockpit.table.place(COLOUR_OF_ROLE["pilot"], 3, "axis.pilot")
    assert [verdict.action for verdict in cockpit.wait(0.4)] == [
        "pilot 3 axis.pilot",
        "copilot 3 axis.copilot",
    ]


def test_a_dark_room_is_said_and_forgiven(cockpit):
    cockpit.play("roll")
    cockpit.table.brightness = 0.02
    cockpit.wait(0.4)
    assert cockpit.companion.snapshot.note is not None
    cockpit.table.brightness = 1.0
    cockpit.wait(0.4)
    assert cockpit.companion.snapshot.note is None

"""The cockpit on a terminal, and the log of a game as it goes."""

import io

from rich.console import Console

from firmware.cockpit import cockpit_of
from firmware.presenters.terminal import LogPresenter, cockpit_view
from firmware.snapshot import Condition, Ruling, Snapshot, Task, Verdict
from tests.builders import flight


def snapshot(*actions, task=Task.PLACE, **more):
    match = flight(*actions)
    return Snapshot(cockpit_of(match.game, match.state), Condition.WAIT, task, **more)


def drawn(snapshot):
    terminal = Console(file=io.StringIO(), width=80, color_system=None, legacy_windows=False)
    terminal.print(cockpit_view(snapshot))
    return "\n".join(line.rstrip() for line in terminal.file.getvalue().splitlines())


def test_the_cockpit_is_drawn_for_people():
    refused = Verdict(Ruling.REFUSED, "flap 2 needs flap 1 first", "flaps.2", "copilot 3", rule="ST-FLAP-2")
    flown = ("roll", "pilot 2 gear.1", "copilot 4 axis.copilot", "pilot 3 axis.pilot")
    assert (
        drawn(snapshot(*flown, verdict=refused))
        == """\
╭─ 6000 ft   round 1 of 7   WAIT ──────────────────────────────────────────╮
│ approach   [▲   ] [    ] [ ✈  ] [ ✈✈ ] [ ✈  ] [ ✈✈✈] [ ✈✈ ] airport      │
│                                                                          │
│ axis  pilot · · · ● · co-pilot    speed -  moves 1 above 5, 2 above 8    │
│ coffee ◇◇◇   rerolls 1            brakes stop nothing                    │
│                                                                          │
│ gear ■ □ □    flaps □ □ □ □    brakes □ □ □                              │
│                                                                          │
│ CO-PILOT places a die.                                                   │
│ refused: flaps 2: flap 2 needs flap 1 first  (ST-FLAP-2)                 │
╰──────────────────────────────────────────────────────────────────────────╯"""
    )


def test_the_end_is_drawn_with_its_reason():
    lost = snapshot("roll", task=Task.OVER, won=False, reason="landing-failed", unmet=("planes", "axis"))
    assert "LOST landing-failed planes, axis" in drawn(lost)
    assert "LANDED" in drawn(snapshot("roll", task=Task.OVER, won=True))


def test_the_log_has_a_line_for_each_judgement_and_each_round():
    terminal = Console(file=io.StringIO(), width=40)
    log = LogPresenter(terminal)
    accepted = Verdict(Ruling.ACCEPTED, "pilot 4 axis.pilot", "axis.pilot", action="pilot 4 axis.pilot")
    refused = Verdict(Ruling.REFUSED, "flap 2 needs flap 1 first", "flaps.2", "copilot 3", rule="ST-FLAP-2")
    log.present(snapshot(), 0.0)
    log.present(snapshot("roll", news=(accepted, refused)), 1.5)
    log.present(snapshot("roll"), 1.55)
    log.present(snapshot("roll", note="Panel not found"), 2.0)
    log.present(snapshot("roll", note="Panel not found"), 2.05)
    assert terminal.file.getvalue().splitlines() == [
        "    0.00 s  -- round 1, 6000 ft, space 1",
        "    1.50 s  pilot 4 axis.pilot           accepted",
        "    1.50 s  copilot 3 flaps.2            refused: flap 2 needs flap 1 first (ST-FLAP-2)",
        "    2.00 s  Panel not found",
    ]

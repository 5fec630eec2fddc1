"""What the OLED shows, as golden pictures: `make screens` draws them anew, the diff is reviewed."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.cockpit import cockpit_of
from firmware.presenters.screen import screen_view
from firmware.snapshot import Condition, Ruling, Snapshot, Task, Verdict
from tests.builders import flight

GOLDEN = Path(__file__).parent / "screens"


def snapshot(*actions, condition=Condition.WAIT, task=Task.PLACE, **more):
    match = flight(*actions)
    return Snapshot(cockpit_of(match.game, match.state), condition, task, **more)


REFUSED = Verdict(Ruling.REFUSED, "flap 2 needs flap 1 first", "flaps.2", "copilot 3", rule="ST-FLAP-2")
SCREENS = {
    "briefing": snapshot(task=Task.ROLL),
    "pilot-to-place": snapshot("roll"),
    "copilot-to-place": snapshot("roll", "pilot 4 axis.pilot"),
    "axis-tilted": snapshot("roll", "pilot 2 axis.pilot", "copilot 4 axis.copilot"),
    "speed-known": snapshot("roll", "pilot 2 engines.pilot", "copilot 4 engines.copilot"),
    "hand": snapshot("roll", condition=Condition.HAND),
    "settling": snapshot("roll", condition=Condition.SETTLING),
    "refused": snapshot("roll", verdict=REFUSED),
    "no-effect": snapshot("roll", verdict=Verdict(Ruling.NO_EFFECT, "no plane there", "radio.pilot")),
    "unsure": snapshot("roll", verdict=Verdict(Ruling.UNSURE, "Leaning: lay it flat", "axis.copilot")),
    "mismatch": snapshot("roll", verdict=Verdict(Ruling.MISMATCH, "Put blue 4 back", "axis.pilot")),
    "take-back": snapshot(task=Task.TAKE_BACK),
    "no-panel": snapshot("roll", condition=Condition.UNSURE, note="Panel not found: free all four markers"),
    "no-camera": snapshot("roll", condition=Condition.NO_CAMERA, note="camera sent no picture for 1 s"),
    "landed": snapshot(task=Task.OVER, won=True),
    "lost-spin": snapshot(task=Task.OVER, won=False, reason="spin"),
    "lost-landing": snapshot(
        task=Task.OVER, won=False, reason="runway-overrun", unmet=("planes", "flaps", "gear", "axis", "speed")
    ),
}


@pytest.mark.parametrize("name", SCREENS)
def test_golden_screen(name, draw_golden):
    drawn, path = screen_view(SCREENS[name]), GOLDEN / f"{name}.png"
    assert (drawn.size, drawn.mode) == ((128, 64), "1")
    if draw_golden:
        drawn.save(path)
    with Image.open(path) as golden:
        assert ImageChops.logical_xor(drawn, golden.convert("1")).getbbox() is None, f"{name} looks different"


def test_every_golden_screen_is_drawn_by_a_test():
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


def test_screens_that_mean_different_things_look_different():
    drawn = {screen_view(snapshot).tobytes() for snapshot in SCREENS.values()}
    assert len(drawn) == len(SCREENS)


def test_every_reason_of_the_rules_has_plain_words():
    for reason in ("spin", "collision", "overshoot", "mandatory-missing", "crash-short"):
        lost = replace(SCREENS["lost-spin"], reason=reason)
        unknown = replace(SCREENS["lost-spin"], reason="?")
        assert screen_view(lost).tobytes() != screen_view(unknown).tobytes()

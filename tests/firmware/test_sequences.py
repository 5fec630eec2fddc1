"""Placements in simulated time: drawn hands lay drawn dice; what is believed is held against what is so."""

import json
from itertools import pairwise

import numpy as np
import pytest

from firmware.cli import main
from firmware.handling import OFF_THE_DIE_MM, handle
from firmware.sequences import Placement, play_out, sequence_rows
from firmware.staging import Kind, Light, Stage, light_by_lot
from vision import Colour, load_layout
from vision.panel import find_panel

MAT = load_layout("reference-a3")


def handlings(count):
    """So many dice laid by lot, each by another seed."""
    return [handle(MAT, "gear.2", Colour.BLUE, 4, 16.0, np.random.default_rng(seed)) for seed in range(count)]


def test_dice_on_each_panel_are_believed_rightly():
    """Nothing wrong is ever believed; what is accepted is so within moments of letting go."""
    done = list(play_out(3, 3, per_table=1))
    assert [one.kind for one in done] == list(Kind)
    assert [one.wrong for one in done] == [[]] * 3
    accepted = [one for one in done if one.from_letting_go is not None]
    assert len(accepted) >= 2
    assert all(0.0 < one.from_letting_go < 2.5 for one in accepted)
    assert all(one.from_hand_off <= one.from_letting_go for one in accepted)
    assert all(one.asked for one in done if one.from_letting_go is None)
    (again,) = play_out(1, 3, per_table=1)
    first = done[0]
    assert (first.space, first.piece, first.conditions) == (again.space, again.piece, again.conditions)
    assert first.from_letting_go == again.from_letting_go


def test_a_hand_comes_sets_down_and_leaves():
    for laid in handlings(40):
        assert laid.arrives <= laid.touches <= laid.lies <= laid.lets_go <= laid.leaves < laid.gone
        assert laid.die_at(0.0) is None
        assert laid.die_at(laid.lies) is laid.die
        assert laid.hands_at(laid.lets_go)[-1].y_mm == pytest.approx(laid.die.y_mm)
        assert len(laid.hands_at(max(laid.gone, laid.partner_leaves))) == 0
        assert laid.leaves <= laid.off_the_die < laid.gone


def test_a_hand_moves_steadily():
    """No further than a hand can move in a twentieth of a second, and off the die in the end."""
    for laid in handlings(20):
        way = [laid.hands_at(step / 20)[-1:] for step in range(round(20 * laid.gone))]
        places = [(hand.x_mm, hand.y_mm) for hands in way for hand in hands if hand is not laid.partner]
        steps = [np.hypot(*np.subtract(after, before)) for before, after in pairwise(places)]
        assert max(steps) < 110.0
        assert np.hypot(*np.subtract(places[-1], (laid.die.x_mm, laid.die.y_mm))) > OFF_THE_DIE_MM


def test_light_by_lot_begins_where_it_was():
    chance = np.random.default_rng(2)
    lights = [light_by_lot(0.9, chance) for _ in range(200)]
    assert all(light.before == 0.9 for light in lights)
    assert any(light.after != 0.9 for light in lights)
    assert any(light.flicker for light in lights)
    assert any(light.bands for light in lights)
    assert any(light.passer for light in lights)


def test_light_falls_on_the_picture_as_it_is_told():
    """Stripes of a wavering lamp, and the shade of one who walks past, darken parts of the picture."""
    stage = Stage(Kind.PLAIN, MAT, seed=3)
    draw = lambda light, t: stage.draw((), (), frozenset(), {}, light.at(t)).mean(axis=2)  # noqa: E731
    plain = draw(Light(), 0.0)
    assert draw(Light(0.8, 0.8), 0.0).mean() == pytest.approx(0.8 * plain.mean(), rel=0.02)
    ratio = draw(Light(bands=0.2), 0.0) / np.maximum(plain, 1)
    assert np.ptp(np.median(ratio, axis=1)) == pytest.approx(0.2, abs=0.04)
    ratio = draw(Light(passer=0.3, passes_at=0.0), 0.75) / np.maximum(plain, 1)
    across = np.median(ratio, axis=0)
    assert across[760] == pytest.approx(0.7, abs=0.03)
    assert across[0] > 0.9


def test_a_bump_moves_the_picture_and_can_be_set_right():
    stage = Stage(Kind.PLAIN, MAT, seed=3)
    places = []
    for act in (lambda: None, lambda: stage.bump(np.random.default_rng(1)), stage.set_right):
        act()
        panel = find_panel(stage.draw((), (), frozenset(), {}, (1.0, None)), [MAT])
        assert panel is not None
        places.append(np.array(panel.fit.corners_px))
    before, bumped, after = places
    assert np.linalg.norm(bumped - before, axis=1).min() > 5.0
    assert np.linalg.norm(after - before, axis=1).max() < 0.5


def placement(kind, conditions=(), wrong=(), asked="", took=0.25):
    one = Placement(kind, 1, 0, "gear.1", (Colour.BLUE, 4), conditions, list(wrong), asked)
    one.from_letting_go, one.from_hand_off = took, None if took is None else took - 0.1
    one.step_ms, one.unchanged_ms = [10.0, 20.0], [1.0, 3.0]
    return one


def test_rows_count_every_placement_where_it_belongs():
    rows = sequence_rows(
        [
            placement(Kind.PLAIN),
            placement(Kind.PLAIN, ("bump",), wrong=["blue 5"]),
            placement(Kind.BUSY, ("bump",), asked="unsure: pips", took=None),
        ]
    )
    counts = {row["condition"]: (row["placements"], row["wrong"], row["asked"]) for row in rows}
    assert counts == {"plain mat": (2, 1, 0), "busy mat": (1, 0, 1), "bump": (2, 1, 1), "all": (3, 1, 1)}
    everything = rows[-1]
    assert everything["from_letting_go_ms"] == [250, 250]
    assert everything["unchanged_share"] == 0.5
    assert everything["wrong_interval"][0] > 0.0


def test_the_command_prints_a_row_for_each_condition_and_all(capsys):
    assert main(["bench", "sequences", "--placements", "1", "--seed", "3", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (rows[-1]["condition"], rows[-1]["placements"], rows[-1]["wrong"]) == ("all", 1, 0)
    assert "plain mat" in [row["condition"] for row in rows]

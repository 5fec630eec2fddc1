"""One golden flight for each scenario, flown by the autopilot: what follows from each action, as a diff.

Beside NAME.flight lies NAME.jsonl: the states of its replay, the first one whole, then only what has changed.
`make flights` writes them anew, and flies a flight first where there is none.
"""

import json
from pathlib import Path
from random import Random

import pytest

from rules import format_record, open_game, parse_record, replay
from rules.skyteam import load_scenario, scenario_names
from tests.rules.autopilot import fly, headers_of, moves

FOLDER = Path(__file__).parent / "scenarios"
TRIES = 60
"""Seeds tried for a flight that lands; else the longest one is kept."""


def flown(name):
    """The record of the best of many flights."""
    best = None
    for seed in range(TRIES):
        game = open_game(headers_of(load_scenario(name), Random(f"{name} {seed}")))
        match = fly(game, seed, dice=12)
        worth = (match.state.outcome.won, len(match.actions))
        if best is None or worth > best[0]:
            best = worth, {**game.headers, "Note": f"autopilot, seed {seed}"}, match.actions
        if match.state.outcome.won:
            break
    return format_record(best[1], best[2])


@pytest.mark.parametrize("name", scenario_names())
def test_the_golden_flight_of_a_scenario(name, draw_golden):
    record, expected = FOLDER / f"{name}.flight", FOLDER / f"{name}.jsonl"
    if draw_golden and not record.exists():
        record.write_text(flown(name), encoding="utf-8")
    states = [json.loads(json.dumps(state)) for state in replay(parse_record(record.read_bytes()))]
    if draw_golden:
        expected.write_text("".join(f"{json.dumps(move)}\n" for move in moves(states)), encoding="utf-8")
    assert states[-1]["outcome"] is not None
    assert list(moves(states)) == [
        json.loads(line) for line in expected.read_text(encoding="utf-8").splitlines()
    ]


def test_no_golden_flight_is_left_over():
    assert {path.stem for path in FOLDER.iterdir()} == set(scenario_names())

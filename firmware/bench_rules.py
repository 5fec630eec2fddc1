"""`jumpseat bench rules`: how fast random flights are flown, by scenario, on one core.

In each flight every die is rolled, its legal placements are asked for, one is taken and recorded.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from rules import find_game
from rules.skyteam import Phase, Role, load_scenario, parse_action, plain_headers

__all__ = ["bench_rules", "fly_at_random", "measure"]

SECONDS_EACH = 0.4
BLACK_FACES = (2, 3, 3, 4, 4, 5)
DICE_EACH = 4


@dataclass
class Clock:
    """What was done, and the seconds it took."""

    games: int = 0
    asked: int = 0
    applied: int = 0
    asking_s: float = 0.0
    applying_s: float = 0.0
    total_s: float = 0.0


def bench_rules(names: Iterable[str], *, as_json: bool, seconds: float = SECONDS_EACH) -> int:
    """Fly each of these scenarios for so many seconds and print a row for each."""
    if not as_json:
        print(f"{'scenario':<16} {'games/s':>8} {'legal_actions/s':>15} {'apply/s':>9}")
    for name in names:
        row = measure(name, seconds)
        print(json.dumps(row) if as_json else _line(row))
    return 0


def measure(name: str, seconds: float) -> Mapping[str, Any]:
    """Fly one scenario for at least so many seconds."""
    game: Any = find_game("skyteam").from_headers(plain_headers(load_scenario(name)))
    chance = Random(name)
    clock = Clock()
    begin = perf_counter()
    while clock.total_s < seconds:
        fly_at_random(game, chance, clock)
        clock.total_s = perf_counter() - begin
    return {
        "scenario": name,
        "games": clock.games,
        "games_per_s": round(clock.games / clock.total_s, 1),
        "legal_actions_per_s": round(clock.asked / clock.asking_s),
        "apply_per_s": round(clock.applied / clock.applying_s),
        "placements_per_game": round(clock.applied / clock.games, 1),
    }


def fly_at_random(game: Any, chance: Random, clock: Clock) -> tuple[str, ...]:
    """One complete flight; its record, a line an action."""
    state, record = game.initial_state(), []
    hands: dict[Role, list[int]] = {}
    while game.outcome(state) is None:
        if state.phase is Phase.BRIEFING:
            hands = {role: [chance.randint(1, 6) for _ in range(DICE_EACH)] for role in Role}
        begin = perf_counter()
        legal = _legal(game, state, hands, chance)
        asked = perf_counter()
        action = chance.choice(legal)
        chosen = perf_counter()
        state = game.apply(state, action).state
        clock.applying_s += perf_counter() - chosen
        clock.asking_s += asked - begin
        clock.asked += 1
        clock.applied += 1
        record.append(str(action))
    clock.games += 1
    return tuple(record)


def _legal(game: Any, state: Any, hands: Mapping[Role, list[int]], chance: Random) -> list[Any]:
    """What can be done with the next die of the hand, or with what else is due."""
    if state.phase is Phase.SYNC:
        black = chance.choice(BLACK_FACES)
        return [action for action in game.legal_actions(state) if action.shown == black]
    if state.phase is not Phase.PLACEMENT:
        return list(game.legal_actions(state))
    shown = hands[state.turn].pop()
    return game.legal_placements(state, state.turn, shown) or [parse_action(f"{state.turn} {shown} discard")]


def _line(row: Mapping[str, Any]) -> str:
    return (
        f"{row['scenario']:<16} {row['games_per_s']:>8} {row['legal_actions_per_s']:>15} "
        f"{row['apply_per_s']:>9}"
    )

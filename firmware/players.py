"""Two plain built-in players for the simulated table.

Each knows what a person in that seat knows: the open position and its own dice, never the partner's. They
are plain: no looking ahead beyond the die in hand, only a sense of what the flight still needs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from firmware.umpire import plainest
from rules.skyteam import PlaceDie, Role, State

__all__ = ["Option", "choose", "options"]

FACES = range(1, 7)
MANDATORY = ("axis", "engines")
LOSS = -1000.0
AHEAD = {0: 60.0, 1: 40.0, 2: 16.0}
"""How much more it is worth to send a plane away that is so many spaces ahead."""
EARLY = {"axis": 15.0, "engines": 8.0}
"""How much sooner than later is worth: the partner still has dice to answer with."""


@dataclass(frozen=True, slots=True)
class Option:
    """One die of the hand in one space, as the companion would understand it."""

    action: PlaceDie
    worth: float


def choose(game: Any, state: State, role: Role, hand: Sequence[int], chance: Random) -> PlaceDie:
    """The placement this role makes now; `hand` are the faces of its own dice, never empty."""
    found = list(options(game, state, role, hand))
    best = max(option.worth for option in found)
    return chance.choice([option.action for option in found if option.worth >= best - 0.5])


def options(game: Any, state: State, role: Role, hand: Sequence[int]) -> Iterator[Option]:
    """Every placement this role could make so that the panel alone tells what was meant."""
    for index, shown in enumerate(hand):
        if shown in hand[:index]:
            continue
        rest = [*hand[:index], *hand[index + 1 :]]
        for space in game.panel.spaces:
            action = plainest(game, state, space, f"{role} {shown}")
            if action is not None:
                yield Option(action, _worth(game, state, role, action, rest))


def _worth(game: Any, state: State, role: Role, action: PlaceDie, rest: Sequence[int]) -> float:
    """What a placement is worth, and what is left for the spaces this role must still fill."""
    after = game.apply(state, action).state
    if after.outcome is not None:
        return -LOSS if after.outcome.won else LOSS
    due = [
        name for name in MANDATORY if state.value_in(f"{name}.{role}") is None and not _fills(action, name)
    ]
    if len(rest) < len(due):
        return 10 * LOSS
    spent = 3.0 * abs(action.played - action.shown)
    return _use(state, role, action) - spent + sum(_prospect(state, role, name, rest) for name in due)


def _fills(action: PlaceDie, name: str) -> bool:
    return action.space.startswith(f"{name}.")


def _prospect(state: State, role: Role, name: str, rest: Iterable[int]) -> float:
    """The best a mandatory space can still get from the dice that stay in hand."""
    judge = _axis if name == "axis" else _engines
    return max(judge(state, role, value) for value in rest)


def _use(state: State, role: Role, action: PlaceDie) -> float:
    system, value = action.space.split(".")[0], action.played
    match system:
        case "axis":
            return EARLY["axis"] + _axis(state, role, value)
        case "engines":
            return EARLY["engines"] + _engines(state, role, value)
        case "radio":
            return _radio(state, value)
        case "concentration":
            return 5.0 if state.coffee < 3 else -6.0
        case _:
            return _switch(state, action.space)


def _axis(state: State, role: Role, value: int) -> float:
    """Level is good; without the partner's die, a value that the partner can probably answer."""
    partner = state.value_in(f"axis.{role.other}")
    if partner is not None:
        return _level(state, role, value, partner)
    answers = [_level(state, role, value, answer) for answer in FACES]
    return _expected_best(answers, state.dice_of(role.other))


def _level(state: State, role: Role, value: int, partner: int) -> float:
    tilt = abs(state.axis + (partner - value if role is Role.PILOT else value - partner))
    if tilt > 2:
        return -150.0
    return 15.0 - (18.0 if state.altitude <= 1000 else 6.0) * tilt * tilt


def _engines(state: State, role: Role, value: int) -> float:
    """A speed that brings the plane where it must be; in the final round one that the brakes can hold."""
    partner = state.value_in(f"engines.{role.other}")
    if partner is not None:
        return _pace(state, value + partner)
    answers = [_pace(state, value + answer) for answer in FACES]
    return _expected_best(answers, state.dice_of(role.other))


def _pace(state: State, speed: int) -> float:
    low, high = _wanted_speed(state)
    miss = max(low - speed, speed - high, 0)
    if state.is_final_round:
        return -40.0 if miss else 15.0
    steps = (speed > state.blue) + (speed > state.orange)
    left = state.planes[state.position - 1 : state.position - 1 + steps]
    if any(left) or len(left) < steps or state.position + steps > len(state.planes):
        return -150.0
    return -60.0 if miss else 15.0


def _expected_best(answers: Sequence[float], dice: int) -> float:
    """What the best of so many dice is worth on average, when each face is worth this much."""
    ranked = sorted(answers)
    faces = len(ranked)
    return (
        sum(
            worth * ((rank / faces) ** dice - ((rank - 1) / faces) ** dice)
            for rank, worth in enumerate(ranked, start=1)
        )
        if dice
        else min(ranked)
    )


def _wanted_speed(state: State) -> tuple[int, int]:
    if state.is_final_round:
        return 2, 2 * state.brakes
    spaces_to_go = len(state.planes) - state.position
    rounds_to_go = state.altitude // 1000
    if spaces_to_go == 0 or (state.planes[state.position - 1] and spaces_to_go < rounds_to_go):
        return 2, state.blue
    if spaces_to_go > rounds_to_go and not state.planes[state.position - 1]:
        return state.orange + 1, 12
    return state.blue + 1, state.orange


def _radio(state: State, value: int) -> float:
    """Send planes away, the ones in front first."""
    space = state.position + value - 1
    if space > len(state.planes) or not state.planes[space - 1]:
        return -4.0
    return 14.0 + AHEAD.get(space - state.position, 0.0)


def _switch(state: State, space: str) -> float:
    name, number = space.split(".")
    row = {"gear": state.gear, "flaps": state.flaps, "brakes": state.brake_switches}[name]
    if row[int(number) - 1]:
        return -5.0
    # The later, the more it hurts not to have them all.
    return {"gear": 7.0, "flaps": 8.0, "brakes": 6.0}[name] + 1.5 * state.round

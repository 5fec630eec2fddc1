"""The state object of the flight record (flight-record.md, section 5): a position as plain JSON values."""

from collections.abc import Iterable
from typing import Any

from rules.game import Event, Outcome
from rules.skyteam.calls import DiceCalled
from rules.skyteam.events import RoundEnded
from rules.skyteam.scenario import Scenario
from rules.skyteam.spaces import SPACE_NAMES
from rules.skyteam.state import Role, State

__all__ = ["summary"]

SPACE_ORDER = {space: number for number, space in enumerate(SPACE_NAMES)}


def summary(scenario: Scenario, state: State, events: Iterable[Event]) -> dict[str, Any]:
    """The position after the action that `events` came of, every key of section 5 but index and text."""
    return {
        "round": state.round,
        "altitude": state.altitude,
        "phase": state.phase.value,
        "first": state.first.value,
        "turn": state.turn.value if state.turn else None,
        "pending": [state.pending.role.value, state.pending.number] if state.pending else None,
        "dice_left": {role.value: state.dice_of(role) for role in Role},
        "axis": state.axis,
        "speed": state.speed,
        "position": state.position,
        "planes": list(state.planes),
        "blue": state.blue,
        "orange": state.orange,
        "brakes": state.brakes if state.ice is None else None,
        "ice": state.ice,
        "coffee": state.coffee,
        "rerolls": state.rerolls,
        "switches": {
            "gear": list(state.gear),
            "flaps": list(state.flaps),
            "brakes": list(state.brake_switches) if state.ice is None else None,
        },
        "kerosene": state.kerosene,
        "wind": state.wind and {"position": state.wind.position, "value": state.wind.value},
        "intern": None if state.intern is None else list(state.intern),
        "alarms": None if state.alarms is None else {token: face.value for token, face in state.alarms},
        "weather": scenario.at(state.altitude).weather.value,
        "briefing": state.briefing,
        "instructions": _instructions(state, tuple(events)),
        "occupied": _occupied(state),
        "outcome": _outcome(state.outcome),
    }


def _instructions(state: State, events: tuple[Event, ...]) -> list[str]:
    """What the players must do with hidden dice; nothing once the round or the game has ended."""
    if state.outcome or any(isinstance(event, RoundEnded) for event in events):
        return []
    return [str(event) for event in events if isinstance(event, DiceCalled)]


def _occupied(state: State) -> dict[str, list[str | int]]:
    dice = sorted(state.placed, key=lambda die: SPACE_ORDER[die.space])
    return {die.space: [die.role.value, die.value] for die in dice}


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "result": "landed" if outcome.won else "lost",
        "reason": outcome.reason,
        "unmet": list(outcome.unmet),
    }

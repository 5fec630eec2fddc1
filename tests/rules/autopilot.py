"""A plain player for test flights: rolls dice as it goes, takes what looks best, by a seed.

It knows the position and some dice, rolled anew for every action. With many dice it lands now and then,
with few it loses in every way there is.
"""

from itertools import pairwise
from operator import mul
from random import Random

from rules import Match
from rules.skyteam import Role
from rules.skyteam.actions import (
    Discard,
    DiscardTrafficDie,
    PlaceDie,
    PlaceTrafficDie,
    RollTraffic,
    TimeUp,
)

TRAFFIC_DIE = (2, 3, 3, 4, 4, 5)
ABILITIES = ("anticipation", "adaptation", "control", "mastery", "working-together", "synchronisation")
BARRED = {"engines-out": "mastery", "belly-landing": "synchronisation"}
VARIANTS = ("kerosene-x=zero", "alarm-reset=player-aid", "turbulence=both")
EARLY = {"axis": 25, "engines": 16, "kerosene": 12}
"""What must be done while there are still dice to choose from."""
ON_THE_SIDE = 0.04
"""How often an action that is no placement is taken when one can be."""


def headers_of(scenario, chance):
    """A setup of this scenario: abilities, variants and the intern's row as chance has it."""
    headers = {"Game": "skyteam", "Scenario": scenario.name}
    if variants := [variant for variant in VARIANTS if chance.random() < 0.3]:
        headers["Variant"] = " ".join(variants)
    barred = {BARRED.get(module) for module in scenario.modules}
    if scenario.abilities:
        known = [name for name in ABILITIES if name not in barred]
        headers["Abilities"] = " ".join(chance.sample(known, scenario.abilities))
    if "intern" in scenario.modules:
        headers["Intern"] = " ".join(map(str, chance.sample(range(1, 7), 6)))
    return headers


def fly(game, seed, noise=1.0, dice=6):
    """A whole flight from setup to its end."""
    chance = Random(seed)
    match = Match(game)
    while game.outcome(match.state) is None:
        match.push(choose(game, match.state, chance, noise, dice))
    return match


def choose(game, state, chance, noise=1.0, dice=6):
    """What is done next: chance where chance acts, else the best of so many dice."""
    legal = list(game.legal_actions(state))
    if isinstance(legal[0], RollTraffic):
        return RollTraffic(tuple(chance.choice(TRAFFIC_DIE) for _ in legal[0].dice))
    rolled = {chance.randint(1, 6) for _ in range(dice)}
    black = chance.choice(TRAFFIC_DIE)
    in_hand = [action for action in legal if _shows(action, rolled, black)]
    aside = [action for action in in_hand if not hasattr(action, "role") or not hasattr(action, "shown")]
    laid = [action for action in in_hand if action not in aside]
    if laid and (not aside or chance.random() > ON_THE_SIDE):
        return max(laid, key=lambda action: _worth(game, state, action) + noise * chance.random())
    return chance.choice([action for action in aside if action != TimeUp() or chance.random() < 0.1] or aside)


def _shows(action, rolled, black):
    if isinstance(action, PlaceDie | Discard):
        return action.shown in rolled
    return not isinstance(action, PlaceTrafficDie | DiscardTrafficDie) or action.shown == black


def _worth(game, state, action):
    after = game.apply(state, action).state
    if after.outcome is not None:
        return 1000 if after.outcome.won else -1000
    worth = 10 * (sum(after.gear) + sum(after.flaps) + after.brakes + 2 * (after.ice or 0))
    ahead = after.planes[after.position - 1 :]
    worth += 2 * after.coffee + 5 * after.rerolls - sum(map(mul, ahead, (26, 15, 8))) - 3 * sum(after.planes)
    worth -= 8 * len(after.intern or ()) + 1.5 * abs(20 - (after.kerosene or 20))
    worth += 6 * sum(alarm.face == "cleared" for alarm in after.alarms or ())
    if after.round == state.round:
        worth += _of_the_round(game, state, after)
    return worth


def _of_the_round(game, state, after):
    """Mandatory spaces first, in time, and the speed and tilt that are wanted."""
    worth = 0.0
    filled = {die.space for die in after.placed}
    for role in Role:
        due = sum(space.endswith(f".{role}") for space in game.panel.mandatory - filled)
        spare = after.dice_of(role) - after.dice_kept - due
        worth -= 300 * max(0, -spare)
    worth += sum(EARLY[space.split(".")[0]] for space in filled if space.split(".")[0] in EARLY)
    worth += 6 * sum(space.startswith("ice") for space in filled)
    worth -= 6 * _tilt_wanted(game, after) + 4 * abs((after.value_in("axis.pilot") or 3) - 3)
    return worth - 8 * _speed_unwanted(game, state, after)


def _tilt_wanted(game, after):
    allowed = game.scenario.turns[after.position - 1] or (0,)
    return min(abs(after.axis - axis) for axis in allowed)


def _speed_unwanted(game, state, after):
    """How far the engines are from the speed that suits the way still to go."""
    laid = [after.value_in("engines.pilot"), after.value_in("engines.copilot")]
    values = [value for value in laid if value is not None]
    if state.speed is not None or not values:
        return 0.0
    return abs(sum(values) - len(values) * _speed_wanted(game, state) / 2)


def _speed_wanted(game, state):
    if state.altitude == 0:
        return min(2, 2 * state.brakes)
    spaces, rounds = len(state.planes) - state.position, state.altitude // 1000
    if state.planes[state.position - 1] or spaces < rounds * 0.5 or _tilt_wanted(game, state):
        return state.blue - 1
    return (state.blue + state.orange) / 2 + (3 if spaces > rounds else 0)


def moves(states):
    """Each state of a replay as what has changed since the one before; the first one whole."""
    yield states[0]
    for before, state in pairwise(states):
        yield {
            key: value for key, value in state.items() if key in ("index", "text") or before.get(key) != value
        }

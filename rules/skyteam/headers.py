"""What a record's headers say about the game: scenario, variants, abilities, intern tokens."""

import re
from collections.abc import Mapping

from rules.errors import HeaderError, ScenarioError
from rules.skyteam.cockpit import ABILITIES, VARIANTS, barred_abilities, has_token_row
from rules.skyteam.scenario import Scenario, load_scenario
from rules.skyteam.setup import Setup

__all__ = ["plain_headers", "setup_from"]

TOKENS = tuple("123456")


def setup_from(headers: Mapping[str, str]) -> Setup:
    """Judge the headers in the order Scenario, Variant, Abilities, Intern.

    Raises:
        HeaderError: the first one that is missing or cannot be.

    """
    scenario = _scenario(headers)
    return Setup(scenario, _variants(headers), _abilities(headers, scenario), _token_row(headers, scenario))


def plain_headers(scenario: Scenario) -> Mapping[str, str]:
    """The headers of a plain setup: no variants, the first abilities that go, tokens in order."""
    barred = barred_abilities(scenario)
    abilities = [ability for ability in ABILITIES if ability not in barred][: scenario.abilities]
    tokens = TOKENS if has_token_row(scenario) else ()
    values = {"Abilities": " ".join(abilities), "Intern": " ".join(tokens)}
    return {"Scenario": scenario.name, **{name: value for name, value in values.items() if value}}


def _scenario(headers: Mapping[str, str]) -> Scenario:
    if "Scenario" not in headers:
        raise HeaderError("Scenario", "is missing; name one, such as YUL-green", missing=True)
    try:
        return load_scenario(headers["Scenario"])
    except ScenarioError as error:
        raise HeaderError("Scenario", str(error)) from error


def _variants(headers: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    chosen: dict[str, str] = {}
    for word in _words(headers.get("Variant", "")):
        name, _, value = word.partition("=")
        if value not in VARIANTS.get(name, ()):
            known = ", ".join(f"{name}={'|'.join(values)}" for name, values in VARIANTS.items())
            raise HeaderError("Variant", f"unknown {word!r}; known: {known}")
        if name in chosen:
            raise HeaderError("Variant", f"{name} is named twice")
        chosen[name] = value
    return tuple(chosen.items())


def _abilities(headers: Mapping[str, str], scenario: Scenario) -> tuple[str, ...]:
    wanted = f"{scenario.name} takes {scenario.abilities} different of {' '.join(ABILITIES)}"
    if "Abilities" not in headers:
        if scenario.abilities:
            raise HeaderError("Abilities", f"is missing; {wanted}", missing=True)
        return ()
    chosen = _words(headers["Abilities"])
    if unknown := [name for name in chosen if name not in ABILITIES]:
        raise HeaderError("Abilities", f"unknown {unknown[0]!r}; {wanted}")
    if len(set(chosen)) != len(chosen) or len(chosen) != scenario.abilities:
        raise HeaderError("Abilities", wanted)
    if barred := barred_abilities(scenario).intersection(chosen):
        raise HeaderError("Abilities", f"{', '.join(sorted(barred))} does not go with {scenario.name}")
    return chosen


def _token_row(headers: Mapping[str, str], scenario: Scenario) -> tuple[int, ...]:
    if "Intern" not in headers:
        if has_token_row(scenario):
            raise HeaderError("Intern", "is missing; write the tokens from left to right", missing=True)
        return ()
    if not has_token_row(scenario):
        raise HeaderError("Intern", f"{scenario.name} has no intern")
    tokens = _words(headers["Intern"])
    if tuple(sorted(tokens)) != TOKENS:
        raise HeaderError("Intern", "must hold each of 1 to 6 once")
    return tuple(map(int, tokens))


def _words(value: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[ \t]+", value) if word)

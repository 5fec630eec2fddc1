"""Airports and scenarios: data files read into plain values."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from rules.errors import ScenarioError
from rules.skyteam.state import Role

__all__ = ["AltitudeSpace", "Scenario", "Weather", "load_scenario", "scenario_names"]


class Weather(StrEnum):
    """The weather of an altitude (ST-WX-1)."""

    CLEAR = "clear"
    TURBULENCE = "turbulence"
    BAD_VISIBILITY = "bad-visibility"
    STORM = "storm"


@dataclass(frozen=True, slots=True)
class AltitudeSpace:
    """One space of the altitude track, and so one round."""

    altitude: int
    """Feet."""
    first: Role
    reroll: bool
    """Whether a reroll token lies here (ST-RER-1)."""
    weather: Weather


@dataclass(frozen=True, slots=True)
class Scenario:
    """One approach to one airport (ST-DATA-1)."""

    name: str
    airport: str
    colour: str
    box: str
    altitude_track: str
    """Name of the altitude track."""
    start_altitude: int
    """Feet."""
    track: tuple[AltitudeSpace, ...]
    """The whole altitude track, from the top."""
    modules: tuple[str, ...]
    abilities: int
    """How many special abilities the players choose (ST-SET-6)."""
    planes: tuple[int, ...]
    """Planes per space of the approach track, first space to airport (ST-SET-3)."""
    traffic: tuple[int, ...]
    """Traffic dice per space (ST-TRAF-1)."""
    turns: tuple[tuple[int, ...], ...]
    """Axis values with which the plane may leave a space; empty: any (ST-BEND-1)."""
    alarms: tuple[int, ...]
    """Alarms per space (ST-ALM-1)."""
    alarm_tokens: tuple[str, ...]
    """The alarm tokens in the game."""
    total_trust: tuple[bool, ...]
    """Spaces with the symbol (ST-TT-1)."""

    def at(self, altitude: int) -> AltitudeSpace:
        """The space of the altitude track at this altitude (feet)."""
        return next(space for space in self.track if space.altitude == altitude)


def scenario_names() -> tuple[str, ...]:
    """The scenarios that can be played, in the order of the data file."""
    return tuple(_data("scenarios.toml"))


def load_scenario(name: str) -> Scenario:
    """The scenario of this id, such as `YUL-green`.

    Raises:
        ScenarioError: there is none.

    """
    known = _data("scenarios.toml")
    if name not in known:
        raise ScenarioError(name, tuple(known))
    entry = known[name]
    none = [0] * len(entry["planes"])
    track = _data("altitude_tracks.toml")[entry["altitude_track"]]["spaces"]
    return Scenario(
        name=name,
        airport=entry["airport"],
        colour=entry["colour"],
        box=entry["box"],
        altitude_track=entry["altitude_track"],
        start_altitude=entry["start_altitude"],
        track=tuple(_altitude_space(space) for space in track),
        modules=tuple(entry["modules"]),
        abilities=entry["abilities"],
        planes=tuple(entry["planes"]),
        traffic=tuple(entry.get("traffic", none)),
        turns=tuple(tuple(allowed) for allowed in entry.get("turns", [()] * len(none))),
        alarms=tuple(entry.get("alarms", none)),
        alarm_tokens=tuple(entry.get("alarm_tokens", ())),
        total_trust=tuple(entry.get("total_trust", [False] * len(none))),
    )


def _altitude_space(entry: dict[str, Any]) -> AltitudeSpace:
    return AltitudeSpace(entry["altitude"], Role(entry["first"]), entry["reroll"], Weather(entry["weather"]))


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("rules.skyteam") / "data" / name).read_text(encoding="utf-8"))

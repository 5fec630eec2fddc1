"""The configuration: one TOML file, read once, checked, frozen.

Every key has a default, so an absent file means the defaults. A key that is not known, or a value of
the wrong kind or out of range, is an error that names the file, the key and what is allowed: a typing
error must never be a silent default.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from firmware.errors import ConfigError

__all__ = [
    "DEFAULT_PATH",
    "CameraConfig",
    "Config",
    "GameConfig",
    "PanelConfig",
    "ScreenConfig",
    "StabilityConfig",
    "load_config",
]

DEFAULT_PATH = Path("/etc/jumpseat.toml")


def state_directory(environment: Mapping[str, str]) -> Path:
    """Where records go when nobody says: systemd's StateDirectory, else the user's own state directory."""
    if service := environment.get("STATE_DIRECTORY"):
        return Path(service.split(":")[0])
    if xdg := environment.get("XDG_STATE_HOME"):
        return Path(xdg) / "jumpseat"
    return Path.home() / ".local" / "state" / "jumpseat"


@dataclass(frozen=True, slots=True)
class GameConfig:
    """What is played and where its records go."""

    scenario: str = "YUL-green"
    variants: str = ""
    """Variants of the rules in the words of a flight record, such as `kerosene-x=zero turbulence=both`."""
    abilities: str = ""
    """The special abilities that were chosen, such as `control mastery`."""
    intern: str = ""
    """The intern's tokens from left to right, such as `3 1 6 2 5 4`."""
    records: str = ""
    """Folder of the flight records; empty: `flights` in the state directory."""

    @property
    def headers(self) -> Mapping[str, str]:
        """What a flight record says about this game; the rules judge it."""
        values = {
            "Scenario": self.scenario,
            "Variant": self.variants,
            "Abilities": self.abilities,
            "Intern": self.intern,
        }
        return {"Game": "skyteam", **{name: value for name, value in values.items() if value}}

    def folder(self, environment: Mapping[str, str]) -> Path:
        """The folder of the flight records."""
        return Path(self.records) if self.records else state_directory(environment) / "flights"


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """What `jumpseat calibrate` has learned of the owner's panel."""

    profile: str = ""
    """The name of the panel's profile; empty: the printed mat as it comes."""
    profiles: str = ""
    """Folder of the profiles; empty: `profiles` in the state directory."""

    def folder(self, environment: Mapping[str, str]) -> Path:
        """The folder of the profiles."""
        return Path(self.profiles) if self.profiles else state_directory(environment) / "profiles"


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """The overhead camera."""

    width: int = field(default=1536, metadata={"low": 640, "high": 4608})
    height: int = field(default=864, metadata={"low": 480, "high": 2592})
    mains_hz: int = field(default=50, metadata={"choices": (50, 60)})
    """Frequency of the mains, in step with which lamps flicker."""


@dataclass(frozen=True, slots=True)
class ScreenConfig:
    """The OLED on its I2C bus."""

    chip: str = field(default="ssd1306", metadata={"choices": ("ssd1306", "sh1106")})
    port: int = field(default=1, metadata={"low": 0, "high": 31})
    address: int = field(default=0x3C, metadata={"low": 0x08, "high": 0x77})


@dataclass(frozen=True, slots=True)
class PinsConfig:
    """How the pins are reached."""

    factory: str = field(default="auto", metadata={"choices": ("auto", "lgpio", "rpigpio")})


@dataclass(frozen=True, slots=True)
class StabilityConfig:
    """When a reading counts as settled: the same answer this often and this long."""

    readings: int = field(default=3, metadata={"low": 1, "high": 30})
    seconds: float = field(default=0.15, metadata={"low": 0.0, "high": 5.0})


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration, one frozen section each."""

    game: GameConfig = field(default_factory=GameConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    pins: PinsConfig = field(default_factory=PinsConfig)
    screen: ScreenConfig = field(default_factory=ScreenConfig)
    stability: StabilityConfig = field(default_factory=StabilityConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)


def load_config(path: Path | None) -> Config:
    """The configuration in `path`; None: the default path where it exists, else the defaults.

    Raises:
        ConfigError: the file is missing, not TOML, or has an unknown key or a value that cannot be.

    """
    if path is None:
        if not DEFAULT_PATH.exists():
            return Config()
        path = DEFAULT_PATH
    try:
        document = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ConfigError(path, "", f"cannot be read ({error.strerror}); name an existing file") from error
    except UnicodeDecodeError as error:
        raise ConfigError(path, "", "is not UTF-8 text; save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, "", f"is not TOML: {error}; mend that line") from error
    return _config_from(document, path)


def _config_from(document: Mapping[str, Any], path: Path) -> Config:
    sections = {section.name: section.default_factory for section in fields(Config)}
    given = {}
    for name, table in document.items():
        if name not in sections:
            raise ConfigError(path, f"[{name}]", f"unknown section; known are {', '.join(sections)}")
        if not isinstance(table, Mapping):
            raise ConfigError(path, name, f"is not a section; write it as [{name}]")
        kind = sections[name]
        assert kind is not MISSING
        given[name] = _section_from(kind, name, table, path)
    return Config(**given)


def _section_from(kind: Any, name: str, table: Mapping[str, Any], path: Path) -> Any:
    known = {entry.name: entry for entry in fields(kind)}
    given = {}
    for key, value in table.items():
        where = f"[{name}] {key}"
        if key not in known:
            raise ConfigError(path, where, f"unknown key; known are {', '.join(known)}")
        given[key] = _checked(value, known[key].default, known[key].metadata, path, where)
    return kind(**given)


def _checked(value: Any, default: Any, limits: Mapping[str, Any], path: Path, where: str) -> Any:
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not type(default):
        wanted = {str: "text in quotes", int: "a whole number", float: "a number"}[type(default)]
        raise ConfigError(path, where, f"is {value!r}, but must be {wanted}")
    if "choices" in limits and value not in limits["choices"]:
        raise ConfigError(
            path, where, f"is {value!r}, but must be one of {', '.join(map(str, limits['choices']))}"
        )
    if "low" in limits and not limits["low"] <= value <= limits["high"]:
        raise ConfigError(path, where, f"is {value!r}, but must be {limits['low']} to {limits['high']}")
    return value

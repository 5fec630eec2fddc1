"""Where things lie on a panel, in millimetres: markers, spaces, token spots.

The origin is the panel's top-left corner as the two players see it; x goes to the right, y down.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from vision.errors import LayoutError
from vision.image import Point


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker printed on the panel."""

    id: int
    centre_mm: Point


@dataclass(frozen=True, slots=True)
class Space:
    """A square that a die lies in."""

    name: str
    side: str
    """"pilot", "copilot" or "either"."""
    centre_mm: Point
    label: str = ""
    only_with: str = ""
    """The module of the game that brings this space along; empty for those that are always there."""


@dataclass(frozen=True, slots=True)
class TokenSpot:
    """A round spot that a token lies on."""

    name: str
    centre_mm: Point
    diameter_mm: float


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The geometry of one panel; all lengths in millimetres."""

    name: str
    size_mm: tuple[float, float]
    space_size_mm: float
    marker_size_mm: float
    markers: tuple[Marker, ...]
    spaces: tuple[Space, ...]
    token_spots: tuple[TokenSpot, ...] = ()
    marker_dictionary: str = "DICT_4X4_50"

    def space(self, name: str) -> Space:
        """Return the space of that name; raises LayoutError if the panel has none."""
        for space in self.spaces:
            if space.name == name:
                return space
        raise LayoutError(self.name, f"no space named {name!r}")


def load_layout(name_or_path: str | Path) -> BoardLayout:
    """Load a layout that comes with the package (by name) or from a TOML file (by path).

    Raises LayoutError, which says what is wrong with which key.
    """
    try:
        table = tomllib.loads(_source_text(name_or_path))
    except tomllib.TOMLDecodeError as problem:
        raise LayoutError(name_or_path, f"not TOML: {problem}") from problem
    try:
        layout = _layout(table)
    except KeyError as problem:
        raise LayoutError(name_or_path, f"key {problem} is missing") from problem
    except (TypeError, ValueError) as problem:
        raise LayoutError(name_or_path, f"a value is of the wrong kind: {problem}") from problem
    _check(layout, name_or_path)
    return layout


def _source_text(name_or_path: str | Path) -> str:
    if Path(name_or_path).suffix == ".toml":
        source = Path(name_or_path)
    else:
        source = Path(str(files("vision") / "data" / f"{name_or_path}.toml"))
    try:
        return source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        known = ", ".join(sorted(path.stem for path in source.parent.glob("*.toml"))) or "none"
        raise LayoutError(
            name_or_path, f"cannot be read from {source.name}; known there: {known}"
        ) from problem


def _layout(table: dict[str, Any]) -> BoardLayout:
    return BoardLayout(
        name=str(table["name"]),
        size_mm=_pair(table["size_mm"]),
        space_size_mm=float(table["space_size_mm"]),
        marker_size_mm=float(table["marker_size_mm"]),
        marker_dictionary=str(table["marker_dictionary"]),
        markers=tuple(Marker(int(m["id"]), _pair(m["centre_mm"])) for m in table["marker"]),
        spaces=tuple(
            Space(
                str(s["id"]),
                str(s["side"]),
                _pair(s["centre_mm"]),
                str(s.get("label", "")),
                str(s.get("only_with", "")),
            )
            for s in table["space"]
        ),
        token_spots=tuple(
            TokenSpot(str(t["id"]), _pair(t["centre_mm"]), float(t["diameter_mm"]))
            for t in table.get("token_spot", [])
        ),
    )


def _pair(value: Any) -> Point:
    x, y = value
    return float(x), float(y)


def _check(layout: BoardLayout, source: str | Path) -> None:
    sizes = (*layout.size_mm, layout.space_size_mm, layout.marker_size_mm)
    if min(sizes) <= 0:
        raise LayoutError(source, "every size must be more than 0 mm")
    if len(layout.markers) < 4:
        raise LayoutError(source, f"has {len(layout.markers)} markers; 4 are needed")
    if not layout.spaces:
        raise LayoutError(source, "has no spaces")
    names: list[object] = [m.id for m in layout.markers]
    names += [s.name for s in layout.spaces] + [t.name for t in layout.token_spots]
    twice = sorted({str(name) for name in names if names.count(name) > 1})
    if twice:
        raise LayoutError(source, f"named more than once: {', '.join(twice)}")

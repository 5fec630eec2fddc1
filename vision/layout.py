"""Where things lie on a panel, in millimetres: markers, spaces, token spots.

The origin is the panel's top-left corner as the two players see it; x goes to the right, y down.
"""

import json
import math
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from vision.errors import LayoutError
from vision.image import Point

_NEIGHBOURS = 1.8  # middles that many squares apart leave no room for a third


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker printed on the panel."""

    id: int
    centre_mm: Point
    turn_deg: float = 0.0
    """How far it is turned, clockwise as the camera sees it; only loose cards are."""


@dataclass(frozen=True, slots=True)
class Space:
    """A square that a die lies in."""

    name: str
    side: str
    """"pilot", "copilot" or "either"."""
    centre_mm: Point
    label: str = ""
    only_with: str = ""
    """The module of the game that brings this space along; empty for those that are there for certain."""


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
    card_spaces: tuple[Space, ...] = ()
    """Spaces on cards that are laid over other spaces when their module is played, such as the ice brakes."""
    size_is_nominal: bool = False
    """Whether the markers lie on loose cards round a panel whose size is to be measured."""

    def space(self, name: str) -> Space:
        """Return the space of that name; raises LayoutError if the panel has none."""
        for space in self.spaces:
            if space.name == name:
                return space
        raise LayoutError(self.name, f"no space named {name!r}")

    def with_moved(self, places_mm: Mapping[str, Point]) -> "BoardLayout":
        """Return the panel with some of its spaces elsewhere; raises LayoutError for one it has not."""
        known = {space.name for space in (*self.spaces, *self.card_spaces)}
        if unknown := sorted(places_mm.keys() - known):
            raise LayoutError(self.name, f"no space named {unknown[0]!r}; it has {', '.join(sorted(known))}")
        spaces, cards = (
            tuple(replace(space, centre_mm=places_mm.get(space.name, space.centre_mm)) for space in those)
            for those in (self.spaces, self.card_spaces)
        )
        return replace(self, spaces=spaces, card_spaces=cards)

    def with_modules(self, modules: Collection[str]) -> "BoardLayout":
        """Return the panel as it lies when just these modules are played; all its spaces are certain.

        A card that one of them brings along hides the spaces beneath it.
        """
        cards = [space for space in self.card_spaces if space.only_with in modules]
        open_to_sight = [
            space
            for space in self.spaces
            if space.only_with in ("", *modules) and not _hides(cards, space, self.space_size_mm)
        ]
        certain = tuple(replace(space, only_with="") for space in (*open_to_sight, *cards))
        return replace(self, spaces=certain, card_spaces=())


@cache
def gaps_between(layout: BoardLayout) -> tuple[Point, ...]:
    """Return the places (mm) half-way between neighbours, where a die can lie and belong to neither."""
    middles = [space.centre_mm for space in layout.spaces]
    pairs = [
        ((x + u) / 2, (y + v) / 2)
        for (x, y), (u, v) in combinations(middles, 2)
        if 1.05 * layout.space_size_mm < math.hypot(x - u, y - v) < _NEIGHBOURS * layout.space_size_mm
    ]
    half = 0.55 * layout.space_size_mm
    return tuple(place for place in pairs if all(math.dist(place, middle) > half for middle in middles))


def load_layout(name_or_path: str | Path) -> BoardLayout:
    """Load a layout that comes with the package (by name) or from a TOML file (by path).

    Raises LayoutError, which says what is wrong with which key.
    """
    try:
        table = tomllib.loads(_source_text(name_or_path))
    except tomllib.TOMLDecodeError as problem:
        raise LayoutError(name_or_path, f"not TOML: {problem}") from problem
    return layout_from(table, name_or_path)


def layout_from(table: Mapping[str, Any], source: str | Path) -> BoardLayout:
    """Make a layout of what its TOML says; raises LayoutError, which names the source and the key."""
    try:
        layout = _layout(table)
    except KeyError as problem:
        raise LayoutError(source, f"key {problem} is missing") from problem
    except (TypeError, ValueError, AttributeError) as problem:
        raise LayoutError(source, f"a value is of the wrong kind: {problem}") from problem
    _check(layout, source)
    return layout


def layout_text(layout: BoardLayout) -> str:
    """Write a layout as TOML from which `load_layout` makes the same layout."""
    head = {
        "name": layout.name,
        "size_mm": layout.size_mm,
        "size_is_nominal": layout.size_is_nominal,
        "space_size_mm": layout.space_size_mm,
        "marker_size_mm": layout.marker_size_mm,
        "marker_dictionary": layout.marker_dictionary,
    }
    tables: list[tuple[str, dict[str, Any]]] = []
    for marker in layout.markers:
        at = {"id": marker.id, "centre_mm": marker.centre_mm, "turn_deg": marker.turn_deg}
        tables.append(("marker", at))
    for space in (*layout.spaces, *layout.card_spaces):
        where = {"id": space.name, "side": space.side, "centre_mm": space.centre_mm}
        tables.append(("space", {**where, "label": space.label, "only_with": space.only_with}))
    for spot in layout.token_spots:
        round_ = {"id": spot.name, "centre_mm": spot.centre_mm, "diameter_mm": spot.diameter_mm}
        tables.append(("token_spot", round_))
    return _lines(head) + "".join(f"\n[[{name}]]\n{_lines(table)}" for name, table in tables)


def _lines(table: Mapping[str, Any]) -> str:
    # What JSON writes for text, numbers, truth and rows of numbers is TOML as well.
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in table.items())


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


def _layout(table: Mapping[str, Any]) -> BoardLayout:
    size = float(table["space_size_mm"])
    spaces, cards = _without_cards([_space(entry) for entry in table["space"]], size)
    return BoardLayout(
        name=str(table["name"]),
        size_mm=_pair(table["size_mm"]),
        space_size_mm=size,
        marker_size_mm=float(table["marker_size_mm"]),
        marker_dictionary=str(table["marker_dictionary"]),
        markers=tuple(
            Marker(int(m["id"]), _pair(m["centre_mm"]), float(m.get("turn_deg", 0.0)))
            for m in table["marker"]
        ),
        spaces=spaces,
        card_spaces=cards,
        token_spots=tuple(
            TokenSpot(str(t["id"]), _pair(t["centre_mm"]), float(t["diameter_mm"]))
            for t in table.get("token_spot", [])
        ),
        size_is_nominal=bool(table.get("size_is_nominal", False)),
    )


def _space(entry: dict[str, Any]) -> Space:
    return Space(
        str(entry["id"]),
        str(entry["side"]),
        _pair(entry["centre_mm"]),
        str(entry.get("label", "")),
        str(entry.get("only_with", "")),
    )


def _without_cards(spaces: Sequence[Space], size_mm: float) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Part the spaces of modules that lie over spaces which are always there from all others."""
    lasting = [space for space in spaces if not space.only_with]
    over = {
        space.only_with
        for space in spaces
        if space.only_with and any(_hides([space], below, size_mm) for below in lasting)
    }
    return (
        tuple(space for space in spaces if space.only_with not in over),
        tuple(space for space in spaces if space.only_with in over),
    )


def _hides(cards: Sequence[Space], space: Space, size_mm: float) -> bool:
    """Say whether one of the cards' spaces overlaps a space."""
    x, y = space.centre_mm
    return any(max(abs(card.centre_mm[0] - x), abs(card.centre_mm[1] - y)) < size_mm for card in cards)


def _pair(value: Any) -> Point:
    x, y = (float(part) for part in value)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"{value} is no place")
    return x, y


def _check(layout: BoardLayout, source: str | Path) -> None:
    sizes = (*layout.size_mm, layout.space_size_mm, layout.marker_size_mm)
    if min(sizes) <= 0:
        raise LayoutError(source, "every size must be more than 0 mm")
    if len(layout.markers) < 4:
        raise LayoutError(source, f"has {len(layout.markers)} markers; 4 are needed")
    if not layout.spaces:
        raise LayoutError(source, "has no spaces")
    names: list[object] = [m.id for m in layout.markers]
    names += [s.name for s in (*layout.spaces, *layout.card_spaces)] + [t.name for t in layout.token_spots]
    twice = sorted({str(name) for name in names if names.count(name) > 1})
    if twice:
        raise LayoutError(source, f"named more than once: {', '.join(twice)}")

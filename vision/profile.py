"""What is known of one owner's panel, and how it is kept.

A profile is one file, `NAME.profile`: a zip archive of `profile.toml`, to be read by people, and `print.npy`,
the learned empty print. It is replaced as a whole or not at all.
"""

import io
import json
import os
import re
import tomllib
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from vision.changes import LearnedPrint
from vision.errors import LayoutError, ProfileError
from vision.image import Point
from vision.layout import BoardLayout, layout_from, layout_text
from vision.lens import USUAL_LENS, Lens

__all__ = ["SUFFIX", "Profile", "find_profiles", "load_profile", "profile_path", "save_profile"]

SUFFIX = ".profile"
VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ABOUT, _PRINT = "profile.toml", "print.npy"
_PARTS = {"version", "profile", "die_edge_mm", "moved", "lens", "print", "layout"}
_LARGEST = 50_000_000  # bytes of a part: more is no profile
_BROKEN = "calibrate again with jumpseat calibrate"


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """One owner's panel: measured, its empty print learned, seen through one lens."""

    name: str
    """What the owner calls it: letters, digits, `.`, `_`, `-`."""
    layout: BoardLayout
    """The panel as it was measured, its spaces where the owner has them; named as the layout it follows."""
    print: LearnedPrint | None = None
    """What the empty spaces look like; None while that is not known."""
    moved: Mapping[str, Point] = field(default_factory=lambda: MappingProxyType({}))
    """Spaces that the owner has moved, and where to (millimetres on the panel)."""
    die_edge_mm: float | None = None
    """The edge of the owner's dice; None where the eye may find out for itself."""
    lens: Lens = USUAL_LENS

    def __post_init__(self) -> None:
        """Refuse names that are no file names, and dice that are none."""
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} is no name for a profile: use letters, digits, '.', '_' and '-'")
        if self.die_edge_mm is not None and not 8.0 <= self.die_edge_mm <= 25.0:
            raise ValueError(f"dice of {self.die_edge_mm} mm are not read; give 8 to 25 mm")


def profile_path(folder: Path, name: str) -> Path:
    """Return where the profile of that name is kept; raises ProfileError for what is no name."""
    if not _NAME.fullmatch(name):
        raise ProfileError(name, "no name for a profile; use letters, digits, '.', '_' and '-'")
    return folder / f"{name}{SUFFIX}"


def find_profiles(folder: Path) -> tuple[str, ...]:
    """Name the profiles that a folder holds, sorted; none where there is no such folder."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")))


def save_profile(profile: Profile, folder: Path) -> Path:
    """Keep a profile in a folder, in place of an older one of its name; return its path.

    Raises ProfileError where the disk refuses; then the older one is left as it was.
    """
    path = profile_path(folder, profile.name)
    fresh = path.with_name(f".{path.name}.new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as file:
            file.write(_packed(profile))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as problem:
        with suppress(OSError):
            fresh.unlink()
        raise ProfileError(path, f"cannot be written ({problem.strerror}); name another folder") from problem
    return path


def load_profile(path: Path) -> Profile:
    """Load a profile; raises ProfileError, which says what is wrong and what to do."""
    try:
        with zipfile.ZipFile(path) as archive:
            about, shown = _part(archive, _ABOUT), _part(archive, _PRINT)
        return _unpacked(tomllib.loads(about.decode("utf-8")), shown)
    except FileNotFoundError as problem:
        known = ", ".join(find_profiles(path.parent)) or "none"
        raise ProfileError(path, f"does not exist; known there: {known}") from problem
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        tomllib.TOMLDecodeError,
    ) as problem:
        raise ProfileError(path, f"is damaged ({problem}); {_BROKEN}") from problem
    except OSError as problem:
        raise ProfileError(path, f"cannot be read ({problem.strerror}); {_BROKEN}") from problem
    except KeyError as problem:
        raise ProfileError(path, f"{problem} is missing; {_BROKEN}") from problem
    except (LayoutError, TypeError, ValueError, AttributeError, RuntimeError) as problem:
        raise ProfileError(path, f"says what cannot be ({problem}); {_BROKEN}") from problem


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise ValueError(f"{name} is too large")
    return archive.read(name)


def _packed(profile: Profile) -> bytes:
    shown = profile.print.colours if profile.print is not None else np.zeros(0)
    array, data = io.BytesIO(), io.BytesIO()
    # Half precision is finer than the camera's steps.
    np.save(array, shown.astype(np.float16), allow_pickle=False)
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((_ABOUT, _about(profile).encode()), (_PRINT, array.getvalue())):
            # Without the time of day: the same profile is the same file.
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _about(profile: Profile) -> str:
    """Write as TOML all but the colours of the print."""
    text = f"version = {VERSION}\nprofile = {json.dumps(profile.name)}\n"
    if profile.die_edge_mm is not None:
        text += f"die_edge_mm = {profile.die_edge_mm}\n"
    text += "moved = ["
    text += ", ".join(
        f"{{ space = {json.dumps(name)}, centre_mm = {json.dumps(at)} }}"
        for name, at in profile.moved.items()
    )
    lens = profile.lens
    text += f"]\n\n[lens]\nview_deg = {lens.view_deg}\nk1 = {lens.k1}\nk1_spread = {lens.k1_spread}\n"
    if profile.print is not None:
        learned = profile.print
        text += f"\n[print]\nspaces = {json.dumps(learned.names)}\n"
        text += f"reach_mm = {learned.reach_mm}\nnoise = {learned.noise}\n"
    layout = layout_text(profile.layout).replace("\n[[", "\n[[layout.")
    return f"{text}\n[layout]\n{layout}"


def _unpacked(about: Mapping[str, Any], shown: bytes) -> Profile:
    if about["version"] != VERSION:
        raise ValueError(f"it is of version {about['version']}, this program knows {VERSION}")
    if unknown := sorted(about.keys() - _PARTS):
        raise ValueError(f"unknown part {unknown[0]!r}")
    edge = about.get("die_edge_mm")
    return Profile(
        name=str(about["profile"]),
        layout=layout_from(about["layout"], "of the profile"),
        print=_learned(about["print"], shown) if "print" in about else None,
        moved=MappingProxyType({str(one["space"]): _point(one["centre_mm"]) for one in about["moved"]}),
        die_edge_mm=None if edge is None else float(edge),
        lens=Lens(**{key: float(value) for key, value in about["lens"].items()}),
    )


def _learned(about: Mapping[str, Any], shown: bytes) -> LearnedPrint:
    colours = np.load(io.BytesIO(shown), allow_pickle=False).astype(np.float32)
    names = tuple(str(name) for name in about["spaces"])
    return LearnedPrint(names, colours, float(about["reach_mm"]), float(about["noise"]))


def _point(value: Any) -> Point:
    x, y = value
    return float(x), float(y)

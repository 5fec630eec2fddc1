"""`jumpseat read --keep-as-test`: a misread picture becomes a test.

The picture goes into a folder of pictures that are read in every test run, with what must be said of it
beside it. Only the panel goes in: the dice behind the players' screens are secret, and so is their table.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware.errors import KeepError
from firmware.expected import ELSE, Wish, disagreements, parse_expected, read_in, wish
from vision import BoardReader, BoardReading, Frame, load_frame, only_panel

__all__ = ["CORPUS", "OWN", "Case", "Kept", "keep_as_test", "load_corpus"]

CORPUS = Path("tests/vision/corpus")
OWN = "own picture, given under this project's licence"

# Tried in turn until the picture reads as it did: a small file if that will do, an exact one if it must be.
_FORMS = (
    (".jpg", (cv2.IMWRITE_JPEG_QUALITY, 80)),
    (".jpg", (cv2.IMWRITE_JPEG_QUALITY, 92)),
    (".png", (cv2.IMWRITE_PNG_COMPRESSION, 9)),
)


@dataclass(frozen=True, slots=True)
class Case:
    """One picture of the corpus and what must be said of it."""

    name: str
    picture: Path
    condition: str
    source: str
    """Whose picture it is, and its licence."""
    wishes: Mapping[str, Wish]

    def disagreements(self, reader: BoardReader) -> list[str]:
        """Read the picture; list what is not as it must be."""
        return disagreements(self.wishes, reader.read(load_frame(self.picture)))


@dataclass(frozen=True, slots=True)
class Kept:
    """How a picture is to be kept."""

    expected: str
    """In the notation of `firmware.expected`."""
    condition: str = "misread"
    source: str = OWN
    folder: Path = CORPUS


def keep_as_test(reader: BoardReader, image: str, kept: Kept) -> int:
    """Store a picture, cut to its panel, with what must be said of it; say how it is read.

    0 when it was stored; 1 when it is read differently without its surroundings, so that it would test
    something else: then nothing is stored.

    Raises:
        PictureError: the picture cannot be read.
        KeepError: no panel is in it, the folder is not there, or it has such a picture already.
        ExpectationError: the notation is wrong.

    """
    if not kept.folder.is_dir():
        raise KeepError(kept.folder, "no such folder; run this in the project's own folder or give --corpus")
    frame = load_frame(image)
    before = reader.read(frame)
    if before.panel is None:
        raise KeepError(
            image, "no panel is found, so nobody can tell what of it may be shown; it is not kept"
        )
    name = before.panel.layout
    wishes = parse_expected(kept.expected, next(one for one in reader.layouts if one.name == name))
    panel_only = only_panel(frame, reader.layouts, wishes.keys())
    assert panel_only is not None, "a panel that was found is found again"
    path = kept.folder / _name(kept.condition, Path(image).stem)
    if list(kept.folder.glob(f"{path.name}.*")):
        raise KeepError(
            path, "such a picture is there already; rename the picture or give another --condition"
        )
    file = _store(reader, panel_only, path, wishes, before)
    if file is None:
        print(f"{image}: is read differently when only its panel is left, so it is not kept")
        return 1
    wrong = disagreements(wishes, before)
    truth = path.with_name(f"{path.name}.toml")
    truth.write_text(_truth(kept, file.name, wishes, wrong), encoding="utf-8")
    size = f"{file.stat().st_size / 1000:.0f} kB"
    print(f"{file}: kept ({size}, nothing but the panel); it is read as the whole picture was")
    print("\n".join(f"  {line}" for line in wrong) if wrong else "  which is as expected: the test passes")
    print(f"  {kept.source}; what is expected and whose picture it is stands in {truth}")
    return 0


def load_corpus(folder: Path) -> Iterator[Case]:
    """Give every case of a folder, by name.

    Raises:
        KeepError: a truth is broken, or its picture is missing.

    """
    for path in sorted(folder.glob("*.toml")):
        try:
            about = tomllib.loads(path.read_text(encoding="utf-8"))
            wishes = {space: wish(words) for space, words in about["expected"].items()}
            picture = path.with_name(about["picture"])
            case = Case(path.stem, picture, about["condition"], about["source"], wishes)
        except (KeyError, AttributeError, TypeError, tomllib.TOMLDecodeError) as error:
            raise KeepError(path, f"is no truth of a kept picture: {error!r}") from error
        if not picture.is_file():
            raise KeepError(path, f"its picture {picture.name} is missing")
        yield case


def _store(
    reader: BoardReader, frame: Frame, path: Path, wishes: Mapping[str, Wish], before: BoardReading
) -> Path | None:
    """Store a picture in the smallest form that is read as before; None if it is read so in none."""
    for suffix, quality in _FORMS:
        done, data = cv2.imencode(suffix, cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), quality)
        assert done, "every RGB picture can be made a JPEG and a PNG"
        again = cv2.imdecode(data, cv2.IMREAD_COLOR)
        assert again is not None, "what was just encoded can be decoded"
        if _is_alike(wishes, before, reader.read(np.ascontiguousarray(again[:, :, ::-1], np.uint8))):
            file = path.with_name(path.name + suffix)
            file.write_bytes(data.tobytes())
            return file
    return None


def _is_alike(wishes: Mapping[str, Wish], one: BoardReading, other: BoardReading) -> bool:
    """Say whether two readings say the same of all spaces that matter."""
    spaces = set(wishes) - {ELSE}
    if ELSE in wishes:
        spaces |= {str(die.space) for reading in (one, other) for die in reading.dice}
        spaces |= one.covered | other.covered
    return all(read_in(space, one) == read_in(space, other) for space in spaces)


def _name(condition: str, stem: str) -> str:
    return re.sub(r"[^a-z0-9.-]+", "-", f"{condition}-{stem}".lower()).strip("-.")


def _truth(kept: Kept, picture: str, wishes: Mapping[str, Wish], wrong: Sequence[str]) -> str:
    """Write what must be said of a picture; JSON's strings are TOML's as well."""
    about = {"picture": picture, "condition": kept.condition, "source": kept.source}
    lines = [f"{key} = {json.dumps(words)}" for key, words in about.items()]
    if wrong:
        lines += ["# When it was kept, this was read:", *(f"# {line}" for line in wrong)]
    lines += ["", "[expected]"]
    lines += [f"{json.dumps(space)} = {json.dumps(str(one))}" for space, one in wishes.items()]
    return "\n".join(lines) + "\n"

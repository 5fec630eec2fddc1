"""What lies in a labelled picture, and in which class each of its dice ends once it was read.

Two kinds of sets are understood: tables (NAME.json beside NAME.jpg, spaces of a panel) and loose dice
(labels.json beside a folder images/). Readings are the objects that `jumpseat read --json` prints, so that
whoever scores those lines elsewhere counts the same.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from firmware.errors import TruthError

__all__ = ["Ending", "LabelledSet", "LooseTruth", "Offer", "Outcome", "TableTruth", "load_set"]

Answer = Mapping[str, Any]
"""One picture as `jumpseat read --json` prints it; or one die of it."""

_BESIDE_PX = 30  # the score's own contract: a die in no space, this near, is still asked about
_REACH = 0.6  # of a labelled box's longer side: a loose die reported within it is that die
_LOGO = "logo"  # a face printed as a picture; it has no pips, so it is not scored


class Ending(StrEnum):
    """The class in which a die, or a claim of one, ends."""

    RIGHT = "right"
    WRONG = "wrong"
    ASKED = "asked"
    MISSED = "missed"
    PHANTOM = "phantom"
    """Accepted where no die lies, or a value accepted for a cocked die, which has none."""
    REFUSED = "refused"
    """A cocked die for which no value was accepted."""
    HIDDEN = "hidden"
    """A die under a hand, which nobody can read, was not read."""
    NEEDLESS = "needless"
    """The players would be asked about a place where nothing lies."""


FAILURES = (Ending.WRONG, Ending.PHANTOM, Ending.MISSED, Ending.ASKED)
"""Endings that are to be looked at, the gravest first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A value that the reader named, accepted or only offered, and whether it was so."""

    confidence: float
    is_right: bool
    accepted: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one die of a picture, or one claim of a die, ended."""

    ending: Ending
    where: str
    """The space, or for loose dice the place in pixels, as it can stand in a file's name."""
    at_px: tuple[float, float]
    truth: str
    said: str
    conditions: tuple[str, ...] = ()
    """What the die counts towards, beside everything."""
    offers: tuple[Offer, ...] = ()


class Truth(Protocol):
    """What lies in one picture."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """What the picture counts towards, beside everything."""
        ...

    def outcomes(self, answer: Answer) -> tuple[Outcome, ...]:
        """Class everything that lies there and everything that was said."""
        ...


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A folder of pictures with what lies in them."""

    name: str
    loose: bool
    pictures: tuple[tuple[Path, Truth], ...]

    def every_second(self, half: str | None) -> "LabelledSet":
        """Return the even (first, third, ...) or the odd pictures by their order; all of them for None.

        Raises:
            TruthError: nothing would be left.

        """
        if half is None:
            return self
        start = ("even", "odd").index(half)
        if not self.pictures[start::2]:
            raise TruthError(f"{self.name}: no picture is left in its {half} half; name a larger set")
        return replace(self, name=f"{self.name}-{half}", pictures=self.pictures[start::2])


@dataclass(frozen=True, slots=True)
class TableTruth:
    """What lies on a panel."""

    dice: tuple[Mapping[str, Any], ...]
    """space, colour, value, cocked, hidden; top_px where known."""
    conditions: tuple[str, ...]

    def outcomes(self, answer: Answer) -> tuple[Outcome, ...]:
        """Class every die of one picture, and every claim of one."""
        by_space: dict[str | None, list[Answer]] = {}
        for said in answer.get("dice", []):
            by_space.setdefault(said.get("space"), []).append(said)
        covered = set(answer.get("covered", []))
        beside = by_space.get(None, [])
        known = [self._of_die(die, by_space.get(die["space"], []), covered, beside) for die in self.dice]
        spaces = {die["space"] for die in self.dice}
        claims = [self._of_claim(said) for space, all_ in by_space.items() if space not in spaces
                  for said in all_]  # fmt: skip
        return (*known, *claims)

    def _of_die(
        self, die: Mapping[str, Any], got: Sequence[Answer], covered: set[str], beside: Sequence[Answer]
    ) -> Outcome:
        right = {id(said): not die["cocked"] and _is(said, die["colour"], die["value"]) for said in got}
        accepted = [said for said in got if _is_accepted(said)]
        if die["cocked"]:
            ending = Ending.PHANTOM if accepted else Ending.REFUSED
        elif accepted:
            ending = Ending.RIGHT if len(accepted) == 1 and right[id(accepted[0])] else Ending.WRONG
        elif die["hidden"]:
            ending = Ending.HIDDEN
        else:
            near = any(_is_beside(said, die.get("top_px")) for said in beside)
            ending = Ending.ASKED if got or die["space"] in covered or near else Ending.MISSED
        return Outcome(
            ending,
            where=die["space"],
            at_px=_at(die.get("top_px") or (got[0]["centre_px"] if got else None)),
            truth=f"{die['colour']} {'cocked' if die['cocked'] else die['value']}",
            said=", ".join(map(_words, got)) or ("covered" if die["space"] in covered else "nothing"),
            conditions=self.conditions,
            offers=tuple(_offer(said, right[id(said)]) for said in got if said["value"] is not None),
        )

    def _of_claim(self, said: Answer) -> Outcome:
        return Outcome(
            Ending.PHANTOM if _is_accepted(said) else Ending.NEEDLESS,
            where=said["space"] or _place(said["centre_px"]),
            at_px=_at(said["centre_px"]),
            truth="nothing",
            said=_words(said),
            conditions=self.conditions,
            offers=(_offer(said, False),) if said["value"] is not None else (),
        )


@dataclass(frozen=True, slots=True)
class LooseTruth:
    """Dice that lie anywhere: each counts towards its own colour."""

    dice: tuple[tuple[Any, ...], ...]
    """x, y, width, height (pixels), value, colour, and "logo" for a face without pips."""
    complete: bool
    """False where not every die is labelled: then nothing said can be a phantom."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """The colours of the picture's dice."""
        return tuple(sorted({str(die[5]) for die in self.dice}))

    def outcomes(self, answer: Answer) -> tuple[Outcome, ...]:
        """Class every labelled die by the nearest claim that is still free, and every claim left over."""
        free = dict(enumerate(answer.get("dice", [])))
        known = [outcome for die in self.dice if (outcome := self._of_die(die, free)) is not None]
        claims = [self._of_claim(said) for said in free.values() if self.complete]
        return (*known, *claims)

    def _of_die(self, die: tuple[Any, ...], free: dict[int, Answer]) -> Outcome | None:
        x, y, width, height, value, colour, *note = die
        middle = (x + width / 2, y + height / 2)
        apart = {i: math.dist(middle, said["centre_px"]) for i, said in free.items()}
        near = min(apart, key=lambda i: apart[i], default=None)
        said = None
        if near is not None and apart[near] < _REACH * max(width, height):
            said = free.pop(near)
        if note == [_LOGO]:
            return None
        if said is None:
            ending = Ending.MISSED
        elif not _is_accepted(said):
            ending = Ending.ASKED
        else:
            ending = Ending.RIGHT if said["value"] == value else Ending.WRONG
        return Outcome(
            ending,
            where=_place(middle),
            at_px=_at(middle),
            truth=f"{colour} {value}",
            said="nothing" if said is None else _words(said),
            conditions=(str(colour),),
            offers=(_offer(said, said["value"] == value),) if said and said["value"] is not None else (),
        )

    def _of_claim(self, said: Answer) -> Outcome:
        return Outcome(
            Ending.PHANTOM if _is_accepted(said) else Ending.NEEDLESS,
            where=_place(said["centre_px"]),
            at_px=_at(said["centre_px"]),
            truth="nothing",
            said=_words(said),
            conditions=(said["colour"],) if said["colour"] in self.conditions else (),
            offers=(_offer(said, False),) if said["value"] is not None else (),
        )


def load_set(folder: Path) -> LabelledSet:
    """Load a folder's truth: labels.json where there is one, else NAME.json beside each NAME.jpg.

    Raises:
        TruthError: there are no pictures, or a truth is missing or broken; the message says which.

    """
    loose = (folder / "labels.json").is_file()
    pictures = tuple(_loose(folder) if loose else _tables(folder))
    if not pictures:
        raise TruthError(
            f"{folder}: no pictures *.jpg and no labels.json there; name a folder of pictures with truth"
        )
    return LabelledSet(folder.resolve().name, loose, pictures)


def _tables(folder: Path) -> Iterator[tuple[Path, Truth]]:
    for picture in sorted(folder.glob("*.jpg")):
        path = picture.with_suffix(".json")
        known = _json(path)
        try:
            dice = tuple(dict(die) for die in known["dice"])
            for die in dice:
                _require(die, ("space", "colour", "value", "cocked", "hidden"))
            kinds = tuple(str(kind) for kind in known.get("kinds", []))
            yield picture, TableTruth(dice, ("art" if known.get("art") else "plain", *kinds))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TruthError(f"{path}: is no truth of a table: {error!r}") from error


def _loose(folder: Path) -> Iterator[tuple[Path, Truth]]:
    path = folder / "labels.json"
    known = _json(path)
    try:
        for picture in known:
            dice = tuple(tuple(die) for die in picture["dice"])
            if any(len(die) < 6 for die in dice):
                raise ValueError(f"{picture['file']}: a die needs x, y, w, h, value, colour")
            yield folder / "images" / picture["file"], LooseTruth(dice, bool(picture.get("complete", True)))
    except (ValueError, KeyError, TypeError) as error:
        raise TruthError(f"{path}: is no list of labelled pictures: {error!r}") from error


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TruthError(
            f"{path}: cannot be read ({error.strerror}); each picture needs its truth beside it"
        ) from error
    except ValueError as error:
        raise TruthError(f"{path}: is not JSON: {error}") from error


def _require(die: Mapping[str, Any], keys: Sequence[str]) -> None:
    for key in keys:
        if key not in die:
            raise KeyError(key)


def _is_accepted(said: Answer) -> bool:
    return said["status"] == "read" and said["value"] is not None


def _is(said: Answer, colour: str, value: int) -> bool:
    return bool(said["value"] == value and said["colour"] == colour)


def _is_beside(said: Answer, top_px: Sequence[float] | None) -> bool:
    if top_px is None or not said.get("centre_px"):
        return False
    return all(abs(a - b) < _BESIDE_PX for a, b in zip(said["centre_px"], top_px, strict=True))


def _offer(said: Answer, is_right: bool) -> Offer:
    return Offer(float(said["confidence"]), is_right, _is_accepted(said))


def _words(said: Answer) -> str:
    doubt = "" if _is_accepted(said) else f" ({said['reason'] or 'unsure'})"
    return f"{said['colour'] or 'die'} {said['value'] or '?'}{doubt} {said['confidence']:.2f}"


def _place(point: Sequence[float]) -> str:
    return f"{point[0]:.0f}x{point[1]:.0f}"


def _at(point: Sequence[float] | None) -> tuple[float, float]:
    return (0.0, 0.0) if point is None else (float(point[0]), float(point[1]))

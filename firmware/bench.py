"""`jumpseat bench vision`: how well and how fast a folder of pictures with truth is read.

Each die of the truth ends in one class, in the words of the command line's contract: right (accepted with
the right space, colour and value), wrong (accepted otherwise), asked (unsure, or its space covered),
missed (nothing said). Beside them phantom: accepted where no die lies, or a value given to a cocked die,
which has none. Dice that a hand hides are not asked for.
"""

import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rich.console import Console
from rich.progress import track

from firmware.errors import FirmwareError
from firmware.read import panel_reader, timed
from vision import BoardReader, BoardReading, load_frame

__all__ = ["Score", "TruthError", "bench_vision", "load_truth", "score_reading", "summary", "table", "wilson"]

CLASSES = ("right", "wrong", "asked", "missed", "phantom")


class TruthError(FirmwareError, ValueError):
    """A picture's truth is missing or cannot be understood."""


@dataclass
class Score:
    """Counts of one condition."""

    pictures: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)

    @property
    def dice(self) -> int:
        """Dice that there were to read."""
        return sum(self.counts[name] for name in ("right", "wrong", "asked", "missed"))

    @property
    def accepted(self) -> int:
        """Readings that would have been acted on."""
        return sum(self.counts[name] for name in ("right", "wrong", "phantom"))

    @property
    def false(self) -> int:
        """Readings that would have been acted on and are not so."""
        return self.counts["wrong"] + self.counts["phantom"]


def bench_vision(folder: Path, *, as_json: bool) -> int:
    """Read and score every NAME.jpg of a folder against its NAME.json; print a row a condition.

    Raises:
        TruthError: there are no pictures, or a truth is missing or broken.
        PictureError: a picture cannot be read.

    """
    pictures = sorted(folder.glob("*.jpg"))
    if not pictures:
        raise TruthError(f"{folder}: no pictures *.jpg there; name a folder of pictures with their truth")
    truths = [load_truth(picture) for picture in pictures]
    scores = _score_all(panel_reader(), pictures, truths)
    rows = [summary(condition, score) for condition, score in scores.items()]
    print("\n".join(json.dumps(row) for row in rows) if as_json else table(rows))
    return 0


def _score_all(
    reader: BoardReader, pictures: Sequence[Path], truths: Sequence[Mapping[str, Any]]
) -> dict[str, Score]:
    """Score the pictures, by condition and over all."""
    scores: dict[str, Score] = {}
    progress = Console(stderr=True)
    reader.read(load_frame(pictures[0]))  # the first look also warms the caches; it is not timed
    for picture, truth in track(
        list(zip(pictures, truths, strict=True)), "reading", console=progress, disable=not sys.stderr.isatty()
    ):
        reading, ms = timed(reader.read, load_frame(picture))
        counts = score_reading(truth, reading)
        for condition in [*truth["conditions"], "all"]:
            score = scores.setdefault(condition, Score())
            score.pictures += 1
            score.counts += counts
            score.milliseconds.append(ms)
    everything = scores.pop("all")
    return {**dict(sorted(scores.items())), "all": everything}


def load_truth(picture: Path) -> Mapping[str, Any]:
    """The truth beside a picture: NAME.json beside NAME.jpg.

    Raises:
        TruthError: it is missing or is no truth; the message says which file.

    """
    path = picture.with_suffix(".json")
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
        dice = [
            (die["space"], die["colour"], die["value"], die["cocked"], die["hidden"]) for die in truth["dice"]
        ]
    except OSError as error:
        raise TruthError(
            f"{path}: cannot be read ({error.strerror}); each picture needs its truth beside it"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise TruthError(f"{path}: is no truth of a table: {error!r}") from error
    return {"dice": dice, "conditions": ["art" if truth.get("art") else "plain", *truth.get("kinds", [])]}


def score_reading(truth: Mapping[str, Any], reading: BoardReading) -> Counter[str]:
    """Class every die of one picture."""
    counts: Counter[str] = Counter()
    by_space: dict[str | None, list[Any]] = {}
    for die in reading.dice:
        by_space.setdefault(die.space, []).append(die)
    for space, colour, value, cocked, hidden in truth["dice"]:
        found = by_space.pop(space, [])
        accepted = [die for die in found if die.is_read]
        if cocked:
            counts["phantom"] += len(accepted)
        elif accepted:
            right = len(accepted) == 1 and (accepted[0].colour, accepted[0].value) == (colour, value)
            counts["right" if right else "wrong"] += 1
        elif not hidden:
            counts["asked" if found or space in reading.covered else "missed"] += 1
    counts["phantom"] += sum(die.is_read for found in by_space.values() for die in found)
    return counts


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval); (0, 1) when nothing was counted."""
    if total == 0:
        return 0.0, 1.0
    z, share = 1.959964, hits / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def summary(condition: str, score: Score) -> dict[str, Any]:
    """One condition as an object: counts, shares with their 95 % intervals, milliseconds a picture."""
    times = score.milliseconds
    return {
        "condition": condition,
        "pictures": score.pictures,
        "dice": score.dice,
        **{name: score.counts[name] for name in CLASSES},
        "right_share": round(score.counts["right"] / score.dice, 4) if score.dice else None,
        "right_interval": [round(x, 4) for x in wilson(score.counts["right"], score.dice)],
        "false_share": round(score.false / score.accepted, 4) if score.accepted else None,
        "false_interval": [round(x, 4) for x in wilson(score.false, score.accepted)],
        "ms_median": round(median(times), 1) if times else None,
        "ms_p95": round(quantiles(times, n=20)[-1], 1) if len(times) > 1 else None,
    }


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The summaries as a table for people; the intervals are 95 % ones."""
    head = (
        f"{'condition':<10} {'pictures':>8} {'dice':>5} {'right':>6} {'wrong':>6} {'asked':>6} {'missed':>6} "
        f"{'phantom':>7}  {'right %':<20}{'false per 100 accepted':<24}{'ms':>6} {'p95':>6}"
    )
    return "\n".join([head, *(_row(row) for row in rows)])


def _row(row: Mapping[str, Any]) -> str:
    counts = f"{row['right']:>6} {row['wrong']:>6} {row['asked']:>6} {row['missed']:>6} {row['phantom']:>7}"
    right = _percent(row["right_share"], row["right_interval"])
    false = _percent(row["false_share"], row["false_interval"])
    times = f"{row['ms_median'] or '-':>6} {row['ms_p95'] or '-':>6}"
    size = f"{row['condition']:<10} {row['pictures']:>8} {row['dice']:>5}"
    return f"{size} {counts}  {right:<20}{false:<24}{times}"


def _percent(share: float | None, interval: Iterable[float]) -> str:
    low, high = interval
    return "-" if share is None else f"{100 * share:.1f} ({100 * low:.1f}-{100 * high:.1f})"

"""`jumpseat bench vision`: how well and how fast folders of pictures with truth are read.

Each die of the truth ends in one class, in the words of the command line's contract: right (accepted with
the right space, colour and value), wrong (accepted otherwise), asked (unsure, or its space covered),
missed (nothing said). Beside them phantom: accepted where no die lies, or a value given to a cocked die,
which has none. Dice that a hand hides are not asked for.
"""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from firmware.figures import Score, markdown, reliability_table, summary, table
from firmware.machine import machine_name, peak_memory_mb
from firmware.read import panel_reader, read_anywhere, reading_object, save_picture, timed
from firmware.reliability import plot, reliability
from firmware.truth import FAILURES, LabelledSet, Outcome, load_set
from vision import BoardReading, Frame, draw_failure, load_frame

__all__ = ["Wanted", "bench_vision"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a bench run is to give beside its counts."""

    as_json: bool = False
    as_markdown: bool = False
    failures: Path | None = None
    """A folder for a picture of each failure."""
    half: str | None = None
    """"even" or "odd": every second picture only, so that the other half can be developed on."""
    plot: Path | None = None
    """A file (PNG) for the plot of how far confidence can be trusted."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """A picture in which something went wrong."""

    picture: Path
    reading: BoardReading
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """What came of reading one set."""

    name: str
    scores: dict[str, Score]
    """By condition; all comes last."""
    failed: tuple[_Failed, ...]

    @property
    def everything(self) -> Score:
        """The score over all conditions."""
        return self.scores["all"]


def bench_vision(folders: Sequence[Path], wanted: Wanted) -> int:
    """Read and score every picture of some folders against its truth; print a row a condition.

    Raises:
        TruthError: there are no pictures, or a truth is missing or broken.
        PictureError: a picture cannot be read.

    """
    sets = [load_set(folder).every_second(wanted.half) for folder in folders]
    at_start = peak_memory_mb()
    runs = [_run(labelled) for labelled in sets]
    # Measured before any failure is drawn: drawing is not part of reading.
    about = {"machine": machine_name(), "threads": 1, "memory_mb": round(peak_memory_mb(), 1)}
    rows = [
        {"set": run.name, **summary(condition, score), **about}
        for run in runs
        for condition, score in run.scores.items()
    ]
    note = (
        f"Measured on one thread of {about['machine']}; memory of the whole process at most "
        f"{about['memory_mb']:.0f} MB, {at_start:.0f} MB of it before the first picture."
    )
    print(_shown(runs, rows, note, wanted))
    _draw_what_is_wanted(runs, wanted)
    return 0


def _shown(runs: Sequence[_Run], rows: Sequence[dict[str, Any]], note: str, wanted: Wanted) -> str:
    if wanted.as_json:
        return "\n".join(json.dumps(row) for row in rows)
    if wanted.as_markdown:
        return markdown(rows, [note])
    return "\n\n".join([*(_for_people(run, rows) for run in runs), note])


def _for_people(run: _Run, rows: Sequence[dict[str, Any]]) -> str:
    own = [row for row in rows if row["set"] == run.name]
    whole = own[-1]
    beside = (
        f"beside them: {whole['refused']} cocked refused, {whole['hidden']} hidden not read, "
        f"{whole['needless']} asked where nothing lies, "
        f"panel not found in {whole['panel_not_found']} pictures"
    )
    head = f"{run.name}: {whole['pictures']} pictures, {whole['dice']} dice"
    return "\n".join(part for part in (head, table(own), beside, reliability_table(whole)) if part)


def _run(labelled: LabelledSet) -> _Run:
    """Read and score a set; the first look also warms the caches and is not timed."""
    look: Callable[[Frame], BoardReading] = read_anywhere if labelled.loose else panel_reader().read
    look(load_frame(labelled.pictures[0][0]))
    scores: dict[str, Score] = {"all": Score()}
    failed = []
    progress = Console(stderr=True)
    for picture, truth in track(
        labelled.pictures, f"reading {labelled.name}", console=progress, disable=not sys.stderr.isatty()
    ):
        reading, ms = timed(look, load_frame(picture))
        found = labelled.loose or reading.panel is not None
        for condition in (*truth.conditions, "all"):
            scores.setdefault(condition, Score()).add_picture(ms, found)
        outcomes = truth.outcomes(reading_object(picture.name, reading, ms, loose=labelled.loose))
        for outcome in outcomes:
            for condition in (*outcome.conditions, "all"):
                scores.setdefault(condition, Score()).add(outcome)
        worth_a_look = tuple(outcome for outcome in outcomes if outcome.ending in FAILURES)
        if worth_a_look:
            failed.append(_Failed(picture, reading, worth_a_look))
    everything = scores.pop("all")
    return _Run(labelled.name, {**dict(sorted(scores.items())), "all": everything}, tuple(failed))


def _draw_what_is_wanted(runs: Sequence[_Run], wanted: Wanted) -> None:
    if wanted.plot is not None:
        offers = [offer for run in runs for offer in run.everything.offers]
        accepted = reliability([offer for offer in offers if offer.accepted])
        title = f"{', '.join(run.name for run in runs)}: {len(offers)} values"
        save_picture(wanted.plot, plot(accepted, reliability(offers), title))
    if wanted.failures is None:
        return
    drawn = 0
    for run in runs:
        for failed in run.failed:
            drawn += _draw_failures(wanted.failures / run.name, failed)
    print(f"jumpseat: {drawn} failures drawn in {wanted.failures}", file=sys.stderr)


def _draw_failures(folder: Path, failed: _Failed) -> int:
    """Write a picture a failure, named by class, picture and space: the gravest stand together."""
    frame = load_frame(failed.picture)
    for outcome in failed.outcomes:
        words = (f"{outcome.ending} {outcome.where}", f"there: {outcome.truth}", f"read: {outcome.said}")
        name = f"{outcome.ending}-{failed.picture.stem}-{outcome.where}.png"
        save_picture(folder / name, draw_failure(frame, failed.reading, outcome.at_px, words))
    return len(failed.outcomes)

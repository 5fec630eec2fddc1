"""What a bench run counts, condition by condition, and how its figures are shown."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from firmware.intervals import wilson
from firmware.reliability import Bin, calibration_error, reliability
from firmware.truth import Ending, Offer, Outcome

__all__ = ["Score", "markdown", "reliability_table", "summary", "table"]

_DICE = (Ending.RIGHT, Ending.WRONG, Ending.ASKED, Ending.MISSED)
_CLASSES = (*_DICE, Ending.PHANTOM)
_BESIDE = (Ending.REFUSED, Ending.HIDDEN, Ending.NEEDLESS)


@dataclass
class Score:
    """Counts of one condition."""

    pictures: int = 0
    without_panel: int = 0
    counts: Counter[Ending] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)

    @property
    def dice(self) -> int:
        """Dice that there were to read."""
        return sum(self.counts[ending] for ending in _DICE)

    @property
    def accepted(self) -> int:
        """Readings that would have been acted on."""
        return self.counts[Ending.RIGHT] + self.false

    @property
    def false(self) -> int:
        """Readings that would have been acted on and are not so."""
        return self.counts[Ending.WRONG] + self.counts[Ending.PHANTOM]

    def add_picture(self, milliseconds: float, panel_found: bool) -> None:
        """Count a picture."""
        self.pictures += 1
        self.without_panel += not panel_found
        self.milliseconds.append(milliseconds)

    def add(self, outcome: Outcome) -> None:
        """Count how a die, or a claim of one, ended."""
        self.counts[outcome.ending] += 1
        self.offers += outcome.offers


def summary(condition: str, score: Score) -> dict[str, Any]:
    """One condition as an object: counts, shares with their 95 % intervals, milliseconds a picture."""
    times = score.milliseconds
    bins = _both(score.offers)
    error = calibration_error(bins["accepted"])
    return {
        "condition": condition,
        "pictures": score.pictures,
        "dice": score.dice,
        **{str(ending): score.counts[ending] for ending in (*_CLASSES, *_BESIDE)},
        "panel_not_found": score.without_panel,
        "right_share": round(score.counts[Ending.RIGHT] / score.dice, 4) if score.dice else None,
        "right_interval": [round(x, 6) for x in wilson(score.counts[Ending.RIGHT], score.dice)],
        "false_share": round(score.false / score.accepted, 4) if score.accepted else None,
        "false_interval": [round(x, 6) for x in wilson(score.false, score.accepted)],
        "ms_median": round(median(times), 1) if times else None,
        "ms_p95": round(quantiles(times, n=20, method="inclusive")[-1], 1) if len(times) > 1 else None,
        "calibration_error": None if error is None else round(error, 4),
        "reliability": {kind: [one.as_object() for one in found] for kind, found in bins.items()},
    }


def _both(offers: Sequence[Offer]) -> dict[str, tuple[Bin, ...]]:
    accepted = [one for one in offers if one.accepted]
    return {"accepted": reliability(accepted), "offered": reliability(offers)}


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


def reliability_table(row: Mapping[str, Any]) -> str:
    """How often values named with a confidence were right, for people; empty where none was named."""
    lines = []
    for kind, bins in row["reliability"].items():
        if not bins or (kind == "offered" and bins == row["reliability"]["accepted"]):
            continue
        lines.append(f"{kind:<10} {'confidence':<14}{'values':>7} {'said':>7}  right %")
        for one in bins:
            span = f"{one['from']:.3f}-{one['to']:.3f}"
            share = _percent(one["right_share"], one["right_interval"])
            lines.append(f"{'':<10} {span:<14}{one['count']:>7} {one['confidence']:>7.3f}  {share}")
    return "\n".join(lines)


def markdown(rows: Iterable[Mapping[str, Any]], notes: Iterable[str]) -> str:
    """The summaries as a table to paste into the README; conditions without dice are left out."""
    lines = [
        "| pictures | dice | right % (95 %) | false per 100 accepted (95 %) | asked | missed "
        "| median ms | p95 ms |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['set']}, {row['condition']} ({row['pictures']}) | {row['dice']} "
        f"| {_percent(row['right_share'], row['right_interval'])} "
        f"| {_percent(row['false_share'], row['false_interval'])} | {row['asked']} | {row['missed']} "
        f"| {_number(row['ms_median'])} | {_number(row['ms_p95'])} |"
        for row in rows
        if row["dice"]
    ]
    return "\n".join([*lines, "", *notes])


def _percent(share: float | None, interval: Iterable[float]) -> str:
    low, high = interval
    return "-" if share is None else f"{100 * share:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def _number(value: float | None) -> str:
    return "-" if value is None else str(value)

"""`jumpseat bench sequences`: how drawn dice are read in time, laid by drawn hands on drawn tables.

Pictures come 20 times a second of simulated time. Of every placement is noted: whether anything untrue was
ever believed (wrong), whether the players would have been asked about it or it was not accepted within two
seconds after all hands were gone (asked), and how long it took from letting go of the die until it was
accepted. What was believed must be true in the end, not only at that moment: a die that is still in a hand
may be turned over.
"""

import gc
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

import cv2
from numpy.random import Generator, default_rng
from rich.console import Console
from rich.progress import track

from firmware.handling import Handling, handle
from firmware.intervals import wilson
from firmware.read import panel_reader
from firmware.staging import BUMP_SECONDS, Kind, Lamps, Light, Stage, light_by_lot
from vision import BoardReader, Colour, Stabilizer, StableBoard, Watch, load_layout
from vision.synthetic import SceneDie

__all__ = ["Placement", "bench_sequences", "play_out", "sequence_rows"]

RATE_HZ = 20.0
PATIENCE = 2.0
"""Seconds after the last hand has gone in which a die must be accepted."""
PER_TABLE = 20
"""Placements on one table under one camera."""
ROUND = 8
"""Dice on the panel, then they are taken back."""
BUMPED, SET_RIGHT, MOVED = 0.1, 0.4, 0.05
"""How often the camera is bumped, is turned back before a placement, and a die is moved on the panel."""
KINDS = (Kind.PLAIN, Kind.BUSY, Kind.CONTROL)
LAYOUTS = {Kind.PLAIN: "reference-a3", Kind.BUSY: "reference-a3", Kind.CONTROL: "control-panel"}
Piece = tuple[Colour | None, int | None]


@dataclass
class Placement:
    """What became of one die that was laid."""

    kind: Kind
    seed: int
    """Of its table."""
    number: int
    """On its table."""
    space: str
    piece: Piece
    conditions: tuple[str, ...] = ()
    wrong: list[str] = field(default_factory=list)
    """What was believed and is not so."""
    asked: str = ""
    """Why the players were asked, if they were."""
    from_letting_go: float | None = None
    """Seconds until it was accepted; None if it was not."""
    from_hand_off: float | None = None
    """The same, from when the hand had left the die behind."""
    step_ms: list[float] = field(default_factory=list)
    unchanged_ms: list[float] = field(default_factory=list)


def bench_sequences(placements: int, seed: int, *, as_json: bool) -> int:
    """Play so many placements out and print a row for each panel and each condition; 1 if any was wrong."""
    cv2.setNumThreads(1)
    done = list(
        track(
            play_out(placements, seed),
            "placing",
            total=placements,
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
    )
    rows = sequence_rows(done)
    print("\n".join(json.dumps(row) for row in rows) if as_json else _table(rows))
    for one in done:
        for what in [*one.wrong, *([one.asked] if one.asked else [])]:
            print(f"{one.kind} {one.seed}.{one.number} {one.space}: {what}", file=sys.stderr)
    return 1 if any(one.wrong for one in done) else 0


def play_out(placements: int, seed: int, per_table: int = PER_TABLE) -> Iterator[Placement]:
    """Lay so many dice, on as many tables as it takes; the same ones for the same seed."""
    reader = panel_reader()
    for number in range(-(-placements // per_table)):
        count = min(per_table, placements - number * per_table)
        yield from _Table(KINDS[number % len(KINDS)], seed * 10_007 + number, reader).place(count)
        gc.collect()  # an artist's caches know their artist; thousands of pictures would wait to be freed


class _Table:
    """One table that is played at and watched."""

    def __init__(self, kind: Kind, seed: int, reader: BoardReader) -> None:
        layout = load_layout(LAYOUTS[kind])
        self._seed = seed
        self._chance: Generator = default_rng(seed)
        self._stage = Stage(kind, layout, seed)
        self._watch, self._stabilizer = Watch(reader), Stabilizer()
        self._picture = 0
        self._exposure = 1.0
        self._edge_mm = float(self._chance.choice([12.0, 14.0, 16.0, 18.0]))
        self._lying: dict[str, SceneDie] = {}
        self._asked: set[str] = set()
        self._tokens: frozenset[str] = frozenset()
        self._last: object = None

    def place(self, count: int) -> Iterator[Placement]:
        """Lay dice one after another."""
        for number in range(count):
            if len(self._lying) >= ROUND:
                self._take_back()
            yield self._place(number)

    def _take_back(self) -> None:
        """Take all dice off the panel between two pictures."""
        self._lying.clear()
        self._asked.clear()
        spots = [spot.name for spot in self._stage.layout.token_spots]
        self._tokens = frozenset(name for name in spots if self._chance.random() < 0.4)

    def _place(self, number: int) -> Placement:
        chance, layout = self._chance, self._stage.layout
        if chance.random() < SET_RIGHT:
            self._stage.set_right()
        lifted = self._lift()
        free = [space.name for space in layout.spaces if space.name not in self._lying]
        colour, value = (Colour.BLUE, Colour.ORANGE)[int(chance.integers(2))], int(chance.integers(1, 7))
        if lifted is not None:
            colour, value = lifted.colour, lifted.value
        laid = handle(layout, str(chance.choice(free)), colour, value, self._edge_mm, chance)
        event = _Event(
            laid,
            light_by_lot(self._exposure, chance),
            Lamps.by_lot(layout, chance),
            float(chance.uniform(0.0, laid.gone + 0.2)) if chance.random() < BUMPED else None,
        )
        placement = Placement(self._stage.kind, self._seed, number, laid.space, (colour, value))
        placement.conditions = tuple(event.conditions())
        self._play(event, placement)
        self._exposure = event.light.after
        self._lying[laid.space] = laid.die
        if placement.from_letting_go is None:
            self._asked.add(laid.space)
        return placement

    def _lift(self) -> SceneDie | None:
        """Now and then a die is not laid from the hand but taken from another space."""
        movable = sorted(self._lying.keys() - self._asked)
        if not movable or self._chance.random() >= MOVED:
            return None
        return self._lying.pop(str(self._chance.choice(movable)))

    def _play(self, event: "_Event", placement: Placement) -> None:
        """Take pictures until the die is accepted and all hands are gone, or patience ends."""
        began = self._picture / RATE_HZ - float(self._chance.uniform(0.0, 1 / RATE_HZ))
        bumped = False
        while True:
            now = self._picture / RATE_HZ
            t = now - began
            if event.bump_at is not None and t >= event.bump_at and not bumped:
                self._stage.bump(self._chance)
                bumped = True
            board = self._look(event, t, now, placement)
            if board is not None:
                self._judge(board, event.laid, t, placement)
            if t >= event.ends and (placement.from_letting_go is not None or t >= event.ends + PATIENCE):
                break
        if placement.from_letting_go is None and not placement.asked:
            placement.asked = "not accepted in time"

    def _look(self, event: "_Event", t: float, now: float, placement: Placement) -> StableBoard | None:
        """Take a picture and look at it."""
        die = event.laid.die_at(t)
        dice = (*self._lying.values(), *(() if die is None else (die,)))
        frame = self._stage.draw(
            dice,
            event.laid.hands_at(t),
            self._tokens,
            event.lamps.at(t),
            event.light.at(t),
            shake_px=event.shake_px(t),
        )
        self._picture += 1
        begin = time.perf_counter()
        reading = self._watch.look(frame, now)
        board = self._stabilizer.update(reading, now)
        ms = 1000 * (time.perf_counter() - begin)
        (placement.unchanged_ms if reading is self._last else placement.step_ms).append(ms)
        self._last = reading
        return board

    def _judge(self, board: StableBoard, laid: Handling, t: float, placement: Placement) -> None:
        """Compare what is believed with what is so."""
        for space, die in board.read.items():
            seen = (die.colour, die.value)
            if space == laid.space and seen == placement.piece and t >= laid.lies:
                continue
            true = self._lying.get(space)
            if true is None or seen != (true.colour, true.value):
                what = f"{seen[0]} {seen[1]} believed at {t:.2f} s in {space}"
                if what.split(" believed")[0] not in " ".join(placement.wrong):
                    placement.wrong.append(what)
        if laid.space in board.unsure and t >= laid.gone and not placement.asked:
            placement.asked = f"unsure: {board.unsure[laid.space].reason}"
        accepted = laid.space in board.read
        if accepted and placement.from_letting_go is None and not placement.wrong:
            placement.from_letting_go = max(t - laid.leaves, 0.0)
            placement.from_hand_off = max(t - laid.off_the_die, 0.0)


@dataclass(frozen=True, slots=True)
class _Event:
    """All that happens during one placement."""

    laid: Handling
    light: Light
    lamps: Lamps
    bump_at: float | None

    @property
    def ends(self) -> float:
        """When nothing is to happen any more."""
        partner = self.laid.partner_leaves if self.laid.partner is not None else 0.0
        return max(self.laid.gone, partner, self.bump_at or 0.0)

    def shake_px(self, t: float) -> float:
        """How far the picture of a camera that was just bumped is smeared."""
        if self.bump_at is None or not 0.0 <= t - self.bump_at < BUMP_SECONDS:
            return 0.0
        return 12.0 * (1 - (t - self.bump_at) / BUMP_SECONDS)

    def conditions(self) -> Iterator[str]:
        """Name what was special about it."""
        if self.bump_at is not None:
            yield "bump"
        if self.light.before != self.light.after:
            yield "exposure step"
        if self.light.flicker or self.light.bands:
            yield "flicker"
        if self.light.passer:
            yield "passer-by"
        if self.lamps.blinking:
            yield "lamps blink"
        if self.laid.lets_go - self.laid.lies > 0.15 or self.laid.lingers:
            yield "hand waits"
        if self.laid.first is not None:
            yield "adjusted"
        if self.laid.partner is not None:
            yield "partner's hand"


def sequence_rows(done: Sequence[Placement]) -> list[dict[str, Any]]:
    """One object a panel and a condition, the last for all: counts, shares with 95 % intervals, times."""
    groups: dict[str, list[Placement]] = {}
    for one in done:
        for name in (one.kind, *one.conditions):
            groups.setdefault(str(name), []).append(one)
    return [_row(name, group) for name, group in (*sorted(groups.items()), ("all", list(done)))]


def _row(name: str, group: Sequence[Placement]) -> dict[str, Any]:
    wrong, asked = sum(bool(one.wrong) for one in group), sum(bool(one.asked) for one in group)
    let_go = [one.from_letting_go for one in group if one.from_letting_go is not None]
    off = [one.from_hand_off for one in group if one.from_hand_off is not None]
    steps = [ms for one in group for ms in one.step_ms]
    unchanged = [ms for one in group for ms in one.unchanged_ms]
    return {
        "condition": name,
        "placements": len(group),
        "wrong": wrong,
        "wrong_interval": [round(x, 5) for x in wilson(wrong, len(group))],
        "asked": asked,
        "asked_interval": [round(x, 5) for x in wilson(asked, len(group))],
        "from_letting_go_ms": _median_and_p95([1000 * s for s in let_go], 0),
        "from_hand_off_ms": _median_and_p95([1000 * s for s in off], 0),
        "step_ms": _median_and_p95(steps, 1),
        "unchanged_ms": _median_and_p95(unchanged, 1),
        "unchanged_share": round(len(unchanged) / max(len(unchanged) + len(steps), 1), 3),
    }


def _median_and_p95(values: Sequence[float], digits: int) -> list[float] | None:
    if len(values) < 2:
        return None
    return [round(median(values), digits), round(quantiles(values, n=20)[-1], digits)]


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    head = (
        f"{'condition':<15} {'placed':>6} {'wrong':>5} {'(95 %)':>13} {'asked':>5} {'(95 %)':>13} "
        f"{'let go - accepted':>18} {'hand off - accepted':>20} {'step ms':>12} {'unchanged ms':>13}"
    )
    return "\n".join([head, *(_line(row) for row in rows)])


def _line(row: Mapping[str, Any]) -> str:
    wrong, asked = (
        f"{row[name]:>5} {'{:.2f}-{:.2f} %'.format(*(100 * x for x in row[f'{name}_interval'])):>13}"
        for name in ("wrong", "asked")
    )
    times = [
        "-" if row[name] is None else "{:g}, p95 {:g}".format(*row[name])
        for name in ("from_letting_go_ms", "from_hand_off_ms", "step_ms", "unchanged_ms")
    ]
    widths = zip(times, (18, 20, 14, 14), strict=True)
    return f"{row['condition']:<15} {row['placements']:>6} {wrong} {asked} " + " ".join(
        f"{text:>{width}}" for text, width in widths
    )

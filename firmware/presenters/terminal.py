"""The cockpit on a terminal: for people without an OLED, and for people on ssh."""

from rich.align import Align
from rich.console import Console as Terminal
from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from firmware.cockpit import Cockpit
from firmware.snapshot import Ruling, Snapshot, Task, Verdict
from firmware.translate import plain_space

__all__ = ["LogPresenter", "TerminalPresenter", "cockpit_view", "log_lines"]

TASKS = {
    Task.ROLL: "Talk, then roll behind your screens and press OK.",
    Task.TAKE_BACK: "End of the round: take your dice back from the panel.",
    Task.PLACE: "",
    Task.OVER: "",
}
STYLE_OF_RULING = {
    Ruling.ACCEPTED: "green",
    Ruling.NO_EFFECT: "yellow",
    Ruling.REFUSED: "bold white on red",
    Ruling.UNSURE: "bold black on yellow",
    Ruling.MISMATCH: "bold black on yellow",
}


def cockpit_view(snapshot: Snapshot) -> RenderableType:
    """Draw a snapshot for a terminal of any width."""
    cockpit = snapshot.cockpit
    body = Group(
        _approach(cockpit),
        Text(),
        _instruments(cockpit),
        Text(),
        _switches(cockpit),
        Text(),
        _saying(snapshot),
    )
    title = f"{cockpit.altitude} ft   round {cockpit.round} of {cockpit.rounds}   {snapshot.condition}"
    return Panel(body, title=title, title_align="left", width=76)


def _approach(cockpit: Cockpit) -> RenderableType:
    row = Text("approach   ")
    for index, planes in enumerate(cockpit.planes):
        here = index + 1 == cockpit.position
        last = index + 1 == len(cockpit.planes)
        row.append(f"[{'▲' if here else ' '}{'✈' * planes:<3}]", style="bold reverse" if here else "")
        row.append("" if last else " ")
    row.append(" airport")
    return row


def _instruments(cockpit: Cockpit) -> RenderableType:
    grid = Table.grid(padding=(0, 4))
    speed = "-" if cockpit.speed is None else str(cockpit.speed)
    grid.add_row(
        f"axis  {_beam(cockpit.axis)}",
        f"speed {speed}  moves 1 above {cockpit.blue}, 2 above {cockpit.orange}",
    )
    grid.add_row(
        f"coffee {'◆' * cockpit.coffee}{'◇' * (3 - cockpit.coffee)}   rerolls {cockpit.rerolls}",
        f"brakes stop {cockpit.safe_speed or 'nothing'}",
    )
    return grid


def _beam(axis: int) -> str:
    marks = ["·"] * 5
    marks[max(-2, min(2, axis)) + 2] = "●"
    return f"pilot {' '.join(marks)} co-pilot"


def _switches(cockpit: Cockpit) -> RenderableType:
    rows = (("gear", cockpit.gear), ("flaps", cockpit.flaps), ("brakes", cockpit.brake_switches))
    line = Text()
    for name, switches in rows:
        line.append(f"{name} ")
        for green in switches:
            line.append("■ " if green else "□ ", style="green" if green else "dim")
        line.append("   ")
    return line


def _saying(snapshot: Snapshot) -> RenderableType:
    if snapshot.won is not None:
        style = "bold white on green" if snapshot.won else "bold white on red"
        words = "LANDED" if snapshot.won else f"LOST {snapshot.reason} {', '.join(snapshot.unmet)}".rstrip()
        return Align.center(Text(f"  {words}  ", style=style))
    lines = Group(_turn(snapshot), _verdict(snapshot))
    return lines if snapshot.note is None else Group(lines, Text(snapshot.note, style="bold black on yellow"))


def _turn(snapshot: Snapshot) -> Text:
    turn = snapshot.cockpit.turn
    if snapshot.task is not Task.PLACE or turn is None:
        return Text(TASKS[snapshot.task], style="bold")
    name, style = ("PILOT", "bold blue") if turn == "pilot" else ("CO-PILOT", "bold orange3")
    return Text(f"{name} places a die.", style=style)


def _verdict(snapshot: Snapshot) -> Text:
    verdict = snapshot.verdict
    if verdict is None:
        return Text(" ")
    where = f" {plain_space(verdict.space)}:" if verdict.space and verdict.action is None else ""
    rule = f"  ({verdict.rule})" if verdict.rule else ""
    return Text(f"{verdict.ruling}:{where} {verdict.text}{rule}", style=STYLE_OF_RULING[verdict.ruling])


class TerminalPresenter:
    """Keeps one drawing of the cockpit up to date on a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._live = Live(console=terminal, auto_refresh=False, transient=False)
        self._drawn: Snapshot | None = None

    def present(self, snapshot: Snapshot, now: float) -> None:
        """Draw the snapshot when it differs from the last one drawn."""
        if self._drawn is None:
            self._live.start()
        if snapshot != self._drawn:
            self._live.update(cockpit_view(snapshot), refresh=True)
            self._drawn = snapshot

    def close(self) -> None:
        """Leave the last drawing standing."""
        self._live.stop()


def log_lines(before: Snapshot | None, after: Snapshot, now: float) -> list[str]:
    """Lines about what is new in `after`; none when nothing is."""
    lines = [_news(verdict) for verdict in after.news]
    if before is None or before.cockpit.round != after.cockpit.round:
        cockpit = after.cockpit
        lines.append(f"-- round {cockpit.round}, {cockpit.altitude} ft, space {cockpit.position}")
    if after.note is not None and (before is None or before.note != after.note):
        lines.append(after.note)
    return [f"{now:8.2f} s  {line}" for line in lines]


def _news(verdict: Verdict) -> str:
    what = verdict.action or " ".join(part for part in (verdict.piece, verdict.space) if part)
    why = "" if verdict.text == verdict.action else f": {verdict.text}"
    return f"{what:<28} {verdict.ruling}{why}{f' ({verdict.rule})' if verdict.rule else ''}"


class LogPresenter:
    """Prints the game as it goes, a line for each judgement."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._before: Snapshot | None = None

    def close(self) -> None:
        """Nothing stays open."""

    def present(self, snapshot: Snapshot, now: float) -> None:
        """Print what is new in this snapshot."""
        for line in log_lines(self._before, snapshot, now):
            self._terminal.print(line, markup=False, highlight=False, soft_wrap=True)
        self._before = snapshot

"""`jumpseat play`: the main job, at the real table or at the simulated one, through the very same loop."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rich.console import Console as Terminal

from firmware.app import PANEL, build
from firmware.clock import RealClock, VirtualClock
from firmware.config import Config
from firmware.crew import Crew
from firmware.presenters import LogPresenter, TerminalPresenter
from firmware.snapshot import Snapshot, Task
from firmware.table import SimulatedTable
from hardware import Console, has_table, open_console, open_simulated_console
from vision import load_layout

__all__ = ["Evening", "play"]

STEP_SECONDS = 0.05
"""One turn of the loop: twenty a second."""
LAST_TUNE_SECONDS = 3.0
"""How long the loop goes on after the end, so that the last tune is heard out."""

Clock = VirtualClock | RealClock


@dataclass(frozen=True, slots=True)
class Evening:
    """What is played: at which table, how many games, and who watches."""

    simulated: bool = False
    """False: the real table where a camera and GPIO are found, else the simulated one."""
    headless: bool = False
    fast: bool = False
    games: int = 1
    seed: int = 0


def play(config: Config, evening: Evening, terminal: Terminal) -> None:
    """Play every game of an evening; the last line of each says its result and its record.

    Raises:
        FirmwareError, HardwareError, RulesError: something is broken or wrongly configured.
    """
    for number in range(evening.games):
        snapshot, record = _fly(config, evening, evening.seed + number, terminal)
        result = "LANDED" if snapshot.won else f"LOST {snapshot.reason}"
        terminal.print(f"{result} {record}", markup=False, highlight=False, soft_wrap=True)


def _fly(config: Config, evening: Evening, seed: int, terminal: Terminal) -> tuple[Snapshot, Path]:
    """One game, from the first briefing to the end of its last tune."""
    clock: Clock = VirtualClock() if evening.fast else RealClock()
    now = datetime.now().astimezone()
    with ExitStack() as closing:
        watching = LogPresenter(terminal) if evening.headless else TerminalPresenter(terminal)
        closing.callback(watching.close)
        table = SimulatedTable(load_layout(PANEL), seed=seed) if evening.simulated or not has_table() else None
        console = closing.enter_context(_open_console(config, table, clock))
        companion = closing.enter_context(
            build(
                config,
                console=console,
                clock=clock,
                folder=config.game.folder(),
                name=f"{config.game.scenario}-{now:%Y%m%d-%H%M%S}",
                notes={"Date": f"{now:%Y-%m-%d}"} | ({} if table is None else {"Note": f"simulated, seed {seed}"}),
                watching=[watching],
            )
        )
        people = _nobody if table is None else Crew(companion.judge.match, table, console, seed).act
        over_since = None
        while over_since is None or clock() - over_since < LAST_TUNE_SECONDS:
            snapshot = companion.step()
            if over_since is None and snapshot.task is Task.OVER:
                over_since = clock()
            people(snapshot)
            clock.wait(STEP_SECONDS)
        return snapshot, companion.judge.journal.path

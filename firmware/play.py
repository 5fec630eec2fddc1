"""`jumpseat play`: the main job, at the real table or at the simulated one, through the very same loop."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from rich.console import Console as Terminal

from firmware.app import PANEL, build
from firmware.clock import RealClock, VirtualClock
from firmware.companion import Companion, Presenter
from firmware.config import Config, PanelConfig
from firmware.crew import Crew
from firmware.presenters import LogPresenter, TerminalPresenter
from firmware.snapshot import Snapshot, Task
from firmware.table import SimulatedTable
from hardware import Console, ConsoleSettings, is_pi_with_camera, open_console, open_simulated_console
from vision import load_layout

__all__ = ["Evening", "console_settings", "play"]

STEP_SECONDS = 0.05
"""One turn of the loop: twenty a second."""
THINKING_STEPS = 20
"""How long the simulated players think about a die when somebody watches."""
LAST_TUNE_SECONDS = 3.0
"""How long the loop goes on after the end, so that the last tune is heard out."""

Clock = VirtualClock | RealClock


@dataclass(frozen=True, slots=True)
class Evening:
    """What is played: at which table, how many games, and who watches."""

    simulated: bool = False
    """Always the simulated table; else only where no camera or no GPIO is found."""
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
    watching = LogPresenter(terminal) if evening.headless else TerminalPresenter(terminal)
    with ExitStack() as closing:
        closing.callback(watching.close)
        if evening.simulated or not is_pi_with_camera():
            seat = _simulated(config, clock, seed, watching, thinking=0 if evening.fast else THINKING_STEPS)
        else:
            seat = _real(config, clock, watching)
        companion = closing.enter_context(seat.companion)
        closing.enter_context(companion.console)
        snapshot = _until_over(companion, seat.people, clock)
        return snapshot, companion.judge.journal.path


@dataclass(frozen=True, slots=True)
class _Seat:
    """A companion, and what the people at its table do when they see a snapshot."""

    companion: Companion
    people: Callable[[Snapshot], None]


def _simulated(config: Config, clock: Clock, seed: int, watching: Presenter, *, thinking: int) -> _Seat:
    config = replace(config, panel=PanelConfig())  # the simulated table has the mat, not the owner's panel
    table = SimulatedTable(load_layout(PANEL), seed=seed)
    console = open_simulated_console(draw=table.draw, clock=clock)
    table.lamps = console.lamp_levels
    companion = _build(config, console, clock, watching, {"Note": f"simulated table, seed {seed}"})
    return _Seat(companion, Crew(companion.judge, table, console, seed, thinking).act)


def _real(config: Config, clock: Clock, watching: Presenter) -> _Seat:
    console = open_console(console_settings(config))
    return _Seat(_build(config, console, clock, watching, {}), lambda snapshot: None)


def console_settings(config: Config) -> ConsoleSettings:
    """Where the real devices are, as the configuration says."""
    return ConsoleSettings(
        pin_factory=config.pins.factory,
        screen_chip=config.screen.chip,
        i2c_port=config.screen.port,
        i2c_address=config.screen.address,
        picture_size=(config.camera.width, config.camera.height),
        mains_hz=config.camera.mains_hz,
    )


def _build(
    config: Config, console: Console, clock: Clock, watching: Presenter, notes: Mapping[str, str]
) -> Companion:
    """The companion of a game that begins now; a console that it cannot take over is closed."""
    now = datetime.now().astimezone()
    with ExitStack() as closing:
        closing.enter_context(console)
        companion = build(
            config,
            console=console,
            clock=clock,
            folder=config.game.folder(os.environ),
            name=f"{config.game.scenario}-{now:%Y%m%d-%H%M%S}",
            notes={"Date": f"{now:%Y-%m-%d}", **notes},
            watching=(watching,),
        )
        closing.pop_all()
    return companion


def _until_over(companion: Companion, people: Callable[[Snapshot], None], clock: Clock) -> Snapshot:
    """Turn the loop until the game is over and its last tune heard out."""
    over_since = None
    while over_since is None or clock() - over_since < LAST_TUNE_SECONDS:
        snapshot = companion.step()
        if over_since is None and snapshot.task is Task.OVER:
            over_since = clock()
        people(snapshot)
        clock.wait(STEP_SECONDS)
    return companion.snapshot

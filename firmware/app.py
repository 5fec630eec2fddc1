"""Where everything is put together: the only place that knows which part goes into which."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.cockpit import cockpit_of
from firmware.companion import Companion, Presenter
from firmware.config import Config
from firmware.errors import NotYetPlayable
from firmware.journal import Journal, new_record_path
from firmware.judge import Judge
from firmware.presenters import LampPresenter, ScreenPresenter, SoundPresenter
from hardware import Console
from rules import open_game
from vision import BoardReader, Stabilizer, Watch, load_layout

__all__ = ["PANEL", "build"]

PANEL = "reference-a3"


def build(
    config: Config,
    *,
    console: Console,
    clock: Callable[[], float],
    folder: Path,
    name: str,
    notes: Mapping[str, str] | None = None,
    watching: Sequence[Presenter] = (),
) -> Companion:
    """A companion for one game on the given devices, recording into `folder`/`name`.flight.

    `notes` are further headers of the record; `watching` are presenters beside lamps, screen and buzzer.

    Raises:
        HeaderError: the configured scenario is not known, or does not go with what was chosen beside it.
        NotYetPlayable: more happens in it than dice on the panel.
        JournalError: the record cannot be written.

    """
    game: Any = open_game(config.game.headers)
    if game.scenario.modules or any(game.scenario.traffic):
        raise NotYetPlayable(config.game.scenario)
    journal = Journal(new_record_path(folder, name), {**game.headers, **(notes or {})})
    return Companion(
        judge=Judge(game, journal),
        console=console,
        eye=Watch(BoardReader(load_layout(PANEL)), config.stability.readings),
        stabilizer=Stabilizer(config.stability.readings, config.stability.seconds),
        clock=clock,
        presenters=(
            LampPresenter(console.lamps),
            ScreenPresenter(console.screen),
            SoundPresenter(console.buzzer),
            *watching,
        ),
        instruments=lambda state: cockpit_of(game, state),
    )

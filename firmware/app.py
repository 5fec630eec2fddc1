"""Where everything is put together: the only place that knows which part goes into which."""

import os
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
from vision import BoardReader, Stabilizer, Watch, load_layout, load_profile, profile_path

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
        ProfileError: what was learned of the panel cannot be read.

    """
    reader = _reader(config)
    game: Any = open_game(config.game.headers)
    if game.scenario.modules or any(game.scenario.traffic):
        raise NotYetPlayable(config.game.scenario)
    journal = Journal(new_record_path(folder, name), {**game.headers, **(notes or {})})
    return Companion(
        judge=Judge(game, journal),
        console=console,
        eye=Watch(reader, config.stability.readings),
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


def _reader(config: Config) -> BoardReader:
    """The eye for the owner's panel where it was calibrated, else for the printed mat."""
    if not config.panel.profile:
        return BoardReader(load_layout(PANEL))
    path = profile_path(config.panel.folder(os.environ), config.panel.profile)
    return BoardReader(profile=load_profile(path))

"""Presenters: pure views of a snapshot, each with the thin device side that shows it."""

from firmware.presenters.lamps import LampPresenter, lamp_view
from firmware.presenters.screen import ScreenPresenter, screen_view
from firmware.presenters.sound import SoundPresenter, tune_for
from firmware.presenters.terminal import LogPresenter, TerminalPresenter, cockpit_view, log_lines

__all__ = [
    "LampPresenter",
    "LogPresenter",
    "ScreenPresenter",
    "SoundPresenter",
    "TerminalPresenter",
    "cockpit_view",
    "lamp_view",
    "log_lines",
    "screen_view",
    "tune_for",
]

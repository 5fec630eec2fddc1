"""Wires eye, game and devices together: the companion at the table and the `jumpseat` command."""

from firmware.app import build
from firmware.companion import Companion
from firmware.config import Config, load_config
from firmware.errors import ConfigError, FirmwareError, JournalError

__all__ = ["Companion", "Config", "ConfigError", "FirmwareError", "JournalError", "build", "load_config"]

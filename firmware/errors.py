"""What can go wrong in the firmware itself.

FirmwareError
 + CalibrationError (ValueError)  a calibration that cannot be done as it is asked for
 + ConfigError (ValueError)     a configuration that cannot be used
 + ExpectationError (ValueError)  what a picture should show, in words that cannot be understood
 + JournalError (OSError)       a flight record that cannot be written
 + KeepError (ValueError)      a picture that cannot be kept as a test
 + NotYetPlayable (ValueError)  a scenario that the rules know, but the table cannot play yet
 + PrintError (OSError)         pages that cannot be written into a file
 + TruthError (ValueError)     labelled pictures whose truth is missing or broken
"""

from pathlib import Path

__all__ = [
    "CalibrationError",
    "ConfigError",
    "ExpectationError",
    "FirmwareError",
    "JournalError",
    "KeepError",
    "NotYetPlayable",
    "PrintError",
    "TruthError",
]


class FirmwareError(Exception):
    """The root of everything the firmware raises on purpose."""


class CalibrationError(FirmwareError, ValueError):
    """A calibration that cannot be done as it is asked for: says what to ask for instead."""


class ConfigError(FirmwareError, ValueError):
    """A configuration that cannot be used: names the file, the key and what to do."""

    def __init__(self, path: Path, key: str, problem: str) -> None:
        self.path = path
        self.key = key
        where = f"{path}: {key}" if key else str(path)
        super().__init__(f"{where}: {problem}")


class ExpectationError(FirmwareError, ValueError):
    """What a picture should show, in words that cannot be understood: quotes them and says what to write."""

    def __init__(self, words: str, problem: str) -> None:
        self.words = words
        super().__init__(f"{words!r}: {problem}")


class JournalError(FirmwareError, OSError):
    """A flight record that cannot be written: names the file and what to do."""

    def __init__(self, path: Path, problem: str) -> None:
        self.path = path
        self.problem = problem
        super().__init__(f"{path}: {problem}")

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


class KeepError(FirmwareError, ValueError):
    """A picture that cannot be kept as a test: names the file and what to do."""

    def __init__(self, path: Path | str, problem: str) -> None:
        self.path = Path(path)
        super().__init__(f"{path}: {problem}")


class NotYetPlayable(FirmwareError, ValueError):
    """A scenario in which more happens than dice on the panel: nobody can tell the companion of it yet."""

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        super().__init__(
            f"{scenario}: the table cannot be told of traffic dice and modules yet; play YUL-green, "
            "or fly it as a record with jumpseat replay"
        )


class PrintError(FirmwareError, OSError):
    """Pages that cannot be written into a file: names the file and what to do."""

    def __init__(self, path: Path, problem: str) -> None:
        self.path = path
        self.problem = problem
        super().__init__(f"{path}: {problem}")

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


class TruthError(FirmwareError, ValueError):
    """A picture's truth is missing or cannot be understood; the message says which file."""

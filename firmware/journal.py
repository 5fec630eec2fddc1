"""The flight record of the running game: each action is on the disk before anyone is told of it."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from firmware.errors import JournalError
from rules import format_record

__all__ = ["Journal", "new_record_path"]


def new_record_path(folder: Path, stem: str) -> Path:
    """The first free path `STEM.flight`, `STEM-2.flight`, ... in `folder`: nothing is ever overwritten."""
    path, count = folder / f"{stem}.flight", 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{count}.flight"
    return path


class Journal:
    """Appends to one flight record, line by line, each line synced to the disk.

    Raises:
        JournalError: the record exists already, or the disk refuses.

    """

    def __init__(self, path: Path, headers: Mapping[str, str]) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("x", encoding="utf-8", newline="\n")
        except OSError as error:
            raise _refused(path, error) from error
        self._write(format_record(headers))
        self._sync_folder()

    def append(self, action: object) -> None:
        """Write one action line and wait until the disk has it."""
        self._write(f"{action}\n")

    def close(self) -> None:
        """Close the record; closing twice does no harm."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _refused(self.path, error) from error

    def _sync_folder(self) -> None:
        # A new file survives a power cut only when its folder's entry is on the disk too.
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _refused(path: Path, error: OSError) -> JournalError:
    return JournalError(
        path, f"cannot write the flight record ({error.strerror}); free the disk or name another folder"
    )

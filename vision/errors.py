"""Everything that vision raises.

VisionError
 + LayoutError  (ValueError)   a board layout that cannot be used
 + PictureError (ValueError)   a picture file that cannot be read
 + ProfileError (ValueError)   a profile of a panel that cannot be read or kept
 + FrameError   (ValueError)   an array that is no RGB picture

A panel that is not found, a hand, a die that cannot be read: those are values, never errors.
"""

from pathlib import Path


class VisionError(Exception):
    """The root of all errors of this package."""


class LayoutError(VisionError, ValueError):
    """A board layout is missing, is no TOML, or says something impossible."""

    def __init__(self, source: str | Path, problem: str) -> None:
        super().__init__(f"layout {source}: {problem}")
        self.source = str(source)
        """The name or the path of the layout."""


class PictureError(VisionError, ValueError):
    """A picture file cannot be opened or decoded."""

    def __init__(self, path: str | Path, problem: str) -> None:
        super().__init__(f"picture {path}: {problem}; give a JPEG or PNG file that exists")
        self.path = str(path)
        """The file that was asked for."""


class ProfileError(VisionError, ValueError):
    """A profile is missing, damaged, or cannot be written."""

    def __init__(self, path: str | Path, problem: str) -> None:
        super().__init__(f"profile {path}: {problem}")
        self.path = str(path)
        """The file, or the name that was given for it."""


class FrameError(VisionError, ValueError):
    """An array was handed over that is no RGB picture of bytes."""

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        super().__init__(f"frame of shape {shape} and type {dtype}: need RGB, height x width x 3, uint8")
        self.shape = shape
        """The shape of the array."""

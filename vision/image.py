"""What a picture is: one colour order and one point type, stated once for the whole package."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError, PictureError

Frame = NDArray[np.uint8]
"""A picture: RGB, height x width x 3, one byte per channel."""

Floats = NDArray[np.float32]
"""An array of single-precision numbers whose meaning its user states."""

Point = tuple[float, float]
"""A place: x to the right, y down; in pixels or in millimetres, as the name of the value says."""


def load_frame(path: str | Path) -> Frame:
    """Load a picture file as RGB; raises PictureError if it cannot be read or decoded."""
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as problem:
        raise PictureError(path, problem.strerror or "cannot be opened") from problem
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise PictureError(path, "not a picture that OpenCV can decode")
    return np.ascontiguousarray(picture[:, :, ::-1], dtype=np.uint8)


def check_frame(frame: Frame) -> None:
    """Raise FrameError unless the array is RGB, H x W x 3, uint8, and not empty."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or frame.size == 0:
        raise FrameError(tuple(frame.shape), str(frame.dtype))

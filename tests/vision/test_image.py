"""Pictures: loaded as RGB, or refused with the name of the file."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import FrameError, PictureError
from vision.image import check_frame, load_frame


def test_a_picture_is_loaded_red_first(tmp_path: Path) -> None:
    file = tmp_path / "red.png"
    cv2.imwrite(str(file), np.full((4, 6, 3), (0, 0, 255), np.uint8))
    frame = load_frame(file)
    assert frame.shape == (4, 6, 3)
    assert frame[0, 0].tolist() == [255, 0, 0]


@pytest.mark.parametrize("content", [b"", b"no picture at all"], ids=["empty", "text"])
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "odd.jpg"
    file.write_bytes(content)
    with pytest.raises(PictureError, match=r"odd\.jpg") as caught:
        load_frame(file)
    assert caught.value.path == str(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"gone\.jpg"):
        load_frame(tmp_path / "gone.jpg")


@pytest.mark.parametrize(
    "array",
    [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3), np.float32)],
    ids=["grey", "four channels", "floats"],
)
def test_an_array_that_is_no_frame_is_refused(array: np.ndarray) -> None:
    with pytest.raises(FrameError, match="height x width x 3"):
        check_frame(array)

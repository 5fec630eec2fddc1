"""Finding the panel: geometry that agrees with the camera that drew it, and honest answers without one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.layout import load_layout
from vision.panel import Panel, find_panel
from vision.patches import NOMINAL_EDGE_MM, PIXELS_PER_MM, SIDE, cut_patches
from vision.synthetic import Look, Scene, SceneCamera, TableArtist

LAYOUT = load_layout("reference-a3")
CAMERAS = {
    "straight down": SceneCamera.over(LAYOUT),
    "tilted": SceneCamera.over(LAYOUT, tilt_deg=9.0, tilt_toward_deg=35.0),
    "turned": SceneCamera.over(LAYOUT, turn_deg=8.0, offset_mm=(6.0, -4.0)),
    "upside down": SceneCamera.over(LAYOUT, turn_deg=180.0),
    "barrel lens": SceneCamera.over(LAYOUT, k1=-0.04),
}


@pytest.fixture(scope="module")
def empty_tables() -> dict[str, Frame]:
    return {name: TableArtist(LAYOUT, camera).draw(Scene(), seed=1) for name, camera in CAMERAS.items()}


def found(frame: Frame) -> Panel:
    panel = find_panel(frame, [LAYOUT])
    assert panel is not None
    return panel


@pytest.mark.parametrize("name", CAMERAS)
def test_every_place_shows_where_the_camera_puts_it(name: str, empty_tables: dict[str, Frame]) -> None:
    """A millimetre on the print, and the same millimetre a die higher, land within half a pixel."""
    panel, camera = found(empty_tables[name]), CAMERAS[name]
    places = np.array([space.centre_mm for space in LAYOUT.spaces])
    for height in (0.0, 16.0):
        solid = np.column_stack([places, np.full(len(places), height)])
        drawn = np.asarray(camera.project(solid)).reshape(-1, 2)
        off = np.linalg.norm(panel.project(places, height) - drawn, axis=1)
        assert off.max() < 0.75, f"{height} mm up: {off.max():.2f} px"
    assert panel.fit.residual_px < 0.5
    assert panel.fit.markers == (0, 1, 2, 3)


def test_the_top_of_a_die_shows_further_out_than_its_foot(empty_tables: dict[str, Frame]) -> None:
    """At 20 cm from the middle the top of a 16 mm die shows millimetres further out, on either side alike."""
    panel = found(empty_tables["straight down"])
    middle = panel.camera_mm()[:2]
    for side in (-1.0, 1.0):
        place = middle[None] + np.array([(side * 200.0, 0.0)])
        foot, top = panel.project(place, 0.0)[0], panel.project(place, 16.0)[0]
        millimetre = np.linalg.norm(panel.project(place + np.array([(1.0, 0.0)]), 0.0)[0] - foot)
        assert (top[0] - foot[0]) * side / millimetre == pytest.approx(
            200.0 * 16.0 / (panel.camera_mm()[2] - 16.0), rel=0.05
        )


def test_the_pose_is_told(empty_tables: dict[str, Frame]) -> None:
    fit = found(empty_tables["tilted"]).fit
    assert fit.tilt_deg == pytest.approx(9.0, abs=0.5)
    corners = np.array(fit.corners_px)
    assert corners.shape == (4, 2)
    assert corners[0, 0] < corners[1, 0]
    assert corners[0, 1] < corners[3, 1]


def test_a_patch_shows_its_place_in_the_middle(empty_tables: dict[str, Frame]) -> None:
    """What stands at a die's height over a space is in the middle of the patch, true to scale."""
    frame = empty_tables["tilted"].copy()
    panel = found(frame)
    place = np.array([LAYOUT.space("flaps.4").centre_mm])
    for x, y in panel.project(np.vstack([place, place + np.array([(10.0, 0.0)])]), NOMINAL_EDGE_MM):
        cv2.circle(frame, (round(float(x)), round(float(y))), 2, (255, 0, 0), -1)
    (patch,) = cut_patches(frame, panel, [LAYOUT.space("flaps.4").centre_mm])
    middle = (SIDE - 1) / 2
    for right in (0.0, 10.0):
        row, column = round(middle), round(middle + right * PIXELS_PER_MM)
        red, green, _ = patch.colour[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3).mean(axis=0)
        assert red - green > 90
    assert patch.to_mm(middle, middle) == pytest.approx(LAYOUT.space("flaps.4").centre_mm)


def test_the_panels_white_is_made_white() -> None:
    """Whatever the light's colour, paper is white after the markers have told what white is."""
    warm = replace(Look(), balance_rgb=(1.1, 1.0, 0.8), noise=1.0)
    frame = TableArtist(LAYOUT, CAMERAS["straight down"], warm).draw(Scene(), seed=2)
    panel = found(frame)
    assert panel.white[0] > panel.white[2] + 20
    (patch,) = cut_patches(frame, panel, [(210.0, 130.0)])
    paper = np.median(patch.colour.reshape(-1, 3), axis=0)
    assert np.ptp(paper) < 12
    assert paper.min() > 200


def test_three_markers_are_enough(empty_tables: dict[str, Frame]) -> None:
    frame = empty_tables["tilted"].copy()
    hide(frame, 2)
    panel = found(frame)
    assert panel.fit.markers == (0, 1, 3)
    off = panel.project(np.array([(370.0, 186.0)]), 16.0) - found(empty_tables["tilted"]).project(
        np.array([(370.0, 186.0)]), 16.0
    )
    assert np.abs(off).max() < 1.5


def test_two_markers_are_no_panel(empty_tables: dict[str, Frame]) -> None:
    frame = empty_tables["tilted"].copy()
    hide(frame, 2)
    hide(frame, 0)
    assert find_panel(frame, [LAYOUT]) is None


def test_markers_that_do_not_fit_together_are_no_panel(empty_tables: dict[str, Frame]) -> None:
    """Half of the picture shifted, as by a bump while the sensor was read out."""
    frame = empty_tables["straight down"].copy()
    frame[:, 768:] = np.roll(frame[:, 768:], 60, axis=0)
    assert find_panel(frame, [LAYOUT]) is None


def hide(frame: Frame, marker: int) -> None:
    """Lay a grey sheet over one marker."""
    corner = found(frame).project(np.array([LAYOUT.markers[marker].centre_mm]))[0]
    x, y = (round(float(part)) for part in corner)
    frame[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60] = 128

"""The values a drawn table is made of: where the camera sees things, and how dice are numbered and laid."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from vision.errors import LayoutError
from vision.layout import load_layout
from vision.readings import Colour
from vision.synthetic import SceneCamera, SceneDie, face_towards, lay_die, varied_camera

LAYOUT = load_layout("reference-a3")

CAMERAS = {
    "straight down": SceneCamera.over(LAYOUT),
    "tilted": SceneCamera.over(LAYOUT, tilt_deg=9.0, tilt_toward_deg=35.0),
    "turned": SceneCamera.over(LAYOUT, turn_deg=8.0, offset_mm=(6.0, -4.0)),
    "upside down": SceneCamera.over(LAYOUT, turn_deg=180.0),
    "barrel lens": SceneCamera.over(LAYOUT, k1=-0.04),
    "as hung": varied_camera(LAYOUT, 3),
}


def test_camera_straight_above_sees_a_millimetre_as_focal_length_over_height():
    camera = SceneCamera.over(LAYOUT, height_mm=500.0)
    middle, aside = camera.project([(210.0, 148.5, 0.0), (220.0, 148.5, 0.0)])
    assert middle == pytest.approx((767.5, 431.5))
    assert aside - middle == pytest.approx((10.0 * camera.focal_px / 500.0, 0.0))


def test_what_stands_higher_shows_further_out():
    """16 mm high at 20 cm from the middle, seen from 42 cm: about 8 mm further out."""
    camera = SceneCamera.over(LAYOUT, height_mm=420.0)
    foot, top, shown = camera.project([(410.0, 148.5, 0.0), (410.0, 148.5, 16.0), (418.0, 148.5, 0.0)])
    assert top[0] > foot[0]
    assert top == pytest.approx(shown, abs=1.0)


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS.keys())
def test_pixel_leads_back_to_the_place_it_shows(camera: SceneCamera):
    places = np.array(list(product((0.0, 150.0, 420.0), (0.0, 148.5, 297.0))))
    for height in (0.0, 16.0):
        pixels = camera.project(np.column_stack([places, np.full(len(places), height)]))
        assert camera.on_plane(pixels, height) == pytest.approx(places, abs=1e-3)


def test_tilt_is_the_angle_between_the_axis_and_the_vertical():
    camera = SceneCamera.over(LAYOUT, tilt_deg=7.0, tilt_toward_deg=50.0, turn_deg=20.0)
    down = np.array([0.0, 0.0, -1.0])
    assert np.degrees(np.arccos(camera.axes[2] @ down)) == pytest.approx(7.0)
    assert camera.position_mm[2] == pytest.approx(camera.height_mm)


def test_panel_looks_turned_clockwise():
    camera = SceneCamera.over(LAYOUT, turn_deg=90.0)
    left, right = camera.project([(100.0, 148.5, 0.0), (300.0, 148.5, 0.0)])
    assert right[1] > left[1]
    assert right[0] == pytest.approx(left[0])


@pytest.mark.parametrize("value", range(1, 7))
def test_opposite_faces_sum_to_seven(value: int):
    one = SceneDie(0.0, 0.0, 0.0, Colour.BLUE, value)
    up, down, right, left, near, far = (
        face_towards(one, way)
        for way in ((0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
    )
    assert up == value
    assert (up + down, right + left, near + far) == (7, 7, 7)
    assert {up, down, right, left, near, far} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("value", range(1, 7))
def test_one_two_three_run_counterclockwise(value: int):
    """Seen from outside their common corner, as on Western dice; also where that corner is below."""
    one = SceneDie(0.0, 0.0, 0.0, Colour.BLUE, value)
    ways = ((0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
    towards = {face_towards(one, way): np.array(way, dtype=float) for way in ways}
    # The table's frame is left-handed (y runs down, z up), so counterclockwise is negative here.
    assert np.linalg.det(np.stack([towards[1], towards[2], towards[3]])) == pytest.approx(-1.0)


def test_yaw_turns_counterclockwise():
    straight = SceneDie(0.0, 0.0, 0.0, Colour.BLUE, 1)
    turned = replace(straight, yaw_deg=90.0)
    assert face_towards(turned, (0, -1, 0)) == face_towards(straight, (1, 0, 0))


def test_die_with_seven_pips_is_refused():
    with pytest.raises(ValueError, match="1 to 6, not 7"):
        SceneDie(0.0, 0.0, 0.0, Colour.BLUE, 7)


def test_laid_dice_lie_inside_their_space_and_differ():
    laid = [lay_die(LAYOUT, "flaps.2", Colour.ORANGE, 5, seed=seed) for seed in range(200)]
    x, y = LAYOUT.space("flaps.2").centre_mm
    assert max(abs(one.x_mm - x) for one in laid) <= 4.0
    assert max(abs(one.y_mm - y) for one in laid) <= 4.0
    assert len({one.yaw_deg for one in laid}) == 200
    assert lay_die(LAYOUT, "flaps.2", Colour.ORANGE, 5, seed=7) == laid[7]


def test_no_die_is_laid_into_an_unknown_space():
    with pytest.raises(LayoutError, match=r"flaps\.9"):
        lay_die(LAYOUT, "flaps.9", Colour.ORANGE, 5, seed=1)

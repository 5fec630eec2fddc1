"""What the drawn tables promise: they are honest in geometry, repeatable, and light behaves like light."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.errors import LayoutError
from vision.image import Frame, Point
from vision.layout import load_layout
from vision.reader import BoardReader
from vision.readings import Colour
from vision.synthetic import (
    Glow,
    Hand,
    Look,
    Scene,
    SceneCamera,
    SceneDie,
    TableArtist,
    lay_die,
    top_px,
    varied_camera,
    varied_look,
)

LAYOUT = load_layout("reference-a3")
COLOURS = (Colour.BLUE, Colour.ORANGE)
STILL = Look(noise=0.0)

CAMERAS = {
    "straight down": SceneCamera.over(LAYOUT),
    "tilted": SceneCamera.over(LAYOUT, tilt_deg=9.0, tilt_toward_deg=35.0),
    "turned": SceneCamera.over(LAYOUT, turn_deg=8.0, offset_mm=(6.0, -4.0)),
    "upside down": SceneCamera.over(LAYOUT, turn_deg=180.0),
    "barrel lens": SceneCamera.over(LAYOUT, k1=-0.04),
    "as hung": varied_camera(LAYOUT, 3),
}


@pytest.fixture(scope="module")
def artist() -> TableArtist:
    return TableArtist(LAYOUT, SceneCamera.over(LAYOUT, tilt_deg=4.0, k1=-0.02), STILL)


@pytest.fixture(scope="module")
def empty(artist: TableArtist) -> Frame:
    return artist.draw(Scene(), seed=0)


def die(space: str, colour: Colour = Colour.BLUE, value: int = 1, yaw_deg: float = 20.0) -> SceneDie:
    x, y = LAYOUT.space(space).centre_mm
    return SceneDie(x, y, yaw_deg, colour, value)


def changed(before: Frame, after: Frame) -> np.ndarray:
    return np.abs(after.astype(int) - before).max(axis=2)


def place(camera: SceneCamera, space: str) -> tuple[int, int]:
    """Row and column of a space's middle."""
    x, y = camera.project([*LAYOUT.space(space).centre_mm, 0.0])
    return round(y), round(x)


# --- geometry of the picture ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "art_seed"), [("tilted", None), ("upside down", 4), ("as hung", None)])
def test_markers_are_found_where_the_camera_says(name: str, art_seed: int | None):
    """With a sharp lens: blur alone makes the detector's corners move inwards, in photographs too."""
    camera, look = CAMERAS[name], replace(STILL, art_seed=art_seed, blur_px=0.0)
    frame = TableArtist(LAYOUT, camera, look).draw(Scene(), seed=0)
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, options).detectMarkers(frame)
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    half = LAYOUT.marker_size_mm / 2
    for found, marker_id in zip(corners, ids.ravel(), strict=True):
        x, y = next(marker.centre_mm for marker in LAYOUT.markers if marker.id == marker_id)
        square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        expected = camera.project([(*corner, 0.0) for corner in square])
        assert np.abs(found[0] - expected).max() < 0.5
        assert found[0].mean(axis=0) == pytest.approx(expected.mean(axis=0), abs=0.15)


@pytest.mark.parametrize("space", ["axis.pilot", "gear.1", "flaps.4", "alarm.radio.copilot", "kerosene"])
@pytest.mark.parametrize("yaw_deg", [0.0, 33.0, 200.0])
def test_middle_of_the_top_is_where_top_px_says(artist: TableArtist, space: str, yaw_deg: float):
    one = die(space, Colour.BLUE, 1, yaw_deg)
    x, y = top_px(artist.camera, one)
    left, top = round(x) - 10, round(y) - 10
    around = artist.draw(Scene(dice=(one,)), seed=0)[top : top + 21, left : left + 21].astype(float)
    pip = np.clip(around[:, :, 0] - 80.0, 0.0, None)  # the white pip, on blue that has no red
    rows, columns = np.mgrid[top : top + 21, left : left + 21]
    seen = (pip * columns).sum() / pip.sum(), (pip * rows).sum() / pip.sum()
    assert seen == pytest.approx((x, y), abs=0.5)


@pytest.fixture(scope="module")
def closely() -> TableArtist:
    """Draws with a camera that hangs low."""
    return TableArtist(LAYOUT, SceneCamera.over(LAYOUT, height_mm=300.0), STILL)


@pytest.mark.parametrize("colour", [Colour.BLUE, Colour.ORANGE, Colour.GREEN])
@pytest.mark.parametrize("value", range(1, 7))
def test_die_shows_its_value_in_pips(closely: TableArtist, colour: Colour, value: int):
    one = die("axis.pilot", colour, value, 0.0)
    frame, (x, y) = closely.draw(Scene(dice=(one,)), seed=0), top_px(closely.camera, one)
    reach = round(6.5 * closely.camera.focal_px / (closely.camera.height_mm - 16.0))
    top = frame[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
    pips = (top.min(axis=2) > 140).astype(np.uint8)
    assert cv2.connectedComponents(pips)[0] - 1 == value


# --- dice -----------------------------------------------------------------------------------------


def test_cocked_die_turns_its_top_away(artist: TableArtist):
    flat = die("concentration.1")
    cocked = replace(flat, lean_deg=25.0)
    assert np.hypot(*np.subtract(top_px(artist.camera, cocked), top_px(artist.camera, flat))) > 5.0
    pictures = [artist.draw(Scene(dice=(one,)), seed=0) for one in (flat, cocked)]
    assert changed(*pictures).max() > 60


def test_die_throws_its_shadow_away_from_the_lamp(artist: TableArtist, empty: Frame):
    """The look's stronger lamp hangs behind the panel's left, so the darker side is in front and right."""
    one = die("engines.copilot", yaw_deg=0.0)
    darker = empty.astype(int) - artist.draw(Scene(dice=(one,)), seed=0)
    beside = {}
    for name, step in (("right", 11.0), ("left", -11.0)):
        x, y = artist.camera.project([one.x_mm + step, one.y_mm, 0.0])
        beside[name] = darker[round(y), round(x)].mean()
    assert beside["right"] > beside["left"] + 5


# --- pictures -------------------------------------------------------------------------------------


def test_same_scene_and_seed_give_the_same_picture_whatever_was_drawn_before():
    camera = CAMERAS["as hung"]
    scene = Scene(
        dice=(die("axis.pilot"), die("radio.copilot.1", Colour.ORANGE, 5)),
        hands=(Hand(160.0, 170.0, "pilot"),),
        glows=(Glow(165.0, 84.0, (0.0, 1.0, 0.0)),),
        tokens=frozenset({"coffee.1"}),
        brightness=0.8,
    )
    fresh, used = TableArtist(LAYOUT, camera), TableArtist(LAYOUT, camera)
    for other in (Scene(), replace(scene, hands=()), replace(scene, brightness=1.0), scene):
        used.draw(other, seed=99)
    picture = fresh.draw(scene, seed=5)
    assert picture.shape == (864, 1536, 3)
    assert picture.dtype == np.uint8
    assert np.array_equal(picture, used.draw(scene, seed=5))


def test_drawn_picture_belongs_to_the_caller(artist: TableArtist, empty: Frame):
    scribbled = artist.draw(Scene(), seed=0)
    scribbled[:] = 0
    assert np.array_equal(artist.draw(Scene(), seed=0), empty)


def test_seed_changes_the_noise_only():
    artist = TableArtist(LAYOUT, CAMERAS["straight down"], Look(noise=3.0))
    one, other = (artist.draw(Scene(), seed=seed).astype(int) for seed in (1, 2))
    assert (one - other).std() == pytest.approx(3.0 * 2**0.5, rel=0.1)
    assert cv2.blur((one - other).astype(np.float32), (31, 31)).max() < 1.5


def test_dimmer_room_makes_the_whole_picture_darker(artist: TableArtist, empty: Frame):
    dim = artist.draw(Scene(brightness=0.25), seed=0)
    assert (dim <= empty).all()
    row, column = place(artist.camera, "axis.pilot")
    assert dim[row, column] == pytest.approx(empty[row, column] * 0.25 ** (1 / 2.2), abs=1.5)


def test_glow_lights_what_is_near_it_and_nothing_else(artist: TableArtist, empty: Frame):
    glow = Glow(165.0, 82.0, (0.0, 1.0, 0.0), strength=1.0, radius_mm=10.0)
    lit = artist.draw(Scene(glows=(glow,)), seed=0)
    x, y = np.moveaxis(artist.camera.on_plane(np.indices((864, 1536))[::-1].transpose(1, 2, 0)), -1, 0)
    apart = np.hypot(x - glow.x_mm, y - glow.y_mm)
    difference = lit.astype(int) - empty
    assert not difference[apart > glow.reach_mm + 2.0].any()
    beside = (apart > 5.0) & (apart < 8.0)
    assert difference[beside][:, 1].mean() > 15
    assert abs(difference[beside][:, [0, 2]]).max() <= 1


def test_glow_colours_the_dice_around_it(artist: TableArtist):
    scene = Scene(dice=(die("axis.pilot", Colour.ORANGE, 1),))
    x, y = top_px(artist.camera, scene.dice[0])
    spot = round(y) + 12, round(x)
    plain = artist.draw(scene, seed=0)[spot]
    lit = artist.draw(replace(scene, glows=(Glow(165.0, 86.0, (0.0, 0.0, 1.0), 2.0),)), seed=0)[spot]
    assert int(lit[2]) > int(plain[2]) + 5
    assert lit[0] == plain[0]


def test_glow_is_stronger_in_a_dim_room(artist: TableArtist):
    glow = (Glow(300.0, 190.0, (1.0, 0.0, 0.0)),)
    row, column = (round(v) for v in artist.camera.project([307.0, 190.0, 0.0])[::-1])
    gains = []
    for brightness in (1.0, 0.2):
        dark, lit = (
            artist.draw(Scene(glows=g, brightness=brightness), seed=0)[row, column, 0].astype(float)
            for g in ((), glow)
        )
        gains.append(lit / dark)
    assert gains[1] > gains[0] > 1.05


@pytest.mark.parametrize("side", ["pilot", "copilot"])
def test_hand_hides_the_spaces_under_it(artist: TableArtist, empty: Frame, side: str):
    space = "radio.pilot" if side == "pilot" else "radio.copilot.2"
    x, y = LAYOUT.space(space).centre_mm
    scene = Scene(hands=(Hand(x, y - 25.0, "pilot" if side == "pilot" else "copilot"),))
    hidden = artist.hidden(scene)
    assert space in hidden
    assert "alarm.concentration" not in hidden
    assert artist.hidden(Scene()) == frozenset()
    with_hand = artist.draw(scene, seed=0)
    with_die_below = artist.draw(replace(scene, dice=(die(space, Colour.ORANGE, 6),)), seed=0)
    row, column = place(artist.camera, space)
    assert changed(empty, with_hand)[row, column] > 30
    assert changed(with_hand, with_die_below)[row - 8 : row + 9, column - 8 : column + 9].max() == 0


def test_hand_throws_a_shadow_beside_it(artist: TableArtist, empty: Frame):
    with_hand = artist.draw(Scene(hands=(Hand(110.0, 60.0, "pilot"),)), seed=0)
    shaded = (changed(empty, with_hand) > 8) & (with_hand.std(axis=2) < 6.0) & (empty.min(axis=2) > 170)
    assert shaded.sum() > 2000


def test_tokens_lie_on_their_spots(artist: TableArtist, empty: Frame):
    frame = artist.draw(Scene(tokens=frozenset({"coffee.2", "reroll.1"})), seed=0)
    seen = set()
    for spot in LAYOUT.token_spots:
        x, y = artist.camera.project([*spot.centre_mm, 0.0])
        if changed(empty, frame)[round(y), round(x)] > 60:
            seen.add(spot.name)
    assert seen == {"coffee.2", "reroll.1"}


def test_no_token_lies_on_an_unknown_spot(artist: TableArtist):
    with pytest.raises(LayoutError, match=r"coffee\.9"):
        artist.draw(Scene(tokens=frozenset({"coffee.9"})), seed=0)


def test_laminated_panel_mirrors_the_lamps():
    camera = SceneCamera.over(LAYOUT, width=768, height=432)
    overhead = replace(STILL.lamps[0], x_mm=210.0, y_mm=60.0)
    look = replace(STILL, lamps=(overhead,), exposure=0.6)
    looks = [replace(look, mat_gloss=gloss) for gloss in (0.0, 1.0)]
    matt, shiny = (TableArtist(LAYOUT, camera, one).draw(Scene(), seed=0) for one in looks)
    assert (matt.min(axis=2) == 255).sum() == 0
    assert (shiny.min(axis=2) == 255).sum() > 250


def test_busy_print_differs_from_seed_to_seed():
    small = SceneCamera.over(LAYOUT, width=640, height=360)
    looks = [replace(STILL, art_seed=seed) for seed in (1, 1, 2)]
    prints = [TableArtist(LAYOUT, small, look).draw(Scene(), seed=0) for look in looks]
    assert np.array_equal(prints[0], prints[1])
    assert (changed(prints[0], prints[2]) > 20).mean() > 0.2


def test_varied_looks_and_cameras_follow_their_seed():
    assert varied_camera(LAYOUT, 5) == varied_camera(LAYOUT, 5)
    assert varied_look(5) == varied_look(5)
    assert len({varied_camera(LAYOUT, seed) for seed in range(20)}) == 20
    pips = Counter(varied_look(seed).inks[Colour.ORANGE].pips[0] < 0.1 for seed in range(40))
    assert set(pips) == {True, False}


def test_what_lies_beside_the_picture_is_not_seen(artist: TableArtist, empty: Frame):
    far: Point = (-400.0, -400.0)
    scene = Scene(dice=(SceneDie(*far, 0.0, Colour.BLUE, 3),), glows=(Glow(*far, (1.0, 1.0, 1.0)),))
    assert np.array_equal(artist.draw(scene, seed=0), empty)


# --- the eye ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lamps", [False, True], ids=["lamps off", "lamps on"])
def test_plain_table_is_read_without_a_mistake(lamps: bool):
    artist, reader = TableArtist(LAYOUT, CAMERAS["as hung"]), BoardReader(LAYOUT)
    names = [space.name for space in LAYOUT.spaces]
    for seed in range(3):
        rng = np.random.default_rng(seed)
        truth = {
            str(name): (COLOURS[rng.integers(2)], int(rng.integers(1, 7)))
            for name in rng.choice(names, 8, replace=False)
        }
        scene = Scene(
            dice=tuple(lay_die(LAYOUT, name, *face, seed=seed) for name, face in truth.items()),
            glows=tuple(lamp_of(name, rng) for name in names[seed::3]) if lamps else (),
        )
        reading = reader.read(artist.draw(scene, seed=seed))
        assert {one.space: (one.colour, one.value) for one in reading.dice if one.is_read} == truth


def lamp_of(space: str, rng: np.random.Generator) -> Glow:
    x, y = LAYOUT.space(space).centre_mm
    rgb = [(0.0, 1.0, 0.0), (1.0, 0.5, 0.0), (1.0, 0.0, 0.0)][rng.integers(3)]
    return Glow(x, y - 16.0, rgb, strength=0.7)

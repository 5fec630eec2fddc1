"""The owner's panel: measured, its empty print learned, and what was learned heeded in other light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.changes import CLEARLY_CHANGED_MM2, UNTOUCHED_MM2, LearnedPrint, changed_spaces, find_changes
from vision.heeding import heed_print
from vision.image import Frame
from vision.inspection import inspect
from vision.layout import load_layout
from vision.learning import Refusal, Trouble, learn_print
from vision.lens import Lens
from vision.measuring import Measurement, measure_panel, resized
from vision.panel import find_panel, marker_corners_mm
from vision.profile import Profile
from vision.reader import BoardReader
from vision.readings import BoardReading, Colour, DieReading, Reason, Status
from vision.synthetic import Glow, Hand, Look, Scene, SceneCamera, SceneDie, TableArtist, lay_die

MAT, NOMINAL = load_layout("reference-a3"), load_layout("control-panel")
SCALE = (1.06, 1.02)
OWNERS = resized(NOMINAL.with_modules([]), SCALE)
CAMERA = SceneCamera.over(OWNERS, turn_deg=90.0, height_mm=540.0, tilt_deg=5.0, k1=-0.02)
LOOK = replace(Look(), art_seed=4)
DICE = {
    "axis.pilot": (Colour.BLUE, 1),
    "engines.copilot": (Colour.ORANGE, 5),
    "gear.2": (Colour.BLUE, 6),
    "brakes.2": (Colour.BLUE, 1),
    "flaps.1": (Colour.ORANGE, 1),
}


def lying(dice=DICE, edge_mm=13.0):
    return tuple(
        lay_die(OWNERS, space, colour, value, seed=seed, edge_mm=edge_mm)
        for seed, (space, (colour, value)) in enumerate(dice.items())
    )


@pytest.fixture(scope="module")
def table() -> TableArtist:
    return TableArtist(OWNERS, CAMERA, LOOK)


@pytest.fixture(scope="module")
def later() -> TableArtist:
    """The same panel another day: bumped, warmer light and less of it."""
    camera = replace(CAMERA, offset_mm=(4.0, -3.0), turn_deg=88.5)
    return TableArtist(OWNERS, camera, replace(LOOK, exposure=0.55, balance_rgb=(1.06, 1.0, 0.93)))


@pytest.fixture(scope="module")
def empty(table: TableArtist) -> list[Frame]:
    return [table.draw(Scene(), seed=seed) for seed in range(3)]


@pytest.fixture(scope="module")
def measured(empty: list[Frame]) -> Measurement:
    measurement = measure_panel(empty, [MAT, NOMINAL])
    assert measurement is not None
    return measurement


@pytest.fixture(scope="module")
def profile(empty: list[Frame], measured: Measurement) -> Profile:
    bare = Profile("mine", measured.layout.with_modules([]), lens=measured.lens)
    learned = learn_print(empty, bare, looked=True)
    assert isinstance(learned, LearnedPrint)
    return replace(bare, print=learned)


def shares(frame: Frame, profile: Profile):
    panel = find_panel(frame, [profile.layout], profile.lens)
    assert panel is not None
    assert profile.print is not None
    return changed_spaces(frame, panel, profile.print)


def areas(frame: Frame, profile: Profile):
    side = profile.layout.space_size_mm + 4.0
    return {name: share * side**2 for name, share in shares(frame, profile).items()}


# --- measuring


def test_a_panel_of_other_proportions_is_measured_by_the_size_of_its_cards(empty, measured):
    """The nominal layout is not even found there; the measured one is, and its spaces are where they show."""
    assert find_panel(empty[0], [NOMINAL]) is None
    assert measured.scale == pytest.approx(SCALE, abs=0.012)
    assert measured.cards_off_mm < 0.5
    assert not measured.layout.size_is_nominal
    panel = find_panel(empty[0], [measured.layout], measured.lens)
    true = np.array([space.centre_mm for space in OWNERS.spaces])
    seen = np.array([measured.layout.space(space.name).centre_mm for space in OWNERS.spaces])
    shown = CAMERA.project(np.column_stack([true, np.zeros(len(true))]))
    assert np.abs(panel.project(seen) - shown).max() < 0.8


def test_a_card_laid_askew_is_measured_where_it_lies(empty):
    """Three cards as they are, and one a millimetre and a half off and turned: nobody lays better."""
    card = OWNERS.markers[2]
    askew = replace(card, centre_mm=(card.centre_mm[0] + 1.5, card.centre_mm[1] - 0.5), turn_deg=2.0)
    frame = empty[0].copy()
    paste(frame, card, askew)
    measured = measure_panel([frame], [NOMINAL])
    assert measured.layout.markers[2].turn_deg - measured.layout.markers[0].turn_deg == pytest.approx(
        2.0, abs=0.5
    )
    assert measured.cards_off_mm > 0.4
    assert measured.residual_px < 0.5
    assert find_panel(frame, [measured.layout], measured.lens).fit.residual_px < 0.6


def paste(frame: Frame, card, askew) -> None:
    """Move what shows of one card in the picture, with the white round it, to where it lies askew."""
    size = OWNERS.marker_size_mm * 1.3
    old, new = (CAMERA.project(marker_corners_mm(one, size)) for one in (card, askew))
    warp = cv2.getPerspectiveTransform(old.astype(np.float32), new.astype(np.float32))
    height, width = frame.shape[:2]
    moved = cv2.warpPerspective(frame, warp, (width, height), flags=cv2.INTER_CUBIC)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(new).astype(np.int32), 255)
    frame[mask > 0] = moved[mask > 0]


def test_the_printed_mat_is_as_large_as_it_is_and_only_its_lens_is_measured():
    camera = SceneCamera.over(MAT, k1=-0.03)
    measured = measure_panel([TableArtist(MAT, camera).draw(Scene(), seed=1)], [MAT, NOMINAL])
    assert (measured.layout, measured.scale) == (MAT, pytest.approx((1.0, 1.0), abs=1e-3))
    assert measured.lens.k1 == pytest.approx(-0.03, abs=0.008)
    assert measured.lens.k1_spread < Lens().k1_spread


def test_without_all_four_markers_nothing_is_measured(empty):
    hidden = empty[0].copy()
    hide_a_marker(hidden)
    assert measure_panel([empty[0], hidden], [NOMINAL]) is None


def hide_a_marker(frame: Frame) -> None:
    (x, y) = CAMERA.project(np.array([*OWNERS.markers[1].centre_mm, 0.0])).round().astype(int)
    frame[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60] = 128


def test_light_and_focus_are_judged_by_the_markers(empty, measured):
    seen = inspect(empty[0], find_panel(empty[0], [measured.layout]))
    blurred = cv2.GaussianBlur(empty[0], (0, 0), 1.2)
    assert seen.edge_mm < 1.2 < inspect(blurred, find_panel(blurred, [measured.layout])).edge_mm
    assert 0.3 < seen.contrast < seen.white <= 1.0
    assert seen.evenness > 0.7


@pytest.mark.parametrize("wrong", [{"view_deg": 3.0}, {"k1": 2.0}, {"k1_spread": 0.0}], ids=str)
def test_what_no_lens_is_is_refused(wrong):
    with pytest.raises(ValueError, match="no lens"):
        Lens(**wrong)


# --- what the learned print tells


def test_an_empty_panel_shows_untouched_in_other_light(later, profile):
    """Dimmer, warmer, bumped, and beside our own lamps."""
    glows = tuple(
        Glow(x, y - 0.8 * OWNERS.space_size_mm, rgb=(1.0, 0.25, 0.15), strength=0.5)
        for x, y in (OWNERS.space(name).centre_mm for name in ("gear.1", "flaps.2", "axis.copilot"))
    )
    for scene in (Scene(), Scene(brightness=1.3), Scene(glows=glows)):
        assert max(areas(later.draw(scene, seed=5), profile).values()) < UNTOUCHED_MM2


@pytest.mark.parametrize("edge_mm", [12.0, 16.0])
def test_dice_change_what_they_lie_on(later, profile, edge_mm):
    changed = areas(later.draw(Scene(dice=lying(edge_mm=edge_mm)), seed=6), profile)
    assert min(changed[name] for name in DICE) > CLEARLY_CHANGED_MM2
    assert max(area for name, area in changed.items() if name not in DICE) < CLEARLY_CHANGED_MM2


def test_a_die_of_the_fields_own_colour_changes_it_by_its_pip_and_its_borders(profile):
    """As like the print as a die can be: a one, its body the very ink of the field it lies on."""
    field = tuple((np.median(profile.print.colours[0].reshape(-1, 3), axis=0) ** 2.2 * 0.82).tolist())
    ink = replace(LOOK.inks[Colour.BLUE], body=field)
    table = TableArtist(OWNERS, CAMERA, replace(LOOK, inks={**LOOK.inks, Colour.BLUE: ink}))
    name = profile.print.names[0]
    frame = table.draw(Scene(dice=lying({name: (Colour.BLUE, 1)}, edge_mm=12.0)), seed=1)
    assert areas(frame, profile)[name] > UNTOUCHED_MM2


def test_an_arm_changes_what_it_covers(later, profile):
    x, y = OWNERS.space("engines.pilot").centre_mm
    scene = Scene(hands=(Hand(x, y, "pilot"),))
    changed = areas(later.draw(scene, seed=7), profile)
    assert min(changed[name] for name in later.hidden(scene)) > CLEARLY_CHANGED_MM2


def test_spaces_that_were_not_learned_are_not_judged(empty, profile):
    part = replace(profile.print, names=profile.print.names[:2], colours=profile.print.colours[:2].copy())
    assert set(shares(empty[0], replace(profile, print=part))) == set(profile.print.names[:2])
    panel = find_panel(empty[0], [profile.layout], profile.lens)
    stranger = replace(part, names=("here", "there"))
    assert find_changes(empty[0], panel, stranger).areas() == {}


# --- heeding it


def read(reading: BoardReading):
    return {die.space: (die.colour, die.value) for die in reading.dice if die.is_read}


def test_nothing_is_claimed_of_an_empty_panel(later, profile):
    reading = BoardReader(profile=profile).read(later.draw(Scene(), seed=8))
    assert reading.panel is not None
    assert (reading.dice, reading.covered) == ((), frozenset())


def test_no_die_is_passed_over(later, profile):
    """Each is read as it is, or asked about."""
    reading = BoardReader(profile=profile).read(later.draw(Scene(dice=lying()), seed=9))
    assert read(reading).items() <= DICE.items()
    assert {die.space for die in reading.dice} | reading.covered == DICE.keys()


def test_what_is_no_die_of_the_game_is_asked_about(later, profile):
    """A grey lump on a space: nobody reads it, and nobody says that nothing lies there."""
    space = OWNERS.space("flaps.3")
    lump = SceneDie(*space.centre_mm, 20.0, Colour.GREY, 6, edge_mm=14.0, lean_deg=25.0)
    reading = BoardReader(profile=profile).read(later.draw(Scene(dice=(lump,)), seed=10))
    assert read(reading) == {}
    assert "flaps.3" in {die.space for die in reading.dice} | reading.covered


def seen(space: str, reason: Reason | None = None) -> DieReading:
    status = Status.READ if reason is None else Status.UNSURE
    value = 3 if reason is None else None
    at = OWNERS.space(space).centre_mm
    return DieReading(Colour.BLUE, value, 0.9, status, reason, (0.0, 0.0), space, at)


@pytest.mark.parametrize(
    "reason", [None, Reason.COCKED], ids=["a phantom that is read", "one that is asked about"]
)
def test_a_die_on_an_untouched_print_is_none(empty, profile, reason):
    panel = find_panel(empty[0], [profile.layout], profile.lens)
    claimed = BoardReading(panel.fit, (seen("gear.1", reason),), frozenset({"gear.2"}))
    heeded = heed_print(claimed, empty[0], panel, profile.print)
    assert (heeded.dice, heeded.covered) == ((), frozenset())


def test_a_die_that_was_overlooked_is_asked_about(table, profile):
    frame = table.draw(Scene(dice=lying({"flaps.4": (Colour.ORANGE, 2)})), seed=11)
    panel = find_panel(frame, [profile.layout], profile.lens)
    (asked,) = heed_print(BoardReading(panel.fit), frame, panel, profile.print).dice
    assert (asked.space, asked.value, asked.status, asked.reason) == (
        "flaps.4", None, Status.UNSURE, Reason.COVERED,
    )  # fmt: skip


def test_a_known_die_accounts_for_what_it_changes_next_door(table, profile):
    """The top of a die at the rim shows over the print of the space beside it."""
    dice = lying({"brakes.1": (Colour.BLUE, 2)}, edge_mm=18.0)
    frame = table.draw(Scene(dice=dice), seed=12)
    panel = find_panel(frame, [profile.layout], profile.lens)
    known = BoardReading(panel.fit, (seen("brakes.1"),))
    assert heed_print(known, frame, panel, profile.print).dice == known.dice


def test_a_print_learned_of_another_panel_says_nothing(profile):
    """Else every space would be asked about."""
    stranger = TableArtist(OWNERS, CAMERA, replace(LOOK, art_seed=9)).draw(Scene(), seed=1)
    panel = find_panel(stranger, [profile.layout], profile.lens)
    nothing = BoardReading(panel.fit)
    assert heed_print(nothing, stranger, panel, profile.print) == nothing


def test_the_print_of_another_kind_of_panel_is_not_heeded(profile):
    frame = TableArtist(MAT, SceneCamera.over(MAT)).draw(Scene(), seed=1)
    panel = find_panel(frame, [MAT])
    assert BoardReader(MAT, profile=profile).read_on(frame, panel) == BoardReader(MAT).read_on(frame, panel)


def test_a_moved_space_is_read_where_it_was_moved_to(table, measured):
    x, y = measured.layout.space("gear.3").centre_mm
    layout = measured.layout.with_modules([]).with_moved({"gear.3": (x + 30.0, y + 30.0)})
    at = OWNERS.space("gear.3").centre_mm
    die = SceneDie(at[0] + 30.0, at[1] + 30.0, 10.0, Colour.BLUE, 5, edge_mm=14.0)
    reading = BoardReader(profile=Profile("mine", layout, lens=measured.lens)).read(
        table.draw(Scene(dice=(die,)), seed=13)
    )
    assert read(reading) == {"gear.3": (Colour.BLUE, 5)}


# --- refusing to learn


def refused(frames, profile, **vouched) -> Trouble:
    answer = learn_print(frames, replace(profile, print=None), **vouched)
    assert isinstance(answer, Refusal)
    assert answer.text
    return answer.trouble


def test_a_die_on_the_panel_is_never_learned(table, empty, profile):
    """Not in one of several pictures, and not though somebody says to have looked."""
    six = table.draw(Scene(dice=lying({"gear.2": (Colour.BLUE, 6)})), seed=14)
    assert refused([empty[0], empty[1], six], profile, looked=True) is Trouble.DIE
    assert refused([six, six, six], profile, looked=True) is Trouble.DIE
    assert isinstance(learn_print([six], profile, looked=True, empty=["gear.2"]), LearnedPrint)


def test_what_moves_is_never_learned(table, later, empty, profile):
    x, y = OWNERS.space("engines.pilot").centre_mm
    arm = table.draw(Scene(hands=(Hand(x, y, "pilot"),)), seed=15)
    assert refused([empty[0], arm, empty[1]], profile, looked=True) is Trouble.MOTION
    assert refused([empty[0], later.draw(Scene(), seed=16)], profile, looked=True) is Trouble.MOTION


def test_an_arm_that_holds_still_is_not_learned_unless_somebody_has_looked():
    plain = TableArtist(MAT, SceneCamera.over(MAT))
    x, y = MAT.space("axis.pilot").centre_mm
    frame = plain.draw(Scene(hands=(Hand(x, y, "pilot"),)), seed=1)
    assert refused([frame, frame], Profile("mat", MAT)) is Trouble.HAND


def darkening(frame: Frame, least: float) -> Frame:
    """Take light away, more and more towards the left."""
    return (frame * np.linspace(least, 1.0, frame.shape[1])[:, None]).astype(np.uint8)


@pytest.mark.parametrize(
    ("spoil", "trouble"),
    [
        (lambda frame: frame // 4, Trouble.DARK),
        (lambda frame: cv2.GaussianBlur(frame, (0, 0), 1.8), Trouble.BLURRED),
        (lambda frame: darkening(frame, 0.25), Trouble.UNEVEN),
        (lambda frame: frame * 0, Trouble.PANEL),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_in_bad_sight_nothing_is_learned(empty, profile, spoil, trouble):
    assert refused([spoil(empty[0])], profile, looked=True) is trouble

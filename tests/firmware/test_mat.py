"""`jumpseat mat`: the PDF is opened again, what is on its pages is measured, and dice are read on it."""

import io
import re
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.cli import main
from vision import BoardReader, Colour, load_layout
from vision.synthetic import Look, Scene, SceneCamera, TableArtist, artist, lay_die
from vision.synthetic.print import PX_PER_MM, Sheet, print_sheet

MAT, CONTROL_PANEL = load_layout("reference-a3"), load_layout("control-panel")
PAPER = 0.92  # white paper throws back less than a screen's white, as noted in a picture


class Page(NamedTuple):
    """A page of the document: its size, and the picture that fills it."""

    size_mm: tuple[float, float]
    picture: np.ndarray

    @property
    def px_per_mm(self):
        return self.picture.shape[1] / self.size_mm[0]


def printed(capsys, folder, *words):
    """Run the command and open its document again."""
    path = folder / "pages.pdf"
    assert main(["mat", "--out", str(path), *words]) == 0
    assert str(path) in capsys.readouterr().out
    document = path.read_bytes()
    sizes = re.findall(rb"/MediaBox \[ 0 0 (\S+) (\S+) \]", document)
    filled = re.findall(rb"q (\S+) 0 0 (\S+) 0 0 cm", document)
    pictures = re.findall(rb"stream\r?\n(\xff\xd8.*?\xff\xd9)\r?\nendstream", document, flags=re.DOTALL)
    assert len(sizes) == len(filled) == len(pictures)
    pages = []
    for size, fill, picture in zip(sizes, filled, pictures, strict=True):
        width, height = (float(side) * 25.4 / 72 for side in size)
        assert [float(side) for side in fill] == pytest.approx([float(side) for side in size], abs=0.01)
        pages.append(Page((width, height), np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))))
    return pages


def markers_mm(page):
    """The corners of each marker on a page, as printed, in millimetres."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(words, settings).detectMarkers(
        cv2.cvtColor(page.picture, cv2.COLOR_RGB2GRAY)
    )
    found = zip(ids.ravel().tolist(), corners, strict=True)
    return {number: (square.reshape(4, 2) + 0.5) / page.px_per_mm for number, square in found}


def lay_on_table(monkeypatch, sheet):
    """Let the table artist draw with this sheet on the table instead of printing one."""
    monkeypatch.setattr(artist, "print_sheet", lambda layout, look: sheet)


def sheet_of(page):
    rgb = (page.picture * PAPER).astype(np.uint8)
    return Sheet(rgb, np.full(rgb.shape[:2], 255, np.uint8), (0.0, 0.0), page.px_per_mm)


def read(layout, camera, dice):
    """Lay dice on the table and read it with a reader of both panels."""
    lying = tuple(
        lay_die(layout, space, colour, value, seed=seed, edge_mm=14.0)
        for seed, (space, (colour, value)) in enumerate(dice.items())
    )
    frame = TableArtist(layout, camera, Look()).draw(Scene(dice=lying), seed=4)
    return BoardReader(layout).read(frame)


def found(reading):
    return {die.space: (die.colour, die.value) for die in reading.dice if die.is_read}


def test_the_mat_is_an_a3_page_and_its_card_an_a4_page(capsys, tmp_path):
    mat, card = printed(capsys, tmp_path)
    assert mat.size_mm == pytest.approx((420.0, 297.0), abs=0.01)
    assert card.size_mm == pytest.approx((297.0, 210.0), abs=0.01)


def test_the_markers_of_the_mat_lie_where_the_reader_looks_for_them(capsys, tmp_path):
    mat, _ = printed(capsys, tmp_path)
    corners = markers_mm(mat)
    assert sorted(corners) == [0, 1, 2, 3]
    for marker in MAT.markers:
        square = np.array([(-12, -12), (12, -12), (12, 12), (-12, 12)]) + marker.centre_mm
        assert corners[marker.id] == pytest.approx(square, abs=0.15), marker


def test_every_space_of_the_mat_is_printed_where_the_reader_looks_for_it(capsys, tmp_path):
    mat, _ = printed(capsys, tmp_path)
    dark = mat.picture.min(axis=2) < 160
    for space in MAT.spaces:
        half = MAT.space_size_mm / 2
        for across, down in ((half, 3.0), (-half, 3.0), (3.0, half), (3.0, -half)):
            x, y = space.centre_mm
            column, row = int((x + across) * mat.px_per_mm), int((y + down) * mat.px_per_mm)
            assert dark[row, column], (space.name, across, down)
        column, row = (np.array(space.centre_mm) * mat.px_per_mm).astype(int)
        assert not dark[row - 60 : row + 60, column - 60 : column + 60].any(), space.name


def test_an_empty_mat_off_the_printer_is_seen_empty(capsys, tmp_path, monkeypatch):
    mat, _ = printed(capsys, tmp_path)
    lay_on_table(monkeypatch, sheet_of(mat))
    reading = read(MAT, SceneCamera.over(MAT, tilt_deg=4.0), {})
    assert reading.panel.residual_px < 0.3
    assert reading.panel.height_mm == pytest.approx(480.0, abs=4.0)
    assert (reading.dice, reading.covered, reading.tokens) == ((), frozenset(), frozenset())


@pytest.mark.parametrize("scenario", [None, "LGA-yellow"], ids=["for all flights", "with ice brakes"])
def test_dice_are_read_on_a_mat_off_the_printer(capsys, tmp_path, monkeypatch, scenario):
    mat, *cards = printed(capsys, tmp_path, *(["--scenario", scenario] if scenario else []))
    layout = MAT.with_modules(["ice-brakes"] if scenario else [])
    brakes = ("ice.either.2", "ice.pilot.4") if scenario else ("brakes.1", "brakes.3")
    dice = {
        "axis.pilot": (Colour.BLUE, 4),
        "flaps.2": (Colour.ORANGE, 2),
        brakes[0]: (Colour.BLUE, 3),
        brakes[1]: (Colour.BLUE, 5),
    }
    lay_on_table(monkeypatch, sheet_of(mat))
    assert found(read(layout, SceneCamera.over(layout), dice)) == dice
    assert len(cards) == (0 if scenario else 1)


def test_the_ice_brakes_are_printed_true_to_scale_on_their_card(capsys, tmp_path):
    """From the middle of the first coloured line to the middle of the last, across and down."""
    _, card = printed(capsys, tmp_path)
    coloured = np.ptp(card.picture.astype(int), axis=2) > 60
    rows, columns = np.nonzero(coloured)
    inside = round(6.0 * card.px_per_mm)
    across, down = coloured[rows.min() + inside], coloured[:, columns.min() + inside]
    spaces = np.array([space.centre_mm for space in MAT.card_spaces])
    wide, high = np.ptp(spaces, axis=0) + MAT.space_size_mm
    assert between_lines(across) / card.px_per_mm == pytest.approx(wide, abs=0.15)
    assert between_lines(down) / card.px_per_mm == pytest.approx(high, abs=0.15)


def between_lines(inked):
    """How many pixels lie between the middles of the first and the last inked run."""
    edges = np.flatnonzero(np.diff(inked.astype(int)))
    return (edges[-1] + edges[-2] - edges[1] - edges[0]) / 2


def test_the_marker_cards_are_true_to_scale(capsys, tmp_path):
    (page,) = printed(capsys, tmp_path, "--panel", "cards")
    assert page.size_mm == pytest.approx((210.0, 297.0), abs=0.01)
    corners = markers_mm(page)
    assert sorted(corners) == [4, 5, 6, 7]
    for square in corners.values():
        sides = np.linalg.norm(square - np.roll(square, 1, axis=0), axis=1)
        assert sides == pytest.approx([24.0] * 4, abs=0.15)


def test_dice_are_read_between_marker_cards_off_the_printer(capsys, tmp_path, monkeypatch):
    """Each card is cut out and laid with its inner corner at the panel's corner."""
    (page,) = printed(capsys, tmp_path, "--panel", "cards")
    lay_on_table(monkeypatch, with_cards(page))
    dice = {"gear.1": (Colour.BLUE, 1), "concentration.2": (Colour.ORANGE, 6), "flaps.4": (Colour.ORANGE, 5)}
    camera = SceneCamera.over(CONTROL_PANEL, turn_deg=90.0, height_mm=500.0)
    reading = read(CONTROL_PANEL, camera, dice)
    assert reading.panel.residual_px < 0.3
    assert reading.panel.layout == "control-panel"
    assert found(reading) == dice


def with_cards(page):
    """The panel's sheet with the cards of a page in the place of its own markers."""
    sheet = print_sheet(CONTROL_PANEL, Look(art_seed=3))
    half = round(18.0 * PX_PER_MM)
    scale = PX_PER_MM / page.px_per_mm
    small = cv2.resize(page.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) * PAPER
    for number, square in markers_mm(page).items():
        column, row = np.rint(square.mean(axis=0) * PX_PER_MM).astype(int)
        card = small[row - half : row + half, column - half : column + half]
        marker = next(marker for marker in CONTROL_PANEL.markers if marker.id == number)
        inwards = np.sign(np.array(CONTROL_PANEL.size_mm) / 2 - marker.centre_mm)
        corner = np.where(inwards > 0, 0.0, CONTROL_PANEL.size_mm)
        left, top = np.rint((corner - inwards * 18.0 - 18.0 - sheet.corner_mm) * PX_PER_MM).astype(int)
        above, before = max(0, -top), max(0, -left)
        room = sheet.rgb[top + above : top + 2 * half, left + before : left + 2 * half]
        room[...] = card[above : above + room.shape[0], before : before + room.shape[1]]
    return sheet


class TestTheFile:
    def test_is_named_for_what_is_in_it(self, capsys, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert main(["mat"]) == 0
        assert main(["mat", "--panel", "cards"]) == 0
        assert {path.name for path in tmp_path.iterdir()} == {"jumpseat-mat.pdf", "jumpseat-cards.pdf"}
        assert capsys.readouterr().out.splitlines() == [
            "jumpseat-mat.pdf: 420 x 297 mm, 297 x 210 mm; print at actual size (100 %)",
            "jumpseat-cards.pdf: 210 x 297 mm; print at actual size (100 %)",
        ]

    def test_is_never_overwritten_unasked(self, capsys, tmp_path):
        path = tmp_path / "mine.pdf"
        path.write_text("a letter")
        assert main(["mat", "--panel", "cards", "--out", str(path)]) == 2
        assert capsys.readouterr().err == (
            f"jumpseat: {path}: exists already; name another file with --out, or add --force\n"
        )
        assert path.read_text() == "a letter"
        assert main(["mat", "--panel", "cards", "--out", str(path), "--force"]) == 0
        assert path.read_bytes().startswith(b"%PDF")

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (["--out", "nowhere/mat.pdf"], "cannot be written"),
            (["--scenario", "XYZ"], "unknown scenario"),
        ],
        ids=["no such folder", "no such scenario"],
    )
    def test_is_not_begun_when_it_cannot_be(self, capsys, tmp_path, monkeypatch, words, why):
        monkeypatch.chdir(tmp_path)
        assert main(["mat", *words]) == 2
        assert why in capsys.readouterr().err
        assert not list(tmp_path.iterdir())

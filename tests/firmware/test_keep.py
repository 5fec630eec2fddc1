"""A misread picture becomes a test: the notation, and the one command."""

import tomllib

import cv2
import numpy as np
import pytest

from firmware.cli import main
from firmware.errors import ExpectationError, KeepError
from firmware.expected import disagreements, parse_expected, read_in
from firmware.keep import load_corpus
from vision import BoardReader, BoardReading, Colour, DieReading, PanelFit, Reason, Status, load_layout
from vision.synthetic import Scene, SceneCamera, TableArtist, lay_die

LAYOUT = load_layout("reference-a3")


def die(space, value=None, reason=None):
    status = Status.READ if reason is None else Status.UNSURE
    return DieReading(Colour.BLUE, value, 0.9, status, reason, (0.0, 0.0), space)


READING = BoardReading(
    PanelFit(0.1),
    (die("axis.pilot", 4), die("gear.1", None, Reason.COCKED)),
    covered=frozenset({"flaps.2"}),
)


@pytest.mark.parametrize(
    "text",
    [
        "axis.pilot=blue 4",
        "axis.pilot = blue 4?, gear.1=unsure",
        "gear.1=blue 2?, flaps.2=unsure, flaps.1=empty",
        "axis.pilot=blue 4, gear.1=empty?, flaps.2=orange 1?, else=empty",
        "axis.pilot=blue 4, else=empty?",
    ],
)
def test_what_is_so_is_agreed_with(text):
    assert disagreements(parse_expected(text, LAYOUT), READING) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("axis.pilot=blue 5", ["axis.pilot: blue 4, expected blue 5"]),
        ("axis.pilot=blue 5?", ["axis.pilot: blue 4, expected blue 5?"]),
        ("axis.pilot=orange 4", ["axis.pilot: blue 4, expected orange 4"]),
        ("axis.pilot=unsure", ["axis.pilot: blue 4, expected unsure"]),
        ("axis.pilot=empty?", ["axis.pilot: blue 4, expected empty?"]),
        ("gear.1=blue 2", ["gear.1: unsure (cocked), expected blue 2"]),
        ("gear.1=empty", ["gear.1: unsure (cocked), expected empty"]),
        ("flaps.2=empty", ["flaps.2: covered, expected empty"]),
        ("gear.2=blue 1?", ["gear.2: empty, expected blue 1?"]),
        ("axis.pilot=blue 4, else=empty",
         ["flaps.2: covered, expected empty", "gear.1: unsure (cocked), expected empty"]),
    ],
)  # fmt: skip
def test_what_is_not_so_is_named(text, lines):
    assert disagreements(parse_expected(text, LAYOUT), READING) == lines


def test_two_values_in_one_space_are_no_value():
    twice = BoardReading(PanelFit(0.1), (die("axis.pilot", 4), die("axis.pilot", 4)))
    assert read_in("axis.pilot", twice) == "blue 4 and blue 4"
    assert len(disagreements(parse_expected("axis.pilot=blue 4", LAYOUT), twice)) == 1


def test_without_a_panel_nothing_is_agreed_with():
    assert disagreements(parse_expected("else=empty", LAYOUT), BoardReading(None)) == [
        "the panel was not found"
    ]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("axis.pilot=green 4", "blue 4"),
        ("axis.pilot=blue 7", "blue 4"),
        ("axis.pilot", "blue 4"),
        ("axle=blue 4", "axis.pilot"),
        ("gear.1=empty, gear.1=unsure", "twice"),
        (" , ", "nothing"),
    ],
)
def test_other_words_are_refused_and_the_right_ones_named(text, word):
    with pytest.raises(ExpectationError, match=word):
        parse_expected(text, LAYOUT)


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """A drawn table with a blue 4 on the axis, in a file with a name that tells of its owner."""
    laid = lay_die(LAYOUT, "axis.pilot", Colour.BLUE, 4, seed=1)
    frame = TableArtist(LAYOUT, SceneCamera()).draw(Scene(dice=(laid,)), seed=3)
    path = tmp_path_factory.mktemp("pictures") / "My Table.png"
    cv2.imwrite(str(path), frame[:, :, ::-1])
    return path


def keep(capsys, picture, folder, expected, *words):
    status = main(["read", "--keep-as-test", expected, "--corpus", str(folder), *words, str(picture)])
    return status, *capsys.readouterr()


def test_one_command_makes_a_picture_a_test(capsys, picture, tmp_path):
    """Nothing but the panel is in it, and it is read as the picture was."""
    status, out, _ = keep(
        capsys,
        picture,
        tmp_path,
        "axis.pilot=blue 4, else=empty",
        "--condition",
        "low sun",
        "--source",
        "Ann, MIT",
    )
    assert status == 0
    assert "the test passes" in out
    (case,) = load_corpus(tmp_path)
    assert (case.name, case.condition, case.source) == ("low-sun-my-table", "low sun", "Ann, MIT")
    assert case.disagreements(BoardReader(LAYOUT)) == []
    stored = cv2.imread(str(case.picture))
    assert stored.shape == cv2.imread(str(picture)).shape
    assert not stored[:20].any()
    assert case.picture.stat().st_size < 150_000


def test_a_misread_picture_makes_a_test_that_fails_and_says_how(capsys, picture, tmp_path):
    """Told that a blue 5 lies there, the test shows today's mistake."""
    status, out, _ = keep(capsys, picture, tmp_path, "axis.pilot=blue 5")
    assert status == 0
    assert "axis.pilot: blue 4, expected blue 5" in out
    (case,) = load_corpus(tmp_path)
    assert case.disagreements(BoardReader(LAYOUT)) == ["axis.pilot: blue 4, expected blue 5"]
    assert "# axis.pilot: blue 4" in (tmp_path / f"{case.name}.toml").read_text()


def test_a_picture_that_is_read_by_what_lies_around_the_panel_is_not_kept(
    capsys, picture, tmp_path, monkeypatch
):
    """A reader that looks at the picture's corner would test something else without it."""
    honest = BoardReader.read
    monkeypatch.setattr(
        BoardReader,
        "read",
        lambda self, frame: honest(self, frame) if frame[0, 0].any() else BoardReading(None),
    )
    status, out, _ = keep(capsys, picture, tmp_path, "axis.pilot=blue 4")
    assert status == 1
    assert "not kept" in out
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_kept_twice_nor_into_nowhere_nor_without_a_panel(capsys, picture, tmp_path):
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((864, 1536, 3), 90, np.uint8))
    assert keep(capsys, picture, tmp_path, "axis.pilot=blue 4")[0] == 0
    for image, folder, expected in (
        (picture, tmp_path, "axis.pilot=blue 4"),
        (picture, tmp_path / "none", "axis.pilot=blue 4"),
        (blank, tmp_path, "axis.pilot=blue 4"),
        (picture, tmp_path, "axis.pilot=blue"),
    ):
        status, out, err = keep(capsys, image, folder, expected)
        assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("words", [["--loose", "a.png"], ["a.png", "b.png"]])
def test_one_picture_of_a_panel_is_kept_at_a_time(words):
    with pytest.raises(SystemExit, match="2"):
        main(["read", "--keep-as-test", "axis.pilot=blue 4", *words])


@pytest.mark.parametrize("truth", ["", "[", 'picture = "a.jpg"\ncondition = "x"\nsource = "y"\nexpected = 3'])
def test_a_broken_truth_is_named(tmp_path, truth):
    (tmp_path / "a.toml").write_text(truth)
    with pytest.raises(KeepError, match=r"a\.toml"):
        list(load_corpus(tmp_path))


def test_quotes_in_a_source_do_not_break_the_truth(capsys, picture, tmp_path):
    source = 'Ann "the eye" Ng \\ MIT'
    assert keep(capsys, picture, tmp_path, "axis.pilot=blue 4", "--source", source)[0] == 0
    (path,) = tmp_path.glob("*.toml")
    assert tomllib.loads(path.read_text())["source"] == source

"""`jumpseat calibrate`: from pictures to a profile that is read by, and one line where it cannot be."""

import json

import cv2
import pytest

from firmware.app import build
from firmware.calibrate import parse_move
from firmware.cli import main
from firmware.config import Config, PanelConfig
from vision import Colour, ProfileError, load_layout, load_profile
from vision.measuring import resized
from vision.synthetic import Scene, SceneCamera, SceneDie, TableArtist, lay_die

OWNERS = resized(load_layout("control-panel").with_modules([]), (1.04, 1.01))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three pictures of an owner's empty panel, and two with a die on it."""
    folder = tmp_path_factory.mktemp("pictures")
    table = TableArtist(OWNERS, SceneCamera.over(OWNERS, turn_deg=90.0, height_mm=530.0))
    for number in range(3):
        save(folder / f"empty{number}.png", table.draw(Scene(), seed=number))
    die = lay_die(OWNERS, "axis.pilot", Colour.BLUE, 4, seed=1, edge_mm=14.0)
    x, y = OWNERS.space("gear.3").centre_mm
    elsewhere = SceneDie(x + 28.0, y + 30.0, 5.0, Colour.BLUE, 6, edge_mm=14.0)
    save(folder / "die.png", table.draw(Scene(dice=(die,)), seed=4))
    save(folder / "moved.png", table.draw(Scene(dice=(elsewhere,)), seed=5))
    return folder


def save(path, frame):
    path.write_bytes(cv2.imencode(".png", frame[:, :, ::-1])[1].tobytes())


def run(capsys, *words):
    try:
        status = main([str(word) for word in words])
    except SystemExit as leaving:
        status = leaving.code
    out, err = capsys.readouterr()
    return status, out, err


def one_line(err):
    return err.endswith("\n") and err.count("\n") == 1 and "Traceback" not in err


def empties(folder):
    return ["--image", *(folder / f"empty{number}.png" for number in range(3))]


def test_a_panel_is_measured_learned_and_read_by_its_profile(capsys, folder, tmp_path):
    status, out, err = run(capsys, "calibrate", *empties(folder), "--profiles", tmp_path, "--die-edge", 14)
    assert (status, err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert lines["panel"].startswith("control-panel, markers 4 5 6 7")
    assert "29 spaces learned from 3 pictures" in lines["print"]
    assert lines["profile"] == str(tmp_path / "mine.profile")
    assert load_profile(tmp_path / "mine.profile").die_edge_mm == 14.0
    reading = ["read", "--profile", "mine", "--profiles", tmp_path, "--json"]
    status, out, _ = run(capsys, *reading, folder / "die.png", folder / "empty1.png")
    with_die, without = (json.loads(line) for line in out.splitlines())
    assert [(die["space"], die["value"]) for die in with_die["dice"]] == [("axis.pilot", 4)]
    assert (status, without["dice"], without["covered"]) == (0, [], [])


def test_a_space_is_moved_and_stays_moved_until_it_is_put_back(capsys, folder, tmp_path):
    x, y = OWNERS.space("gear.3").centre_mm
    words = ["calibrate", *empties(folder), "--profiles", tmp_path, "--json", "--name", "kitchen"]
    status, out, _ = run(capsys, *words, "--move", f"gear.3={x + 28},{y + 30}")
    assert (status, list(json.loads(out)["moved"])) == (0, ["gear.3"])
    _, out, _ = run(
        capsys, "read", "--profile", "kitchen", "--profiles", tmp_path, "--json", folder / "moved.png"
    )
    assert [(die["space"], die["value"]) for die in json.loads(out)["dice"]] == [("gear.3", 6)]
    assert list(json.loads(run(capsys, *words)[1])["moved"]) == ["gear.3"]
    assert json.loads(run(capsys, *words, "--move", "gear.3=")[1])["moved"] == {}


def test_a_die_on_the_panel_is_said_and_nothing_is_kept(capsys, folder, tmp_path):
    status, out, err = run(
        capsys, "calibrate", "--image", folder / "die.png", "--profiles", tmp_path, "--empty"
    )
    assert (status, err) == (1, "")
    assert out.splitlines()[-1].startswith("Not calibrated. A die seems to lie on axis.pilot")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_without_a_panel_is_answered_with_what_to_do(capsys, folder, tmp_path):
    save(tmp_path / "grey.png", cv2.imread(str(folder / "die.png")) * 0 + 128)
    status, out, _ = run(capsys, "calibrate", "--image", tmp_path / "grey.png", "--profiles", tmp_path)
    assert (status, out.count("\n")) == (1, 1)
    assert "all four markers" in out


def test_the_simulated_tables_mat_can_be_calibrated(capsys, tmp_path):
    status, out, err = run(capsys, "calibrate", "--sim", "--json", "--profiles", tmp_path)
    found = json.loads(out)
    assert (status, err, found["panel"], found["pictures"]) == (0, "", "reference-a3", 5)
    assert found["scale"] == [1.0, 1.0]
    assert found["noise"] > 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--move", "gear.1"], "is not SPACE=X,Y"),
        (["--move", "gear.1=3"], "is not SPACE=X,Y"),
        (["--die-edge", "40"], "must be 8 to 25"),
        (["--view", "3"], "must be 20 to 120"),
        (["--name", "../up"], "no name for a profile"),
        (["--move", "gear.9=1,2"], "no space named 'gear.9'"),
        (["--move", "gear.9="], "no space named 'gear.9'"),
        (["--move", "gear.1=60,160"], "would lie on gear.3"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_is_one_line_and_status_2(capsys, tmp_path, words, why):
    status, out, err = run(capsys, "calibrate", "--sim", "--profiles", tmp_path, *words)
    assert (status, out) == (2, "")
    assert one_line(err)
    assert why in err


def test_without_a_camera_it_is_said_what_to_do(capsys):
    status, _, err = run(capsys, "calibrate")
    assert (status, one_line(err), "--image FILE" in err) == (2, True, True)


def test_a_damaged_profile_is_said_by_whoever_reads_it(capsys, folder, tmp_path):
    (tmp_path / "mine.profile").write_text("no profile")
    status, _, err = run(capsys, "read", "--profile", "mine", "--profiles", tmp_path, folder / "die.png")
    assert (status, one_line(err), "calibrate again" in err) == (2, True, True)
    config = Config(panel=PanelConfig("mine", str(tmp_path)))
    with pytest.raises(ProfileError):
        build(config, console=None, clock=None, folder=tmp_path, name="game")
    assert not (tmp_path / "game.flight").exists()


def test_a_move_is_a_space_and_a_place():
    assert parse_move("gear.1=17.5,118") == ("gear.1", (17.5, 118.0))
    assert parse_move("gear.1=") == ("gear.1", None)

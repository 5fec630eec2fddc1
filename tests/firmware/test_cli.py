"""The `jumpseat` command: contracts on standard output, exit status, and one clear line on trouble."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.bench_rules import bench_rules
from firmware.cli import main
from vision import Colour, load_layout
from vision.synthetic import Scene, SceneCamera, TableArtist, lay_die

FLIGHTS = Path(__file__).parent.parent / "rules" / "flights"


@pytest.fixture(scope="module")
def layout():
    return load_layout("reference-a3")


@pytest.fixture(scope="module")
def picture(layout, tmp_path_factory):
    """A drawn table with a blue 4 on the axis and an orange 2 on the engines."""
    dice = (
        lay_die(layout, "axis.pilot", Colour.BLUE, 4, seed=1),
        lay_die(layout, "engines.copilot", Colour.ORANGE, 2, seed=2),
    )
    frame = TableArtist(layout, SceneCamera()).draw(Scene(dice=dice), seed=3)
    path = tmp_path_factory.mktemp("pictures") / "table.jpg"
    path.write_bytes(cv2.imencode(".jpg", frame[:, :, ::-1])[1].tobytes())
    path.with_suffix(".json").write_text(json.dumps({"art": False, "kinds": [], "dice": [
        {"space": "axis.pilot", "colour": "blue", "value": 4, "cocked": False, "hidden": False},
        {"space": "engines.copilot", "colour": "orange", "value": 2, "cocked": False, "hidden": False},
    ]}))  # fmt: skip
    return path


def run(capsys, *words):
    """The exit status, what was printed, and what was said on standard error."""
    try:
        status = main([str(word) for word in words])
    except SystemExit as leaving:
        status = leaving.code
    out, err = capsys.readouterr()
    return status, out, err


def one_line(err):
    return err.endswith("\n") and err.count("\n") == 1 and "Traceback" not in err


class TestPlay:
    def test_a_flight_ends_with_its_result_and_a_record_that_replays(self, capsys, tmp_path):
        status, out, err = run(
            capsys, "play", "--sim", "--headless", "--fast", "--seed", 6, "--records", tmp_path
        )
        assert (status, err) == (0, "")
        *result, record = out.splitlines()[-1].split(" ")
        assert result == ["LOST", "mandatory-missing"]
        assert Path(record).parent == tmp_path
        status, out, _ = run(capsys, "replay", record)
        assert (status, "LOST mandatory-missing" in out) == (0, True)

    @pytest.mark.parametrize(
        ("scenario", "why"),
        [
            ("XYZ", "unknown scenario"),
            ("BUD-yellow", "yet; play YUL-green"),
            ("TGU-red", "Abilities: is missing"),
        ],
    )
    def test_a_scenario_that_cannot_be_is_refused_before_anything_is_written(
        self, capsys, tmp_path, scenario, why
    ):
        status, out, err = run(capsys, "play", "--sim", "--scenario", scenario, "--records", tmp_path)
        assert (status, out) == (2, "")
        assert one_line(err)
        assert why in err
        assert list(tmp_path.iterdir()) == []

    def test_records_that_cannot_be_written_are_said(self, capsys, tmp_path):
        (tmp_path / "file").write_text("")
        status, _, err = run(capsys, "play", "--sim", "--headless", "--fast", "--records", tmp_path / "file")
        assert status == 2
        assert one_line(err)

    def test_a_wrong_configuration_is_said(self, capsys, tmp_path):
        (tmp_path / "wrong.toml").write_text("[game]\nscenario = 3\n")
        status, _, err = run(capsys, "play", "--sim", "--config", tmp_path / "wrong.toml")
        assert status == 2
        assert one_line(err)
        assert "[game] scenario: is 3, but must be text in quotes" in err

    @pytest.mark.parametrize("words", [["--games", "0"], ["--seed", "x"], ["--fly"]], ids=" ".join)
    def test_wrong_use_is_one_line(self, capsys, words):
        status, out, err = run(capsys, "play", *words)
        assert (status, out) == (2, "")
        assert one_line(err)


class TestReplay:
    def test_states_are_one_object_a_line_and_nothing_else(self, capsys):
        for record in sorted(FLIGHTS.glob("*.flight")):
            wanted = [json.loads(line) for line in record.with_suffix(".jsonl").read_text().splitlines()]
            status, out, err = run(capsys, "replay", "--states", record)
            assert [json.loads(line) for line in out.splitlines()] == wanted
            assert (status, err) == (1 if "illegal" in wanted[-1] else 0, "")

    def test_of_several_files_each_object_names_its_own_and_the_highest_status_wins(self, capsys, tmp_path):
        good = tmp_path / "good.flight"
        good.write_text('[Game "skyteam"]\n[Scenario "YUL-green"]\nroll\n')
        bad = tmp_path / "bad.flight"
        bad.write_text('[Game "skyteam"]\n[Scenario "YUL-green"]\nroll\npilot 7 axis.pilot\n')
        status, out, err = run(capsys, "replay", "--states", good, bad, good)
        assert status == 2
        assert [json.loads(line)["file"] for line in out.splitlines()] == [str(good)] * 4
        assert err.startswith(f"{bad}:4: ")
        assert one_line(err)

    def test_a_missing_file_and_one_that_is_no_text_have_status_2(self, capsys, tmp_path):
        (tmp_path / "bad.flight").write_bytes(b"\xff\xfe\n")
        for name in ("none.flight", "bad.flight"):
            status, out, err = run(capsys, "replay", tmp_path / name)
            assert (status, out) == (2, "")
            assert one_line(err)


KEYS = {"file", "panel", "panel_residual_px", "dice", "covered", "tokens", "light", "ms"}
DIE_KEYS = {"space", "colour", "value", "confidence", "status", "reason", "centre_px", "centre_mm"}


class TestRead:
    def test_a_panel_is_one_object_a_picture(self, capsys, picture):
        status, out, err = run(capsys, "read", "--json", picture)
        found = json.loads(out)
        assert (status, err, set(found), found["panel"]) == (0, "", KEYS, "found")
        assert all(set(die) == DIE_KEYS for die in found["dice"])
        read = {(die["space"], die["colour"], die["value"], die["status"]) for die in found["dice"]}
        assert read == {("axis.pilot", "blue", 4, "read"), ("engines.copilot", "orange", 2, "read")}

    def test_loose_dice_know_no_panel(self, capsys, picture):
        status, out, _ = run(capsys, "read", "--loose", "--json", picture)
        found = json.loads(out)
        assert (status, set(found)) == (0, {"file", "dice", "ms"})
        assert all(set(die) == DIE_KEYS - {"space", "centre_mm"} for die in found["dice"])

    def test_people_get_lines_and_pictures(self, capsys, picture, tmp_path):
        status, out, _ = run(capsys, "read", "--overlay", tmp_path / "seen", picture)
        assert status == 0
        assert "axis.pilot" in out
        assert cv2.imread(str(tmp_path / "seen" / "table.png")).shape == (864, 1536, 3)

    def test_an_unreadable_file_is_named_and_the_others_are_read(self, capsys, picture, tmp_path):
        (tmp_path / "text.jpg").write_text("no picture")
        missing = tmp_path / "none.jpg"
        status, out, err = run(capsys, "read", "--json", tmp_path / "text.jpg", picture, missing)
        assert status == 2
        assert [json.loads(line)["file"] for line in out.splitlines()] == [str(picture)]
        assert ["text.jpg" in err.splitlines()[0], "none.jpg" in err.splitlines()[1]] == [True, True]
        assert err.count("\n") == 2

    @pytest.mark.parametrize("loose", [[], ["--loose"]], ids=["panel", "loose"])
    @pytest.mark.parametrize(
        "shape", [(1, 1, 3), (1, 2000, 3), (16, 16, 3), (65, 64, 4), (333, 517)], ids=str
    )
    def test_a_picture_of_any_size_and_kind_has_an_answer(self, capsys, tmp_path, shape, loose):
        noise = np.random.default_rng(1).integers(0, 255, shape, dtype=np.uint8)
        (tmp_path / "odd.png").write_bytes(cv2.imencode(".png", noise)[1].tobytes())
        status, out, err = run(capsys, "read", "--json", *loose, tmp_path / "odd.png")
        assert (status, err) == (0, "")
        assert [die for die in json.loads(out)["dice"] if die["status"] == "read"] == []

    def test_an_overlay_that_cannot_be_saved_is_said(self, capsys, picture, tmp_path):
        (tmp_path / "file").write_text("")
        status, _, err = run(capsys, "read", "--overlay", tmp_path / "file" / "folder", picture)
        assert status == 2
        assert one_line(err)

    def test_no_panel_and_no_light_are_answers(self, capsys, tmp_path, layout):
        dark = TableArtist(layout, SceneCamera()).draw(Scene(brightness=0.01), seed=1)
        (tmp_path / "dark.png").write_bytes(cv2.imencode(".png", dark)[1].tobytes())
        (tmp_path / "grey.png").write_bytes(cv2.imencode(".png", dark * 0 + 128)[1].tobytes())
        status, out, err = run(capsys, "read", "--json", tmp_path / "dark.png", tmp_path / "grey.png")
        assert (status, err) == (0, "")
        answers = [json.loads(line) for line in out.splitlines()]
        assert answers[0]["light"] == "dark"
        assert answers[1]["panel"] == "not-found"
        assert [answer["dice"] for answer in answers] == [[], []]

    def test_an_unknown_profile_is_refused(self, capsys, picture):
        status, out, err = run(capsys, "read", "--profile", "nobody's", picture)
        assert (status, out) == (2, "")
        assert one_line(err)


class TestBench:
    def test_vision_prints_a_row_a_condition(self, capsys, picture):
        status, out, _ = run(capsys, "bench", "vision", picture.parent)
        assert status == 0
        rows = out.splitlines()
        assert [row.split()[0] for row in rows[1:4]] == ["condition", "plain", "all"]
        assert rows[0].endswith("1 pictures, 2 dice")
        assert rows[-1].startswith("Measured on one thread of ")
        status, out, _ = run(capsys, "bench", "vision", picture.parent, "--json")
        everything = json.loads(out.splitlines()[-1])
        counted = {key: everything[key] for key in ("pictures", "dice", "right", "wrong", "phantom")}
        assert counted == {"pictures": 1, "dice": 2, "right": 2, "wrong": 0, "phantom": 0}

    def test_every_line_of_json_says_which_set_and_which_machine(self, capsys, picture):
        _, out, _ = run(capsys, "bench", "vision", picture.parent, picture.parent, "--json")
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row["condition"] for row in rows] == ["plain", "all"] * 2
        assert {row["set"] for row in rows} == {picture.parent.name}
        assert all(row["machine"] and row["memory_mb"] > 0 and row["threads"] == 1 for row in rows)

    def test_the_readmes_table(self, capsys, picture):
        status, out, _ = run(capsys, "bench", "vision", picture.parent, "--markdown")
        assert status == 0
        assert out.splitlines()[3].startswith(f"| {picture.parent.name}, all (1) | 2 | 100.0 (34.2-100.0) |")

    def test_failures_are_drawn_and_confidence_is_plotted(self, capsys, picture, tmp_path):
        """A truth that says orange 3 where an orange 2 lies makes a failure."""
        copy = tmp_path / "set" / picture.name
        copy.parent.mkdir()
        copy.write_bytes(picture.read_bytes())
        copy.with_suffix(".json").write_text(
            picture.with_suffix(".json").read_text().replace('"value": 2', '"value": 3')
        )
        drawn, plot = tmp_path / "drawn", tmp_path / "plot.png"
        status, _, err = run(
            capsys, "bench", "vision", copy.parent, "--failures", drawn, "--plot", plot, "--json"
        )
        assert status == 0
        assert one_line(err)
        assert [path.name for path in drawn.rglob("*.png")] == ["wrong-table-engines.copilot.png"]
        sizes = [cv2.imread(str(path)).shape for path in (*drawn.rglob("*.png"), plot)]
        assert sizes == [(432 + 80, 432 + 768, 3), (600, 600, 3)]

    def test_a_set_of_loose_dice_is_read_without_a_panel(self, capsys, picture, tmp_path):
        (tmp_path / "images").mkdir()
        (tmp_path / "images" / "a.jpg").write_bytes(picture.read_bytes())
        labels = [{"file": "a.jpg", "dice": [[1, 2, 9, 9, 4, "blue"]]}]
        (tmp_path / "labels.json").write_text(json.dumps(labels))
        status, out, _ = run(capsys, "bench", "vision", tmp_path, "--json")
        rows = [json.loads(line) for line in out.splitlines()]
        assert status == 0
        assert [(row["condition"], row["dice"]) for row in rows] == [("blue", 1), ("all", 1)]

    def test_a_folder_without_pictures_or_truth_is_refused(self, capsys, picture, tmp_path):
        for folder in (tmp_path, tmp_path / "none"):
            status, out, err = run(capsys, "bench", "vision", folder)
            assert (status, out) == (2, "")
            assert one_line(err)
        (tmp_path / "a.jpg").write_bytes(picture.read_bytes())
        status, _, err = run(capsys, "bench", "vision", tmp_path)
        assert status == 2
        assert "a.json" in err


class TestScenarios:
    def test_all_sixty_are_listed_with_their_modules(self, capsys):
        status, out, _ = run(capsys, "scenarios")
        assert (status, len(out.splitlines())) == (0, 60)
        assert "TGU-red          base       track RB  2 abilities  kerosene wind" in out

    def test_json_is_one_object_a_scenario(self, capsys):
        status, out, _ = run(capsys, "scenarios", "--json")
        entries = [json.loads(line) for line in out.splitlines()]
        assert (status, len({entry["id"] for entry in entries})) == (0, 60)
        assert entries[0]["modules"] == []


class TestBenchRules:
    @pytest.mark.parametrize("as_json", [True, False], ids=["json", "people"])
    def test_each_scenario_has_its_row(self, capsys, as_json):
        assert bench_rules(["YUL-green", "MAD-yellow-turb", "LGA-yellow"], as_json=as_json, seconds=0.01) == 0
        out = capsys.readouterr().out
        rows = (
            [json.loads(line)["games"] > 0 for line in out.splitlines()] if as_json else out.splitlines()[1:]
        )
        assert len(rows) == 3
        assert all(rows)

    @pytest.mark.parametrize("words", [["rules", "."], ["vision"], ["rules", "--markdown"]], ids=" ".join)
    def test_only_pictures_need_a_folder(self, capsys, words):
        status, out, err = run(capsys, "bench", *words)
        assert (status, out) == (2, "")
        assert one_line(err)


@pytest.mark.parametrize("words", [[], ["fly"], ["replay"], ["read"], ["bench", "speed", "."]], ids=str)
def test_wrong_use_is_one_line_and_status_2(capsys, words):
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert one_line(err)

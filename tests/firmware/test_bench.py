"""How readings are scored, class by class, and how the figures of a run are shown."""

import importlib.util
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from firmware.errors import TruthError
from firmware.figures import Score, markdown, reliability_table, summary
from firmware.intervals import wilson
from firmware.machine import machine_name, peak_memory_mb
from firmware.reliability import calibration_error, plot, reliability
from firmware.truth import Ending, LooseTruth, Offer, TableTruth, load_set

SPACES = ["axis.pilot", "gear.1", "flaps.2", "brakes.3", None]
TALLY = {"cocked-refused": Ending.REFUSED, "hidden-unread": Ending.HIDDEN}
"""What the shared score calls some endings."""


def said(space, colour="blue", value=4, reason=None, at=(10.0, 10.0), confidence=0.9):
    status = "read" if reason is None else "unsure"
    return {"space": space, "colour": colour, "value": value, "status": status, "reason": reason,
            "confidence": confidence, "centre_px": list(at)}  # fmt: skip


def table(cocked=False, hidden=False):
    die = {"space": "axis.pilot", "colour": "blue", "value": 4, "cocked": cocked, "hidden": hidden,
           "top_px": [100, 100]}  # fmt: skip
    return TableTruth((die,), ("plain",))


CASES = {
    "read right": (table(), [said("axis.pilot")], [], {"right": 1}),
    "wrong value": (table(), [said("axis.pilot", value=5)], [], {"wrong": 1}),
    "wrong colour": (table(), [said("axis.pilot", "orange")], [], {"wrong": 1}),
    "wrong space": (table(), [said("gear.1")], [], {"missed": 1, "phantom": 1}),
    "read twice": (table(), [said("axis.pilot"), said("axis.pilot")], [], {"wrong": 1}),
    "unsure": (table(), [said("axis.pilot", reason="pips")], [], {"asked": 1}),
    "unsure beside the space": (table(), [said(None, value=None, reason="pips", at=(110, 80))], [],
                                {"asked": 1, "needless": 1}),
    "unsure far away": (table(), [said(None, value=None, reason="pips", at=(200, 80))], [],
                        {"missed": 1, "needless": 1}),
    "covered": (table(), [], ["axis.pilot"], {"asked": 1}),
    "nothing said": (table(), [], [], {"missed": 1}),
    "hidden and not read": (table(hidden=True), [], ["axis.pilot"], {"hidden": 1}),
    "hidden and read right": (table(hidden=True), [said("axis.pilot")], [], {"right": 1}),
    "cocked and refused": (table(cocked=True), [said("axis.pilot", reason="cocked")], [], {"refused": 1}),
    "cocked and read": (table(cocked=True), [said("axis.pilot")], [], {"phantom": 1}),
    "a die from nowhere": (table(), [said("axis.pilot"), said("gear.1")], [], {"right": 1, "phantom": 1}),
    "a doubt from nowhere": (table(), [said("axis.pilot"), said("gear.1", None, None, "pips")], [],
                             {"right": 1, "needless": 1}),
}  # fmt: skip


def endings(truth, answer):
    return Counter(str(outcome.ending) for outcome in truth.outcomes(answer))


@pytest.mark.parametrize(("truth", "dice", "covered", "counts"), CASES.values(), ids=CASES)
def test_each_die_of_a_table_ends_in_one_class(truth, dice, covered, counts):
    assert endings(truth, {"dice": dice, "covered": covered}) == counts


LOOSE = LooseTruth(((90, 90, 20, 20, 4, "white"), (290, 90, 20, 20, 6, "red", "logo")), complete=True)


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ([said(None, at=(104, 97))], {"right": 1}),
        ([said(None, at=(104, 97), value=5)], {"wrong": 1}),
        ([said(None, at=(104, 97), reason="pips")], {"asked": 1}),
        ([said(None, at=(114, 100))], {"missed": 1, "phantom": 1}),
        ([said(None, at=(114, 100), reason="pips")], {"missed": 1, "needless": 1}),
        ([said(None, at=(103, 97), value=5), said(None, at=(101, 100))], {"right": 1, "phantom": 1}),
        ([said(None, at=(300, 100))], {"missed": 1}),
    ],
    ids=["right", "wrong", "asked", "too far", "doubt too far", "the nearest counts", "a logo is no face"],
)
def test_each_loose_die_ends_in_one_class(dice, counts):
    assert endings(LOOSE, {"dice": dice}) == counts


def test_where_not_every_die_is_labelled_nothing_is_a_phantom():
    some = LooseTruth(LOOSE.dice, complete=False)
    assert endings(some, {"dice": [said(None, at=(600, 600))]}) == {"missed": 1}


def test_a_die_counts_towards_its_pictures_conditions_or_its_own_colour():
    on_panel, loose = table().outcomes({}), LOOSE.outcomes({"dice": []})
    assert [outcome.conditions for outcome in (*on_panel, *loose)] == [("plain",), ("white",)]


def test_the_classes_are_those_of_the_shared_score(shared: Path | None):
    """Many pictures of chance: the same counts as the script that acceptance uses."""
    if shared is None:
        return
    score = shared_score(shared / "tools" / "score_readings.py")
    for seed in range(300):
        rng = np.random.default_rng(seed)
        dice = tuple(chance_die(rng, space) for space in SPACES[:4] if rng.random() < 0.7)
        answer = chance_answer(rng, SPACES)
        tally: Counter[str] = Counter()
        known = {"art": True, "kinds": [], "dice": dice}
        score.score_table(known, {"panel": "found", **answer}, tally, {"art": Counter()})
        theirs = Counter({str(TALLY.get(name, name)): count for name, count in tally.items()})
        assert without_needless(TableTruth(dice, ("art",)), answer) == theirs, seed


def test_loose_classes_are_those_of_the_shared_score(shared: Path | None):
    if shared is None:
        return
    score = shared_score(shared / "tools" / "score_readings.py")
    for seed in range(300):
        rng = np.random.default_rng(seed)
        dice = tuple((*rng.uniform(0, 160, 2), 40.0, 36.0, int(rng.integers(1, 7)), "white",
                      *(["logo"] if rng.random() < 0.2 else [])) for _ in range(4))  # fmt: skip
        answer, complete = chance_answer(rng, [None]), bool(rng.random() < 0.8)
        tally: Counter[str] = Counter()
        score.score_loose({"dice": dice, "complete": complete}, answer, tally)
        assert without_needless(LooseTruth(dice, complete), answer) == +tally, seed


def shared_score(path):
    spec = importlib.util.spec_from_file_location("score_readings", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def without_needless(truth, answer):
    counts = endings(truth, answer)
    del counts["needless"]
    return counts


def chance_die(rng, space):
    return {"space": space, "colour": ["blue", "orange"][rng.integers(2)], "value": int(rng.integers(1, 4)),
            "cocked": bool(rng.random() < 0.2), "hidden": bool(rng.random() < 0.2),
            "top_px": [*rng.uniform(0, 160, 2)]}  # fmt: skip


def chance_answer(rng, spaces):
    dice = [
        said(
            spaces[rng.integers(len(spaces))],
            ["blue", "orange"][rng.integers(2)],
            int(rng.integers(1, 4)) if rng.random() < 0.8 else None,
            None if rng.random() < 0.7 else "pips",
            tuple(rng.uniform(0, 200, 2)),
        )
        for _ in range(rng.integers(7))
    ]
    return {"dice": dice, "covered": [space for space in spaces if space and rng.random() < 0.2]}


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 100, 0.0, 0.037), (50, 100, 0.404, 0.596), (100, 100, 0.963, 1.0)],
)
def test_the_interval_of_a_share(hits, total, low, high):
    """Wilson (1927); values checked against published tables."""
    assert wilson(hits, total) == pytest.approx((low, high), abs=0.0005)


OFFERS = [
    *[Offer(0.999, True, True)] * 98,
    *[Offer(0.999, False, True)] * 2,
    *[Offer(1.0, True, True)] * 10,
    Offer(0.4, False, False),
]


def test_confidence_is_held_against_what_was_so():
    low, high = reliability(OFFERS)
    assert (low.low, low.count, low.right) == (0.0, 1, 0)
    assert (high.low, high.count, high.right) == (0.995, 110, 108)
    assert calibration_error([low, high]) == pytest.approx((0.4 + 110 * abs(109.9 / 110 - 108 / 110)) / 111)
    assert calibration_error([]) is None


def test_the_plot_shows_each_bin_where_it_belongs():
    empty, full = (plot(reliability(offers), (), "a set") for offers in ([], [Offer(0.8, True, True)]))
    changed = np.argwhere((empty != full).any(axis=2))
    up, across = changed[:, 0], changed[:, 1]
    assert across.mean() == pytest.approx(60 + 0.8 * 480, abs=2)
    assert up.min() < 60 + 5
    assert up.max() == pytest.approx(60 + (1 - wilson(1, 1)[0]) * 480, abs=2)


def score():
    one = Score()
    for ms in (10.0, 12.0, 30.0):
        one.add_picture(ms, panel_found=ms < 30)
    for outcome in table().outcomes({"dice": [said("axis.pilot"), said("gear.1", value=2)]}):
        one.add(outcome)
    return one


def test_a_condition_says_all_that_was_counted():
    row = summary("plain", score())
    counted = {name: row[name] for name in ("pictures", "dice", "right", "phantom", "panel_not_found")}
    assert counted == {"pictures": 3, "dice": 1, "right": 1, "phantom": 1, "panel_not_found": 1}
    assert (row["ms_median"], row["right_share"], row["false_share"]) == (12.0, 1.0, 0.5)
    assert row["false_interval"] == [round(x, 6) for x in wilson(1, 2)]
    assert row["reliability"]["accepted"][0]["right_interval"] == row["false_interval"]
    assert "0.900-0.950" in reliability_table(row)


def test_the_readmes_table_names_the_set_and_what_it_was_measured_on():
    lines = markdown([{"set": "tables", **summary("all", score())}], ["Measured on an abacus."]).splitlines()
    assert lines[2].startswith("| tables, all (3) | 1 | 100.0 (20.7-100.0) | 50.0 (9.5-90.5) |")
    assert lines[2].endswith("| 0 | 0 | 12.0 | 28.2 |")
    assert len({line.count("|") for line in lines[:3]}) == 1
    assert lines[-1] == "Measured on an abacus."


def test_a_machine_is_named_by_its_own_words(tmp_path):
    about = tmp_path / "cpuinfo"
    about.write_text("processor\t: 0\nBogoMIPS\t: 38.40\n\nModel\t\t: Raspberry Pi Zero 2 W Rev 1.0\n")
    assert machine_name(about).startswith("Raspberry Pi Zero 2 W Rev 1.0, ")
    about.write_text("processor\t: 0\nmodel name\t: Fast One 3000\nprocessor\t: 1\n")
    assert machine_name(about).startswith("Fast One 3000, ")
    assert "Python 3." in machine_name(tmp_path / "none")


def test_memory_is_that_of_the_whole_process():
    before = peak_memory_mb()
    filled = np.ones(40_000_000, np.uint8)
    assert peak_memory_mb() >= before
    assert 20 < peak_memory_mb() < 20_000
    assert filled.all()


@pytest.mark.parametrize(
    "labels", ["[", "[1]", '[{"file": "a.jpg"}]', '[{"file": "a.jpg", "dice": [[1, 2, 3]]}]']
)
def test_a_broken_set_says_which_file(tmp_path, labels):
    (tmp_path / "labels.json").write_text(labels)
    with pytest.raises(TruthError, match=r"labels\.json"):
        load_set(tmp_path)


def test_a_set_of_loose_dice_is_known_by_its_labels(tmp_path):
    picture = {"file": "a.jpg", "complete": False, "dice": [[1, 2, 3, 4, 5, "red"]]}
    (tmp_path / "labels.json").write_text(json.dumps([picture]))
    labelled = load_set(tmp_path)
    assert (labelled.name, labelled.loose) == (tmp_path.name, True)
    assert labelled.pictures == (
        (tmp_path / "images" / "a.jpg", LooseTruth(((1, 2, 3, 4, 5, "red"),), complete=False)),
    )


def test_a_set_is_split_into_two_halves(tmp_path):
    """One to develop on, the other to tell how well it went."""
    picture = {"dice": [[1, 2, 3, 4, 5, "red"]]}
    (tmp_path / "labels.json").write_text(json.dumps([{"file": name, **picture} for name in "abcde"]))
    whole = load_set(tmp_path)
    halves = {half: whole.every_second(half) for half in ("even", "odd")}
    files = {half: "".join(path.name for path, _ in part.pictures) for half, part in halves.items()}
    assert files == {"even": "ace", "odd": "bd"}
    assert halves["odd"].name == f"{tmp_path.name}-odd"
    assert whole.every_second(None) is whole
    with pytest.raises(TruthError, match="odd half"):
        whole.every_second("odd").every_second("odd").every_second("odd")

"""Counted positions: the tables of this folder."""

from pathlib import Path

import pytest

from rules.perft import count_of, main, perft, read_table

TABLES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
ENTRIES = [entry for table in TABLES for entry in read_table(table.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_positions_are_counted(entry):
    assert entry.counts
    for depth, expected in entry.counts:
        assert count_of(entry, depth) == expected


def test_depth_nought_is_one_way(skyteam):
    assert perft(skyteam, skyteam.initial_state(), 0) == 1


def test_the_command_prints_each_count_and_answers(tmp_path, capsys):
    right, wrong, broken = tmp_path / "right", tmp_path / "wrong", tmp_path / "broken"
    right.write_text("id setup\nscenario YUL-green\nperft 1 1\n", encoding="utf-8")
    wrong.write_text("id setup\nscenario YUL-green\nperft 1 2\n", encoding="utf-8")
    broken.write_text("perfect 1 1\n", encoding="utf-8")
    assert main([str(right)]) == 0
    assert main([str(right), str(wrong)]) == 1
    assert main([str(broken), str(right)]) == 2
    printed = capsys.readouterr()
    assert "ok setup: perft 1 1" in printed.out
    assert "WRONG setup: perft 1 1" in printed.out
    assert "perfect" in printed.err

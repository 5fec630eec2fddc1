"""The record of the running game: what was said is on the disk, and nothing is overwritten."""

import os

import pytest

from firmware.errors import JournalError
from firmware.journal import Journal, new_record_path


def test_headers_then_a_line_an_action(tmp_path):
    with Journal(tmp_path / "a.flight", {"Game": "skyteam", "Scenario": "YUL-green"}) as journal:
        journal.append("roll")
        journal.append("pilot 4 axis.pilot")
        text = journal.path.read_text()
    assert text == '[Game "skyteam"]\n[Scenario "YUL-green"]\n\nroll\npilot 4 axis.pilot\n'


def test_an_action_is_synced_before_append_returns(tmp_path, monkeypatch):
    synced = []
    real = os.fsync

    def fsync(handle):
        synced.append(os.fstat(handle).st_size)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with Journal(tmp_path / "a.flight", {"Game": "skyteam"}) as journal:
        begun = len(synced)
        journal.append("roll")
        assert len(synced) == begun + 1
        assert synced[-1] == journal.path.stat().st_size


def test_a_record_that_is_there_is_never_overwritten(tmp_path):
    taken = tmp_path / "YUL.flight"
    taken.write_text("precious")
    assert new_record_path(tmp_path, "YUL") == tmp_path / "YUL-2.flight"
    with pytest.raises(JournalError, match="cannot write the flight record"):
        Journal(taken, {})
    assert taken.read_text() == "precious"


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="name another folder"):
        Journal(tmp_path / "file" / "a.flight", {})

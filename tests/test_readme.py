"""What the README tells a newcomer to type works, and what it shows is what comes out."""

import re
import shlex
from pathlib import Path

import pytest

from firmware.cli import main, parse
from hardware import PinMap

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
COMMANDS = [line.removeprefix("$ ").split("  #")[0].strip()
            for block in BLOCKS for line in block.splitlines() if line.startswith("$ ")]  # fmt: skip
SHOWN = [tuple(block.removeprefix("$ ").split("\n", 1)) for block in BLOCKS if block.count("$ ") == 1
         and block.count("\n") > 1]  # fmt: skip


def test_the_readme_opens_with_a_picture_and_the_two_commands():
    opening = README[: README.index("## ")]
    picture = re.search(r"!\[[^]]+\]\(([^)]+)\)", opening)
    assert (ROOT / picture[1]).is_file()
    assert {"make play", "make test"} <= set(COMMANDS)


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("make ")])
def test_what_is_made_can_be_made(command):
    """The target exists, and its ARGS are words that `jumpseat play` takes."""
    words = shlex.split(command)
    assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    for word in words[2:]:
        assert parse(["play", *shlex.split(word.removeprefix("ARGS="))]).games >= 1


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("jumpseat ")])
def test_a_command_is_one_that_the_program_takes(command):
    assert parse(shlex.split(command)[1:]).command is not None


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_what_is_shown_comes_out(command, shown, capsys, monkeypatch):
    """Commands that run in a moment are run; their output is what the README says."""
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(command)
    if program == "cat":
        assert Path(words[0]).read_text() == shown
    else:
        assert program == "jumpseat"
        main(words)
        assert capsys.readouterr().out == shown


def test_every_file_that_is_linked_is_there():
    for target in re.findall(r"\]\(([^)#:]+)\)", README) + re.findall(r"`([a-z]+/[\w./-]+\.\w+)`", README):
        assert (ROOT / target).exists(), target


def test_the_pin_map_it_points_to_is_sound():
    assert len(PinMap().lamps) == 21

"""How the rules are built: one file a system, one list that knows them all, and the steps to add one."""

import ast
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from rules.skyteam.cockpit import ABILITIES, MODULES

ROOT = Path(__file__).resolve().parents[2]
SKYTEAM = ROOT / "rules" / "skyteam"
SOURCES = sorted(SKYTEAM.rglob("*.py"))
SYSTEMS = sorted((SKYTEAM / "systems").glob("*.py"))

KINDS = {**MODULES, **{ability: (kind,) for ability, kind in ABILITIES.items()}}
THE_LIST = "cockpit.py"
WORDS = {"actions.py", "calls.py", "events.py", "scenario.py", "spaces.py", "state.py", "summary.py"}
"""They spell out words of flight records, data files and people, some of which are names of modules too."""
by_file = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def strings_in(tree):
    """Every text constant that is no docstring."""
    docs = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield node.value


@by_file
def test_no_module_is_named_outside_its_own_file_and_the_list(path):
    own = {
        name for name, kinds in KINDS.items() if any(kind.__module__.endswith(path.stem) for kind in kinds)
    }
    named = set(strings_in(tree_of(path))) & set(KINDS)
    assert path.name in {THE_LIST, *WORDS} or named <= own


@pytest.mark.parametrize("name", sorted(WORDS))
def test_words_decide_nothing(name):
    """Where such words are spelled out, nothing is compared with a module's name."""
    for node in ast.walk(tree_of(SKYTEAM / name)):
        if isinstance(node, ast.Compare):
            assert not set(strings_in(node)) & set(KINDS), ast.unparse(node)


@by_file
def test_nobody_asks_which_scenario_it_is(path):
    """Names, airports, colours, boxes and lists of modules are for the list and for people, not for rules."""
    asking = {"name", "airport", "colour", "box", "modules", "altitude_track"}
    asked = {
        node.attr
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and ast.unparse(node.value).endswith("scenario")
    }
    allowed = {THE_LIST: {"modules"}, "headers.py": {"name"}, "setup.py": {"name"}}
    assert asked & asking <= allowed.get(path.name, set())


@by_file
def test_only_the_list_imports_systems(path):
    imported = {node.module or "" for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)}
    systems = {name for name in imported if name.startswith("rules.skyteam.systems")}
    assert path.name == THE_LIST or not systems


@pytest.mark.parametrize("path", SYSTEMS, ids=lambda path: path.name)
def test_a_system_is_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150


def test_every_system_is_in_the_list():
    listed = (SKYTEAM / THE_LIST).read_text(encoding="utf-8")
    for path in SYSTEMS:
        assert path.stem == "__init__" or f"rules.skyteam.systems.{path.stem} import" in listed


def steps():
    """The code of each step of CONTRIBUTING.md, in order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = text.partition("## Add a system in five steps")[2].partition("\n## ")[0]
    return [
        textwrap.dedent(block)
        for block in re.findall(r"^ +```\w+\n(.*?)^ +```", part, re.MULTILINE | re.DOTALL)
    ]


FLIGHT = """
from rules import Match, open_game
from rules.skyteam import parse_action

match = Match(open_game({"Game": "skyteam", "Scenario": "%s"}))
pilot = ["pilot 1 engines.pilot", "pilot 3 axis.pilot", "pilot 6 radio.pilot", "pilot 1 gear.1"]
copilot = ["1 engines.copilot", "3 axis.copilot", "6 radio.copilot.1", "1 flaps.1"]
for round in (1, 2):
    match.push(parse_action("roll"))
    for first, second in zip(pilot, copilot):
        pair = [first, f"copilot {second}"]
        for line in pair if round == 1 else pair[::-1]:
            match.push(parse_action(line))
        if "engines" in first:
            print(match.state.speed)
"""


def test_a_system_is_added_in_five_steps(tmp_path):
    """In a copy of the rules, by nothing but what CONTRIBUTING.md says."""
    system, field, entry, scenario = steps()
    copy = tmp_path / "rules" / "skyteam"
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "systems" / "gusts.py").write_text(system, encoding="utf-8")
    insert(
        copy / "state.py", before="    outcome: Outcome | None = None", text=textwrap.indent(field, "    ")
    )
    name, kinds = re.fullmatch(r'MODULES\["(\w+)"\] = (.*)\n', entry).groups()
    insert(copy / THE_LIST, before='    "alarms": (Alarms,),', text=f'    "{name}": {kinds},\n')
    insert(copy / THE_LIST, before="    *(Axis, Control,", text="    Gusts,\n")
    insert(
        copy / THE_LIST,
        before="from rules.skyteam.systems.headwind",
        text="from rules.skyteam.systems.gusts import Gusts\n",
    )
    data = copy / "data" / "scenarios.toml"
    data.write_text(f"{data.read_text(encoding='utf-8')}\n{scenario}", encoding="utf-8")
    assert flown(tmp_path, "YUL-gusts") == ["2", "3"], "round 2 is faster by one"
    assert flown(tmp_path, "YUL-green") == ["2", "2"], "and nowhere else"


def insert(path, before, text):
    whole = path.read_text(encoding="utf-8")
    assert whole.count(before) == 1
    path.write_text(whole.replace(before, text + before), encoding="utf-8")


def flown(folder, scenario):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FLIGHT % scenario],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()

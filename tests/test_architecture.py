"""The dependency rule, the size of modules and the public names, checked on the code as it is."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "vision", "hardware", "firmware")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def imported_by(path: Path) -> set[str]:
    """Top-level names of everything a module imports, late imports included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_the_dependency_rule_is_kept():
    """Import-linter's contracts in pyproject.toml hold."""
    found = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "rules").rglob("*.py")), ids=lambda path: path.name)
def test_rules_need_nothing_but_python(path):
    assert imported_by(path) <= sys.stdlib_module_names | {"rules"}


@pytest.mark.parametrize("path", sorted((ROOT / "rules").rglob("*.py")), ids=lambda path: path.name)
def test_no_clock_and_no_chance_in_rules(path):
    assert not imported_by(path) & {"random", "time", "datetime", "secrets", "threading", "asyncio"}


def test_only_pi_py_touches_the_real_devices():
    touching = {path.name for path in MODULES if imported_by(path) & {"picamera2", "lgpio", "RPi"}}
    assert touching <= {"pi.py"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_fits_into_the_head(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 320


@pytest.mark.parametrize(
    "package", [*PACKAGES, "rules.skyteam", "vision.loose", "vision.synthetic", "firmware.presenters"]
)
def test_a_package_names_what_is_public(package):
    """`__all__` is true and complete (ruff sorts it)."""
    module = importlib.import_module(package)
    assert all(hasattr(module, name) for name in module.__all__)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == set(module.__all__)


def test_nothing_names_the_machine_it_was_made_on():
    """Records, docs and code carry no paths of one machine."""
    texts = [path for path in ROOT.glob("*.md")] + MODULES + [ROOT / "Makefile", ROOT / "pyproject.toml"]
    for path in texts:
        words = path.read_text(encoding="utf-8")
        assert "/home/" not in words, path

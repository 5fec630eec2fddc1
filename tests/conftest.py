"""What all tests share: the switch between simulated and real devices, and where shared material lies."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sim-hardware", action="store_true", help="simulate every device, also where real ones are"
    )
    parser.addoption(
        "--draw-golden", action="store_true", help="write the golden files anew instead of comparing"
    )


def _has_hardware() -> bool:
    return Path("/dev/gpiochip0").exists() and importlib.util.find_spec("picamera2") is not None


def simulates(config: pytest.Config) -> bool:
    return bool(config.getoption("--sim-hardware")) or not _has_hardware()


def pytest_report_header(config: pytest.Config) -> str:
    if config.getoption("--sim-hardware"):
        return "hardware: simulated"
    return "hardware: real" if _has_hardware() else "hardware: simulated (none found on this machine)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked `pi` out (deselected, not skipped) where devices are simulated."""
    if not simulates(config):
        return
    for_pi = [item for item in items if item.get_closest_marker("pi")]
    if for_pi:
        config.hook.pytest_deselected(items=for_pi)
        items[:] = [item for item in items if not item.get_closest_marker("pi")]


@pytest.fixture(scope="session")
def shared() -> Path | None:
    """The folder of shared material beside the repository, or None: tests must pass without it."""
    folder = ROOT.parent / "shared"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def draw_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--draw-golden"))

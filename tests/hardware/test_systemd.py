"""The service unit: what must be in it, and what must not."""

from collections import defaultdict
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"


def read_unit():
    """Every key of every section with all its values, in their order."""
    unit = defaultdict(lambda: defaultdict(list))
    section = ""
    for line in (SYSTEMD / "jumpseat.service").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, value = line.split("=", 1)
            unit[section][key].append(value)
    return unit


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("Unit", "ConditionPathExists", "/dev/gpiochip0"),
        ("Unit", "StartLimitBurst", "5"),
        ("Service", "Type", "exec"),
        ("Service", "ExecStart", "/opt/jumpseat/.venv/bin/jumpseat play --headless"),
        ("Service", "Restart", "always"),
        ("Service", "RestartSec", "2"),
        ("Service", "KillSignal", "SIGINT"),
        ("Service", "SuccessExitStatus", "130"),
        ("Service", "TimeoutStopSec", "5"),
        ("Service", "User", "jumpseat"),
        ("Service", "SupplementaryGroups", "gpio i2c spi video"),
        ("Service", "StateDirectory", "jumpseat"),
        ("Service", "RuntimeDirectory", "jumpseat"),
        ("Service", "WorkingDirectory", "%t/jumpseat"),
        ("Service", "DevicePolicy", "closed"),
        ("Service", "ProtectSystem", "strict"),
        ("Service", "ProtectHome", "yes"),
        ("Service", "PrivateTmp", "yes"),
        ("Service", "NoNewPrivileges", "yes"),
        ("Install", "WantedBy", "multi-user.target"),
    ],
)
def test_the_unit_says(section, key, value):
    assert read_unit()[section][key] == [value]


def test_the_unit_lets_the_console_and_the_camera_through():
    allowed = {value.removesuffix(" rw") for value in read_unit()["Service"]["DeviceAllow"]}
    assert allowed == {
        "char-gpiochip",
        "char-i2c",
        "char-spi",
        "char-video4linux",
        "char-media",
        "char-dma_heap",
    }
    assert "AF_NETLINK" in read_unit()["Service"]["RestrictAddressFamilies"][0].split()


@pytest.mark.parametrize("key", ["PrivateDevices", "MemoryDenyWriteExecute"])
def test_the_unit_does_not_take_away_what_libcamera_needs(key):
    assert key not in read_unit()["Service"]


@pytest.mark.parametrize("key", ["NotifyAccess", "WatchdogSec"])
def test_the_unit_promises_no_more_than_the_program_keeps(key):
    """The program reports neither readiness nor life yet."""
    assert key not in read_unit()["Service"]


def test_the_directories_of_the_unit_are_those_of_the_instructions():
    words = (SYSTEMD / "README.md").read_text(encoding="utf-8")
    for name in ("/opt/jumpseat", "/var/lib/jumpseat", "/etc/systemd/system/", "useradd --system"):
        assert name in words

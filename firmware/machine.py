"""The machine that a figure was measured on."""

import os
import platform
import resource
import sys
from pathlib import Path

import cv2

__all__ = ["machine_name", "peak_memory_mb"]


def machine_name(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """The processor, its cores, and the Python and OpenCV that ran; a Pi says which Pi it is."""
    about = _fields(cpuinfo)
    processor = about.get("Model") or about.get("model name") or platform.processor() or platform.machine()
    cores = os.cpu_count() or 1
    return (
        f"{processor}, {cores} {'core' if cores == 1 else 'cores'}, "
        f"Python {platform.python_version()}, OpenCV {cv2.__version__}"
    )


def peak_memory_mb() -> float:
    """The most memory that this process has had so far, in millions of bytes: code, pictures and all."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024) / 1e6


def _fields(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # only Linux has it
        return {}
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    return {name.strip(): value.strip() for name, value in pairs}

"""Time as the loop sees it: real, or as fast as the machine can."""

import time

__all__ = ["RealClock", "VirtualClock"]


class VirtualClock:
    """A clock that only moves when it is told to; in seconds from 0."""

    def __init__(self) -> None:
        self._now = 0.0

    def __call__(self) -> float:
        """Seconds since the start."""
        return self._now

    def wait(self, seconds: float) -> None:
        """Let time pass, at once."""
        self._now += seconds


class RealClock:
    """Seconds since it was made, by the machine's monotonic clock."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._due = 0.0

    def __call__(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    def wait(self, seconds: float) -> None:
        """Sleep until `seconds` after the last wait was due; late steps are not made up for."""
        self._due = max(self._due + seconds, self())
        time.sleep(max(0.0, self._due - self()))

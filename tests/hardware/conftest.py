"""A console on simulated wires, and a clock that only moves when told to."""

import numpy as np
import pytest

from hardware import SimulatedConsole, open_simulated_console


class ManualClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Table:
    """What the simulated camera looks at: a plain field of one colour, RGB."""

    def __init__(self) -> None:
        self.colour = (200, 120, 40)
        self.drawn = 0

    def draw(self) -> np.ndarray:
        self.drawn += 1
        return np.full((864, 1536, 3), self.colour, dtype=np.uint8)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def console(clock, table):
    with open_simulated_console(draw=table.draw, clock=clock) as console:
        yield console


@pytest.fixture
def run(console: SimulatedConsole, clock: ManualClock):
    """Let time pass: `run(1.0)` ticks twenty times a second until then."""

    def run(until: float) -> None:
        while clock.now < until - 1e-9:
            clock.now = round(clock.now + 0.05, 6)
            console.tick(clock.now)

    return run

"""Pins that drive nothing but remember everything: gpiozero's own mock pins, on the given clock."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

__all__ = ["PinChange", "SimulatedPin", "SimulatedPins"]

PI_4B = "c03112"
"""The board revision that is simulated."""
REMEMBERED = 10_000
"""Changes kept for each pin: a blinking lamp makes that many in 40 minutes."""


@dataclass(frozen=True, slots=True)
class PinChange:
    """One change of a pin."""

    at: float
    """Seconds."""
    level: float
    """Duty cycle of an output, 0 to 1; an input is 0 or 1."""
    frequency_hz: float | None
    """None: no pulses."""


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock PWM pin that notes level and frequency of every change, with the simulated time."""

    def __init__(self, factory: "SimulatedPins", info: Any) -> None:
        self.history: deque[PinChange] = deque(maxlen=REMEMBERED)
        self._state: float
        super().__init__(factory, info)
        factory.fitted[self._number] = self

    def _change_state(self, value: float) -> bool:
        # In place of the mock's own list, which keeps real time and grows without bound.
        if self._state == value:
            return False
        self._state = value
        self._remember()
        return True

    def _set_frequency(self, value: float | None) -> None:
        if value != self._frequency:
            super()._set_frequency(value)
            self._remember()

    def _remember(self) -> None:
        change = PinChange(self.factory.clock(), float(self._state), self._frequency)
        if not self.history or self.history[-1] != change:
            self.history.append(change)


class SimulatedPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A gpiozero pin factory for no machine in particular; `fitted` holds every pin ever used, by number."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(revision=PI_4B, pin_class=SimulatedPin)
        self.clock = clock
        self.fitted: dict[int, SimulatedPin] = {}

    def level(self, number: int) -> float:
        """Duty cycle of a pin, 0 to 1; 0 for one that nobody uses."""
        return float(self.fitted[number].state) if number in self.fitted else 0.0

"""Tunes on a small buzzer, played note by note from the loop's own ticks: no threads, no sleeping."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from hardware.errors import DeviceClosed, TuneError, unavailable_on_error

__all__ = ["Buzzer", "Note", "Sounder", "Tune", "open_buzzer"]

Note = tuple[float | None, float]
"""Frequency in Hz, None for a rest, and length in seconds."""

OCTAVES = 3
"""On either side of A4, 440 Hz."""
EARLY_SECONDS = 0.001
"""A tick that comes so little before the end of a note ends it: else rounding would cost a whole tick."""
LOWEST_HZ, HIGHEST_HZ = 440.0 / 2**OCTAVES, 440.0 * 2**OCTAVES


@dataclass(frozen=True, slots=True)
class Tune:
    """Notes and rests in order.

    Raises:
        TuneError: a note is outside 55 to 3520 Hz, or has no length.
    """

    notes: tuple[Note, ...]

    def __post_init__(self) -> None:
        for note in self.notes:
            frequency, seconds = note
            if seconds <= 0:
                raise TuneError(note, "has no length; give it more than 0 seconds")
            if frequency is not None and not LOWEST_HZ <= frequency <= HIGHEST_HZ:
                raise TuneError(note, f"cannot be played; choose {LOWEST_HZ:g} to {HIGHEST_HZ:g} Hz")

    @property
    def seconds(self) -> float:
        """How long the tune takes."""
        return sum(seconds for _, seconds in self.notes)


class Sounder(Protocol):
    """Whatever makes one tone at a time; gpiozero's TonalBuzzer does."""

    def play(self, tone: Any) -> None:
        """Sound a gpiozero Tone until told otherwise."""
        ...

    def stop(self) -> None:
        """Be silent."""
        ...

    def close(self) -> None:
        """Give the pin back."""
        ...


class Buzzer:
    """Plays one tune at a time; without a sounder it keeps time in silence."""

    def __init__(self, sounder: Sounder | None) -> None:
        self._sounder = sounder
        self._coming: tuple[Note, ...] = ()
        self._playing = False
        self._until: float | None = None
        self._closed = False

    @property
    def is_playing(self) -> bool:
        """Whether a tune is on, or about to begin."""
        return self._playing or bool(self._coming)

    def play(self, tune: Tune) -> None:
        """Begin a tune at the next tick, in place of whatever is playing: the newest word counts.

        Raises:
            DeviceClosed: the buzzer was closed.
        """
        if self._closed:
            raise DeviceClosed("buzzer")
        self._coming = tune.notes
        self._until = None

    def tick(self, now: float) -> None:
        """Sound the note whose turn it is; `now` in seconds.

        A late tick never swallows a note: each one sounds from one tick to the next at least.

        Raises:
            DeviceUnavailable: the pin cannot be written.
            DeviceClosed: the buzzer was closed.
        """
        if self._closed:
            raise DeviceClosed("buzzer")
        if self._until is not None and now < self._until - EARLY_SECONDS:
            return
        if self._coming:
            self._begin(now)
        elif self._playing:
            self._playing, self._until = False, None
            self._sound(None)

    def _begin(self, now: float) -> None:
        (frequency, seconds), *rest = self._coming
        # Counted from when the last note was due to end, so that small delays do not add up.
        start = now if self._until is None else self._until
        self._until = max(start + seconds, now)
        self._coming = tuple(rest)
        self._playing = True
        self._sound(frequency)

    def _sound(self, frequency: float | None) -> None:
        if self._sounder is None:
            return
        with unavailable_on_error("buzzer", "cannot be sounded", "check that nothing else uses its pin"):
            if frequency is None:
                self._sounder.stop()
            else:
                self._sounder.play(Tone.from_frequency(frequency))

    def close(self) -> None:
        """Be silent and give the pin back; a second time does nothing."""
        self._closed = True
        self._coming, self._playing = (), False
        sounder, self._sounder = self._sounder, None
        if sounder is not None:
            with suppress(Exception):
                sounder.close()


def open_buzzer(pin: int | None, pin_factory: Any) -> Buzzer:
    """A buzzer on a pin of a gpiozero factory; None: no buzzer is fitted.

    Raises:
        DeviceUnavailable: the pin cannot be had.
    """
    if pin is None:
        return Buzzer(None)
    with unavailable_on_error(
        "buzzer", f"cannot have GPIO {pin}", "stop what else uses it, or change the pin map"
    ):
        return Buzzer(TonalBuzzer(pin, mid_tone=Tone("A4"), octaves=OCTAVES, pin_factory=pin_factory))

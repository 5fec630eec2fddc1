"""When an answer may be believed: the same one, several times, for long enough, and no hand in sight."""

from dataclasses import dataclass

from vision.readings import BoardReading, DieReading

Answer = frozenset[tuple[str, str | None, int | None, str]]
"""What two readings must share to be the same answer: per space its colour, value and status."""


@dataclass(frozen=True, slots=True)
class StableBoard:
    """An answer that has lasted."""

    dice: tuple[DieReading, ...]
    """The dice that lie in a space, sorted by space; read ones and unsure ones."""
    since: float
    """When this answer was first seen, in seconds of the caller's clock."""
    tokens: frozenset[str] = frozenset()
    """Token spots that had a token in every reading of the answer."""

    @property
    def read(self) -> dict[str, DieReading]:
        """The dice that may be acted on, by space."""
        return {die.space: die for die in self.dice if die.space is not None and die.is_read}

    @property
    def unsure(self) -> dict[str, DieReading]:
        """The dice that the players must be asked about, by space."""
        return {die.space: die for die in self.dice if die.space is not None and not die.is_read}


class Stabilizer:
    """Turns a stream of readings into boards that hold still.

    An answer is stable after `min_readings` equal readings in a row that span at least `min_seconds`.
    A picture without the panel, or with a covered space, proves nothing and starts the wait anew.
    """

    def __init__(self, min_readings: int = 3, min_seconds: float = 0.2) -> None:
        if min_readings < 1 or min_seconds < 0:
            raise ValueError(
                f"need min_readings >= 1 and min_seconds >= 0, got {min_readings}, {min_seconds}"
            )
        self._min_readings = min_readings
        self._min_seconds = min_seconds
        self.reset()

    def reset(self) -> None:
        """Forget what was seen, for example after the table was bumped or the camera came back."""
        self._answer: Answer | None = None
        self._count = 0
        self._since = 0.0
        self._tokens: frozenset[str] = frozenset()

    def update(self, reading: BoardReading, now: float) -> StableBoard | None:
        """Take one reading, made at `now` seconds; return the board once its answer has lasted, else None."""
        if reading.panel is None or reading.covered:
            self.reset()
            return None
        answer = _answer(reading)
        if answer != self._answer or now < self._since:
            self._answer, self._count, self._since = answer, 0, now
            self._tokens = reading.tokens
        self._count += 1
        self._tokens &= reading.tokens
        if self._count < self._min_readings or now - self._since < self._min_seconds:
            return None
        return StableBoard(_in_spaces(reading), self._since, self._tokens)


def _answer(reading: BoardReading) -> Answer:
    return frozenset(
        (str(die.space), die.colour, die.value if die.is_read else None, die.status)
        for die in _in_spaces(reading)
    )


def _in_spaces(reading: BoardReading) -> tuple[DieReading, ...]:
    return tuple(
        sorted((die for die in reading.dice if die.space is not None), key=lambda die: str(die.space))
    )

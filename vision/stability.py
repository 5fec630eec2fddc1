"""When an answer may be believed: the same one, several times, for long enough, and no hand in sight."""

from dataclasses import dataclass

from vision.readings import BoardReading, DieReading

Answer = tuple[str | None, int | None, str] | None
"""What two looks at a space must share to be the same answer: colour, value and status; None: no die."""


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


@dataclass(frozen=True, slots=True)
class _Wait:
    """One space's answer on its way to being believed."""

    answer: Answer
    since: float
    count: int


class Stabilizer:
    """Turns a stream of readings into boards that hold still.

    Each space is believed on its own: an answer that differs from the one believed so far must come in
    `min_readings` readings in a row that span at least `min_seconds`; until then there is no board. Only
    doubt about a die that was read before does not hold up the others: it still lies there. A picture
    without the panel, or with a covered space, proves nothing and starts every wait anew.
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
        self._believed: dict[str, DieReading] = {}
        self._start_anew()

    def _start_anew(self) -> None:
        self._waits: dict[str, _Wait] = {}
        self._quiet: _Wait | None = None
        self._tokens: frozenset[str] = frozenset()
        self._since = 0.0

    def update(self, reading: BoardReading, now: float) -> StableBoard | None:
        """Take one reading, made at `now` seconds; return the board when every answer has lasted."""
        if reading.panel is None or reading.covered:
            self._start_anew()
            return None
        if self._quiet is None or now < self._quiet.since:
            self._start_anew()
            self._tokens, self._since = reading.tokens, now
        self._quiet = _again(self._quiet, None, now)
        self._tokens &= reading.tokens
        seen = {die.space: die for die in reading.dice if die.space is not None}
        waiting = [
            self._is_waiting(space, seen.get(space), now) for space in seen.keys() | self._believed.keys()
        ]
        if any(waiting) or not self._has_lasted(self._quiet, now):
            return None
        return StableBoard(
            tuple(self._believed[space] for space in sorted(self._believed)), self._since, self._tokens
        )

    def _is_waiting(self, space: str, die: DieReading | None, now: float) -> bool:
        """Look at one space; True while its answer is new and not yet believed."""
        believed = self._believed.get(space)
        if _answer(die) == _answer(believed):
            self._waits.pop(space, None)
            if die is not None:
                self._believed[space] = die
            return False
        wait = self._waits[space] = _again(self._waits.get(space), _answer(die), now)
        if not self._has_lasted(wait, now):
            doubt_only = believed is not None and believed.is_read and die is not None and not die.is_read
            return not doubt_only
        del self._waits[space]
        self._since = max(self._since, wait.since)
        if die is None:
            del self._believed[space]
        else:
            self._believed[space] = die
        return False

    def _has_lasted(self, wait: _Wait, now: float) -> bool:
        return wait.count >= self._min_readings and now - wait.since >= self._min_seconds


def _again(wait: _Wait | None, answer: Answer, now: float) -> _Wait:
    """The wait after one more look with this answer."""
    if wait is None or wait.answer != answer or now < wait.since:
        return _Wait(answer, now, 1)
    return _Wait(answer, wait.since, wait.count + 1)


def _answer(die: DieReading | None) -> Answer:
    if die is None:
        return None
    return die.colour, die.value if die.is_read else None, die.status

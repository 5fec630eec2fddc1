"""When an answer may be believed: the same one, often enough, long enough, with nothing near that moves."""

from dataclasses import dataclass

from vision.readings import BoardReading, DieReading, Light

Answer = tuple[str | None, int | None, str] | None
"""What two looks at a space must share to be the same answer: colour, value and status; None: no die."""

_CLOCK_GRAIN = 1e-6  # times are sums of steps; so much may be lost in adding them up


@dataclass(frozen=True, slots=True)
class StableBoard:
    """An answer that has lasted."""

    dice: tuple[DieReading, ...]
    """The dice that lie in a space, sorted by space; read ones and unsure ones."""
    since: float
    """When this answer was first seen, in seconds of the caller's clock."""
    tokens: frozenset[str] = frozenset()
    """Token spots that have a token."""
    hidden: frozenset[str] = frozenset()
    """Spaces that cannot be told now and were empty before: a die may have come there."""

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
    """One place's answer on its way to being believed."""

    answer: object
    since: float
    count: int


class Stabilizer:
    """Turns a stream of readings into boards that hold still.

    Each space is believed on its own: an answer that differs from the one believed so far must come in
    `min_readings` readings in a row that span at least `min_seconds`, counted from when the space last moved.
    A space that is covered or moves proves nothing. If a die was believed to lie there, there is no board
    until it is seen again, for it may be on its way to another space; an empty space holds up nothing but
    what comes to lie in it. Only doubt about a die that was read before does not hold up the others: it still
    lies there. Without the panel, or in the dark, every wait starts anew.
    """

    def __init__(self, min_readings: int = 3, min_seconds: float = 0.15) -> None:
        if min_readings < 1 or min_seconds < 0:
            raise ValueError(
                f"need min_readings >= 1 and min_seconds >= 0, got {min_readings}, {min_seconds}"
            )
        self._min_readings = min_readings
        self._min_seconds = min_seconds
        self.reset()

    def reset(self) -> None:
        """Forget what was seen, for example after the camera came back."""
        self._believed: dict[str, DieReading] = {}
        self._tokens: frozenset[str] = frozenset()
        self._since = 0.0
        self._start_anew()

    def _start_anew(self) -> None:
        self._waits: dict[str, _Wait] = {}
        self._token_waits: dict[str, _Wait] = {}
        self._panel_wait: _Wait | None = None
        self._last = float("-inf")
        self._moved_at: dict[str, float] = {}
        self._to_confirm = set(self._believed)

    def update(self, reading: BoardReading, now: float) -> StableBoard | None:
        """Take one reading, made at `now` seconds; return the board when every answer has lasted."""
        if reading.panel is None or reading.light is Light.DARK or now < self._last:
            self._start_anew()
        if reading.panel is None or reading.light is Light.DARK:
            return None
        hidden = reading.covered | reading.moving
        self._disturb(reading, now)
        self._panel_wait = self._again(self._panel_wait, "panel", None, now)
        seen = {die.space: die for die in reading.dice if die.space is not None and die.space not in hidden}
        told = (seen.keys() | self._believed.keys()) - hidden
        waiting = [self._is_waiting(space, seen.get(space), now) for space in sorted(told)]
        self._watch_tokens(reading, now)
        self._last = now
        lost = not hidden.isdisjoint(self._believed)
        if lost or any(waiting) or not self._has_lasted(self._panel_wait, now):
            return None
        dice = tuple(self._believed[space] for space in sorted(self._believed))
        return StableBoard(dice, self._since, self._tokens, hidden)

    def _disturb(self, reading: BoardReading, now: float) -> None:
        """Note what cannot be told now: its waits end, and what was believed of it is to be confirmed."""
        hidden = reading.covered | reading.moving
        for place in hidden:
            self._waits.pop(place, None)
        self._to_confirm |= hidden & self._believed.keys()
        # A space is last reported to move with the very look that it then holds.
        self._moved_at = {place: at for place, at in self._moved_at.items() if at == self._last}
        self._moved_at |= dict.fromkeys(reading.moving, now)

    def _is_waiting(self, space: str, die: DieReading | None, now: float) -> bool:
        """Look at one space; True while its answer is new and not yet believed."""
        believed = self._believed.get(space)
        same = _answer(die) == _answer(believed)
        if same and space not in self._to_confirm:
            self._waits.pop(space, None)
            if die is not None:
                self._believed[space] = die
            return False
        wait = self._waits[space] = self._again(self._waits.get(space), space, _answer(die), now)
        if not self._has_lasted(wait, now):
            doubt_only = believed is not None and believed.is_read and die is not None and not die.is_read
            return space in self._to_confirm or not doubt_only
        del self._waits[space]
        self._to_confirm.discard(space)
        if not same:
            self._since = max(self._since, wait.since)
        if die is None:
            self._believed.pop(space, None)
        else:
            self._believed[space] = die
        return False

    def _watch_tokens(self, reading: BoardReading, now: float) -> None:
        """Believe of each token spot what was seen often and long enough; it holds up no die."""
        waits = {}
        for spot in (reading.tokens ^ self._tokens) - reading.moving:
            wait = self._again(self._token_waits.get(spot), spot, spot in reading.tokens, now)
            if self._has_lasted(wait, now):
                self._tokens ^= {spot}
            else:
                waits[spot] = wait
        self._token_waits = waits

    def _again(self, wait: _Wait | None, place: str, answer: object, now: float) -> _Wait:
        """The wait after one more look with this answer."""
        if wait is None:
            return _Wait(answer, self._moved_at.get(place, now), 1)
        if wait.answer != answer:
            return _Wait(answer, now, 1)
        return _Wait(answer, wait.since, wait.count + 1)

    def _has_lasted(self, wait: _Wait, now: float) -> bool:
        lasted = now - wait.since >= self._min_seconds - _CLOCK_GRAIN
        return wait.count >= self._min_readings and lasted


def _answer(die: DieReading | None) -> Answer:
    if die is None:
        return None
    return die.colour, die.value if die.is_read else None, die.status

"""The loop of the table: look, settle, explain, push, present.

`Companion.step()` is one turn of it. Time comes from the clock it is given, pictures from the console's
camera, button presses from the console's queue; nothing here waits, sleeps or starts a thread.
"""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Protocol, Self

from firmware.cockpit import Cockpit
from firmware.judge import Judge
from firmware.snapshot import Condition, Ruling, Snapshot
from firmware.translate import advice_on, pieces_seen, plain_space
from hardware import Console, DeviceUnavailable
from vision import BoardReading, Frame, Light, Stabilizer

__all__ = ["Companion", "Eye", "Presenter"]

OK_BUTTON = "ok"
HAND_SECONDS = 4.0
"""A hand that stays longer than this is mentioned: it may be a die that the eye takes for one."""


class Eye(Protocol):
    """Whatever turns pictures, one after another, into readings of the panel."""

    def look(self, frame: Frame, now: float) -> BoardReading:
        """Look at one picture, taken at `now` seconds."""
        ...

    def forget(self) -> None:
        """Forget the pictures before."""
        ...


class Presenter(Protocol):
    """Whatever tells the people: lamps, screen, buzzer, terminal."""

    def present(self, snapshot: Snapshot, now: float) -> None:
        """Show what a snapshot says; `now` in seconds."""
        ...


class Companion:
    """One match at one table: sees what is placed, has it judged, says what came of it."""

    def __init__(
        self,
        *,
        judge: Judge,
        console: Console,
        eye: Eye,
        stabilizer: Stabilizer,
        clock: Callable[[], float],
        presenters: Sequence[Presenter],
        instruments: Callable[[Any], Cockpit],
    ) -> None:
        self.judge = judge
        self.console = console
        self._eye = eye
        self._stabilizer = stabilizer
        self._clock = clock
        self._presenters = presenters
        self._instruments = instruments
        self._covered_since: float | None = None
        self.snapshot = self._snapshot(Condition.WAIT, None)

    def step(self) -> Snapshot:
        """Look once, judge what has settled, answer on every device; return what is shown."""
        now = self._clock()
        condition, note = self._look(now)
        for name in self.console.buttons.pressed():
            if name == OK_BUTTON:
                self.judge.ok()
        self.snapshot = self._snapshot(condition, note)
        for presenter in self._presenters:
            presenter.present(self.snapshot, now)
        self.console.tick(now)
        return self.snapshot

    def close(self) -> None:
        """Close the record; the console belongs to whoever opened it."""
        self.judge.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _look(self, now: float) -> tuple[Condition, str | None]:
        """Read one picture and have it judged if it holds still; say how well the eye sees."""
        try:
            frame = self.console.camera.capture().array
        except DeviceUnavailable as error:
            self._eye.forget()
            self._stabilizer.reset()
            return Condition.NO_CAMERA, str(error)
        reading = self._eye.look(frame, now)
        board = self._stabilizer.update(reading, now)
        if reading.light is Light.DARK:
            return Condition.UNSURE, "Too dark to see: more light, please"
        if reading.panel is None:
            return Condition.UNSURE, "Panel not found: free all four markers"
        if board is not None:
            self.judge.settled(pieces_seen(board.dice), advice_on(board.dice), all_in_sight=not board.hidden)
        if reading.covered:
            return Condition.HAND, self._long_covered(reading.covered, now)
        self._covered_since = None
        return (Condition.SETTLING if board is None else self._opinion()), None

    def _long_covered(self, spaces: frozenset[str], now: float) -> str | None:
        if self._covered_since is None:
            self._covered_since = now
        if now - self._covered_since < HAND_SECONDS:
            return None
        return f"{plain_space(min(spaces))}: hand away, or turn the die"

    def _opinion(self) -> Condition:
        verdict = self.judge.verdict
        if verdict is not None and verdict.ruling in (Ruling.UNSURE, Ruling.MISMATCH):
            return Condition(verdict.ruling.name)
        return Condition.READ if self.judge.has_news else Condition.WAIT

    def _snapshot(self, condition: Condition, note: str | None) -> Snapshot:
        state = self.judge.match.state
        outcome = self.judge.game.outcome(state)
        return Snapshot(
            cockpit=self._instruments(state),
            condition=condition,
            task=self.judge.task,
            verdict=self.judge.verdict,
            won=None if outcome is None else outcome.won,
            reason=None if outcome is None else outcome.reason,
            unmet=() if outcome is None else outcome.unmet,
            note=note,
            news=self.judge.take_news(),
        )

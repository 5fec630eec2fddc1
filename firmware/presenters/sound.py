"""What is heard: one tune for each kind of judgement, told apart by rhythm and direction."""

from firmware.snapshot import Ruling, Snapshot
from hardware import Buzzer, Tune

__all__ = ["ACCEPTED", "ASK", "CRASH", "LANDING", "NO_EFFECT", "REFUSED", "SoundPresenter", "tune_for"]

ACCEPTED = Tune(((880.0, 0.06), (None, 0.03), (1319.0, 0.09)))
"""Short, rising."""
NO_EFFECT = Tune(((880.0, 0.06), (None, 0.03), (880.0, 0.09)))
"""Short, level."""
REFUSED = Tune(((392.0, 0.15), (None, 0.05), (262.0, 0.3)))
"""Slow, falling."""
ASK = Tune(((659.0, 0.1), (None, 0.1), (659.0, 0.1), (None, 0.1), (880.0, 0.2)))
"""Three, the last one rising like a question."""
DIVE = (932.0, 831.0, 740.0, 659.0, 587.0, 523.0, 466.0, 415.0, 370.0, 330.0)
CRASH = Tune((*((frequency, 0.12) for frequency in DIVE), (None, 0.1), (262.0, 1.2)))
"""A long dive."""
LANDING = Tune(
    ((523.0, 0.15), (659.0, 0.15), (784.0, 0.15), (1047.0, 0.3), (None, 0.05), (784.0, 0.15), (1047.0, 0.5))
)
"""A fanfare."""

TUNE_OF_RULING = {
    Ruling.ACCEPTED: ACCEPTED,
    Ruling.NO_EFFECT: NO_EFFECT,
    Ruling.REFUSED: REFUSED,
    Ruling.UNSURE: ASK,
    Ruling.MISMATCH: ASK,
}


def tune_for(snapshot: Snapshot) -> Tune | None:
    """The tune that announces what is new in a snapshot; None when nothing is."""
    if not snapshot.news:
        return None
    if snapshot.won is not None:
        return LANDING if snapshot.won else CRASH
    return TUNE_OF_RULING[snapshot.news[-1].ruling]


class SoundPresenter:
    """Plays the tune of each new judgement."""

    def __init__(self, buzzer: Buzzer) -> None:
        self._buzzer = buzzer

    def present(self, snapshot: Snapshot, now: float) -> None:
        """Play what is new in this snapshot."""
        tune = tune_for(snapshot)
        if tune is not None:
            self._buzzer.play(tune)

"""The kerosene strip: a marker that only goes down, whatever makes it."""

from collections.abc import Iterable
from typing import ClassVar

from rules.game import Event
from rules.skyteam.calls import KeroseneBurned
from rules.skyteam.events import GameBegan, Lost
from rules.skyteam.state import State
from rules.skyteam.system import System, evolve, react

__all__ = ["KeroseneStrip"]

FULL = 20


class KeroseneStrip(System):
    """ST-KER-1 and ST-KER-4."""

    slot = "kerosene strip"
    variants: ClassVar = {"kerosene-x": ("below-zero", "zero")}

    @evolve(GameBegan)
    def fill(self, state: State, event: GameBegan) -> State:
        """The marker is on 20 (ST-KER-1)."""
        return state._replace(kerosene=FULL)

    @evolve(KeroseneBurned)
    def burn(self, state: State, event: KeroseneBurned) -> State:
        """The marker goes down."""
        return state._replace(kerosene=event.now)

    @react(KeroseneBurned)
    def run_dry(self, state: State, event: KeroseneBurned) -> Iterable[Event]:
        """Past its end the flight is lost; where the end is, is a variant (ST-KER-4)."""
        if event.now < 0 or (event.now == 0 and self.setup.has_variant("kerosene-x", "zero")):
            yield Lost("kerosene")

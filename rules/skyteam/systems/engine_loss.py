"""Engines out: the plane glides, one space a round."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import AdvanceOrdered, GameBegan, RoundEnded
from rules.skyteam.state import State
from rules.skyteam.system import System, evolve, react

__all__ = ["EngineLoss"]

DICE_KEPT = 1


class EngineLoss(System):
    """ST-ELOSS-1 and ST-END-4, in the place of the engines: no spaces, no speed, no speed to land with."""

    slot = "engines"

    @evolve(GameBegan)
    def keep_dice(self, state: State, event: GameBegan) -> State:
        """Roll four, place three (ST-RND-6)."""
        return state._replace(dice_kept=DICE_KEPT)

    @react(RoundEnded)
    def glide(self, state: State, event: RoundEnded) -> Iterable[Event]:
        """One space at the end of each round but the final one (ST-END-4)."""
        if not state.is_final_round:
            yield AdvanceOrdered(1)

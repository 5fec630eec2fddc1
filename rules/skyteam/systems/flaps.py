"""The flaps: four switches of the Co-Pilot, one after the other."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.events import NoEffect, SwitchSet
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System, evolve

__all__ = ["Flaps"]

VALUES = {"flaps.1": (1, 2), "flaps.2": (2, 3), "flaps.3": (4, 5), "flaps.4": (5, 6)}


class Flaps(System):
    """ST-FLAP-1 to ST-FLAP-4."""

    slot = "flaps"

    def spaces(self) -> Iterable[Space]:
        """1 or 2; 2 or 3; 4 or 5; 5 or 6 (ST-FLAP-3)."""
        return (Space(name, Role.COPILOT, values, "ST-FLAP-3") for name, values in VALUES.items())

    def closed(self, state: State, space: str, value: int) -> Violation | None:
        """Out of order is illegal (ST-FLAP-2)."""
        number = list(VALUES).index(space) + 1
        if number > 1 and not state.flaps[number - 2]:
            return Violation("ST-FLAP-2", f"flap {number} needs flap {number - 1} first")
        return None

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The switch goes on, once (ST-FLAP-1, ST-FLAP-4)."""
        if state.flaps[list(VALUES).index(die.space)]:
            yield NoEffect(die.space, "flap is out already")
        else:
            yield SwitchSet(die.space)

    @evolve(SwitchSet)
    def extend(self, state: State, event: SwitchSet) -> State:
        """The switch is green; the orange marker moves with it (ST-FLAP-1)."""
        return state._replace(
            flaps=tuple(on or name == event.space for on, name in zip(state.flaps, VALUES, strict=True))
        )

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs all flaps."""
        return () if all(state.flaps) else ("flaps",)

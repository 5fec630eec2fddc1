"""The landing gear: three switches of the Pilot, in any order."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.events import NoEffect, SwitchSet
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, Role, State
from rules.skyteam.system import System, evolve

__all__ = ["LandingGear"]

VALUES = {"gear.1": (1, 2), "gear.2": (3, 4), "gear.3": (5, 6)}


class LandingGear(System):
    """ST-GEAR-1 to ST-GEAR-3."""

    slot = "gear"

    def spaces(self) -> Iterable[Space]:
        """1 or 2; 3 or 4; 5 or 6 (ST-GEAR-2)."""
        return (Space(name, Role.PILOT, values, "ST-GEAR-2") for name, values in VALUES.items())

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The switch goes on, once (ST-GEAR-1, ST-GEAR-3)."""
        if state.gear[list(VALUES).index(die.space)]:
            yield NoEffect(die.space, "gear is down already")
        else:
            yield SwitchSet(die.space)

    @evolve(SwitchSet)
    def lower(self, state: State, event: SwitchSet) -> State:
        """The switch is green; the blue marker moves with it (ST-GEAR-1)."""
        return state._replace(
            gear=tuple(on or name == event.space for on, name in zip(state.gear, VALUES, strict=True))
        )

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs all wheels."""
        return () if all(state.gear) else ("gear",)

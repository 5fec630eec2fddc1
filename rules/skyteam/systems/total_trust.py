"""Total Trust: rounds without a word."""

from collections.abc import Iterable

from rules.game import Event
from rules.skyteam.calls import BriefingSkipped
from rules.skyteam.events import RoundBegan
from rules.skyteam.state import State
from rules.skyteam.system import System, evolve, react

__all__ = ["TotalTrust"]


class TotalTrust(System):
    """ST-TT-1 and ST-END-5: where the plane was at a round's end it still is when the next one begins."""

    slot = "total trust"

    @react(RoundBegan)
    def read_symbol(self, state: State, event: RoundBegan) -> Iterable[Event]:
        """The symbol of the space takes the briefing away; round 1 always has one (ST-TT-1)."""
        if event.round > 1 and self.setup.scenario.total_trust[state.position - 1]:
            yield BriefingSkipped()

    @evolve(RoundBegan)
    def allow(self, state: State, event: RoundBegan) -> State:
        """A round has a briefing unless a symbol says otherwise."""
        return state._replace(briefing=True)

    @evolve(BriefingSkipped)
    def forbid(self, state: State, event: BriefingSkipped) -> State:
        """The dice are rolled without a word."""
        return state._replace(briefing=False)

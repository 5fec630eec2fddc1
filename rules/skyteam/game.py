"""Sky Team: the game that a setup makes, put together from its systems."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import IllegalAction
from rules.game import Event, Outcome, Transition, Violation
from rules.skyteam import actions
from rules.skyteam.actions import Action, PlaceDie
from rules.skyteam.cockpit import panel_and_systems
from rules.skyteam.events import GameBegan, Measured
from rules.skyteam.headers import setup_from
from rules.skyteam.setup import Setup
from rules.skyteam.spaces import FACES
from rules.skyteam.state import Phase, Piece, Role, State
from rules.skyteam.summary import summary
from rules.skyteam.system import System, hooks

__all__ = ["SkyTeam"]

NOT_NOW: Mapping[Phase, str] = {
    Phase.TRAFFIC: "roll the traffic dice first",
    Phase.ALARM: "flip the alarms first",
    Phase.BRIEFING: "roll the dice first",
    Phase.PLACEMENT: "not while dice are placed",
    Phase.INTERN: "place the intern first",
    Phase.SYNC: "place the traffic die first",
}


class SkyTeam:
    """One flight's rules. Positions are values: the same game can judge any number of them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.scenario = setup.scenario
        self.panel, self.systems = panel_and_systems(setup)
        self._judges: Mapping[type[Action], System] = {
            kind: system for system in self.systems for kind in system.actions
        }
        self._modifiers = hooks(self.systems, "modify")
        self._evolvers = hooks(self.systems, "evolve")
        self._reactors = hooks(self.systems, "react")

    @classmethod
    def from_headers(cls, headers: Mapping[str, str]) -> "SkyTeam":
        """The flight that the headers of a record set up.

        Raises:
            HeaderError: a header is missing or has a value that cannot be.

        """
        return cls(setup_from(headers))

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that set up this flight again."""
        return {"Game": "skyteam", **self.setup.headers}

    @staticmethod
    def parse_action(text: str) -> Action:
        """The action written as `text`.

        Raises:
            ActionSyntaxError: the text is no action of Sky Team.

        """
        return actions.parse_action(text)

    def initial_state(self) -> State:
        """The table as it is set up, at the start of round 1."""
        return self._follow(State(), GameBegan(), [])

    def legal_actions(self, state: State) -> Iterator[Action]:
        """Every legal action; a placement for every face that could be behind the screen (ST-HID-1)."""
        if state.outcome is None:
            for system in self.systems:
                yield from system.offers(state)

    def legal_placements(self, state: State, role: Role, shown: int) -> list[PlaceDie]:
        """Every legal way for this role to lay a die that shows `shown`, coffee included; often empty."""
        if state.phase is not Phase.PLACEMENT or state.mover is not role:
            return []
        return self.panel.placements(state, role, shown)

    def violation(self, state: State, action: Action) -> Violation | None:
        """Why this action is illegal: the first check that fails, in the order of section 22."""
        if state.outcome is not None:
            return Violation("ST-FLOW-1", "the flight is over")
        judge = self._judges.get(type(action))
        if judge is None and action.absent is not None:
            return action.absent
        phase = state.phase
        if judge is None or phase not in action.phases:
            return Violation("ST-FLOW-2", NOT_NOW[phase])
        return judge.veto(state, action)

    def apply(self, state: State, action: Action) -> Transition[State]:
        """Take an action; everything that follows from it by itself has then happened too.

        Raises:
            IllegalAction: the rules forbid it in this position.

        """
        if violation := self.violation(state, action):
            raise IllegalAction(action, violation)
        log: list[Event] = []
        after = self._follow(state, self._judges[type(action)].begin(state, action), log)
        return Transition(after, tuple(log))

    def outcome(self, state: State) -> Outcome | None:
        """How the flight has ended; None in the air."""
        return state.outcome

    def visible(self, state: State) -> Mapping[str, str]:
        """Space -> the piece a camera should see there: the face that is up, not what coffee makes of it.

        A die is `pilot 4` or `copilot 4`, a token of the intern's row `intern 3`, the traffic die of
        Synchronisation `traffic 4`. Alarm spaces never hold a piece: a die that resets an alarm is gone
        with it (ST-ALM-8).
        """
        return {die.space: str(die) for die in state.placed}

    def meanings(self, state: State, space: str, piece: str) -> list[Action]:
        """What this piece in this space could mean: as it shows, then with ever more coffee."""
        word, face = piece.split()
        shown = int(face)
        if word == Piece.TOKEN:
            return [actions.PlaceToken(state.turn or Role.PILOT, shown, space)]
        by_coffee = sorted(FACES, key=lambda played: (abs(played - shown), played))
        if word == Piece.TRAFFIC_DIE:
            return [actions.PlaceTrafficDie(Role.COPILOT, shown, played, space) for played in by_coffee]
        return [PlaceDie(Role(word), shown, played, space) for played in by_coffee]

    def on_ok(self, state: State) -> Action | None:
        """At the briefing OK says that both roles have rolled; chance that must be told is no OK."""
        return actions.Roll() if state.phase is Phase.BRIEFING else None

    def summary(self, state: State, events: Iterable[Event]) -> dict[str, Any]:
        """The state object of the flight record, without index and text."""
        return summary(self.scenario, state, events)

    def __repr__(self) -> str:
        return f"SkyTeam.from_headers({dict(self.headers)!r})"

    def _follow(self, state: State, event: Event, log: list[Event]) -> State:
        """Let an event happen, and at once all that follows from it, until nothing does or the game is over.

        What follows comes before the next event of the same cause: that is how the rulebook orders a
        move (the fuel is gone before the plane advances), and it needs no priorities.
        """
        kind = type(event)
        if isinstance(event, Measured):
            event = self._measured(state, event)
        log.append(event)
        for evolve in self._evolvers.get(kind, ()):
            state = evolve(state, event)
        for react in self._reactors.get(kind, ()):
            if state.outcome is not None:
                break
            for consequence in react(state, event):
                state = self._follow(state, consequence, log)
                if state.outcome is not None:
                    break
        return state

    def _measured(self, state: State, event: Measured) -> Measured:
        value = event.value
        for modify in self._modifiers.get(type(event), ()):
            value = modify(state, value)
        return event if value == event.value else replace(event, value=value)

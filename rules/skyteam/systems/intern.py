"""The intern: a row of tokens, each trained once, each placed like a die."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, DiscardToken, PlaceToken
from rules.skyteam.calls import TokenTaken
from rules.skyteam.events import DieDiscarded, DiePlaced, GameBegan, TimeRanOut
from rules.skyteam.panel import Panel
from rules.skyteam.setup import Setup
from rules.skyteam.spaces import Space
from rules.skyteam.state import Pending, Phase, Piece, Placed, Role, State
from rules.skyteam.system import System, evolve

__all__ = ["Intern", "InternAtWork"]

ENDS = {"intern.pilot": 0, "intern.copilot": -1}
"""Which token of the row a space takes: the leftmost or the rightmost (ST-INT-3)."""


class Intern(System):
    """The row and its two spaces: ST-INT-1 to ST-INT-3 and ST-INT-9."""

    slot = "intern"

    def spaces(self) -> Iterable[Space]:
        """One space for each role (ST-INT-1)."""
        yield Space("intern.pilot", Role.PILOT, takes_tokens=False)
        yield Space("intern.copilot", Role.COPILOT, takes_tokens=False)

    def closed(self, state: State, space: str, value: int) -> Violation | None:
        """There must be a token, and the die must differ from it (ST-INT-2, ST-INT-3)."""
        if not state.intern:
            return Violation("ST-INT-2", "the intern is trained")
        if state.intern[ENDS[space]] == value:
            return Violation("ST-INT-3", f"not a {value}: the token is one")
        return None

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The die takes the token at its end of the row (ST-INT-3, ST-SYN-5)."""
        assert state.intern, "a space without a token takes no die"
        yield TokenTaken(die.role, state.intern[ENDS[die.space]])

    @evolve(GameBegan)
    def lay_row(self, state: State, event: GameBegan) -> State:
        """The tokens lie as the record says (ST-INT-1)."""
        return state._replace(intern=self.setup.intern)

    @evolve(TokenTaken)
    def take(self, state: State, event: TokenTaken) -> State:
        """The role holds it and must place it at once (ST-INT-4)."""
        row = tuple(token for token in state.intern or () if token != event.number)
        return state._replace(intern=row, pending=Pending(event.role, event.number))

    def unmet(self, state: State) -> Iterable[str]:
        """A landing needs all training done (ST-INT-9)."""
        return ("intern",) if state.intern else ()


class InternAtWork(System):
    """The token in hand: ST-INT-4 to ST-INT-8."""

    slot = "intern at work"
    actions = (PlaceToken, DiscardToken)

    def __init__(self, setup: Setup, panel: Panel) -> None:
        super().__init__(setup)
        self.panel = panel

    def offers(self, state: State) -> Iterable[Action]:
        """Every space that takes the token; putting it away where none does (ST-INT-8)."""
        if state.phase is Phase.INTERN and state.pending is not None:
            role, number = state.pending
            spaces = self._spaces_for(state, role, number)
            yield from (PlaceToken(role, number, space) for space in spaces)
            if not spaces:
                yield DiscardToken(role, number)

    def veto(self, state: State, action: Action) -> Violation | None:
        """Whose token it is, its number, then the space (section 22, items 4 to 8)."""
        assert state.pending is not None
        assert isinstance(action, PlaceToken | DiscardToken)
        if action.role is not state.pending.role:
            return Violation("ST-FLOW-3", f"the {state.pending.role} places the intern")
        if action.number != state.pending.number:
            return Violation("ST-INT-5", f"the token is a {state.pending.number}")
        if isinstance(action, PlaceToken):
            return self._refusal(state, action.role, action.number, action.space)
        if self._spaces_for(state, action.role, action.number):
            return Violation("ST-INT-8", "the token still fits somewhere")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """The token is laid as a die of its number, or leaves the game (ST-INT-4, ST-INT-7)."""
        match action:
            case PlaceToken(role, number, space):
                return DiePlaced(Placed(space, role, number, number, Piece.TOKEN))
            case DiscardToken(role, number):
                return DieDiscarded(role, number, Piece.TOKEN)
        return super().begin(state, action)

    @evolve(DiePlaced)
    def let_go(self, state: State, event: DiePlaced) -> State:
        """The token is not in hand any more."""
        return state._replace(pending=None) if event.die.piece is Piece.TOKEN else state

    @evolve(DieDiscarded)
    def put_away(self, state: State, event: DieDiscarded) -> State:
        """The token leaves the game (ST-INT-8)."""
        return state._replace(pending=None) if event.piece is Piece.TOKEN else state

    @evolve(TimeRanOut)
    def lose(self, state: State, event: TimeRanOut) -> State:
        """A waiting token is lost (ST-RT-2)."""
        return state._replace(pending=None)

    def _refusal(self, state: State, role: Role, number: int, space: str) -> Violation | None:
        """In play, no space that wants a real die, then all else (ST-INT-6)."""
        entry = self.panel.spaces.get(space)
        if entry is not None and not entry.takes_tokens:
            return Violation("ST-INT-6", f"no token on {entry.label}")
        return self.panel.refusal(state, role, number, space)

    def _spaces_for(self, state: State, role: Role, number: int) -> list[str]:
        return [space for space in self.panel.spaces if not self._refusal(state, role, number, space)]

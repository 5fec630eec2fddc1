"""The hands: rolling dice, laying them on the panel one after the other, putting one away."""

from collections.abc import Iterable

from rules.game import Event, Violation
from rules.skyteam.actions import Action, Discard, PlaceDie, Roll
from rules.skyteam.calls import DiceCalled, Task
from rules.skyteam.events import (
    Descended,
    DiceRolled,
    DieDiscarded,
    DiePlaced,
    NoEffect,
    RoundBegan,
    TurnTaken,
)
from rules.skyteam.panel import Panel
from rules.skyteam.setup import Setup
from rules.skyteam.spaces import FACES
from rules.skyteam.state import Phase, Piece, Placed, Role, State
from rules.skyteam.system import System, evolve, react

__all__ = ["Placing"]

DICE = 4
"""Dice of each role (ST-SET-1)."""


class Placing(System):
    """Whose turn it is, how many dice are left, and what lies where (ST-RND-4 to ST-RND-6, ST-HAND-1)."""

    slot = "placing"
    actions = (Roll, PlaceDie, Discard)

    def __init__(self, setup: Setup, panel: Panel) -> None:
        super().__init__(setup)
        self.panel = panel

    def offers(self, state: State) -> Iterable[Action]:
        """The roll; then every die that could be behind the screen, in every space that takes it."""
        if state.phase is Phase.BRIEFING:
            yield Roll()
        elif state.phase is Phase.PLACEMENT:
            for shown in FACES:
                yield from self.panel.placements(state, state.mover, shown)
                if not self.panel.takes_plain(state, state.mover, shown):
                    yield Discard(state.mover, shown)

    def veto(self, state: State, action: Action) -> Violation | None:
        """Whose turn it is, the coffee, then the space (section 22, items 4 to 8)."""
        match action:
            case PlaceDie(role, shown, played, space):
                if role is not state.mover:
                    return not_your_turn(state.mover)
                if abs(played - shown) > state.coffee:
                    return Violation("ST-COF-4", "not enough coffee for that")
                return self.panel.refusal(state, role, played, space)
            case Discard(role, shown):
                if role is not state.mover:
                    return not_your_turn(state.mover)
                if self.panel.takes_plain(state, role, shown):
                    return Violation("ST-DISC-2", f"a {shown} still fits somewhere")
        return None

    def begin(self, state: State, action: Action) -> Event:
        """Dice are rolled, laid or put away."""
        match action:
            case PlaceDie(role, shown, played, space):
                return DiePlaced(Placed(space, role, shown, played))
            case Discard(role, shown):
                return DieDiscarded(role, shown)
        return DiceRolled()

    @react(DiceRolled)
    def call_dice(self, state: State, event: DiceRolled) -> Iterable[Event]:
        """Both roles roll behind their screens (ST-RND-4)."""
        for role in Role:
            yield DiceCalled(role, Task.ROLL, state.hand_of(role))

    @react(DiePlaced)
    def take_effect(self, state: State, event: DiePlaced) -> Iterable[Event]:
        """The system that owns the space acts at once, unless the space is blocked."""
        if why := self.panel.blocked(state, event.die.space):
            return (NoEffect(event.die.space, why),)
        return self.panel.owners[event.die.space].effect(state, event.die)

    @react(DiePlaced)
    def end_turn(self, state: State, event: DiePlaced) -> Iterable[Event]:
        """A token just taken still belongs to the turn; the traffic die is none (ST-INT-4, ST-SYN-3)."""
        if state.pending is None and event.die.piece is not Piece.TRAFFIC_DIE:
            yield TurnTaken(event.die.role)

    @react(DieDiscarded)
    def end_turn_without_die(self, state: State, event: DieDiscarded) -> Iterable[Event]:
        """What is put away uses up the turn as well (ST-DISC-3, ST-WX-5)."""
        if event.piece is not Piece.TRAFFIC_DIE:
            yield TurnTaken(event.role)

    @evolve(DiceRolled)
    def end_briefing(self, state: State, event: DiceRolled) -> State:
        """Silence begins (ST-RND-4)."""
        return state._replace(rolled=True)

    @evolve(DiePlaced)
    def lay(self, state: State, event: DiePlaced) -> State:
        """The die lies there, its coffee is spent before it takes effect (ST-COF-1, ST-COF-3)."""
        die = event.die
        laid = state._replace(placed=(*state.placed, die), coffee=state.coffee - abs(die.value - die.shown))
        return _one_die_less(laid, die.role) if die.piece is Piece.DIE else laid

    @evolve(DieDiscarded)
    def put_away(self, state: State, event: DieDiscarded) -> State:
        """A discarded die uses up the turn (ST-DISC-3)."""
        return _one_die_less(state, event.role) if event.piece is Piece.DIE else state

    @evolve(Descended)
    def clear_panel(self, state: State, event: Descended) -> State:
        """All dice come back (ST-END-6)."""
        return state._replace(placed=())

    @evolve(RoundBegan)
    def take_dice(self, state: State, event: RoundBegan) -> State:
        """Everybody has all dice again; the first player begins (ST-RND-5)."""
        return state._replace(pilot_dice=DICE, copilot_dice=DICE, rolled=False, mover=event.first)


def not_your_turn(mover: Role) -> Violation:
    """ST-FLOW-3: only the role whose turn it is may place or discard."""
    return Violation("ST-FLOW-3", f"it is the {mover}'s turn")


def _one_die_less(state: State, role: Role) -> State:
    """The role has used a die; the other role goes on if it has one left (ST-RND-5)."""
    left = state.dice_of(role) - 1
    mover = role.other if state.may_place(role.other) else role
    if role is Role.PILOT:
        return state._replace(pilot_dice=left, mover=mover)
    return state._replace(copilot_dice=left, mover=mover)

"""What a part of the cockpit can say and do: the hooks between one system and the game.

A system is one dial, track, panel or rule card. Systems know the `State` and the events, never each
other. A hook that a system does not write does nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from rules.game import Event, Violation
from rules.skyteam.actions import Action
from rules.skyteam.events import Measured
from rules.skyteam.setup import Setup
from rules.skyteam.spaces import Space
from rules.skyteam.state import Placed, State

__all__ = ["Hook", "System", "evolve", "hooks", "modify", "react"]

E = TypeVar("E", bound=Event)
M = TypeVar("M", bound=Measured)
Hook = Callable[..., Any]

_KINDS = "_event_kinds"


def evolve(
    *kinds: type[E],
) -> Callable[[Callable[[Any, State, E], State]], Callable[[Any, State, E], State]]:
    """Mark a method: how the position changes by such an event."""
    return _mark("evolve", kinds)


def react(
    *kinds: type[E],
) -> Callable[[Callable[[Any, State, E], Iterable[Event]]], Callable[[Any, State, E], Iterable[Event]]]:
    """Mark a method: what follows from such an event, once the position has changed by it."""
    return _mark("react", kinds)


def modify(
    *kinds: type[M],
) -> Callable[[Callable[[Any, State, int], int]], Callable[[Any, State, int], int]]:
    """Mark a method: what becomes of the value of such an event before it takes effect."""
    return _mark("modify", kinds)


def _mark(hook: str, kinds: Iterable[type[Event]]) -> Callable[[Hook], Hook]:
    def mark(method: Hook) -> Hook:
        setattr(method, _KINDS, tuple((hook, kind) for kind in kinds))
        return method

    return mark


class System:
    """One part of the cockpit; subclasses write the hooks they need and mark methods for events."""

    slot: ClassVar[str]
    """What it is on the table; a module that replaces a part takes the same slot."""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The actions it judges and starts."""
    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Its variants (section 23): names and values, the default first."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def spaces(self) -> Iterable[Space]:
        """The spaces it adds to the panel."""
        return ()

    def closed(self, state: State, space: str, value: int) -> Violation | None:
        """Why its own space takes no die now: order and state, not colour and numbers."""
        return None

    def blocks(self, state: State, space: str) -> str | None:
        """Why a die in this space of another system is spent for nothing now."""
        return None

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """What a die in one of its own spaces brings about."""
        return ()

    def offers(self, state: State) -> Iterable[Action]:
        """Its legal actions in the phases in which they are possible."""
        return ()

    def veto(self, state: State, action: Action) -> Violation | None:
        """Why one of its actions is illegal, in a phase in which it is possible."""
        return None

    def begin(self, state: State, action: Action) -> Event:
        """The event that one of its actions sets off."""
        raise NotImplementedError(f"{type(self).__name__} starts no {type(action).__name__}")

    def unmet(self, state: State) -> Iterable[str]:
        """Keywords of what this system still misses for a landing (ST-FIN-3)."""
        return ()


def hooks(systems: Iterable[System], hook: str) -> Mapping[type[Event], tuple[Hook, ...]]:
    """Event type -> the marked methods that hear it, in the order of the systems."""
    found: defaultdict[type[Event], list[Hook]] = defaultdict(list)
    for system in systems:
        for name in _marked(type(system)):
            method = getattr(system, name)
            for marked_hook, kind in getattr(method, _KINDS):
                if marked_hook == hook:
                    found[kind].append(method)
    return {kind: tuple(methods) for kind, methods in found.items()}


def _marked(kind: type[System]) -> Iterable[str]:
    """Names of the marked methods, as written, those of the parent classes first."""
    names = (name for parent in reversed(kind.__mro__) for name, value in vars(parent).items())
    return dict.fromkeys(name for name in names if hasattr(getattr(kind, name), _KINDS))

"""Alarms: tokens that block spaces until somebody resets them."""

from collections.abc import Iterable
from typing import ClassVar

from rules.game import Event, Violation
from rules.skyteam.actions import Action, FlipAlarm
from rules.skyteam.calls import AlarmCleared, AlarmsCalled, AlarmSounded
from rules.skyteam.events import CoffeeGained, GameBegan, RoundBegan
from rules.skyteam.spaces import Space
from rules.skyteam.state import Alarm, AlarmFace, Phase, Placed, Role, State
from rules.skyteam.system import System, evolve, modify, react

__all__ = ["Alarms"]

PREFIX = "alarm."
NUMBERS = {"concentration": 1, "brakes": 2, "gear": 3, "flaps": 4, "radio.pilot": 5, "radio.copilot": 6}
"""What resets a token (ST-ALM-6)."""
RESET_BY = {
    **dict.fromkeys(("brakes", "gear", "radio.pilot"), Role.COPILOT),
    **dict.fromkeys(("flaps", "radio.copilot"), Role.PILOT),
}
"""As printed: the other seat's colour; concentration is for either (ST-ALM-7)."""


class Alarms(System):
    """ST-ALM-1 to ST-ALM-8."""

    slot = "alarms"
    actions = (FlipAlarm,)
    variants: ClassVar = {"alarm-reset": ("printed", "player-aid")}

    def spaces(self) -> Iterable[Space]:
        """A space for each token in the game, of the colour and number that reset it."""
        for token in self.setup.scenario.alarm_tokens:
            yield Space(PREFIX + token, self._reset_by(token), (NUMBERS[token],), "ST-ALM-6")

    def _reset_by(self, token: str) -> Role | None:
        role = RESET_BY.get(token)
        return role.other if role and self.setup.has_variant("alarm-reset", "player-aid") else role

    def closed(self, state: State, space: str, value: int) -> Violation | None:
        """Only a token that lies face up takes a die (ST-ALM-5)."""
        token = space.removeprefix(PREFIX)
        return None if token in _active(state) else Violation("ST-ALM-5", f"no {token} alarm now")

    def blocks(self, state: State, space: str) -> str | None:
        """A die in a blocked space is spent without effect (ST-ALM-3)."""
        sounding = (token for token in _active(state) if space == token or space.startswith(f"{token}."))
        return next((f"{token} alarm is on" for token in sounding), None)

    def effect(self, state: State, die: Placed) -> Iterable[Event]:
        """The token is reset (ST-ALM-8)."""
        yield AlarmCleared(die.space.removeprefix(PREFIX))

    def offers(self, state: State) -> Iterable[Action]:
        """Any token that lies face down may come up."""
        return map(FlipAlarm, _with_face(state, AlarmFace.FACE_DOWN)) if state.phase is Phase.ALARM else ()

    def veto(self, state: State, action: Action) -> Violation | None:
        """Only a face-down token in play can be flipped (ST-ALM-2)."""
        assert isinstance(action, FlipAlarm)
        if action.token in _with_face(state, AlarmFace.FACE_DOWN):
            return None
        return Violation("ST-ALM-2", f"no {action.token} token face down")

    def begin(self, state: State, action: Action) -> Event:
        """The token lies face up."""
        assert isinstance(action, FlipAlarm)
        return AlarmSounded(action.token)

    @evolve(GameBegan)
    def lay_tokens(self, state: State, event: GameBegan) -> State:
        """All tokens begin face down (ST-ALM-1)."""
        return state._replace(alarms=tuple(map(Alarm, self.setup.scenario.alarm_tokens)))

    @react(RoundBegan)
    def call_alarms(self, state: State, event: RoundBegan) -> Iterable[Event]:
        """One for each symbol of the space, as far as any are left (ST-ALM-1)."""
        symbols = self.setup.scenario.alarms[state.position - 1]
        if due := min(symbols, len(_with_face(state, AlarmFace.FACE_DOWN))):
            yield AlarmsCalled(due)

    @evolve(AlarmsCalled)
    def wait_for_alarms(self, state: State, event: AlarmsCalled) -> State:
        """No briefing before they are flipped."""
        return state._replace(alarms_due=event.count)

    @evolve(AlarmSounded)
    def sound(self, state: State, event: AlarmSounded) -> State:
        """One alarm less is due."""
        return _turned(state, event.token, AlarmFace.ACTIVE)._replace(alarms_due=state.alarms_due - 1)

    @evolve(AlarmCleared)
    def clear(self, state: State, event: AlarmCleared) -> State:
        """For the rest of the game; the die is gone with the token (ST-ALM-8)."""
        on_panel = tuple(die for die in state.placed if die.space != PREFIX + event.token)
        return _turned(state, event.token, AlarmFace.CLEARED)._replace(placed=on_panel)

    @modify(CoffeeGained)
    def spill(self, state: State, value: int) -> int:
        """While the concentration token is active no coffee at all is gained (ST-ALM-4)."""
        return 0 if "concentration" in _active(state) else value


def _active(state: State) -> list[str]:
    return _with_face(state, AlarmFace.ACTIVE)


def _with_face(state: State, face: AlarmFace) -> list[str]:
    return [alarm.token for alarm in state.alarms or () if alarm.face is face]


def _turned(state: State, token: str, face: AlarmFace) -> State:
    return state._replace(
        alarms=tuple(Alarm(token, face) if alarm.token == token else alarm for alarm in state.alarms or ())
    )

"""The instruments: what the open position of a flight shows, ready to be drawn."""

from dataclasses import dataclass

from rules.skyteam import SkyTeam, State

__all__ = ["Cockpit", "cockpit_of"]


@dataclass(frozen=True, slots=True)
class Cockpit:
    """Everything on the instrument panel; nothing of it is hidden from anyone at the table."""

    round: int
    rounds: int
    altitude: int
    """Feet."""
    position: int
    """Space of the approach track, 1 = the first."""
    planes: tuple[int, ...]
    """Planes per space of the approach track, first space to airport."""
    axis: int
    """Negative toward the Pilot, positive toward the Co-Pilot."""
    speed: int | None
    """None until the engines have resolved in this round."""
    blue: int
    """Speeds above it move the plane one space."""
    orange: int
    """Speeds above it move the plane two spaces."""
    brakes: int
    """Brakes deployed."""
    safe_speed: int
    """Greatest speed that the brakes can stop; 0 = none."""
    coffee: int
    rerolls: int
    gear: tuple[bool, ...]
    flaps: tuple[bool, ...]
    brake_switches: tuple[bool, ...]
    turn: str | None
    """The role that must place a die; None outside placement."""
    dice_left: tuple[int, int]
    """Dice that the Pilot and the Co-Pilot still have; their faces are nobody else's business."""


def cockpit_of(game: SkyTeam, state: State) -> Cockpit:
    """Read the instruments off a position."""
    return Cockpit(
        round=state.round,
        rounds=game.scenario.start_altitude // 1000 + 1,
        altitude=state.altitude,
        position=state.position,
        planes=state.planes,
        axis=state.axis,
        speed=state.speed,
        blue=state.blue,
        orange=state.orange,
        brakes=state.brakes,
        safe_speed=2 * state.brakes,
        coffee=state.coffee,
        rerolls=state.rerolls,
        gear=state.gear,
        flaps=state.flaps,
        brake_switches=state.brake_switches,
        turn=None if state.turn is None else str(state.turn),
        dice_left=(state.pilot_dice, state.copilot_dice),
    )

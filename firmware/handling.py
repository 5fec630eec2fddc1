"""How people handle dice, as plain values over time: a hand comes, hovers, sets down, adjusts, waits, leaves.

Everything about one placement is drawn by lot beforehand; what is where at a moment follows from the time.
All times are seconds from the start of the placement.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal

from numpy.random import Generator

from vision import BoardLayout, Colour, Point
from vision.synthetic import Hand, SceneDie, lay_die

__all__ = ["Handling", "handle"]

Seat = Literal["pilot", "copilot"]

OFF_THE_DIE_MM = 25.0
"""A hand whose fingertips are further from a die than this has left it."""
FINE_MM, COARSE_MM, FINE_WITHIN_MM = 6.0, 24.0, 60.0
"""Hands are drawn at steps along their way, so that pictures of them can be used again."""
SEATS = {"pilot": 0.28, "copilot": 0.72}
BEHIND_MM = 170.0
"""From here, before the panel's lower edge, no finger shows."""


@dataclass(frozen=True, slots=True)
class Handling:
    """One die laid into a space, from the hand's coming to its going."""

    space: str
    die: SceneDie
    """As it lies in the end."""
    held: SceneDie | None
    """As it is held over its space before it is set down."""
    first: SceneDie | None
    """As it is set down first, if it is adjusted."""
    seat: Seat
    way_mm: tuple[Point, Point]
    """Of the fingertips: from their rest to the die."""
    arrives: float
    touches: float
    """When the die is set down."""
    lies: float
    """When it has been adjusted, if at all."""
    lets_go: float
    """When the hand begins to leave."""
    lingers_mm: float
    """So far from the die the hand stops once more."""
    lingers: float
    """For so long."""
    gone: float
    partner: Hand | None
    """The other player's hand, which rests on the panel meanwhile."""
    partner_leaves: float

    @property
    def leaves(self) -> float:
        """When the hand goes for good."""
        return self.lets_go + self.lingers

    def die_at(self, t: float) -> SceneDie | None:
        """The die as it is seen now; None while it is still in the hand that brings it."""
        if t >= self.lies:
            return self.die
        if t >= self.touches:
            return self.first
        return self.held if t >= self.arrives else None

    def hands_at(self, t: float) -> tuple[Hand, ...]:
        """The hands over the panel now."""
        hands = [] if self.partner is None or t >= self.partner_leaves else [self.partner]
        away = self._from_die(t)
        whole = math.dist(*self.way_mm)
        if t < self.gone and away < whole - COARSE_MM:
            share = _stepped(away) / whole
            (x0, y0), (x1, y1) = self.way_mm
            hands.append(Hand(x1 + (x0 - x1) * share, y1 + (y0 - y1) * share, self.seat))
        return tuple(hands)

    @property
    def off_the_die(self) -> float:
        """When the hand has left the die behind."""
        t = self.leaves
        while t < self.gone and self._from_die(t) < OFF_THE_DIE_MM:
            t += 0.005
        return t

    def _from_die(self, t: float) -> float:
        """How far the fingertips are from the die."""
        whole = math.dist(*self.way_mm)
        if t < self.arrives:
            return whole * (1 - _eased(t / self.arrives))
        if t < self.lets_go:
            return 0.0
        if t < self.leaves:
            return self.lingers_mm * _eased((t - self.lets_go) / min(0.25, self.lingers))
        share = _eased((t - self.leaves) / (self.gone - self.leaves))
        return self.lingers_mm + (whole - self.lingers_mm) * share


def handle(
    layout: BoardLayout, space: str, colour: Colour, value: int, edge_mm: float, chance: Generator
) -> Handling:
    """Draw by lot how a die is laid into a space."""
    seed = int(chance.integers(1 << 31))
    die = lay_die(layout, space, colour, value, seed=seed, edge_mm=edge_mm)
    seat: Seat = "pilot" if colour is Colour.BLUE else "copilot"
    width, height = layout.size_mm
    rest = (SEATS[seat] * width + float(chance.uniform(-30.0, 30.0)), height + BEHIND_MM)
    arrives = float(chance.uniform(0.3, 0.6))
    touches = arrives + (float(chance.uniform(0.05, 0.6)) if chance.random() < 0.4 else 0.0)
    adjusts = chance.random() < 0.3
    lies = touches + (float(chance.uniform(0.1, 0.8)) if adjusts else 0.0)
    lets_go = lies + float(chance.uniform(0.2, 1.0) if chance.random() < 0.3 else chance.uniform(0.0, 0.1))
    lingers = float(chance.uniform(0.3, 1.2)) if chance.random() < 0.15 else 0.0
    partner, stays = _partner(layout, die, seat, chance)
    leaves = lets_go + lingers
    return Handling(
        space=space,
        die=die,
        held=_in_hand(die, chance) if touches > arrives else None,
        first=_in_hand(die, chance) if adjusts else None,
        seat=seat,
        way_mm=(rest, (die.x_mm, die.y_mm)),
        arrives=arrives,
        touches=touches,
        lies=lies,
        lets_go=lets_go,
        lingers_mm=float(chance.uniform(15.0, 45.0)) if lingers else 0.0,
        lingers=lingers,
        gone=leaves + float(chance.uniform(0.3, 0.5)),
        partner=partner,
        partner_leaves=leaves + stays,
    )


def _in_hand(die: SceneDie, chance: Generator) -> SceneDie:
    """The die before it lies as it will: turned, a little aside, now and then with another face up."""
    value = int(chance.integers(1, 7)) if chance.random() < 0.4 else die.value
    x, y = (float(chance.uniform(-4.0, 4.0)) for _ in range(2))
    yaw = (die.yaw_deg + float(chance.uniform(-60.0, 60.0))) % 360.0
    return replace(die, x_mm=die.x_mm + x, y_mm=die.y_mm + y, yaw_deg=yaw, value=value)


def _partner(layout: BoardLayout, die: SceneDie, seat: Seat, chance: Generator) -> tuple[Hand | None, float]:
    """Now and then the other player's hand rests somewhere else on the panel, and leaves a little later."""
    x, y = (float(chance.uniform(0.1, 0.9)) * side for side in layout.size_mm)
    if chance.random() >= 0.05 or math.dist((x, y), (die.x_mm, die.y_mm)) < 90.0:
        return None, 0.0
    other: Seat = "copilot" if seat == "pilot" else "pilot"
    return Hand(x, y, other), float(chance.uniform(0.0, 1.0))


def _eased(share: float) -> float:
    """How far a hand has come after this share of its time: it speeds up and slows down gently."""
    s = min(max(share, 0.0), 1.0)
    return s**3 * (10 - 15 * s + 6 * s * s)


def _stepped(away_mm: float) -> float:
    step = FINE_MM if away_mm < FINE_WITHIN_MM else COARSE_MM
    return round(away_mm / step) * step

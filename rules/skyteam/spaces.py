"""The spaces of the panel: their names, and what each one takes."""

from dataclasses import dataclass

from rules.game import Violation
from rules.skyteam.state import Role

__all__ = ["FACES", "SPACE_NAMES", "TOKEN_NAMES", "Space"]

FACES = (1, 2, 3, 4, 5, 6)

TOKEN_NAMES = ("concentration", "brakes", "gear", "flaps", "radio.pilot", "radio.copilot")
"""The alarm tokens."""

SPACE_NAMES = (
    *("axis.pilot", "axis.copilot", "engines.pilot", "engines.copilot"),
    *("radio.pilot", "radio.copilot.1", "radio.copilot.2"),
    *("gear.1", "gear.2", "gear.3"),
    *("flaps.1", "flaps.2", "flaps.3", "flaps.4"),
    *("concentration.1", "concentration.2", "concentration.3"),
    *("brakes.1", "brakes.2", "brakes.3"),
    *(f"alarm.{token}" for token in TOKEN_NAMES),
    *("kerosene", "intern.pilot", "intern.copilot"),
    *("ice.pilot.1", "ice.pilot.2", "ice.pilot.3", "ice.pilot.4"),
    *("ice.either.1", "ice.either.2", "ice.either.3", "ice.either.4"),
)
"""Every space of every module, in the order of the flight record."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the panel: most placement rules are these few data."""

    name: str
    role: Role | None
    """Who may use it; None: both."""
    values: tuple[int, ...] = FACES
    values_rule: str = ""
    """The id of the rule that names the values, where not all six are taken."""
    mandatory: bool = False
    """Whether a round is lost when it stays empty (ST-END-1)."""
    takes_tokens: bool = True
    """Whether a token that counts as a die may lie here (ST-INT-6)."""

    @property
    def label(self) -> str:
        """The name as players say it: `flap 2`, not `flaps.2`."""
        panel, _, number = self.name.rpartition(".")
        return f"{panel.removesuffix('s')} {number}" if number.isdigit() else self.name

    @property
    def wrong_value(self) -> Violation:
        """Why a die of another value may not lie here."""
        return Violation(self.values_rule, f"{self.label} takes {' or '.join(map(str, self.values))}")

"""Everything that is decided before round 1."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.skyteam.scenario import Scenario

__all__ = ["Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """Scenario, variants, abilities and tokens of one flight; `rules.skyteam.headers` judges them."""

    scenario: Scenario
    variants: tuple[tuple[str, str], ...] = ()
    """Name and value, as given."""
    abilities: tuple[str, ...] = ()
    intern: tuple[int, ...] = ()
    """The intern's tokens from left to right; empty where there is no intern."""

    def has_variant(self, name: str, value: str) -> bool:
        """Whether this value was chosen; the default of a variant that nobody has named was not."""
        return (name, value) in self.variants

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that say the same."""
        values = {
            "Scenario": self.scenario.name,
            "Variant": " ".join(f"{name}={value}" for name, value in self.variants),
            "Abilities": " ".join(self.abilities),
            "Intern": " ".join(map(str, self.intern)),
        }
        return {name: value for name, value in values.items() if value}

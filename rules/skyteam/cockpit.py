"""Which systems make up a game: the one place that knows them all, and their order."""

from rules.skyteam.panel import Panel
from rules.skyteam.scenario import Scenario
from rules.skyteam.system import System
from rules.skyteam.systems.altitude import Altitude
from rules.skyteam.systems.approach import Approach
from rules.skyteam.systems.axis import Axis
from rules.skyteam.systems.brakes import Brakes
from rules.skyteam.systems.concentration import Concentration
from rules.skyteam.systems.engines import Engines
from rules.skyteam.systems.flaps import Flaps
from rules.skyteam.systems.landing_gear import LandingGear
from rules.skyteam.systems.placing import Placing
from rules.skyteam.systems.radio import Radio
from rules.skyteam.systems.rerolls import Rerolls
from rules.skyteam.systems.rounds import Landing, Rounds

__all__ = ["panel_and_systems"]


def panel_and_systems(scenario: Scenario) -> tuple[Panel, tuple[System, ...]]:
    """The panel of this scenario and its systems, in the order in which they hear of an event.

    The order is the rulebook's where it says one: a die takes effect before its round can end, and at
    the round's end the landing is judged (ST-END-3), the approach looks at the ground (ST-END-7) and the
    altitude begins the next round (ST-END-8).
    """
    cockpit: tuple[System, ...] = (
        Axis(),
        Engines(),
        Radio(),
        LandingGear(),
        Flaps(),
        Brakes(),
        Concentration(),
        Approach(scenario),
    )
    panel = Panel(cockpit)
    return panel, (
        Placing(panel),
        *cockpit,
        Rerolls(),
        Landing(cockpit),
        Altitude(scenario),
        Rounds(panel.mandatory),
    )

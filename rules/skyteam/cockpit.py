"""Which systems make up a game: the one place that knows them all, and their order."""

from collections.abc import Iterable, Mapping

from rules.skyteam.panel import Panel
from rules.skyteam.scenario import Scenario, Weather
from rules.skyteam.setup import Setup
from rules.skyteam.system import System
from rules.skyteam.systems.adaptation import Adaptation
from rules.skyteam.systems.alarms import Alarms
from rules.skyteam.systems.altitude import Altitude
from rules.skyteam.systems.anticipation import Anticipation
from rules.skyteam.systems.approach import Approach
from rules.skyteam.systems.axis import Axis
from rules.skyteam.systems.bad_visibility import BadVisibility
from rules.skyteam.systems.belly_landing import BellyLanding
from rules.skyteam.systems.brakes import Brakes
from rules.skyteam.systems.concentration import Concentration
from rules.skyteam.systems.control import Control
from rules.skyteam.systems.engine_loss import EngineLoss
from rules.skyteam.systems.engines import Engines
from rules.skyteam.systems.flaps import Flaps
from rules.skyteam.systems.headwind import Headwind
from rules.skyteam.systems.ice_brakes import IceBrakes
from rules.skyteam.systems.intern import Intern, InternAtWork
from rules.skyteam.systems.kerosene import Kerosene
from rules.skyteam.systems.kerosene_leak import KeroseneLeak
from rules.skyteam.systems.kerosene_strip import KeroseneStrip
from rules.skyteam.systems.landing_gear import LandingGear
from rules.skyteam.systems.mastery import Mastery
from rules.skyteam.systems.placing import Placing
from rules.skyteam.systems.radio import Radio
from rules.skyteam.systems.real_time import RealTime
from rules.skyteam.systems.rerolls import Rerolls
from rules.skyteam.systems.rounds import Landing, Rounds
from rules.skyteam.systems.synchronisation import Synchronisation
from rules.skyteam.systems.total_trust import TotalTrust
from rules.skyteam.systems.traffic import Traffic
from rules.skyteam.systems.turbulence import Turbulence
from rules.skyteam.systems.turns import Turns
from rules.skyteam.systems.wind import Wind
from rules.skyteam.systems.working_together import WorkingTogether

__all__ = ["ABILITIES", "MODULES", "VARIANTS", "barred_abilities", "has_token_row", "panel_and_systems"]

Kind = type[System]

BASE: tuple[Kind, ...] = (
    *(Axis, Engines, Radio, LandingGear, Flaps, Brakes, Concentration),
    *(Traffic, Turns, Approach, Rerolls),
)
"""In every game, unless a module takes the slot."""

MODULES: Mapping[str, tuple[Kind, ...]] = {
    "alarms": (Alarms,),
    "altitude-5000": (),  # a lower start is data of the scenario (ST-5000-1)
    "belly-landing": (BellyLanding,),
    "engines-out": (EngineLoss,),
    "ice-brakes": (IceBrakes,),
    "intern": (Intern, InternAtWork),
    "kerosene": (KeroseneStrip, Kerosene),
    "kerosene-leak": (KeroseneStrip, KeroseneLeak),
    "real-time": (RealTime,),
    "total-trust": (TotalTrust,),
    "wind": (Wind,),
    "wind-reversed": (Wind, Headwind),
}
"""What the modules of a scenario add or replace."""

ABILITIES: Mapping[str, Kind] = {
    "anticipation": Anticipation,
    "adaptation": Adaptation,
    "control": Control,
    "mastery": Mastery,
    "working-together": WorkingTogether,
    "synchronisation": Synchronisation,
}

WEATHERS: Mapping[Weather, tuple[Kind, ...]] = {
    Weather.CLEAR: (),
    Weather.TURBULENCE: (Turbulence,),
    Weather.BAD_VISIBILITY: (BadVisibility,),
    Weather.STORM: (BadVisibility, Turbulence),
}

NOT_TOGETHER = (("engines-out", "mastery"), ("belly-landing", "synchronisation"))
"""Module and ability that do not go together (ST-SET-7)."""

ORDER: tuple[Kind, ...] = (
    # Axis dice: the axis moves, the plane may spin, Control, the wind (ST-AXIS-5).
    *(Axis, Control, Wind, Headwind),
    # Engine dice: speed, Mastery, the leak, then brakes or movement (ST-ENG-6); turns first (ST-ENG-4).
    # A round's end: kerosene before anything moves (ST-END-2, ST-END-4).
    *(
        Engines,
        Mastery,
        KeroseneStrip,
        Kerosene,
        KeroseneLeak,
        EngineLoss,
        Brakes,
        IceBrakes,
        Turns,
        Approach,
    ),
    *(Radio, LandingGear, BellyLanding, Flaps, Concentration, Intern),
    # A round's start: the dice of the space, then its alarms, then silence (ST-RND-3).
    *(Traffic, Alarms, TotalTrust),
    # A turn's end: dice are brought in, then shaken (ST-WX-4).
    *(BadVisibility, Turbulence),
    *(Anticipation, Adaptation, WorkingTogether, RealTime, Rerolls),
)
"""Systems hear of an event in this order, those with a rule about it first."""

VARIANTS: Mapping[str, tuple[str, ...]] = {
    name: values for kind in ORDER for name, values in kind.variants.items()
}
"""The switches of a record and their values; the first one is the default (section 23)."""


def has_token_row(scenario: Scenario) -> bool:
    """Whether a record must say how the intern's tokens lie."""
    return any(Intern in MODULES[module] for module in scenario.modules)


def barred_abilities(scenario: Scenario) -> frozenset[str]:
    """Abilities that cannot be chosen here (ST-SET-7)."""
    return frozenset(ability for module, ability in NOT_TOGETHER if module in scenario.modules)


def panel_and_systems(setup: Setup) -> tuple[Panel, tuple[System, ...]]:
    """The panel of this flight and its systems, in the order in which they hear of an event.

    The order is the rulebook's where it says one: a die takes effect before its round can end, and at
    the round's end the landing is judged (ST-END-3), the approach looks at the ground (ST-END-7) and the
    altitude begins the next round (ST-END-8).
    """
    kinds = _chosen(setup)
    parts = tuple(kind(setup) for kind in ORDER if kind in kinds)
    panel = Panel(parts)
    at_work = tuple(kind(setup, panel) for kind in (InternAtWork, Synchronisation) if kind in kinds)
    return panel, (
        Placing(setup, panel),
        *parts,
        *at_work,
        Landing(setup, parts),
        Altitude(setup),
        Rounds(setup, panel.mandatory),
    )


def _chosen(setup: Setup) -> frozenset[Kind]:
    """The kinds of systems in this game: a module takes the slot of what it replaces."""
    scenario = setup.scenario
    added: list[Iterable[Kind]] = [MODULES[module] for module in scenario.modules]
    added += [WEATHERS[space.weather] for space in scenario.track]
    added += [[ABILITIES[ability] for ability in setup.abilities]]
    by_slot = {kind.slot: kind for kinds in (BASE, *added) for kind in kinds}
    return frozenset(by_slot.values())

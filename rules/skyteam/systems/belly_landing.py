"""Belly landing: the landing gear is stuck, and a landing does not ask for it."""

from rules.skyteam.system import System

__all__ = ["BellyLanding"]


class BellyLanding(System):
    """ST-BELLY-1, in the place of the landing gear: no spaces, no switches, no condition.

    Which alarm tokens are left is data of the scenario.
    """

    slot = "gear"

"""What the lamps say: switches and axis, and by their rhythm how the last change was judged."""

from collections.abc import Mapping

from firmware.snapshot import Ruling, Snapshot
from hardware import Lamp, Lamps

__all__ = ["LampPresenter", "lamp_view"]

AXIS = ("axis.-2", "axis.-1", "axis.0", "axis.+1", "axis.+2")


def lamp_view(snapshot: Snapshot) -> Mapping[str, Lamp]:
    """Every lamp's state for one snapshot.

    Switch lamps are on for green switches; one axis lamp shows the axis. A refused die makes the whole
    axis row blink, a question makes it pulse, until it is settled. After a crash every lamp blinks;
    after a landing every lamp pulses.
    """
    cockpit = snapshot.cockpit
    switches = {"gear": cockpit.gear, "flaps": cockpit.flaps, "brakes": cockpit.brake_switches}
    view = {
        f"{name}.{number}": Lamp.ON if green else Lamp.OFF
        for name, row in switches.items()
        for number, green in enumerate(row, start=1)
    }
    view |= dict.fromkeys(AXIS, Lamp.OFF)
    view[_axis_lamp(cockpit.axis)] = Lamp.ON
    if snapshot.won is not None:
        return dict.fromkeys(view, Lamp.PULSE if snapshot.won else Lamp.BLINK)
    if snapshot.verdict is not None:
        if snapshot.verdict.ruling is Ruling.REFUSED:
            view |= dict.fromkeys(AXIS, Lamp.BLINK)
        elif snapshot.verdict.ruling in (Ruling.UNSURE, Ruling.MISMATCH):
            view |= dict.fromkeys(AXIS, Lamp.PULSE)
    return view


def _axis_lamp(axis: int) -> str:
    # Beyond 2 the plane spins; the outermost lamp is the nearest there is.
    return AXIS[max(-2, min(2, axis)) + 2]


class LampPresenter:
    """Sets the lamps that are there."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps

    def present(self, snapshot: Snapshot, now: float) -> None:
        """Show a snapshot on the lamps."""
        for name, lamp in lamp_view(snapshot).items():
            self._lamps.show(name, lamp)

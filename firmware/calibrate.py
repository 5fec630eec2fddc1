"""`jumpseat calibrate`: measures the owner's panel, learns its empty print, and keeps both as a profile."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from firmware.app import PANEL
from firmware.clock import VirtualClock
from firmware.config import Config
from firmware.errors import CalibrationError
from firmware.play import console_settings
from firmware.read import PROFILES
from firmware.table import SimulatedTable
from hardware import Camera, is_pi_with_camera, open_console, open_simulated_console
from vision import (
    BoardLayout,
    Frame,
    Lens,
    Measurement,
    Panel,
    Point,
    Profile,
    Refusal,
    Trouble,
    find_panel,
    inspect,
    learn_print,
    load_frame,
    load_layout,
    load_profile,
    measure_panel,
    profile_path,
    save_profile,
)

__all__ = ["Wishes", "calibrate", "parse_move"]

PICTURES = 5
SETTLING = 45
"""Pictures that a camera takes until exposure, white balance and focus have followed the light."""
CARDS_OFF_MM = 5.0
"""A card that lies farther than this from its corner was not laid as it should be."""
VOUCH: Mapping[Trouble, str] = {
    Trouble.HAND: ", or add --empty if nothing lies there",
    Trouble.DIE: ", or name the spaces after --empty if nothing lies there",
}
"""What a person who has looked can say to it."""
NEAREST_MM = 12.0
"""The smallest dice are this wide: spaces cannot be nearer to each other."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the owner asks for."""

    name: str = "mine"
    images: tuple[Path, ...] = ()
    """Pictures of the empty panel; none: the camera takes them."""
    simulated: bool = False
    moves: Mapping[str, Point | None] = field(default_factory=lambda: MappingProxyType({}))
    """Spaces to move, and where to (millimetres on the panel); None: back to where the panel has them."""
    die_edge_mm: float | None = None
    view_deg: float | None = None
    """The lens's horizontal angle of view; None: Camera Module 3's."""
    empty: tuple[str, ...] = ()
    """Spaces that are empty although a die seems to lie there."""
    looked: bool = False
    """The owner has looked: nothing lies on the panel, though it may look so."""
    profiles: Path | None = None
    """Where the profile goes; None: where the configuration says."""


def parse_move(text: str) -> tuple[str, Point | None]:
    """Understand `SPACE=X,Y`, or `SPACE=` for its own place; raises ValueError for anything else."""
    space, _, place = text.partition("=")
    if not place:
        if "=" not in text:
            raise ValueError(f"{text!r} is not SPACE=X,Y")
        return space, None
    x, y = (float(part) for part in place.split(","))
    return space, (x, y)


def calibrate(config: Config, wishes: Wishes, *, as_json: bool) -> int:
    """Calibrate and say what was found; 1 where the panel could not be learned, with what to do.

    Raises:
        CalibrationError: there is no camera, or the wishes cannot be.
        VisionError: a picture cannot be read, or a profile cannot be read or written.
        HardwareError: the camera gives no pictures.

    """
    folder = wishes.profiles or config.panel.folder(os.environ)
    path, frames = profile_path(folder, wishes.name), _pictures(config, wishes)
    report: dict[str, Any] = {"pictures": len(frames)}
    answer = _calibrated(frames, wishes, path, report)
    if isinstance(answer, Profile):
        report["profile"] = str(save_profile(answer, folder))
    else:
        report["refused"] = answer
    print(json.dumps(report) if as_json else "\n".join(_lines(report)))
    return 0 if isinstance(answer, Profile) else 1


def _calibrated(frames: Sequence[Frame], wishes: Wishes, path: Path, report: dict[str, Any]) -> Profile | str:
    """Measure and learn, noting in the report what was found; text says why not and what to do."""
    lens = Lens() if wishes.view_deg is None else Lens(view_deg=wishes.view_deg)
    layouts = [load_layout(name) for name in PROFILES]
    measured = measure_panel(frames, layouts, lens)
    if measured is None:
        return "Not all four markers show in every picture: free them, and bring them into the picture"
    panel = find_panel(frames[0], [measured.layout], measured.lens)
    if panel is None:
        return "The markers do not fit together: lay the panel flat and its cards at their corners"
    report |= _findings(measured, panel, frames[0])
    if measured.cards_off_mm > CARDS_OFF_MM:
        return "A marker card lies off its corner: lay each with its inner corner at a corner of the panel"
    profile = _wished(measured, wishes, path)
    learned = learn_print(frames, profile, empty=wishes.empty, looked=wishes.looked)
    if isinstance(learned, Refusal):
        return learned.text + VOUCH.get(learned.trouble, "")
    report["spaces"], report["noise"] = len(learned.names), round(learned.noise, 4)
    report["moved"] = {name: list(place) for name, place in profile.moved.items()}
    return replace(profile, print=learned)


def _wished(measured: Measurement, wishes: Wishes, path: Path) -> Profile:
    """The profile as the owner wants it; what an older one of this name says of moves and dice stays."""
    moved, edge = dict[str, Point](), wishes.die_edge_mm
    if path.exists() and (older := load_profile(path)).layout.name == measured.layout.name:
        moved.update(older.moved)
        edge = edge if edge is not None else older.die_edge_mm
    moved.update({name: place for name, place in wishes.moves.items() if place is not None})
    for name in (name for name, place in wishes.moves.items() if place is None):
        measured.layout.space(name)  # says so if there is no such space
        moved.pop(name, None)
    layout = measured.layout.with_moved(moved)
    _check_moves(layout, wishes.moves)
    return Profile(wishes.name, layout, None, MappingProxyType(moved), edge, measured.lens)


def _check_moves(layout: BoardLayout, moves: Mapping[str, Point | None]) -> None:
    certain = [space for space in layout.spaces if not space.only_with]
    for space in (space for space in layout.spaces if space.name in moves):
        for other in certain:
            apart = max(abs(a - b) for a, b in zip(space.centre_mm, other.centre_mm, strict=True))
            if other is not space and apart < NEAREST_MM:
                raise CalibrationError(
                    f"--move {space.name}: would lie on {other.name}; give another place in millimetres"
                )


def _findings(measured: Measurement, panel: Panel, frame: Frame) -> dict[str, Any]:
    """What was measured, as it is reported."""
    seen, fit = inspect(frame, panel), panel.fit
    return {
        "panel": measured.layout.name,
        "markers": list(fit.markers),
        "residual_px": round(measured.residual_px, 2),
        "size_mm": [round(side, 1) for side in measured.layout.size_mm],
        "scale": [round(part, 3) for part in measured.scale],
        "cards_off_mm": round(measured.cards_off_mm, 1),
        "height_mm": round(fit.height_mm),
        "tilt_deg": round(fit.tilt_deg, 1),
        "k1": round(measured.lens.k1, 3),
        "contrast": round(seen.contrast, 2),
        "evenness": round(seen.evenness, 2),
        "white": round(seen.white, 2),
        "edge_mm": round(seen.edge_mm, 2),
    }


def _lines(report: Mapping[str, Any]) -> list[str]:
    """The report for people."""
    lines = []
    if "panel" in report:
        markers = " ".join(map(str, report["markers"]))
        width, height = report["size_mm"]
        lines += [
            f"panel    {report['panel']}, markers {markers}, {report['residual_px']:.2f} px off",
            "size     {:.1f} x {:.1f} mm, {:.3f} x {:.3f} of nominal; cards within {:.1f} mm".format(
                width, height, *report["scale"], report["cards_off_mm"]
            ),
            f"camera   {report['height_mm'] / 10:.0f} cm up, tilted {report['tilt_deg']:.1f} degrees, "
            f"k1 {report['k1']:.3f}",
            f"light    contrast {report['contrast']:.0%}, dimmest corner {report['evenness']:.0%}"
            + (", white is lost: less light would do" if report["white"] > 0.99 else ""),
            f"focus    borders {report['edge_mm']:.1f} mm wide",
        ]
    if "spaces" in report:
        pictures = f"{report['pictures']} picture{'' if report['pictures'] == 1 else 's'}"
        lines.append(
            f"print    {report['spaces']} spaces learned from {pictures}, noise {report['noise']:.1%}"
        )
    for name, (x, y) in report.get("moved", {}).items():
        lines.append(f"moved    {name} to {x:.1f}, {y:.1f} mm")
    if "refused" in report:
        return [*lines, f"Not calibrated. {report['refused']}."]
    return [*lines, f"profile  {report['profile']}"]


def _pictures(config: Config, wishes: Wishes) -> tuple[Frame, ...]:
    """The pictures to learn from: files, the simulated table's, or the camera's."""
    if wishes.images:
        return tuple(load_frame(path) for path in wishes.images)
    if wishes.simulated:
        table = SimulatedTable(load_layout(PANEL))
        with open_simulated_console(draw=table.draw, clock=VirtualClock()) as console:
            return _taken(console.camera, settling=0)
    if not is_pi_with_camera():
        raise CalibrationError("no camera is found here; give pictures with --image FILE..., or --sim")
    with open_console(console_settings(config)) as console:
        return _taken(console.camera, settling=SETTLING)


def _taken(camera: Camera, *, settling: int) -> tuple[Frame, ...]:
    """Let the camera follow the light, hold it, and take the pictures."""
    for _ in range(settling):
        camera.capture()
    if settling:
        camera.lock_exposure()
    return tuple(camera.capture().array for _ in range(PICTURES))

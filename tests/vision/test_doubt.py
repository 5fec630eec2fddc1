"""Naming what keeps a die's top from being read: glare, darkness, an arm; and nothing on a clear one."""

import math
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from vision.doubt import name_doubt
from vision.image import Frame
from vision.layout import load_layout
from vision.panel import find_panel
from vision.patches import SIDE, cut_patches
from vision.readings import Colour, Reason
from vision.synthetic import Hand, Look, Scene, SceneCamera, SceneDie, TableArtist, varied_look

LAYOUT = load_layout("reference-a3")
CAMERA = SceneCamera.over(LAYOUT, tilt_deg=4.0)
PLACES = ["axis.pilot", "gear.1", "flaps.2", "brakes.2", "concentration.2", "radio.copilot.1"]
COLOURS = (Colour.BLUE, Colour.ORANGE)


@dataclass(frozen=True)
class Top:
    x: float
    y: float
    yaw: float
    edge_mm: float
    colour: Colour


def dice(values: list[int], first: int = 0, lean: float = 0.0) -> tuple[SceneDie, ...]:
    return tuple(
        SceneDie(*LAYOUT.space(place).centre_mm, 17.0 * i, COLOURS[(i + first) % 2], value, lean_deg=lean)
        for i, (place, value) in enumerate(zip(PLACES, values, strict=False))
    )


def doubts(frame: Frame, laid: tuple[SceneDie, ...]) -> list[Reason | None]:
    """Name the doubt of each die, looked at where it really lies."""
    panel = find_panel(frame, [LAYOUT])
    assert panel is not None
    patches = cut_patches(frame, panel, [(die.x_mm, die.y_mm) for die in laid])
    middle = (SIDE - 1) / 2
    return [
        name_doubt(patch, Top(middle, middle, -math.radians(die.yaw_deg), die.edge_mm, die.colour))
        for patch, die in zip(patches, laid, strict=True)
    ]


def draw(laid: tuple[SceneDie, ...], look: Look | None = None, hand: Hand | None = None) -> Frame:
    artist = TableArtist(LAYOUT, CAMERA, look) if look else usual_artist()
    return artist.draw(Scene(dice=laid, hands=(hand,) if hand else ()), seed=1)


@cache
def usual_artist() -> TableArtist:
    return TableArtist(LAYOUT, CAMERA)


@pytest.mark.parametrize(
    "look", [Look(), replace(varied_look(4), art_seed=3), varied_look(9)], ids=["plain", "busy", "other"]
)
def test_a_clear_top_gives_no_cause_for_doubt(look: Look) -> None:
    artist = TableArtist(LAYOUT, CAMERA, look)
    for laid in (dice([1, 2, 3, 4, 5, 6]), dice([1, 2, 3, 4, 5, 6], first=1)):
        assert doubts(artist.draw(Scene(dice=laid), seed=1), laid) == [None] * 6


def test_a_leaning_die_is_not_blamed_on_light_or_arm() -> None:
    laid = dice([1, 2, 3, 4, 5, 6], lean=25.0)
    assert doubts(draw(laid), laid) == [None] * 6


def test_shine_all_over_a_top_is_glare() -> None:
    """A polished die under a soft lamp."""
    laid = dice([1, 2, 3, 4, 5, 6])
    assert doubts(draw(laid, replace(Look(), gloss=0.35)), laid) == [Reason.GLARE] * 6


def with_spot(frame: Frame, die: SceneDie, radius_mm: float, gain: float) -> Frame:
    """Let a bare lamp shine back from a corner of a die's top (gain above 0), or dim the light there."""
    x, y = CAMERA.project([die.x_mm + 2.0, die.y_mm + 2.0, die.edge_mm])
    scale = CAMERA.focal_px / CAMERA.height_mm
    across, down = np.meshgrid(np.arange(frame.shape[1]), np.arange(frame.shape[0]))
    apart = np.hypot(across - x, down - y) / (radius_mm * scale)
    spot = np.exp(-(apart**4))[:, :, None]
    changed = frame + 255.0 * gain * spot if gain > 0 else frame * (1.0 + gain * spot)
    return np.clip(changed, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_hot_spot_over_pips_is_glare(value: int) -> None:
    laid = dice([value] * 6)
    assert doubts(with_spot(draw(laid), laid[0], 3.5, 1.0), laid) == [Reason.GLARE, *[None] * 5]


@pytest.mark.parametrize("value", range(1, 7))
def test_deep_shadow_on_a_die_is_dark(value: int) -> None:
    laid = dice([value] * 6)
    assert doubts(with_spot(draw(laid), laid[0], 20.0, -0.8), laid) == [Reason.DARK, *[None] * 5]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("first", [0, 1])
def test_fingers_over_half_a_die_cover_it(value: int, first: int) -> None:
    laid = dice([value] * 6, first)
    x, y = LAYOUT.space("axis.pilot").centre_mm
    assert doubts(draw(laid[:1], hand=Hand(x + 3.0, y + 3.0, "pilot")), laid[:1]) == [Reason.COVERED]


def test_fingertips_beside_a_die_do_not_cover_it() -> None:
    laid = dice([4])
    x, y = LAYOUT.space("axis.pilot").centre_mm
    assert doubts(draw(laid, hand=Hand(x + 18.0, y + 18.0, "pilot")), laid) == [None]

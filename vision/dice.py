"""From two kinds of evidence, pips and border, to one die.

A candidate is asked several questions, each answered between 0 and 1. Its confidence is their product, so
one plain "no" is enough to refuse it.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.colour import body_colour, classify_colour
from vision.faces import LAYOUTS
from vision.outline import HALF_RANGE_MM, Outline, measure_outline, search_outline
from vision.panel import Doubles
from vision.patches import Patch
from vision.pips import (
    PITCH_PER_EDGE,
    PITCH_RANGE_MM,
    clearness,
    is_lettering,
    likely_faces,
    lonely_spots,
    match_faces,
)
from vision.readings import Colour, Reason
from vision.upright import roundness, stray_pip, stretch
from vision.views import View

READ_ABOVE = 0.5
"""A die is read when its confidence is above this."""
_MIN_MATCH = 0.60
_MIN_ONE = 0.3  # one pip seen in a turn and size that are only guessed
_MIN_SIDES = (0.006, 0.02)  # of a face's border the two weakest sides show no less than this
_HOPELESS = 0.45  # a face of which less than this part has one colour is none
_MANY = 4  # from so many pips on, their pattern alone fixes the face
_CLEAR = (0.1, 0.4)  # every pip and every gap between them must show, or the face is not known
_BY_CHANCE = 0.5  # few pips come together by chance, of a die and of the print beside it
_STILL_SEEN = 0.2  # a die that leans or shines is not read, but it is not overlooked either
_PLAIN, _NO_DOUBT = 3, 0.9  # so many pips, seen so clearly, end the search
_TRIED = 3  # lonely spots that are looked at closely


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to see a die in a patch, with all that speaks for it and against it."""

    value: int
    x: float
    """The middle of the top face, in pixels of the patch."""
    y: float
    yaw: float
    pitch_mm: float
    dark_pips: bool
    match: float
    """Correlation with the layout of the value."""
    rival: float
    """The best correlation with a layout of another value."""
    outline: Outline
    colour: Colour
    even: float
    """The part of the face between the pips that shares the body's colour."""
    clear: float
    """How much its dimmest pip outshines the brightest place without one; 1 is a drawn face."""
    stretch: float
    """How much longer than wide the pips lie."""
    roundness: float
    """How round its pips are."""
    stray: float
    """How clear a pip is where an upright die shows none, beside its own pips."""

    @property
    def edge_mm(self) -> float:
        """The length of the die's edge, as its border says."""
        return 2 * self.outline.half_mm

    @property
    def answers(self) -> dict[Reason, float]:
        """What can be asked of a candidate alone: 1 is a clear yes, 0 a clear no."""
        weakest, second = self.outline.sides[:2]
        border = ramp(second, _MIN_SIDES[1], 0.055)
        if self.value < _MANY:  # many pips in their places are hardly chance, few need a border all round
            border *= ramp(weakest, _MIN_SIDES[0], 0.03)
        match, even = (0.86, 0.85) if self.value == 1 else (0.80, 0.80)
        return {
            Reason.PIPS: ramp(self.match, match - 0.14, match)
            * ramp(self.match - self.rival, 0.0, 0.08)
            * max(ramp(self.clear, *_CLEAR), _STILL_SEEN),
            Reason.COCKED: border * self.upright,
            Reason.COLOUR: ramp(self.even, even - 0.25, even),
        }

    @property
    def upright(self) -> float:
        """How far it looks like the top of a die that lies flat, 0 to 1.

        Many pips tell a lean by their pattern, few by their shape and by those that should not show.
        """
        if self.value >= _MANY:
            return max(ramp(self.stretch, 0.095, 0.045), _STILL_SEEN)
        return max(ramp(self.stray, 0.95, 0.75) * ramp(self.roundness, 0.845, 0.905), _STILL_SEEN)

    @property
    def confidence(self) -> float:
        """How sure it is that a die lies so, 0 to 1."""
        return math.prod(self.answers.values())

    @property
    def is_plain(self) -> bool:
        """Say whether so many pips are seen so clearly that nothing else can lie there."""
        return self.value >= _PLAIN and self.confidence > _NO_DOUBT

    @property
    def pattern(self) -> float:
        """How well its pips, and the gaps between them, are those of its value, 0 to 1."""
        margin = ramp(self.match - self.rival, -0.02, 0.1)
        return self.match * margin * ramp(self.clear, -0.2, 0.8) * ramp(self.even, 0.4, 0.9)

    @property
    def rank(self) -> float:
        """How it stands against other ways to see the same die, flat or not."""
        weakest, second = self.outline.sides[:2]
        border = min(weakest, 0.1) + min(second, 0.2)
        chance = 1.0 if self.value >= _MANY else _BY_CHANCE
        return self.confidence / self.upright * self.match * border * chance

    @property
    def weakness(self) -> Reason:
        """What speaks most against it."""
        answers = self.answers
        return min(answers, key=lambda reason: answers[reason])


def find_many_pips(patch: Patch, view: View) -> list[Candidate]:
    """Return what could be a die of two and more pips in one view of a patch, of any size."""
    found: list[Candidate] = []
    for face in likely_faces(view, _MIN_MATCH):
        if PITCH_RANGE_MM[0] < face[3] < PITCH_RANGE_MM[1]:
            found += _candidates(patch, view, face, _half_range(face))
        if found and found[-1].is_plain:
            break  # nothing else can lie there
    return [one for one in found if one.value > 1]


def find_one_pip(patch: Patch, view: View, half_mm: tuple[float, float] = HALF_RANGE_MM) -> list[Candidate]:
    """Return what could be a die showing one pip in one view, with half an edge between two limits."""
    found = []
    for x, y in lonely_spots(view, _TRIED):
        if not _may_be_one(patch, view, x, y, sum(half_mm) / 2):
            continue
        outline = search_outline(patch, x, y, half_mm)
        face = np.array([x, y, outline.yaw, 2 * outline.half_mm * PITCH_PER_EDGE])
        found += _candidates(patch, view, face, outline)
    return [one for one in found if one.value == 1]


def _may_be_one(patch: Patch, view: View, x: float, y: float, half_mm: float) -> bool:
    """Look at a lonely spot before its border is searched; the turn of the face matters little yet."""
    face = np.array([x, y, 0.0, 2 * half_mm * PITCH_PER_EDGE])
    if match_faces(view.picture, face[None])[0, 0] < _MIN_ONE:
        return False
    rgb, even = body_colour(patch, x, y, 0.0, float(face[3]) * 0.7)
    return even >= _HOPELESS and classify_colour(rgb) is not None


def _half_range(face: Doubles) -> tuple[float, float]:
    """Return the limits of half the edge of a die with pips so far apart."""
    half = float(face[3]) / PITCH_PER_EDGE / 2
    return max(half * 0.92, HALF_RANGE_MM[0]), min(half * 1.08, HALF_RANGE_MM[1])


def _candidates(
    patch: Patch, view: View, face: Doubles, border: Outline | tuple[float, float]
) -> list[Candidate]:
    """Look closely at a face; its border is known, or two limits for it. Nothing if hopeless."""
    matches = match_faces(view.picture, face[None])[0].tolist()
    match = max(matches)
    layout = matches.index(match)
    value = LAYOUTS[layout][0]
    rival = max(m for m, (other, _) in zip(matches, LAYOUTS, strict=True) if other != value)
    if match < _MIN_MATCH or is_lettering(view, face, layout):
        return []
    x, y, yaw, pitch = face.tolist()
    rgb, even = body_colour(patch, x, y, yaw, pitch)
    colour = classify_colour(rgb)
    if colour is None or even < _HOPELESS:
        return []
    outline = border if isinstance(border, Outline) else measure_outline(patch, x, y, yaw, border)
    if outline.sides[1] < _MIN_SIDES[1]:
        return []
    return [
        Candidate(
            value=value,
            x=x,
            y=y,
            yaw=yaw,
            pitch_mm=pitch,
            dark_pips=view.dark_pips,
            match=match,
            rival=rival,
            outline=outline,
            colour=colour,
            even=even,
            clear=clearness(view.picture, face, layout),
            stretch=stretch(view, face, layout),
            roundness=roundness(view, face, layout),
            stray=stray_pip(view, face, layout, 2 * outline.half_mm, patch.slope),
        )
    ]


def ramp(value: float, none: float, full: float) -> float:
    """Map a measurement to 0..1: 0 at `none`, 1 at `full`, straight between; `none` may be the larger."""
    return min(max((value - none) / (full - none), 0.0), 1.0)

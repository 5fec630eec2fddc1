"""From two kinds of evidence, pips and border, to one die.

A candidate is asked several questions, each answered between 0 and 1. Its confidence is their product, so
one plain "no" is enough to refuse it.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.colour import body_colour, classify_colour
from vision.outline import HALF_RANGE_MM, Outline, measure_outline, search_outline
from vision.panel import Doubles
from vision.patches import Patch, View
from vision.pips import LAYOUTS, PITCH_PER_EDGE, PITCH_RANGE_MM, likely_faces, lonely_spots, match_faces
from vision.readings import Colour, Reason

READ_ABOVE = 0.5
"""A die is read when its confidence is above this."""
_MIN_MATCH = 0.6
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
    colour: Colour | None
    even: float
    """The part of the face between the pips that shares the body's colour."""

    @property
    def edge_mm(self) -> float:
        """The length of the die's edge, as its border says."""
        return 2 * self.outline.half_mm

    @property
    def answers(self) -> dict[Reason, float]:
        """What can be asked of a candidate alone: 1 is a clear yes, 0 a clear no."""
        weakest, second = self.outline.sides[:2]
        return {
            Reason.PIPS: _ramp(self.match, 0.64, 0.80) * _ramp(self.match - self.rival, 0.0, 0.08),
            Reason.COCKED: _ramp(weakest, 0.006, 0.03) * _ramp(second, 0.02, 0.055),
            Reason.COLOUR: (self.colour is not None) * _ramp(self.even, 0.55, 0.8),
        }

    @property
    def confidence(self) -> float:
        """How sure it is that a die lies so, 0 to 1."""
        return math.prod(self.answers.values())

    @property
    def rank(self) -> float:
        """How it stands against other candidates for the same die; unlike confidence it has no upper end."""
        weakest, second = self.outline.sides[:2]
        return self.confidence * self.match * (min(weakest, 0.1) + min(second, 0.2))

    @property
    def weakness(self) -> Reason:
        """What speaks most against it."""
        answers = self.answers
        return min(answers, key=lambda reason: answers[reason])


def find_many_pips(patch: Patch) -> list[Candidate]:
    """Return what could be a die of two and more pips in the patch, of any size."""
    return [
        _candidate(patch, view, face, measure_outline(patch, face[0], face[1], face[2], _half_range(face)))
        for view in (patch.light, patch.shade)
        for face, _ in likely_faces(view, _MIN_MATCH)
        if PITCH_RANGE_MM[0] < face[3] < PITCH_RANGE_MM[1]
    ]


def find_one_pip(patch: Patch, half_mm: tuple[float, float] = HALF_RANGE_MM) -> list[Candidate]:
    """Return what could be a die showing one pip, with half an edge between two limits."""
    found = []
    for view in (patch.light, patch.shade):
        for x, y in lonely_spots(view, _TRIED):
            outline = search_outline(patch, x, y, half_mm)
            face = np.array([x, y, outline.yaw, 2 * outline.half_mm * PITCH_PER_EDGE])
            found.append(_candidate(patch, view, face, outline))
    return [one for one in found if one.value == 1]


def _half_range(face: Doubles) -> tuple[float, float]:
    """Return the limits of half the edge of a die with pips so far apart."""
    half = float(face[3]) / PITCH_PER_EDGE / 2
    return max(half * 0.92, HALF_RANGE_MM[0]), min(half * 1.08, HALF_RANGE_MM[1])


def _candidate(patch: Patch, view: View, face: Doubles, outline: Outline) -> Candidate:
    matches = match_faces(view.picture, face[None])[0]
    layout = int(matches.argmax())
    value = LAYOUTS[layout][0]
    rival = max(float(m) for m, (other, _) in zip(matches, LAYOUTS, strict=True) if other != value)
    x, y, yaw, pitch = (float(part) for part in face)
    rgb, even = body_colour(patch, x, y, yaw, pitch)
    return Candidate(
        value=value,
        x=x,
        y=y,
        yaw=yaw,
        pitch_mm=pitch,
        dark_pips=view.dark_pips,
        match=float(matches[layout]),
        rival=rival,
        outline=outline,
        colour=classify_colour(rgb),
        even=even,
    )


def _ramp(value: float, none: float, full: float) -> float:
    return min(max((value - none) / (full - none), 0.0), 1.0)

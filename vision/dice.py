"""From two kinds of evidence, pips and border, to one die.

A candidate is asked five questions; each is answered between 0 and 1. Its confidence is their product, so
one plain "no" is enough to refuse it.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.colour import body_colour, classify_colour
from vision.image import Floats
from vision.outline import HALF_RANGE_MM, Outline, measure_outline, search_outline
from vision.panel import Doubles
from vision.patches import PIXELS_PER_MM, Patch
from vision.pips import (
    LAYOUTS,
    PITCH_PER_EDGE,
    PITCH_RANGE_MM,
    find_spots,
    judge_faces,
    propose_faces,
    refine_face,
)
from vision.readings import Colour, Reason

READ_ABOVE = 0.5
"""A die is read when its confidence is above this."""
SEEN_ABOVE = 0.1
"""A die is reported at all when its confidence is above this."""
_TRIED = 4  # proposals per polarity that are looked at closely
_MIN_MATCH = 0.6
_RING_MM = 3.2  # no pip of the smallest die reaches this far from its middle; no neighbour of a one is nearer


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
    uniform: float
    """The part of the face between the pips that shares the body's colour."""

    @property
    def edge_mm(self) -> float:
        """The length of the die's edge, as its border says."""
        return 2 * self.outline.half_mm


def find_candidates(patch: Patch, half_mm: tuple[float, float] = HALF_RANGE_MM) -> tuple[Candidate, ...]:
    """Return what could be a die in the patch, for half edges between two limits; the likeliest first."""
    found: list[Candidate] = []
    for dark, picture in ((False, patch.light), (True, patch.shade)):
        spots, _ = find_spots(picture)
        found += _with_many_pips(patch, picture, spots, dark, half_mm)
        found += _with_one_pip(patch, picture, spots, dark, half_mm)
    return tuple(sorted(found, key=lambda one: (-confidence(one), -one.match)))


def _with_many_pips(
    patch: Patch, picture: Floats, spots: Doubles, dark: bool, half_mm: tuple[float, float]
) -> list[Candidate]:
    faces = propose_faces(spots)
    if not len(faces):
        return []
    matches, _ = judge_faces(picture, faces)
    best = matches[:, 1:].max(axis=1).argsort()[-_TRIED:]
    best = best[matches[best, 1:].max(axis=1) > _MIN_MATCH]
    found = []
    for face, layout in zip(faces[best], matches[best, 1:].argmax(axis=1) + 1, strict=True):
        face = refine_face(spots, face, int(layout))
        half = face[3] / PITCH_PER_EDGE / 2
        limits = (max(half * 0.92, half_mm[0]), min(half * 1.08, half_mm[1]))
        if PITCH_RANGE_MM[0] < face[3] < PITCH_RANGE_MM[1] and limits[0] + 0.25 < limits[1]:
            outline = measure_outline(patch, face[0], face[1], face[2], limits)
            found.append(_candidate(patch, picture, face, outline, dark))
    return found


def _with_one_pip(
    patch: Patch, picture: Floats, spots: Doubles, dark: bool, half_mm: tuple[float, float]
) -> list[Candidate]:
    found = []
    for x, y in spots[_lonely(picture, spots)][:3]:
        outline = search_outline(patch, x, y, half_mm)
        face = np.array([x, y, outline.yaw, 2 * outline.half_mm * PITCH_PER_EDGE])
        one = _candidate(patch, picture, face, outline, dark)
        if one.value == 1:
            found.append(one)
    return found


def _lonely(picture: Floats, spots: Doubles) -> list[int]:
    """Return which spots stand alone on an even ground, the strongest first."""
    if not len(spots):
        return []
    angles = np.arange(16) * (np.pi / 8)
    reach = _RING_MM * PIXELS_PER_MM
    across = (spots[:, :1] + reach * np.cos(angles)).astype(np.float32)
    down = (spots[:, 1:] + reach * np.sin(angles)).astype(np.float32)
    ring = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows, columns = np.rint(spots[:, 1]).astype(int), np.rint(spots[:, 0]).astype(int)
    ground = np.median(ring, axis=1)
    stands_out = picture[rows, columns] - ground
    worst = picture[rows, columns] - ring.max(axis=1)
    return [int(i) for i in np.nonzero((stands_out > 0.08) & (worst > 0.55 * stands_out))[0]]


def _candidate(patch: Patch, picture: Floats, face: Doubles, outline: Outline, dark: bool) -> Candidate:
    matches = judge_faces(picture, face[None])[0][0]
    layout = int(matches.argmax())
    value = LAYOUTS[layout][0]
    rival = max(float(m) for m, (other, _) in zip(matches, LAYOUTS, strict=True) if other != value)
    x, y, yaw, pitch = (float(part) for part in face)
    rgb, uniform = body_colour(patch, x, y, yaw, pitch)
    return Candidate(
        value, x, y, yaw, pitch, dark, float(matches[layout]), rival, outline, classify_colour(rgb), uniform
    )


def questions(one: Candidate) -> dict[Reason, float]:
    """Ask all that can be asked of one candidate alone; 1 is a clear yes, 0 a clear no."""
    weakest, second = one.outline.sides[:2]
    return {
        Reason.PIPS: _ramp(one.match, 0.66, 0.82) * _ramp(one.match - one.rival, 0.0, 0.08),
        Reason.COCKED: _ramp(weakest, 0.006, 0.03) * _ramp(second, 0.02, 0.055),
        Reason.COLOUR: (one.colour is not None) * _ramp(one.uniform, 0.6, 0.85),
    }


def confidence(one: Candidate) -> float:
    """Say how sure a candidate is, 0 to 1."""
    return float(np.prod(list(questions(one).values())))


def weakest_point(one: Candidate) -> Reason:
    """Say what speaks most against a candidate."""
    answers = questions(one)
    return min(answers, key=lambda reason: answers[reason])


def _ramp(value: float, none: float, full: float) -> float:
    return min(max((value - none) / (full - none), 0.0), 1.0)

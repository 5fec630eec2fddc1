"""Candidates: everything in a picture that may be the face of a die, whatever its size."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.faces import PITCH
from vision.image import Point
from vision.loose.faces import PIP_RADII, Judged, Scores, find_faces, match_one
from vision.loose.outlines import find_outlines
from vision.loose.pips import Pips, look_at_pips
from vision.loose.plates import Plates, find_lone_pips, look_at_plates
from vision.loose.refine import foreshortenings, pitches, settle, thin_out
from vision.loose.spots import Doubles, Level, Spots, find_spots

_LEAST_MATCH = 0.75
_LEAST_SUPPORT = 0.6
_BEYOND_DOUBT = 0.93
_LEAST_STRENGTH = 10.0  # of a single pip, in units of 1/255


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place in the picture that may be the face of a die; lengths in pixels of the frame."""

    value: int
    centre: Point
    edge: float
    """The mean edge of the face."""
    foreshortening: float
    """The least width of the face over its greatest."""
    match: float
    """How well what speaks most for the value, the layout or for a 1 the outline, explains what is seen."""
    rival: float
    """How well the layout of another value would."""
    layout: float
    """How well the layout alone explains what is seen."""
    outline: float
    """The part of the outline that is seen where the layout, or for a 1 the best square, puts it."""
    contrast: float
    """How far pips and die differ, in units of 1/255."""
    weakest: float
    """How far the faintest pip stands out, as a part of the strongest one."""
    roundness: float
    """The width of the most squeezed pip, as a part of its length."""
    roughness: float
    """How far the die strays from one colour, in units of 1/255."""
    stray: float
    """How far the worst fifth of the plate strays at least, in the same units."""
    borders: tuple[float, ...]
    """How far what lies beyond each of the four edges differs from the die, least first, in those units."""
    colour: tuple[float, float, float]
    """Of the die, in Lab."""


def find_candidates(levels: tuple[Level, ...]) -> list[Candidate]:
    """Return all candidates of all sizes, best match first."""
    found: list[Candidate] = []
    finer = levels[0]
    for level in levels:
        groups = list(find_spots(level.lab))
        faces = list(_find_faces(level, finer, groups))
        found += faces
        found += _find_ones(level, finer, _find_single_spots(level, groups, faces))
        finer = level
    return sorted(found, key=lambda candidate: -candidate.match)


def _find_faces(level: Level, finer: Level, groups: list[Spots]) -> Iterator[Candidate]:
    """Find the faces with two pips and more."""
    judged = settle(level.lab, thin_out(find_faces(level.lab, groups)))
    has_pips = (judged.radii > PIP_RADII[0]) & (judged.radii < PIP_RADII[-1]) & (judged.values > 1)
    judged = judged.take((judged.matches > _LEAST_MATCH) & has_pips)
    plates = look_at_plates(level.lab, judged.faces)
    pips = look_at_pips(finer.lab, _in(finer, level, judged.faces), judged.shapes, plates.colours)
    outlines = find_outlines(level.lab, judged, plates)
    return _candidates(judged, plates, pips, judged.matches, outlines, level.scale)


def _find_single_spots(level: Level, groups: list[Spots], faces: list[Candidate]) -> Doubles:
    """Return the strong spots that do not belong to a face beyond doubt, in pixels of the level."""
    strong = [spots.places[spots.strengths > _LEAST_STRENGTH] for spots in groups]
    places = np.vstack([np.empty((0, 2)), *strong])
    for face in faces:
        if face.value > 3 and face.match > _BEYOND_DOUBT:
            apart = np.linalg.norm(places * level.scale - face.centre, axis=1)
            places = places[apart > 0.5 * face.edge]
    return places


def _find_ones(level: Level, finer: Level, places: Doubles) -> Iterator[Candidate]:
    """Find single pips in the middle of square plates."""
    lone = find_lone_pips(level.lab, places)
    lone = lone.take(lone.supports > _LEAST_SUPPORT)
    ones, others = match_one(level.lab, lone.faces)
    count = len(lone.faces)
    judged = Judged(
        faces=lone.faces,
        values=np.ones(count, np.intp),
        matches=lone.supports,
        rivals=others,
        contrasts=lone.contrasts,
        radii=np.zeros(count),
        shapes=np.zeros(count, np.intp),
    )
    pips = look_at_pips(finer.lab, _in(finer, level, lone.pips), judged.shapes, lone.plates.colours)
    about_pips = replace(judged, faces=np.hstack([lone.pips[:, :2], lone.faces[:, 2:]]))
    return _candidates(about_pips, lone.plates, pips, ones, lone.supports, level.scale)


def _in(finer: Level, level: Level, faces: Doubles) -> Doubles:
    """Say where faces of one level lie in a finer one; every second pixel of that is a pixel of this."""
    return faces * (level.scale / finer.scale)


def _candidates(
    judged: Judged, plates: Plates, pips: Pips, layouts: Scores, outlines: Scores, scale: float
) -> Iterator[Candidate]:
    edges = pitches(judged.faces) * scale / PITCH
    slants = foreshortenings(judged.faces)
    for index, face in enumerate(judged.faces * scale):
        lightness, red, yellow = plates.colours[index]
        yield Candidate(
            value=int(judged.values[index]),
            centre=(float(face[0]), float(face[1])),
            edge=float(edges[index]),
            foreshortening=float(slants[index]),
            match=float(judged.matches[index]),
            rival=float(judged.rivals[index]),
            layout=float(layouts[index]),
            outline=float(outlines[index]),
            contrast=float(judged.contrasts[index]),
            weakest=float(pips.weakest[index]),
            roundness=float(pips.roundness[index]),
            roughness=float(plates.roughness[index]),
            stray=float(plates.strays[index]),
            borders=tuple(float(border) for border in plates.borders[index]),
            colour=(float(lightness), float(red), float(yellow)),
        )

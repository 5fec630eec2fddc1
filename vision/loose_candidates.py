"""Candidates: everything in a picture that may be the face of a die, whatever its size."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.faces import PITCH
from vision.image import Point
from vision.loose_faces import Judged, find_faces, find_weakest_pips, match_one
from vision.loose_plates import LonePips, Plates, find_lone_pips, look_at_plates
from vision.loose_refine import foreshortenings, pitches, settle, thin_out
from vision.loose_spots import Doubles, Level, find_spots

_LEAST_SUPPORT = 0.6
_LEAST_MATCH = 0.75


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place in the picture that may be the face of a die."""

    value: int
    centre: Point
    """In pixels of the frame."""
    spread: Doubles
    """The face's two pitch vectors as rows, in pixels of the frame."""
    edge: float
    """The mean edge, in pixels of the frame."""
    foreshortening: float
    match: float
    """How well the layout, or for a 1 the outline, explains what is seen: up to 1."""
    rival: float
    """How well another value would."""
    contrast: float
    """How far pips and die differ, in units of 1/255."""
    roughness: float
    """How far the die strays from one colour, in the same units."""
    borders: tuple[float, ...]
    """How far what lies beyond each of the four edges differs from the die, least first, in those units."""
    colour: tuple[float, float, float]
    """Of the die, in Lab."""
    weakest: float = 1.0
    """How far the faintest pip stands out, as a part of the strongest one."""
    layout: float = 1.0
    """Of a 1: how well its layout explains what is seen, beside the outline."""


def find_candidates(levels: tuple[Level, ...]) -> list[Candidate]:
    """Return all candidates of all sizes, best match first."""
    found = [candidate for level in levels for candidate in _find_in_level(level)]
    return sorted(found, key=lambda candidate: -candidate.match)


def _find_in_level(level: Level) -> Iterator[Candidate]:
    groups = list(find_spots(level.lab))
    faces = [find_faces(level.lab, spots) for spots in groups]
    many = settle(level.lab, thin_out(Judged.join(faces)))
    many = many.take(
        (many.matches > _LEAST_MATCH) & (many.values > 1) & (many.radii < 0.6) & (many.radii > 0.3)
    )
    weakest = find_weakest_pips(level.lab, many)
    for candidate, weak in zip(
        _candidates(many, look_at_plates(level.lab, many.faces), level.scale), weakest, strict=True
    ):
        yield replace(candidate, weakest=float(weak))
    strong = [spots.places[spots.strengths > 10] for spots in groups]
    yield from _lone_candidates(level, find_lone_pips(level.lab, np.vstack([np.empty((0, 2)), *strong])))


def _lone_candidates(level: Level, lone: LonePips) -> Iterator[Candidate]:
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
    for candidate, one in zip(_candidates(judged, lone.plates, level.scale), ones, strict=True):
        yield replace(candidate, layout=float(one))


def _candidates(judged: Judged, plates: Plates, scale: float) -> Iterator[Candidate]:
    for index, face in enumerate(judged.faces * scale):
        lightness, red, yellow = plates.colours[index]
        yield Candidate(
            value=int(judged.values[index]),
            centre=(float(face[0]), float(face[1])),
            spread=face[2:].reshape(2, 2),
            edge=float(pitches(face[None])[0] / PITCH),
            foreshortening=float(foreshortenings(face[None])[0]),
            match=float(judged.matches[index]),
            rival=float(judged.rivals[index]),
            contrast=float(judged.contrasts[index]),
            roughness=float(plates.roughness[index]),
            borders=tuple(float(border) for border in plates.borders[index]),
            colour=(float(lightness), float(red), float(yellow)),
        )

"""Faces made exact: of many near-equal proposals keep one, and move it until its layout fits best."""

import numpy as np

from vision.image import Floats
from vision.loose.faces import ROUGH_RADII, Judged, judge_faces
from vision.loose.spots import Doubles

_ROUNDS = ((0.22, 0.60), (0.15, 0.66), (0.10, 0.72))
"""How far a trial moves a face, in pitches, and the match that a face needs to be worth the trial."""
_MOST_SLANT = 0.5


def thin_out(judged: Judged, most: int = 60) -> Judged:
    """Keep the best of the faces that lie on each other and show the same value, best first."""
    order = np.argsort(-judged.matches)
    centres, sizes = judged.faces[order, :2], pitches(judged.faces[order])
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    same = (apart < 1.0 * np.minimum(sizes[:, None], sizes[None])) & (
        judged.values[order][:, None] == judged.values[order][None]
    )
    kept: list[int] = []
    gone = np.zeros(len(order), bool)
    for index in range(len(order)):
        if not gone[index]:
            kept.append(index)
            gone |= same[index]
            if len(kept) >= most:
                break
    return judged.take(order[kept])


def pitches(faces: Doubles) -> Doubles:
    """Return the pitch of each face (the square root of the area of one cell), px."""
    return np.asarray(np.sqrt(np.abs(faces[:, 2] * faces[:, 5] - faces[:, 3] * faces[:, 4])))


def foreshortenings(faces: Doubles) -> Doubles:
    """Return the least width over the greatest, per face: 1 seen squarely."""
    widths = np.linalg.svd(faces[:, 2:6].reshape(-1, 2, 2), compute_uv=False)
    return np.asarray(widths[:, 1] / np.maximum(widths[:, 0], 1e-9))


def settle(lab: Floats, judged: Judged) -> Judged:
    """Move, turn, scale and slant each face a little wherever that makes it match better."""
    for step, least in _ROUNDS:
        judged = judged.take(judged.matches > least)
        judged = _best_of(lab, judged, _trials(judged.faces, step))
    return judge_faces(lab, judged.faces)


def _trials(faces: Doubles, step: float) -> Doubles:
    """Return each face as it is and moved fourteen ways: N x 15 x 6."""
    u, v = faces[:, 2:4], faces[:, 4:6]
    zero = np.zeros_like(u)
    size = pitches(faces)[:, None]
    ways = [
        np.hstack([size * step * np.array([[1.0, 0.0]]), zero, zero]),
        np.hstack([size * step * np.array([[0.0, 1.0]]), zero, zero]),
        np.hstack([zero, u * step, zero]) / 1.5,
        np.hstack([zero, zero, v * step]) / 1.5,
        np.hstack([zero, v * step, -u * step]) / 1.5,
        np.hstack([zero, v * step, u * step]) / 1.5,
        np.hstack([zero, u * step, v * step]) / 1.5,
    ]
    return np.stack([faces, *(faces + way for way in ways), *(faces - way for way in ways)], axis=1)


def _best_of(lab: Floats, judged: Judged, trials: Doubles) -> Judged:
    """Judge all trials of each face and keep the one that matches best without slanting too much."""
    count, ways = trials.shape[:2]
    tried = judge_faces(lab, trials.reshape(-1, 6), ROUGH_RADII)
    allowed = (foreshortenings(tried.faces) > _MOST_SLANT) & (tried.values == np.repeat(judged.values, ways))
    score = np.where(allowed, tried.matches, -1).reshape(count, ways)
    score[:, 0] += 1e-4
    best = score.argmax(axis=1)
    return tried.take(np.arange(count) * ways + best)

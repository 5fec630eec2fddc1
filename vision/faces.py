"""How pips lie on a die's face.

A face is a square of edge 1 around (0, 0). Rows of pips lie PITCH apart; every layout fits on the grid of
nine places at -PITCH, 0, +PITCH.
"""

import numpy as np
from numpy.typing import NDArray

PITCH = 0.26
"""Distance between neighbouring rows of pips, in edges; real dice have 0.245 to 0.29."""
PIP_DIAMETER = 0.19
"""Width of a pip, in edges; real dice have 0.17 to 0.22."""

Layout = tuple[tuple[int, int], ...]
"""Where pips lie, in pitches from the middle of the face."""

_CORNERS: Layout = ((-1, -1), (1, -1), (1, 1), (-1, 1))
LAYOUTS: tuple[tuple[int, Layout], ...] = (
    (1, ((0, 0),)),
    (2, ((-1, -1), (1, 1))),
    (2, ((1, -1), (-1, 1))),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (3, ((1, -1), (0, 0), (-1, 1))),
    (4, _CORNERS),
    (5, (*_CORNERS, (0, 0))),
    (6, (*_CORNERS, (-1, 0), (1, 0))),
    (6, (*_CORNERS, (0, -1), (0, 1))),
)
"""Every way a value can lie on a face that is not turned by more than an eighth, as value and pips."""
PIP_PLACES: dict[int, Layout] = {value: pips for value, pips in reversed(LAYOUTS)}
"""One way for each value."""


def pip_places(value: int) -> NDArray[np.float64]:
    """Return the middles of a value's pips (N x 2) on a face of edge 1 around (0, 0)."""
    return np.asarray(PIP_PLACES[value], dtype=np.float64) * PITCH

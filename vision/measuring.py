"""How large the owner's panel is: measured from the markers of known size that lie at its corners.

The game's panel has no markers of its own, and its size in `control-panel.toml` is nominal. The cards that
are laid at its corners are printed true to scale, so a picture of them tells how far apart they lie, in
millimetres; where each lies and how it is turned; and so how large the panel between them is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.image import Frame
from vision.layout import BoardLayout, Marker
from vision.lens import USUAL_LENS, Lens
from vision.panel import Doubles, MarkersSeen, camera_matrix, find_markers, marker_corners_mm

_CORNER_PX = 0.15  # how exactly a corner of a marker is found; one sigma, like all that follow
_DRAWN_IN_PX = (-0.7, 0.25)  # blur draws corners inwards along the diagonal: the middle of what it does
_SCALE = 0.1  # how far the panel may be from its nominal size
_OFF_MM, _TURNED_DEG = 1.5, 2.0  # how carelessly cards are laid
_STEPS = 12
_NUDGE = 1e-4
_FEWEST = 4  # markers: with three, a card laid carelessly and a panel of other proportions look alike


@dataclass(frozen=True, slots=True)
class Measurement:
    """A panel as it was measured in one or several pictures."""

    layout: BoardLayout
    """Its geometry: the panel's own size, the markers where they lie, the spaces moved along."""
    scale: tuple[float, float]
    """Its width and height in parts of the nominal ones."""
    cards_off_mm: float
    """How far the card laid worst is from its corner."""
    residual_px: float
    """Root mean square distance between the corners seen and where the measurement puts them."""
    lens: Lens


def measure_panel(
    frames: Sequence[Frame], layouts: Sequence[BoardLayout], lens: Lens = USUAL_LENS
) -> Measurement | None:
    """Measure the panel that lies in all pictures; None where one does not show its four markers.

    A panel whose size is known is not measured, but its lens is.
    """
    seen = [find_markers(frame, layouts) for frame in frames]
    base = seen[0].layout
    if any(one.layout is not base or len(one.corners) < _FEWEST for one in seen):
        return None
    model = _Model.of(base, frames, seen, lens)
    free, spread = model.solve()
    return model.measurement(free, spread)


@dataclass(frozen=True, slots=True)
class _Model:
    """What the corners in all pictures depend on, as one row of numbers.

    For the whole panel: scale x, scale y, k1, and for each card how far it is off its corner (x, y) and how
    it is turned. For each picture: rotation (3), translation (3), and by how much its blur draws corners in.
    """

    base: BoardLayout
    lens: Lens
    ids: tuple[int, ...]
    pixels: tuple[Doubles, ...]
    """For each picture the corners of all markers, N x 2, in the order of the ids."""
    cameras: tuple[Doubles, ...]
    start: Doubles
    sigma: Doubles
    """How far each number may be from its start; infinite where nothing is known."""

    @classmethod
    def of(
        cls, base: BoardLayout, frames: Sequence[Frame], seen: Sequence[MarkersSeen], lens: Lens
    ) -> "_Model":
        ids = tuple(sorted(marker.id for marker in base.markers))
        pixels = tuple(np.concatenate([one.corners[i] for i in ids]).astype(np.float64) for one in seen)
        cameras = tuple(camera_matrix(frame.shape[1], frame.shape[0], lens) for frame in frames)
        loose = 1.0 if base.size_is_nominal else 1e-6
        start = [1.0, 1.0, lens.k1] + [0.0] * (3 * len(ids))
        sigma = [_SCALE * loose, _SCALE * loose, lens.k1_spread]
        sigma += [_OFF_MM * loose, _OFF_MM * loose, _TURNED_DEG * loose] * len(ids)
        places = _corners(base, ids)
        for corners, camera in zip(pixels, cameras, strict=True):
            _, turn, shift = cv2.solvePnP(places, corners, camera, None)
            start += [*turn.ravel(), *shift.ravel(), _DRAWN_IN_PX[0]]
            sigma += [np.inf] * 6 + [_DRAWN_IN_PX[1]]
        return cls(base, lens, ids, pixels, cameras, np.array(start), np.array(sigma))

    def solve(self) -> tuple[Doubles, Doubles]:
        """Return the likeliest numbers and how sure each is."""
        free, weight = self.start, 1 / self.sigma**2
        covariance: Doubles = np.diag(self.sigma)
        for _ in range(_STEPS):
            errors = self._errors(free)
            slopes = np.column_stack(
                [(self._errors(free + step) - errors) / _NUDGE for step in self._nudges()]
            )
            normal = slopes.T @ slopes / _CORNER_PX**2 + np.diag(weight)
            pull = -slopes.T @ errors / _CORNER_PX**2 + weight * (self.start - free)
            covariance = np.asarray(np.linalg.inv(normal), np.float64)
            free = free + covariance @ pull
        return free, np.sqrt(np.diag(covariance))

    def _nudges(self) -> Doubles:
        return np.eye(len(self.start)) * _NUDGE

    def _errors(self, free: Doubles) -> Doubles:
        """Return how far the corners are seen from where these numbers put them, in pixels."""
        places = _corners(self._layout(free), self.ids)
        bend, poses = np.array([free[2], 0.0, 0.0, 0.0, 0.0]), self._poses(free)
        errors = []
        for corners, camera, pose in zip(self.pixels, self.cameras, poses, strict=True):
            shown, _ = cv2.projectPoints(places, pose[:3], pose[3:6], camera, bend)
            errors.append(shown.reshape(-1, 2) + pose[6] * _outward(corners) - corners)
        return np.concatenate(errors).ravel()

    def _poses(self, free: Doubles) -> Doubles:
        return free[3 + 3 * len(self.ids) :].reshape(-1, 7)

    def _cards(self, free: Doubles) -> Doubles:
        return free[3 : 3 + 3 * len(self.ids)].reshape(-1, 3)

    def _layout(self, free: Doubles) -> BoardLayout:
        """Return the panel in this size, with its markers where these numbers have them."""
        cards = dict(zip(self.ids, self._cards(free).tolist(), strict=True))
        sized = resized(self.base, (float(free[0]), float(free[1])))
        markers = tuple(_laid(marker, sized, *cards[marker.id]) for marker in sized.markers)
        return replace(sized, markers=markers)

    def measurement(self, free: Doubles, spread: Doubles) -> Measurement:
        """Say in values what the numbers mean."""
        off = self._cards(free)[:, :2]
        squares = (self._errors(free).reshape(-1, 2) ** 2).sum(axis=1)
        lens = replace(self.lens, k1=float(free[2]), k1_spread=float(spread[2]))
        return Measurement(
            layout=replace(self._layout(free), size_is_nominal=False)
            if self.base.size_is_nominal
            else self.base,
            scale=(float(free[0]), float(free[1])),
            cards_off_mm=float(np.hypot(*off.T).max()),
            residual_px=float(np.sqrt(squares.mean())),
            lens=lens,
        )


def resized(layout: BoardLayout, scale: tuple[float, float]) -> BoardLayout:
    """Return the panel in another size: spaces and spots move along, the cards at its corners keep theirs."""
    width, height = layout.size_mm
    mean = (scale[0] * scale[1]) ** 0.5

    def moved(place: tuple[float, float]) -> tuple[float, float]:
        return place[0] * scale[0], place[1] * scale[1]

    def laid(marker: Marker) -> Marker:
        (x, y), (a, b) = marker.centre_mm, _inner_corner(marker, layout)
        return replace(marker, centre_mm=(x + a * (scale[0] - 1), y + b * (scale[1] - 1)))

    return replace(
        layout,
        size_mm=(width * scale[0], height * scale[1]),
        space_size_mm=layout.space_size_mm * mean,
        markers=tuple(laid(marker) for marker in layout.markers),
        spaces=tuple(replace(space, centre_mm=moved(space.centre_mm)) for space in layout.spaces),
        card_spaces=tuple(replace(space, centre_mm=moved(space.centre_mm)) for space in layout.card_spaces),
        token_spots=tuple(
            replace(spot, centre_mm=moved(spot.centre_mm), diameter_mm=spot.diameter_mm * mean)
            for spot in layout.token_spots
        ),
    )


def _inner_corner(marker: Marker, layout: BoardLayout) -> tuple[float, float]:
    """Return the corner of the panel that a card lies at."""
    (x, y), (width, height) = marker.centre_mm, layout.size_mm
    return (width if x > width / 2 else 0.0), (height if y > height / 2 else 0.0)


def _laid(marker: Marker, layout: BoardLayout, right: float, down: float, turn_deg: float) -> Marker:
    """Lay a card a little off its corner and turn it about its own inner corner."""
    corner = _inner_corner(marker, layout)
    turn = np.radians(turn_deg)
    x, y = marker.centre_mm[0] - corner[0], marker.centre_mm[1] - corner[1]
    centre = (
        float(corner[0] + right + np.cos(turn) * x - np.sin(turn) * y),
        float(corner[1] + down + np.sin(turn) * x + np.cos(turn) * y),
    )
    return replace(marker, centre_mm=centre, turn_deg=float(turn_deg))


def _corners(layout: BoardLayout, ids: Sequence[int]) -> Doubles:
    known = {marker.id: marker for marker in layout.markers}
    return np.concatenate([marker_corners_mm(known[i], layout.marker_size_mm) for i in ids])


def _outward(pixels: Doubles) -> Doubles:
    """Return for each corner the direction away from its marker's middle."""
    corners = pixels.reshape(-1, 4, 2)
    outward = corners - corners.mean(axis=1, keepdims=True)
    return np.asarray((outward / np.linalg.norm(outward, axis=2, keepdims=True)).reshape(-1, 2))

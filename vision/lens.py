"""The lens of the camera: how wide it sees, and how it bends straight lines."""

from dataclasses import dataclass

HORIZONTAL_VIEW_DEG = 66.0
"""The field of view of Camera Module 3, long side; used where no calibration says better."""
USUAL_DISTORTION = -0.01
"""The middle of what lenses of this kind have for k1."""
USUAL_SPREAD = 0.014
"""How far lenses of this kind are from the usual distortion; one sigma."""


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known of a lens before a picture is looked at; a calibration knows more."""

    view_deg: float = HORIZONTAL_VIEW_DEG
    """The angle that the picture's long side sees."""
    k1: float = USUAL_DISTORTION
    """Radial distortion, with radii in units of the focal length: negative is barrel."""
    k1_spread: float = USUAL_SPREAD
    """How sure k1 is; one sigma. The markers of each picture say the rest."""

    def __post_init__(self) -> None:
        """Refuse what no lens is."""
        if not (10.0 <= self.view_deg <= 150.0 and -0.5 <= self.k1 <= 0.5 and 0.0 < self.k1_spread <= 1.0):
            raise ValueError(
                f"no lens sees {self.view_deg} degrees with k1 = {self.k1} give or take {self.k1_spread}"
            )


USUAL_LENS = Lens()
"""Camera Module 3 as it comes."""

"""How far a counted share can be trusted."""

import math

__all__ = ["wilson"]

_Z = 1.959964  # of the normal distribution, 95 % lie within so many sigmas


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval); (0, 1) when nothing was counted."""
    if total == 0:
        return 0.0, 1.0
    share = hits / total
    middle = share + _Z * _Z / (2 * total)
    spread = _Z * math.sqrt(share * (1 - share) / total + _Z * _Z / (4 * total * total))
    scale = 1 + _Z * _Z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

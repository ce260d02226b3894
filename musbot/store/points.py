"""What is believed of a strength, as the points that people see."""

from __future__ import annotations

MU, SIGMA = 25.0, 25.0 / 3.0
"""What is believed of somebody who has never played: the mean, and the deviation."""
POINTS = 24.0
"""Points shown for one unit of strength."""
CENTRE = 1500


def shown(mu: float) -> int:
    """Return the rating that people see."""
    return round(CENTRE + POINTS * (mu - MU))

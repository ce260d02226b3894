"""How a game changes ratings: openskill's Plackett-Luce with two teams.

A strength is believed to be normal with mean `mu` and deviation `sigma`. What people see is
``1500 + 24 (mu - 25)``, give or take ``24 sigma``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from openskill.models import PlackettLuce

from musbot.store.points import CENTRE, MU, POINTS, SIGMA, shown

BETA = 25.0 / 6.0
"""Noise of one game to 40 stones: how much luck there is beside strength."""
TAU = 25.0 / 300.0
"""What is added to the deviation with each game, so that ratings can follow people who learn."""
PROVISIONAL = 160
"""A rating whose uncertainty is greater than this many points is shown with a question mark."""
LEAST_GAMES = 3
"""Rated games that somebody must have played to be placed by rating."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What is believed of a player, or of a pair that plays together."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The number that people see."""
        return shown(self.mu)

    @property
    def uncertainty(self) -> int:
        """How far off that may be, in the same points: one standard deviation."""
        return round(POINTS * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known of them yet."""
        return self.uncertainty > PROVISIONAL

    @property
    def sure(self) -> float:
        """What the rating is at least, most probably, in points: leaderboards are sorted by it."""
        return CENTRE + POINTS * (self.mu - MU - self.sigma)

    def after(self, shift: Shift) -> Strength:
        """Return what is believed after a game."""
        return Strength(self.mu + shift.mu, self.sigma * shift.sigma)

    def __str__(self) -> str:
        return f"{self.shown} ± {self.uncertainty}{' ?' if self.is_provisional else ''}"


@dataclass(frozen=True, slots=True)
class Shift:
    """What one game does to a strength: added to `mu`, multiplied with `sigma`."""

    mu: float
    sigma: float


Teams = tuple[tuple[Strength, ...], tuple[Strength, ...]]


def rate(teams: Teams, winner: int, noise: float = 1.0, weight: float = 1.0) -> list[list[Shift]]:
    """Return what a game between two teams does to each of its members.

    :param winner: index of the team that won.
    :param noise: how much luck there is in the game, 1 for a single one to 40 stones; see `noise_of`.
    :param weight: how much of the change counts, above 0 to 1; see `weight_of`.
    """
    model = _model(noise)
    rated = model.rate(
        [[model.rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams],
        ranks=[1, 2] if winner == 0 else [2, 1],
    )
    return [
        [_shift(before, after.mu, after.sigma, weight) for before, after in zip(team, found, strict=True)]
        for team, found in zip(teams, rated, strict=True)
    ]


def _shift(before: Strength, mu: float, sigma: float, weight: float) -> Shift:
    # Of a game that counts in part, the same part of the change counts, in mu and in the variance.
    variance = (1 - weight) * before.sigma**2 + weight * sigma**2
    return Shift(weight * (mu - before.mu), math.sqrt(variance) / before.sigma)


def noise_of(target: int, best_of: int) -> float:
    """Return how much luck there is in a match: the longer it is, the less.

    The majority of n games says as much as one game with the noise divided by the root of n.
    """
    return math.sqrt(40 / target / best_of)


def weight_of(earlier: int) -> float:
    """Return how much a game counts if the same four have played so many with each other on that day.

    1, 2/3, 1/2, 2/5, ...: an evening counts, a hundred games between the same four count like eight.
    """
    return 2 / (earlier + 2)


def reset(strength: Strength) -> Strength:
    """Return with what somebody begins a season: half-way back to the centre, and less sure."""
    return Strength((strength.mu + MU) / 2, math.sqrt((strength.sigma**2 + SIGMA**2) / 2))


@lru_cache(maxsize=256)
def _model(noise: float) -> PlackettLuce:
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA * noise, tau=TAU)

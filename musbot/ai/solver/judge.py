"""What can be won against a strategy: by a seat, by a pair that deviates together, by a partner who plays otherwise.

Best answers are fitted to one half of the deals and judged on the other: the best of many by the deals that it is
judged on would be the luckiest. The best answer of one seat is exact. That of a pair is looked for, its seats by
turns, from several starts, so that it is the best that was found, and not a proof.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from musbot.ai.lances import Tree
from musbot.ai.solver.lance import Array, Deals, Sample, at_random, chances, with_pair
from musbot.ai.tight import tight_strategy

STARTS = 4
"""Random starts from which a pair looks for deviations, besides the strategy itself and the tight thresholds."""
TURNS = 8
"""At most so many turns of each seat from one start."""
WHOLE = 20_000
"""At most so many deals that differ are looked at once each."""


@dataclass(frozen=True)
class Gains:
    """What can be won against a strategy, in stones a lance."""

    seats: tuple[float, ...]
    """By one seat alone."""
    pairs: tuple[float, float]
    """By the best joint deviation found of each pair."""
    swaps: tuple[float, ...]
    """By one seat that plays the tight thresholds instead: negative where that loses."""


def exploit(tree: Tree, sample: Sample, ends: Array, strategy: Array, seed: int = 0) -> Gains:
    """Search for the best deviations from `strategy`.

    :param ends: what each end is worth to pair 0 ``(deal, end)``, in stones.
    """
    half = len(sample) // 2
    fit = Deals.of(tree, sample.part(slice(0, half)), ends[:half], WHOLE)
    judge = Deals.of(tree, sample.part(slice(half, None)), ends[half:], WHOLE)
    tight = tight_strategy(tree, chances(sample, strategy.shape[1]))
    draw = np.random.default_rng(seed)
    base = judge.value(strategy)

    def gain(other: Array, pair: int) -> float:
        return (judge.value(other) - base) * (1 - 2 * pair)

    def swapped(seat: int) -> Array:
        profile = strategy.copy()
        profile[tree.seats == seat] = tight[tree.seats == seat]
        return profile

    present = [seat for seat in range(4) if tree.mask >> seat & 1]
    pairs = []
    for pair in (0, 1):
        others = [tight, *(at_random(tree, strategy.shape[1], draw) for _ in range(STARTS))]
        starts = [strategy, *(with_pair(tree, strategy, pair, other) for other in others)]
        found = [_by_turns(fit, start, pair) for start in starts]
        pairs.append(gain(max(found, key=lambda one: one[0])[1], pair))
    return Gains(
        tuple(gain(fit.answer(strategy, seat), seat % 2) for seat in present),
        (pairs[0], pairs[1]),
        tuple(gain(swapped(seat), seat % 2) for seat in present),
    )


def _by_turns(deals: Deals, profile: Array, pair: int) -> tuple[float, Array]:
    """Return what is worth most to a pair that goes on from `profile` by best answers, its seats by turns, and that."""
    seats = [seat for seat in range(4) if seat % 2 == pair and deals.tree.mask >> seat & 1]
    best, found, last = -np.inf, profile, -np.inf
    for _ in range(TURNS):
        for seat in seats:
            profile = deals.answer(profile, seat)
        now = deals.value(profile) * (1 - 2 * pair)
        if now > best:
            best, found = now, profile
        if len(seats) == 1 or now < last + 1e-3:
            break
        last = now
    return float(best), found

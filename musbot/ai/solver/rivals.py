"""Learning against the best pairs that are found against a strategy, so that less can be won against it.

Seats that learn each for itself come to rest where none of them gains alone, but a pair often does: with bets that the
strategy never makes, which nobody has learnt to answer. So the best joint deviation of each pair is looked for by
turns, and kept as a rival that plays in a small share of the deals. A large share makes all play for rivals that
nobody is, and loses more than it gains.
"""

from __future__ import annotations

import numpy as np

from musbot.ai.solver import lance
from musbot.ai.solver.lance import Array, Learning

SHARES = {2: 0.0, 3: 0.1, 4: 0.03}
"""Share of the deals against rivals, by the number of seats that may bet."""
MOST = 16
"""Rivals that are kept."""
DEALS = 12_000
"""Deals that a deviation is looked for on; fewer where little is learnt in an iteration."""
EAGER = 5.0
"""How fast a rival that gains stones gets a greater share: its weight grows by e to the stones times this, a turn."""
LEAST = 0.01
"""Stones that a pair must gain to become a rival."""


def harden(learning: Learning, thresholds: Array, turns: int, iterations: int) -> Array:
    """Go on learning, `iterations` a turn, against the best pairs that are found; return the average strategy.

    It is the average after the turn at which the better of the pairs found gained least. The ends must be in stones.

    :param thresholds: a strategy from which a pair may look for deviations, too.
    """
    game, sample, ends = learning.tree, learning.sample, learning.ends
    if not SHARES[game.mask.bit_count()]:
        learning.go_on(turns * iterations)
        return learning.average()
    share = SHARES[game.mask.bit_count()]
    deals = min(DEALS, 10 * learning.batch)
    draw = np.random.default_rng(learning.seed)
    strategy = learning.average()
    rivals = np.zeros((0, *strategy.shape), np.float32)
    sides, weights = np.zeros(0, np.int64), np.zeros(0)
    last: dict[int, Array] = {0: thresholds, 1: thresholds}
    best, chosen = np.inf, strategy
    for turn in range(turns + 1):
        first = int(draw.integers(max(len(sample) - deals, 0) + 1))
        some, worth = sample.part(slice(first, first + deals)), ends[first : first + deals]
        base = lance.value(game, some, worth, strategy)
        gains = []
        for pair in (0, 1):
            starts = strategy, lance.with_pair(game, strategy, pair, last[pair])
            gain, found = max(
                (lance.joint(game, some, worth, start, pair, base, 3) for start in starts),
                key=lambda one: one[0],
            )
            gains.append(gain)
            last[pair] = found
            if gains[-1] > LEAST:
                rivals = np.concatenate([rivals, found[None]])
                sides, weights = np.append(sides, pair), np.append(weights, 0.0)
        if max(gains) < best:
            best, chosen = max(gains), strategy
        if turn == turns or not len(rivals):
            break
        won = [
            (lance.value(game, some, worth, lance.with_pair(game, strategy, int(pair), rival)) - base)
            * (1 if pair == 0 else -1)
            for pair, rival in zip(sides, rivals, strict=True)
        ]
        weights = np.clip(weights + EAGER * np.array(won), -6, 4)
        kept = np.sort(np.argsort(-(weights + 0.01 * np.arange(len(weights))))[:MOST])
        rivals, sides, weights = rivals[kept], sides[kept], weights[kept]
        often = np.exp(weights)
        learning.go_on(iterations, rivals, sides, share * often / (often.sum() + 0.5))
        strategy = learning.average()
    return chosen

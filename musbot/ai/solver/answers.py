"""Learning against the best answers, so that little can be won against a strategy.

Seats that learn each for itself come to rest where none of them gains alone, but a pair often does: with bets that
the strategy never makes, which nobody has learnt to answer. So each pair learns by itself here, in every iteration
against the best that the other pair can answer to what it plays at that moment (CFR-BR: Johanson, Bard, Burch and
Bowling, "Finding Optimal Abstract Strategies in Extensive-Form Games", 2012). What the two pairs can gain together is
what each of them can lose, added up: so they need not learn together.

The best answer of one seat is exact. That of a pair is looked for: its two seats answer by turns, which comes to rest
at one of many places. Some are kept, and new ones are tried from starts drawn at random.
"""

from __future__ import annotations

import numpy as np

from musbot.ai.lances import Tree
from musbot.ai.solver import kernels
from musbot.ai.solver.lance import Array, Deals, Sample, at_random, shares, with_pair

PART = 8_000
"""Deals that are walked in an iteration: all that differ, if they are no more, else others each time."""
KEPT = 6
"""Answers that are kept."""
FRESH = 20
"""Every so many iterations an answer is looked for from a new start."""
LOOK = 4
"""Every so many iterations it is looked which of those that are kept is the best, on so many deals as here:"""
LOOKED_AT = 2_000
"""Where a part is walked; else it is looked at all of them."""
FIRM = 100.0
"""How firmly it is begun: as after one iteration in which every other move lost so many stones."""
FADE = 4
"""What was played in iteration t weighs as t to this power."""


class Answers:
    """The best answers of a pair that were found, to what the other one played lately."""

    def __init__(
        self, tree: Tree, pair: int, known: list[Array], draw: np.random.Generator, looked_at: int
    ) -> None:
        self._tree, self._draw, self._looked_at = tree, draw, looked_at
        self._seats = [seat for seat in range(4) if seat % 2 == pair and tree.mask >> seat & 1]
        self._pair, self._sign = pair, 1 - 2 * pair
        self._known = known
        self._best = 0
        self._asked = 0

    def best(self, deals: Deals, strategy: Array) -> Array:
        """Return `strategy` with the best answer of the pair in it that is found."""
        if self._asked % FRESH == 0:
            start = at_random(self._tree, strategy.shape[1], self._draw)
            self._known.append(self._by_turns(deals, self._with(strategy, start), 2))
        if self._asked % LOOK == 0 or len(self._known) > KEPT:
            some = deals.part(0, self._looked_at)
            values = [self._sign * some.value(self._with(strategy, known)) for known in self._known]
            if len(values) > KEPT:
                worst = int(np.argmin(values))
                del values[worst], self._known[worst]
            self._best = int(np.argmax(values))
        self._asked += 1
        found = self._by_turns(deals, self._with(strategy, self._known[self._best]), 1)
        self._known[self._best] = found
        return found

    def _by_turns(self, deals: Deals, strategy: Array, turns: int) -> Array:
        for _ in range(turns):
            for seat in self._draw.permutation(self._seats):
                strategy = deals.answer(strategy, int(seat))
        return strategy

    def _with(self, strategy: Array, answer: Array) -> Array:
        return with_pair(self._tree, strategy, self._pair, answer)


def harden(
    tree: Tree, sample: Sample, ends: Array, strategy: Array, thresholds: Array, iterations: int, seed: int
) -> Array:
    """Return a strategy against which a pair can win less than against `strategy`, from which it is learnt.

    :param ends: what each end is worth to pair 0 ``(deal, end)``, in stones.
    :param thresholds: a strategy from which the first answers are looked for, too.
    """
    deals = Deals.of(tree, sample, ends, PART)
    hardened = strategy
    for pair in (0, 1):
        learnt = _learn(deals, pair, strategy, thresholds, iterations, seed + pair)
        hardened = with_pair(tree, hardened, pair, learnt)
    return hardened


def _learn(deals: Deals, pair: int, start: Array, thresholds: Array, iterations: int, seed: int) -> Array:
    """Return what a pair plays on average while it learns against the best answers of the other one."""
    tree, count = deals.tree, len(deals)
    draw = np.random.default_rng(seed)
    size, looked_at = (count, count) if count <= PART else (PART, LOOKED_AT)
    answers = Answers(tree, 1 - pair, [start, thresholds], draw, looked_at)
    stone = float(np.abs(deals.ends[:, 1] - deals.ends[:, 0]).mean())
    regrets = start * (FIRM * stone * size) * shares(tree, deals.classes, start.shape[1])[:, :, None]
    total = np.zeros(start.shape)
    strategy = np.zeros(start.shape, np.float32)
    learns = np.arange(4) % 2 == pair
    for iteration in range(1, iterations + 1):
        some = deals if size == count else deals.part(int(draw.integers(count - size + 1)), size)
        kernels.match_regrets(regrets, tree.counts, 0.0, strategy)
        profile = answers.best(some, strategy)
        kernels.learn(
            tree.seats,
            tree.counts,
            tree.follow,
            some.classes,
            some.ends,
            profile,
            learns,
            strategy,
            regrets,
            total,
            (iteration / (iteration + 1)) ** FADE,
        )
    average = np.zeros(start.shape, np.float32)
    kernels.match_regrets(total, tree.counts, 0.0, average)
    return average

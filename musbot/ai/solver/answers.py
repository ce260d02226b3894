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

MANY, FEW = 80_000, 8_000
"""Deals of a part, one of which is walked in each iteration: many where most of them are alike, else few."""
ALIKE = 20_000
"""At most so many deals that differ are walked in an iteration."""
KEPT = 6
"""Answers that are kept."""
FRESH = 20
"""Every so many iterations an answer is looked for from a new start."""
LOOK = 4
"""Every so many iterations it is looked which of those that are kept is the best, on so many deals as here:"""
LOOKED_AT = 2_000
FIRM = 100.0
"""How firmly it is begun: as after one iteration in which every other move lost so many stones."""
FADE = 4
"""What was played in iteration t weighs as t to this power."""


class Answers:
    """The best answers of a pair that were found, to what the other one played lately."""

    def __init__(self, tree: Tree, pair: int, known: list[Array], draw: np.random.Generator) -> None:
        self._tree, self._draw = tree, draw
        self._seats = [seat for seat in range(4) if seat % 2 == pair and tree.mask >> seat & 1]
        self._pair, self._sign = pair, 1 - 2 * pair
        self._known = known
        self._best = 0
        self._asked = 0

    def best(self, deals: Deals, some: Deals, strategy: Array) -> Array:
        """Return `strategy` with the best answer of the pair in it that is found for `deals`, beginning with those
        that are known to be good for `some`."""
        if self._asked % FRESH == 0:
            start = at_random(self._tree, strategy.shape[1], self._draw)
            self._known.append(self._by_turns(deals, self._with(strategy, start), 2))
        if self._asked % LOOK == 0 or len(self._known) > KEPT:
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
    hardened = strategy
    for pair in (0, 1):
        learnt = _learn(tree, sample, ends, pair, strategy, thresholds, iterations, seed + pair)
        hardened = with_pair(tree, hardened, pair, learnt)
    return hardened


def _parts(tree: Tree, sample: Sample, ends: Array) -> list[Deals]:
    """Return the deals in parts, for one iteration each."""
    for size in (len(sample), MANY, FEW):
        slices = [slice(first, first + size) for first in range(0, len(sample) - size + 1, size)]
        if not slices:
            continue
        first = Deals.of(tree, sample.part(slices[0]), ends[slices[0]], ALIKE)
        if len(first) <= ALIKE:
            return [first, *(Deals.of(tree, sample.part(rows), ends[rows], ALIKE) for rows in slices[1:])]
    raise AssertionError("few deals are no more than many that differ")


def _learn(
    tree: Tree,
    sample: Sample,
    ends: Array,
    pair: int,
    start: Array,
    thresholds: Array,
    iterations: int,
    seed: int,
) -> Array:
    """Return what a pair plays on average while it learns against the best answers of the other one."""
    draw = np.random.default_rng(seed)
    parts, every = _parts(tree, sample, ends), Deals(tree, sample.classes, ends)
    answers = Answers(tree, 1 - pair, [start, thresholds], draw)
    stone = float(np.abs(ends[:, 1] - ends[:, 0]).mean())
    often = shares(tree, sample.classes, start.shape[1])[:, :, None]
    regrets = start * (FIRM * stone * len(parts[0])) * often
    total = np.zeros(start.shape)
    strategy = np.zeros(start.shape, np.float32)
    learns = np.arange(4) % 2 == pair
    for iteration in range(1, iterations + 1):
        deals = parts[iteration % len(parts)]
        looked_at = int(draw.integers(max(len(every) - LOOKED_AT, 0) + 1))
        some = deals if len(deals) < LOOKED_AT else every.part(looked_at, LOOKED_AT)
        kernels.match_regrets(regrets, tree.counts, 0.0, strategy)
        profile = answers.best(deals, some, strategy)
        kernels.learn(
            tree.seats,
            tree.counts,
            tree.follow,
            deals.classes,
            deals.ends,
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

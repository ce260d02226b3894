"""One lance made ready for the kernels, solved, and judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from musbot.ai.book import NONE
from musbot.ai.exact import hands_of
from musbot.ai.lances import AGREE, FOLD, MOST_ACTIONS, Tree
from musbot.ai.solver import kernels
from musbot.game.hands import Lance

CLASSES = 40
"""At most so many classes of hands in a lance."""
FINER = 0.6
"""Below 1: classes are narrower among the strong hands, where bets are made."""

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Facts:
    """What the hands are worth in one lance, by their code."""

    strength: NDArray[np.int64]
    bonus: NDArray[np.int64]
    able: NDArray[np.bool_]


@cache
def facts(kings: int, lance: Lance, punto_bonus: int = 0) -> Facts:
    """Return the strengths, bonuses and rights to bet of all hands in a lance."""
    hands = hands_of(kings)
    place = list(Lance).index(lance)
    bonus = {
        Lance.PARES: hands.kind,
        Lance.JUEGO: hands.juego_bonus,
        Lance.PUNTO: np.full(hands.size, punto_bonus),
    }
    return Facts(
        hands.strength[place], bonus.get(lance, np.zeros(hands.size, np.int64)), hands.may_bet[place]
    )


def classes_of(kings: int, lance: Lance, shares: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the class of each hand, 0 the weakest; `shares` is how often each hand occurs."""
    of = facts(kings, lance)
    result = np.full(len(shares), NONE, np.uint8)
    steps = np.unique(of.strength[of.able])
    weights = np.array([shares[of.able & (of.strength == step)].sum() for step in steps])
    weights = weights / weights.sum()
    middle = np.minimum(np.cumsum(weights) - weights / 2, 1)
    places = np.floor(CLASSES * (1 - (1 - middle) ** FINER)).astype(int)
    if len(steps) <= CLASSES:
        places = np.arange(len(steps))
    places = np.unique(places, return_inverse=True)[1]
    for step, place in zip(steps, places, strict=True):
        result[of.able & (of.strength == step)] = place
    return result


@dataclass(frozen=True)
class Sample:
    """Deals in which the same seats may bet in a lance."""

    classes: NDArray[np.uint8]
    """(deal, seat)"""
    winners: NDArray[np.int64]
    """(deal): pair of the best hand."""
    bonuses: NDArray[np.int64]
    """(deal, pair): bonus of the pair's cards, should it win."""

    def __len__(self) -> int:
        return len(self.winners)

    def part(self, rows: slice) -> Sample:
        """Return some of the deals."""
        return Sample(self.classes[rows], self.winners[rows], self.bonuses[rows])


def masks(kings: int, lance: Lance, codes: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return the seats that may bet in each deal, as bits; `codes` is ``(deal, seat)``."""
    able = facts(kings, lance).able[codes]
    bits: NDArray[np.int64] = able @ np.array([1, 2, 4, 8])
    return bits


def sample_of(
    kings: int, lance: Lance, codes: NDArray[np.int16], classes: NDArray[np.uint8], punto_bonus: int = 0
) -> Sample:
    """Return the deals `codes` ``(deal, seat)`` as a lance sees them."""
    of = facts(kings, lance, punto_bonus)
    strength = np.where(of.able[codes], of.strength[codes], -1)
    bonus = of.bonus[codes]
    if lance is Lance.PUNTO:
        bonuses = np.full((len(codes), 2), punto_bonus)
    else:
        bonuses = np.stack([bonus[:, 0] + bonus[:, 2], bonus[:, 1] + bonus[:, 3]], axis=1)
    # argmax takes the first of equals, as the rules do: seats are counted from the mano.
    return Sample(classes[codes], strength.argmax(axis=1) % 2, bonuses)


def ends_of(sample: Sample, held: int, worth: Array, game: Array) -> Array:
    """Return what each end is worth to pair 0: see `kernels.lance_ends`."""
    ends: Array = kernels.lance_ends(sample.winners, sample.bonuses, held, worth, game)
    return ends


def chances(sample: Sample, size: int) -> NDArray[np.float64]:
    """Return ``(seat, class)``: how often the seat's pair has the best hand."""
    result = np.full((4, size), 0.5)
    for seat in range(4):
        column = sample.classes[:, seat]
        wins = sample.winners == seat % 2
        count = np.bincount(column, minlength=NONE + 1)[:size]
        won = np.bincount(column, weights=wins, minlength=NONE + 1)[:size]
        result[seat] = (won + 1) / (count + 2)
    return result


def with_pair(tree: Tree, strategy: Array, pair: int, by: Array) -> Array:
    """Return a strategy in which the seats of a pair play as in `by`."""
    profile = strategy.copy()
    profile[tree.seats % 2 == pair] = by[tree.seats % 2 == pair]
    return profile


def shares(tree: Tree, classes: NDArray[np.uint8], size: int) -> NDArray[np.float64]:
    """Return ``(node, class)``: how often the seat of the node has a hand of the class."""
    columns = [np.bincount(column, minlength=NONE + 1) for column in classes.T]
    seen: NDArray[np.float64] = np.stack(columns)[tree.seats, :size] / len(classes)
    return seen


def at_random(tree: Tree, size: int, draw: np.random.Generator) -> Array:
    """Return a strategy drawn at random, which mostly prefers one move."""
    drawn = draw.random((len(tree.nodes), size, MOST_ACTIONS)) ** 3
    drawn *= (np.arange(MOST_ACTIONS) < tree.counts[:, None])[:, None, :]
    strategy: Array = (drawn / drawn.sum(axis=2, keepdims=True)).astype(np.float32)
    return strategy


@dataclass(frozen=True)
class Deals:
    """Deals of a lance, and what each end of it is worth in each of them."""

    tree: Tree
    classes: NDArray[np.uint8]
    """(deal, seat)"""
    ends: Array
    """(deal, end): worth to pair 0"""

    @classmethod
    def of(cls, tree: Tree, sample: Sample, ends: Array, most: int) -> Deals:
        """Return deals that differ, if they are at most `most`; else all of them.

        The ends of those that are there more often weigh as much more: a mean is one over all deals.
        """
        told = np.column_stack([sample.classes, sample.winners, sample.bonuses]).astype(np.uint8)
        rows = told.view(f"V{told.shape[1]}").ravel()  # compared as one value each: a tenth of the time
        _, firsts, counts = np.unique(rows, return_index=True, return_counts=True)
        if len(firsts) > most:
            return cls(tree, sample.classes, ends)
        weights = counts * (len(firsts) / len(sample))
        return cls(tree, sample.classes[firsts], (ends[firsts] * weights[:, None]).astype(np.float32))

    def __len__(self) -> int:
        return len(self.classes)

    def part(self, first: int, count: int) -> Deals:
        """Return `count` deals from the one at `first`."""
        return Deals(self.tree, self.classes[first : first + count], self.ends[first : first + count])

    def value(self, strategy: Array) -> float:
        """Return what a strategy, played by all, is worth to pair 0."""
        tree = self.tree
        values = kernels.values(tree.seats, tree.counts, tree.follow, self.classes, self.ends, strategy)
        return float(values.mean())

    def answer(self, strategy: Array, seat: int) -> Array:
        """Return the strategy with the best answer of a seat in it."""
        tree = self.tree
        answered: Array = kernels.best_response(
            tree.seats, tree.counts, tree.follow, self.classes, self.ends, strategy, seat
        )
        return answered


class Learning:
    """CFR+ on one lance, which may be gone on with: `go_on`, then `average`."""

    def __init__(
        self,
        tree: Tree,
        sample: Sample,
        ends: Array,
        start: Array,
        batch: int,
        seed: int,
        firm: float = 3.0,
        tremble: float = 0.003,
    ) -> None:
        """Begin from a strategy `start`.

        :param firm: how firmly: as after one iteration in which every other move lost so many stones.
        :param tremble: share of the decisions that are made at random, so that no node is out of reach.
        """
        self.tree, self.sample, self.ends = tree, sample, ends
        self.batch, self.tremble, self.seed = batch, tremble, seed
        # A stone's worth in these utilities.
        self.stone = float(np.abs(ends[:, 1] - ends[:, 0]).mean())
        self.regrets: NDArray[np.float64] = (
            start * (firm * self.stone * batch) * self._often(start, batch)[:, :, None]
        )
        self.total: NDArray[np.float64] = np.zeros(start.shape)
        self.done = 0

    def _often(self, start: Array, batch: int) -> NDArray[np.float64]:
        """Return ``(node, class)``: how much an iteration may teach there, which the start is weighed by.

        With two or four seats by the hands alone: where nobody plays to, the start is kept for long, and little can be
        won against what partners did who do not ask. With three seats the start is worth less than what is learnt:
        there it counts as much as the others play to the node.
        """
        tree, sample = self.tree, self.sample
        if tree.mask.bit_count() != 3:
            return shares(tree, sample.classes, start.shape[1])
        moves = np.arange(start.shape[2]) < tree.counts[:, None]
        even = (moves / tree.counts[:, None]).astype(np.float32)[:, None, :]
        played = ((1 - self.tremble) * start + self.tremble * even).astype(np.float32)
        some = sample.part(slice(0, min(10_000, 10 * batch)))
        reached: NDArray[np.float64] = kernels.reaches(
            tree.seats, tree.counts, tree.follow, some.classes, played
        )
        return reached

    def go_on(self, iterations: int) -> None:
        """Learn on."""
        kernels.solve(
            self.tree.seats,
            self.tree.counts,
            self.tree.follow,
            self.sample.classes,
            self.ends,
            self.regrets,
            self.total,
            self.done,
            iterations,
            self.batch,
            self.tremble,
            self.seed + self.done,
        )
        self.done += iterations

    def average(self) -> Array:
        """Return the average strategy."""
        strategy = np.zeros(self.total.shape, np.float32)
        kernels.match_regrets(self.total, self.tree.counts, 0.0, strategy)
        return strategy


def solve(
    tree: Tree, sample: Sample, ends: Array, start: Array, iterations: int, batch: int, seed: int
) -> Array:
    """Return the average strategy of CFR+ that starts from the strategy `start`."""
    learning = Learning(tree, sample, ends, start, batch, seed)
    learning.go_on(iterations)
    return learning.average()


def asking(quiet: Tree, strategy: Array, tree: Tree) -> Array:
    """Return a strategy for partners who ask each other, `tree`, that plays as one for those who do not, `quiet`.

    Whoever is asked agrees, except that a fold leaves the choice to the partner in both. From here partners come to
    rest with less to be won against them than from thresholds, where the first proposals that happen to say something
    become a code, and what others propose is believed by nobody.
    """
    result = np.zeros((len(tree.nodes), *strategy.shape[1:]), np.float32)
    for place, node in enumerate(tree.nodes):
        if node.proposal not in (None, FOLD):
            result[place, :, 0] = 1
            continue
        like = node._replace(proposal=None, second=node.proposal == FOLD, overruled=False)
        befores = sorted(range(4), key=lambda before: abs(before - node.before))
        source = next(
            quiet.places[near]
            for near in (like._replace(before=before) for before in befores)
            if near in quiet.places
        )
        for action, move in enumerate(quiet.moves[source]):
            said = AGREE if node.proposal == FOLD and move == FOLD else move
            result[place, :, tree.moves[place].index(said)] += strategy[source, :, action]
    return result

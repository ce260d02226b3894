"""One lance made ready for the kernels, solved, and judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from musbot.ai.book import NONE
from musbot.ai.exact import hands_of
from musbot.ai.lances import AGREE, FOLD, Tree
from musbot.ai.solver import kernels
from musbot.ai.tight import tight_strategy
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
            columns = [np.bincount(column, minlength=NONE + 1) for column in sample.classes.T]
            shares: NDArray[np.float64] = np.stack(columns)[tree.seats, : start.shape[1]] / len(sample)
            return shares
        moves = np.arange(start.shape[2]) < tree.counts[:, None]
        even = (moves / tree.counts[:, None]).astype(np.float32)[:, None, :]
        played = ((1 - self.tremble) * start + self.tremble * even).astype(np.float32)
        some = sample.part(slice(0, min(10_000, 10 * batch)))
        reached: NDArray[np.float64] = kernels.reaches(
            tree.seats, tree.counts, tree.follow, some.classes, played
        )
        return reached

    def go_on(
        self,
        iterations: int,
        rivals: Array | None = None,
        sides: NDArray[np.int64] | None = None,
        shares: NDArray[np.float64] | None = None,
    ) -> None:
        """Learn on; in some shares of the deals against pairs of `rivals`: see `kernels.solve`."""
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
            np.zeros((0, *self.total.shape), np.float32) if rivals is None else rivals,
            np.zeros(0, np.int64) if sides is None else sides,
            np.zeros(0) if shares is None else shares,
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


def value(tree: Tree, sample: Sample, ends: Array, strategy: Array) -> float:
    """Return what a strategy, played by all, is worth to pair 0."""
    return float(kernels.values(tree.seats, tree.counts, tree.follow, sample.classes, ends, strategy).mean())


@dataclass(frozen=True)
class Gains:
    """What can be won against a strategy, per lance, measured on deals that the deviations were not fitted to."""

    seats: tuple[float, ...]
    """By one seat alone."""
    pairs: tuple[float, float]
    """By the best joint deviation found of each pair."""
    swaps: tuple[float, ...]
    """By one seat that plays the tight thresholds instead: negative where that loses."""


def with_pair(tree: Tree, strategy: Array, pair: int, by: Array) -> Array:
    """Return a strategy in which the seats of a pair play as in `by`."""
    profile = strategy.copy()
    profile[tree.seats % 2 == pair] = by[tree.seats % 2 == pair]
    return profile


def joint(
    tree: Tree, sample: Sample, ends: Array, profile: Array, pair: int, base: float, turns: int = 8
) -> tuple[float, Array]:
    """Return what a pair gains that goes on from `profile` by best answers, its seats by turns, and how it plays.

    :param base: what the strategy that is played against, played by all, is worth to pair 0.
    """
    seats = [seat for seat in range(4) if seat % 2 == pair and tree.mask >> seat & 1]
    best, found, last = -np.inf, profile, -np.inf
    for _ in range(turns):
        for seat in seats:
            profile = kernels.best_response(
                tree.seats, tree.counts, tree.follow, sample.classes, ends, profile, seat
            )
        now = (value(tree, sample, ends, profile) - base) * (1 if pair == 0 else -1)
        if now > best:
            best, found = now, profile
        if len(seats) == 1 or now < last + 1e-3:
            break
        last = now
    return float(best), found


def exploit(tree: Tree, sample: Sample, ends: Array, strategy: Array, starts: int = 2) -> Gains:
    """Search for the best deviations from `strategy`: on one half of the deals, judged on the other."""
    half = len(sample) // 2
    fit, judge = 0, 1
    halves = sample.part(slice(0, half)), sample.part(slice(half, None))
    worth = ends[:half], ends[half:]
    tight = tight_strategy(tree, chances(sample, strategy.shape[1]))
    bases = [value(tree, halves[part], worth[part], strategy) for part in (fit, judge)]

    def gain(other: Array, pair: int, part: int = judge) -> float:
        change = value(tree, halves[part], worth[part], other) - bases[part]
        return change if pair == 0 else -change

    def answer(profile: Array, seat: int) -> Array:
        best: Array = kernels.best_response(
            tree.seats, tree.counts, tree.follow, halves[fit].classes, worth[fit], profile, seat
        )
        return best

    def swapped(seats: tuple[int, ...], by: Array) -> Array:
        rows = np.isin(tree.seats, seats)
        profile = strategy.copy()
        profile[rows] = by[rows]
        return profile

    present = [seat for seat in range(4) if tree.mask >> seat & 1]
    alone = tuple(gain(answer(strategy, seat), seat % 2) for seat in present)
    pairs = []
    for pair in (0, 1):
        best, found = 0.0, strategy
        for profile in [strategy, with_pair(tree, strategy, pair, tight)][:starts]:
            now, answered = joint(tree, halves[fit], worth[fit], profile, pair, bases[fit])
            if now > best:
                best, found = now, answered
        pairs.append(gain(found, pair))
    swaps = tuple(gain(swapped((seat,), tight), seat % 2) for seat in present)
    return Gains(alone, (pairs[0], pairs[1]), swaps)

"""Mus, cuts and discards as a fixed point, and what a game is worth at each score.

All values are stones that pair 0, the mano's, wins more than the other in a deal, far from the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from musbot.ai import strength
from musbot.ai.book import ROUNDS, class_count, lance_masks
from musbot.ai.exact import hands_of
from musbot.ai.lances import AMOUNTS, tree
from musbot.ai.solver import dealing, kernels, lance
from musbot.ai.solver.lance import Array
from musbot.ai.tight import tight_strategy
from musbot.game.hands import Lance

LANCES = tuple(Lance)
STONES: Array = np.arange(-60, 61).astype(np.float32)
"""Worth of stones far from the end: a stone is a stone."""
GAME: Array = STONES[[82, 38]]
"""Worth of the game to who wins an órdago far from the end, in stones: the chances to win of half a game."""
MOST_NEEDED = 60
FEWEST = 3_000
"""Deals that a lance is solved on at least."""
TREMBLE = 0.3
"""How often a seat is taken to say mus where the policy cuts."""

Codes = NDArray[np.int16]


@dataclass(frozen=True)
class Table:
    """The rules that are solved for."""

    kings: int
    consult: bool
    """With the held stones and the bonus of the punto that go with it: `stargames` if true, else `classic`."""

    def held(self, of: Lance) -> int:
        """Return what a lance gives that everyone holds."""
        return 1 if self.consult or of in (Lance.GRANDE, Lance.CHICA) else 0

    @property
    def punto_bonus(self) -> int:
        """Return the bonus of the punto."""
        return 0 if self.consult else 1


@dataclass
class Policy:
    """Who cuts, and what is kept: arrays over (rounds, seat, hand)."""

    kings: int
    margins: NDArray[np.float64]
    """Stones by which a cut is better than mus."""
    keeps: NDArray[np.int8]
    """Bits of the cards kept, highest card first."""
    worth: NDArray[np.float64]
    """Stones that a hand is worth to its pair just after an exchange, the round of mus before it being given."""

    @property
    def cuts(self) -> NDArray[np.bool_]:
        """Return who cuts."""
        return self.margins > 0

    def sample(
        self, deals: int, at_round: int, seed: int
    ) -> tuple[Codes, Codes, NDArray[np.int8], Codes, NDArray[np.int8]]:
        """Return deals that come to the talk after so many rounds: see `dealing.sample`."""
        result: tuple[Codes, Codes, NDArray[np.int8], Codes, NDArray[np.int8]] = dealing.sample(
            deals,
            at_round,
            dealing.card_ranks(self.kings),
            dealing.codes_by_ranks(self.kings),
            self.cuts,
            self.keeps,
            TREMBLE,
            seed,
        )
        return result


def first_policy(kings: int) -> Policy:
    """Return a policy to begin with: by the value of a hand among random hands; one hand in eight cuts."""
    ranks = hands_of(kings).ranks
    chances = dealing.draws(kings)
    shape = ROUNDS, 4, len(ranks)
    policy = Policy(kings, np.empty(shape), np.empty(shape, np.int8), np.zeros(shape))
    counts = hands_of(kings).ways
    for seat, tie in enumerate((1.0, 2 / 3, 1 / 3, 0.0)):
        values = np.array([strength.hand_value(kings, False, tuple(map(int, row)), tie) for row in ranks])
        policy.keeps[:, seat] = (chances @ values).argmax(axis=1)
        order = np.argsort(values)
        share = np.empty(len(ranks))
        share[order] = np.cumsum(counts[order]) / counts.sum()
        for done, limit in enumerate((0.87, 0.95, 0.97)):
            policy.margins[done, seat] = share - limit
    return policy


@dataclass
class Solution:
    """Strategies of all lances after one number of rounds, at one class of scores."""

    table: Table
    classes: dict[Lance, NDArray[np.uint8]]
    strategies: dict[tuple[Lance, int], Array] = field(default_factory=dict)

    def size(self, of: Lance) -> int:
        """Return the number of classes of hands in a lance."""
        return class_count(self.classes[of])

    def games(self, codes: Codes, of: Lance) -> Iterator[tuple[int, lance.Sample]]:
        """Return, for each set of seats that may bet against each other in a lance, deals to solve it on.

        Where the deals hold too few, hands of other deals are put together, as if they did not hang together.
        """
        kings = self.table.kings
        able = lance.facts(kings, of).able[codes]
        draw = np.random.default_rng(len(codes))
        for mask in lance_masks(of):
            fits = able == (mask >> np.arange(4) & 1).astype(bool)
            some = codes[fits.all(axis=1)]
            if len(some) < FEWEST:
                mixed = np.empty((FEWEST, 4), codes.dtype)
                for seat in range(4):
                    column = codes[fits[:, seat], seat]
                    mixed[:, seat] = column[draw.integers(len(column), size=FEWEST)]
                some = np.concatenate([some, mixed])
            yield mask, lance.sample_of(kings, of, some, self.classes[of], self.table.punto_bonus)

    def parts(self, codes: Codes) -> Iterator[tuple[Lance, int, NDArray[np.int64], lance.Sample]]:
        """Return, for each lance and each set of seats that may bet, the deals (as rows) in which it is so."""
        none = np.ones(len(codes), bool)
        for of in LANCES:
            who = lance.masks(self.table.kings, of, codes)
            if of is Lance.JUEGO:
                none = who == 0
            if of is Lance.PUNTO:
                who = np.where(none, 15, 0)
            for mask in np.unique(who):
                if mask:
                    rows = np.flatnonzero(who == mask)
                    yield (
                        of,
                        int(mask),
                        rows,
                        lance.sample_of(
                            self.table.kings, of, codes[rows], self.classes[of], self.table.punto_bonus
                        ),
                    )

    def values(self, codes: Codes) -> NDArray[np.float64]:
        """Return what each deal is worth to pair 0, in stones."""
        result = np.zeros(len(codes))
        for of, mask, rows, sample in self.parts(codes):
            if betting(mask):
                ends = lance.ends_of(sample, self.table.held(of), STONES, GAME)
                game = tree(self.table.consult, mask)
                result[rows] += kernels.values(
                    game.seats, game.counts, game.follow, sample.classes, ends, self.strategies[of, mask]
                )
            else:
                result[rows] += np.where(mask & 0b0101, sample.bonuses[:, 0], -sample.bonuses[:, 1])
        return result

    def play(self, codes: Codes, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Play the deals; return what they bring in the order of the count: see `kernels.match_equity`.

        A called órdago is a step of 1,000 stones.
        """
        at_once = np.zeros((len(codes), 5, 2), np.int64)
        counted = np.zeros((len(codes), 5, 2), np.int64)
        for of, mask, rows, sample in self.parts(codes):
            place = LANCES.index(of)
            pairs, stones = sample.winners.copy(), np.zeros(len(rows), np.int64)
            if betting(mask):
                game = tree(self.table.consult, mask)
                ends = kernels.play(
                    game.seats,
                    game.counts,
                    game.follow,
                    sample.classes,
                    self.strategies[of, mask],
                    seed + place,
                )
                stones = np.array((self.table.held(of), *AMOUNTS[1:], 1000, *[0] * 8))[ends]
                refused = ends >= 5
                pairs = np.where(refused, (ends - 5) // 4, pairs)
                at_once[rows, place, 0] = pairs
                at_once[rows, place, 1] = np.where(refused, np.array((1, 2, 5, 10))[(ends - 5) % 4], 0)
                ordago = ends == 4
                at_once[rows, place, 0] = np.where(ordago, pairs, at_once[rows, place, 0])
                at_once[rows, place, 1] = np.where(ordago, 1000, at_once[rows, place, 1])
                stones = np.where(ordago, 0, stones)
            else:
                pairs = np.full(len(rows), 0 if mask & 0b0101 else 1)
            counted[rows, place, 0] = pairs
            counted[rows, place, 1] = stones + sample.bonuses[np.arange(len(rows)), pairs]
        steps = np.concatenate([at_once, counted], axis=1)
        # An órdago that is called ends the deal there.
        over = np.cumsum(steps[:, :, 1] >= 1000, axis=1) > 0
        steps[:, 1:, 1][over[:, :-1]] = 0
        return _packed(steps)


def _packed(steps: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    empty = steps[:, :, 1] == 0
    order = np.argsort(empty, axis=1, kind="stable")
    packed = np.take_along_axis(steps, order[:, :, None], axis=1)
    return packed, (~empty).sum(axis=1)


def betting(mask: int) -> bool:
    """Whether both pairs have a seat that may bet."""
    return bool(mask & 0b0101 and mask & 0b1010)


def shares(codes: Codes, hands: int) -> NDArray[np.float64]:
    """Return how often each hand occurs."""
    return np.bincount(codes.ravel(), minlength=hands) / codes.size


def prepare(table: Table, codes: Codes) -> Solution:
    """Return a solution without strategies, its classes made of the hands that occur in `codes`."""
    hands = hands_of(table.kings).size
    occur = shares(codes, hands)
    punto = codes[(lance.masks(table.kings, Lance.JUEGO, codes) == 0)]
    if len(punto) < FEWEST:
        punto = codes
    return Solution(
        table,
        {
            of: lance.classes_of(table.kings, of, shares(punto, hands) if of is Lance.PUNTO else occur)
            for of in LANCES
        },
    )


def solve_all(solution: Solution, codes: Codes, effort: tuple[int, int], seed: int) -> None:
    """Solve every lance of the deals `codes`, far from the target."""
    for of in LANCES:
        for mask, sample in solution.games(codes, of):
            solution.strategies[of, mask] = solve_far(solution, of, mask, sample, effort, seed)


def solve_far(
    solution: Solution, of: Lance, mask: int, sample: lance.Sample, effort: tuple[int, int], seed: int
) -> Array:
    """Solve a lance far from the target: from the thresholds, and first as if partners did not ask."""
    table = solution.table
    ends = lance.ends_of(sample, table.held(of), STONES, GAME)
    quiet = tree(False, mask)
    start = tight_strategy(quiet, lance.chances(sample, solution.size(of)))
    strategy = lance.solve(quiet, sample, ends, start, *effort, seed)
    if not table.consult:
        return strategy
    game = tree(True, mask)
    return lance.solve(game, sample, ends, lance.asking(quiet, strategy, game), *effort, seed)


def improve(policy: Policy, solutions: list[Solution], deals: int, seed: int, step: float) -> float:
    """Move cuts and discards towards what is best while the others keep to the policy; return the change.

    A seat compares a cut with mus where the three others say mus: only there its word decides. The change is the
    share of hands, by how often they come, that now cut or keep otherwise.
    """
    hands = hands_of(policy.kings).size
    chances = dealing.draws(policy.kings)
    ways = hands_of(policy.kings).ways
    weights = ways / ways.sum()
    rng = np.random.default_rng(seed)
    changed = 0.0
    margins, keeps = policy.margins.copy(), policy.keeps.copy()
    for done in range(ROUNDS):
        count = deals if done < 2 else deals // 4
        now, after, _, final, rounds = policy.sample(count, done, seed + done)
        cut = solutions[done].values(now)
        mus = np.zeros(count)
        for level in range(1, ROUNDS):
            rows = (rounds >= level) if level == ROUNDS - 1 else (rounds == level)
            if rows.any():
                mus[rows] = solutions[level].values(final[rows])
        says = np.stack([policy.cuts[done, seat][now[:, seat]] for seat in range(4)], axis=1)
        says &= rng.random(says.shape) >= TREMBLE
        for seat in range(4):
            sign = 1 if seat % 2 == 0 else -1
            open_ = ~np.delete(says, seat, axis=1).any(axis=1)
            here = now[open_, seat]
            gain = sign * (cut - mus)[open_]
            seen = np.bincount(here, minlength=hands)
            mean = np.bincount(here, weights=gain, minlength=hands) / np.maximum(seen, 1)
            # Hands seen seldom lean on what was known of them.
            trust = seen / (seen + 30)
            margins[done, seat] += step * (
                trust * mean + (1 - trust) * policy.margins[done, seat] - margins[done, seat]
            )
            seen = np.bincount(after[:, seat], minlength=hands)
            worth = np.bincount(after[:, seat], weights=sign * mus, minlength=hands) / np.maximum(seen, 1)
            worth = np.where(seen >= 5, worth, worth[seen >= 5].min())
            policy.worth[done, seat] = worth
            keeps[done, seat] = (chances @ worth).argmax(axis=1)
            different = (keeps[done, seat] != policy.keeps[done, seat]) | (
                (margins[done, seat] > 0) != policy.cuts[done, seat]
            )
            changed += float(weights[different].sum()) / (4 * ROUNDS)
    policy.margins, policy.keeps = margins, keeps
    return changed

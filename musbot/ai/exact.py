"""The hands of Mus as arrays, and what a discard makes of them: exact, and the same for every deal.

A hand by rank is known by its `code` (`musbot.game.hands`): 0 to 329 with 8 kings, 0 to 714 with 4. Every array
here is indexed by it.

>>> hands = hands_of(8)
>>> hands.size, int(hands.ways.sum())
(330, 91390)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from musbot.game.cards import CARDS, rank_of
from musbot.game.hands import HANDS, Lance

Whole: TypeAlias = NDArray[np.int64]
Real: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

LANCES = tuple(Lance)
"""The lances in the order of the first axis of arrays that have one for each."""

COMB = np.array([[comb(n, k) for k in range(5)] for n in range(9)], dtype=np.int64)
"""``COMB[n, k]``: in how many ways k cards are chosen of n equal ones (n to 8, k to 4)."""


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands by rank. Arrays have one entry, or row, for each; they must not be written to."""

    kings: int
    real31: bool
    copies: Whole
    """How many cards of each of the ten ranks there are: 4, or 8 kings and 8 aces and no 3 and 2."""
    ranks: Whole
    """(n, 4): indices into `RANKS`, the highest first."""
    counts: Whole
    """(n, 10): cards of each rank."""
    ways: Whole
    """In how many ways four of the forty cards make the hand; together 91,390."""
    strength: Whole
    """(5, n): strength by lance, as `Hand.strength` has it."""
    may_bet: Flags
    """(5, n): whether it may speak in the lance, if anyone may; for punto, whether it is without juego."""
    kind: Whole
    """0 to 3, as `Pares`: the bonus of pares, in stones."""
    total: Whole
    """Points of the cards."""
    juego_bonus: Whole
    """Stones, 0, 2 or 3."""

    @property
    def size(self) -> int:
        """How many hands there are."""
        return len(self.ways)

    def code(self, ranks: tuple[int, ...]) -> int:
        """Return the code of four ranks, in any order; `KeyError` where no cards make them."""
        return _codes(self.kings)[sum(5**rank for rank in ranks)]

    def codes(self, counts: Whole) -> Whole:
        """Return the codes of hands given as cards of each rank (last axis of ten); they must exist."""
        keys, codes = _sorted_keys(self.kings)
        return codes[np.searchsorted(keys, counts @ _KEYS)]

    def ways_without(self, gone: Whole) -> Whole:
        """Return in how many ways each hand is made once cards of each rank (ten numbers) are gone."""
        result: Whole = COMB[self.copies - gone, self.counts].prod(axis=1)
        return result


_KEYS: Whole = 5 ** np.arange(10, dtype=np.int64)


@cache
def _codes(kings: int) -> dict[int, int]:
    return {key: hand.code for key, hand in HANDS[kings, False].items()}


@cache
def _sorted_keys(kings: int) -> tuple[Whole, Whole]:
    pairs = np.array(sorted(_codes(kings).items()), dtype=np.int64)
    return pairs[:, 0].copy(), pairs[:, 1].copy()


@cache
def copies_of(kings: int) -> Whole:
    """Return how many of the forty cards have each of the ten ranks."""
    copies = Counter(rank_of(card, kings) for card in CARDS)
    return _whole([copies[rank] for rank in range(10)])


@cache
def hands_of(kings: int, real31: bool = False) -> Hands:
    """Return the hands of a game with 4 or 8 kings, without or with the real 31."""
    hands = sorted(HANDS[kings, real31].values(), key=lambda hand: hand.code)
    ranks = _whole([hand.ranks for hand in hands])
    counts = _whole((ranks[:, :, None] == np.arange(10)).sum(axis=1))
    copies = copies_of(kings)
    return Hands(
        kings=kings,
        real31=real31,
        copies=copies,
        ranks=ranks,
        counts=counts,
        ways=_whole(COMB[copies, counts].prod(axis=1)),
        strength=_whole([[hand.strength(lance) for hand in hands] for lance in LANCES]),
        may_bet=_fixed(
            np.array(
                [
                    [hand.may_bet(lance) and not (lance is Lance.PUNTO and hand.juego) for hand in hands]
                    for lance in LANCES
                ]
            )
        ),
        kind=_whole([hand.kind for hand in hands]),
        total=_whole([hand.total for hand in hands]),
        juego_bonus=_whole([hand.juego_bonus for hand in hands]),
    )


def _whole(numbers: Any) -> Whole:
    return _fixed(np.asarray(numbers, dtype=np.int64))


def _fixed(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


@dataclass(frozen=True, slots=True)
class Draws:
    """Every choice of what to keep of every hand, and where it leads: 3,546 choices with 8 kings.

    A seat that says mus drops at least one card. What is drawn comes from the 36 cards it has never held.
    The choices of a hand stand together, the hands in order: those of hand h are ``first[h]`` to
    ``first[h + 1]``.
    """

    first: Whole
    """(n + 1): where the choices of each hand begin."""
    hand: Whole
    """(m): the code of the hand before."""
    kept: Whole
    """(m, 10): cards kept of each rank."""
    start: Whole
    """(m + 1): where the new hands of each choice begin in the two arrays below."""
    after: Whole
    """The code of a new hand."""
    chance: Real
    """Its chance, given the choice."""

    def mean(self, values: NDArray[Any]) -> Real:
        """Return for each choice the mean of a value that each hand has (last axis)."""
        result: Real = np.add.reduceat(values[..., self.after] * self.chance, self.start[:-1], axis=-1)
        return result

    def mean_of(self, code: int, values: NDArray[Any]) -> Real:
        """Return `mean` for the choices of one hand alone."""
        starts = self.start[self.first[code] : self.first[code + 1] + 1]
        part = slice(starts[0], starts[-1])
        result: Real = np.add.reduceat(
            values[..., self.after[part]] * self.chance[part], starts[:-1] - starts[0], axis=-1
        )
        return result

    def best(self, values: Real) -> Whole:
        """Return for each hand its best choice, where choices are worth `values` (m); the first of equals."""
        best = np.maximum.reduceat(values, self.first[:-1])
        places = np.flatnonzero(values == best[self.hand])
        return places[np.searchsorted(self.hand[places], np.arange(len(best)))]

    def spread(self, choice: Whole, held: Real) -> Real:
        """Return how hands are spread after an exchange in which each hand makes its choice (a row of them).

        `held` is the chance of each hand before it (n).
        """
        result = np.zeros(len(held))
        for hand, place in enumerate(choice):
            part = slice(self.start[place], self.start[place + 1])
            result[self.after[part]] += held[hand] * self.chance[part]
        return result


@cache
def draws_of(kings: int) -> Draws:
    """Return what every discard leads to; the real 31 changes nothing here."""
    hands = hands_of(kings)
    present = [rank for rank in range(10) if hands.copies[rank]]
    chosen: list[tuple[int, tuple[int, ...]]] = []
    for code, counts in enumerate(hands.counts):
        keeps: set[tuple[int, ...]] = {()}
        for rank in present:
            keeps = {keep + (rank,) * some for keep in keeps for some in range(counts[rank] + 1)}
        # The fewest cards kept first, so that a choice made among equals keeps least.
        chosen += [(code, keep) for keep in sorted(keeps, key=lambda k: (len(k), k)) if len(keep) < 4]
    hand = _whole([held for held, _ in chosen])
    kept = _whole(np.array([np.bincount(np.array(keep, dtype=np.int64), minlength=10) for _, keep in chosen]))

    after: list[Whole] = [np.empty(0, dtype=np.int64)] * len(chosen)
    chance: list[Real] = [np.empty(0)] * len(chosen)
    for drawn in range(1, 5):
        draws = np.array(
            [
                np.bincount(ranks, minlength=10)
                for ranks in combinations_with_replacement(present, drawn)
                if all(ranks.count(rank) <= hands.copies[rank] for rank in ranks)
            ]
        )
        places = np.flatnonzero(kept.sum(axis=1) == 4 - drawn)
        for place in places:
            ways = COMB[hands.copies - hands.counts[hand[place]], draws].prod(axis=1)
            possible = ways > 0
            after[place] = hands.codes(kept[place] + draws[possible])
            chance[place] = ways[possible] / comb(36, drawn)
    return Draws(
        first=_whole(np.searchsorted(hand, np.arange(hands.size + 1))),
        hand=hand,
        kept=kept,
        start=_whole(np.cumsum([0, *map(len, after)])),
        after=_whole(np.concatenate(after)),
        chance=_fixed(np.concatenate(chance)),
    )

"""The count behind `musbot.ai.equities`, compiled by numba: import it only to make tables.

For one way to take eight cards by rank, the hands of the two opponents are counted over the 32 others by how strong
they are; then every pair of hands made of the eight is set against those sums, in every seat.

Classes are small numbers that order the hands of a lance, 0 being a hand that has no pares (or juego).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

HEAD = 2 + 3 * 4
DECLARED = 8 + 4 * 8 + 4 + 4
WIDTH = HEAD + 2 * DECLARED
"""Sums of one hand: the mass of all deals, and of those where nobody has juego; those won in grande, chica and punto by
place; then for pares and for juego the mass by pattern, that won by place and pattern, and by place the bonus stones of
the own pair and of the other."""

_Array = NDArray[Any]


@njit(parallel=True, cache=True)
def tally(
    begin: int,
    end: int,
    pairs: _Array,
    starts: _Array,
    likely: _Array,
    counts: _Array,
    copies: _Array,
    comb: _Array,
    slots: _Array,
    chica: _Array,
    pares: _Array,
    points: _Array,
    kind: _Array,
    juego_bonus: _Array,
) -> _Array:
    """Return the sums of all hands over the unions from `begin` to before `end`."""
    parts = 16
    result = np.zeros((parts, len(likely), WIDTH))
    for part in prange(parts):
        for union in range(begin + part, end, parts):
            made = pairs[starts[union] : starts[union + 1]]
            left = copies - counts[made[0, 0]] - counts[made[0, 1]]
            grande, chicas, twice, by_pares, by_points = _opponents(
                left, likely, counts, comb, slots, chica, pares, points
            )
            _face(
                result[part], made, likely, counts, copies, comb, chica, pares, points, kind, juego_bonus,
                grande, chicas, twice, by_pares, by_points,
            )  # fmt: skip
    total = np.zeros((len(likely), WIDTH))
    for part in range(parts):
        total += result[part]
    return total


@njit(cache=True)
def _opponents(
    left: _Array,
    likely: _Array,
    counts: _Array,
    comb: _Array,
    slots: _Array,
    chica: _Array,
    pares: _Array,
    points: _Array,
) -> tuple[_Array, _Array, _Array, _Array, _Array]:
    """Count the two opponents' hands over the cards left.

    Returns by grande (the code) and by chica in how many ways the better of the two has that class; by code in how
    many both have it; and for pares, and for juego with punto, the ways by the classes of both.
    """
    n = len(likely)
    able = np.empty(n, dtype=np.int64)
    size = 0
    for code in range(n):
        fits = likely[code] > 0
        for rank in range(10):
            fits = fits and counts[code, rank] <= left[rank]
        if fits:
            able[size] = code
            size += 1
    grande, chicas, twice = np.zeros(n), np.zeros(n), np.zeros(n)
    by_pares = np.zeros((pares.max() + 1, pares.max() + 1))
    by_points = np.zeros((40, 40))
    rest = np.empty(50)
    for i in range(size):
        a = able[i]
        ways_a = likely[a]
        for rank in range(10):
            ways_a *= comb[left[rank], counts[a, rank]]
            for some in range(5):
                rest[rank * 5 + some] = comb[left[rank] - counts[a, rank], some]
        chica_a, pares_a, points_a = chica[a], pares[a], points[a]
        summed = 0.0
        # Codes ascend with grande, so of these pairs a is the better; the other order has the same ways.
        for j in range(i):
            b = able[j]
            ways = ways_a * likely[b]
            ways *= rest[slots[b, 0]] * rest[slots[b, 1]] * rest[slots[b, 2]] * rest[slots[b, 3]]
            summed += ways
            chicas[max(chica_a, chica[b])] += 2 * ways
            by_pares[pares_a, pares[b]] += ways
            by_points[points_a, points[b]] += ways
        ways = ways_a * likely[a]
        ways *= rest[slots[a, 0]] * rest[slots[a, 1]] * rest[slots[a, 2]] * rest[slots[a, 3]]
        twice[a] = ways
        chicas[chica_a] += ways
        by_pares[pares_a, pares_a] += ways / 2
        by_points[points_a, points_a] += ways / 2
        grande[a] = 2 * summed + ways
    return grande, chicas, twice, by_pares + by_pares.T, by_points + by_points.T


@njit(cache=True)
def _face(
    result: _Array,
    made: _Array,
    likely: _Array,
    counts: _Array,
    copies: _Array,
    comb: _Array,
    chica: _Array,
    pares: _Array,
    points: _Array,
    kind: _Array,
    juego_bonus: _Array,
    grande: _Array,
    chicas: _Array,
    twice: _Array,
    by_pares: _Array,
    by_points: _Array,
) -> None:
    """Set each pair of hands `made` of the eight cards against the opponents, and add to the sums."""
    n = len(likely)
    twice_chica = np.zeros(n)
    for code in range(n):
        twice_chica[chica[code]] = twice[code]
    worth_pares = np.zeros(len(by_pares))
    worth_juego = np.zeros(10)
    for code in range(n):
        worth_pares[pares[code]] = kind[code]
        if points[code] > 30:
            worth_juego[points[code] - 30] = juego_bonus[code]
    by_juego = np.zeros((10, 10))
    for x in range(40):
        for y in range(40):
            by_juego[max(0, x - 30), max(0, y - 30)] += by_points[x, y]
    by_punto = by_points[:31, :31]

    grande_lost = _lost(grande, twice)
    chica_lost = _lost(chicas, twice_chica)
    punto_both, punto_twice = np.zeros(31), np.zeros(31)
    for x in range(31):
        punto_twice[x] = by_punto[x, x]
        punto_both[x] = by_punto[x, x] + 2 * by_punto[x, :x].sum()
    punto_lost = _lost(punto_both, punto_twice)
    mass, without = grande.sum(), by_punto.sum()
    pares_tables = _declared(by_pares, worth_pares)
    juego_tables = _declared(by_juego, worth_juego)

    for place in range(len(made)):
        own, partner = made[place, 0], made[place, 1]
        ways = likely[partner]
        for rank in range(10):
            ways *= comb[copies[rank] - counts[own, rank], counts[partner, rank]]
        if ways == 0:
            continue
        sums = result[own]
        sums[0] += ways * mass
        punto = points[own] <= 30 and points[partner] <= 30
        if punto:
            sums[1] += ways * without
        own_juego, partner_juego = max(0, points[own] - 30), max(0, points[partner] - 30)
        for seat in range(4):
            best, ties = _best(own, partner, seat)
            sums[2 + seat] += ways * grande_lost[best, ties]
            best, ties = _best(chica[own], chica[partner], seat)
            sums[6 + seat] += ways * chica_lost[best, ties]
            if punto:
                best, ties = _best(points[own], points[partner], seat)
                sums[10 + seat] += ways * punto_lost[best, ties]
        _declare(sums[HEAD : HEAD + DECLARED], ways, pares[own], pares[partner], pares_tables, worth_pares)
        _declare(sums[HEAD + DECLARED :], ways, own_juego, partner_juego, juego_tables, worth_juego)


@njit(cache=True)
def _lost(better: _Array, twice: _Array) -> _Array:
    """Return in how many ways both opponents lose to a class: by class, and by how many lose an equal hand (0 to 2)."""
    result = np.zeros((len(better), 3))
    below = 0.0
    for x in range(len(better)):
        result[x, 0] = below
        result[x, 1] = below + (better[x] - twice[x]) / 2
        result[x, 2] = below + better[x]
        below += better[x]
    return result


@njit(cache=True)
def _best(own: int, partner: int, seat: int) -> tuple[int, int]:
    """Return the better class of a pair, and how many opponents lose an equal hand to the seat that holds it."""
    other = (seat + 2) % 4
    holder = seat if own > partner else other if partner > own else min(seat, other)
    # Places 0 to 3: behind the holder sit 3 - holder seats, every other one of them an opponent.
    return max(own, partner), (4 - holder) // 2


@njit(cache=True)
def _declared(by_class: _Array, worth: _Array) -> tuple[_Array, _Array, _Array]:
    """Return what there is to lose among opponents in pares or juego.

    The first array has the ways in which they lose to a class, by class and case: 0 none of them has it; one alone has
    it and loses equal hands, 1 no, 2 yes; both have it, and 3 none, 4 one, 5 both of them lose equal hands. The second
    has the bonus stones of the opponents in those ways. The third has the ways, and the stones, of the three patterns:
    none, one alone, both.
    """
    size = len(by_class)
    lost, stones = np.zeros((size, 6)), np.zeros((size, 6))
    whole = np.zeros((2, 3))
    whole[0, 0] = by_class[0, 0]
    for x in range(1, size):
        one, equal, half, half_stones = by_class[x, 0], by_class[x, x], 0.0, 0.0
        for y in range(1, x):
            half += by_class[x, y]
            half_stones += by_class[x, y] * (worth[x] + worth[y])
        lost[x, 0] = by_class[0, 0]
        lost[x, 1] = whole[0, 1]
        stones[x, 1] = whole[1, 1]
        lost[x, 2] = whole[0, 1] + one
        stones[x, 2] = whole[1, 1] + one * worth[x]
        lost[x, 3] = whole[0, 2]
        stones[x, 3] = whole[1, 2]
        lost[x, 4] = whole[0, 2] + half
        stones[x, 4] = whole[1, 2] + half_stones
        lost[x, 5] = whole[0, 2] + 2 * half + equal
        stones[x, 5] = whole[1, 2] + 2 * half_stones + 2 * equal * worth[x]
        whole[0, 1], whole[1, 1] = lost[x, 2], stones[x, 2]
        whole[0, 2], whole[1, 2] = lost[x, 5], stones[x, 5]
    return lost, stones, whole


@njit(cache=True)
def _declare(
    sums: _Array,
    ways: float,
    own: int,
    partner: int,
    tables: tuple[_Array, _Array, _Array],
    worth: _Array,
) -> None:
    """Add what a pair with these classes in pares or juego meets."""
    lost, stones, whole = tables
    base = 2 if partner > 0 else 0
    # Patterns: 1 the next seat alone, 4 the seat before alone, 5 both.
    sums[base] += ways * whole[0, 0]
    sums[base + 1] += ways * whole[0, 1]
    sums[base + 4] += ways * whole[0, 1]
    sums[base + 5] += ways * whole[0, 2]
    for seat in range(4):
        all_stones = 2 * whole[1, 1] + whole[1, 2]
        won = won_stones = 0.0
        if own > 0 or partner > 0:
            best, ties = _best(own, partner, seat)
            other = (seat + 2) % 4
            holder = seat if own > partner else other if partner > own else min(seat, other)
            after = 2 if holder < (seat + 1) % 4 else 1
            before = 2 if holder < (seat + 3) % 4 else 1
            at = 8 + 8 * seat + base
            sums[at] += ways * lost[best, 0]
            sums[at + 1] += ways * lost[best, after]
            sums[at + 4] += ways * lost[best, before]
            sums[at + 5] += ways * lost[best, 3 + ties]
            won = lost[best, 0] + lost[best, after] + lost[best, before] + lost[best, 3 + ties]
            won_stones = stones[best, after] + stones[best, before] + stones[best, 3 + ties]
        sums[40 + seat] += ways * won * (worth[own] + worth[partner])
        sums[44 + seat] += ways * (all_stones - won_stones)

"""Deals as they really come to betting: after none, one, two rounds of mus, by a policy of cuts and discards.

A policy is two arrays over (rounds of mus: 0, 1, 2 and more; seat from the mano; hand): whether it cuts, and which
cards it keeps (bits over the hand's cards, highest first; 15 would keep all and is never used).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from musbot.ai.exact import draws_of, hands_of
from musbot.game.cards import CARDS, rank_of


@cache
def codes_by_ranks(kings: int) -> NDArray[np.int16]:
    """Return ``(10, 10, 10, 10)``: the code of four ranks, highest rank (least number) first."""
    table = np.full((10,) * 4, -1, np.int16)
    for code, ranks in enumerate(hands_of(kings).ranks):
        table[tuple(ranks)] = code
    return table


@cache
def card_ranks(kings: int) -> NDArray[np.int64]:
    """Return the rank of each of the forty cards."""
    return np.array([rank_of(card, kings) for card in CARDS])


@cache
def draws(kings: int) -> NDArray[np.float32]:
    """Return the chances ``(hand, keep, new hand)`` of each discard; a keep is bits over the hand's cards."""
    hands, exact = hands_of(kings), draws_of(kings)
    rows = {
        (int(hand), *map(int, kept)): row
        for row, (hand, kept) in enumerate(zip(exact.hand, exact.kept, strict=True))
    }
    chances = np.zeros((hands.size, 15, hands.size), np.float32)
    for code in range(hands.size):
        for mask in range(15):
            kept = np.bincount(
                hands.ranks[code][[place for place in range(4) if mask >> place & 1]], minlength=10
            )
            row = rows[code, *map(int, kept)]
            after = slice(exact.start[row], exact.start[row + 1])
            chances[code, mask, exact.after[after]] = exact.chance[after]
    return chances


@njit(cache=True)
def _code(cards, ranks, codes):
    """Sort four cards in place, highest rank first, and return their hand's code."""
    for i in range(1, 4):
        card = cards[i]
        j = i - 1
        while j >= 0 and ranks[cards[j]] > ranks[card]:
            cards[j + 1] = cards[j]
            j -= 1
        cards[j + 1] = card
    return codes[ranks[cards[0]], ranks[cards[1]], ranks[cards[2]], ranks[cards[3]]]


@njit(cache=True)
def sample(deals, at_round, ranks, codes, cuts, keeps, tremble, seed):
    """Deal until `deals` deals have come to the mus talk after `at_round` rounds; then force one more round.

    Before that talk a seat that would cut says mus all the same with chance `tremble`: not everybody plays by the
    policy, and a talk that is seldom reached must be known too.

    Return ``now (deal, seat)``, the hands at that talk; ``after (deal, seat)``, the hands once everyone has
    changed cards; ``dropped (deal, seat)``, cards that the last exchange before `now` changed (0 before any);
    ``final (deal, seat)`` and ``rounds (deal)``, hands and rounds of mus when, going on from `after`, somebody cuts.
    """
    np.random.seed(seed)
    now = np.empty((deals, 4), np.int16)
    after = np.empty((deals, 4), np.int16)
    final = np.empty((deals, 4), np.int16)
    dropped = np.zeros((deals, 4), np.int8)
    rounds = np.empty(deals, np.int8)
    deck = np.arange(40)
    hands = np.empty((4, 4), np.int64)
    waste = np.empty(40, np.int64)
    fresh = np.empty(16, np.int64)
    found = 0
    while found < deals:
        for i in range(39, 0, -1):
            j = np.random.randint(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        for s in range(4):
            for k in range(4):
                hands[s, k] = deck[4 * s + k]
        stock = np.empty(40, np.int64)
        size = 24
        for i in range(24):
            stock[i] = deck[16 + i]
        wasted = 0
        done = 0
        reached = False
        while True:
            level = min(done, 2)
            cut = False
            held = np.empty(4, np.int16)
            for s in range(4):
                held[s] = _code(hands[s], ranks, codes)
                if cuts[level, s, held[s]] and (done >= at_round or np.random.random() >= tremble):
                    cut = True
            if done == at_round:
                reached = True
                now[found] = held
                cut = False
            elif done == at_round + 1:
                after[found] = held
            if cut or done >= 12:
                break
            gone = 0
            for s in range(4):
                kept = keeps[level, s, held[s]]
                count = 0
                for k in range(4):
                    if not kept >> k & 1:
                        fresh[gone] = hands[s, k]
                        hands[s, k] = -1
                        gone += 1
                        count += 1
                if done + 1 == at_round:
                    dropped[found, s] = count
            for s in range(4):
                for k in range(4):
                    if hands[s, k] < 0:
                        if size == 0:
                            for i in range(wasted - 1, -1, -1):
                                j = np.random.randint(i + 1)
                                waste[i], waste[j] = waste[j], waste[i]
                            for i in range(wasted):
                                stock[i] = waste[i]
                            size, wasted = wasted, 0
                        size -= 1
                        hands[s, k] = stock[size]
            for i in range(gone):
                waste[wasted] = fresh[i]
                wasted += 1
            done += 1
        if reached and done > at_round:
            for s in range(4):
                final[found, s] = held[s]
            rounds[found] = done
            found += 1
    return now, after, dropped, final, rounds

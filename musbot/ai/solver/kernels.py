"""The inner loops, compiled: one lance walked for many deals at once.

Arrays of a lance, as `musbot.ai.lances.Tree` has them: `seats` (node), `counts` (node), `follow` (node, move). A
strategy is ``(node, class of hand, move)``. `classes` is ``(deal, seat)``; `ends` is ``(deal, end)``: what each
end of the lance is worth to pair 0. Nodes come before those that follow them, so one pass forward finds how
likely each node is, and one pass backward what it is worth.
"""

from __future__ import annotations

import numpy as np
from numba import njit

N_ENDS = 13


@njit(cache=True)
def lance_ends(winners, bonuses, held, worth, game):
    """Return ``(deal, end)``: what each end is worth to pair 0.

    `winners` (deal): pair of the best hand. `bonuses` (deal, pair): card bonuses. `held`: stones of a lance that all
    held. `worth[60 + x]`: what x stones more for pair 0 (fewer: for pair 1) are worth to it. `game`: what the game
    is worth to who wins an órdago, two values by pair.
    """
    deals = winners.shape[0]
    ends = np.empty((deals, N_ENDS), np.float32)
    amounts = (held, 2, 5, 10)
    refusals = (1, 2, 5, 10)
    for d in range(deals):
        w = winners[d]
        sign = 1 - 2 * w
        for e in range(4):
            ends[d, e] = worth[60 + sign * (amounts[e] + bonuses[d, w])]
        ends[d, 4] = game[w]
        for p in range(2):
            for k in range(4):
                ends[d, 5 + 4 * p + k] = worth[60 + (1 - 2 * p) * (refusals[k] + bonuses[d, p])]
    return ends


@njit(cache=True)
def match_regrets(regrets, counts, tremble, strategy):
    """Fill `strategy` in proportion to the positive regrets; evenly where there are none.

    A share of `tremble` goes evenly to all moves, so that no node is out of reach.
    """
    for n in range(regrets.shape[0]):
        moves = counts[n]
        for b in range(regrets.shape[1]):
            total = 0.0
            for a in range(moves):
                total += max(regrets[n, b, a], 0.0)
            for a in range(moves):
                share = max(regrets[n, b, a], 0.0) / total if total > 0 else 1.0 / moves
                strategy[n, b, a] = share * (1 - tremble) + tremble / moves


@njit(cache=True, fastmath=True)
def walk(seats, counts, follow, classes, ends, strategy, learns, others, value, change):
    """Walk one deal under a strategy and add the regrets of the seats that learn to `change`.

    `classes` (seat) and `ends` (end) are of this deal. `others` (node, seat) and `value` (node) are room to work in.
    Nodes that no learner could reach alone, where the three others play on, are passed over.
    """
    nodes = seats.shape[0]
    others[:] = 0  # chance that all but a seat play to the node
    for s in range(4):
        if learns[s]:
            others[0, s] = 1
    for n in range(nodes):
        o0, o1, o2, o3 = others[n, 0], others[n, 1], others[n, 2], others[n, 3]
        if o0 + o1 + o2 + o3 == 0:
            continue
        seat = seats[n]
        b = classes[seat]
        for a in range(counts[n]):
            m = follow[n, a]
            if m >= 0:
                p = strategy[n, b, a]
                if p > 0:
                    others[m, 0] += o0 if seat == 0 else o0 * p
                    others[m, 1] += o1 if seat == 1 else o1 * p
                    others[m, 2] += o2 if seat == 2 else o2 * p
                    others[m, 3] += o3 if seat == 3 else o3 * p
                else:
                    others[m, seat] += others[n, seat]
    for n in range(nodes - 1, -1, -1):
        if others[n, 0] + others[n, 1] + others[n, 2] + others[n, 3] == 0:
            continue
        seat = seats[n]
        b = classes[seat]
        v = np.float32(0)
        for a in range(counts[n]):
            p = strategy[n, b, a]
            if p > 0:
                m = follow[n, a]
                v += p * (value[m] if m >= 0 else ends[-1 - m])
        value[n] = v
        reach = others[n, seat] * (1 - 2 * (seat & 1))
        if reach != 0:
            for a in range(counts[n]):
                m = follow[n, a]
                w = value[m] if m >= 0 else ends[-1 - m]
                change[n, b, a] += reach * (w - v)


@njit(cache=True)
def reaches(seats, counts, follow, classes, strategy):
    """Return ``(node, class)``: how often a seat has the hand where the three others play to its node."""
    nodes, deals = seats.shape[0], classes.shape[0]
    result = np.zeros(strategy.shape[:2])
    others = np.zeros((nodes, 4), np.float32)
    for d in range(deals):
        others[:] = 0
        others[0, :] = 1
        for n in range(nodes):
            seat = seats[n]
            b = classes[d, seat]
            result[n, b] += others[n, seat]
            for a in range(counts[n]):
                m = follow[n, a]
                if m >= 0:
                    for s in range(4):
                        others[m, s] += others[n, s] * (strategy[n, b, a] if s != seat else 1)
    return result / deals


@njit(cache=True)
def own_reach(seats, counts, follow, strategy):
    """Return ``(node, class)``: the chance that the seat of a node plays to it, if the three others do."""
    nodes, hands = strategy.shape[:2]
    result = np.zeros((nodes, hands))
    reach = np.zeros((nodes, hands))
    for s in range(4):
        reach[:] = 0
        reach[0] = 1
        for n in range(nodes):
            if seats[n] == s:
                result[n] = reach[n]
            for a in range(counts[n]):
                m = follow[n, a]
                if m >= 0:
                    for b in range(hands):
                        reach[m, b] += reach[n, b] * (strategy[n, b, a] if seats[n] == s else 1)
    return result


@njit(cache=True)
def learn(seats, counts, follow, classes, ends, profile, learns, strategy, regrets, total, fade):
    """One iteration of CFR+ on some deals; `regrets` and `total` are changed in place.

    All play `profile`, and the seats that learn, as in `learns` (seat), play `strategy` there. `total`: what they
    played so far, which weighs `fade` times as much as it did. What is played after moves that a seat never makes
    is kept with next to no weight, so that a node has a strategy also where nobody would come.
    """
    change = np.zeros(regrets.shape, np.float32)
    others = np.zeros((seats.shape[0], 4), np.float32)
    value = np.zeros(seats.shape[0], np.float32)
    for d in range(classes.shape[0]):
        walk(seats, counts, follow, classes[d], ends[d], profile, learns, others, value, change)
    own = own_reach(seats, counts, follow, strategy)
    for n in range(regrets.shape[0]):
        if learns[seats[n]]:
            for b in range(regrets.shape[1]):
                weight = max(own[n, b], 1e-6)
                for a in range(counts[n]):
                    regrets[n, b, a] = max(regrets[n, b, a] + change[n, b, a], 0.0)
                    total[n, b, a] = total[n, b, a] * fade + weight * strategy[n, b, a]


@njit(cache=True)
def solve(seats, counts, follow, classes, ends, regrets, total, done, iterations, batch, tremble, seed):
    """Go on with CFR+ on sampled deals, after `done` iterations; `regrets` and `total` are changed in place.

    `regrets` (node, class, move). `total`: what was played so far, in which iteration t weighs as t cubed.
    `tremble`: share of each decision that is made at random.
    """
    np.random.seed(seed)
    deals = classes.shape[0]
    strategy = np.zeros(regrets.shape, np.float32)
    some = np.empty((batch, classes.shape[1]), classes.dtype)
    worth = np.empty((batch, ends.shape[1]), ends.dtype)
    everyone = np.ones(4, np.bool_)
    for t in range(done + 1, done + iterations + 1):
        match_regrets(regrets, counts, tremble, strategy)
        for k in range(batch):
            d = np.random.randint(deals)
            some[k], worth[k] = classes[d], ends[d]
        fade = (t / (t + 1.0)) ** 3
        learn(seats, counts, follow, some, worth, strategy, everyone, strategy, regrets, total, fade)


@njit(cache=True)
def values(seats, counts, follow, classes, ends, strategy):
    """Return what each deal is worth to pair 0 under a strategy."""
    nodes = seats.shape[0]
    value = np.empty(nodes, np.float32)
    result = np.empty(classes.shape[0], np.float32)
    for d in range(classes.shape[0]):
        for n in range(nodes - 1, -1, -1):
            b = classes[d, seats[n]]
            v = np.float32(0)
            for a in range(counts[n]):
                p = strategy[n, b, a]
                if p > 0:
                    m = follow[n, a]
                    v += p * (value[m] if m >= 0 else ends[d, -1 - m])
            value[n] = v
        result[d] = value[0]
    return result


@njit(cache=True)
def best_response(seats, counts, follow, classes, ends, strategy, seat):
    """Return `strategy` with the moves of one seat replaced by its best answer to the three others."""
    nodes, deals = seats.shape[0], classes.shape[0]
    hands = strategy.shape[1]
    others = np.zeros((nodes, deals), np.float32)
    others[0, :] = 1
    for n in range(nodes):
        for a in range(counts[n]):
            m = follow[n, a]
            if m >= 0:
                if seats[n] == seat:
                    for d in range(deals):
                        others[m, d] += others[n, d]
                else:
                    for d in range(deals):
                        others[m, d] += others[n, d] * strategy[n, classes[d, seats[n]], a]
    answer = strategy.copy()
    value = np.zeros((nodes, deals), np.float32)
    sign = 1 - 2 * (seat & 1)
    sums = np.empty((hands, 4), np.float64)
    for n in range(nodes - 1, -1, -1):
        if seats[n] == seat:
            sums[:] = 0
            for a in range(counts[n]):
                m = follow[n, a]
                for d in range(deals):
                    v = value[m, d] if m >= 0 else ends[d, -1 - m]
                    sums[classes[d, seat], a] += others[n, d] * v * sign
            for b in range(hands):
                best = 0
                seen = False
                for a in range(counts[n]):
                    if sums[b, a] != 0:
                        seen = True
                    if sums[b, a] > sums[b, best]:
                        best = a
                if seen:
                    for a in range(counts[n]):
                        answer[n, b, a] = 1 if a == best else 0
        for d in range(deals):
            b = classes[d, seats[n]]
            v = np.float32(0)
            for a in range(counts[n]):
                m = follow[n, a]
                v += answer[n, b, a] * (value[m, d] if m >= 0 else ends[d, -1 - m])
            value[n, d] = v
    return answer


@njit(cache=True)
def play(seats, counts, follow, classes, strategy, seed):
    """Return the end of each deal when all play the strategy."""
    np.random.seed(seed)
    result = np.empty(classes.shape[0], np.int64)
    for d in range(classes.shape[0]):
        n = 0
        while True:
            b = classes[d, seats[n]]
            chance = np.random.random()
            a = 0
            while a < counts[n] - 1 and chance >= strategy[n, b, a]:
                chance -= strategy[n, b, a]
                a += 1
            m = follow[n, a]
            if m < 0:
                result[d] = -1 - m
                break
            n = m
    return result


@njit(cache=True)
def match_equity(steps, lengths, most):
    """Return ``W[a, b]``: chance of the mano's pair to win the game when it needs a stones and the other b.

    `steps` ``(deal, step, 2)``: pair (0 is the mano's) and stones of what a deal brought, in the order in which it is
    counted; `lengths` (deal). The mano passes to the other pair with each deal. W[0, b] is 1.
    """
    result = np.zeros((most + 1, most + 1))
    result[0, :] = 1
    for both in range(2, 2 * most + 1):
        for a in range(max(1, both - most), min(most, both - 1) + 1):
            b = both - a
            total = 0.0
            for d in range(steps.shape[0]):
                x, y = a, b
                for k in range(lengths[d]):
                    if steps[d, k, 0] == 0:
                        x -= steps[d, k, 1]
                        if x <= 0:
                            break
                    else:
                        y -= steps[d, k, 1]
                        if y <= 0:
                            break
                if x <= 0:
                    total += 1
                elif y > 0:
                    total += 1 - result[y, x]
            result[a, b] = total / steps.shape[0]
    return result

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


@njit(cache=True)
def iterate(seats, counts, follow, classes, ends, picks, strategy, change, average, seen):
    """Walk the deals of `picks` under one strategy.

    Add regrets to `change`, use of the strategy to `average` and how often the others play there to `seen`.
    """
    nodes = seats.shape[0]
    value = np.empty(nodes, np.float32)
    others = np.empty((nodes, 4), np.float32)  # chance that all but a seat play to the node
    own = np.empty((nodes, 4), np.float32)  # chance that the seat plays to it
    for i in range(picks.shape[0]):
        d = picks[i]
        for n in range(nodes):
            for s in range(4):
                others[n, s] = 0
                own[n, s] = 0
        for s in range(4):
            others[0, s] = 1
            own[0, s] = 1
        for n in range(nodes):
            seat = seats[n]
            b = classes[d, seat]
            for a in range(counts[n]):
                m = follow[n, a]
                if m >= 0:
                    p = strategy[n, b, a]
                    for s in range(4):
                        if s == seat:
                            others[m, s] += others[n, s]
                            own[m, s] += own[n, s] * p
                        else:
                            others[m, s] += others[n, s] * p
                            own[m, s] += own[n, s]
        for n in range(nodes - 1, -1, -1):
            seat = seats[n]
            b = classes[d, seat]
            v = np.float32(0)
            for a in range(counts[n]):
                m = follow[n, a]
                v += strategy[n, b, a] * (value[m] if m >= 0 else ends[d, -1 - m])
            value[n] = v
            seen[n, b] += others[n, seat]
            reach = others[n, seat] * (1 - 2 * (seat & 1))
            for a in range(counts[n]):
                m = follow[n, a]
                w = value[m] if m >= 0 else ends[d, -1 - m]
                change[n, b, a] += reach * (w - v)
                average[n, b, a] += own[n, seat] * strategy[n, b, a]


@njit(cache=True)
def solve(seats, counts, follow, classes, ends, start, warm, iterations, batch, tremble, seed):
    """CFR+ with sampled deals and linear averaging from the strategy `start`; return the average strategy.

    `warm`: what the first strategy is held to be better by, in the unit of `ends`, in each deal of a batch. `tremble`:
    share of each decision that is made at random, at first; it shrinks to a tenth.
    """
    np.random.seed(seed)
    deals = classes.shape[0]
    strategy = start * np.float32(1 - tremble)
    for n in range(start.shape[0]):
        strategy[n, :, : counts[n]] += np.float32(tremble / counts[n])
    total = np.zeros(start.shape, np.float64)
    change = np.zeros(start.shape, np.float64)
    use = np.zeros(start.shape, np.float64)
    seen = np.zeros(start.shape[:2], np.float64)
    regrets = np.zeros(start.shape, np.float64)
    picks = np.empty(batch, np.int64)
    for t in range(iterations):
        change[:] = 0
        use[:] = 0
        for i in range(batch):
            picks[i] = np.random.randint(deals)
        iterate(seats, counts, follow, classes, ends, picks, strategy, change, use, seen)
        if t == 0:
            for a in range(4):
                regrets[:, :, a] = start[:, :, a] * seen * warm
        weight = max(t - iterations // 10, 0)
        for n in range(regrets.shape[0]):
            for b in range(regrets.shape[1]):
                for a in range(counts[n]):
                    regrets[n, b, a] = max(regrets[n, b, a] + change[n, b, a], 0.0)
                    total[n, b, a] += weight * use[n, b, a]
        match_regrets(regrets, counts, tremble * (1 - 0.9 * t / iterations), strategy)
    match_regrets(regrets, counts, 0.0, strategy)
    for n in range(regrets.shape[0]):
        for b in range(regrets.shape[1]):
            whole = 0.0
            for a in range(counts[n]):
                whole += total[n, b, a]
            if whole > 0:
                for a in range(counts[n]):
                    strategy[n, b, a] = total[n, b, a] / whole
    return strategy


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

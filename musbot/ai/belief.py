"""What a seat may believe of the three hands it does not see: Bayes over all of them, and samples of it.

A hand is as likely as it is dealt, or drawn after so many cards were dropped; certain where a declaration or an
honest signal tells of it; and more or less likely by what its owner has said, as a club player would say it. The
three hands share the cards that the seat does not hold, which is kept exactly.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np

from musbot.ai.equities import shipped
from musbot.ai.exact import COMB, LANCES, Real, Whole, draws_of, hands_of
from musbot.ai.exchange import stones
from musbot.game.actions import Word
from musbot.game.cards import CARDS, Card, rank_of
from musbot.game.hands import HANDS, Lance
from musbot.game.options import Options
from musbot.game.seats import SEATS, Seat, partner_of, place_of
from musbot.game.signals import INTENTIONS, SIGNALS, true_signals
from musbot.game.views import PublicView, SeatView, Spoken


def likelihoods(view: SeatView) -> dict[Seat, Real]:
    """Return for each other seat how likely what is known of it is, given each hand (n); the deal itself apart."""
    public, options = view.public, view.public.options
    partner = partner_of(view.seat)
    return {
        seat: _exchanged(public, seat)
        * _declared(public, seat)
        * _signalled(options, _signals(view, seat, partner))
        * _said(public, seat)
        for seat in SEATS
        if seat != view.seat
    }


def sample(view: SeatView, count: int, rng: random.Random) -> list[dict[Seat, tuple[Card, ...]]]:
    """Return hands of all four seats, as the seat may believe them to be: equally good guesses, `count` of them.

    `ValueError` where the seat holds no four cards.
    """
    facts = view.facts
    if facts is None:
        raise ValueError(f"seat {view.seat} has no hand")
    options = view.public.options
    hands = hands_of(options.kings, options.real31)
    chance = np.random.default_rng(rng.getrandbits(64))
    believed = likelihoods(view)
    # The sharpest knowledge first, and more guesses than are needed: each weighs what its cards leave the next seats.
    order = sorted(
        believed, key=lambda seat: float((believed[seat] * hands.ways).sum() / believed[seat].max())
    )
    tries = 3 * count
    left = np.tile(hands.copies - hands.counts[facts.code], (tries, 1))
    weights = np.ones(tries)
    codes = np.zeros((tries, len(order)), dtype=np.int64)
    for place, seat in enumerate(order):
        ways = believed[seat] * COMB[left[:, None, :], hands.counts].prod(axis=2)
        sums = ways.cumsum(axis=1)
        whole = sums[:, -1]
        drawn = (sums < (chance.random(tries) * whole)[:, None]).sum(axis=1)
        codes[:, place] = np.minimum(drawn, hands.size - 1)
        weights *= whole
        left = np.maximum(left - hands.counts[codes[:, place]], 0)
    if weights.sum() <= 0:
        raise ValueError(f"what seat {view.seat} was told cannot be")
    chosen = chance.choice(tries, size=count, p=weights / weights.sum())
    return [_dealt(view, dict(zip(order, codes[place], strict=True)), rng) for place in chosen]


def _dealt(view: SeatView, codes: dict[Seat, int], rng: random.Random) -> dict[Seat, tuple[Card, ...]]:
    options = view.public.options
    hands = hands_of(options.kings, options.real31)
    unseen: dict[int, list[Card]] = {}
    for card in CARDS:
        if card not in view.cards:
            unseen.setdefault(rank_of(card, options.kings), []).append(card)
    for cards in unseen.values():
        rng.shuffle(cards)
    result = {
        seat: tuple(unseen[int(rank)].pop() for rank in hands.ranks[code]) for seat, code in codes.items()
    }
    return result | {view.seat: view.cards}


# What is known for certain


def _declared(public: PublicView, seat: Seat) -> Real:
    hands = hands_of(public.options.kings, public.options.real31)
    known = np.ones(hands.size)
    for declaration in public.declarations:
        has = hands.may_bet[LANCES.index(declaration.lance)]
        known = known * (has if seat in declaration.holders else ~has)
    return known


def _signals(view: SeatView, seat: Seat, partner: Seat) -> tuple[str, ...]:
    if seat == partner:
        return view.partner_signals
    return tuple(name for sender, name in view.public.signals if sender == seat)


def _signalled(options: Options, names: tuple[str, ...]) -> Real:
    known = np.ones(hands_of(options.kings).size)
    for name in names:
        if name not in INTENTIONS:
            told = _true(options.kings)[:, SIGNALS.index(name)]
            # Where signals may lie, they mostly do not.
            known = known * (told if options.honest else np.where(told, 1.0, 0.15))
    return known


@cache
def _true(kings: int) -> Real:
    table = np.zeros((len(HANDS[kings, False]), len(SIGNALS)))
    for hand in HANDS[kings, False].values():
        for name in true_signals(hand):
            table[hand.code, SIGNALS.index(name)] = 1
    return table


# What an exchange tells


def _exchanged(public: PublicView, seat: Seat) -> Real:
    dropped = [line.amount for line in public.spoken if line.word is Word.DROP and line.seat == seat]
    if not dropped:
        return np.ones(hands_of(public.options.kings).size)
    place = place_of(seat, public.mano)
    chances: Real = after_dropping(public.options.kings, place)[dropped[-1]]
    return chances


@cache
def after_dropping(kings: int, place: int) -> Real:
    """Return for each number of cards dropped (5) the chance of each new hand over the chance to be dealt it.

    The seat is taken to drop what `musbot.ai.exchange` finds best.
    """
    hands, draws = hands_of(kings), draws_of(kings)
    dealt = hands.ways / hands.ways.sum()
    kept = draws.mean(stones(shipped(kings, exchanged=True))[place])
    best = draws.best(kept)
    dropped = 4 - draws.kept[best].sum(axis=1)
    says_mus = stones(shipped(kings))[place] <= kept[best]
    result = np.ones((5, hands.size))
    for count in range(1, 5):
        held = dealt * ((dropped == count) & says_mus)
        if held.sum() > 0:
            result[count] = draws.spread(best, held / held.sum()) / dealt
            # Nobody always drops what is best.
            result[count] = 0.9 * result[count] + 0.1
    return result


# What words tell


def _said(public: PublicView, seat: Seat) -> Real:
    options = public.options
    place = place_of(seat, public.mano)
    likely = np.ones(hands_of(options.kings, options.real31).size)
    open_bets: Counter[Lance] = Counter()
    last_drop = max((i for i, line in enumerate(public.spoken) if line.word is Word.DROP), default=-1)
    for number, line in enumerate(public.spoken):
        if number > last_drop and line.seat == seat and not line.by_clock:
            likely = likely * _word(options, place, line, open_bets[line.lance] if line.lance else 0)
        if line.lance and line.word in (Word.BET, Word.ORDAGO):
            open_bets[line.lance] += 1
    return likely


def _word(options: Options, place: int, line: Spoken, bets: int) -> Real:
    """Return how likely a word is with each hand: a curve over how good the hand is, with its middle and width."""
    if line.lance is None:
        worth = standing(options.kings, options.real31)[place]
        if line.word is Word.CUT:
            return 0.05 + _above(worth, 0.68, 0.06)
        return 1 - 0.9 * _above(worth, 0.76, 0.05)
    quality = qualities(options.kings, options.real31)[LANCES.index(line.lance)]
    match line.word:
        case Word.BET:
            return 0.05 + _above(quality, 0.72 if not bets else 0.8, 0.07)
        case Word.ORDAGO:
            return 0.03 + _above(quality, 0.88, 0.05)
        case Word.HOLD:
            return 1 - 0.75 * _above(quality, 0.75, 0.07)
        case Word.CALL:
            return 0.06 + _above(quality, 0.6, 0.08)
        case Word.FOLD:
            return 1 - 0.9 * _above(quality, 0.62, 0.08)
        case _:
            return np.ones(len(quality))


def _above(quality: Real, middle: float, width: float) -> Real:
    result: Real = 1 / (1 + np.exp((middle - quality) / width))
    return result


@cache
def qualities(kings: int, real31: bool) -> Real:
    """Return the share of the hands that may play each lance which a hand beats, half of the equal ones (5, n)."""
    hands = hands_of(kings, real31)
    result = np.zeros((5, hands.size))
    for place in range(5):
        weights = hands.ways * hands.may_bet[place]
        result[place] = _share_below(hands.strength[place], weights)
    return result


@cache
def standing(kings: int, real31: bool) -> Real:
    """Return the share of all hands that are worth less than a hand before the mus, by place (4, n)."""
    worth = stones(shipped(kings, real31))
    ways = hands_of(kings).ways
    return np.stack([_share_below(worth[place], ways) for place in range(4)])


def _share_below(values: Whole | Real, weights: Whole) -> Real:
    steps, which = np.unique(values, return_inverse=True)
    by_step = np.bincount(which, weights, minlength=len(steps))
    below = np.cumsum(by_step) - by_step / 2
    result: Real = below[which] / by_step.sum()
    return result

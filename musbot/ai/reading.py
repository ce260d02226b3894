"""Reading a lance: the chance that a seat's pair has the best hand, from its cards and what has been said.

Hands are measured by quality: the share of the hands that could play the lance which a hand beats, 0 to 1. A
random hand's quality is spread evenly; one that has bet is taken for the best of several random hands, one
that let the word pass for a fraction of one. With n such hands against and m beside it, a hand of quality q
has its pair win with chance u + (1 - u) m / (n + m), where u = q ** (n + m).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from musbot.ai import strength
from musbot.game.actions import Word
from musbot.game.hands import Lance, Pares
from musbot.game.seats import Seat, partner_of, place_of, seat_after
from musbot.game.views import PublicView, SeatView


class Odds(NamedTuple):
    """What a seat may think of a lance."""

    win: float
    """Chance that its pair wins it, as things stand."""
    called: float
    """The same once the other pair has answered a bet with more than a fold."""
    our_bonus: float
    """Card bonus its pair may expect if it wins the lance."""
    their_bonus: float
    """Card bonus the other pair may expect if it wins."""


def lance_odds(view: SeatView, lance: Lance) -> Odds:
    """Return a seat's odds in a lance that has been reached; the seat need not be able to bet in it."""
    public, seat = view.public, view.seat
    facts = view.facts
    if facts is None:
        raise ValueError(f"seat {seat} has no hand yet")
    options = public.options
    holders = _holders(public, lance)
    partner = partner_of(seat)
    rivals = [other for other in (seat_after(seat), seat_after(partner_of(seat))) if other in holders]

    against = {rival: _weight(public, rival, lance) for rival in rivals}
    beside = _weight(public, partner, lance) if partner in holders else 0.0
    told = _signalled(view, lance) if partner in holders else None
    if told is not None:
        beside = 0.0
    quality = 0.0
    total = sum(against.values())
    if seat in holders and rivals:
        share = strength.shares(options.kings, options.real31, lance)[facts.strength(lance)]
        for rival in rivals:
            first = place_of(seat, public.mano) < place_of(rival, public.mano)
            quality += against[rival] * share.beats(1.0 if first else 0.0)
        quality /= total
    if told is not None:
        quality = max(quality, told)

    return Odds(
        win=_pair_wins(quality, total, beside),
        called=_pair_wins(quality, total + 1.2, beside),
        our_bonus=_bonus(view, lance, partner, holders),
        their_bonus=_rival_bonus(view, lance, rivals),
    )


def bets_in_lance(public: PublicView) -> int:
    """Return how many bets and raises have counted in the lance being played; a partner's veto undoes one."""
    bets, proposed = 0, False
    for line in public.spoken:
        if line.lance is not public.lance:
            continue
        is_bet = line.word is Word.BET or line.word is Word.ORDAGO
        if (is_bet and not line.proposed) or (line.word is Word.AGREE and proposed):
            bets += 1
        proposed = is_bet and line.proposed
    return bets


def _pair_wins(quality: float, against: float, beside: float) -> float:
    if against <= 0:
        return 1.0
    if against + beside <= 0:
        return 0.0
    alone = quality ** (against + beside)
    return float(alone + (1 - alone) * beside / (against + beside))


def _holders(public: PublicView, lance: Lance) -> tuple[Seat, ...]:
    for declaration in public.declarations:
        if declaration.lance is lance:
            return declaration.holders
    return (1, 2, 3, 4)


def _weight(public: PublicView, seat: Seat, lance: Lance) -> float:
    """Return how many random hands a seat's hand is worth, by its last word in the lance."""
    weight = 1.0
    for line in public.spoken:
        if line.seat != seat or line.lance is not lance:
            continue
        match line.word:
            case Word.HOLD | Word.FOLD:
                weight = min(weight, 0.7)
            case Word.CALL:
                weight = max(weight, 1.5)
            case Word.BET:
                weight = max(weight + 0.3, 1.7 + 0.04 * min(line.amount, 15))
            case Word.ORDAGO:
                weight = max(weight, 3.0)
            case _:
                pass
    return weight


def _bonus(view: SeatView, lance: Lance, partner: Seat, holders: tuple[Seat, ...]) -> float:
    facts, options = view.facts, view.public.options
    assert facts is not None
    match lance:
        case Lance.PUNTO:
            return options.punto_bonus
        case Lance.PARES:
            own = facts.pares_bonus
        case Lance.JUEGO:
            own = facts.juego_bonus
        case _:
            return 0.0
    return own + (strength.mean_bonus(options.kings, lance) if partner in holders else 0.0)


def _rival_bonus(view: SeatView, lance: Lance, rivals: list[Seat]) -> float:
    options = view.public.options
    if lance is Lance.PUNTO:
        return options.punto_bonus
    if lance in (Lance.PARES, Lance.JUEGO):
        return len(rivals) * strength.mean_bonus(options.kings, lance)
    return 0.0


_PARES_SIGNALS = {
    "two-kings": Pares.PAR,
    "two-aces": Pares.PAR,
    "three-kings": Pares.MEDIAS,
    "three-aces": Pares.MEDIAS,
    "medias": Pares.MEDIAS,
    "duples": Pares.DUPLES,
}
_TOTALS = {Lance.JUEGO: {"thirty-one": 31}, Lance.PUNTO: {"thirty": 30, "twenty-nine": 29}}


def _signalled(view: SeatView, lance: Lance) -> float | None:
    """Return the quality of the partner's hand in a lance, where a signal of its tells it."""
    options = view.public.options
    for name in reversed(view.partner_signals):
        quality = signal_quality(options.kings, options.real31, name, lance)
        if quality is not None:
            return quality
    return None


@cache
def signal_quality(kings: int, real31: bool, name: str, lance: Lance) -> float | None:
    """Return the mean quality, in a lance, of the hands that a signal names; None where it tells nothing.

    >>> round(signal_quality(8, False, "thirty-one", Lance.JUEGO), 2)
    0.83
    """
    if lance is Lance.PARES and name in _PARES_SIGNALS:
        rank = {"kings": 0, "aces": 9}.get(name.rpartition("-")[2])
        fits = [
            hand
            for hand in strength.hands_by_ranks(kings, real31).values()
            if hand.kind is _PARES_SIGNALS[name]
            and (rank is None or name == "duples" or hand.ranks.count(rank) >= 2)
        ]
    elif name in _TOTALS.get(lance, {}):
        total = _TOTALS[lance][name]
        fits = [hand for hand in strength.hands_by_ranks(kings, real31).values() if hand.total == total]
    else:
        return None
    table, ways = strength.shares(kings, real31, lance), strength.ways(kings)
    weight = sum(ways[hand.ranks] for hand in fits)
    return sum(ways[hand.ranks] * table[hand.strength(lance)].beats(0.5) for hand in fits) / weight

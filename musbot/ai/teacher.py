"""The teacher who whispers: up to three tips that fit this hand and this moment.

They are made of a `SeatView` alone, so they cannot know another hand. Chances are those of the exact tables
(`musbot.ai.equities`), over every deal of the other cards; what was bet is not read into them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from musbot.ai.equities import BEFORE, NEXT, PARTNER, shipped
from musbot.ai.exchange import stones
from musbot.ai.odds import odds_of
from musbot.ai.tips import (
    CLOSE,
    STRONG,
    Aces,
    Ahead,
    AllIn,
    Asked,
    Bluff,
    Bonus,
    Chance,
    Corrido,
    CountTold,
    Exchange,
    FreeStone,
    GoodEnough,
    Holders,
    Keep,
    Kings,
    LastChance,
    LastStones,
    PartnerMus,
    PartnerPassed,
    PartnerShows,
    Place,
    Price,
    Ranking,
    Score,
    Show,
    Tip,
    Trap,
    WillAsk,
)
from musbot.game.actions import Word
from musbot.game.cards import RANKS, Card
from musbot.game.count import pair_index, pair_name
from musbot.game.deal import Phase
from musbot.game.hands import Hand, Lance, Pares
from musbot.game.options import Options
from musbot.game.seats import Seat, partner_of, place_of, seat_after, seats_from
from musbot.game.signals import INTENTIONS, true_signals
from musbot.game.views import PublicView, SeatView, Spoken

MOST = 3
NEAR_END = 5
"""Stones that a pair lacks when it is near the end of the game."""
FAR_AHEAD = 10
"""Stones that a pair is behind when it may stake all."""
_ACE = RANKS.index("1")
_KING = RANKS.index("R")

_Found: TypeAlias = Iterator[tuple[int, str, Tip]]
"""How much a tip matters now, what it is about, and the tip."""


def tips(view: SeatView) -> tuple[Tip, ...]:
    """Return the tips for a seat at a moment, the most important first: one to three while it holds a hand.

    No two are about the same thing. Nothing is returned before the cards are dealt, and once they are shown.
    """
    facts, public = view.facts, view.public
    if facts is None or public.phase in (Phase.DEAL, Phase.OVER):
        return ()
    found = [*_always(view, facts)]
    match public.phase:
        case Phase.MUS:
            found += _mus(view, facts)
        case Phase.DISCARD:
            found += _discard(view, facts)
        case _:
            found += _lance(view, facts)
    best: dict[str, tuple[int, Tip]] = {}
    for matters, subject, tip in found:
        if subject not in best or best[subject][0] < matters:
            best[subject] = matters, tip
    ranked = sorted(best.values(), key=lambda each: -each[0])
    return tuple(tip for _, tip in ranked[:MOST])


# What is found


def _always(view: SeatView, facts: Hand) -> _Found:
    public = view.public
    yield 40, "custom", Place(place_of(view.seat, public.mano))
    true = true_signals(facts) - INTENTIONS
    names = tuple(name for name in view.may_sign if name in true)
    if names:
        # Customs and signals take turns, so that the same hand is not told the same for ever.
        yield 50 + _turn(view, 0), "signal", Show(names, public.options.signals == "public")
    ours, theirs = _lacks(view)
    if min(ours, theirs) <= NEAR_END:
        yield 67, "score", Score(ours, theirs)


def _mus(view: SeatView, facts: Hand) -> _Found:
    public, place = view.public, place_of(view.seat, view.public.mano)
    gain, keep = _exchange(view.cards, place, public.options, public.mus_rounds > 0)
    yield 90, "mus", Exchange(gain)
    if gain > CLOSE:
        yield 70, "keep", keep
    elif gain < -CLOSE and (facts.total == 31 or facts.kind is Pares.DUPLES):
        yield 69, "custom", GoodEnough()
    if public.corrido:
        yield 80, "custom", Corrido()
    if partner_of(view.seat) in _since_drop(public):
        yield 62, "partner", PartnerMus()
    yield from _partner_shows(view, ("cut", "bet", "thirty-one", "duples", "three-kings"), 76)
    yield from _customs_of_cards(view, facts)
    if place in (0, 3):
        yield 50 + _turn(view, 10), "custom", Place(place)


def _discard(view: SeatView, facts: Hand) -> _Found:
    place = place_of(view.seat, view.public.mano)
    _, keep = _exchange(view.cards, place, view.public.options, view.public.mus_rounds > 1)
    yield 90, "keep", keep
    yield 52 + _turn(view, 5), "custom", CountTold()
    yield from _customs_of_cards(view, facts)


def _customs_of_cards(view: SeatView, facts: Hand) -> _Found:
    if _KING in facts.ranks:
        yield 51 + _turn(view, 10), "custom", Kings(view.public.options.kings == 8)
    if facts.ranks.count(_ACE) >= 2:
        yield 53 + _turn(view, 10), "custom", Aces()


def _lance(view: SeatView, facts: Hand) -> _Found:
    public, lance = view.public, view.public.lance
    if lance is None or not facts.may_bet(lance) or (lance is Lance.PUNTO and facts.juego):
        return
    turn = view.is_to_act
    opening = turn and Word.HOLD in public.words
    chance = chance_of(view)
    yield 90, "odds", Chance(lance, chance, opening)
    bonus = _bonus(facts, lance, public.options)
    if bonus and lance is not Lance.PUNTO:
        yield 56, "custom", Bonus(lance, bonus)
    if lance in (Lance.JUEGO, Lance.PUNTO):
        yield 54 + _turn(view, 5), "custom", Ranking(lance, facts.total)
    yield from _company(view, lance)
    yield from _partner_shows(view, _TELLING[lance], 80)
    if not turn:
        return
    if opening:
        yield from _opening(view, chance, bonus)
    if public.proposal is not None:
        may_raise = Word.BET in public.words
        said = public.proposal
        yield 98, "partner", Asked(said.word, said.amount, public.refusal, may_raise)
    if public.bet or public.ordago:
        yield from _answering(view, lance, bonus)


def _opening(view: SeatView, chance: float, bonus: int) -> _Found:
    public = view.public
    yield 64, "stakes", FreeStone(bonus > 0)
    ours, theirs = _lacks(view)
    if theirs <= NEAR_END and ours - theirs >= FAR_AHEAD:
        yield 85, "score", LastChance(theirs)
    order = _order(public)
    after = order[order.index(view.seat) + 1 :]
    rivals_after = any(seat % 2 != view.seat % 2 for seat in after)
    if rivals_after and chance >= STRONG:
        yield 66, "custom", Trap()
    if not rivals_after and chance < STRONG:
        yield 68, "custom", Bluff()
    partner = partner_of(view.seat)
    if public.options.consult and partner in order:
        yield 45 + _turn(view, 15), "custom", WillAsk()


def _answering(view: SeatView, lance: Lance, bonus: int) -> _Found:
    public = view.public
    ours, theirs = _lacks(view)
    bettor_is_theirs = public.bettor % 2 != view.seat % 2
    if not bettor_is_theirs:
        return
    if theirs <= public.refusal:
        yield 100, "stakes", LastStones(theirs)
    if public.ordago:
        yield 95, "stakes", AllIn(public.refusal)
        if theirs - ours >= FAR_AHEAD:
            target = public.options.target
            yield 84, "score", Ahead(target - ours, target - theirs)
    else:
        yield 92, "stakes", Price(lance, public.bet, public.refusal, need_of(public, lance, bonus), bonus)
    passed = any(each.seat == partner_of(view.seat) and each.word is Word.FOLD for each in _since_bet(public))
    if passed and public.proposal is None:
        yield 97, "partner", PartnerPassed(public.refusal)


def _company(view: SeatView, lance: Lance) -> _Found:
    holders = _holders(view.public, lance)
    if holders is not None:
        partner = partner_of(view.seat) in holders
        yield 72, "partner", Holders(lance, partner, sum(seat % 2 != view.seat % 2 for seat in holders))


_TELLING: dict[Lance, tuple[str, ...]] = {
    Lance.GRANDE: ("three-kings", "two-kings", "bet", "blind"),
    Lance.CHICA: ("three-aces", "two-aces", "bet", "blind"),
    Lance.PARES: ("duples", "three-kings", "three-aces", "medias", "two-kings", "two-aces", "bet"),
    Lance.JUEGO: ("thirty-one", "juego", "bet"),
    Lance.PUNTO: ("thirty", "twenty-nine", "bet"),
}
"""Signals of the partner that matter in each lance, the most telling first."""


def _partner_shows(view: SeatView, telling: tuple[str, ...], matters: int) -> _Found:
    shown = next((name for name in telling if name in view.partner_signals), None)
    if shown is not None:
        yield matters, "partner", PartnerShows(shown, view.public.options.honest)


# Counting


def chance_of(view: SeatView) -> float:
    """Return the exact chance that a seat's pair wins the lance that is played, by the cards alone.

    In pares and juego it is given who has it, which everybody was told; in punto, that nobody has juego.
    """
    public, facts = view.public, view.facts
    lance = public.lance
    if lance is None or facts is None:
        raise ValueError("no lance is being played")
    options = public.options
    table = shipped(options.kings, options.real31, exchanged=public.mus_rounds > 0)
    place = place_of(view.seat, public.mano)
    holders = _holders(public, lance)
    if holders is None:
        return float(table.win(lance)[place, facts.code])
    bits = {
        seat_after(view.seat): NEXT,
        partner_of(view.seat): PARTNER,
        seat_after(partner_of(view.seat)): BEFORE,
    }
    pattern = sum(bit for seat, bit in bits.items() if seat in holders)
    return float(table.given[0 if lance is Lance.PARES else 1, place, facts.code, pattern])


def need_of(public: PublicView, lance: Lance, bonus: int) -> float:
    """Return the chance to win from which calling an ordinary bet is better than passing it, in stones.

    Passing gives the refusal, and the lance with its bonuses; so calling for a stake of ``b`` pays where ``p (b +
    ours) - (1 - p) (b + theirs) >= -refusal - theirs``. What the others' cards bring in pares and juego is not known
    and taken to be nothing, so this is the most that may be needed.
    """
    theirs = public.options.punto_bonus if lance is Lance.PUNTO else 0
    return (public.bet - public.refusal) / (2 * public.bet + bonus + theirs)


@lru_cache(maxsize=4096)
def _exchange(cards: tuple[Card, ...], place: int, options: Options, exchanged: bool) -> tuple[float, Keep]:
    """Return the stones that the best exchange gains, and what to keep for it.

    :param exchanged: the hands have been exchanged already, and are as that leaves them.
    """
    odds = odds_of(cards, place, options)
    best = odds.keeps[0]
    now = odds.stones
    if exchanged:
        after = shipped(options.kings, options.real31, exchanged=True)
        now = float(stones(after, options.punto_bonus)[place, odds.hand.code])
    keep = Keep(odds.kept_cards(best), best.pares, best.juego, best.thirty_one)
    return best.stones - now, keep


def _bonus(facts: Hand, lance: Lance, options: Options) -> int:
    match lance:
        case Lance.PARES:
            return facts.pares_bonus
        case Lance.JUEGO:
            return facts.juego_bonus
        case Lance.PUNTO:
            return options.punto_bonus
        case _:
            return 0


def _lacks(view: SeatView) -> tuple[int, int]:
    """Return the stones that the own pair, and the other one, need to win."""
    own = pair_index(pair_name(view.seat))
    target, scores = view.public.options.target, view.public.scores
    return target - scores[own], target - scores[1 - own]


def _holders(public: PublicView, lance: Lance) -> tuple[Seat, ...] | None:
    """Return who has pares, or juego, in the lance of that name; None in all other lances."""
    return next((each.holders for each in public.declarations if each.lance is lance), None)


def _order(public: PublicView) -> tuple[Seat, ...]:
    """Return who may speak in the lance, from the mano round."""
    order = seats_from(public.mano)
    holders = _holders(public, public.lance) if public.lance else None
    return order if holders is None else tuple(seat for seat in order if seat in holders)


def _since_bet(public: PublicView) -> tuple[Spoken, ...]:
    """Return what was said in the lance since its last bet."""
    said: list[Spoken] = []
    for each in reversed(public.spoken):
        if each.lance is not public.lance or each.word in (Word.BET, Word.ORDAGO):
            break
        said.append(each)
    return tuple(said)


def _since_drop(public: PublicView) -> frozenset[Seat]:
    """Return who has said mus in this round of it."""
    said = set()
    for each in reversed(public.spoken):
        if each.word is not Word.MUS:
            break
        said.add(each.seat)
    return frozenset(said)


def _turn(view: SeatView, offset: int) -> int:
    """Return 0 to 19, by the own cards and how far the talk has come: what is of equal worth takes turns by it."""
    return (7 * sum(view.cards) + 5 * len(view.public.spoken) + offset) % 20

"""Why a lance was won, in a few words: ``duples of kings beat medias of sevens``, ``31, nearer the mano``."""

from __future__ import annotations

from musbot.bot.words import N_, Words
from musbot.game import Card, Lance, LanceResult, Outcome, Pares
from musbot.game.hands import Hand, hand, ranks_text
from musbot.game.views import PublicView

_MANY = (
    N_("kings"),
    N_("knights"),
    N_("jacks"),
    N_("sevens"),
    N_("sixes"),
    N_("fives"),
    N_("fours"),
    N_("threes"),
    N_("twos"),
    N_("aces"),
)


def reason(words: Words, deal: PublicView, result: LanceResult) -> str:
    """Return why the winner of a counted lance has it, "" where nobody has. `ValueError` before the showdown."""
    if deal.showdown is None:
        raise ValueError("there are no reasons before the showdown")
    if result.seat is None or result.winner is None:
        return ""
    own = facts(deal, result.seat)
    if result.outcome is Outcome.REFUSED:
        return words("the bet was passed")
    rivals = [seat for seat in (1, 2, 3, 4) if seat % 2 != result.seat % 2]
    able = [each for each in (facts(deal, seat) for seat in rivals) if each.may_bet(result.lance)]
    if not able:
        return words("{hand}, the others have none", hand=described(words, deal, result.seat, result.lance))
    best = max(able, key=lambda each: each.strength(result.lance))
    mine = described(words, deal, result.seat, result.lance)
    if best.strength(result.lance) == own.strength(result.lance):
        return words("{hand}, nearer the mano", hand=mine)
    seat = next(seat for seat in rivals if facts(deal, seat) == best)
    theirs = described(words, deal, seat, result.lance)
    if result.lance is Lance.PARES and own.kind is not Pares.PAR:
        return words("{hand} beat {other}", hand=mine, other=theirs)
    return words("{hand} beats {other}", hand=mine, other=theirs)


def described(words: Words, deal: PublicView, seat: int, lance: Lance) -> str:
    """Return what a shown hand is in a lance: its cards, its pares or its total."""
    own = facts(deal, seat)
    match lance:
        case Lance.GRANDE:
            return ranks_text(shown_cards(deal, seat))
        case Lance.CHICA:
            return ranks_text(reversed(shown_cards(deal, seat)))
        case Lance.PARES:
            return pares_described(words, own)
        case _:
            return str(own.total)


def pares_described(words: Words, own: Hand) -> str:
    """Return the pares of a hand, ``duples of kings and sevens``."""
    groups = sorted({rank for rank in own.ranks if own.ranks.count(rank) >= 2})
    match own.kind:
        case Pares.DUPLES if len(groups) == 2:
            first, second = (words(_MANY[rank]) for rank in groups)
            return words("duples of {first} and {second}", first=first, second=second)
        case Pares.DUPLES:
            return words("duples of {ranks}", ranks=words(_MANY[groups[0]]))
        case Pares.MEDIAS:
            return words("medias of {ranks}", ranks=words(_MANY[groups[0]]))
        case Pares.PAR:
            return words("a par of {ranks}", ranks=words(_MANY[groups[0]]))
        case _:
            return words("no pares")


def winning_cards(deal: PublicView, result: LanceResult) -> tuple[Card, ...]:
    """Return the cards that won a lance: of pares the pairs and threes alone, else the whole hand."""
    if result.seat is None:
        return ()
    cards = shown_cards(deal, result.seat)
    if result.lance is not Lance.PARES:
        return cards
    own = facts(deal, result.seat)
    by_rank = dict(zip(cards, own.ranks, strict=True))
    return tuple(card for card in cards if own.ranks.count(by_rank[card]) >= 2)


def facts(deal: PublicView, seat: int) -> Hand:
    """Return the facts of a shown hand."""
    return hand(shown_cards(deal, seat), deal.options.kings, deal.options.real31)


def shown_cards(deal: PublicView, seat: int) -> tuple[Card, ...]:
    """Return a shown hand, sorted from the highest card."""
    assert deal.showdown is not None
    return deal.showdown[seat - 1]

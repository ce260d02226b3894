"""Why a hand wins a lance against others, for those who learn; computed of the hands."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.bot.reasons import pares_described
from musbot.bot.words import N_, Words
from musbot.game import Card, Lance, Options
from musbot.game.cards import sorted_cards
from musbot.game.hands import Hand, best_seat, hand, ranks_text

RULES = {
    Lance.GRANDE: N_("In grande the highest cards decide; where they are even, the next highest."),
    Lance.CHICA: N_("In chica the lowest cards decide; where they are even, the next lowest."),
    Lance.PARES: N_("Duples beat medias, medias beat a par; between two of a kind the higher cards win."),
    Lance.JUEGO: N_("31 is the best juego, then 32, and then 40, 37, 36, 35, 34, 33."),
    Lance.PUNTO: N_("In the punto the highest total wins."),
}


def facts_of(cards: Sequence[Card], options: Options) -> Hand:
    """Return what four cards are worth by the rules of a table."""
    return hand(cards, options.kings, options.real31)


def order_from(mano: int, count: int) -> list[int]:
    """Return the places of `count` hands in the order in which they speak."""
    return [(mano + step) % count for step in range(count)]


def winner_of(hands: Sequence[Sequence[Card]], mano: int, lance: Lance, options: Options) -> int:
    """Return the place of the hand that wins a lance; `ValueError` where nobody may play it."""
    facts = [facts_of(cards, options) for cards in hands]
    able = [place for place in order_from(mano, len(hands)) if facts[place].may_bet(lance)]
    if not able:
        raise ValueError(f"nobody has {lance}")
    return best_seat(facts, able, lance)


def described(cards: Sequence[Card], lance: Lance, options: Options, words: Words) -> str:
    """Return what a hand is in a lance: its cards, its pares or its total."""
    facts = facts_of(cards, options)
    ordered = sorted_cards(cards, options.kings)
    match lance:
        case Lance.GRANDE:
            return ranks_text(ordered)
        case Lance.CHICA:
            return ranks_text(reversed(ordered))
        case Lance.PARES:
            return pares_described(words, facts)
        case _:
            return str(facts.total)


def why(
    names: Sequence[str],
    hands: Sequence[Sequence[Card]],
    mano: int,
    lance: Lance,
    options: Options,
    words: Words,
    against: int | None = None,
) -> str:
    """Return why the winner of a lance has it: before another hand, or by default before the next best."""
    facts = [facts_of(cards, options) for cards in hands]
    best = winner_of(hands, mano, lance, options)
    if against is None or against == best:
        others = [place for place in order_from(mano, len(hands)) if place != best]
        against = max(others, key=lambda place: _worth(facts[place], lance))
    told = words(
        "{winner} has {hand}, {other} has {other_hand}.",
        winner=names[best],
        hand=_written(hands[best], lance, options, words),
        other=names[against],
        other_hand=_written(hands[against], lance, options, words),
    )
    even = facts[best].may_bet(lance) and _worth(facts[best], lance) == _worth(facts[against], lance)
    if even:
        order = ", ".join(names[place] for place in order_from(mano, len(hands)))
        return (
            told
            + " "
            + words(
                "That is even: it goes to whoever comes first from the mano. The order is {order}.",
                order=order,
            )
        )
    return f"{told} {words(RULES[lance])}"


def _written(cards: Sequence[Card], lance: Lance, options: Options, words: Words) -> str:
    told = described(cards, lance, options, words)
    return f"`{told}`" if lance in (Lance.GRANDE, Lance.CHICA) else told


def _worth(facts: Hand, lance: Lance) -> int:
    return facts.strength(lance) if facts.may_bet(lance) else -1

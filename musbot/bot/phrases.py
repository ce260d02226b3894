"""Phrases of the game: what cards, lances, words and outcomes are called."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from musbot.bot.words import N_, Words
from musbot.game import Card, Lance, LanceResult, Options, Outcome, Pares, Word
from musbot.game.hands import Hand, ranks_text
from musbot.game.views import Spoken

LANCES = {
    Lance.GRANDE: N_("Grande"),
    Lance.CHICA: N_("Chica"),
    Lance.PARES: N_("Pares"),
    Lance.JUEGO: N_("Juego"),
    Lance.PUNTO: N_("Punto"),
}

RANKS = (
    N_("king"),
    N_("knight"),
    N_("jack"),
    N_("seven"),
    N_("six"),
    N_("five"),
    N_("four"),
    N_("three"),
    N_("two"),
    N_("ace"),
)
_SUITS = (N_("coins"), N_("cups"), N_("swords"), N_("clubs"))

OUTCOMES = {
    Outcome.HELD: N_("held"),
    Outcome.ACCEPTED: N_("accepted"),
    Outcome.REFUSED: N_("refused"),
    Outcome.ORDAGO: N_("órdago"),
    Outcome.UNOPPOSED: N_("unopposed"),
    Outcome.SKIPPED: N_("skipped"),
    Outcome.UNSCORED: N_("not counted"),
}

LABELS = {
    Word.MUS: N_("Mus"),
    Word.CUT: N_("No mus"),
    Word.HOLD: N_("Hold"),
    Word.BET: N_("Raise"),
    Word.ORDAGO: N_("Órdago"),
    Word.CALL: N_("Call"),
    Word.FOLD: N_("Pass"),
    Word.AGREE: N_("Agree"),
}
"""Labels of the buttons."""


def card_words(words: Words, card: Card) -> str:
    """Return the name of a card, ``king of coins``."""
    rank, suit = words(RANKS[card % 10]), words(_SUITS[card // 10])
    return words("{rank} of {suit}", rank=rank, suit=suit)


def cards_words(words: Words, cards: Iterable[Card], new: Collection[Card] = ()) -> str:
    """Return the names of cards, separated by commas: the alternative text of a picture.

    :param new: those of them that an exchange has brought, which a picture marks with a star.
    """
    names = ((card_words(words, card), card in new) for card in cards)
    return ", ".join(words("{card} (new)", card=name) if fresh else name for name, fresh in names)


def hand_words(words: Words, cards: Iterable[Card], facts: Hand | None) -> str:
    """Return a hand in one line, ``R R 7 1 · par · juego: no (28)``."""
    parts = [f"`{ranks_text(cards)}`"]
    if facts is not None:
        parts.append(pares_words(words, facts.kind))
        if facts.juego:
            parts.append(words("juego: {total}", total=facts.total))
        else:
            parts.append(words("no juego, punto: {total}", total=facts.total))
    return " · ".join(parts)


def pares_words(words: Words, kind: Pares) -> str:
    """Return what kind of pares a hand has."""
    match kind:
        case Pares.DUPLES:
            return words("duples")
        case Pares.MEDIAS:
            return words("medias")
        case Pares.PAR:
            return words("a par")
        case _:
            return words("no pares")


def spoken_words(words: Words, spoken: Spoken, raised: bool) -> str:
    """Return what a seat said, as it is told to the table.

    :param raised: a bet was open when it was said.
    """
    match spoken.word:
        case Word.MUS:
            return words("mus")
        case Word.CUT:
            return words("no mus!")
        case Word.DROP:
            return words.n("{count} card", "{count} cards", spoken.amount)
        case Word.HOLD:
            return words("hold")
        case Word.BET if raised:
            return words("raises to {stones}", stones=spoken.amount)
        case Word.BET:
            return words("bets {stones}", stones=spoken.amount)
        case Word.ORDAGO:
            return words("**órdago!**")
        case Word.CALL:
            return words("call")
        case Word.FOLD:
            return words("pass")
        case _:
            return words("agreed")


def proposed_words(words: Words, proposed: Spoken, raised: bool) -> str:
    """Return what a seat would say if its partner agreed, ``would **bet 5**``.

    :param raised: a bet is open.
    """
    match proposed.word:
        case Word.HOLD:
            return words("would **hold**")
        case Word.BET if raised:
            return words("would **raise to {stones}**", stones=proposed.amount)
        case Word.BET:
            return words("would **bet {stones}**", stones=proposed.amount)
        case Word.ORDAGO:
            return words("would say **órdago**")
        case Word.CALL:
            return words("would **call**")
        case _:
            return words("would **pass**")


def result_worth(words: Words, result: LanceResult) -> str:
    """Return what a lance was worth to its winners: stake and bonus, ``5 + 3 bonus``, or what was counted of them."""
    if result.outcome is Outcome.ORDAGO:
        return words("the game")
    if result.points < result.stake + result.bonus:
        # No more was wanted to reach the target.
        return words("{points} of {worth}", points=result.points, worth=result.stake + result.bonus)
    if not result.bonus:
        return str(result.stake)
    if not result.stake:
        return words("{bonus} bonus", bonus=result.bonus)
    return words("{stake} + {bonus} bonus", stake=result.stake, bonus=result.bonus)


def options_words(words: Words, options: Options) -> str:
    """Return the rules of a table in a line, for those who have never heard of the sets of rules: what every
    player asks first, and what else is not as usual."""
    names = option_words(words, options)
    parts = [names["kings"], words("to {target}", target=options.target)]
    if options.games > 1:
        parts.append(words("best of {games} games", games=options.games))
    parts.append(names["consult"])
    usual = Options()
    parts += [
        told
        for name, told in names.items()
        if name not in ("kings", "consult") and getattr(options, name) != getattr(usual, name)
    ]
    return " · ".join(parts)


def option_words(words: Words, options: Options) -> dict[str, str]:
    """Return what each option says that is no number to be reached, by its name."""
    return {
        "kings": words("{kings} kings", kings=options.kings),
        "consult": words("partners ask") if options.consult else words("partners do not ask"),
        "raises": words("raises by two") if options.raises == "two" else words("free raises"),
        "held_stone": words("a stone for every held lance")
        if options.held_stone == "all"
        else words("a stone for held grande and chica"),
        "punto_bonus": words("punto bonus {bonus}", bonus=options.punto_bonus),
        "real31": words("real 31"),
        "corrido": words("mus corrido"),
        "signals": {
            "private": words("private signals"),
            "public": words("public signals"),
            "off": words("no signals"),
        }[options.signals],
        "honest": words("honest signals") if options.honest else words("signals may lie"),
    }

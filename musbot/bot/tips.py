"""Tips in words, as a good teacher would say them: one at a time, with arrows to leaf through the others."""

from __future__ import annotations

from discord import ButtonStyle

from musbot.ai import tips as ai
from musbot.ai.teacher import tips
from musbot.bot import phrases
from musbot.bot.faces import NAMES, names_words
from musbot.bot.ids import ClickId
from musbot.bot.layout import Item, Letter, box, button, rows, text
from musbot.bot.words import N_, Words
from musbot.game import Lance, Phase, Word
from musbot.game.hands import ranks_text
from musbot.game.views import SeatView

PAGES = ("tip-first", "tip-second", "tip-third")
"""What the arrows ask for: a tip by its place."""
SHOW, AWAY, OFF, ON = "tips", "tips-away", "tips-off", "tips-on"
YELLOW = 0xFFD54A

_OPENING = {
    "strong": N_("That is worth a bet."),
    "even": N_("That is close: hold, or bet little."),
    "weak": N_("Holding costs nothing."),
}
_SHOWN = {
    **dict.fromkeys(("two-kings", "three-kings"), N_("That is for grande and for pares.")),
    **dict.fromkeys(("two-aces", "three-aces"), N_("That is for chica and for pares.")),
    **dict.fromkeys(("medias", "duples"), N_("That is strong in pares.")),
    "thirty-one": N_("Nothing is better in juego."),
    "juego": N_("That is juego, but not 31."),
    **dict.fromkeys(("thirty", "twenty-nine"), N_("That is strong in the punto.")),
    "blind": N_("So you play for two."),
    "cut": N_("Your partner likes the cards as they are."),
    "bet": N_("Your partner is strong and wants you to bet."),
}
"""What a signal of the partner's means for one's own word."""


def tips_letter(table_id: int, view: SeatView, words: Words, page: int = 0, *, usual: bool = True) -> Letter:
    """Return the tips of a moment as a message of their own, for their owner alone.

    :param page: which tip is on top, from 0.
    :param usual: tips come by themselves; otherwise they were asked for.
    """
    return Letter((box(*tips_items(table_id, view, words, page, usual=usual), colour=YELLOW),))


def tips_items(
    table_id: int, view: SeatView, words: Words, page: int = 0, *, usual: bool = True
) -> list[Item]:
    """Return what stands in a message of tips: one of them, arrows where there are more, and the way to be rid of
    them."""
    found = tips(view)
    if not found:
        return [text(words("There is nothing to decide now."))]
    page %= len(found)
    title = words("**Tip {number} of {count}**", number=page + 1, count=len(found))
    about = subject(view, words)
    heading = f"💡 {title} · {about}" if about else f"💡 {title}"
    here = ClickId(table_id, 0, "")
    buttons = []
    if len(found) > 1:
        back, on = PAGES[(page - 1) % len(found)], PAGES[(page + 1) % len(found)]
        # Of two tips, both arrows lead to the other one: one arrow is enough.
        if len(found) > 2:
            buttons.append(button(here._replace(action=back), words("◀ Back")))
        buttons.append(button(here._replace(action=on), words("▶ Next")))
    buttons.append(button(here._replace(action=AWAY), words("✕ Close"), ButtonStyle.success))
    if usual:
        buttons.append(button(here._replace(action=OFF), words("☑ Show tips?")))
    else:
        buttons.append(button(here._replace(action=ON), words("Always show")))
    return [text(f"{heading}\n{tip_words(found[page], words)}"), *rows(buttons)]


def off_letter(table_id: int, words: Words) -> Letter:
    """Return what is said to whoever wants no tips any more, with the way back."""
    told = words("Tips at your turn: **no**. *? Tips* shows them whenever you ask.")
    click = ClickId(table_id, 0, ON)
    return Letter((box(text(told), *rows([button(click, words("Always show"))]), colour=YELLOW),))


def subject(view: SeatView, words: Words) -> str:
    """Return what is being played: a lance, the mus, or a discard."""
    public = view.public
    if public.lance is not None:
        return words(phrases.LANCES[public.lance])
    return words("Discard") if public.phase is Phase.DISCARD else words("Mus")


def tip_words(tip: ai.Tip, words: Words) -> str:
    """Return a tip in a sentence or two."""
    match tip:
        case ai.Chance():
            return _chance(tip, words)
        case ai.Price() | ai.LastStones() | ai.AllIn() | ai.FreeStone():
            return _stakes(tip, words)
        case ai.Score() | ai.LastChance() | ai.Ahead():
            return _score(tip, words)
        case ai.Asked() | ai.PartnerPassed() | ai.PartnerShows() | ai.Holders() | ai.PartnerMus():
            return _partner(tip, words)
        case ai.Exchange() | ai.Keep():
            return _cards(tip, words)
        case ai.Show():
            names = names_words(words, tip.names)
            if tip.public:
                return words(
                    "True of your hand: **{names}**. A signal tells it to the whole table.", names=names
                )
            return words(
                "True of your hand: **{names}**. A signal tells it to your partner alone.", names=names
            )
        case _:
            return _custom(tip, words)


def _chance(tip: ai.Chance, words: Words) -> str:
    lance, chance = words(phrases.LANCES[tip.lance]), words.number(share(tip.chance))
    if tip.lance in (Lance.PARES, Lance.JUEGO):
        said = words(
            "With those who have it, your pair wins **{lance}** in {chance} of all deals.",
            lance=lance,
            chance=chance,
        )
    else:
        said = words(
            "Your pair wins **{lance}** with this hand in {chance} of all deals.", lance=lance, chance=chance
        )
    if not tip.opening:
        return said
    how = "strong" if tip.chance >= ai.STRONG else "weak" if tip.chance <= ai.WEAK else "even"
    return f"{said} {words(_OPENING[how])}"


def _stakes(tip: ai.Price | ai.LastStones | ai.AllIn | ai.FreeStone, words: Words) -> str:
    match tip:
        case ai.Price():
            said = words(
                "Passing gives them {refusal}, calling plays for {bet}: it pays if you win {need} of the time.",
                refusal=tip.refusal,
                bet=tip.bet,
                need=words.number(share(tip.need)),
            )
            if not tip.bonus:
                return said
            return f"{said} " + words("Passing gives up your bonus of {bonus}, too.", bonus=tip.bonus)
        case ai.LastStones():
            return words("They lack only {lack} to win: **if you pass, the game is over**.", lack=tip.lack)
        case ai.AllIn():
            return words(
                "Órdago: whoever wins this lance wins the game. Passing gives them {refusal}, and you play on.",
                refusal=tip.refusal,
            )
        case _ if tip.bonus:
            return words(
                "If they pass your bet, you get 1 at once, whatever the cards, and your bonus at the end."
            )
        case _:
            return words("If they pass your bet, you get 1 at once, whatever the cards.")


def _score(tip: ai.Score | ai.LastChance | ai.Ahead, words: Words) -> str:
    match tip:
        case ai.Score():
            return words(
                "You lack {ours}, they lack {theirs}. Lances are counted in their order: grande first, juego last.",
                ours=tip.ours,
                theirs=tip.theirs,
            )
        case ai.LastChance():
            return words(
                "They lack only {theirs}. An órdago that they call decides the game, whatever the score.",
                theirs=tip.theirs,
            )
        case _:
            return words(
                "You lead {ours}–{theirs}: there is no need to risk all of it in one lance.",
                ours=tip.ours,
                theirs=tip.theirs,
            )


def _partner(
    tip: ai.Asked | ai.PartnerPassed | ai.PartnerShows | ai.Holders | ai.PartnerMus, words: Words
) -> str:
    match tip:
        case ai.Asked():
            return _asked(tip, words)
        case ai.PartnerPassed():
            return words("Your partner has passed. If you pass too, they get {refusal}.", refusal=tip.refusal)
        case ai.PartnerShows():
            said = words("Your partner shows **{name}**.", name=words(NAMES[tip.name]))
            if not tip.honest:
                return f"{said} " + words("Signals may lie at this table.")
            return f"{said} {words(_SHOWN[tip.name])}"
        case ai.Holders():
            lance = words(phrases.LANCES[tip.lance])
            if tip.partner:
                return words.n(
                    "**{lance}**: your partner has it too, and {count} rival.",
                    "**{lance}**: your partner has it too, and {count} rivals.",
                    tip.rivals,
                    lance=lance,
                )
            return words.n(
                "**{lance}**: your partner has none. You stand alone against {count} rival.",
                "**{lance}**: your partner has none. You stand alone against {count} rivals.",
                tip.rivals,
                lance=lance,
            )
        case _:
            return words("Your partner has said mus and hopes for better cards. Cut if yours are good alone.")


def _asked(tip: ai.Asked, words: Words) -> str:
    match tip.word:
        case Word.BET if tip.may_raise:
            return words(
                "Your partner wants to bet {amount}. *Agree*, and it counts; you can only go higher.",
                amount=tip.amount,
            )
        case Word.BET:
            return words("Your partner wants to bet {amount}. *Agree*, and it counts.", amount=tip.amount)
        case Word.ORDAGO:
            return words("Your partner says **órdago**, and that stands: the whole game is at stake.")
        case Word.CALL:
            return words("Your partner would call. *Agree* plays for it; any other word of yours is final.")
        case _:
            return words(
                "Your partner would pass: *Agree* gives them {refusal}. Call or raise if your hand is better.",
                refusal=tip.refusal,
            )


def _cards(tip: ai.Exchange | ai.Keep, words: Words) -> str:
    match tip:
        case ai.Exchange() if tip.gain > ai.CLOSE:
            return words(
                "**Mus**: new cards are worth {stones} stones more to you.",
                stones=words.number(f"{tip.gain:.1f}"),
            )
        case ai.Exchange() if tip.gain < -ai.CLOSE:
            return words(
                "**No mus**: new cards would cost you {stones} stones.",
                stones=words.number(f"{-tip.gain:.1f}"),
            )
        case ai.Exchange():
            return words("Mus or no mus: with this hand it is all the same.")
        case _:
            odds = {
                "pares": words.number(share(tip.pares)),
                "juego": words.number(share(tip.juego)),
                "thirty_one": words.number(share(tip.thirty_one)),
            }
            if not tip.cards:
                return words("Drop all four: pares {pares}, juego {juego} (31: {thirty_one}).", **odds)
            return words(
                "Keep {cards}: pares {pares}, juego {juego} (31: {thirty_one}).",
                cards=f"`{ranks_text(tip.cards)}`",
                **odds,
            )


def _custom(
    tip: ai.Place
    | ai.Kings
    | ai.Aces
    | ai.GoodEnough
    | ai.Corrido
    | ai.CountTold
    | ai.Trap
    | ai.Bluff
    | ai.Ranking
    | ai.WillAsk
    | ai.Bonus,
    words: Words,
) -> str:
    match tip:
        case ai.Place(place=0):
            return words("You are the mano: you speak first, and what is even is yours.")
        case ai.Place(place=3):
            return words("You speak last, so you hear everybody; but what is even goes to the others.")
        case ai.Place():
            return words("What is even goes to whoever comes first, counted from the mano.")
        case ai.Kings(eight=True):
            return words("Kings and threes are kept: they win grande, make pares, and count ten for juego.")
        case ai.Kings():
            return words("Kings are kept: they win grande, make pares, and count ten for juego.")
        case ai.Aces():
            return words("Aces win chica. One of them and three tens make 31.")
        case ai.GoodEnough():
            return words("With 31 or duples most people cut: a mus gives the others new cards, too.")
        case ai.Corrido():
            return words("Mus corrido: whoever cuts becomes the mano, and nobody signals before.")
        case ai.CountTold():
            return words("All are told how many cards you drop: few dropped cards look strong.")
        case ai.Trap():
            return words("You may hold with a strong hand, too, and let a rival bet: they speak after you.")
        case ai.Bluff():
            return words("Everybody has held so far. A small bet often takes the lance now.")
        case ai.Ranking(lance=Lance.JUEGO):
            return words(
                "In juego 31 is best, then 32 and 40, then 37 down to 33. You have {total}.", total=tip.total
            )
        case ai.Ranking():
            return words("In the punto 30 is best. You have {total}.", total=tip.total)
        case ai.WillAsk():
            return words("If you bet, your partner is asked first, and has the last word.")
        case _:
            return words(
                "Whoever wins **{lance}** takes the bonus of both partners. Your hand brings {bonus}.",
                lance=words(phrases.LANCES[tip.lance]),
                bonus=tip.bonus,
            )


ROUNDING = 1e-9
"""What a sum of many chances may miss of what is certain."""


def share(chance: float) -> str:
    """Return a chance in whole percents; only what is certain is 0 % or 100 %.

    >>> share(0.8599), share(0.999), share(1.0), share(1 - 1e-16)
    ('86\\xa0%', '99\\xa0%', '100\\xa0%', '100\\xa0%')
    """
    if chance <= ROUNDING or chance >= 1 - ROUNDING:
        return f"{100 * chance:.0f}\u00a0%"
    return f"{min(max(round(100 * chance), 1), 99)}\u00a0%"

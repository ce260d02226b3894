"""The rules of Mus on one page."""

from __future__ import annotations

from musbot.bot.layout import Letter, box, text
from musbot.bot.words import Words


def rules_letter(words: Words) -> Letter:
    """Return the rules in short."""
    parts = [
        words(
            "## Mus in a minute\n"
            "Four players, two pairs; partners sit opposite. Forty cards, four each. With eight kings the threes "
            "count as kings and the twos as aces. The **mano** speaks first, and wins every tie that it is part of."
        ),
        words(
            "**Mus** – In turn, say *Mus* to change cards or *No mus* to play. If all four say mus, everyone drops "
            "one to four cards and gets new ones, as often as all agree."
        ),
        words(
            "**Four lances**, each with its own bets:\n"
            "- **Grande**: the highest cards win.\n"
            "- **Chica**: the lowest cards win.\n"
            "- **Pares**: duples (two pairs) beat medias (three alike) beat a par. Bonus: 3, 2, 1 for each partner.\n"
            "- **Juego**: 31 or more points (figures 10, aces 1). 31 is best, then 32, 40, 37, 36, 35, 34, 33. "
            "Bonus: 3 for 31, else 2. If nobody has juego, the **punto** is played: the highest total wins."
        ),
        words(
            "**Bets** – *Hold*, or *Raise* by 2 or more. The other pair may *Call*, *Pass* or raise. A bet that is "
            "passed gives its bettors what was on the table before it (1 stone at least). **Órdago** bets the whole "
            "game."
        ),
        words(
            "**The count** – Called bets and bonuses are counted at the end of the deal, in the order of the "
            "lances. The first pair to reach the target wins."
        ),
    ]
    return Letter((box(text("\n\n".join(parts))),))

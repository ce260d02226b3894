"""What is told of Mus, subject by subject: the lesson teaches with these texts, the pages of the rules show them."""

from __future__ import annotations

from musbot.bot.words import N_

WELCOME = N_(
    "Four people play, two against two; partners sit opposite each other. A deal has four short contests, the "
    "**lances**, and in each of them you may bet. We take the cards first, then lance after lance, and at the end you "
    "play a whole deal with me beside you.\n"
    "-# It takes a quarter of an hour. Stop whenever you like: I keep your place."
)
CARDS = N_(
    "Forty cards of four suits, and the suits never matter. Two things surprise everybody: **threes are kings**, and "
    "**twos are aces**. So there are eight kings and eight aces.\n"
    "From high to low: king and three, knight, jack, 7, 6, 5, 4, two and ace. Below each card is what it counts when "
    "points are added up."
)
POINTS = N_(
    "One of the lances, juego, is about points: add up your four cards. King, three, knight and jack count ten, "
    "two and ace one, the others what they show."
)
GRANDE = N_(
    "**Grande** goes to the highest cards. Look at the highest card of each hand; where they are even, at the "
    "next, and so on down to the fourth."
)
CHICA = N_(
    "**Chica** is the mirror of it: the lowest cards win. Look at the lowest card of each hand, then at the next. "
    "An ace is the best, and so is a two."
)
PARES = N_(
    "**Pares** are cards of the same rank. A **par** is two alike, **medias** are three alike, **duples** are two "
    "pairs, or four alike. Duples beat medias, medias beat a par, and between two of a kind the higher cards win. "
    "The other cards do not count.\n"
    "Before the bets the table is told who has pares. I tell it, so nobody can forget it, or lie. Who has none "
    "does not speak in this lance."
)
JUEGO = N_(
    "**Juego** is 31 points or more. The best is 31, then comes 32, and then it goes down from the top: 40, 37, "
    "36, 35, 34, 33. Here too only those speak who have it."
)
PUNTO = N_(
    "Where nobody has juego, the **punto** is played in its place. Everybody may bet, and the highest total wins, "
    "30 at best."
)
MANO = N_(
    "The **mano**, marked with a leaf, speaks first. What is even goes to the mano, or else to whoever comes first "
    "after it: there is never a draw. With every deal the mano moves on by one seat."
)
BETS = N_(
    "In each lance, from the mano on, you may **Hold**, which bets nothing, or **Raise**, two stones or more. To a "
    "bet the other pair says **Call** (it stands, and the cards decide at the end), **Pass** (they give it up), or "
    "raises again. **Órdago** bets the whole game.\n"
    "By the usual rules your partner is asked before the word of your pair counts."
)
PASSING = N_(
    "To pass is never free. Those who bet get at once what was on the table *before* the bet that was passed, and one "
    "stone at least, whatever the cards. With a poor hand that is often the cheapest way out."
)
COUNT = N_(
    "At the end all hands are shown, and the lances are counted in their order: the bet that was called, or one "
    "stone where everybody held, and then the bonus. Who wins **pares** gets, for each partner, 1 for a par, 2 for "
    "medias, 3 for duples. Who wins **juego** gets, for each partner who has it, 3 for 31 and 2 for any other.\n"
    "The first pair to reach 40 wins, even in the middle of the count."
)
MUS = N_(
    "Before the lances you may improve your cards. From the mano on, each says **Mus**, to change some, or **No "
    "mus**. The first *No mus* ends the talk, and the lances begin. If all four say mus, everybody drops one to "
    "four cards and gets new ones; then you are asked again.\n"
    "What is good to keep: kings, pairs, and whatever leads to 31."
)
SIGNALS = N_(
    "Partners tell each other what they hold, with faces. They are always true, and nobody but your partner sees "
    "yours: press **Signal** at the table. Your partner's face comes to you alone, in a red frame."
)
END = N_(
    "You have learned Mus. All else comes with playing: alone against AI players, with friends in a channel, and by "
    "looking at hands until your eye knows them."
)

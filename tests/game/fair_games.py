"""Random games dealt as a table deals them: from a secret, and the cuts of some of the players."""

from __future__ import annotations

import random
import re

from musbot.game import Dealer, Match, Options, SeededShuffle
from musbot.game.cards import SUITS
from musbot.game.fair import Cut, FairDeal, first_mano
from tests.game.playing import random_action

TEXTS = ("kaixo 17", "zz top!", "ñandú ♠ “7”", 'quo"te\\back', "= [ ] { } #", "mus mus mus")
NAMES = ("Ane", "Beñat", "Carla", "Dani")


def random_shuffle(rng: random.Random) -> FairDeal:
    """A secret and up to four cuts."""
    seats = rng.sample((1, 2, 3, 4), rng.randint(0, 4))
    return FairDeal.of(rng.randbytes(32), (Cut(seat, rng.choice(TEXTS)) for seat in seats))


def fair_game(
    seed: int, rules: Options | None = None, talkative: float = 0.9
) -> tuple[Match, list[FairDeal]]:
    """A whole game and how its deals were shuffled; where much is talked, the stock runs out."""
    rng = random.Random(seed)
    shuffles = [random_shuffle(rng)]
    match = Match(rules or Options(target=20), first_mano(shuffles[0].seed))
    deal = match.deal
    while True:
        dealer = Dealer(deal, SeededShuffle(shuffles[-1].seed).below)
        dealer.serve()
        while not deal.is_over:
            match.push(random_action(deal, rng, talkative))
            dealer.serve()
        if match.is_over:
            return match, shuffles
        deal = match.next_deal()
        shuffles.append(random_shuffle(rng))


def changed_card(record: str, number: int) -> str:
    """A record in which, all through a deal, a card of the first hand has changed places with one of its rank.

    Such a record is as legal as before, and scores the same.
    """
    deals = record.split("[[deal]]")
    first = re.findall(r"\b[RCS1-7][oceb]\b", re.findall(r"^deal .*$", deals[number], re.MULTILINE)[0])
    one, other = next(
        (card, card[0] + suit) for card in first for suit in SUITS if card[0] + suit not in first
    )
    swap = {one: other, other: one}
    deals[number] = re.sub(rf"\b({one}|{other})\b", lambda found: swap[found[0]], deals[number])
    return "[[deal]]".join(deals)

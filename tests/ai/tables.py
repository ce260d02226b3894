"""Tables of players: whole matches, and positions met on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from musbot.ai import play_seat
from musbot.game import Action, Deal, Dealer, Legal, Match, Options, Word
from musbot.game.actions import drop, say
from musbot.game.views import SeatView, seat_view

Chooser: TypeAlias = Callable[[SeatView, Legal, random.Random], Action]


def club(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    return play_seat("club", view, legal, rng)


def anything(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    """Says any legal word, and any bet, with equal chance."""
    if legal.hand:
        return drop(legal.seat, rng.sample(legal.hand, rng.randint(1, 4)))
    word = rng.choice(legal.words)
    return say(legal.seat, word, rng.randint(legal.min_bet, legal.max_bet) if word is Word.BET else 0)


def positions(match: Match, players: Sequence[Chooser], rng: random.Random) -> Iterator[tuple[Deal, int]]:
    """Play a match to its end, `players` being those of seats 1 to 4; yields each deal and who is to act."""
    while not match.is_over:
        deal = match.next_deal() if match.deal.is_over else match.deal
        dealer = Dealer(deal, rng.randrange)
        dealer.serve()
        while not deal.is_over:
            seat = deal.to_act[0]
            yield deal, seat
            match.push(players[seat - 1](seat_view(deal, seat), deal.legal(seat), rng))
            dealer.serve()


def played(rules: Options, players: Sequence[Chooser], seed: int) -> Match:
    match = Match(rules, 1 + seed % 4)
    for _ in positions(match, players, random.Random(seed)):
        pass
    return match


def random_rules(rng: random.Random) -> Options:
    return Options.of(
        rng.choice(("stargames", "classic")),
        kings=rng.choice((8, 4)),
        target=rng.choice((20, 30, 40, 60)),
        games=rng.choice((1, 3)),
        consult=rng.random() < 0.5,
        raises=rng.choice(("free", "two")),
        held_stone=rng.choice(("all", "open")),
        real31=rng.random() < 0.5,
        corrido=rng.random() < 0.5,
    )

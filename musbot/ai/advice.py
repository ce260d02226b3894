"""What the solved player thinks of each action, as chances to win the game: for a review.

It knows what the seat knows. Words in a lance are looked ahead as the master does, with more draws; cuts, and what is
kept, are judged by the book's stones and by what a stone is worth at the score.
"""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np

from musbot.ai.book import Book, book
from musbot.ai.exact import draws_of
from musbot.ai.lookahead import look
from musbot.ai.solved import action_of
from musbot.game.actions import Action, Legal, Word, drop, say
from musbot.game.cards import rank_of
from musbot.game.count import pair_name
from musbot.game.deal import Phase
from musbot.game.seats import place_of
from musbot.game.views import PublicView, SeatView

DRAWS = 1500
"""Ways in which the hands may lie, for each word that is judged."""


class SolvedAdviser:
    """Advises from the book. The same view gets the same advice."""

    def __init__(self, draws: int = DRAWS) -> None:
        self._draws = draws

    def advise(self, view: SeatView, legal: Legal, also: Action | None = None) -> list[tuple[Action, float]]:
        """Return legal actions with the chance to win the game after each, the best first.

        Of bets it names those of the book, and `also`, which is judged as the nearest of them; of discards every one
        that keeps other ranks.
        """
        match view.public.phase:
            case Phase.MUS:
                advice = _talk(view)
            case Phase.DISCARD:
                advice = _discards(view)
            case _:
                advice = self._words(view, legal)
        if also is not None and also not in dict(advice):
            advice.append((also, _nearest(also, advice, view)))
        return sorted(advice, key=lambda choice: -choice[1])

    def _words(self, view: SeatView, legal: Legal) -> list[tuple[Action, float]]:
        rng = random.Random(repr((view.cards, view.public.spoken, view.public.scores)))
        looked = look(view, self._draws, rng)
        if looked is None:
            chance, _ = at_the_score(view.public, view.seat)
            return [(action, chance) for action in legal.plain]
        moves, chances, _ = looked
        advice: dict[Action, float] = {}
        for move, chance in zip(moves, chances, strict=True):
            action = action_of(move, legal, rng)
            if action is not None:
                advice.setdefault(action, _within(float(chance)))
        return list(advice.items())


def at_the_score(public: PublicView, seat: int) -> tuple[float, float]:
    """Return a seat's chance to win the game as the deal begins, and what one stone more is worth to it."""
    opened = book(public.options.kings)
    equity = opened.equity[int(public.options.consult)]
    mano = 0 if pair_name(public.mano) == "A" else 1
    need, other = (public.options.target - public.scores[pair] for pair in (mano, 1 - mano))
    chance = float(equity[need, other])
    stone = float(equity[need - 1, other] - equity[need, other - 1]) / 2
    return (chance, stone) if place_of(seat, public.mano) % 2 == 0 else (1 - chance, stone)


def _talk(view: SeatView) -> list[tuple[Action, float]]:
    assert view.facts is not None
    public = view.public
    opened = book(public.options.kings)
    seat = place_of(view.seat, public.mano)
    margin = float(opened.margins[min(public.mus_rounds, 2), seat, view.facts.code])
    chance, stone = at_the_score(public, view.seat)
    return [
        (say(view.seat, Word.CUT), _within(chance + margin * stone / 2)),
        (say(view.seat, Word.MUS), _within(chance - margin * stone / 2)),
    ]


def _discards(view: SeatView) -> list[tuple[Action, float]]:
    assert view.facts is not None
    kings = view.public.options.kings
    opened = book(kings)
    worth = kept_worth(view, opened)
    chance, stone = at_the_score(view.public, view.seat)
    usual = max(worth.values())
    advice: dict[tuple[int, ...], tuple[Action, float]] = {}
    for size in range(4):
        for kept in combinations(view.cards, size):
            ranks = tuple(sorted(rank_of(card, kings) for card in kept))
            action = drop(view.seat, [card for card in view.cards if card not in kept])
            advice.setdefault(ranks, (action, _within(chance + (worth[ranks] - usual) * stone)))
    return list(advice.values())


def kept_worth(view: SeatView, opened: Book) -> dict[tuple[int, ...], float]:
    """Return the stones that a seat may hope for by what it keeps, as sorted ranks."""
    assert view.facts is not None
    kings = opened.kings
    draws = draws_of(kings)
    rounds = min(view.public.mus_rounds - 1, 2)
    worth = opened.worth[rounds, place_of(view.seat, view.public.mano)].astype(float)
    result = {}
    for row in range(draws.first[view.facts.code], draws.first[view.facts.code + 1]):
        after = slice(draws.start[row], draws.start[row + 1])
        ranks = tuple(int(rank) for rank in np.repeat(np.arange(10), draws.kept[row]))
        result[ranks] = float(draws.chance[after] @ worth[draws.after[after]])
    return result


def _nearest(action: Action, advice: list[tuple[Action, float]], view: SeatView) -> float:
    """Return what the nearest of the actions that were judged is worth."""
    if action.word is Word.BET:
        bets = [
            (abs(other.amount - action.amount), chance) for other, chance in advice if other.word is Word.BET
        ]
        if bets:
            return min(bets)[1]
        raises = [chance for other, chance in advice if other.word is Word.ORDAGO]
        if raises:
            return raises[0]
    if action.word is Word.DROP:
        kings = view.public.options.kings
        dropped = sorted(rank_of(card, kings) for card in action.cards)
        for other, chance in advice:
            if sorted(rank_of(card, kings) for card in other.cards) == dropped:
                return chance
    return min(chance for _, chance in advice)


def _within(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)

"""Dealing: the chance in the game, apart from its rules.

A `Dealer` pushes the dealt cards that a deal is waiting for. Where its chance comes from is passed in;
`SeededShuffle` makes it from a seed, so that anybody who is told the seed can deal the same cards again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from musbot.game.actions import SHUFFLE, Action, Word
from musbot.game.cards import Card
from musbot.game.deal import Deal, Phase


class SeededShuffle:
    """Whole numbers drawn from a seed, the same on every machine and in every version.

    The numbers are read four bytes at a time, most significant byte first, from SHA-256(seed + n), n being
    0, 1, 2, ... as eight bytes. A value of 2**32 - 2**32 % n or more is passed over, so that every result is
    equally likely.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def copy(self) -> SeededShuffle:
        """Return an independent copy, which draws the same numbers from here on."""
        twin = SeededShuffle(self._seed)
        twin._block, twin._words = self._block, list(self._words)
        return twin

    def below(self, n: int) -> int:
        """Return a number from 0 to ``n - 1``; n is at most 2**32."""
        limit = 2**32 - 2**32 % n
        while True:
            if not self._words:
                digest = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
                self._words = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -4, -4)]
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % n


class Dealer:
    """Deals one deal, drawing every card at random from the stock.

    One dealer must serve a deal from its first card to its last, if the same seed is to give the same cards
    again: the order of the stock depends on what was drawn before.

    `below(n)` must return a whole number from 0 to ``n - 1``; `random.Random(1).randrange` will do.
    """

    __slots__ = ("_below", "_deal", "_stock")

    def __init__(self, deal: Deal, below: Callable[[int], int]) -> None:
        self._deal = deal
        self._below = below
        self._stock: list[Card] = deal.stock()

    def copy(self, deal: Deal, below: Callable[[int], int]) -> Dealer:
        """Return a dealer for a copy of the deal, with its own source of chance."""
        twin = Dealer.__new__(Dealer)
        twin._deal, twin._below = deal, below
        twin._stock = list(self._stock)
        return twin

    def serve(self) -> list[Action]:
        """Deal whatever cards the deal is waiting for, and return what was done (nothing, often)."""
        deal, done = self._deal, []
        push = deal.push
        while deal.phase is Phase.DEAL:
            seat, count = deal.draw
            if count == 0:
                push(SHUFFLE)
                done.append(SHUFFLE)
                self._stock = deal.stock()
                continue
            action = Action(Word.DEAL, seat, 0, self._draw(count))
            push(action)
            done.append(action)
        return done

    def _draw(self, count: int) -> tuple[Card, ...]:
        stock, below = self._stock, self._below
        cards = []
        for _ in range(count):
            place = below(len(stock))
            card = stock[place]
            cards.append(card)
            last = stock.pop()
            if last != card:
                stock[place] = last
        return tuple(cards)

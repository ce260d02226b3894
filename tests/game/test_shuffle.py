"""Dealing from a seed: the same cards for anybody who is told it, and every card as likely as another."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.game import CARDS, Deal, Dealer, Options, Phase, SeededShuffle, Word
from musbot.game.actions import drop, say
from musbot.game.cards import card_names

from .playing import seeds


def numbers(seed: bytes) -> Iterator[int]:
    """The numbers of a seed as its documentation tells: SHA-256(seed + n), four bytes at a time."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).hexdigest()
        yield from (int(digest[place : place + 8], 16) for place in range(0, 64, 8))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    return next(number % n for number in stream if number < 2**32 - 2**32 % n)


def test_the_numbers_of_a_seed_are_fixed() -> None:
    """Written down, so that no later version can deal other cards from a seed that was published."""
    shuffle = SeededShuffle(b"musbot")
    assert [shuffle.below(40) for _ in range(12)] == [6, 39, 6, 30, 33, 10, 0, 23, 26, 39, 16, 39]


@given(st.binary(max_size=64), st.lists(st.integers(1, 2**32), max_size=30))
def test_the_numbers_are_those_of_sha_256(seed: bytes, ranges: list[int]) -> None:
    shuffle, stream = SeededShuffle(seed), numbers(seed)
    assert [shuffle.below(n) for n in ranges] == [below(stream, n) for n in ranges]


@given(st.binary(max_size=32), st.integers(1, 2**32))
def test_a_number_is_below_its_bound(seed: bytes, n: int) -> None:
    shuffle = SeededShuffle(seed)
    assert all(0 <= shuffle.below(n) < n for _ in range(20))
    assert SeededShuffle(seed).below(1) == 0


def test_a_number_that_would_favour_some_is_passed_over() -> None:
    """Of bounds just above half the range, every other number is thrown away."""
    n = 2**31 + 1
    stream = numbers(b"seed")
    kept = [number for number, _ in zip(stream, range(200), strict=False) if number < n]
    shuffle = SeededShuffle(b"seed")
    assert 60 < len(kept) < 140
    assert [shuffle.below(n) for _ in kept] == kept


@pytest.mark.parametrize("n", [6, 24, 40])
def test_every_number_is_as_likely_as_another(n: int) -> None:
    """Chi-square of 40,000 draws; the bound is its 99.9 % point, and the seed is fixed."""
    shuffle, draws = SeededShuffle(b"fair"), 40_000
    met = Counter(shuffle.below(n) for _ in range(draws))
    chi_square = sum((met[value] - draws / n) ** 2 / (draws / n) for value in range(n))
    assert chi_square < {6: 20.5, 24: 49.7, 40: 72.1}[n]


def test_every_card_comes_to_every_seat() -> None:
    """2,000 deals: each of the 40 cards lands in each hand about 200 times, as a chi-square has it."""
    met: Counter[tuple[int, int]] = Counter()
    for number in range(2_000):
        deal = Deal(Options(), 1 + number % 4)
        Dealer(deal, SeededShuffle(number.to_bytes(4, "big")).below).serve()
        met.update((seat, card) for seat in (1, 2, 3, 4) for card in deal.hands[seat])
    chi_square = sum((met[seat, card] - 200) ** 2 / 200 for seat in (1, 2, 3, 4) for card in CARDS)
    # 156 degrees of freedom, more or less: the 99.9 % point is 216.
    assert chi_square < 216


def test_a_seed_deals_the_same_cards_again_through_any_number_of_mus() -> None:
    def lines(seed: bytes) -> list[str]:
        deal = Deal(Options(), 2)
        dealer = Dealer(deal, SeededShuffle(seed).below)
        dealt = [str(action) for action in dealer.serve()]
        for _ in range(4):
            for seat in (2, 3, 4, 1):
                deal.push(say(seat, Word.MUS))
            for seat in (1, 2, 3, 4):
                deal.push(drop(seat, sorted(deal.hands[seat])[:3]))
            dealt += [str(action) for action in dealer.serve()]
        return dealt

    assert lines(b"one") == lines(b"one") != lines(b"two")
    assert "shuffle" in lines(b"one")


def test_the_first_deal_of_a_seed_can_be_worked_out_by_hand() -> None:
    """Each card is drawn from the stock, and the last card of the stock takes its place."""
    deal = Deal(Options(), 3)
    Dealer(deal, SeededShuffle(b"\x00" * 32).below).serve()
    stock, stream = list(CARDS), numbers(b"\x00" * 32)
    for seat in (3, 4, 1, 2):
        cards = []
        for _ in range(4):
            place = below(stream, len(stock))
            cards.append(stock[place])
            stock[place] = stock[-1]
            stock.pop()
        assert card_names(deal.hands[seat]) == card_names(cards)


@given(seeds)
def test_a_dealer_has_nothing_to_do_while_seats_are_to_act(seed: int) -> None:
    deal = Deal(Options(), 1)
    dealer = Dealer(deal, random.Random(seed).randrange)
    assert len(dealer.serve()) == 4
    assert dealer.serve() == []
    with pytest.raises(ValueError, match="no cards are to be dealt"):
        _ = deal.draw
    assert deal.phase is Phase.MUS


@given(seeds)
def test_a_dealer_may_take_over_a_deal_in_the_middle(seed: int) -> None:
    rng = random.Random(seed)
    deal = Deal(Options(), 1)
    Dealer(deal, rng.randrange).serve()
    for seat in (1, 2, 3, 4):
        deal.push(say(seat, Word.MUS))
    for seat in (1, 2, 3, 4):
        deal.push(drop(seat, deal.hands[seat]))
    assert len(Dealer(deal, rng.randrange).serve()) == 4
    assert deal.phase is Phase.MUS
    assert len({card for cards in deal.hands for card in cards}) == 16

"""The shuffle does what chance does: 100,000 deals against the exact frequencies.

Deals are made as at a table: a secret from the table's source, cuts, the seed, the dealer. Everything is drawn from
a fixed number, so that the verdict is always the same; a deck that is a little unfair fails the same test. In the
quick profile there are 20,000 deals, with ``HYPOTHESIS_PROFILE=long`` there are 100,000.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

import pytest

from musbot.game import Deal, Dealer, Options, Pares, Phase, SeededShuffle, Word, hand
from musbot.game.actions import drop, say
from musbot.game.fair import first_mano, seed_of
from musbot.table import Chance

DEALS = 100_000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 20_000
ROUNDS = 3
"""The hands dealt first, those after everybody dropped all four cards, and those for which the stock ran out."""
SEATS = (1, 2, 3, 4)

Below = Callable[[int], int]
Hands = tuple[tuple[int, ...], ...]


def shuffles() -> Iterator[bytes]:
    """Seeds as a table makes them, every second deal being cut."""
    rng = random.Random(40)
    chance = Chance(secret=lambda: rng.randbytes(32))
    for number in range(DEALS):
        cuts = [f"{rng.randrange(10**4):04}"] if number % 2 else []
        yield seed_of(chance.secret(), cuts)


def fair() -> Iterator[tuple[int, Below]]:
    """The mano, and the source of chance, of one deal after the other."""
    for seed in shuffles():
        yield first_mano(seed), SeededShuffle(seed).below


@cache
def dealt_fairly() -> tuple[list[Hands], ...]:
    """The hands of seats 1 to 4 in every deal, for each round of cards."""
    return dealt(fair(), ROUNDS)


def dealt(chances: Iterator[tuple[int, Below]], count: int = 1) -> tuple[list[Hands], ...]:
    rounds: tuple[list[Hands], ...] = tuple([] for _ in range(count))
    for mano, below in chances:
        deal = Deal(Options(), mano)
        dealer = Dealer(deal, below)
        for number in range(count):
            if number:
                for seat in deal.speaking_order:
                    deal.push(say(seat, Word.MUS))
                for seat in SEATS:
                    deal.push(drop(seat, deal.hands[seat]))
            dealer.serve()
            assert deal.phase is Phase.MUS
            rounds[number].append(tuple(deal.hands[1:]))
    return rounds


# Chi-square


def quantile(freedom: int, normal: float) -> float:
    """The value that chi-square passes as rarely as a normal variable passes `normal` (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + normal * part**0.5) ** 3)


RARE = 3.0902
"""A normal variable passes it once in a thousand times."""


def cards_by_seat(hands: list[Hands]) -> list[float]:
    """Chi-square of how often each of the forty cards came to each seat; 39 degrees of freedom.

    A seat has four different cards, so its counts vary a little less than if each were drawn by itself: by
    (40 - 4) / 39.
    """
    expected = len(hands) * 4 / 40
    found = []
    for seat in range(4):
        counts = Counter(card for each in hands for card in each[seat])
        found.append(sum((counts[card] - expected) ** 2 for card in range(40)) / expected * 39 / 36)
    return found


def class_of(cards: tuple[int, ...], kings: int) -> tuple[Pares, str]:
    """The class of a hand: its pares, and whether it has juego, or 31 itself."""
    facts = hand(cards, kings)
    return facts.kind, "31" if facts.total == 31 else "juego" if facts.juego else "punto"


@cache
def exact(kings: int) -> dict[tuple[Pares, str], float]:
    """The probability of each class, from all 91,390 hands."""
    counts = Counter(class_of(cards, kings) for cards in combinations(range(40), 4))
    total = counts.total()
    assert total == 91_390
    return {each: count / total for each, count in counts.items()}


def hand_classes(hands: list[Hands], kings: int) -> list[float]:
    """Chi-square of how often each seat had a hand of each class; one degree of freedom less than classes."""
    found = []
    for seat in range(4):
        counts = Counter(class_of(each[seat], kings) for each in hands)
        found.append(
            sum(
                (counts[each] - len(hands) * chance) ** 2 / (len(hands) * chance)
                for each, chance in exact(kings).items()
            )
        )
    return found


def looks_fair(hands: list[Hands], kings: int = 8) -> bool:
    """Whether none of the four seats got what chance would give it less than once in a thousand times."""
    by_card = max(cards_by_seat(hands)) < quantile(39, RARE)
    return by_card and max(hand_classes(hands, kings)) < quantile(len(exact(kings)) - 1, RARE)


# The tests


@pytest.mark.parametrize("round_", range(ROUNDS), ids=["first hands", "exchanged", "reshuffled"])
def test_every_card_comes_to_every_seat_as_often(round_: int) -> None:
    found = cards_by_seat(dealt_fairly()[round_])

    assert max(found) < quantile(39, RARE), found
    assert min(found) > quantile(39, -RARE), "nor is it more even than chance would make it"


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("round_", range(ROUNDS), ids=["first hands", "exchanged", "reshuffled"])
def test_duples_medias_par_juego_and_31_come_as_often_as_they_must(round_: int, kings: int) -> None:
    chances = exact(kings)
    assert min(chances.values()) * DEALS > 5, "of the rarest class there are enough for chi-square"
    assert {kind for kind, _ in chances} == set(Pares)

    found = hand_classes(dealt_fairly()[round_], kings)

    assert max(found) < quantile(len(chances) - 1, RARE), found


def test_each_seat_is_the_first_mano_as_often() -> None:
    counts = Counter(first_mano(seed) for seed in shuffles())

    found = sum((counts[seat] - DEALS / 4) ** 2 / (DEALS / 4) for seat in SEATS)
    assert found < quantile(3, RARE), counts


def test_the_quantiles_are_those_of_the_tables() -> None:
    assert quantile(3, RARE) == pytest.approx(16.27, rel=0.02)
    assert quantile(10, RARE) == pytest.approx(29.59, rel=0.01)
    assert quantile(39, RARE) == pytest.approx(72.05, rel=0.01)


# A test that cannot fail proves nothing: here are decks that are not fair


def biased(below: Callable[[random.Random, int], int]) -> Iterator[tuple[int, Below]]:
    rng = random.Random(41)
    for _ in range(DEALS):
        yield rng.randrange(4) + 1, lambda n: below(rng, n)


UNFAIR: dict[str, Callable[[random.Random, int], int]] = {
    "one byte modulo the number of cards": lambda rng, n: rng.randrange(256) % n,
    "the last card is never drawn": lambda rng, n: rng.randrange(max(1, n - 1)),
    "a king is on top in one deal of ten": lambda rng, n: (
        0 if n == 40 and rng.random() < 0.1 else rng.randrange(n)
    ),
    "rounded from a fraction": lambda rng, n: min(n - 1, round(rng.random() * n)),
}


@pytest.mark.parametrize("below", UNFAIR.values(), ids=UNFAIR)
def test_a_deck_that_is_not_fair_is_found_out(below: Callable[[random.Random, int], int]) -> None:
    assert not looks_fair(dealt(biased(below))[0])


def test_the_same_test_lets_a_fair_deck_pass() -> None:
    assert looks_fair(dealt_fairly()[0])
    assert looks_fair(dealt(biased(lambda rng, n: rng.randrange(n)))[0])


def test_a_seat_that_is_favoured_is_found_out_by_its_hands() -> None:
    """Where the next deal would give seat 2 duples and this one does not, it is dealt instead one time in five."""
    rng = random.Random(42)
    hands: list[Hands] = []
    pairs = zip(dealt_fairly()[0], dealt_fairly()[0][1:], strict=False)
    for one, two in pairs:
        better = class_of(one[1], 8)[0] is not Pares.DUPLES and class_of(two[1], 8)[0] is Pares.DUPLES
        hands.append(two if better and rng.random() < 0.2 else one)

    classes = hand_classes(hands, 8)

    limit = quantile(len(exact(8)) - 1, RARE)
    assert classes[1] > limit

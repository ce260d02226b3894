"""How good a hand is among all hands: exact shares in every lance, and what it is worth before the mus.

Everything is counted from the 330 (or 715) hands by rank, each with the number of ways in which four of the
forty cards make it, and kept; nothing here depends on a deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple, TypeAlias

from musbot.game.cards import CARDS, rank_of
from musbot.game.hands import HANDS, Hand, Lance

Ranks: TypeAlias = tuple[int, ...]


class Share(NamedTuple):
    """Where a hand stands among the hands that may play a lance."""

    below: float
    """Share of those hands that it beats, 0 to 1."""
    equal: float
    """Share of those hands that are just as good: there the mano decides."""

    def beats(self, tie: float) -> float:
        """Return the chance to beat one random hand, `tie` being the chance to come first of equals."""
        return self.below + self.equal * tie


@cache
def ways(kings: int) -> dict[Ranks, int]:
    """Return in how many ways each hand by rank is made of the forty cards; together 91,390."""
    copies = Counter(rank_of(card, kings) for card in CARDS)
    return {
        ranks: _product(comb(copies[rank], count) for rank, count in Counter(ranks).items())
        for ranks in combinations_with_replacement(sorted(copies), 4)
    }


def _product(numbers: Iterable[int]) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


@cache
def hands_by_ranks(kings: int, real31: bool) -> dict[Ranks, Hand]:
    """Return the facts of every hand by its ranks."""
    return {hand.ranks: hand for hand in HANDS[kings, real31].values()}


@cache
def shares(kings: int, real31: bool, lance: Lance) -> dict[int, Share]:
    """Return the share of each strength in a lance, among the hands that may play it.

    In pares and juego those are the hands that have it, in punto those without juego.
    """
    weights: Counter[int] = Counter()
    for ranks, hand in hands_by_ranks(kings, real31).items():
        if hand.may_bet(lance) and not (lance is Lance.PUNTO and hand.juego):
            weights[hand.strength(lance)] += ways(kings)[ranks]
    whole = sum(weights.values())
    below, result = 0, {}
    for strength in sorted(weights):
        result[strength] = Share(below / whole, weights[strength] / whole)
        below += weights[strength]
    return result


@cache
def share_with(kings: int, lance: Lance) -> float:
    """Return the share of all hands that may play pares or juego (1 in grande and chica)."""
    able = sum(
        ways(kings)[ranks] for ranks, hand in hands_by_ranks(kings, False).items() if hand.may_bet(lance)
    )
    return able / sum(ways(kings).values())


@cache
def mean_bonus(kings: int, lance: Lance) -> float:
    """Return the card bonus that a random hand has in pares or juego, given that it has it at all."""
    total = able = 0
    for ranks, hand in hands_by_ranks(kings, False).items():
        if hand.may_bet(lance):
            able += ways(kings)[ranks]
            total += ways(kings)[ranks] * (hand.pares_bonus if lance is Lance.PARES else hand.juego_bonus)
    return total / able


@cache
def hand_value(kings: int, real31: bool, ranks: Ranks, tie: float) -> float:
    """Return the stones a hand may hope to win over those it may lose, the other hands being random.

    `tie` is the chance to come first of equal hands: 1 for the mano. Each lance is taken to be played for a
    stone and a half; the partner's random hand helps in grande, chica and punto.
    """
    hand = hands_by_ranks(kings, real31)[ranks]
    stake = 1.5

    def open_lance(lance: Lance) -> float:
        # The best of four random hands is the pair's with chance 1/3 + 2/3 q^3, q being what one hand beats.
        quality = shares(kings, real31, lance)[hand.strength(lance)].beats(tie)
        return stake * (2 * (1 + 2 * quality**3) / 3 - 1)

    value = open_lance(Lance.GRANDE) + open_lance(Lance.CHICA)
    value += safe_bonus(kings, real31, ranks, tie, Lance.PARES, stake)
    value += safe_bonus(kings, real31, ranks, tie, Lance.JUEGO, stake)
    if not hand.juego:
        value += (1 - share_with(kings, Lance.JUEGO)) ** 3 * open_lance(Lance.PUNTO)
    return value


@cache
def safe_bonus(kings: int, real31: bool, ranks: Ranks, tie: float, lance: Lance, stake: float) -> float:
    """Return the stones a hand may hope for in pares or juego: bonus and stake, if no opponent is better."""
    hand = hands_by_ranks(kings, real31)[ranks]
    if not hand.may_bet(lance):
        return 0.0
    quality = shares(kings, real31, lance)[hand.strength(lance)].beats(tie)
    safe = (1 - share_with(kings, lance) * (1 - quality)) ** 2
    bonus = hand.pares_bonus if lance is Lance.PARES else hand.juego_bonus
    return safe * (bonus + stake)


@cache
def value_share(kings: int, real31: bool, ranks: Ranks, tie: float) -> float:
    """Return the share of all hands whose `hand_value` is less, 0 to 1."""
    value = hand_value(kings, real31, ranks, tie)
    counts = ways(kings)
    below = sum(counts[other] for other in counts if hand_value(kings, real31, other, tie) < value)
    return below / sum(counts.values())


@cache
def kept_value(kings: int, real31: bool, kept: Ranks, tie: float) -> float:
    """Return the mean `hand_value` over all draws that fill up the ranks kept; they are sorted."""
    copies = Counter(rank_of(card, kings) for card in CARDS)
    copies.subtract(kept)
    total = weight = 0.0
    for drawn in combinations_with_replacement(sorted(copies), 4 - len(kept)):
        count = _product(comb(copies[rank], times) for rank, times in Counter(drawn).items())
        total += count * hand_value(kings, real31, tuple(sorted(kept + drawn)), tie)
        weight += count
    return total / weight

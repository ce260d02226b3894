"""What a hand of four cards is worth in every lance.

Hands are ranked once, at import: 330 different hands with 8 kings, 715 with 4. After that, comparing two
hands in a lance is comparing two small integers. Suits never matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from itertools import combinations_with_replacement
from typing import NamedTuple

from musbot.game.cards import CARDS, RANKS, Card, points_of, rank_letter, rank_of


class Lance(StrEnum):
    """The lances, in the order in which they are played."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"


class Pares(IntEnum):
    """Kinds of pares; the number is also the bonus, in stones, of a seat that has it."""

    NONE = 0
    PAR = 1
    MEDIAS = 2
    DUPLES = 3


JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
"""Totals that are juego, from the weakest to the strongest."""


class Hand(NamedTuple):
    """Facts of one hand. In each lance the greater strength wins; equal strengths are a tie."""

    ranks: tuple[int, ...]
    """Four indices into `RANKS`, highest rank first, threes and twos read as the game reads them."""
    grande: int
    chica: int
    pares: int
    """0 where the hand has no pares."""
    juego: int
    """0 where the hand has no juego."""
    total: int
    """Points of the cards, 4 to 40: the strength for punto."""
    kind: Pares
    pares_bonus: int
    juego_bonus: int
    code: int
    """Position of the hand among all hands by rank, from the lowest in grande: 0 to 329 or 714."""

    def strength(self, lance: Lance) -> int:
        """Return the strength in a lance."""
        match lance:
            case Lance.GRANDE:
                return self.grande
            case Lance.CHICA:
                return self.chica
            case Lance.PARES:
                return self.pares
            case Lance.JUEGO:
                return self.juego
            case _:
                return self.total

    def may_bet(self, lance: Lance) -> bool:
        """Whether a seat with this hand may speak in the lance, if anyone may."""
        if lance is Lance.PARES:
            return self.pares > 0
        if lance is Lance.JUEGO:
            return self.juego > 0
        return True


# A hand's key is the sum of its cards' weights: powers of 5 make it tell which ranks there are and how
# many of each, whatever the order.
WEIGHTS: dict[int, tuple[int, ...]] = {
    kings: tuple(5 ** rank_of(card, kings) for card in CARDS) for kings in (4, 8)
}


def _pares_of(ranks: tuple[int, ...]) -> tuple[Pares, tuple[int, ...]]:
    """Return the kind of pares and what decides between two of that kind, higher being better."""
    groups = [rank for rank in sorted(set(ranks)) for _ in range(ranks.count(rank) // 2)]
    if len(groups) == 2:
        return Pares.DUPLES, tuple(-rank for rank in groups)
    for rank in set(ranks):
        if ranks.count(rank) == 3:
            return Pares.MEDIAS, (-rank,)
    if groups:
        return Pares.PAR, (-groups[0],)
    return Pares.NONE, ()


def _rank_hands(kings: int, real31: bool) -> dict[int, Hand]:
    present = [rank for rank in range(10) if any(rank_of(card, kings) == rank for card in CARDS)]
    all_ranks = list(combinations_with_replacement(present, 4))
    # Rank 0 is the king, so the greatest hand in grande is the least tuple, and chica reads it backwards.
    grande = {ranks: place for place, ranks in enumerate(sorted(all_ranks, reverse=True))}
    chica = {ranks: place for place, ranks in enumerate(sorted(all_ranks, key=lambda r: r[::-1]))}
    kinds = {ranks: _pares_of(ranks) for ranks in all_ranks}
    steps = {worth: place for place, worth in enumerate(sorted(set(kinds.values())))}
    values = {rank_of(card, kings): points_of(card, kings) for card in CARDS}

    hands = {}
    for ranks in all_ranks:
        kind = kinds[ranks][0]
        total = sum(values[rank] for rank in ranks)
        juego = JUEGO_ORDER.index(total) + 1 if total >= 31 else 0
        if real31 and total == 31 and ranks.count(RANKS.index("7")) == 3:
            juego += 1
        hands[sum(5**rank for rank in ranks)] = Hand(
            ranks=ranks,
            grande=grande[ranks],
            chica=chica[ranks],
            pares=steps[kinds[ranks]] if kind else 0,
            juego=juego,
            total=total,
            kind=kind,
            pares_bonus=int(kind),
            juego_bonus=0 if not juego else 3 if total == 31 else 2,
            code=grande[ranks],
        )
    return hands


HANDS: dict[tuple[int, bool], dict[int, Hand]] = {
    (kings, real31): _rank_hands(kings, real31) for kings in (4, 8) for real31 in (False, True)
}
"""All hands by key, for each number of kings, without and with the real 31."""


def hand(cards: Sequence[Card], kings: int = 8, real31: bool = False) -> Hand:
    """Return the facts of four cards; `ValueError` unless they are four.

    >>> from musbot.game.cards import parse_card
    >>> facts = hand([parse_card(name) for name in "Ro 3c 7e 1b".split()])
    >>> facts.kind.name, facts.total, facts.juego_bonus
    ('PAR', 28, 0)
    """
    if len(cards) != 4:
        raise ValueError(f"a hand has four cards, not {len(cards)}")
    weights = WEIGHTS[kings]
    return HANDS[kings, real31][sum(weights[card] for card in cards)]


def hand_of_ranks(ranks: str, kings: int = 8, real31: bool = False) -> Hand:
    """Return the facts of a hand written by rank only, such as ``"R R 7 1"``."""
    return hand([RANKS.index(letter) for letter in ranks.split()], kings, real31)


def ranks_text(cards: Iterable[Card]) -> str:
    """Return the ranks printed on cards, ``"R 3 7 1"``."""
    return " ".join(rank_letter(card) for card in cards)


def best_seat(hands: Sequence[Hand | None], seats: Iterable[int], lance: Lance) -> int:
    """Return the seat of the best hand in a lance.

    `hands` is indexed by seat (index 0 is unused); `seats` come in order from the mano, so that the first of
    equal hands wins. There is never a draw.
    """
    best, best_strength = 0, -1
    for seat in seats:
        facts = hands[seat]
        assert facts is not None
        strength = facts.strength(lance)
        if strength > best_strength:
            best, best_strength = seat, strength
    return best

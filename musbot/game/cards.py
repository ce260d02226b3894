"""The forty cards of the Spanish deck.

A card is a small integer, ``suit * 10 + rank``: ranks from king to ace in the order ``R C S 7 6 5 4 3 2 1``,
suits in the order oros, copas, espadas, bastos. Its name is rank and suit, ``Ro`` for the king of oros.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int

RANKS = "RCS7654321"
SUITS = "oceb"
CARDS: tuple[Card, ...] = tuple(range(40))
ALL_CARDS = (1 << 40) - 1
"""The whole deck as a set of bits, card ``c`` being bit ``1 << c``."""

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD_OF_NAME = {name: card for card, name in enumerate(_NAMES)}

_FACE_VALUES = (10, 10, 10, 7, 6, 5, 4, 3, 2, 1)


def card_name(card: Card) -> str:
    """Return the two-character name of a card, ``"Ro"``; `IndexError` where there is no such card."""
    if card < 0:
        raise IndexError(f"no card {card}")
    return _NAMES[card]


def parse_card(name: str) -> Card:
    """Return the card of a two-character name; `ValueError` where it is not one."""
    try:
        return _CARD_OF_NAME[name]
    except KeyError:
        raise ValueError(f"{name!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}") from None


def card_names(cards: Iterable[Card]) -> str:
    """Return the names of cards, separated by blanks."""
    return " ".join(_NAMES[card] for card in cards)


def rank_letter(card: Card) -> str:
    """Return the rank printed on the card, one of ``R C S 7 6 5 4 3 2 1``."""
    return RANKS[card % 10]


def rank_of(card: Card, kings: int) -> int:
    """Return what the card ranks as, an index into `RANKS`: with 8 kings a three is a king, a two an ace."""
    rank = card % 10
    if kings == 8:
        return {7: 0, 8: 9}.get(rank, rank)
    return rank


def points_of(card: Card, kings: int) -> int:
    """Return what the card counts for juego and punto: 10 for the figures, else its number."""
    return _FACE_VALUES[rank_of(card, kings)]


def sorted_cards(cards: Iterable[Card], kings: int) -> tuple[Card, ...]:
    """Return cards from the highest rank to the lowest; equal ranks by face, then by suit."""
    return tuple(sorted(cards, key=lambda card: (rank_of(card, kings), card % 10, card)))


def mask_of(cards: Iterable[Card]) -> int:
    """Return cards as a set of bits."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> list[Card]:
    """Return the cards of a set of bits, in ascending order."""
    return [card for card in CARDS if mask >> card & 1]

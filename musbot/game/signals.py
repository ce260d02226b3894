"""Signals between partners: which there are, and which are true of a hand."""

from __future__ import annotations

from functools import cache

from musbot.game.cards import RANKS
from musbot.game.hands import Hand, Pares

SIGNALS = (
    "two-kings",
    "three-kings",
    "two-aces",
    "three-aces",
    "medias",
    "duples",
    "thirty-one",
    "juego",
    "thirty",
    "twenty-nine",
    "blind",
    "cut",
    "bet",
)
INTENTIONS = frozenset({"cut", "bet"})
"""Signals that tell a wish and not cards: they are never untrue."""

_KING, _ACE = 0, RANKS.index("1")


@cache
def true_signals(hand: Hand) -> frozenset[str]:
    """Return the signals that tell the whole truth of a hand; the intentions are always among them.

    >>> from musbot.game.hands import hand_of_ranks
    >>> sorted(true_signals(hand_of_ranks("R R 1 C")) - INTENTIONS)
    ['thirty-one', 'two-kings']
    """
    true = set(INTENTIONS)
    kings, aces = hand.ranks.count(_KING), hand.ranks.count(_ACE)
    match hand.kind:
        case Pares.DUPLES:
            true.add("duples")
        case Pares.MEDIAS:
            true.add("three-kings" if kings == 3 else "three-aces" if aces == 3 else "medias")
        case Pares.PAR if kings == 2:
            true.add("two-kings")
        case Pares.PAR if aces == 2:
            true.add("two-aces")
    if hand.juego:
        true.add("thirty-one" if hand.total == 31 else "juego")
    elif hand.total in (29, 30):
        true.add("thirty" if hand.total == 30 else "twenty-nine")
    if len(true) == len(INTENTIONS) and hand.kind is Pares.NONE:
        true.add("blind")
    return frozenset(true)

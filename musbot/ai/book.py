"""The book: the solved strategies, as `musbot train` wrote them to ``assets/ai``.

For each number of kings there is one file. It holds, for none, one, and two or more rounds of mus: the classes
that hands fall into in each lance, who should cut and by how much, which cards to keep; and for each kind of
betting, class of scores, lance and set of seats that may bet, a strategy ``(node, class, move)`` of the nodes in
`musbot.ai.lances`, each chance in sixtieths. Seats are counted from the mano: 0 to 3.
"""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from musbot.ai.lances import MOST_ACTIONS, tree
from musbot.assets import asset
from musbot.game.hands import Lance

ROUNDS = 3
"""Rounds of mus that are told apart: 0, 1, and 2 or more."""
NEEDS = (28, 13, 5)
"""Stones that a pair may need to win, as far as strategies tell: many, some, few."""
SCORES = len(NEEDS) ** 2
NONE = 255
"""Class of a hand that may not bet."""
SIXTIETHS = 60
"""Chances are kept in sixtieths. In fifteenths, rare bluffs are lost and 0.02 stones a lance more can be won."""

Strategy = NDArray[np.float32]


class Key(NamedTuple):
    """What a strategy is for."""

    consult: bool
    rounds: int
    score: int
    """Class of the score: see `score_class`."""
    lance: Lance
    mask: int
    """Seats that may bet, as bits."""


def keys() -> Iterator[Key]:
    """Return every key, in the order of the file."""
    for consult in (False, True):
        for rounds in range(ROUNDS):
            for lance in Lance:
                for mask in lance_masks(lance):
                    for score in range(SCORES):
                        yield Key(consult, rounds, score, lance, mask)


def lance_masks(lance: Lance) -> tuple[int, ...]:
    """Return the sets of seats that may bet against each other in a lance."""
    if lance in (Lance.PARES, Lance.JUEGO):
        return tuple(mask for mask in range(16) if mask & 0b0101 and mask & 0b1010)
    return (15,)


def need_class(need: float) -> int:
    """Return how a pair that needs so many stones is classed: 0 many, 1 some, 2 few."""
    return 0 if need >= 20 else 1 if need >= 9 else 2


def score_class(need: float, other: float) -> int:
    """Return the class of a score: stones that the mano's pair and the other need."""
    return len(NEEDS) * need_class(need) + need_class(other)


@dataclass(frozen=True)
class Book:
    """The strategies for one number of kings."""

    kings: int
    classes: NDArray[np.uint8]
    """(rounds, lance, hand): class in the lance, 0 the weakest; `NONE` where the hand may not bet."""
    middles: NDArray[np.float32]
    """(rounds, lance, class): share of the hands which may bet that are weaker, counting half of the class itself."""
    margins: NDArray[np.float16]
    """(rounds, seat, hand): stones by which a cut is better than mus."""
    keeps: NDArray[np.int8]
    """(rounds, seat, hand): the cards to keep, as bits from the highest card."""
    worth: NDArray[np.float16]
    """(rounds, seat, hand): stones that a hand is worth to its pair after the exchange that ends that round."""
    occur: NDArray[np.float32]
    """(rounds, seat, cards changed last, hand): how often a hand comes to the talk, given what the seat changed."""
    equity: NDArray[np.float32]
    """(consult, need, other need): chance to win the game of the pair that is the mano's in the next deal."""
    cells: NDArray[np.uint8]
    """All chances, in sixtieths."""
    places: dict[Key, tuple[int, int]]
    """Where the chances of a strategy begin, and how many hands' classes it has."""

    def strategy(self, key: Key) -> Strategy:
        """Return a strategy ``(node, class, move)``; the chances of a node and class add up to 1."""
        return _strategy(self.kings, key)

    def sizes(self, rounds: int, lance: Lance) -> int:
        """Return the number of classes in a lance."""
        return class_count(self.classes[rounds, list(Lance).index(lance)])


def class_count(classes: NDArray[np.uint8]) -> int:
    """Return the number of classes among the classes of all hands in a lance."""
    return int(classes[classes < NONE].max()) + 1


def cell_count(key: Key, size: int) -> int:
    """Return how many chances a strategy has."""
    return int(tree(key.consult, key.mask).counts.sum()) * size


def pack(strategy: Strategy, key: Key) -> NDArray[np.uint8]:
    """Return the chances of a strategy in sixtieths, node by node, class by class."""
    counts = tree(key.consult, key.mask).counts
    rows = [np.rint(strategy[node, :, :moves] * SIXTIETHS).ravel() for node, moves in enumerate(counts)]
    return np.concatenate(rows).astype(np.uint8)


def unpack(cells: NDArray[np.uint8], key: Key, size: int) -> Strategy:
    """Return the strategy that was packed."""
    counts = tree(key.consult, key.mask).counts
    strategy = np.zeros((len(counts), size, MOST_ACTIONS), np.float32)
    start = 0
    for node, moves in enumerate(counts):
        stop = start + moves * size
        strategy[node, :, :moves] = cells[start:stop].reshape(size, moves)
        start = stop
    total = strategy.sum(axis=2, keepdims=True)
    even = (np.arange(MOST_ACTIONS) < counts[:, None])[:, None, :] / counts[:, None, None]
    return np.where(total > 0, strategy / np.maximum(total, 1), even).astype(np.float32)


def write(
    path: str,
    classes: NDArray[np.uint8],
    middles: NDArray[np.float32],
    margins: NDArray[np.float16],
    keeps: NDArray[np.int8],
    worth: NDArray[np.float16],
    occur: NDArray[np.float32],
    equity: NDArray[np.float32],
    packed: dict[Key, NDArray[np.uint8]],
) -> int:
    """Write a file of the book; return its size in bytes."""
    cells = np.concatenate([packed[key] for key in keys()])
    buffer = io.BytesIO()
    np.savez(
        buffer,
        classes=classes,
        middles=middles.astype(np.float16),
        margins=margins.astype(np.float16),
        keeps=keeps,
        worth=worth,
        occur=occur.astype(np.float16),
        equity=equity.astype(np.float32),
        cells=cells,
    )
    data = lzma.compress(buffer.getvalue(), preset=9)
    with open(path, "wb") as file:
        file.write(data)
    return len(data)


def file_name(kings: int) -> str:
    """Return the name of a file of the book."""
    return f"book-{kings}.xz"


@cache
def book(kings: int) -> Book:
    """Return the book for a number of kings; it is read once."""
    data = asset(f"ai/{file_name(kings)}").read_bytes()
    with np.load(io.BytesIO(lzma.decompress(data))) as arrays:
        loaded = {name: arrays[name] for name in arrays.files}
    classes, places, start = loaded["classes"], {}, 0
    for key in keys():
        size = class_count(classes[key.rounds, list(Lance).index(key.lance)])
        places[key] = start, size
        start += cell_count(key, size)
    return Book(
        kings,
        classes,
        loaded["middles"].astype(np.float32),
        loaded["margins"],
        loaded["keeps"],
        loaded["worth"],
        loaded["occur"].astype(np.float32),
        loaded["equity"],
        loaded["cells"],
        places,
    )


@lru_cache(maxsize=64)
def _strategy(kings: int, key: Key) -> Strategy:
    opened = book(kings)
    start, size = opened.places[key]
    return unpack(opened.cells[start : start + cell_count(key, size)], key, size)

"""What the pictures of a table show, as plain data.

Every word is given as it is to be drawn, in the reader's language; a picture adds none. Seats are 1 to 4 in
speaking order, seats 1 and 3 being the first pair (index 0), 2 and 4 the second (index 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Size = Literal["small", "large"]
"""How cards and letters are drawn: as they are, or in large print."""

PAIRS = (0, 1, 0, 1)
"""The pair of each seat, seat 1 first."""


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One seat: who sits there and what it did last.

    ``said`` is its last word, in a speech bubble; ``face`` a name of `musbot.pictures.face.face_names`, in a
    red frame where it is a signal that the whole table may see.
    """

    name: str
    said: str = ""
    face: str = "neutral"
    signal: bool = False


@dataclass(frozen=True, slots=True)
class LanceScene:
    """One lance: its name, a short note ("held", "5", "refused"), and who won it, as far as that is known."""

    name: str
    note: str = ""
    winner: int | None = None
    current: bool = False


@dataclass(frozen=True, slots=True)
class TableScene:
    """A table between two words.

    ``mano`` and ``turn`` are seats, with their words ("Mano", "To speak"); ``turn`` is None where nobody is
    asked. ``title`` and ``detail`` stand on the board in the middle: which lance, what is bet. Between the
    scores stand ``target_words`` ("to 40") and ``games_words`` ("Games 1-0").
    """

    seats: tuple[SeatScene, SeatScene, SeatScene, SeatScene]
    pair_names: tuple[str, str]
    scores: tuple[int, int]
    target: int
    target_words: str
    games_words: str
    mano: int
    mano_word: str
    turn: int | None
    turn_word: str
    title: str
    detail: str = ""
    lances: tuple[LanceScene, ...] = ()


@dataclass(frozen=True, slots=True)
class HandScene:
    """One seat's hand at the showdown, its cards as in `musbot.game.cards`, and a line about it (or none)."""

    name: str
    cards: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class CountScene:
    """How one lance was counted.

    ``points`` is what it brought, stake and bonus ("5 + 3"); ``why`` a line about it ("31 of the mano").
    ``winner`` is a pair, or None where nobody has the lance; ``cards`` are those that won it.
    """

    name: str
    points: str
    why: str
    winner: int | None
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowdownScene:
    """The hands at the end of a deal and how its lances were counted; the scores are those after it."""

    hands: tuple[HandScene, HandScene, HandScene, HandScene]
    pair_names: tuple[str, str]
    scores: tuple[int, int]
    target: int
    target_words: str
    games_words: str
    counts: tuple[CountScene, ...]
    mano: int

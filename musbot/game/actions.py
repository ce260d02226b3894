"""What is said and done at a table: actions, and which of them are legal.

An action is one line of a record: ``1 bet 5``, ``2 drop Ro 7e``, ``deal 3 Cc``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from musbot.game.cards import Card, card_names, parse_card
from musbot.game.seats import SEATS, Seat

MAX_BET = 60


class Word(StrEnum):
    """The words of a record."""

    DEAL = "deal"
    SHUFFLE = "shuffle"
    MUS = "mus"
    CUT = "cut"
    DROP = "drop"
    HOLD = "hold"
    BET = "bet"
    ORDAGO = "ordago"
    CALL = "call"
    FOLD = "fold"
    AGREE = "agree"
    SIGN = "sign"


class IllegalAction(ValueError):
    """An action the rules do not allow; its text says why."""


class Action(NamedTuple):
    """One thing said or done. Use `Action.parse`, or `say`, `drop`, `deal` and `sign` below."""

    word: Word
    seat: Seat = 0
    """0 for ``shuffle``, which is nobody's."""
    amount: int = 0
    """Stones of a ``bet``."""
    cards: tuple[Card, ...] = ()
    """Cards of a ``drop`` or a ``deal``."""
    name: str = ""
    """The signal of a ``sign``."""

    def __str__(self) -> str:
        match self.word:
            case Word.SHUFFLE:
                return "shuffle"
            case Word.DEAL:
                return f"deal {self.seat} {card_names(self.cards)}"
            case Word.DROP:
                return f"{self.seat} drop {card_names(self.cards)}"
            case Word.BET:
                return f"{self.seat} bet {self.amount}"
            case Word.SIGN:
                return f"{self.seat} sign {self.name}"
            case _:
                return f"{self.seat} {self.word}"

    @classmethod
    def parse(cls, text: str) -> Action:
        """Return the action of a line; `ValueError` says what is wrong with it.

        >>> str(Action.parse("1 bet 5"))
        '1 bet 5'
        """
        words = text.split()
        if words == ["shuffle"]:
            return SHUFFLE
        if words and words[0] == "deal":
            if len(words) < 3:
                raise ValueError("deal needs a seat and cards")
            return cls(Word.DEAL, _seat(words[1]), cards=tuple(map(parse_card, words[2:])))
        if len(words) < 2:
            raise ValueError(f"{text.strip()!r} is not an action")
        seat, verb, rest = _seat(words[0]), words[1], words[2:]
        if verb == "drop":
            return cls(Word.DROP, seat, cards=tuple(map(parse_card, rest)))
        if verb == "bet" or verb == "sign":
            if len(rest) != 1:
                raise ValueError(f"{verb} needs one {'amount' if verb == 'bet' else 'signal'}")
            if verb == "sign":
                return cls(Word.SIGN, seat, name=rest[0])
            if not (rest[0].isascii() and rest[0].isdigit()) or len(rest[0]) > 6:
                raise ValueError(f"{rest[0]!r} is not a number of stones")
            return say(seat, Word.BET, int(rest[0]))
        if verb not in _PLAIN or rest:
            raise ValueError(f"{text.strip()!r} is not an action")
        return say(seat, Word(verb))


SHUFFLE = Action(Word.SHUFFLE)
_PLAIN = {word.value for word in Word} - {"deal", "shuffle", "drop", "bet", "sign"}


def _seat(text: str) -> Seat:
    if text not in ("1", "2", "3", "4"):
        raise ValueError(f"{text!r} is not a seat: 1, 2, 3 or 4")
    return int(text)


def say(seat: Seat, word: Word, amount: int = 0) -> Action:
    """Return a spoken action, such as ``say(1, Word.BET, 5)``."""
    return _SPOKEN.get((seat, word, amount)) or Action(word, seat, amount)


_SPOKEN = {(seat, Word(word), 0): Action(Word(word), seat) for word in _PLAIN for seat in SEATS} | {
    (seat, Word.BET, amount): Action(Word.BET, seat, amount)
    for seat in SEATS
    for amount in range(1, MAX_BET + 1)
}


def drop(seat: Seat, cards: Iterable[Card]) -> Action:
    """Return a discard."""
    return Action(Word.DROP, seat, cards=tuple(cards))


def deal(seat: Seat, cards: Iterable[Card]) -> Action:
    """Return the dealing of cards to a seat."""
    return Action(Word.DEAL, seat, cards=tuple(cards))


def sign(seat: Seat, name: str) -> Action:
    """Return a signal to the partner."""
    return Action(Word.SIGN, seat, name=name)


class Legal:
    """The actions open to one seat. Immutable, and shared between all positions that look the same.

    Iterating gives every action, a bet for each amount; ``in`` tests one. Signals and dealt cards are not
    among them: they take no turn.
    """

    __slots__ = ("hand", "max_bet", "min_bet", "plain", "plain_set", "seat", "words")

    def __init__(
        self,
        seat: Seat,
        words: tuple[Word, ...],
        min_bet: int = 0,
        max_bet: int = -1,
        hand: tuple[Card, ...] = (),
    ) -> None:
        self.seat = seat
        self.words = words
        """The legal words, as they are offered; ``bet`` and ``drop`` stand for many actions."""
        self.min_bet = min_bet
        self.max_bet = max_bet
        """Bets from `min_bet` to `max_bet` are legal; none where `max_bet` is -1."""
        self.hand = hand
        """The cards that may be dropped."""
        self.plain = tuple(say(seat, word) for word in words if word not in (Word.BET, Word.DROP))
        self.plain_set = frozenset(self.plain)

    def __bool__(self) -> bool:
        return bool(self.words)

    def __contains__(self, action: object) -> bool:
        if action in self.plain_set:
            return True
        if not isinstance(action, Action) or action.seat != self.seat:
            return False
        if action.word is Word.BET:
            return self.min_bet <= action.amount <= self.max_bet and not action.cards and not action.name
        if action.word is Word.DROP and self.hand:
            dropped = action.cards
            return (
                1 <= len(dropped) <= 4
                and len(set(dropped)) == len(dropped)
                and all(card in self.hand for card in dropped)
                and not action.amount
                and not action.name
            )
        return False

    def __iter__(self) -> Iterator[Action]:
        for word in self.words:
            if word is Word.BET:
                for amount in range(self.min_bet, self.max_bet + 1):
                    yield say(self.seat, word, amount)
            elif word is Word.DROP:
                for count in range(1, len(self.hand) + 1):
                    for cards in combinations(self.hand, count):
                        yield drop(self.seat, cards)
            else:
                yield say(self.seat, word)

    def __repr__(self) -> str:
        return f"<Legal seat {self.seat}: {', '.join(self.texts())}>"

    def texts(self) -> list[str]:
        """Return the legal words as in a record's ``legal`` list: ``["hold", "bet 2..40", "ordago"]``."""
        return [
            f"bet {self.min_bet}..{self.max_bet}" if word is Word.BET else word.value for word in self.words
        ]


NOTHING = Legal(0, ())


@cache
def legal(seat: Seat, words: tuple[Word, ...], min_bet: int = 0, max_bet: int = -1) -> Legal:
    """Return the shared `Legal` of a seat that may say these words; ``bet`` is left out where no bet fits."""
    if Word.BET in words and min_bet > max_bet:
        words = tuple(word for word in words if word is not Word.BET)
        min_bet, max_bet = 0, -1
    return Legal(seat, words, min_bet, max_bet)

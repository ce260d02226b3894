"""The expert: plays from the book. One look-up and one draw a word.

Signals are not in the book. What a partner has told of its hand in a lance is brought in by reading the own hand as
the one that would win as often beside a partner of whom nothing is known.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import numpy as np

from musbot.ai import spoken
from musbot.ai.book import NONE, Book, Key, book, score_class
from musbot.ai.lances import AGREE, AMOUNTS, CALL, FOLD, HOLD, ORDAGO, Move
from musbot.ai.signalling import signals_to_send
from musbot.ai.spoken import able, course
from musbot.game.actions import Action, Legal, Word, drop, say
from musbot.game.cards import rank_of
from musbot.game.count import pair_name
from musbot.game.deal import Phase
from musbot.game.hands import HANDS, Lance
from musbot.game.seats import place_of
from musbot.game.signals import true_signals
from musbot.game.views import PublicView, SeatView

_WORDS: dict[Move, Word] = {
    HOLD: Word.HOLD,
    CALL: Word.CALL,
    FOLD: Word.FOLD,
    AGREE: Word.AGREE,
    ORDAGO: Word.ORDAGO,
}
_TOLD_IN = {
    Lance.PARES: ("duples", "three-kings", "medias", "three-aces", "two-kings", "two-aces"),
    Lance.JUEGO: ("thirty-one", "juego"),
    Lance.PUNTO: ("thirty", "twenty-nine"),
    Lance.GRANDE: ("three-kings", "two-kings"),
    Lance.CHICA: ("three-aces", "two-aces"),
}
_STRONG = ("duples", "thirty-one", "three-kings")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player of the book likes to play where it has a choice."""

    opens: float = 1.0
    """How many times as often as the book it opens with a bet."""
    likes_chica: float = 1.0
    """The same again in the chica."""

    def lean(self, public: PublicView, moves: tuple[Move, ...], chances: list[float]) -> list[float]:
        """Return how often it says each move, where the book says it so often; not normalised."""
        if public.bet or public.ordago or HOLD not in moves:
            return chances
        factor = self.opens * (self.likes_chica if public.lance is Lance.CHICA else 1.0)
        return [
            chance * factor if isinstance(move, int) and move != ORDAGO else chance
            for move, chance in zip(moves, chances, strict=True)
        ]


PLAIN = Manner()
BOLD, QUIET, CHICA = Manner(opens=1.25), Manner(opens=0.8), Manner(likes_chica=1.4)


@dataclass(frozen=True, slots=True)
class Solved:
    """The player."""

    name: str
    manner: Manner = PLAIN

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        match view.public.phase:
            case Phase.MUS:
                return say(view.seat, Word.CUT if cuts(view, rng) else Word.MUS)
            case Phase.DISCARD:
                return discard(view)
            case _:
                moves, chances = strategy(view)
                return draw(moves, self.manner.lean(view.public, moves, chances), legal, rng)

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return the signals that it sends for the hand it has just got."""
        return signals_to_send(view, rng)


def cuts(view: SeatView, rng: random.Random) -> bool:
    """Whether a seat cuts the mus. Near the border it is left to chance, so that a cut tells less."""
    public, facts = view.public, view.facts
    assert facts is not None
    opened = book(public.options.kings)
    seat = place_of(view.seat, public.mano)
    margin = float(opened.margins[min(public.mus_rounds, 2), seat, facts.code])
    if "cut" in view.partner_signals:
        margin += 1.0
    margin += 0.7 * sum(name in view.partner_signals for name in _STRONG)
    return margin + rng.gauss(0, 0.15) > 0


def discard(view: SeatView) -> Action:
    """Return what a seat drops."""
    public, facts = view.public, view.facts
    assert facts is not None
    kings = public.options.kings
    kept = int(book(kings).keeps[min(public.mus_rounds - 1, 2), place_of(view.seat, public.mano), facts.code])
    cards = sorted(view.cards, key=lambda card: rank_of(card, kings))
    return drop(view.seat, [card for place, card in enumerate(cards) if not kept >> place & 1])


def strategy(view: SeatView) -> tuple[tuple[Move, ...], list[float]]:
    """Return what a seat may say in the lance, and how often the book says it."""
    public = view.public
    lance = public.lance
    assert lance is not None
    went = course(public, lance)
    if went.node is None:
        # There is no choice (a partner's órdago stands), or nothing like it is in the book: do the least.
        return (AGREE, HOLD, FOLD), [1.0, 0.0, 0.0]
    opened = book(public.options.kings)
    key = key_of(public, lance, went.tree.mask)
    hand = class_in(view, opened, key, went.tree.mask)
    row = opened.strategy(key)[went.node, hand]
    moves = went.tree.moves[went.node]
    return moves, [float(chance) for chance in row[: len(moves)]]


def key_of(public: PublicView, lance: Lance, mask: int) -> Key:
    """Return which strategy of the book fits a lance now."""
    target = public.options.target
    mano = 0 if pair_name(public.mano) == "A" else 1
    needs = target - public.scores[mano], target - public.scores[1 - mano]
    return Key(public.options.consult, min(public.mus_rounds, 2), score_class(*needs), lance, mask)


def class_in(view: SeatView, opened: Book, key: Key, mask: int) -> int:
    """Return the class that a seat plays its hand as, with what its partner has told."""
    facts = view.facts
    assert facts is not None
    place = list(Lance).index(key.lance)
    own = int(opened.classes[key.rounds, place, facts.code])
    assert own != NONE
    partner = (place_of(view.seat, view.public.mano) + 2) % 4
    if not mask >> partner & 1:
        return own
    told = told_class(opened.kings, key.rounds, key.lance, view.partner_signals)
    if told is None:
        return own
    middles = opened.middles[key.rounds, place, : opened.sizes(key.rounds, key.lance)]
    rivals = sum(mask >> seat & 1 for seat in range(4)) - 2
    best = float(middles[max(own, told)])
    # Beside a partner nobody knows, a hand of quality q wins with chance u + (1 - u) / (n + 1), u = q ** (n + 1).
    alone = max(0.0, (best**rivals * (rivals + 1) - 1) / rivals)
    as_if = int(np.searchsorted(middles, alone ** (1 / (rivals + 1))))
    return min(as_if, len(middles) - 1)


@cache
def told_class(kings: int, rounds: int, lance: Lance, signals: tuple[str, ...]) -> int | None:
    """Return the middle class, in a lance, of the hands of which signals are true; None where they tell nothing."""
    names = [name for name in signals if name in _TOLD_IN.get(lance, ())]
    if not names:
        return None
    opened = book(kings)
    column = opened.classes[rounds, list(Lance).index(lance)]
    often = opened.occur[rounds].sum(axis=(0, 1))
    fits = np.array([set(names) <= signals_of(kings)[code] for code in range(len(column))]) & (column != NONE)
    if not fits.any():
        return None
    order = np.argsort(column[fits], kind="stable")
    share = np.cumsum(often[fits][order])
    return int(column[fits][order][np.searchsorted(share, share[-1] / 2)])


@cache
def signals_of(kings: int) -> tuple[frozenset[str], ...]:
    """Return the signals that are true of each hand."""
    hands = sorted(HANDS[kings, False].values(), key=lambda hand: hand.code)
    return tuple(true_signals(hand) for hand in hands)


def draw(moves: tuple[Move, ...], chances: list[float], legal: Legal, rng: random.Random) -> Action:
    """Draw a move and return it as a legal action."""
    open_to = [
        (move, chance) for move, chance in zip(moves, chances, strict=True) if action_of(move, legal, rng)
    ]
    if not open_to:
        raise ValueError(f"none of {moves} is legal in {legal!r}")
    (move,) = rng.choices([move for move, _ in open_to], [chance + 1e-9 for _, chance in open_to])
    action = action_of(move, legal, rng)
    assert action is not None
    return action


def action_of(move: Move, legal: Legal, rng: random.Random) -> Action | None:
    """Return the action that a move of the book stands for; None where none is legal."""
    word = _WORDS.get(move)
    if word is not None:
        return say(legal.seat, word) if word in legal.words else None
    if Word.BET not in legal.words:
        return None
    assert isinstance(move, int)
    stones = min(max(AMOUNTS[move], legal.min_bet), legal.max_bet)
    return say(legal.seat, Word.BET, stones)


__all__ = [
    "Solved",
    "able",
    "action_of",
    "class_in",
    "course",
    "cuts",
    "discard",
    "draw",
    "key_of",
    "spoken",
    "strategy",
]

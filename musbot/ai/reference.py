"""The tight-threshold player: the yardstick that solved players are measured by. It sits at no table.

It cuts and drops as the club does, and in the lances bets, raises and calls by its chance alone: no bluff, no score.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from musbot.ai.book import Key, book
from musbot.ai.lances import AGREE, tree
from musbot.ai.signalling import signals_to_send
from musbot.ai.solved import class_in, draw, key_of
from musbot.ai.spoken import course
from musbot.ai.thresholds import Thresholds
from musbot.ai.tight import LOOSE, tight_moves, tight_strategy
from musbot.game.actions import Action, Legal
from musbot.game.deal import Phase
from musbot.game.hands import Lance
from musbot.game.seats import place_of
from musbot.game.views import SeatView

_CLUB = Thresholds("club")


@dataclass(frozen=True, slots=True)
class Tight:
    """The player."""

    name: str = "tight"

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        public = view.public
        if public.phase is not Phase.LANCE:
            return _CLUB.choose(view, legal, rng)
        assert public.lance is not None
        went = course(public, public.lance)
        if went.node is None:
            return draw((AGREE,), [1.0], legal, rng)
        node, moves = went.tree.nodes[went.node], went.tree.moves[went.node]
        opened = book(public.options.kings)
        key = key_of(public, public.lance, went.tree.mask)
        hand = class_in(view, opened, key, went.tree.mask)
        chance = chances(opened.kings, key.rounds, public.lance, went.tree.mask)[
            place_of(view.seat, public.mano), hand
        ]
        (said,) = tight_moves(node.level, node.proposal, moves, np.array([chance]))
        return draw(moves, [float(place == said) for place in range(len(moves))], legal, rng)

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return the signals that it sends for the hand it has just got."""
        return signals_to_send(view, rng)


@lru_cache(maxsize=256)
def chances(kings: int, rounds: int, lance: Lance, mask: int) -> NDArray[np.float64]:
    """Return ``(seat, class)``: how often a pair wins a lance, as if hands did not hang together."""
    opened = book(kings)
    size = opened.sizes(rounds, lance)
    quality = opened.middles[rounds, list(Lance).index(lance), :size].astype(float)
    result = np.empty((4, size))
    for seat in range(4):
        rivals = sum(mask >> (seat + step) % 4 & 1 for step in (1, 3))
        beside = mask >> (seat + 2) % 4 & 1
        # Of so many random hands a hand of quality q is the best with q to that power; else the best is anybody's.
        best = quality ** (rivals + beside)
        result[seat] = best + (1 - best) * beside / max(rivals + beside, 1)
    return result


def straight_strategy(kings: int, key: Key) -> NDArray[np.float32]:
    """Return how people are taken to play a lance who look at nothing but their chance, and are hard to bluff."""
    return _straight(kings, key.consult, key.rounds, key.lance, key.mask)


@lru_cache(maxsize=128)
def _straight(kings: int, consult: bool, rounds: int, lance: Lance, mask: int) -> NDArray[np.float32]:
    return tight_strategy(tree(consult, mask), chances(kings, rounds, lance, mask), LOOSE)

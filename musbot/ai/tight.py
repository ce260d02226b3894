"""The tight player of one lance: bets, raises and calls by the chance to win it alone.

Solving starts from it, and the master takes others to be like it as often as like the book.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from musbot.ai.lances import AGREE, CALL, FOLD, HOLD, MOST_ACTIONS, ORDAGO, Move, Tree

_OPENS = ((0.62, 1), (0.75, 2))
TIGHT = {1: 0.52, 2: 0.62, 3: 0.72, ORDAGO: 0.9}
"""Least chance to call a bet of each level with."""


LOOSE = {1: 0.45, 2: 0.5, 3: 0.56, ORDAGO: 0.69}
"""Least chance to call with, of a player who is hard to bluff."""


def tight_strategy(
    tree: Tree, chance: NDArray[np.float64], calls: Mapping[int, float] = TIGHT
) -> NDArray[np.float32]:
    """Return the tight player's strategy ``(node, class, move)``.

    :param chance: ``(seat, class)``, how often the seat's pair wins the lance with a hand of that class.
    """
    size = chance.shape[1]
    strategy = np.zeros((len(tree.nodes), size, MOST_ACTIONS), np.float32)
    for place, node in enumerate(tree.nodes):
        moves = tree.moves[place]
        for hand in range(size):
            move = tight_move(node.level, node.proposal, moves, float(chance[node.seat, hand]), calls)
            strategy[place, hand, moves.index(move)] = 1
    return strategy


def tight_move(
    level: int,
    proposal: Move | None,
    moves: tuple[Move, ...],
    chance: float,
    calls: Mapping[int, float] = TIGHT,
) -> Move:
    """Return what the tight player says where a bet of a level is open (0: none), or its partner proposes."""
    if HOLD in moves:
        return next((bet for least, bet in reversed(_OPENS) if chance >= least), HOLD)
    higher = level + 1
    strong = higher if higher in moves and level and chance > calls.get(higher, 1.0) + 0.1 else None
    if proposal is None:
        return strong or (CALL if chance >= calls[level] else FOLD)
    if proposal == FOLD and chance >= calls[level]:
        return strong or CALL
    if proposal == CALL and strong:
        return strong
    return AGREE

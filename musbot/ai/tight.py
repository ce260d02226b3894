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
    classes = np.arange(chance.shape[1])
    strategy = np.zeros((len(tree.nodes), len(classes), MOST_ACTIONS), np.float32)
    for place, node in enumerate(tree.nodes):
        said = tight_moves(node.level, node.proposal, tree.moves[place], chance[node.seat], calls)
        strategy[place, classes, said] = 1
    return strategy


def tight_moves(
    level: int,
    proposal: Move | None,
    moves: tuple[Move, ...],
    chance: NDArray[np.float64],
    calls: Mapping[int, float] = TIGHT,
) -> NDArray[np.int64]:
    """Return what the tight player says with each chance to win, as places in `moves`.

    :param level: of the open bet; 0 without one.
    :param proposal: what its partner proposes.
    """
    if HOLD in moves:
        said = np.full(chance.shape, moves.index(HOLD))
        for least, bet in _OPENS:
            said[chance >= least] = moves.index(bet)
        return said
    if proposal is None:
        said = np.where(chance >= calls[level], moves.index(CALL), moves.index(FOLD))
    else:
        said = np.full(chance.shape, moves.index(AGREE))
        if proposal == FOLD:
            said[chance >= calls[level]] = moves.index(CALL)
    higher = level + 1
    if level and higher in moves and proposal in (None, FOLD, CALL):
        said[chance > calls.get(higher, 1.0) + 0.1] = moves.index(higher)
    return said

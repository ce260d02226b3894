"""One lance as a betting game: who may say what, in sizes that a strategy is solved for.

A solved strategy knows bets of 2, 5, 10 and órdago; what is said at a table is read as the nearest of them. Its
nodes forget how a bet came about: they know who bet, how much, what a refusal gives, whether the bettor overruled
its partner, and what the own partner proposes. So one lance has one or two hundred nodes, which form a graph without
loops, and a strategy is an array ``(node, class of hand, action)``.

Seats are counted from the mano here: 0 to 3. Pair 0 is the mano's (seats 0 and 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

AMOUNTS = (0, 2, 5, 10)
"""Stones of the levels of betting; level `ORDAGO` comes after them."""
ORDAGO = 4
MOST_ACTIONS = 4

HOLD, CALL, FOLD, AGREE = "hold", "call", "fold", "agree"

Move: TypeAlias = str | int
"""A word, or the level of a bet: 1, 2, 3 or `ORDAGO`."""


class Held(NamedTuple):
    """Everyone held."""


class Accepted(NamedTuple):
    """A bet was called; `ORDAGO` is a level too."""

    level: int


class Refused(NamedTuple):
    """A bet was refused."""

    pair: int
    """The pair that bet, which has the stones."""
    stones: int


End: TypeAlias = Held | Accepted | Refused


class Node(NamedTuple):
    """A decision. These fields are all that a strategy remembers of how it came."""

    seat: int
    """Who is to speak."""
    bettor: int
    """Who bet; -1 while nobody has."""
    level: int
    """Level of the open bet; 0 without one."""
    before: int
    """Level of the bet before it, which tells what a refusal gives."""
    proposal: Move | None
    """What the partner wants to say and asks about."""
    second: bool
    """The partner has folded already, where partners do not ask."""
    overruled: bool = False
    """Who bet was asked by its partner, and bet otherwise than that one had proposed."""


ENDS: tuple[End, ...] = (
    Held(),
    *(Accepted(level) for level in (1, 2, 3, ORDAGO)),
    *(Refused(pair, stones) for pair in (0, 1) for stones in (1, 2, 5, 10)),
)
"""Every way in which a lance can end, in the order of the arrays."""


@dataclass(frozen=True)
class Tree:
    """The nodes of one lance, each before those that follow it; the first node is the start."""

    consult: bool
    mask: int
    """Seats that may bet, as bits ``1 << seat``."""
    nodes: tuple[Node, ...]
    moves: tuple[tuple[Move, ...], ...]
    """What may be said at each node."""
    places: dict[Node, int]
    seats: NDArray[np.int64]
    """Seat of each node."""
    counts: NDArray[np.int64]
    """Number of moves of each node."""
    follow: NDArray[np.int64]
    """(node, move): the node that follows; ``-1 - end`` where the lance ends."""


def refusal(level: int) -> int:
    """Return what refusing a bet gives, where the bet before it was of a level."""
    return AMOUNTS[level] or 1


@cache
def tree(consult: bool, mask: int) -> Tree:
    """Return the nodes of a lance in which the seats of `mask` may bet; both pairs must have one."""
    if not (mask & 0b0101 and mask & 0b1010):
        raise ValueError(f"mask {mask:04b}: both pairs must have a seat that may bet")
    game = _Game(consult, mask)
    game.explore(game.opening(0))
    nodes = tuple(reversed(game.finished))
    places = {node: place for place, node in enumerate(nodes)}
    follow = np.full((len(nodes), MOST_ACTIONS), 0, np.int64)
    for place, node in enumerate(nodes):
        for action, (_, then) in enumerate(game.choices[node]):
            follow[place, action] = places[then] if isinstance(then, Node) else -1 - ENDS.index(then)
    return Tree(
        consult=consult,
        mask=mask,
        nodes=nodes,
        moves=tuple(tuple(move for move, _ in game.choices[node]) for node in nodes),
        places=places,
        seats=np.array([node.seat for node in nodes]),
        counts=np.array([len(game.choices[node]) for node in nodes]),
        follow=follow,
    )


Choices: TypeAlias = tuple[tuple[Move, "Node | End"], ...]


class _Game:
    """What follows what; `explore` fills `choices` and `finished`, a node after all that follow it."""

    def __init__(self, consult: bool, mask: int) -> None:
        self.consult = consult
        self.mask = mask
        self.order = [seat for seat in range(4) if mask >> seat & 1]
        self.choices: dict[Node, Choices] = {}
        self.finished: list[Node] = []

    def explore(self, node: Node) -> None:
        if node in self.choices:
            return
        choices = self.choices[node] = self._choices(node)
        for _, then in choices:
            if isinstance(then, Node):
                self.explore(then)
        self.finished.append(node)

    def opening(self, place: int) -> Node:
        return Node(self.order[place], -1, 0, 0, None, False)

    def _choices(self, node: Node) -> Choices:
        partner = (node.seat + 2) % 4
        asks = self.consult and bool(self.mask >> partner & 1)
        if node.proposal is not None:
            return self._of_partner(node)
        if node.bettor < 0:
            place = self.order.index(node.seat) + 1
            holds = self.opening(place) if place < len(self.order) else Held()
            bets = tuple((level, self._say(node, level, asks)) for level in (1, 2, ORDAGO))
            return ((HOLD, holds), *bets)
        words: list[tuple[Move, Node | End]] = [(CALL, self._say(node, CALL, asks))]
        if not self.consult and self.mask >> partner & 1 and not node.second:
            words.append((FOLD, node._replace(seat=partner, second=True)))
        else:
            words.append((FOLD, self._say(node, FOLD, asks)))
        words += [(level, self._say(node, level, asks)) for level in self._higher(node.level)]
        return tuple(words)

    def _of_partner(self, node: Node) -> Choices:
        proposal = node.proposal
        assert proposal is not None
        asked = (node.seat + 2) % 4
        words: list[tuple[Move, Node | End]] = [(AGREE, self._settle(node, proposal, asked))]
        if proposal == FOLD:
            words.append((CALL, self._settle(node, CALL, node.seat)))
        if proposal == CALL:
            words.append((FOLD, self._settle(node, FOLD, node.seat)))
        least = proposal if isinstance(proposal, int) else node.level
        words += [(level, self._settle(node, level, node.seat)) for level in self._higher(least)]
        return tuple(words)

    @staticmethod
    def _higher(level: int) -> tuple[int, ...]:
        return () if level == ORDAGO else (ORDAGO,) if level == 3 else (level + 1, ORDAGO)

    def _say(self, node: Node, move: Move, asks: bool) -> Node | End:
        # An órdago that is proposed stands: its partner can only agree.
        if asks and move != ORDAGO:
            return node._replace(seat=(node.seat + 2) % 4, proposal=move)
        return self._settle(node, move, node.seat)

    def _settle(self, node: Node, move: Move, seat: int) -> Node | End:
        overruled = node.proposal is not None and seat == node.seat
        if move == CALL:
            return Accepted(node.level)
        if move == FOLD:
            return Refused(node.bettor % 2, refusal(node.before))
        assert isinstance(move, int)
        following = (seat + 1) % 4
        answers = following if self.mask >> following & 1 else (following + 2) % 4
        return Node(answers, seat, move, node.level, None, False, overruled)

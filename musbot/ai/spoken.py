"""What has been said in a lance, as nodes of `musbot.ai.lances`: real bets read as the nearest solved ones."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from musbot.ai.lances import AGREE, CALL, FOLD, HOLD, ORDAGO, Move, Node, Tree, tree
from musbot.game.actions import Word
from musbot.game.hands import Lance
from musbot.game.seats import place_of
from musbot.game.views import PublicView


class Said(NamedTuple):
    """A decision that was made."""

    node: int
    seat: int
    """From the mano."""
    move: int | None
    """Index of the move; None where the solved lance has none like it."""


class Course(NamedTuple):
    """How a lance went so far."""

    tree: Tree
    said: tuple[Said, ...]
    node: int | None
    """Where it stands; None once it is over, before a word that cannot be chosen, and where nothing is like it."""


def able(public: PublicView, lance: Lance) -> int:
    """Return the seats that may bet in a lance, as bits from the mano; all of them where nothing is declared."""
    for declaration in public.declarations:
        if declaration.lance is lance:
            return sum(1 << place_of(seat, public.mano) for seat in declaration.holders)
    return 15


def level_of(stones: int) -> int:
    """Return the level of a bet.

    >>> [level_of(stones) for stones in (2, 3, 4, 7, 8, 30)]
    [1, 1, 2, 2, 3, 3]
    """
    return 1 if stones < 4 else 2 if stones < 8 else 3


def course(public: PublicView, lance: Lance) -> Course:
    """Return how a lance that both pairs may bet in went; `ValueError` where they may not."""
    options = public.options
    game = tree(options.consult, able(public, lance))
    order = [seat for seat in range(4) if game.mask >> seat & 1]
    node: Node | None = Node(order[0], -1, 0, 0, None, False)
    said: list[Said] = []
    for line in public.spoken:
        if line.lance is not lance or node is None:
            continue
        move = _move(line.word, line.amount, node)
        if node.proposal == ORDAGO:
            # Its partner can only agree, which is no decision.
            node = _after(game, node, move, line.proposed, order)
            continue
        place = find(game, node)
        if place is None:
            return Course(game, tuple(said), None)
        moves = game.moves[place]
        said.append(Said(place, node.seat, moves.index(move) if move in moves else None))
        node = _after(game, node, move, line.proposed, order)
    return Course(game, tuple(said), None if node is None else find(game, node))


def find(game: Tree, node: Node) -> int | None:
    """Return the place of a node, or of the nearest that the book has: of a lower bet, or after another one."""
    if isinstance(node.proposal, int) and node.proposal != ORDAGO:
        proposals: tuple[Move | None, ...] = tuple(range(node.proposal, 0, -1))
    else:
        proposals = (node.proposal,)
    kinds = (True, False) if node.overruled else (False,)
    for overruled, proposal in product(kinds, proposals):
        highest = min(node.level, proposal - 1) if isinstance(proposal, int) else node.level
        for level in (highest, *range(highest - 1, 0, -1)) if node.bettor >= 0 else (0,):
            for before in (node.before, *range(level - 1, -1, -1)):
                nearest = node._replace(level=level, before=before, proposal=proposal, overruled=overruled)
                place = game.places.get(nearest)
                if place is not None:
                    return place
            if node.level == ORDAGO:
                break
    return None


def _move(word: Word, amount: int, node: Node) -> Move:
    match word:
        case Word.HOLD:
            return HOLD
        case Word.CALL:
            return CALL
        case Word.FOLD:
            return FOLD
        case Word.AGREE:
            return AGREE
        case Word.ORDAGO:
            return ORDAGO
    open_level = node.proposal if isinstance(node.proposal, int) else node.level
    if open_level:
        return min(open_level + 1, 3)
    return level_of(amount)


def _after(game: Tree, node: Node, move: Move, proposed: bool, order: list[int]) -> Node | None:
    partner = (node.seat + 2) % 4
    if move == HOLD:
        place = order.index(node.seat) + 1
        return Node(order[place], -1, 0, 0, None, False) if place < len(order) else None
    if proposed:
        return node._replace(seat=partner, proposal=move)
    seat, overruled = node.seat, node.proposal is not None and move != AGREE
    if move == AGREE:
        assert node.proposal is not None
        move, seat = node.proposal, partner
    if move == CALL:
        return None
    if move == FOLD:
        asks = not game.consult and not node.second and bool(game.mask >> partner & 1)
        return node._replace(seat=partner, second=True) if asks else None
    assert isinstance(move, int)
    following = (seat + 1) % 4
    answers = following if game.mask >> following & 1 else (following + 2) % 4
    return Node(answers, seat, move, min(node.level, move - 1), None, False, overruled)

"""One lance as a solved game: its nodes, and how real words are read as them."""

from __future__ import annotations

import random

import pytest

from musbot.ai.lances import AMOUNTS, ENDS, ORDAGO, Accepted, Held, Node, Refused, Tree, tree
from musbot.ai.spoken import course, level_of
from musbot.game import Action, Deal, Lance, Match, Options, Phase, Word
from musbot.game.seats import place_of
from musbot.game.views import public_view

from .tables import anything, positions, random_rules

MASKS = [mask for mask in range(16) if mask & 0b0101 and mask & 0b1010]


@pytest.mark.parametrize("consult", [False, True])
@pytest.mark.parametrize("mask", MASKS)
def test_nodes_come_before_those_that_follow_and_every_lance_ends(consult: bool, mask: int) -> None:
    game = tree(consult, mask)
    reached = {0}
    ends = set()
    for place, node in enumerate(game.nodes):
        assert mask >> node.seat & 1
        for then in game.follow[place, : game.counts[place]]:
            if then >= 0:
                assert then > place
                reached.add(int(then))
            else:
                ends.add(ENDS[-1 - then])
    assert reached == set(range(len(game.nodes)))
    assert Held() in ends
    assert Accepted(ORDAGO) in ends
    assert {end.pair for end in ends if isinstance(end, Refused)} == {0, 1}


def test_a_lance_needs_both_pairs() -> None:
    with pytest.raises(ValueError, match="both pairs"):
        tree(True, 0b0101)


def test_a_refused_raise_gives_what_was_on_the_table_before() -> None:
    game = tree(False, 0b0011)
    opened = game.places[Node(1, 0, 2, 0, None, False)]
    raised = game.places[Node(0, 1, 3, 2, None, False)]
    assert Refused(0, 1) in _ends(game, opened)
    assert Refused(1, AMOUNTS[2]) in _ends(game, raised)


def test_a_bet_against_the_own_partners_proposal_is_answered_as_such() -> None:
    """Partners who bet 5 where one of them wanted 2 are not believed as those who both wanted 5."""
    game = tree(True, 0b1111)
    proposed = game.places[Node(2, -1, 0, 0, 1, False)]
    after = game.follow[proposed, game.moves[proposed].index(2)]
    assert game.nodes[after] == Node(3, 2, 2, 0, None, False, overruled=True)
    agreed = game.places[Node(2, -1, 0, 0, 2, False)]
    assert game.nodes[game.follow[agreed, 0]] == Node(1, 0, 2, 0, None, False)


def _ends(game: Tree, place: int) -> set[object]:
    return {ENDS[-1 - then] for then in game.follow[place, : game.counts[place]] if then < 0}


def test_the_course_of_a_lance_names_who_is_to_speak_whatever_was_said() -> None:
    """Words at random, by all rules: the node is of the seat whose turn it is, and its words are legal there."""
    rng = random.Random(3)
    seen = missing = 0
    while seen < 4_000:
        for deal, seat in positions(Match(random_rules(rng), rng.randint(1, 4)), [anything] * 4, rng):
            if deal.phase is not Phase.LANCE:
                continue
            view = public_view(deal)
            assert view.lance is not None
            went = course(view, view.lance)
            seen += 1
            if went.node is None:
                missing += len(deal.legal().words) > 1
                continue
            node = went.tree.nodes[went.node]
            assert node.seat == place_of(seat, view.mano)
            assert (node.bettor < 0) == (view.bettor == 0)
            assert (node.level == ORDAGO) == view.ordago
            assert (node.proposal is not None) == (view.proposal is not None)
            legal = {word.value for word in deal.legal().words}
            assert {move for move in went.tree.moves[went.node] if isinstance(move, str)} <= legal
    assert missing == 0


def test_bets_are_read_by_their_size() -> None:
    assert [level_of(stones) for stones in (2, 4, 5, 8, 40)] == [1, 2, 2, 3, 3]


def test_a_bet_of_the_book_is_read_as_itself() -> None:
    deal = Deal(Options.of("classic"), mano=2)
    for line in (
        "deal 2 Ro Rc 7o 6o",
        "deal 3 Co 7c 6c 5c",
        "deal 4 So 6e 5e 1e",
        "deal 1 Sc 7b 5b 4b",
        "2 cut",
    ):
        deal.push(Action.parse(line))
    for line in ("2 hold", "3 bet 5", "4 bet 10"):
        deal.push(Action.parse(line))
    went = course(public_view(deal), Lance.GRANDE)
    assert went.node is not None
    assert went.tree.nodes[went.node] == Node(3, 2, 3, 2, None, False)
    assert [said.move for said in went.said] == [0, 2, 2]
    assert deal.legal().seat == 1
    assert Word.CALL in deal.legal().words

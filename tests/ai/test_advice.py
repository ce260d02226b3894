"""The adviser of the reviews: it judges every legal word, from what the seat knows, and knows plain things."""

from __future__ import annotations

import random

import pytest

from musbot.ai.advice import SolvedAdviser, at_the_score
from musbot.game import Action, Deal, Match, Options, Phase, Word
from musbot.game.actions import drop
from musbot.game.views import seat_view

from .tables import anything, positions, random_rules

ADVISER = SolvedAdviser(200)


def advice(deal: Deal, also: Action | None = None) -> dict[str, float]:
    seat = deal.to_act[0]
    found = ADVISER.advise(seat_view(deal, seat), deal.legal(seat), also)
    assert found == sorted(found, key=lambda pair: -pair[1])
    return {str(action).split(maxsplit=1)[1]: chance for action, chance in found}


def after(*lines: str, rules: Options | None = None, scores: tuple[int, int] = (0, 0)) -> Deal:
    deal = Deal(rules or Options(consult=False), mano=1, scores=scores)
    for line in lines:
        deal.push(Action.parse(line))
    return deal


STRONG = ("deal 1 Ro Rc Re 1b", "deal 2 Co 7e 6c 5c", "deal 3 7o 6e 5e 4e", "deal 4 Sc 7b 6b 5b")
WEAK = ("deal 1 7c 6o 5o 4o", "deal 2 Ro Rc Re Rb", "deal 3 7o 6e 5e 4e", "deal 4 Sc 7b 6b 5b")


def test_whatever_was_said_is_judged_and_every_chance_is_one() -> None:
    rng, met = random.Random(5), 0
    while met < 1_200:
        for deal, seat in positions(Match(random_rules(rng), rng.randint(1, 4)), [anything] * 4, rng):
            view, legal = seat_view(deal, seat), deal.legal(seat)
            done = anything(view, legal, rng)
            found = dict(ADVISER.advise(view, legal, done))
            assert done in found
            assert all(action in legal for action in found)
            assert all(0 <= chance <= 1 for chance in found.values())
            if deal.phase is not Phase.DISCARD and len(legal.words) > 1:
                assert {action.word for action in found} >= set(legal.words) - {Word.BET}
            met += 1


def test_the_same_view_gets_the_same_advice() -> None:
    deal = after(*STRONG, "1 cut", "1 hold", "2 bet 5")
    assert advice(deal) == advice(deal)


def test_a_strong_hand_calls_and_a_weak_one_folds_to_a_game_at_stake() -> None:
    strong = advice(after(*STRONG, "1 cut", "1 hold", "2 ordago", "3 fold"))
    assert strong["call"] > strong["fold"]
    weak = advice(after(*WEAK, "1 cut", "1 hold", "2 ordago", "3 fold"))
    assert weak["fold"] > weak["call"] + 0.1


def test_what_wins_the_game_is_best() -> None:
    """39 stones: one more wins. The mano's pair has the best hand of the lance for sure."""
    deal = after("deal 1 Ro Rc Re Rb", *STRONG[1:], "1 cut", "1 hold", "2 bet 2", "3 fold", scores=(39, 20))
    assert advice(deal)["call"] > 0.95


def test_three_kings_are_kept() -> None:
    deal = after(*STRONG, "1 mus", "2 mus", "3 mus", "4 mus")
    found = ADVISER.advise(seat_view(deal, 1), deal.legal(1), drop(1, deal.hands[1][:3]))
    kept = [card for card in deal.hands[1] if card not in found[0][0].cards]
    assert len([card for card in kept if card % 10 == 0]) == 3
    assert found[0][1] > dict(found)[drop(1, deal.hands[1][:3])]


@pytest.mark.parametrize("scores", [(0, 0), (35, 10), (10, 35)])
def test_the_chances_of_the_two_pairs_add_up(scores: tuple[int, int]) -> None:
    view = seat_view(after(*STRONG, scores=scores), 1).public
    one, stone = at_the_score(view, 1)
    other, same_stone = at_the_score(view, 2)
    assert one + other == pytest.approx(1)
    assert stone == same_stone > 0

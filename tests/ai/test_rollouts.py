"""The adviser that plays on: it finds its way back to any position, and sees what is plain to see."""

from __future__ import annotations

import random

import pytest

from musbot.ai.rollouts import Rollouts, candidates, outlook, position_of, same
from musbot.game import Action, Deal, Match, Options, Word
from musbot.game.actions import drop
from musbot.game.views import seat_view

from .tables import anything, positions, random_rules


def after(*lines: str, rules: Options | None = None, scores: tuple[int, int] = (0, 0)) -> Deal:
    deal = Deal(rules or Options(consult=False), mano=1, scores=scores)
    for line in lines:
        deal.push(Action.parse(line))
    return deal


def advice(deal: Deal, worlds: int = 24) -> dict[str, float]:
    seat = deal.to_act[0]
    found = Rollouts(worlds=worlds).advise(seat_view(deal, seat), deal.legal(seat))
    assert found == sorted(found, key=lambda pair: -pair[1])
    return {str(action).split(maxsplit=1)[1]: chance for action, chance in found}


def test_what_is_played_on_from_is_the_position_itself() -> None:
    """With the hands as they are, the same words are legal for the same seat, and the same is at stake."""
    rng, met = random.Random(3), 0
    while met < 1_500:
        match = Match(random_rules(rng), rng.randint(1, 4))
        for deal, seat in positions(match, [anything] * 4, rng):
            view = seat_view(deal, seat)
            if len(view.cards) < 4:
                continue
            hands = {each: deal.hands[each] for each in (1, 2, 3, 4)}
            twin = position_of(view, hands)
            assert twin.phase is deal.phase
            assert twin.lance is deal.lance
            assert twin.scores == deal.scores
            assert seat in twin.to_act
            assert twin.legal(seat).texts() == deal.legal(seat).texts()
            met += 1


def test_every_legal_word_is_looked_at_and_what_was_done_too() -> None:
    rng = random.Random(5)
    for deal, seat in positions(Match(Options(), 1), [anything] * 4, rng):
        view, legal = seat_view(deal, seat), deal.legal(seat)
        done = anything(view, legal, rng)
        found = candidates(view, legal, done)
        assert all(action in legal for action in found)
        assert any(same(view, action, done) for action in found)
        if not legal.hand:
            assert {action.word for action in found} == set(legal.words)


@pytest.fixture
def four_aces() -> tuple[str, ...]:
    return ("deal 1 1o 1c 1e 4b", "deal 2 Ro 7c 6c 5c", "deal 3 So 6e 5e 4e", "deal 4 Sc 7b 5b 4o", "1 cut")


def test_three_aces_do_not_call_an_ordago_in_grande(four_aces: tuple[str, ...]) -> None:
    deal = after(*four_aces, "1 hold", "2 ordago", "3 fold")
    found = advice(deal)
    assert found["fold"] > found["call"] + 0.1


def test_the_best_31_calls_any_ordago_in_juego() -> None:
    deal = after(
        "deal 1 Ro Rc So 1b", "deal 2 Co 7c 6c 5c", "deal 3 7o 6e 5e 4e", "deal 4 Sc Cb 3e 1e", "1 cut",
        *(f"{seat} hold" for _ in range(2) for seat in (1, 2, 3, 4)), "1 hold", "4 ordago",
    )  # fmt: skip
    found = advice(deal)
    assert found["call"] > found["fold"] + 0.2


def test_an_ordago_with_nothing_is_not_taught(four_aces: tuple[str, ...]) -> None:
    deal = after(*four_aces, "1 hold", "2 bet 2", "3 fold")
    found = advice(deal)
    assert found["fold"] > found["ordago"]


def test_cards_that_win_are_kept() -> None:
    deal = after(
        "deal 1 Ro Rc 5o 4b", "deal 2 Co 7c 6c 5c", "deal 3 7o 6e 5e 4e", "deal 4 Sc Cb 6o 1e",
        "1 mus", "2 mus", "3 mus", "4 mus",
    )  # fmt: skip
    found = Rollouts(worlds=16).advise(seat_view(deal, 1), deal.legal(1))
    assert found[0][0].word is Word.DROP
    assert set(found[0][0].cards) <= {c for c in deal.hands[1] if c % 10 != 0}, "no king is dropped"


def test_the_same_question_gets_the_same_answer_whatever_the_others_hold() -> None:
    start = ("1 cut", "1 hold", "2 bet 2")
    mine = "deal 1 Ro 7o 6o 4b"
    one = after(mine, "deal 2 Co 7c 6c 5c", "deal 3 So 6e 5e 4e", "deal 4 Sc 7b 5b 4o", *start)
    other = after(mine, "deal 2 Rc Re Rb 3c", "deal 3 1o 1c 1e 2b", "deal 4 3e Ce Cb Cc", *start)
    for deal in (one, other):
        deal.push(Action.parse("3 fold"))
    assert advice(one) == advice(other)


def test_the_outlook_is_even_at_even_scores_and_certain_at_the_end() -> None:
    assert outlook((7, 7), 40, 0) == pytest.approx(0.5)
    assert outlook((40, 39), 40, 0) == 1
    assert outlook((40, 39), 40, 1) == 0
    assert outlook((30, 10), 40, 0) > outlook((30, 20), 40, 0) > 0.5


def test_suits_never_matter_in_a_discard() -> None:
    deal = after(
        "deal 1 Ro Rc Re 4b", "deal 2 Co 7c 6c 5c", "deal 3 7o 6e 5e 4e", "deal 4 Sc Cb 6o 1e",
        "1 mus", "2 mus", "3 mus", "4 mus",
    )  # fmt: skip
    view = seat_view(deal, 1)
    cards = deal.hands[1]
    assert same(view, drop(1, cards[:1]), drop(1, cards[1:2]))
    assert not same(view, drop(1, cards[:1]), drop(1, cards[3:]))

"""Who may bet, who answers, what may be said, and what a refusal gives."""

from __future__ import annotations

import pytest

from musbot.game import Action, Deal, IllegalAction, Lance, Options
from musbot.game.count import Settled

from .playing import deal_of, hands

QUIET = hands("Ro 7o 6o 4o", "Co 7c 6c 5c", "So 6e 5e 1e", "Sc 7b 5b 4b")
"""Nobody has pares or juego: grande, chica and punto are bet in by all."""
FREE = Options(consult=False)
ASKED = Options(consult=True)
HOLD_ALL = "1 hold;2 hold;3 hold;4 hold;"


def grande(words: str, rules: Options = FREE, scores: tuple[int, int] = (0, 0)) -> Deal:
    """A deal that is in grande, after some words there."""
    return deal_of(QUIET + "1 cut;" + words, rules, scores=scores)


def settled(deal: Deal) -> list[tuple[str, str, int, str | None]]:
    return [(s.lance.value, s.outcome.value, s.stake, s.pair) for s in deal.settled]


def why_not(deal: Deal, line: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        deal.push(Action.parse(line))
    return str(caught.value)


# Opening


def test_from_the_mano_each_may_hold_bet_or_bet_the_game() -> None:
    deal = grande("")
    assert deal.legal().texts() == ["hold", "bet 2..40", "ordago"]
    assert why_not(deal, "1 bet 1") == "seat 1 may not bet 1: a bet is 2 to 40 here"
    assert why_not(deal, "1 bet 41") == "seat 1 may not bet 41: a bet is 2 to 40 here"
    assert why_not(deal, "1 call") == "seat 1 may not call: no bet is open"
    assert why_not(deal, "1 agree") == "seat 1 may not agree: its partner has proposed nothing"
    assert why_not(deal, "2 hold") == "seat 2 may not hold: it is seat 1's turn"
    assert why_not(deal, "1 mus") == "seat 1 may not mus: the mus is cut"


def test_a_lance_that_all_hold_is_held() -> None:
    deal = grande(HOLD_ALL)
    assert settled(deal) == [("grande", "held", 1, None)]
    assert deal.lance == "chica"


def test_a_seat_that_held_may_still_answer() -> None:
    deal = grande("1 hold; 2 hold; 3 bet 2; 4 fold; 2 bet 4")
    assert deal.to_act == (3,)
    assert grande("1 hold; 2 bet 2; 3 fold; 1 call").settled[0].stake == 2


def test_the_last_seat_may_open() -> None:
    deal = grande("1 hold; 2 hold; 3 hold; 4 bet 3")
    # The next of the other pair after seat 4 is seat 1.
    assert deal.to_act == (1,)


# Answers, the partner not being asked


def test_the_next_of_the_other_pair_answers_first_then_its_partner() -> None:
    deal = grande("1 bet 2")
    assert deal.to_act == (2,)
    deal.push(Action.parse("2 fold"))
    assert deal.to_act == (4,)
    deal.push(Action.parse("4 fold"))
    assert settled(deal) == [("grande", "refused", 1, "A")]


@pytest.mark.parametrize(
    ("answer", "then"),
    [("2 call", ("grande", "accepted", 2, None)), ("2 fold; 4 call", ("grande", "accepted", 2, None))],
)
def test_a_call_of_either_binds_the_pair(answer: str, then: tuple[str, str, int, None]) -> None:
    assert settled(grande(f"1 bet 2; {answer}")) == [then]


def test_a_raise_hands_the_answer_back() -> None:
    deal = grande("1 bet 2; 2 fold; 4 bet 6")
    # After seat 4 comes seat 1, then its partner 3.
    assert deal.to_act == (1,)
    deal.push(Action.parse("1 fold"))
    assert deal.to_act == (3,)


def test_a_raise_is_at_least_two_more_and_at_most_the_target() -> None:
    deal = grande("1 bet 5")
    assert deal.legal().texts() == ["call", "fold", "bet 7..40", "ordago"]
    assert why_not(deal, "2 bet 6") == "seat 2 may not bet 6: a bet is 7 to 40 here"
    assert why_not(deal, "2 hold") == "seat 2 may not hold: a bet of 5 is open"
    assert grande("1 bet 38").legal().texts() == ["call", "fold", "bet 40..40", "ordago"]
    deal = grande("1 bet 39")
    assert deal.legal().texts() == ["call", "fold", "ordago"]
    assert why_not(deal, "2 bet 41") == "seat 2 may not bet 41: there is nothing higher to bet but órdago"


def test_after_an_ordago_only_call_or_fold() -> None:
    deal = grande("1 bet 2; 2 ordago")
    assert deal.legal().texts() == ["call", "fold"]
    assert why_not(deal, "3 bet 10") == "seat 3 may not bet 10: an órdago is open"


def test_raises_of_two() -> None:
    rules = Options(consult=False, raises="two", target=20)
    deal = grande("", rules)
    assert deal.legal().texts() == ["hold", "bet 2..2", "ordago"]
    assert why_not(deal, "1 bet 3") == "seat 1 may not bet 3: a bet is 2 here"
    deal = grande("1 bet 2; 2 bet 4", rules)
    assert deal.legal().texts() == ["call", "fold", "bet 6..6", "ordago"]
    words = "; ".join(f"{1 + place % 4} bet {2 * place + 2}" for place in range(10))
    assert grande(words, rules).legal().texts() == ["call", "fold", "ordago"]


# Answers, the partner being asked


def test_a_bet_is_first_a_proposal_to_the_partner() -> None:
    deal = grande("1 bet 5", ASKED)
    assert deal.to_act == (3,)
    assert deal.legal().texts() == ["agree", "bet 6..40", "ordago"]
    assert why_not(deal, "3 fold") == "seat 3 may not fold: its partner asks whether to bet 5"
    deal.push(Action.parse("3 agree"))
    assert deal.to_act == (2,)
    assert deal.legal().texts() == ["call", "fold", "bet 7..40", "ordago"]


def test_the_partner_may_only_bet_higher_and_its_word_is_final() -> None:
    deal = grande("1 bet 5; 3 bet 6", ASKED)
    # Seat 3 is the bettor now, so seat 4 answers first.
    assert deal.to_act == (4,)
    assert deal.legal().texts() == ["call", "fold", "bet 8..40", "ordago"]


def test_after_a_proposed_bet_of_two_more_the_partner_has_only_ordago() -> None:
    deal = grande("1 bet 2", Options(raises="two"))
    assert deal.legal().texts() == ["agree", "ordago"]


def test_after_a_proposed_fold_the_partner_may_call_or_raise() -> None:
    deal = grande("1 bet 5; 3 agree; 2 fold", ASKED)
    assert deal.to_act == (4,)
    assert deal.legal().texts() == ["agree", "call", "bet 7..40", "ordago"]
    refused, called, raised = deal.copy(), deal.copy(), deal.copy()
    refused.push(Action.parse("4 agree"))
    assert settled(refused) == [("grande", "refused", 1, "A")]
    called.push(Action.parse("4 call"))
    assert settled(called) == [("grande", "accepted", 5, None)]
    raised.push(Action.parse("4 bet 9"))
    assert raised.to_act == (1,)


def test_after_a_proposed_call_the_partner_may_fold_or_raise() -> None:
    deal = grande("1 bet 5; 3 agree; 2 call", ASKED)
    assert deal.legal().texts() == ["agree", "fold", "bet 7..40", "ordago"]
    refused, called = deal.copy(), deal.copy()
    refused.push(Action.parse("4 fold"))
    assert settled(refused) == [("grande", "refused", 1, "A")]
    called.push(Action.parse("4 agree"))
    assert settled(called) == [("grande", "accepted", 5, None)]


def test_after_a_proposed_ordago_only_agree() -> None:
    deal = grande("1 ordago", ASKED)
    assert (deal.to_act, deal.legal().texts()) == ((3,), ["agree"])


def test_the_answer_to_an_ordago_is_proposed_too() -> None:
    deal = grande("1 ordago; 3 agree; 2 call", ASKED)
    assert (deal.to_act, deal.legal().texts()) == ((4,), ["agree", "fold"])
    deal = grande("1 ordago; 3 agree; 2 fold", ASKED)
    assert (deal.to_act, deal.legal().texts()) == ((4,), ["agree", "call"])


def test_holding_is_nobodys_business_but_the_speakers() -> None:
    assert grande("1 hold", ASKED).to_act == (2,)


# Refused bets


@pytest.mark.parametrize("opening", ["1 bet 2", "1 bet 5", "1 bet 40", "1 ordago"])
def test_a_refused_opening_of_any_size_gives_one(opening: str) -> None:
    deal = grande(f"{opening}; 2 fold; 4 fold")
    assert settled(deal) == [("grande", "refused", 1, "A")]
    assert deal.scores == (1, 0), "at once"


def test_opening_five_raised_to_twenty_refused_gives_five() -> None:
    deal = grande("1 bet 5; 2 bet 20; 3 fold; 1 fold")
    assert settled(deal) == [("grande", "refused", 5, "B")]
    assert deal.scores == (0, 5)


def test_an_ordago_over_a_bet_refused_gives_the_bet() -> None:
    assert grande("1 bet 5; 2 bet 20; 3 ordago; 4 fold; 2 fold").scores == (20, 0)


def test_what_was_only_proposed_was_never_on_the_table() -> None:
    deal = grande("1 bet 5; 3 bet 30; 4 fold; 2 agree", ASKED)
    assert settled(deal) == [("grande", "refused", 1, "A")]


def test_a_refusal_may_end_the_game_in_the_middle_of_a_deal() -> None:
    deal = grande("1 bet 2; 2 fold; 4 fold", FREE, scores=(39, 39))
    assert deal.is_over
    assert deal.game_winner == "A"
    assert deal.scores == (40, 39)
    # Chica, pares and juego were not reached: they are not on the sheet.
    assert [(r.lance.value, r.points) for r in deal.results] == [("grande", 1)]
    assert why_not(deal, "1 bet 2") == "seat 1 may not bet 2: the deal is over"


def test_a_score_never_passes_the_target() -> None:
    deal = grande("1 bet 5; 2 bet 20; 3 fold; 1 fold", FREE, scores=(0, 38))
    assert deal.scores == (0, 40)
    assert deal.results[0].points == 2


# Pares and juego


def test_only_those_who_have_pares_bet_and_answer() -> None:
    """Seats 1, 2 and 4 have pares: an answer of pair A is seat 1's alone, and nobody is asked."""
    table = hands("Ro Rc 7o 6o", "Co Cc 7c 6c", "So 7e 5e 4e", "5o 5c 7b 1b")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2, ASKED)
    assert deal.lance == "pares"
    assert deal.holders(Lance.PARES) == (1, 2, 4)
    deal.push(Action.parse("1 bet 2"))
    assert deal.to_act == (2,), "seat 3 has no pares and is not asked"
    for line in ("2 bet 6", "4 agree", "1 fold"):
        deal.push(Action.parse(line))
    assert settled(deal)[2] == ("pares", "refused", 2, "B")


def test_a_partner_without_pares_does_not_get_the_question() -> None:
    """Seats 1 and 4 have pares: seat 4 folds and that is that."""
    table = hands("Ro Rc 7o 6o", "Co 7c 6c 5c", "So 7e 5e 4e", "5o 5b 7b 1b")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2 + "1 bet 3; 4 fold", FREE)
    assert settled(deal)[2] == ("pares", "refused", 1, "A")


def test_in_pares_those_who_have_it_speak_from_the_mano() -> None:
    table = hands("Ro Rc 7o 6o", "Co 7c 6c 5c", "So Sc 5e 4e", "5o 5b 7b 1b", mano=2)
    holds = "2 hold;3 hold;4 hold;1 hold;" * 2
    deal = deal_of(table + "2 cut;" + holds, FREE, mano=2)
    assert deal.holders(Lance.PARES) == (3, 4, 1)
    assert deal.to_act == (3,)
    deal.push(Action.parse("3 hold"))
    deal.push(Action.parse("4 hold"))
    deal.push(Action.parse("1 hold"))
    assert deal.settled[2] == Settled(Lance.PARES, deal.settled[2].outcome, 1, None)


def test_nobody_bets_where_one_pair_alone_has_pares() -> None:
    table = hands("Ro Rc 4c 6o", "Co 7c 6c 5c", "So Sc 5e 4e", "4o 5b 7b 1b")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2, FREE)
    assert settled(deal)[2] == ("pares", "unopposed", 0, "A")
    assert deal.lance == "punto"


def test_pares_that_nobody_has_are_skipped_and_juego_becomes_punto() -> None:
    deal = grande(HOLD_ALL * 2)
    assert settled(deal)[2] == ("pares", "skipped", 0, None)
    assert deal.lance == "punto"
    assert deal.to_act == (1,)
    for line in ("1 hold", "2 hold", "3 hold", "4 hold"):
        deal.push(Action.parse(line))
    assert [result.lance.value for result in deal.results] == ["grande", "chica", "pares", "punto"]


def test_one_seat_with_juego_means_no_punto() -> None:
    table = hands("Ro 7o 6o 4o", "Co 7c 6c 5c", "So 6e 5e 1e", "Rb Cb Sb 1b")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2, FREE)
    assert deal.is_over
    assert [(r.lance.value, r.outcome.value) for r in deal.results[2:]] == [
        ("pares", "skipped"),
        ("juego", "unopposed"),
    ]


def test_declarations_are_not_known_before_the_cut() -> None:
    with pytest.raises(ValueError, match="the mus is not cut"):
        deal_of(QUIET).holders(Lance.PARES)

"""Dealing, the talk about mus, the discard, mus corrido."""

from __future__ import annotations

import random

import pytest

from musbot.game import Action, Dealer, IllegalAction, Match, Options, Phase, Word
from musbot.game.actions import drop, say

from .playing import deal_of, hands

QUIET = ("Ro 7o 6o 4o", "Co 7c 6c 5c", "So 6e 5e 1e", "Sc 7b 5b 4b")
"""Four hands without pares or juego."""


def test_the_mano_is_dealt_first_and_speaks_first() -> None:
    deal = deal_of(hands(*QUIET, mano=3), mano=3)
    assert [action.seat for action in deal.actions] == [3, 4, 1, 2]
    assert deal.to_act == (3,)
    assert deal.legal().texts() == ["mus", "cut"]


def test_the_first_cut_ends_the_talk() -> None:
    deal = deal_of(hands(*QUIET) + "1 mus; 2 cut")
    assert deal.lance == "grande"
    # Seats 3 and 4 have not spoken, and the mano opens.
    assert deal.to_act == (1,)
    with pytest.raises(IllegalAction, match="seat 1 may not mus: the mus is cut"):
        deal.push(Action.parse("1 mus"))


def test_when_all_say_mus_everyone_drops_at_the_same_time() -> None:
    deal = deal_of(hands(*QUIET) + "1 mus; 2 mus; 3 mus; 4 mus")
    assert deal.phase is Phase.DISCARD
    assert list(deal.to_act) == [1, 2, 3, 4]
    for line in ("3 drop So 1e", "1 drop 4o", "4 drop Sc 7b 5b 4b"):
        deal.push(Action.parse(line))
    assert list(deal.to_act) == [2]
    with pytest.raises(IllegalAction, match="seat 3 may not drop: it has chosen already"):
        deal.push(Action.parse("3 drop 6e"))
    with pytest.raises(IllegalAction, match="seat 2 may not drop Ro: it does not hold it"):
        deal.push(Action.parse("2 drop Ro"))
    with pytest.raises(IllegalAction, match="seat 2 may not drop 0 cards: it must be one to four"):
        deal.push(drop(2, ()))
    deal.push(Action.parse("2 drop 5c"))
    assert deal.draw == (1, 1)
    for line in ("deal 1 Rc", "deal 2 Cc", "deal 3 7e 4e", "deal 4 Re Ce Se 2e"):
        deal.push(Action.parse(line))
    # The new cards are there, and the talk begins again with the mano.
    assert list(deal.to_act) == [1]
    assert sorted(deal.hands[3]) == sorted(Action.parse("3 drop 6e 5e 7e 4e").cards)


def test_mus_may_be_asked_without_limit() -> None:
    deal = deal_of("", mano=2)
    dealer = Dealer(deal, random.Random(3).randrange)
    for rounds in range(20):
        dealer.serve()
        assert deal.mus_rounds == rounds
        for seat in (2, 3, 4, 1):
            deal.push(say(seat, Word.MUS))
        for seat in (4, 1, 2, 3):
            deal.push(drop(seat, deal.hands[seat]))
    dealer.serve()
    assert deal.mus_rounds == 20
    assert deal.to_act == (2,)


def test_the_stock_is_dealt_to_its_end_before_the_discards_are_shuffled() -> None:
    """24 cards are left; a round of 16 leaves 8; in the next round seat 3 gets the last of them."""
    first = hands("Ro Rc Re Rb", "Co Cc Ce Cb", "So Sc Se Sb", "7o 7c 7e 7b")
    deal = deal_of(
        first
        + "1 mus;2 mus;3 mus;4 mus; 1 drop Ro Rc Re Rb; 2 drop Co Cc Ce Cb; 3 drop So Sc Se Sb; 4 drop 7o 7c 7e 7b;"
        + "deal 1 6o 6c 6e 6b; deal 2 5o 5c 5e 5b; deal 3 4o 4c 4e 4b; deal 4 3o 3c 3e 3b;"
        + "1 mus;2 mus;3 mus;4 mus; 1 drop 6o 6c 6e; 2 drop 5o 5c 5e; 3 drop 4o 4c 4e 4b; 4 drop 3o 3c 3e 3b;"
        + "deal 1 2o 2c 2e; deal 2 2b 1o 1c"
    )
    assert deal.draw == (3, 2)
    with pytest.raises(IllegalAction, match="no shuffle yet: 2 cards are left in the stock"):
        deal.push(Action.parse("shuffle"))
    with pytest.raises(IllegalAction, match="seat 3 gets 2 cards here, not 4"):
        deal.push(Action.parse("deal 3 1e 1b Ro Rc"))
    deal.push(Action.parse("deal 3 1e 1b"))
    assert deal.draw == (3, 0)
    with pytest.raises(IllegalAction, match="the discards are shuffled first"):
        deal.push(Action.parse("deal 3 Ro Rc"))
    deal.push(Action.parse("shuffle"))
    assert deal.draw == (3, 2)
    # What was dropped in this round does not come back in it.
    with pytest.raises(IllegalAction, match="4o cannot be dealt: it is among the discards"):
        deal.push(Action.parse("deal 3 Ro 4o"))
    assert deal.stock() == sorted(
        Action.parse("1 drop Ro Rc Re Rb Co Cc Ce Cb So Sc Se Sb 7o 7c 7e 7b").cards
    )
    for line in ("deal 3 Ro 7b", "deal 4 Rc Re Rb Co", "1 mus", "2 mus", "3 mus", "4 cut"):
        deal.push(Action.parse(line))
    assert deal.lance == "grande"


def test_a_card_cannot_be_dealt_twice() -> None:
    with pytest.raises(IllegalAction, match="Ro cannot be dealt: it is in seat 1's hand"):
        deal_of("deal 1 Ro Rc 7e 1b; deal 2 Ro 6o 5o 4o")
    with pytest.raises(IllegalAction, match="6o cannot be dealt: it is named twice"):
        deal_of("deal 1 6o 6o 5o 4o")


def test_the_mano_moves_on_by_a_seat_with_every_deal() -> None:
    match, dealer = Match(Options(), mano=3), random.Random(1).randrange
    manos = []
    for _ in range(6):
        deal = match.next_deal() if match.deal.is_over else match.deal
        manos.append(deal.mano)
        Dealer(deal, dealer).serve()
        match.push(say(deal.mano, Word.CUT))
        while not deal.is_over:
            match.push(say(deal.to_act[0], Word.HOLD))
    assert manos == [3, 4, 1, 2, 3, 4]


def test_in_mus_corrido_the_seat_that_cuts_becomes_the_mano() -> None:
    match = Match(Options(corrido=True), mano=1)
    for line in (hands(*QUIET) + "1 mus;2 mus;3 cut").split(";"):
        match.push(Action.parse(line))
    deal = match.deal
    assert deal.mano == 3
    assert deal.to_act == (3,)
    while not deal.is_over:
        match.push(say(deal.to_act[0], Word.HOLD))
    # The deal after goes to the next seat, and is not corrido any more.
    following = match.next_deal()
    assert following.mano == 4
    Dealer(following, random.Random(1).randrange).serve()
    match.push(Action.parse("4 mus"))
    match.push(Action.parse("1 cut"))
    assert following.mano == 4
    assert following.to_act == (4,)


def test_without_corrido_a_cut_changes_no_mano() -> None:
    match = Match(Options(), mano=1)
    for line in (hands(*QUIET) + "1 mus;2 mus;3 cut").split(";"):
        match.push(Action.parse(line))
    assert match.deal.mano == 1


def test_a_match_of_three_games_begins_each_at_nothing() -> None:
    match = Match(Options(games=3), mano=1)
    for game in range(1, 3):
        deal = match.next_deal() if match.deal.is_over else match.deal
        assert deal.scores_before == (0, 0)
        assert deal.mano == game
        Dealer(deal, random.Random(game).randrange).serve()
        match.push(say(deal.mano, Word.CUT))
        # An órdago that is called decides a game; whoever wins it, only two of three decide the match.
        for word in (Word.ORDAGO, Word.AGREE, Word.CALL, Word.AGREE):
            match.push(say(deal.to_act[0], word))
        assert sum(match.games) == game
        assert match.is_over == (max(match.games) == 2)
        assert match.winner == ("A" if match.games[0] == 2 else "B" if match.games[1] == 2 else None)


def test_no_deal_follows_the_end_of_a_match() -> None:
    match = Match(Options(), mano=1, scores=(39, 39))
    for line in (hands(*QUIET) + "1 cut;1 hold;2 hold;3 hold;4 hold").split(";"):
        match.push(Action.parse(line))
    with pytest.raises(IllegalAction, match="this one is not over"):
        match.next_deal()
    for line in ("1 hold;2 hold;3 hold;4 hold;" + "1 hold;2 hold;3 hold;4 hold").split(";"):
        match.push(Action.parse(line))
    assert match.winner == "A"
    with pytest.raises(IllegalAction, match="no new deal: the match is over"):
        match.next_deal()
    with pytest.raises(IllegalAction, match="no new deal: the match is over"):
        match.push(Action.parse("deal 2 Ro Rc Re Rb"))


@pytest.mark.parametrize("mano", [0, 5, -1])
def test_a_mano_is_a_seat(mano: int) -> None:
    with pytest.raises(ValueError, match="it must be a seat, 1 to 4"):
        Match(Options(), mano)


@pytest.mark.parametrize("scores", [(40, 0), (0, -1), (0,), (1, 2, 3)])
def test_a_game_begins_below_its_target(scores: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two numbers from 0 to 39"):
        Match(Options(), 1, scores)

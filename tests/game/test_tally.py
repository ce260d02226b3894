"""What a match says of each seat: worked deals, and properties of whatever is played."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings

from musbot.game import Action, Lance, Match, Options
from musbot.game.tally import COMEBACK, Feat, tally
from tests.game.playing import options, play, seeds, start

CARDS = ("deal 1 Ro Rc 7e 1b", "deal 2 Cc 6o 5o 4o", "deal 3 Re Rb Sc 1o", "deal 4 7o 7c Sb 2e")
"""Ane has a par of kings, Carla another; Beñat has nothing; Dani has sevens, and a two."""


def match(
    *lines: str, cards: tuple[str, ...] = CARDS, scores: tuple[int, int] = (0, 0), **more: object
) -> Match:
    """A deal in which these words are said."""
    played = Match(Options.of("classic", **more), mano=1, scores=scores)
    for line in (*cards, *lines):
        played.push(Action.parse(line))
    return played


def finished(played: Match) -> Match:
    """The same deal, in which nobody bets any more."""
    while not played.deal.is_over:
        played.push(Action.parse(f"{played.deal.turn} hold"))
    return played


def test_a_bet_that_is_called_and_won() -> None:
    played = finished(match("1 cut", "1 bet 2", "2 fold", "4 call"))
    assert played.deal.is_over
    found = tally(played)
    ane, dani = found[1].bets[Lance.GRANDE], found[4].bets[Lance.GRANDE]
    assert (ane.made, ane.called, ane.won) == (1, 1, 1)
    assert (dani.calls, dani.calls_won) == (1, 0)
    assert Lance.GRANDE not in found[3].bets
    assert found[1].deals == 1


def test_a_bet_that_is_passed_is_made_and_not_called() -> None:
    played = match("1 cut", "1 hold", "2 bet 5", "3 fold", "1 fold")
    finished(played)
    bets = tally(played)[2].bets[Lance.GRANDE]
    assert (bets.made, bets.called, bets.won) == (1, 0, 0)


def test_a_proposal_is_the_proposers_bet_once_the_partner_agrees() -> None:
    played = Match(Options(), mano=1)
    for line in (*CARDS, "1 cut", "1 bet 2", "3 agree", "2 call", "4 agree"):
        played.push(Action.parse(line))
    finished(played)
    found = tally(played)
    assert found[1].bets[Lance.GRANDE].won == 1
    assert found[2].bets[Lance.GRANDE].calls == 1
    assert Lance.GRANDE not in found[3].bets
    assert Lance.GRANDE not in found[4].bets


def test_the_last_stand() -> None:
    played = match("1 cut", "1 ordago", "2 call", scores=(3, 39))
    assert played.winner == "A"
    found = tally(played)
    assert found[1].ordagos == 1
    assert found[1].ordagos_won == 1
    assert found[2].ordagos_called == 1
    assert found[1].feats == {Feat.LAST_STAND, Feat.COMEBACK}
    assert found[3].feats == {Feat.COMEBACK}, "the pair came back, one of them made the stand"
    assert found[1].stones == 0, "an órdago is no stones"


def test_a_record_that_begins_in_the_middle_of_a_game_knows_how_far_behind_they_were() -> None:
    played = finished(match("1 cut", "1 bet 5", "2 call", scores=(4, 34)))
    for line in (*CARDS[1:], CARDS[0], "2 cut", "2 ordago", "3 call"):
        played.push(Action.parse(line))
    assert played.winner == "A"
    before = played.deal.scores_before
    assert before[1] - before[0] < COMEBACK
    assert Feat.COMEBACK in tally(played)[1].feats


def test_an_ordago_by_whoever_has_less_is_a_bluff_if_it_is_passed() -> None:
    played = match("1 cut", "1 hold", "2 ordago", "3 fold", "1 fold")
    finished(played)
    assert tally(played)[2].feats == {Feat.BLUFF}


def test_four_kings_and_the_best_hand() -> None:
    cards = ("deal 1 Ro Rc Re Rb", "deal 2 Cc 6o 5o 4o", "deal 3 7e 6b Sc 1o", "deal 4 7o 7c Sb 2e")
    played = match("1 cut", "1 ordago", "2 call", cards=cards)
    found = tally(played)
    assert Feat.FOUR_KINGS in found[1].feats
    assert Feat.WALKOVER in found[3].feats
    assert found[1].best is not None
    assert found[1].best[2] == "R R R R"
    assert found[1].duples == 1


@settings(max_examples=40, deadline=None)
@given(rules=options(), seed=seeds)
def test_whatever_is_played_adds_up(rules: Options, seed: int) -> None:
    rng = random.Random(seed)
    played = start(rules, rng)
    for _ in play(played, rng):
        if len(played.deals) > 4:
            break
    found = tally(played)
    over = [deal for deal in played.deals if deal.is_over]
    for seat, mine in found.items():
        assert json.loads(json.dumps(mine.to_data())) == mine.to_data()
        assert mine.deals == len(over)
        assert mine.stones == found[(seat + 1) % 4 + 1].stones, "partners have the same stones"
        for bets in mine.bets.values():
            assert 0 <= bets.won <= bets.called <= bets.made
            assert 0 <= bets.calls_won <= bets.calls
    called = sum(bets.called for mine in found.values() for bets in mine.bets.values())
    calls = sum(bets.calls for mine in found.values() for bets in mine.bets.values())
    assert called == calls, "whoever bets is called by somebody"
    assert sum(mine.ordagos_called for mine in found.values()) == sum(
        mine.ordagos_won for mine in found.values()
    )

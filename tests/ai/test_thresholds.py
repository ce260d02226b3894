"""How the club player plays: what a person across the table would expect of it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from musbot.ai.reading import bets_in_lance
from musbot.ai.thresholds import Thresholds
from musbot.game import Action, Deal, Options, Outcome, Word
from musbot.game.actions import deal as dealing
from musbot.game.cards import CARDS, card_names, parse_card
from musbot.game.views import public_view, seat_view

from .tables import club, played

PLAYER = Thresholds("club")


def table(hand: str, *lines: str, seat: int = 1, rules: Options | None = None, **more: object) -> Deal:
    """A deal, mano seat 1, where a seat holds this hand and the others hold what is left at random."""
    scores = more.get("scores", (0, 0))
    assert isinstance(scores, tuple)
    deal = Deal(rules or Options(consult=False), 1, scores)
    own = tuple(map(parse_card, hand.split()))
    rest = [card for card in CARDS if card not in own]
    random.Random(7).shuffle(rest)
    for each in (1, 2, 3, 4):
        cards = own if each == seat else tuple(rest.pop() for _ in range(4))
        deal.push(dealing(each, cards))
    for line in lines:
        deal.push(Action.parse(line))
    return deal


def says(deal: Deal, seat: int = 1, times: int = 200) -> Counter[str]:
    """How often the player says each word in a seat."""
    view, legal = seat_view(deal, seat), deal.legal(seat)
    return Counter(PLAYER.choose(view, legal, random.Random(seed)).word.value for seed in range(times))


def drops(hand: str, rules: Options | None = None) -> str:
    deal = table(hand, "1 mus", "2 mus", "3 mus", "4 mus", rules=rules)
    return card_names(PLAYER.choose(seat_view(deal, 1), deal.legal(1), random.Random(1)).cards)


# Mus


@pytest.mark.parametrize("hand", ["Ro Rc Re 1o", "Ro Rc 1o 1c", "7o 7c 7e Co", "Ro Co So 1o", "Ro Rc Co Cc"])
def test_it_cuts_with_a_strong_hand(hand: str) -> None:
    assert says(table(hand)) == {"cut": 200}


@pytest.mark.parametrize("hand", ["7o 6c 5o 4c", "Co 7c 6e 5e", "So 7o 6c 4b", "6o 5c 4e 1b"])
def test_it_asks_for_mus_with_a_weak_one(hand: str) -> None:
    assert says(table(hand)) == {"mus": 200}


def test_it_cuts_more_readily_when_its_partner_wants_to() -> None:
    hand = "Ro Co 6e 4e"
    alone = says(table(hand))["cut"]
    told = says(table(hand, "3 sign cut", rules=Options(consult=False, honest=False)))["cut"]
    assert told > alone


def test_the_mano_is_worth_something() -> None:
    """Of all hands, a few are cut by the mano and not by the last seat; none the other way round."""
    rng, first_only, last_only = random.Random(3), 0, 0
    for _ in range(300):
        hand = card_names(rng.sample(CARDS, 4))
        first = says(table(hand), times=10)["cut"] > 5
        last = says(table(hand, "1 mus", "2 mus", "3 mus", seat=4), 4, times=10)["cut"] > 5
        first_only += first and not last
        last_only += last and not first
    assert first_only > last_only


# Discards


@pytest.mark.parametrize(
    ("hand", "dropped"),
    [
        ("Ro Rc 5e 4b", "5e 4b"),
        ("Ro Rc Re 5b", "5b"),
        ("Ro Rc 1e 5b", "1e 5b"),
        ("Ro Rc So 5b", "5b"),
        ("Ro Co So 5b", "5b"),
        ("7o 7c 7e Rb", "Rb"),
        ("5o 5c 5e Rb", "Rb"),
        ("7o 6c 5o 4c", "7o 6c 5o 4c"),
        ("3o Rc 4e 6b", "4e 6b"),
    ],
)
def test_it_keeps_kings_pares_and_the_hope_of_31(hand: str, dropped: str) -> None:
    assert set(drops(hand).split()) == set(dropped.split())


def test_with_four_kings_a_three_is_nothing_to_keep() -> None:
    assert "3o" in drops("Ro Rc 3o 4b", Options(kings=4))
    assert "3o" not in drops("Ro Rc 3o 4b")


# Betting


def test_it_bets_grande_with_the_best_of_hands_and_not_with_the_worst() -> None:
    strong = says(table("Ro Rc Re 3o", "1 cut"))
    assert strong["hold"] < 40
    weak = says(table("4o 5c 1e 2b", "1 cut"))
    assert weak["hold"] > 160
    assert weak["ordago"] == 0


def test_now_and_then_it_bluffs() -> None:
    """It opens with a middling hand sometimes, but not often."""
    said = says(table("Ro 7c 6e 5b", "1 cut"), times=1000)
    assert 0 < said["bet"] < 300


def test_it_calls_and_raises_with_a_hand_that_cannot_lose() -> None:
    deal = table("Ro Rc Re 3o", "1 cut", "1 hold", "2 bet 5", seat=3)
    said = says(deal, 3)
    assert said["fold"] == 0
    assert said["bet"] + said["ordago"] > 100


def test_it_folds_a_poor_hand_to_a_big_bet() -> None:
    deal = table("4o 5c 6e 7b", "1 cut", "1 hold", "2 bet 15", seat=3)
    assert says(deal, 3)["fold"] > 190


def test_it_calls_an_ordago_with_the_best_hand_only() -> None:
    best = table("Ro Rc Re 3o", "1 cut", "1 hold", "2 ordago", seat=3)
    assert says(best, 3) == {"call": 200}
    good = table("Ro Co 7e 4b", "1 cut", "1 hold", "2 ordago", seat=3)
    assert says(good, 3) == {"fold": 200}


def test_a_pair_that_has_nearly_lost_bets_the_game() -> None:
    hand = "Ro Rc Ce 7b"
    even = says(table(hand, "1 cut", scores=(20, 20)))["ordago"]
    behind = says(table(hand, "1 cut", scores=(5, 38)))["ordago"]
    assert even == 0
    assert behind > 100


def test_it_agrees_as_a_rule() -> None:
    rules = Options()
    deal = table("Ro 7c 5e 4b", "1 cut", "1 bet 2", seat=3, rules=rules)
    assert says(deal, 3)["agree"] > 180


def test_it_overrules_a_fold_with_a_strong_hand_of_its_own() -> None:
    deal = table("Ro Rc Re 3o", "1 cut", "1 hold", "2 bet 5", "4 agree", "3 fold", seat=1, rules=Options())
    assert says(deal, 1)["agree"] == 0


def test_a_true_signal_of_the_partner_counts() -> None:
    """A poor par is let go, unless the partner has told of duples."""
    rules = Options(consult=False, honest=False)
    lines = ("1 cut", "1 hold", "2 hold", "3 hold", "4 hold", "1 hold", "2 hold", "3 hold", "4 hold")
    hands = ("deal 1 4o 4c 6e 7b", "deal 2 Co Cc 7o 5o", "deal 3 Ro Rc So Sc", "deal 4 5c 6o 4e 1b")
    answers = []
    for sign in ((), ("3 sign duples",)):
        deal = Deal(rules, 1)
        for line in (*hands, *sign, *lines, "1 hold", "2 bet 7", "3 fold"):
            deal.push(Action.parse(line))
        answers.append(says(deal)["fold"])
    assert answers[0] > 150
    assert answers[1] < answers[0]


def test_raises_come_to_an_end_and_ordagos_are_rare() -> None:
    lances = ordagos = 0
    for preset in ("stargames", "classic"):
        for seed in range(60):
            for deal in played(Options.of(preset), [club] * 4, seed).deals:
                for lance in {place for place, _ in deal.spoken_in if place}:
                    said = [
                        action
                        for action, (place, _) in zip(
                            [a for a in deal.actions if a.word not in ("deal", "shuffle", "drop", "sign")],
                            deal.spoken_in,
                            strict=True,
                        )
                        if place is lance and action.word is Word.BET
                    ]
                    assert len(said) <= 12
                lances += sum(result.outcome is not Outcome.SKIPPED for result in deal.results)
                ordagos += sum(result.outcome is Outcome.ORDAGO for result in deal.results)
    assert ordagos / lances < 0.05


def test_a_bet_counts_once_it_is_agreed() -> None:
    deal = table("Ro Rc Re 3o", "1 cut", "1 bet 2", rules=Options())
    assert bets_in_lance(public_view(deal)) == 0
    for line, bets in (("3 bet 5", 1), ("4 bet 7", 1), ("2 agree", 2), ("1 ordago", 2), ("3 agree", 3)):
        deal.push(Action.parse(line))
        assert bets_in_lance(public_view(deal)) == bets, line

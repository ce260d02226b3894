"""The hands as arrays, and what a discard leads to: counted, and against the rules' own functions."""

import random
from itertools import combinations

import numpy as np
import pytest

from musbot.ai.exact import LANCES, draws_of, hands_of
from musbot.game.cards import CARDS, RANKS, Card, rank_of
from musbot.game.hands import HANDS, Lance, hand, hand_of_ranks


def ranks_of(text: str, kings: int) -> tuple[int, ...]:
    return hand_of_ranks(text, kings).ranks


class TestHands:
    @pytest.mark.parametrize(("kings", "size"), [(8, 330), (4, 715)])
    def test_there_are_so_many_hands_and_91390_deals_of_one(self, kings: int, size: int) -> None:
        hands = hands_of(kings)
        assert hands.size == size
        assert hands.ways.sum() == 91_390

    def test_the_classes_have_the_shares_that_everybody_knows(self) -> None:
        hands = hands_of(8)

        def share(chosen: np.ndarray) -> float:
            return round(100 * float(hands.ways[chosen].sum() / hands.ways.sum()), 1)

        assert share(hands.kind == 3) == 3.8
        assert share(hands.kind == 2) == 4.9
        assert share(hands.kind == 1) == 47.9
        assert share(hands.may_bet[LANCES.index(Lance.JUEGO)]) == 26.7
        assert share(hands.total == 31) == 9.2

    @pytest.mark.parametrize("kings", [4, 8])
    @pytest.mark.parametrize("real31", [False, True])
    def test_every_row_is_what_the_rules_say_of_the_hand(self, kings: int, real31: bool) -> None:
        hands = hands_of(kings, real31)
        for facts in HANDS[kings, real31].values():
            code = facts.code
            assert tuple(hands.ranks[code]) == facts.ranks
            assert hands.code(facts.ranks) == code
            assert [hands.strength[place, code] for place in range(5)] == [
                facts.strength(lance) for lance in LANCES
            ]
            assert hands.kind[code] == facts.kind
            assert hands.juego_bonus[code] == facts.juego_bonus
            assert list(hands.may_bet[:, code]) == [
                True, True, facts.pares > 0, facts.juego > 0, not facts.juego,
            ]  # fmt: skip
        assert np.array_equal(hands.codes(hands.counts), np.arange(hands.size))

    def test_the_ways_are_those_of_real_cards(self) -> None:
        counted = np.zeros(330, dtype=int)
        for cards in combinations(CARDS, 4):
            counted[hand(cards).code] += 1
        assert np.array_equal(counted, hands_of(8).ways)

    def test_cards_that_are_gone_leave_fewer_ways(self) -> None:
        hands = hands_of(4)
        four_kings = hands.code((0, 0, 0, 0))
        assert hands.ways[four_kings] == 1
        gone = np.zeros(10, dtype=int)
        gone[0] = 1
        left = hands.ways_without(gone)
        assert left[four_kings] == 0
        assert left.sum() == 82_251  # four of the other 39


class TestDraws:
    @pytest.mark.parametrize(("kings", "choices"), [(8, 3546), (4, 8140)])
    def test_every_choice_leads_somewhere_with_certainty(self, kings: int, choices: int) -> None:
        draws = draws_of(kings)
        assert len(draws.hand) == choices
        assert np.allclose(draws.mean(np.ones(hands_of(kings).size)), 1)
        assert draws.kept.sum(axis=1).max() == 3

    def test_what_is_dropped_does_not_come_back(self) -> None:
        # A pair of kings is kept, a seven and an ace are dropped: 6 kings are left, 3 sevens, 7 aces.
        draws, hands = draws_of(8), hands_of(8)
        held = hands.code(ranks_of("R R 7 1", 8))
        place = next(
            place
            for place in range(draws.first[held], draws.first[held + 1])
            if draws.kept[place].sum() == draws.kept[place][0] == 2
        )
        chances = dict(
            zip(
                *(part[draws.start[place] : draws.start[place + 1]] for part in (draws.after, draws.chance)),
                strict=True,
            )
        )
        assert chances[hands.code(ranks_of("R R 7 7", 8))] == pytest.approx(3 / 630)
        assert chances[hands.code(ranks_of("R R R R", 8))] == pytest.approx(15 / 630)
        assert chances[hands.code(ranks_of("R R 1 7", 8))] == pytest.approx(21 / 630)

    @pytest.mark.parametrize("kings", [4, 8])
    def test_as_real_cards_are_drawn(self, kings: int) -> None:
        rng = random.Random(20)
        draws, hands = draws_of(kings), hands_of(kings)
        for _ in range(5):
            cards = rng.sample(CARDS, 4)
            kept = cards[: rng.randrange(4)]
            unseen = [card for card in CARDS if card not in cards]
            tries = 4_000
            seen = np.zeros(4)
            for _ in range(tries):
                new = hand([*kept, *rng.sample(unseen, 4 - len(kept))], kings)
                seen += (new.pares > 0, new.juego > 0, new.total == 31, new.total / 40)
            values = np.stack([hands.kind > 0, hands.strength[3] > 0, hands.total == 31, hands.total / 40])
            exact = draws.mean(values)[:, choice_of(cards, kept, kings)]
            assert np.allclose(seen / tries, exact, atol=4 * 0.5 / tries**0.5)

    def test_the_best_choice_is_the_one_worth_most(self) -> None:
        draws, hands = draws_of(8), hands_of(8)
        values = draws.mean(hands.kind.astype(float))
        best = draws.best(values)
        assert np.array_equal(draws.hand[best], np.arange(330))
        for held in rng_hands():
            choices = values[draws.first[held] : draws.first[held + 1]]
            assert values[best[held]] == choices.max()
            assert np.allclose(draws.mean_of(held, hands.kind), choices)

    def test_an_exchange_keeps_the_whole(self) -> None:
        draws, hands = draws_of(8), hands_of(8)
        held = hands.ways / hands.ways.sum()
        after = draws.spread(draws.best(draws.mean(hands.kind.astype(float))), held)
        assert after.sum() == pytest.approx(1)
        assert after[hands.kind > 0].sum() > held[hands.kind > 0].sum()


def rng_hands() -> list[int]:
    return random.Random(4).sample(range(330), 30)


def choice_of(cards: list[Card], kept: list[Card], kings: int) -> int:
    """The place of a choice among the draws."""
    draws, hands = draws_of(kings), hands_of(kings)
    held = hands.code(tuple(rank_of(card, kings) for card in cards))
    counts = np.bincount([rank_of(card, kings) for card in kept], minlength=len(RANKS))
    choices = range(draws.first[held], draws.first[held + 1])
    return next(place for place in choices if np.array_equal(draws.kept[place], counts))

"""The exact equities: what must hold of them, and what real deals come to."""

import random

import numpy as np
import pytest

from musbot.ai.equities import Equities, equities, shipped, shipped_likelihoods
from musbot.ai.exact import hands_of
from musbot.game.cards import CARDS
from musbot.game.hands import Hand, Lance, best_seat, hand

DECLARED = (Lance.PARES, Lance.JUEGO)


NEAR = 5e-5
"""How near the shipped tables are to what is counted."""


def tables(real31: bool = False) -> Equities:
    return shipped(8, real31)


def share(values: np.ndarray) -> float:
    """The mean over all hands as they are dealt."""
    return float(values @ hands_of(8).ways / 91_390)


class TestSymmetry:
    @pytest.mark.parametrize("lance", [Lance.GRANDE, Lance.CHICA])
    def test_one_pair_or_the_other_wins(self, lance: Lance) -> None:
        win = tables().win(lance)
        assert share(win[0]) == pytest.approx(share(win[2]), abs=NEAR)
        assert share(win[0]) + share(win[1]) == pytest.approx(1, abs=NEAR)
        assert share(win[0]) > share(win[1])

    @pytest.mark.parametrize("lance", DECLARED)
    def test_one_pair_or_the_other_or_nobody_wins(self, lance: Lance) -> None:
        table, hands = tables(), hands_of(8)
        has = hands.kind > 0 if lance is Lance.PARES else hands.strength[3] > 0
        nobody = share(np.where(has, 0, table.nobody(lance)))
        win, lose = table.win(lance), table.lose(lance)
        assert share(win[0]) == pytest.approx(share(win[2]), abs=NEAR)
        assert share(win[0]) + share(win[1]) + nobody == pytest.approx(1, abs=NEAR)
        assert share(lose[0]) == pytest.approx(share(win[1]), abs=NEAR)

    def test_punto_is_won_by_somebody_wherever_nobody_has_juego(self) -> None:
        table, hands = tables(), hands_of(8)
        without = np.where(hands.strength[3] > 0, 0, table.nobody(Lance.JUEGO))
        parts = [share(table.win(Lance.PUNTO)[place] * without) for place in range(4)]
        assert parts[0] == pytest.approx(parts[2], abs=NEAR)
        assert parts[0] + parts[1] == pytest.approx(share(without), abs=NEAR)

    @pytest.mark.parametrize("place", [0, 1])
    def test_the_stones_of_one_pair_are_those_that_the_other_expects_to_lose(self, place: int) -> None:
        table = tables()
        for seat in range(4):
            assert share(table.ours[place, seat]) == pytest.approx(
                share(table.theirs[place, (seat + 1) % 4]), abs=NEAR
            )

    def test_patterns_are_all_there_is_and_each_seat_is_like_the_others(self) -> None:
        patterns = tables().patterns
        assert np.allclose(patterns.sum(axis=-1), 1, atol=3 * NEAR)
        assert np.allclose(patterns[..., 1], patterns[..., 2])
        assert np.allclose(patterns[..., 1], patterns[..., 4])
        assert np.allclose(patterns[..., 3], patterns[..., 6])

    @pytest.mark.parametrize("lance", DECLARED)
    def test_alone_ours_alone_theirs_or_both(self, lance: Lance) -> None:
        table, hands = tables(), hands_of(8)
        has = hands.kind > 0 if lance is Lance.PARES else hands.strength[3] > 0
        ours, theirs, both = table.contest(lance)
        assert np.allclose(ours + theirs + both + np.where(has, 0, table.nobody(lance)), 1, atol=3 * NEAR)
        assert share(ours) == pytest.approx(share(theirs), abs=NEAR)
        win, lose = table.win(lance), table.lose(lance)
        assert (win >= ours - NEAR).all()
        assert (lose >= theirs - NEAR).all()


class TestExtremes:
    def test_the_best_hand_cannot_lose_and_a_pair_that_speaks_earlier_is_never_worse_off(self) -> None:
        table, hands = tables(), hands_of(8)
        four_kings, four_aces = 329, 0
        assert hands.ranks[four_kings].tolist() == [0, 0, 0, 0]
        assert table.win(Lance.GRANDE)[0, four_kings] == 1
        assert table.win(Lance.CHICA)[0, four_aces] == 1
        assert table.win(Lance.PARES)[0, four_kings] == pytest.approx(1)
        for lance in Lance:
            win = table.win(lance)
            # Not the first place against the third: a poor hand is glad if its partner is the mano.
            assert (win[0] >= win[1] - NEAR).all()
            assert (win[2] >= win[3] - NEAR).all()

    def test_the_real_31_wins_for_sure_and_changes_nothing_but_juego(self) -> None:
        plain, real = tables(), tables(real31=True)
        assert np.allclose(plain.plain, real.plain)
        assert np.allclose(plain.patterns, real.patterns)
        assert np.allclose(plain.given[0], real.given[0])
        three_sevens = [code for code in range(330) if hands_of(8, real31=True).strength[3, code] == 9]
        assert np.allclose(real.win(Lance.JUEGO)[0, three_sevens], 1)
        assert (plain.win(Lance.JUEGO)[3, three_sevens] < 0.99).all()


class TestTheCount:
    def test_it_gives_what_is_shipped(self) -> None:
        counted, kept = equities(8), tables()
        for lance in Lance:
            assert np.allclose(counted.win(lance), kept.win(lance), atol=NEAR)
        assert np.allclose(counted.patterns, kept.patterns, atol=NEAR)
        assert np.allclose(counted.given, kept.given, atol=NEAR)
        assert np.allclose(counted.ours, kept.ours, atol=2 * NEAR)
        assert np.allclose(counted.theirs, kept.theirs, atol=2 * NEAR)
        for lance in (Lance.GRANDE, Lance.CHICA):
            assert share(counted.win(lance)[0]) + share(counted.win(lance)[1]) == pytest.approx(1, abs=1e-12)

    def test_hands_that_are_never_held_are_left_out(self) -> None:
        # If the others never have pares, a pair wins for sure, and so nobody else has it.
        hands = hands_of(8)
        told: list[tuple[int, int]] = []
        table = equities(
            8, likely=(hands.kind == 0).astype(float), progress=lambda done, whole: told.append((done, whole))
        )
        assert np.allclose(table.patterns[0, :, 0], 1)
        assert np.allclose(table.win(Lance.PARES), np.where(hands.kind > 0, 1, 0))
        assert told[-1] == (60, 60)


class TestShipped:
    @pytest.mark.parametrize("kings", [4, 8])
    @pytest.mark.parametrize("real31", [False, True])
    @pytest.mark.parametrize("exchanged", [False, True])
    def test_every_table_is_there(self, kings: int, real31: bool, exchanged: bool) -> None:
        table, hands = shipped(kings, real31, exchanged), hands_of(kings)
        assert table.plain.shape == (3, 4, hands.size)
        assert table.given.shape == (2, 4, hands.size, 8)
        # What certainly wins is kept as certain.
        assert table.win(Lance.GRANDE)[0, -1] == 1

    @pytest.mark.parametrize("kings", [4, 8])
    def test_an_exchange_leaves_better_hands(self, kings: int) -> None:
        hands = hands_of(kings)
        dealt = hands.ways / hands.ways.sum()
        after = dealt * shipped_likelihoods(kings)
        assert after.sum() == pytest.approx(1, abs=1e-6)
        assert after[hands.kind > 0].sum() > dealt[hands.kind > 0].sum() + 0.09
        assert after[hands.total > 30].sum() > dealt[hands.total > 30].sum() + 0.09


class TestRealDeals:
    """Cards are dealt and judged by the rules' own functions."""

    @pytest.mark.parametrize(
        ("ranks", "place"),
        [("R R 7 1", 0), ("C C S 1", 1), ("7 6 5 4", 2), ("C C C 1", 3), ("R R R 5", 2), ("7 7 7 R", 1)],
    )
    def test_the_chances_are_what_deals_come_to(self, ranks: str, place: int) -> None:
        real31 = ranks == "7 7 7 R"
        table, tries = tables(real31), 6_000
        own = cards_of(ranks)
        code = hand(own).code
        counted = play(own, place, tries, real31)
        error = 4 * 0.5 / tries**0.5
        for lance in Lance:
            wins, played = counted.wins[lance], counted.played[lance]
            if played:
                exact = table.win(lance)[place, code]
                assert wins / played == pytest.approx(exact, abs=4 * 0.5 / played**0.5)
        for index, lance in enumerate(DECLARED):
            seen = counted.patterns[lance]
            assert np.allclose(seen / tries, table.patterns[index, code], atol=error)
            often = seen > 200
            given = counted.won_given[lance][often] / seen[often]
            assert np.allclose(given, table.given[index, place, code][often], atol=4 * 0.5 / 200**0.5)
            assert counted.stones[lance][0] / tries == pytest.approx(
                table.ours[index, place, code], abs=3 * error
            )
            assert counted.stones[lance][1] / tries == pytest.approx(
                table.theirs[index, place, code], abs=3 * error
            )


def cards_of(ranks: str) -> list[int]:
    cards: list[int] = []
    for letter in ranks.split():
        cards.append(
            next(card for card in CARDS if card % 10 == "RCS7654321".index(letter) and card not in cards)
        )
    return cards


class Counted:
    def __init__(self) -> None:
        self.wins = dict.fromkeys(Lance, 0)
        self.played = dict.fromkeys(Lance, 0)
        self.patterns = {lance: np.zeros(8) for lance in DECLARED}
        self.won_given = {lance: np.zeros(8) for lance in DECLARED}
        self.stones = {lance: [0, 0] for lance in DECLARED}


def play(own: list[int], place: int, tries: int, real31: bool) -> Counted:
    """Deal the other 36 cards again and again; the mano is seat 1, so the seat is its place and one."""
    rng, counted, seat = random.Random(5), Counted(), place + 1
    others = [(place + step) % 4 + 1 for step in (1, 2, 3)]
    unseen = [card for card in CARDS if card not in own]
    for _ in range(tries):
        dealt = rng.sample(unseen, 12)
        facts: list[Hand | None] = [None, *[hand(own, 8, real31)] * 4]
        for step, other in enumerate(others):
            facts[other] = hand(dealt[4 * step : 4 * step + 4], 8, real31)
        for lance in Lance:
            able = [each for each in (1, 2, 3, 4) if (held := facts[each]) and held.may_bet(lance)]
            if lance is Lance.PUNTO and any(held and held.juego for held in facts):
                continue
            counted.played[lance] += 1
            pattern = sum(1 << step for step, other in enumerate(others) if other in able)
            ours = bool(able) and (best_seat(facts, able, lance) - seat) % 2 == 0
            counted.wins[lance] += ours
            if lance in DECLARED:
                counted.patterns[lance][pattern] += 1
                counted.won_given[lance][pattern] += ours
                winners = (seat, others[1]) if ours else (others[0], others[2])
                bonuses = [
                    held.pares_bonus if lance is Lance.PARES else held.juego_bonus
                    for held in (facts[each] for each in winners)
                    if held
                ]
                counted.stones[lance][0 if ours else 1] += sum(bonuses) if able else 0
    return counted

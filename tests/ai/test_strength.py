"""The tables behind the player: exact shares of hands, and odds of a pair."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from musbot.ai import strength
from musbot.ai.reading import lance_odds, signal_quality
from musbot.game import CARDS, Action, Deal, Lance, Options
from musbot.game.cards import rank_of
from musbot.game.hands import hand, hand_of_ranks
from musbot.game.views import seat_view


@pytest.mark.parametrize("kings", [8, 4])
def test_all_hands_are_weighed(kings: int) -> None:
    assert sum(strength.ways(kings).values()) == 91_390
    for lance in Lance:
        shares = strength.shares(kings, False, lance)
        assert sum(share.equal for share in shares.values()) == pytest.approx(1)
        best, worst = shares[max(shares)], shares[min(shares)]
        assert worst.below == 0
        assert best.below + best.equal == pytest.approx(1)


def test_shares_known_from_the_deck() -> None:
    # Pares 56.6 % and juego 26.7 % of all hands.
    assert strength.share_with(8, Lance.PARES) == pytest.approx(0.566, abs=0.001)
    assert strength.share_with(8, Lance.JUEGO) == pytest.approx(0.267, abs=0.001)
    assert strength.share_with(8, Lance.GRANDE) == 1
    # 31 is a third of all juego, or a little more, and nothing is above it.
    share = strength.shares(8, False, Lance.JUEGO)[hand_of_ranks("R C S 1").juego]
    assert share.equal == pytest.approx(0.343, abs=0.001)
    assert share.beats(1.0) == pytest.approx(1)
    assert share.beats(0.0) == pytest.approx(share.below)
    assert 2 < strength.mean_bonus(8, Lance.JUEGO) < 3
    assert 1 < strength.mean_bonus(8, Lance.PARES) < 3


@pytest.mark.parametrize("kings", [8, 4])
def test_what_may_be_drawn_is_counted_card_by_card(kings: int) -> None:
    kept = (0, 12, 21)
    rest = [card for card in CARDS if card not in kept]
    for size in (3, 2):
        total = count = 0.0
        for drawn in combinations(rest, 4 - size):
            ranks = hand((*kept[:size], *drawn), kings).ranks
            total += strength.hand_value(kings, False, ranks, 1.0)
            count += 1
        if size == 2:
            # The third card is not kept: it may come as well, as far as the table knows.
            total += sum(
                strength.hand_value(kings, False, hand((*kept, card), kings).ranks, 1.0) for card in rest
            )
            count += len(rest)
        ranks = tuple(sorted(rank_of(card, kings) for card in kept[:size]))
        assert strength.kept_value(kings, False, ranks, 1.0) == pytest.approx(total / count)


def test_a_better_hand_has_a_better_share() -> None:
    values = [
        strength.value_share(8, False, hand_of_ranks(ranks).ranks, 1.0)
        for ranks in ("7 6 5 4", "R C 6 4", "R R 6 4", "R R 1 1", "R R C 1", "R R R 1")
    ]
    assert values == sorted(values)
    assert values[0] < 0.1
    assert values[-1] > 0.97


def test_the_tie_is_worth_something_to_the_mano() -> None:
    ranks = hand_of_ranks("R C S 1").ranks
    assert strength.hand_value(8, False, ranks, 1.0) > strength.hand_value(8, False, ranks, 0.0)


def test_the_odds_of_a_silent_lance_are_those_of_the_cards() -> None:
    """Dealt out 4,000 times: how often seat 1 or 3 has the best grande, seat 1 having this hand."""
    rng = random.Random(9)
    for own in ("R R 7 1", "R C S 4", "7 6 5 4", "R R R 5"):
        deal, wins = Deal(Options(), 1), 0
        cards: list[int] = []
        for letter in own.split():
            cards.append(next(c for c in CARDS if "RCS7654321"[c % 10] == letter and c not in cards))
        rest = [card for card in CARDS if card not in cards]
        for _ in range(4_000):
            drawn = rng.sample(rest, 12)
            grande = [hand(each).grande for each in (cards, drawn[:4], drawn[4:8], drawn[8:])]
            best = grande.index(max(grande))
            wins += best in (0, 2)
        for seat, held in ((1, cards), (2, rest[:4]), (3, rest[4:8]), (4, rest[8:12])):
            deal.push(Action.parse(f"deal {seat} Ro")._replace(cards=tuple(held)))
        deal.push(Action.parse("1 cut"))
        odds = lance_odds(seat_view(deal, 1), Lance.GRANDE)
        # The model knows nothing of the cards it holds being out of the deck.
        assert odds.win == pytest.approx(wins / 4_000, abs=0.06)
        assert odds.called <= odds.win
        assert odds.our_bonus == odds.their_bonus == 0


def test_words_change_the_odds() -> None:
    def odds(*lines: str) -> float:
        deal = Deal(Options(consult=False), 1)
        dealt = ("deal 1 Ro Co 7e 1b", "deal 2 Cc 6o 5o 4o", "deal 3 Re Rb Sc 1o", "deal 4 7o 7c Sb 2e")
        for line in (*dealt, "1 cut", *lines):
            deal.push(Action.parse(line))
        return lance_odds(seat_view(deal, 1), Lance.GRANDE).win

    silent = odds("1 hold")
    assert odds("1 hold", "2 bet 2") < silent
    assert odds("1 hold", "2 bet 10") < odds("1 hold", "2 bet 2")
    assert odds("1 hold", "2 ordago") < odds("1 hold", "2 bet 10")
    assert odds("1 hold", "2 hold", "3 bet 2") > odds("1 hold", "2 hold")


def test_nobody_against_is_a_lance_that_is_won() -> None:
    deal = Deal(Options(), 1)
    dealt = ("deal 1 Ro Rc 4c 6o", "deal 2 Co 7c 6c 5c", "deal 3 So Sc 5e 4e", "deal 4 4o 5b 7b 1b")
    holds = ("1 hold", "2 hold", "3 hold", "4 hold")
    for line in (*dealt, "1 cut", *holds, *holds):
        deal.push(Action.parse(line))
    assert lance_odds(seat_view(deal, 1), Lance.PARES).win == 1
    assert lance_odds(seat_view(deal, 2), Lance.PARES).win == 0


def test_what_a_signal_tells() -> None:
    duples = signal_quality(8, False, "duples", Lance.PARES)
    medias = signal_quality(8, False, "medias", Lance.PARES)
    three_kings = signal_quality(8, False, "three-kings", Lance.PARES)
    aces = signal_quality(8, False, "two-aces", Lance.PARES)
    assert duples is not None
    assert medias is not None
    assert three_kings is not None
    assert aces is not None
    assert duples > three_kings > medias > aces
    assert signal_quality(8, False, "thirty-one", Lance.GRANDE) is None
    assert signal_quality(8, False, "blind", Lance.PARES) is None
    thirty = signal_quality(8, False, "thirty", Lance.PUNTO)
    assert thirty is not None
    assert thirty > 0.9

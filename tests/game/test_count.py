"""The count at the end of a deal, lance by lance."""

from __future__ import annotations

import pytest

from musbot.game import Deal, Lance, Options

from .playing import deal_of, hands

HOLD_ALL = "1 hold;2 hold;3 hold;4 hold;"
QUIET = hands("Ro 7o 6o 4o", "Co 7c 6c 5c", "So 6e 5e 1e", "Sc 7b 5b 4b")
RICH = hands("Ro Rc 7o 6o", "Co Cc Ce 1o", "So Sc 5e 5c", "7c 7e 4b 1b")
"""Seat 1: par of kings and juego 33. Seat 2: medias of caballos and 31. Seat 3: duples. Seat 4: par of sevens."""


def sheet(deal: Deal) -> list[tuple[str, str, int, int, str | None, int | None, int]]:
    assert deal.is_over
    return [(r.lance.value, r.outcome.value, *r[2:]) for r in deal.results]


def rich(words: str, rules: Options | None = None, scores: tuple[int, int] = (0, 0)) -> Deal:
    return deal_of(RICH + "1 cut;" + words, rules or Options(consult=False), scores=scores)


def test_a_deal_that_everyone_holds_by_the_default_rules() -> None:
    """A stone for each lance, and the bonus of both partners in pares and juego."""
    deal = rich(HOLD_ALL * 3 + "1 hold; 2 hold")
    assert sheet(deal) == [
        ("grande", "held", 1, 0, "A", 1, 1),
        ("chica", "held", 1, 0, "B", 4, 1),
        # Duples of seat 3 and the par of seat 1.
        ("pares", "held", 1, 4, "A", 3, 5),
        # Only 1 and 2 have juego: 31 beats 33.
        ("juego", "held", 1, 3, "B", 2, 4),
    ]
    assert deal.scores == (6, 5)


def test_a_deal_that_everyone_holds_by_the_classic_rules() -> None:
    """Nothing for pares and juego but the bonus."""
    deal = rich(HOLD_ALL * 3 + "1 hold; 2 hold", Options.of("classic"))
    assert [line[2:] for line in sheet(deal)] == [
        (1, 0, "A", 1, 1),
        (1, 0, "B", 4, 1),
        (0, 4, "A", 3, 4),
        (0, 3, "B", 2, 3),
    ]


@pytest.mark.parametrize(
    ("held_stone", "punto_bonus", "points"), [("all", 0, 1), ("all", 1, 2), ("open", 0, 0), ("open", 1, 1)]
)
def test_a_held_punto(held_stone: str, punto_bonus: int, points: int) -> None:
    rules = Options.of("stargames", held_stone=held_stone, punto_bonus=punto_bonus)
    deal = deal_of(QUIET + "1 cut;" + HOLD_ALL * 3, rules)
    # 28 of seat 2 beats 27, 26 and 22.
    assert deal.results[3] == (Lance.PUNTO, "held", int(held_stone == "all"), punto_bonus, "B", 2, points)


def test_the_bonus_is_counted_with_an_accepted_bet() -> None:
    deal = rich(HOLD_ALL * 2 + "1 bet 5; 2 call; 1 hold; 2 hold")
    assert sheet(deal)[2] == ("pares", "accepted", 5, 4, "A", 3, 9)


def test_the_pair_that_was_refused_collects_its_own_bonus_though_the_folders_held_better() -> None:
    """Seat 3 with duples folds to seat 2: pair B gets the stone, and its medias and par at the count."""
    deal = rich(HOLD_ALL * 2 + "1 hold; 2 bet 2; 3 fold; 1 fold; 1 hold; 2 hold")
    assert sheet(deal)[2] == ("pares", "refused", 1, 3, "B", 2, 4)


def test_no_bonus_for_a_refusal_in_grande_and_chica() -> None:
    deal = rich("1 bet 2; 2 fold; 4 fold; " + HOLD_ALL * 2 + "1 hold; 2 hold")
    # The seat named is the best hand of the pair that won.
    assert sheet(deal)[0] == ("grande", "refused", 1, 0, "A", 1, 1)


def test_an_unopposed_lance_gives_its_bonus_only() -> None:
    table = hands("Ro Rc 4c 6o", "Co 7c 6c 5c", "So Sc 5e 5o", "4o 6b 7b 1b")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 3)
    # Par of seat 1 and duples of seat 3, no stone.
    assert sheet(deal)[2] == ("pares", "unopposed", 0, 4, "A", 3, 4)


def test_the_lances_are_counted_in_order_until_a_pair_reaches_the_target() -> None:
    """Both pairs would pass 40: A with grande, which is counted first."""
    deal = rich("1 bet 2; 2 call;" + "1 bet 5; 2 call;" + HOLD_ALL + "1 hold;2 hold", scores=(38, 38))
    assert deal.game_winner == "A"
    assert deal.scores == (40, 38)
    assert sheet(deal) == [
        ("grande", "accepted", 2, 0, "A", 1, 2),
        ("chica", "unscored", 5, 0, "B", 4, 0),
        ("pares", "unscored", 1, 4, "A", 3, 0),
        ("juego", "unscored", 1, 3, "B", 2, 0),
    ]


def test_a_refusal_counts_before_any_accepted_bet() -> None:
    """Grande was accepted for more than A needs, but the refused juego gives B its last stone at once."""
    deal = rich(
        "1 bet 5; 2 call;" + HOLD_ALL * 2 + "1 hold; 2 bet 2; 1 fold",
        scores=(39, 39),
    )
    assert deal.game_winner == "B"
    assert deal.scores == (39, 40)
    assert sheet(deal)[0] == ("grande", "unscored", 5, 0, "A", 1, 0)
    # The stone it needed, and nothing of its bonus.
    assert sheet(deal)[3] == ("juego", "refused", 1, 3, "B", 2, 1)


def test_an_ordago_that_is_called_wins_the_game_whatever_was_accepted_before() -> None:
    deal = rich("1 bet 30; 2 call; 1 ordago; 2 call", scores=(20, 3))
    assert sheet(deal) == [
        ("grande", "unscored", 30, 0, "A", 1, 0),
        ("chica", "ordago", 0, 0, "B", 4, 37),
    ]
    assert deal.scores == (20, 40)
    assert deal.game_winner == "B"


def test_refusals_before_a_called_ordago_stay_scored() -> None:
    deal = rich("1 bet 2; 2 fold; 4 fold; 1 ordago; 2 call")
    assert [line[1] for line in sheet(deal)] == ["refused", "ordago"]
    assert deal.scores == (1, 40)


def test_an_ordago_in_pares_gives_no_bonus() -> None:
    deal = rich(HOLD_ALL * 2 + "1 ordago; 2 call")
    assert sheet(deal)[2] == ("pares", "ordago", 0, 0, "A", 3, 40)


def test_points_past_the_target_are_not_added() -> None:
    deal = rich(HOLD_ALL * 2 + "1 bet 5; 2 call; 1 hold; 2 hold", scores=(35, 0))
    # Grande makes 36; pares would be 9, of which four fit.
    assert sheet(deal)[2] == ("pares", "accepted", 5, 4, "A", 3, 4)
    assert deal.scores == (40, 1)


# Hands


def test_four_alike_are_two_pairs() -> None:
    """R R A A beats C C C C, and C C C C beats C C S S: duples go by the higher pair, then the lower."""
    table = hands("Co Cc Ce Cb", "Ro Rc 1o 1c", "7o 6o 5o 4o", "7c 6c 5c 4c")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2 + "1 bet 2; 2 call", Options(consult=False))
    assert (deal.settled[2].lance, deal.lance) == (Lance.PARES, None)
    assert deal.results[2].seat == 2
    table = hands("Co Cc So Sc", "Re Rb Ce Cb", "7o 6o 5o 4o", "7c 6c 5c 4c")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2 + "1 hold; 2 hold; 1 hold; 2 hold")
    assert deal.results[2].seat == 2


@pytest.mark.parametrize("mano", [1, 2, 3, 4])
def test_equal_hands_go_to_the_first_from_the_mano(mano: int) -> None:
    """Four times R C S 7: 37 in juego, and no pares."""
    table = hands("Ro Co So 7o", "Rc Cc Sc 7c", "Re Ce Se 7e", "Rb Cb Sb 7b", mano)
    holds = "".join(f"{(mano - 1 + step) % 4 + 1} hold;" for step in range(4))
    deal = deal_of(table + f"{mano} cut;" + holds * 3, mano=mano)
    assert [result.seat for result in deal.results] == [mano, mano, None, mano]


@pytest.mark.parametrize(("real31", "winner"), [(True, 2), (False, 1)])
def test_the_real_31_beats_every_other(real31: bool, winner: int) -> None:
    table = hands("Ro Co So 1o", "7o 7c 7e Rc", "6o 5o 4o 1c", "6c 5c 4c 1e")
    rules = Options(real31=real31)
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 2 + "1 hold; 2 hold", rules)
    assert deal.results[3].seat == winner
    # It is worth no more for it.
    assert deal.results[3].bonus == 3


def test_three_sevens_and_a_three_are_a_real_31_with_eight_kings_only() -> None:
    table = hands("Ro Co So 1o", "7o 7c 7e 3c", "6o 5o 4o 1c", "6c 5c 4c 1e")
    holds = "1 cut;" + HOLD_ALL * 2 + "1 hold; 2 hold"
    assert deal_of(table + holds, Options(real31=True)).results[3].seat == 2
    # With four kings it is 24: seat 1 alone has juego.
    four = deal_of(table + "1 cut;" + HOLD_ALL * 2, Options(real31=True, kings=4))
    assert four.results[3].outcome == "unopposed"


def test_threes_are_kings_and_twos_are_aces() -> None:
    table = hands("3o 3c 2o 1o", "Ro Co 5c 4c", "So 6o 5o 4o", "Sc 6c 5e 4e")
    deal = deal_of(table + "1 cut;" + HOLD_ALL * 3)
    assert [result.seat for result in deal.results] == [1, 1, 1, 2]
    # Duples of kings and aces, unopposed.
    assert deal.results[2].points == 3
    four = deal_of(table + "1 cut;" + HOLD_ALL * 3, Options(kings=4))
    # Now it is a par of threes, and grande goes to the king of seat 2.
    assert [result.seat for result in four.results] == [2, 1, 1, 2]
    assert four.results[2].points == 1

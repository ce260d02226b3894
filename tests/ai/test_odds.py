"""The odds of a hand, and what is printed of them."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.ai import odds_sheet
from musbot.ai.odds import NoHand, Odds, odds_of, percent, read_hand
from musbot.cli import main
from musbot.game import Options
from musbot.game.cards import RANKS, rank_letter
from musbot.game.hands import Lance, ranks_text


def odds(text: str, place: int = 0, options: Options | None = None) -> Odds:
    return odds_of(read_hand(text), place, options or Options())


def chance(of: Odds, lance: Lance) -> float:
    return next(each.win for each in of.lances if each.lance is lance)


class TestReading:
    @pytest.mark.parametrize("text", ["R R 7 1", "rr71", "R,R,7,1", "  r-r 7.1 "])
    def test_a_hand_is_written_as_one_likes(self, text: str) -> None:
        assert ranks_text(read_hand(text)) == "R R 7 1"

    @pytest.mark.parametrize("text", ["", "R R 7", "R R 7 1 1", "R" * 40, "1 " * 4 + " " * 60])
    def test_four_cards_are_needed(self, text: str) -> None:
        with pytest.raises(NoHand) as caught:
            read_hand(text)
        assert caught.value.why == "count"

    @pytest.mark.parametrize("text", ["K K 7 1", "10 10 7 1", "\u0000\u0000", "R R 7 🂡", "<@1>"])
    def test_what_is_no_card_is_named(self, text: str) -> None:
        with pytest.raises(NoHand) as caught:
            read_hand(text)
        assert caught.value.why == "rank"
        assert caught.value.rank not in RANKS

    @given(st.text(max_size=60))
    def test_any_text_is_a_hand_or_none(self, text: str) -> None:
        try:
            cards = read_hand(text)
        except NoHand:
            return
        assert len(set(cards)) == 4
        assert all(rank_letter(card) in text.upper() for card in cards)


class TestOdds:
    def test_four_kings_win_all_they_can(self) -> None:
        of = odds("R R R R")
        assert chance(of, Lance.GRANDE) == 1
        assert chance(of, Lance.PARES) == pytest.approx(1)
        assert of.gain < 0, "nobody exchanges duples of kings with juego"

    def test_threes_are_kings_only_where_there_are_eight(self) -> None:
        assert chance(odds("3 3 3 3"), Lance.GRANDE) == 1
        assert chance(odds("3 3 3 3", options=Options(kings=4)), Lance.GRANDE) < 0.5

    def test_the_last_seat_wins_less_than_the_mano(self) -> None:
        assert chance(odds("R R 7 1", 3), Lance.PARES) < chance(odds("R R 7 1", 0), Lance.PARES)

    def test_a_held_pares_gives_a_stone_by_the_one_rules_and_none_by_the_others(self) -> None:
        stones = [
            next(
                each.ours for each in odds("R R 7 1", 0, Options.of(name)).lances if each.lance is Lance.PARES
            )
            for name in ("stargames", "classic")
        ]
        assert stones[0] > stones[1]

    def test_punto_is_nothing_to_a_hand_with_juego(self) -> None:
        assert next(each.both for each in odds("R R R 1").lances if each.lance is Lance.PUNTO) == 0

    def test_the_best_cards_to_keep_come_first_and_at_least_one_is_dropped(self) -> None:
        of = odds("R R 7 1")
        assert ranks_text(of.kept_cards(of.keeps[0])) == "R R 1"
        assert of.keeps[0].pares == pytest.approx(1)
        assert [keep.stones for keep in of.keeps] == sorted((keep.stones for keep in of.keeps), reverse=True)
        assert max(len(keep.kept) for keep in of.keeps) == 3
        assert sum(of.keeps[0].by_lance) == pytest.approx(of.keeps[0].stones)

    def test_a_three_is_kept_as_the_three_it_is(self) -> None:
        of = odds("3 R 7 5")
        kept = ranks_text(of.kept_cards(of.keeps[0]))
        assert set(kept.split()) >= {"3", "R"}

    @given(
        st.lists(st.sampled_from(RANKS), min_size=4, max_size=4), st.integers(0, 3), st.sampled_from((4, 8))
    )
    def test_chances_are_chances(self, ranks: list[str], place: int, kings: int) -> None:
        of = odds(" ".join(ranks), place, Options(kings=kings))
        for each in of.lances:
            for number in (each.win, each.lose, each.both, each.win_if_both):
                assert -1e-4 <= number <= 1 + 1e-4
            assert each.win + each.lose <= 1 + 1e-4
        for keep in of.keeps:
            assert keep.strong <= keep.pares + 1e-9 <= 1 + 1e-6
            assert keep.thirty_one <= keep.juego + 1e-9

    def test_no_place_but_the_four(self) -> None:
        with pytest.raises(ValueError, match="0 to 3"):
            odds("R R 7 1", 4)


class TestCommand:
    def test_it_prints_the_lances_and_what_to_keep(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["odds", "R R 7 1"]) == 0
        said = capsys.readouterr().out
        assert "grande" in said
        assert "86.0 %" in said
        assert "Keep R R 1: pares 100 %" in said

    def test_json_has_it_all(self) -> None:
        out = io.StringIO()
        assert odds_sheet.main("C S 7 1", 2, Options(kings=4), True, out) == 0
        report = json.loads(out.getvalue())
        assert report["hand"] == "C S 7 1"
        assert report["rules"] == {"preset": "stargames", "kings": 4}
        assert set(report["lances"]) == {lance.value for lance in Lance}
        assert report["keep"][0]["worth"] >= report["keep"][-1]["worth"]

    @pytest.mark.parametrize("text", ["K R 7 1", "R R 7", "\x1b[31mR"])
    def test_what_is_no_hand_is_one_line_and_status_2(
        self, text: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["odds", text]) == 2
        said = capsys.readouterr()
        assert not said.out
        assert said.err.count("\n") == 1
        assert "R R 7 1" in said.err
        assert "\x1b" not in said.err

    @pytest.mark.parametrize(
        ("number", "shown"),
        [
            (0, "0 %"),
            (1, "100 %"),
            (0.5, "50.0 %"),
            (0.0001, "<0.1 %"),
            (0.9999, ">99.9 %"),
            (0.0006, "0.1 %"),
        ],
    )
    def test_only_what_is_certain_is_0_or_100(self, number: float, shown: str) -> None:
        assert percent(number) == shown

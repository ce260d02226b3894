"""``/mus odds``: what is written, and what is suggested while a hand is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.ai.odds import NoHand, odds_of, read_hand
from musbot.bot.odds import odds_letter, suggestions, why_no_hand
from musbot.bot.words import ENGLISH
from musbot.game import Options
from musbot.game.cards import RANKS
from tests.bot.reading import fits_discord, text_of


@pytest.mark.parametrize("kings", [4, 8])
@pytest.mark.parametrize("hand", ["R R R R", "R R 7 1", "7 6 5 4", "C C S 1", "1 1 1 1", "3 2 3 2"])
@pytest.mark.parametrize("place", [0, 3])
def test_every_hand_fits(hand: str, place: int, kings: int) -> None:
    letter = odds_letter(odds_of(read_hand(hand), place, Options(kings=kings)), ENGLISH)

    fits_discord(letter)
    said = text_of(letter)
    assert f"`{hand}`" in said or hand.startswith("3")
    assert "**What to keep" in said
    assert ("**Punto**" in said) == ("juego: " not in said.splitlines()[1].replace("no juego", ""))


def test_it_says_what_the_exact_tables_say() -> None:
    said = text_of(odds_letter(odds_of(read_hand("R R 7 1"), 0, Options()), ENGLISH))

    assert "the mano" in said
    assert said.index("How often your pair wins") < said.index("**Grande**")
    assert "**Grande** 86.0\u00a0%" in said
    assert "`R R 1` **+4.21** · pares 100\u00a0%, juego 38.9\u00a0% (31: 38.9\u00a0%)" in said
    assert "mus gains" in said


def test_a_hand_to_play_is_not_to_be_given_away() -> None:
    assert "cut. Mus would lose" in text_of(odds_letter(odds_of(read_hand("R R R 1"), 0, Options()), ENGLISH))


class TestSuggestions:
    def test_nothing_typed_gets_examples(self) -> None:
        assert ("R R 7 1 · a par · no juego, punto: 28", "R R 7 1") in suggestions("", ENGLISH)

    def test_what_is_begun_goes_on(self) -> None:
        assert [value for _, value in suggestions("r r 7", ENGLISH)] == [f"R R 7 {rank}" for rank in RANKS]

    def test_a_whole_hand_says_what_it_is(self) -> None:
        assert suggestions("cs71", ENGLISH) == [("C S 7 1 · no pares · no juego, punto: 28", "C S 7 1")]

    @given(st.text(max_size=200))
    def test_whatever_is_typed_the_suggestions_can_be_sent(self, typed: str) -> None:
        found = suggestions(typed, ENGLISH)
        assert 1 <= len(found) <= 25
        for label, value in found:
            assert 1 <= len(label) <= 100
            assert set(value) <= {*RANKS, " "}


@given(st.text(min_size=1, max_size=60))
def test_whatever_is_no_hand_is_told_in_a_sentence_without_an_echo(text: str) -> None:
    try:
        read_hand(text)
    except NoHand as error:
        said = why_no_hand(error, ENGLISH)
        assert said.endswith("`R R 7 1`.")
        assert not {"@", "<", "*", "_", "\n"} & set(said)

"""Texts and their translations."""

from __future__ import annotations

import gettext

import pytest

from musbot.bot.refusals import refusal_letter
from musbot.bot.words import ENGLISH, Words, words_for
from musbot.game import Options
from musbot.table import Refusal, Refused
from tests.bot.reading import fits_discord, table_of, text_of
from tests.game.playing import played


def test_english_is_the_source() -> None:
    assert ENGLISH("Hold") == "Hold"
    assert ENGLISH("Table {table} is closed.", table=7) == "Table 7 is closed."


def test_numbers_choose_their_form() -> None:
    assert ENGLISH.n("{count} stone", "{count} stones", 1) == "1 stone"
    assert ENGLISH.n("{count} stone", "{count} stones", 5) == "5 stones"


def test_braces_in_a_field_are_only_text() -> None:
    assert ENGLISH("by {name}", name="{0.__class__} {table}") == "by {0.__class__} {table}"


@pytest.mark.parametrize("language", ["en-US", "xx", "", "../../etc", "zh-CN"])
def test_a_language_without_a_catalogue_is_english(language: str) -> None:
    assert words_for(language)("There is no such sentence: {x}", x=1) == "There is no such sentence: 1"


def test_a_catalogue_is_asked() -> None:
    class Shouting(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper()

    assert Words("en", Shouting())("Hold") == "HOLD"


@pytest.mark.parametrize("reason", list(Refusal))
def test_every_refusal_is_a_sentence_of_its_own(reason: Refusal) -> None:
    letter = refusal_letter(Refused(reason, "for programmers: secret 42", seat=1), ENGLISH)

    fits_discord(letter)
    assert text_of(letter).endswith(".")
    assert "42" not in text_of(letter)
    others = {text_of(refusal_letter(Refused(each), ENGLISH)) for each in Refusal}
    assert len(others) == len(Refusal)


def test_out_of_turn_one_is_told_whose_turn_it_is() -> None:
    table = table_of(played(Options(), 1, 5), ["Ane", "*Beñat*", "Carla", "Dani"])

    letter = refusal_letter(Refused(Refusal.NOT_YOUR_TURN, seat=2), ENGLISH, table.public())

    assert text_of(letter) == r"It is \*Beñat\*'s turn, not yours yet."

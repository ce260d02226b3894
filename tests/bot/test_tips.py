"""Tips in words: every kind in every language, short, whole, and within what Discord takes."""

from __future__ import annotations

import re

import pytest

from musbot.ai.teacher import tips
from musbot.ai.tips import Chance, Exchange, Price, Tip
from musbot.bot.tips import PAGES, share, tip_words, tips_letter
from musbot.bot.words import ENGLISH, LANGUAGES, words_for
from musbot.game import Lance
from tests.ai.test_tips import situations
from tests.bot.reading import buttons_of, custom_ids, fits_discord, labels, text_of

LONGEST = 200
"""Characters of a tip: about five lines of a telephone."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tip_is_short_and_whole(language: str) -> None:
    words = words_for(language)
    seen: dict[str, Tip] = {}
    for view in situations():
        for tip in tips(view):
            seen.setdefault(tip_words(tip, words), tip)
    assert len(seen) > 300
    for said in seen:
        assert 10 <= len(said) <= LONGEST, said
        assert not re.search(r"[{}]|None", said), said
        assert said.rstrip("*")[-1] in ".", said
        assert said.count("**") % 2 == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_tips_fits(language: str) -> None:
    words = words_for(language)
    for view in situations()[::7]:
        count = len(tips(view))
        for page in range(count):
            letter = tips_letter(10**14, view, words, page, usual=bool(page % 2))
            fits_discord(letter)
            assert text_of(letter).startswith("💡 **")
            assert len(text_of(letter)) <= 300


def test_no_other_language_says_it_in_english() -> None:
    for view in situations()[::11]:
        for tip in tips(view):
            english = tip_words(tip, ENGLISH)
            assert all(tip_words(tip, words_for(each)) != english for each in LANGUAGES if each != "en")


def test_arrows_lead_round() -> None:
    view = next(each for each in situations() if len(tips(each)) == 3)
    letters = [tips_letter(7, view, ENGLISH, page) for page in range(3)]

    assert labels(letters[0]) == ["◀ Back", "▶ Next", "✕ Close", "☑ Show tips?"]
    assert custom_ids(letters[0])[:2] == [f"mus:7:0:{PAGES[2]}", f"mus:7:0:{PAGES[1]}"]
    assert custom_ids(letters[2])[:2] == [f"mus:7:0:{PAGES[1]}", f"mus:7:0:{PAGES[0]}"]
    assert len({text_of(letter) for letter in letters}) == 3
    assert buttons_of(letters[0])[2]["style"] == 3, "the cross is green"


def test_of_few_tips_there_are_few_arrows() -> None:
    few = {len(tips(each)): each for each in situations()}
    assert labels(tips_letter(7, few[2], ENGLISH))[:2] == ["▶ Next", "✕ Close"]
    assert text_of(tips_letter(7, few[2], ENGLISH, 5)), (
        "a page that is not there any more leads to one that is"
    )


def test_a_teacher_says_it_plainly() -> None:
    assert tip_words(Chance(Lance.GRANDE, 0.8599, opening=True), ENGLISH) == (
        "Your pair wins **Grande** with this hand in 86\u00a0% of all deals. That is worth a bet."
    )
    assert tip_words(Price(Lance.PARES, 5, 1, 0.4, 2), ENGLISH) == (
        "Passing gives them 1, calling plays for 5: it pays if you win 40\u00a0% of the time. "
        "Passing gives up your bonus of 2, too."
    )
    assert tip_words(Exchange(-2.34), ENGLISH) == "**No mus**: new cards would cost you 2.3 stones."


def test_each_language_writes_decimals_in_its_way() -> None:
    said = {language: tip_words(Exchange(-2.34), words_for(language)) for language in LANGUAGES}

    assert {language for language, each in said.items() if "2.3" in each} == {"en", "fil"}
    assert {language for language, each in said.items() if "2,3" in each} == {"es", "eu", "sv", "nb", "fr"}
    chance = tip_words(Chance(Lance.GRANDE, 0.86, opening=False), words_for("eu"))
    assert "%\u00a086 " in chance, "in Basque the sign stands before the number"


def test_only_what_is_certain_is_told_as_certain() -> None:
    assert [share(each) for each in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        f"{percent}\u00a0%" for percent in (0, 1, 50, 99, 100)
    ]

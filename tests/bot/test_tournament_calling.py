"""Those for whom others wait at a table are told so, in their table's language, and nobody else is pinged."""

from __future__ import annotations

import pytest

from musbot.bot.tournament.calling import waiting_letter
from musbot.bot.words import LANGUAGES, words_for
from musbot.club.tournament.runner import Waiting
from musbot.table import Table
from tests.bot.reading import fits_discord, text_of


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_who_is_waited_for_is_named_with_the_time_that_is_left(language: str) -> None:
    letter = waiting_letter(
        Waiting(Table(5, 1, 2), (71, 72), 1000.4), words_for(language), "https://x.example"
    )
    written = text_of(letter)
    assert "<@71>, <@72>" in written
    assert "<t:1000:R>" in written
    assert letter.pings == {71, 72}
    fits_discord(letter)

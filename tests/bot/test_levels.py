"""Levels as people choose and see them."""

from __future__ import annotations

from musbot.ai import LEVELS
from musbot.bot.board import board
from musbot.bot.levels import DESCRIPTIONS, NAMES, level_choices, level_name
from musbot.bot.words import ENGLISH
from tests.bot.reading import text_of
from tests.bot.test_letters import after


def test_every_level_has_a_name_and_a_description_that_discord_takes() -> None:
    assert LEVELS.keys() <= NAMES.keys() == DESCRIPTIONS.keys()
    choices = level_choices()
    assert [choice.value for choice in choices] == list(LEVELS)
    assert all(
        f"{DESCRIPTIONS[choice.value]}" in choice.name and len(choice.name) < 100 for choice in choices
    )


def test_a_level_that_is_gone_is_called_what_it_was() -> None:
    assert level_name(ENGLISH, "champion") == "champion"


def test_the_table_shows_how_strong_its_ai_players_are() -> None:
    shown = text_of(board(after("", ais=(2,)).public(), ENGLISH))
    assert "Beñat 🤖 (club)" in shown

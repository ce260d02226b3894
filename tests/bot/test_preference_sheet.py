"""The two messages of ``/settings`` keep Discord's limits, in every language, whatever was chosen."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from musbot.bot.layout import Letter
from musbot.bot.preference_sheet import MOST_CHANNELS, person_letter, server_letter
from musbot.bot.words import LANGUAGES, words_for
from musbot.playground.components import check_message_components
from musbot.playground.refusals import Form
from musbot.store.servers import ServerSettings

CHANNELS = [1_000_000_000_000_000_000 + number for number in range(200)]
ROLE = 2_000_000_000_000_000_000


def guild(*, role: bool = True) -> discord.Guild:
    """A server that has all of the channels, and perhaps the role."""
    knows = SimpleNamespace(
        get_channel=lambda number: number if number in CHANNELS else None,
        get_role=lambda number: number if role and number == ROLE else None,
    )
    return cast(discord.Guild, knows)


def menus_of(letter: Letter) -> list[str]:
    form = Form()
    components = letter.payload(private=True)["components"]
    check_message_components(components, form, v2=True, files=set())
    form.check()
    return [each["components"][0]["custom_id"] for each in components[0]["components"] if each["type"] == 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own(language: str) -> None:
    assert len(menus_of(person_letter(None, words_for(language)))) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, MOST_CHANNELS, MOST_CHANNELS + 1, len(CHANNELS)])
@pytest.mark.parametrize("role", [True, False])
def test_that_of_a_server(language: str, count: int, role: bool) -> None:
    settings = ServerSettings(
        1,
        CHANNELS[0],
        1e9,
        language,
        "classic",
        json.dumps(CHANNELS[:count]),
        ROLE,
        "America/Argentina/ComodRivadavia",
    )
    words = words_for(language)
    menus = menus_of(server_letter(settings, guild(role=role), words, manages=True))
    assert ("club:server:channels" in menus) == (count <= MOST_CHANNELS)
    assert len(menus) == 4 + (count <= MOST_CHANNELS)
    assert not menus_of(server_letter(settings, guild(role=role), words))

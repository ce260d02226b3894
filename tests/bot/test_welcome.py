"""First contact: where a server is greeted, and what it is told that the bot lacks there."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from musbot.bot import calls
from musbot.bot.permissions import NEEDED, titled
from musbot.bot.welcome import greet, welcome_letter
from musbot.bot.words import LANGUAGES, words_for
from tests.bot.reading import fits_discord, labels, text_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_it_is_how_to_begin_and_what_it_lacks(language: str) -> None:
    words = words_for(language)
    lacking = welcome_letter(list(NEEDED), words)
    fits_discord(lacking)
    assert all(f"- {titled(name)}" in text_of(lacking) for name in NEEDED)

    whole = welcome_letter([], words)
    fits_discord(whole)
    for command in ("/mus open", "/mus learn", "/mus practice", "/help"):
        assert f"`{command}`" in text_of(whole), command
    assert "- " not in text_of(whole)
    assert labels(whole) == [words("Learn"), words("Help")]


def channel(number: int, *denied: str) -> Any:
    may = discord.Permissions(**{name: name not in denied for name in NEEDED})
    return MagicMock(id=number, permissions_for=lambda _: may)


def guild(*channels: Any, system: Any = None) -> Any:
    return MagicMock(
        system_channel=system, text_channels=list(channels), preferred_locale=discord.Locale.swedish
    )


async def greeted(monkeypatch: pytest.MonkeyPatch, server: Any) -> list[tuple[int, str]]:
    post = AsyncMock()
    monkeypatch.setattr(calls, "post", post)
    await greet(cast(Any, None), server)
    return [(call.args[1], text_of(call.args[2])) for call in post.await_args_list]


async def test_it_does_not_greet_twice_where_nobody_knows_whether_the_first_arrived(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = AsyncMock(side_effect=calls.Lost("the answer was lost"))
    monkeypatch.setattr(calls, "post", post)

    await greet(cast(Any, None), guild(channel(1), channel(2)))

    post.assert_awaited_once()


async def test_it_greets_once_where_it_may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, unseen, there = (
        channel(1, "send_messages"),
        channel(2, "view_channel"),
        channel(3, "attach_files"),
    )

    ((place, told),) = await greeted(monkeypatch, guild(unseen, there, channel(4), system=closed))

    assert place == 3
    assert "Jag ger mus" in told
    assert [line for line in told.splitlines() if line.startswith("- ")] == ["- Attach Files"]


async def test_where_it_may_write_nowhere_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await greeted(monkeypatch, guild(channel(1, "send_messages"))) == []

"""What each call does with what Discord refuses."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from musbot.bot import calls
from musbot.bot.calls import Barred, Code, DmClosed, Gone
from musbot.bot.layout import Letter, text

LETTER = Letter((text("Kaixo"),))


def refusal(code: int, status: int = 403) -> discord.HTTPException:
    """What discord.py raises for an answer of Discord's."""
    response = MagicMock(status=status, reason="refused")
    kind = (
        discord.NotFound if status == 404 else discord.Forbidden if status == 403 else discord.HTTPException
    )
    return kind(cast(Any, response), {"code": code, "message": "refused"})


def interaction(error: BaseException) -> Any:
    """A click whose every answer is refused."""
    refused = AsyncMock(side_effect=error)
    return MagicMock(
        response=MagicMock(edit_message=refused, send_message=refused, send_modal=refused, defer=refused),
        followup=MagicMock(send=refused, edit_message=refused),
        edit_original_response=refused,
    )


def client(error: BaseException) -> Any:
    """A bot whose every message is refused."""
    refused = AsyncMock(side_effect=error)
    channel = MagicMock(send=refused)
    channel.get_partial_message.return_value.edit = refused
    bot = MagicMock(create_dm=refused)
    bot.get_partial_messageable.return_value = channel
    return bot


LATE = [refusal(code, 404) for code in (10062, 10015)] + [refusal(40060, 400), refusal(50027, 401)]


@pytest.mark.parametrize("error", LATE, ids=lambda error: str(error.code))
async def test_an_answer_that_comes_too_late_is_no_error(error: discord.HTTPException) -> None:
    click = interaction(error)

    assert await calls.answer_by_edit(click, LETTER) is False
    assert await calls.answer_by_message(click, LETTER, private=True) is None
    assert await calls.answer_by_form(click, MagicMock()) is False
    assert await calls.answer_silently(click) is False
    assert await calls.think(click, private=True) is False
    assert await calls.edit_answer(click, LETTER) is False
    assert await calls.follow_up(click, LETTER) is None
    assert await calls.edit_follow_up(click, 5, LETTER) is False


async def test_a_click_answered_by_somebody_else_is_no_error() -> None:
    click = interaction(discord.InteractionResponded(MagicMock()))

    assert await calls.answer_by_edit(click, LETTER) is False
    assert await calls.answer_by_message(click, LETTER, private=False) is None


async def test_what_nobody_expects_is_raised() -> None:
    click = interaction(refusal(50035, 400))

    with pytest.raises(discord.HTTPException, match="50035"):
        await calls.answer_by_edit(click, LETTER)
    with pytest.raises(discord.HTTPException, match="50035"):
        await calls.follow_up(click, LETTER)
    with pytest.raises(discord.HTTPException, match="50035"):
        await calls.post(client(refusal(50035, 400)), 1, LETTER)


@pytest.mark.parametrize("code", [Code.UNKNOWN_CHANNEL, Code.UNKNOWN_MESSAGE])
async def test_a_place_that_is_gone_is_gone(code: Code) -> None:
    with pytest.raises(Gone):
        await calls.post(client(refusal(code, 404)), 1, LETTER)
    with pytest.raises(Gone):
        await calls.edit(client(refusal(code, 404)), 1, 2, LETTER)


@pytest.mark.parametrize(
    "code",
    [
        Code.MISSING_ACCESS,
        Code.MISSING_PERMISSIONS,
        Code.THREAD_ARCHIVED,
        Code.THREAD_LOCKED,
        Code.SLOWMODE,
        Code.OLD_MESSAGE_EDITED_TOO_OFTEN,
    ],
)
async def test_a_place_where_the_bot_may_not_write_bars_it(code: Code) -> None:
    with pytest.raises(Barred):
        await calls.post(client(refusal(code, 400)), 1, LETTER)
    with pytest.raises(Barred):
        await calls.edit(client(refusal(code, 400)), 1, 2, LETTER)


@pytest.mark.parametrize("code", [Code.CANNOT_DM, Code.NO_MUTUAL_SERVER])
async def test_who_takes_no_direct_messages_has_closed_them(code: Code) -> None:
    with pytest.raises(DmClosed):
        await calls.open_dm(client(refusal(code)), 5)
    with pytest.raises(DmClosed):
        await calls.send_dm(client(refusal(code)), 1, LETTER)


async def test_a_direct_message_to_nowhere_is_gone() -> None:
    with pytest.raises(Gone):
        await calls.send_dm(client(refusal(Code.UNKNOWN_CHANNEL, 404)), 1, LETTER)

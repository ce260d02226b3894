"""What each call does with what Discord refuses."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import aiohttp
import discord
import pytest

from musbot.bot import calls
from musbot.bot.calls import Barred, DmClosed, DmLater, Gone, TooOld, Unreachable, answers, messages
from musbot.bot.calls.errors import Code
from musbot.bot.layout import EPHEMERAL, Letter, text

LETTER = Letter((text("Kaixo"),))


def refusal(code: int, status: int = 403) -> discord.HTTPException:
    """What discord.py raises for an answer of Discord's."""
    response = MagicMock(status=status, reason="refused")
    kinds = {404: discord.NotFound, 403: discord.Forbidden, 503: discord.DiscordServerError}
    kind = kinds.get(status, discord.HTTPException)
    return kind(cast(Any, response), {"code": code, "message": "refused"})


def interaction(error: BaseException) -> Any:
    """A click whose every answer is refused."""
    refused = AsyncMock(side_effect=error)
    click = MagicMock(
        extras={},
        id=1,
        application_id=2,
        token=secrets.token_hex(8),
        response=MagicMock(send_modal=refused, defer=refused, is_done=MagicMock(return_value=False)),
    )
    click._session.request.side_effect = error
    return click


def tokens_take(click: Any, *taken: tuple[int, object], **headers: str) -> None:
    """Let Discord take what is sent with the token of a click, with these statuses and answers."""
    answers = []
    for status, told in taken:
        response = AsyncMock(
            status=status,
            headers={"Via": "1.1"} | {name.replace("_", "-"): value for name, value in headers.items()},
            content_type="application/json",
            read=AsyncMock(return_value=json.dumps(told).encode()),
        )
        answers.append(MagicMock(__aenter__=AsyncMock(return_value=response), __aexit__=AsyncMock()))
    click._session.request.side_effect = answers


def client(*outcomes: object) -> Any:
    """A bot whose messages come to these ends, one after the other; the last one ever after."""
    rest = iter(outcomes[:-1])

    def outcome(*_: object, **__: object) -> object:
        end = next(rest, outcomes[-1])
        if isinstance(end, BaseException):
            raise end
        return end

    refused = AsyncMock(side_effect=outcome)
    bot = MagicMock(create_dm=refused)
    bot.http.request = refused
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


async def test_a_click_that_was_acknowledged_before_is_answered_all_the_same() -> None:
    click = interaction(AssertionError("Discord takes one first answer"))
    click.response.is_done.return_value = True
    click.response.type = discord.InteractionResponseType.deferred_message_update
    tokens_take(click, (200, {}), (200, {"id": "7"}), (200, {"id": "8"}))

    assert await calls.answer_by_edit(click, LETTER) is True
    assert await calls.answer_by_message(click, LETTER, private=True) == (7, True)
    assert await calls.answer_by_form(click, MagicMock()) is False
    assert await calls.answer_silently(click) is False
    # The message that was clicked is no answer of its own, which others may not see.
    assert await calls.think(click, private=True) is False
    assert await calls.conclude(click, LETTER, private=True) is True
    sent = [json.loads(call.kwargs["data"]) for call in click._session.request.call_args_list]
    assert [each["flags"] & EPHEMERAL for each in sent] == [0, EPHEMERAL, EPHEMERAL]


@pytest.mark.parametrize("error", [refusal(10062, 404), refusal(0, 503)], ids=["refused", "unreachable"])
async def test_a_command_whose_answer_was_lost_is_not_acknowledged_later(
    error: discord.HTTPException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing would follow: Discord would show for a quarter of an hour that the bot thinks."""
    monkeypatch.setattr(answers, "QUICKLY", ())
    command = interaction(error)

    assert await calls.answer_by_message(command, LETTER, private=True) is None
    assert await calls.acknowledge(command) is False
    command.response.defer.assert_not_called()


async def test_two_first_answers_at_once_are_made_one_after_the_other() -> None:
    click = interaction(AssertionError("it was answered"))
    begun, finish = asyncio.Event(), asyncio.Event()

    async def defer() -> None:
        begun.set()
        await finish.wait()
        click.response.is_done.return_value = True
        click.response.type = discord.InteractionResponseType.deferred_message_update

    click.response.defer = defer
    tokens_take(click, (200, {}))
    acknowledging = asyncio.create_task(calls.answer_silently(click))
    await begun.wait()
    answering = asyncio.create_task(calls.answer_by_edit(click, LETTER))
    finish.set()

    assert await acknowledging is True
    assert await answering is True
    ((method, url), _) = click._session.request.call_args
    assert (method, str(url).rpartition("/")[2]) == ("PATCH", "@original")


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
        Code.THREAD_LOCKED,
        Code.SLOWMODE,
    ],
)
async def test_a_place_where_the_bot_may_not_write_bars_it(code: Code) -> None:
    with pytest.raises(Barred):
        await calls.post(client(refusal(code, 400)), 1, LETTER)
    with pytest.raises(Barred):
        await calls.edit(client(refusal(code, 400)), 1, 2, LETTER)


async def test_a_message_too_old_to_be_edited_makes_way_for_another_one() -> None:
    """I1: a limit that Discord does not publish, on edits of what is older than an hour."""
    with pytest.raises(TooOld):
        await calls.edit(client(refusal(Code.OLD_MESSAGE_EDITED_TOO_OFTEN, 400)), 1, 2, LETTER)
    assert issubclass(TooOld, Gone)


@pytest.mark.parametrize("code", [Code.CANNOT_DM, Code.NO_MUTUAL_SERVER])
async def test_who_takes_no_direct_messages_has_closed_them(code: Code) -> None:
    with pytest.raises(DmClosed):
        await calls.open_dm(client(refusal(code)), 5)
    with pytest.raises(DmClosed):
        await calls.send_dm(client(refusal(code)), 1, LETTER)


async def test_a_direct_message_to_nowhere_is_gone() -> None:
    with pytest.raises(Gone):
        await calls.send_dm(client(refusal(Code.UNKNOWN_CHANNEL, 404)), 1, LETTER)


# Discord's weather

SENT = MagicMock(id=77, __getitem__=lambda _, key: {"id": "77"}[key])
LOST = aiohttp.ServerDisconnectedError()
BUSY = refusal(0, 503)


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "QUICKLY", (0.0, 0.0))
    monkeypatch.setattr(messages, "PATIENTLY", (0.0, 0.0))


@pytest.mark.parametrize("trouble", [BUSY, LOST, ConnectionResetError()], ids=["503", "lost", "reset"])
async def test_what_passes_in_a_moment_is_tried_again(trouble: Exception) -> None:
    bot = client(trouble, trouble, SENT)
    assert await calls.post(bot, 1, LETTER) == 77
    sent = [json.loads(call.kwargs["data"].decode()) for call in bot.http.request.await_args_list]
    assert len(sent) == 3
    assert len({each["nonce"] for each in sent}) == 1, "Discord makes one message of the three"

    await calls.edit(client(trouble, SENT), 1, 2, LETTER)
    assert await calls.open_dm(client(trouble, SENT), 5) == 77
    assert await calls.send_dm(client(trouble, SENT), 5, LETTER) == 77


@pytest.mark.parametrize(
    "trouble",
    [BUSY, LOST, refusal(0, 500), refusal(0, 429), discord.RateLimited(120.0)],
    ids=["503", "lost", "500", "banned", "long wait"],
)
async def test_what_does_not_pass_is_said_to_be_the_weather(trouble: Exception) -> None:
    for failing in (
        calls.post(client(trouble), 1, LETTER),
        calls.edit(client(trouble), 1, 2, LETTER),
        calls.open_dm(client(trouble), 5),
        calls.send_dm(client(trouble), 5, LETTER),
    ):
        with pytest.raises(Unreachable):
            await failing
    click = interaction(trouble)
    assert await calls.answer_by_edit(click, LETTER) is False
    assert await calls.answer_by_message(click, LETTER, private=True) is None
    assert await calls.answer_silently(click) is False
    assert await calls.edit_answer(click, LETTER) is False
    assert await calls.follow_up(click, LETTER) is None
    assert await calls.edit_follow_up(click, 5, LETTER) is False


async def test_a_call_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(answers, "LONGEST_ANSWER", 0.02)
    click = MagicMock(response=MagicMock(defer=never))
    assert await calls.answer_silently(click) is False


async def test_a_follow_up_for_all_is_not_sent_twice() -> None:
    click = interaction(LOST)
    await calls.follow_up(click, LETTER)
    assert click._session.request.call_count == 1
    await calls.follow_up(click, LETTER, private=True)
    assert click._session.request.call_count == 4


async def test_an_archived_thread_is_opened_and_then_written_in() -> None:
    """H2, H6."""
    bot = client(refusal(Code.THREAD_ARCHIVED, 400), SENT)
    bot.http.edit_channel = AsyncMock()
    assert await calls.post(bot, 1, LETTER) == 77
    bot.http.edit_channel.assert_awaited_once_with(1, archived=False)


async def test_a_locked_thread_bars_the_bot() -> None:
    bot = client(refusal(Code.THREAD_ARCHIVED, 400))
    bot.http.edit_channel = AsyncMock(side_effect=refusal(Code.MISSING_PERMISSIONS))
    with pytest.raises(Barred):
        await calls.edit(bot, 1, 2, LETTER)


async def test_too_many_new_conversations_say_nothing_of_the_person() -> None:
    """B6, B9: 40003, and the bare 403 of a bot that was put into quarantine."""
    for trouble in (refusal(Code.OPENING_DMS_TOO_FAST, 400), refusal(0, 403)):
        with pytest.raises(DmLater):
            await calls.open_dm(client(trouble), 5)

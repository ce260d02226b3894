"""Every call to Discord, in one place.

Each function names the refusals it expects and says what happens then; what it does not expect is raised, for
the dispatcher to log and to answer. A game never waits for a call to succeed. Where Discord is not there for a
moment, a call is made again.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
import secrets
from collections.abc import Awaitable, Callable
from enum import IntEnum
from typing import Any, TypeVar

import aiohttp
import discord
from discord import ui

from musbot.bot.layout import Letter, text

log = logging.getLogger(__name__)

_RECEIVED = Letter((text("✅"),))

T = TypeVar("T")

QUICKLY = (0.1, 0.3)
"""Seconds after which an answer is tried again, if Discord was not there: it waits three seconds for it."""
PATIENTLY = (0.5, 2.0)
"""The same for the bot's own messages."""

LONGEST_TRY = 0.9
"""Seconds after which a first answer that carries no file is given up and tried again: discord.py would wait for a
second after one failure, and for three more after the next."""
LONGEST_ANSWER = 12.0
LONGEST_CALL = 75.0
"""Seconds after which a call is given up. discord.py waits for rate limits by itself, without an end."""


class Code(IntEnum):
    """Discord's error codes that are expected somewhere below."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_EVENT = 10070
    UNKNOWN_INTERACTION = 10062
    SLOWMODE = 20016
    CHANNEL_WRITE_LIMIT = 20028
    OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
    OPENING_DMS_TOO_FAST = 40003
    ALREADY_ACKNOWLEDGED = 40060
    TOO_MANY_FOLLOW_UPS = 40094
    TOO_MANY_EVENTS = 30038
    TOO_MANY_PINS = 30003
    MISSING_ACCESS = 50001
    CANNOT_DM = 50007
    MISSING_PERMISSIONS = 50013
    INVALID_FORM = 50035
    BAD_WEBHOOK_TOKEN = 50027
    THREAD_ARCHIVED = 50083
    NO_MUTUAL_SERVER = 50278
    THREAD_LOCKED = 160005
    TOO_MANY_THREADS = 160006


class EventState(IntEnum):
    """Where an event of a server's calendar is in its life."""

    ACTIVE = 2
    OVER = 3
    CALLED_OFF = 4


_LATE = {Code.UNKNOWN_INTERACTION, Code.ALREADY_ACKNOWLEDGED, Code.UNKNOWN_WEBHOOK, Code.BAD_WEBHOOK_TOKEN}
_DM_CLOSED = {Code.CANNOT_DM, Code.NO_MUTUAL_SERVER}
_NOT_THERE = {Code.UNKNOWN_CHANNEL, Code.UNKNOWN_MESSAGE}
_NOT_ALLOWED = {
    Code.MISSING_ACCESS,
    Code.MISSING_PERMISSIONS,
    Code.THREAD_ARCHIVED,
    Code.THREAD_LOCKED,
    Code.SLOWMODE,
    Code.CHANNEL_WRITE_LIMIT,
}


class Gone(Exception):
    """The message or its channel is not there any more."""


class Barred(Exception):
    """The bot may not write there now; the text says what Discord answered."""


class Unreachable(Barred):
    """Discord is not there, or asks to wait for longer than a game should: it may work again in a minute."""


class Lost(Unreachable):
    """Nobody knows whether Discord has done what it was asked for: the answer was lost."""


class TooOld(Gone):
    """The message was edited too often since it is older than an hour: another one must take its place."""


class DmClosed(Exception):
    """The person does not take direct messages from the bot."""


class DmLater(DmClosed):
    """Discord does not let the bot open a conversation now; that says nothing of the person."""


# Answers to interactions: outside the global limit, and the first within three seconds


async def answer_by_edit(interaction: discord.Interaction, letter: Letter) -> bool:
    """Answer a click by editing the message it was on. False if Discord no longer waits for the answer, or the
    message is gone; then the click may still be answered otherwise."""
    return await _answered(
        lambda: interaction.response.edit_message(
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        ),
        _LATE | _NOT_THERE,
        small=letter.keeps_files or not letter.files,
    )


async def answer_by_message(
    interaction: discord.Interaction, letter: Letter, *, private: bool
) -> discord.InteractionCallbackResponse[discord.Client] | None:
    """Answer with a message of its own, for the person alone or for the channel; None if it came too late."""
    try:
        return await _tried(
            lambda: interaction.response.send_message(
                view=letter.view(),
                files=letter.attachments(),
                allowed_mentions=letter.allowed_mentions(),
                ephemeral=private,
            ),
            QUICKLY,
            LONGEST_ANSWER,
            None if letter.files else LONGEST_TRY,
        )
    except (discord.InteractionResponded, Unreachable):
        return None
    except discord.HTTPException as error:
        _expect(error, _LATE)
        return None


async def answer_by_form(interaction: discord.Interaction, form: ui.Modal) -> bool:
    """Answer with a form. It must be the very first answer to a click."""
    return await _answered(lambda: interaction.response.send_modal(form))


async def answer_silently(interaction: discord.Interaction) -> bool:
    """Tell Discord that a click was received and that there is nothing new to show.

    A form whose message has gone meanwhile must be answered by a message.
    """
    if interaction.type is discord.InteractionType.modal_submit and interaction.message is None:
        return await answer_by_message(interaction, _RECEIVED, private=True) is not None
    return await _answered(lambda: interaction.response.defer())


async def think(interaction: discord.Interaction, *, private: bool) -> bool:
    """Tell Discord that the answer takes longer than three seconds may allow."""
    return await _answered(lambda: interaction.response.defer(ephemeral=private, thinking=True))


async def edit_answer(interaction: discord.Interaction, letter: Letter) -> bool:
    """Edit what was answered; for a click, the message it was on. False if the token has expired."""
    return await _while_it_lasts(
        lambda: interaction.edit_original_response(
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        ),
        QUICKLY,
    )


async def follow_up(
    interaction: discord.Interaction, letter: Letter, *, private: bool = False
) -> discord.WebhookMessage | None:
    """Post one more message in answer to an interaction; None if its token has expired."""
    try:
        # What was lost on the way may have arrived: it is sent again only where twice does no harm.
        return await _tried(
            lambda: interaction.followup.send(
                view=letter.view(),
                files=letter.attachments(),
                allowed_mentions=letter.allowed_mentions(),
                ephemeral=private,
                wait=True,
            ),
            QUICKLY if private else (),
            LONGEST_ANSWER,
        )
    except Unreachable:
        return None
    except discord.HTTPException as error:
        _expect(error, _LATE | _NOT_THERE | _NOT_ALLOWED | {Code.TOO_MANY_FOLLOW_UPS})
        return None


async def edit_follow_up(interaction: discord.Interaction, message_id: int, letter: Letter) -> bool:
    """Edit a message that was posted by `follow_up`. False if the token has expired or the message is gone."""
    return await _while_it_lasts(
        lambda: interaction.followup.edit_message(
            message_id,
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        ),
        QUICKLY,
    )


async def take_away(interaction: discord.Interaction, message_id: int | None) -> bool:
    """Delete a message that was posted by `follow_up`; without a number, what was answered: for a click, the message
    it was on. False if the token has expired or the message is gone."""
    if message_id is None:
        return await _while_it_lasts(interaction.delete_original_response, ())
    return await _while_it_lasts(lambda: interaction.followup.delete_message(message_id), ())


async def _while_it_lasts(call: Callable[[], Awaitable[object]], pauses: tuple[float, ...]) -> bool:
    """Make a call with the token of an interaction; return False if it has expired or the message is gone."""
    try:
        await _tried(call, pauses, LONGEST_ANSWER)
    except Unreachable:
        return False
    except discord.HTTPException as error:
        _expect(error, _LATE | _NOT_THERE)
        return False
    return True


# The bot's own messages: they count against its 50 calls a second


async def post(client: discord.Client, channel_id: int, letter: Letter, nonce: int | None = None) -> int:
    """Post a message in a channel and return its number. A thread that was archived is opened again.

    :param nonce: of posts with the same one within some minutes, Discord makes one message, the first.

    :raises Gone: if the channel does not exist any more.
    :raises Barred: if the bot may not write there.
    """
    channel = client.get_partial_messageable(channel_id)
    message = await _placed(client, channel_id, _sending(channel, letter, nonce))
    return message.id


async def edit(client: discord.Client, channel_id: int, message_id: int, letter: Letter) -> None:
    """Edit one of the bot's messages.

    :raises Gone: if the message or its channel does not exist any more, or takes no edit any more.
    :raises Barred: if the bot may not write there.
    """
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    await _placed(
        client,
        channel_id,
        lambda: message.edit(
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        ),
    )


async def reopen(client: discord.Client, thread_id: int) -> None:
    """Open a thread again that was archived.

    :raises Gone: if it does not exist any more.
    :raises Barred: if it is locked, or the bot may not write there.
    """
    try:
        await _tried(lambda: client.http.edit_channel(thread_id, archived=False), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        raise _place_error(error) from error


async def open_thread(
    client: discord.Client, guild_id: int, channel_id: int, message_id: int, name: str
) -> int | None:
    """Open a public thread on a message and return its number; None where that is not possible."""
    channel = client.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        thread = await channel.get_partial_message(message_id).create_thread(name=name[:100])
    except discord.HTTPException as error:
        _expect(error, _NOT_THERE | _NOT_ALLOWED | {Code.TOO_MANY_THREADS})
        return None
    return thread.id


async def pin(client: discord.Client, channel_id: int, message_id: int) -> bool:
    """Pin one of the bot's messages; False where the bot may not, or there are too many."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    return await _allowed(message.pin, {Code.TOO_MANY_PINS})


async def unpin(client: discord.Client, channel_id: int, message_id: int) -> bool:
    """Take the pin away again; False where that is not possible."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    return await _allowed(message.unpin, set())


# Discord's calendar of a server


async def announce_event(
    client: discord.Client, guild_id: int, name: str, about: str, place: str, starts_at: float, ends_at: float
) -> int | None:
    """Put an event into a server's calendar and return its number; None where the bot may not."""
    fields = {
        "name": name[:100],
        "description": about[:1000],
        "privacy_level": 2,
        "entity_type": 3,  # somewhere that Discord does not know: a place in words, and an end
        "entity_metadata": {"location": place[:100]},
        "scheduled_start_time": _iso(starts_at),
        "scheduled_end_time": _iso(ends_at),
    }
    found: list[int] = []

    async def create() -> None:
        made = await client.http.create_guild_scheduled_event(guild_id, reason=None, **fields)
        found.append(int(made["id"]))

    return found[0] if await _allowed(create, {Code.TOO_MANY_EVENTS}) and found else None


async def move_event(
    client: discord.Client, guild_id: int, event_id: int, starts_at: float, ends_at: float
) -> bool:
    """Let an event begin at another time; False where it is gone, or the bot may not."""
    times = {"scheduled_start_time": _iso(starts_at), "scheduled_end_time": _iso(ends_at)}
    return await _edit_event(client, guild_id, event_id, times)


async def event_state(client: discord.Client, guild_id: int, event_id: int, state: EventState) -> bool:
    """Tell the calendar that an event has begun, is over or is called off; False where it does not take that."""
    return await _edit_event(client, guild_id, event_id, {"status": int(state)})


async def _edit_event(client: discord.Client, guild_id: int, event_id: int, fields: dict[str, Any]) -> bool:
    return await _allowed(
        lambda: client.http.edit_scheduled_event(guild_id, event_id, reason=None, **fields),
        # One that is over, or was begun by a moderator, takes no such change.
        {Code.UNKNOWN_EVENT, Code.INVALID_FORM},
    )


def _iso(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat()


async def _allowed(call: Callable[[], Awaitable[object]], expected: set[Code]) -> bool:
    """Make a call that nothing depends on; False where Discord does not let the bot, or is not there."""
    try:
        await _tried(call, PATIENTLY, LONGEST_CALL)
    except Unreachable:
        return False
    except discord.HTTPException as error:
        if error.status not in (403, 404):
            _expect(error, expected)
        log.info("Discord answered %s %s", error.status, error.code)
        return False
    return True


async def open_dm(client: discord.Client, person_id: int) -> int:
    """Open the direct-message channel with a person and return its number.

    :raises DmClosed: if Discord does not let the bot write to the person; `DmLater` if not now.
    :raises Unreachable: if Discord is not there.
    """
    try:
        channel = await _tried(lambda: client.create_dm(discord.Object(person_id)), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code in _DM_CLOSED:
            raise DmClosed(str(error)) from error
        if error.code == Code.OPENING_DMS_TOO_FAST or error.status == 403:
            raise DmLater(str(error)) from error
        raise
    return channel.id


async def send_dm(client: discord.Client, channel_id: int, letter: Letter, nonce: int | None = None) -> int:
    """Send a direct message and return its number.

    :param nonce: as for `post`.

    :raises DmClosed: if the person does not take direct messages from the bot.
    :raises Gone: if there is no such channel.
    :raises Unreachable: if Discord is not there.
    """
    channel = client.get_partial_messageable(channel_id)
    try:
        message = await _tried(_sending(channel, letter, nonce), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code in _DM_CLOSED:
            raise DmClosed(str(error)) from error
        raise _place_error(error) from error
    return message.id


# Trying, and refusals


def _sending(
    channel: discord.PartialMessageable, letter: Letter, nonce: int | None = None
) -> Callable[[], Awaitable[discord.Message]]:
    """Return a call that posts a message; Discord makes one message of it however often it is made."""
    if nonce is None:
        nonce = secrets.randbits(63)
    return lambda: channel.send(
        view=letter.view(),
        files=letter.attachments(),
        allowed_mentions=letter.allowed_mentions(),
        nonce=nonce,
    )


async def _tried(
    call: Callable[[], Awaitable[T]], pauses: tuple[float, ...], longest: float, each: float | None = None
) -> T:
    """Make a call, again after each of some pauses if Discord was not there. It must do no harm twice.

    :param longest: seconds for all of it; `each` for one try, the last one apart.

    discord.py itself waits for rate limits and tries again after 500, 502 and 504, but not after 503, and not
    when a connection was lost.

    :raises Unreachable: if Discord was not there in all that time; `Lost` if one of the tries may have worked.
    """
    kind: type[Unreachable] = Unreachable
    try:
        async with asyncio.timeout(longest):
            for pause in pauses:
                try:
                    async with asyncio.timeout(each):
                        return await call()
                except discord.HTTPException as error:
                    if error.status != 503:
                        raise
                except (aiohttp.ClientError, OSError) as error:
                    log.info("Discord was not reached: %r", error)
                    kind = Lost
                await asyncio.sleep(pause)
            return await call()
    except discord.RateLimited as error:
        raise kind(f"Discord asks to wait for {error.retry_after:.0f} s") from error
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise kind(f"Discord answered {error.status}") from error
        raise
    except (aiohttp.ClientError, OSError) as error:  # TimeoutError is an OSError
        raise Lost(f"Discord was not reached: {error!r}") from error
    except RuntimeError as error:
        if str(error) != "Session is closed":
            raise
        raise Unreachable("the bot has left Discord") from error


async def _answered(
    call: Callable[[], Awaitable[object]], expected: set[Code] = _LATE, *, small: bool = True
) -> bool:
    try:
        await _tried(call, QUICKLY, LONGEST_ANSWER, LONGEST_TRY if small else None)
    except (discord.InteractionResponded, Unreachable):
        return False
    except discord.HTTPException as error:
        _expect(error, expected)
        return False
    return True


async def _placed(client: discord.Client, channel_id: int, call: Callable[[], Awaitable[T]]) -> T:
    """Make a call that writes in a channel; one in a thread that was archived a second time, once it is open."""
    try:
        return await _tried(call, PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code != Code.THREAD_ARCHIVED:
            raise _place_error(error) from error
    await reopen(client, channel_id)
    try:
        return await _tried(call, PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        raise _place_error(error) from error


def _expect(error: discord.HTTPException, codes: set[Code]) -> None:
    """Raise an error again unless it is one of those that are expected."""
    if error.code not in codes:
        raise error
    log.info("Discord answered %s %s", error.status, error.code)


def _place_error(error: discord.HTTPException) -> Exception:
    if error.code in _NOT_THERE or error.status == 404:
        return Gone(str(error))
    if error.code == Code.OLD_MESSAGE_EDITED_TOO_OFTEN:
        return TooOld(str(error))
    if error.code in _NOT_ALLOWED or error.status == 403:
        return Barred(str(error))
    return error

"""The bot's own messages, in channels and in conversations with a person: they count against its 50 calls a second."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from musbot.bot.calls import wire
from musbot.bot.calls.errors import (
    DM_CLOSED,
    NOT_ALLOWED,
    NOT_THERE,
    Code,
    DmClosed,
    DmLater,
    expect,
    place_error,
)
from musbot.bot.calls.trying import LONGEST_CALL, PATIENTLY, allowed, tried
from musbot.bot.layout import Letter

T = TypeVar("T")


async def post(client: discord.Client, channel_id: int, letter: Letter, nonce: int | None = None) -> int:
    """Post a message in a channel and return its number. A thread that was archived is opened again.

    :param nonce: of posts with the same one within some minutes, Discord makes one message, the first.

    :raises Gone: if the channel does not exist any more.
    :raises Barred: if the bot may not write there.
    """
    return await _placed(client, channel_id, _sending(client, channel_id, letter, nonce))


async def edit(client: discord.Client, channel_id: int, message_id: int, letter: Letter) -> None:
    """Edit one of the bot's messages.

    :raises Gone: if the message or its channel does not exist any more, or takes no edit any more.
    :raises Barred: if the bot may not write there.
    """
    await _placed(client, channel_id, lambda: wire.edit(client, channel_id, message_id, letter))


async def reopen(client: discord.Client, thread_id: int) -> None:
    """Open a thread again that was archived.

    :raises Gone: if it does not exist any more.
    :raises Barred: if it is locked, or the bot may not write there.
    """
    try:
        await tried(lambda: client.http.edit_channel(thread_id, archived=False), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        raise place_error(error) from error


async def open_thread(
    client: discord.Client, guild_id: int, channel_id: int, message_id: int, name: str
) -> int | None:
    """Open a public thread on a message and return its number; None where that is not possible.

    If the message has one already, since an answer was lost or a process has died, that is the one.

    :raises Unreachable: if Discord is not there.
    """
    message = client.get_partial_messageable(channel_id, guild_id=guild_id).get_partial_message(message_id)
    try:
        thread = await tried(lambda: message.create_thread(name=name[:100]), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code == Code.THREAD_EXISTS:
            return message_id  # a thread has the number of the message that it is on
        expect(error, NOT_THERE | NOT_ALLOWED | {Code.TOO_MANY_THREADS, Code.WRONG_KIND_OF_CHANNEL})
        return None
    return thread.id


async def pin(client: discord.Client, channel_id: int, message_id: int) -> bool:
    """Pin one of the bot's messages; False where the bot may not, or there are too many."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    return await allowed(message.pin, {Code.TOO_MANY_PINS})


async def unpin(client: discord.Client, channel_id: int, message_id: int) -> bool:
    """Take the pin away again; False where that is not possible."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    return await allowed(message.unpin, set())


async def delete(client: discord.Client, channel_id: int, message_id: int) -> bool:
    """Delete one of the bot's messages; False where it is gone already, or Discord does not let the bot."""
    return await allowed(lambda: client.http.delete_message(channel_id, message_id), {Code.THREAD_ARCHIVED})


async def open_dm(client: discord.Client, person_id: int) -> int:
    """Open the direct-message channel with a person and return its number.

    :raises DmClosed: if Discord does not let the bot write to the person; `DmLater` if not now.
    :raises Unreachable: if Discord is not there.
    """
    try:
        channel = await tried(lambda: client.create_dm(discord.Object(person_id)), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code in DM_CLOSED:
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
    try:
        return await tried(_sending(client, channel_id, letter, nonce), PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code in DM_CLOSED:
            raise DmClosed(str(error)) from error
        raise place_error(error) from error


def _sending(
    client: discord.Client, channel_id: int, letter: Letter, nonce: int | None
) -> Callable[[], Awaitable[int]]:
    """Return a call that posts a message; Discord makes one message of it however often it is made."""
    number = random.getrandbits(63) if nonce is None else nonce
    return lambda: wire.send(client, channel_id, letter, number)


async def _placed(client: discord.Client, channel_id: int, call: Callable[[], Awaitable[T]]) -> T:
    """Make a call that writes in a channel; one in a thread that was archived a second time, once it is open."""
    try:
        return await tried(call, PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        if error.code != Code.THREAD_ARCHIVED:
            raise place_error(error) from error
    await reopen(client, channel_id)
    try:
        return await tried(call, PATIENTLY, LONGEST_CALL)
    except discord.HTTPException as error:
        raise place_error(error) from error

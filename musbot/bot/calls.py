"""Every call to Discord, in one place.

Each function names the refusals it expects and says what happens then; what it does not expect is raised, for
the dispatcher to log and to answer. A game never waits for a call to succeed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from enum import IntEnum

import discord
from discord import ui

from musbot.bot.layout import Letter

log = logging.getLogger(__name__)


class Code(IntEnum):
    """Discord's error codes that are expected somewhere below."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    SLOWMODE = 20016
    CHANNEL_WRITE_LIMIT = 20028
    OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
    OPENING_DMS_TOO_FAST = 40003
    ALREADY_ACKNOWLEDGED = 40060
    MISSING_ACCESS = 50001
    CANNOT_DM = 50007
    MISSING_PERMISSIONS = 50013
    BAD_WEBHOOK_TOKEN = 50027
    THREAD_ARCHIVED = 50083
    NO_MUTUAL_SERVER = 50278
    THREAD_LOCKED = 160005


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


class DmClosed(Exception):
    """The person does not take direct messages from the bot."""


# Answers to interactions: outside the global limit, and the first within three seconds


async def answer_by_edit(interaction: discord.Interaction, letter: Letter) -> bool:
    """Answer a click by editing the message it was on. False if Discord no longer waits for the answer."""
    return await _answered(
        interaction.response.edit_message(
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        )
    )


async def answer_by_message(
    interaction: discord.Interaction, letter: Letter, *, private: bool
) -> discord.InteractionCallbackResponse[discord.Client] | None:
    """Answer with a message of its own, for the person alone or for the channel; None if it came too late."""
    try:
        return await interaction.response.send_message(
            view=letter.view(),
            files=letter.attachments(),
            allowed_mentions=letter.allowed_mentions(),
            ephemeral=private,
        )
    except discord.InteractionResponded:
        return None
    except discord.HTTPException as error:
        _expect(error, _LATE)
        return None


async def answer_by_form(interaction: discord.Interaction, form: ui.Modal) -> bool:
    """Answer with a form. It must be the very first answer to a click."""
    return await _answered(interaction.response.send_modal(form))


async def answer_silently(interaction: discord.Interaction) -> bool:
    """Tell Discord that a click was received and that there is nothing new to show."""
    return await _answered(interaction.response.defer())


async def think(interaction: discord.Interaction, *, private: bool) -> bool:
    """Tell Discord that the answer takes longer than three seconds may allow."""
    return await _answered(interaction.response.defer(ephemeral=private, thinking=True))


async def edit_answer(interaction: discord.Interaction, letter: Letter) -> bool:
    """Edit what was answered; for a click, the message it was on. False if the token has expired."""
    try:
        await interaction.edit_original_response(
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        )
    except discord.HTTPException as error:
        _expect(error, _LATE | _NOT_THERE)
        return False
    return True


async def follow_up(
    interaction: discord.Interaction, letter: Letter, *, private: bool = False
) -> discord.WebhookMessage | None:
    """Post one more message in answer to an interaction; None if its token has expired."""
    try:
        return await interaction.followup.send(
            view=letter.view(),
            files=letter.attachments(),
            allowed_mentions=letter.allowed_mentions(),
            ephemeral=private,
            wait=True,
        )
    except discord.HTTPException as error:
        _expect(error, _LATE | _NOT_THERE | _NOT_ALLOWED)
        return None


async def edit_follow_up(interaction: discord.Interaction, message_id: int, letter: Letter) -> bool:
    """Edit a message that was posted by `follow_up`. False if the token has expired or the message is gone."""
    try:
        await interaction.followup.edit_message(
            message_id,
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        )
    except discord.HTTPException as error:
        _expect(error, _LATE | _NOT_THERE)
        return False
    return True


# The bot's own messages: they count against its 50 calls a second


async def post(client: discord.Client, channel_id: int, letter: Letter) -> int:
    """Post a message in a channel and return its number.

    :raises Gone: if the channel does not exist any more.
    :raises Barred: if the bot may not write there.
    """
    channel = client.get_partial_messageable(channel_id)
    try:
        message = await channel.send(
            view=letter.view(), files=letter.attachments(), allowed_mentions=letter.allowed_mentions()
        )
    except discord.HTTPException as error:
        raise _place_error(error) from error
    return message.id


async def edit(client: discord.Client, channel_id: int, message_id: int, letter: Letter) -> None:
    """Edit one of the bot's messages.

    :raises Gone: if the message or its channel does not exist any more.
    :raises Barred: if the bot may not write there, or edits too often what is older than an hour.
    """
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    try:
        await message.edit(
            view=letter.view(),
            attachments=letter.edited_attachments(),
            allowed_mentions=letter.allowed_mentions(),
        )
    except discord.HTTPException as error:
        raise _place_error(error) from error


async def open_dm(client: discord.Client, person_id: int) -> int:
    """Open the direct-message channel with a person and return its number.

    :raises DmClosed: if Discord does not let the bot write to the person (now).
    """
    try:
        channel = await client.create_dm(discord.Object(person_id))
    except discord.HTTPException as error:
        _expect(error, _DM_CLOSED | {Code.OPENING_DMS_TOO_FAST, Code.MISSING_ACCESS})
        raise DmClosed(str(error)) from error
    return channel.id


async def send_dm(client: discord.Client, channel_id: int, letter: Letter) -> int:
    """Send a direct message and return its number.

    :raises DmClosed: if the person does not take direct messages from the bot.
    :raises Gone: if there is no such channel.
    """
    try:
        message = await client.get_partial_messageable(channel_id).send(
            view=letter.view(), files=letter.attachments(), allowed_mentions=letter.allowed_mentions()
        )
    except discord.HTTPException as error:
        if error.code in _DM_CLOSED:
            raise DmClosed(str(error)) from error
        raise _place_error(error) from error
    return message.id


# Refusals


async def _answered(call: Awaitable[object]) -> bool:
    try:
        await call
    except discord.InteractionResponded:
        return False
    except discord.HTTPException as error:
        _expect(error, _LATE)
        return False
    return True


def _expect(error: discord.HTTPException, codes: set[Code]) -> None:
    """Raise an error again unless it is one of those that are expected."""
    if error.code not in codes:
        raise error
    log.info("Discord answered %s %s", error.status, error.code)


def _place_error(error: discord.HTTPException) -> Exception:
    if error.code in _NOT_THERE or error.status == 404:
        return Gone(str(error))
    if error.code in _NOT_ALLOWED or error.code == Code.OLD_MESSAGE_EDITED_TOO_OFTEN or error.status == 403:
        return Barred(str(error))
    return error

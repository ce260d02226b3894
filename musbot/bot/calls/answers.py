"""Answers to interactions: outside the global limit, and the first within three seconds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import discord
from discord import ui

from musbot.bot.calls import wire
from musbot.bot.calls.errors import LATE, NOT_ALLOWED, NOT_THERE, Code, Unreachable, expect
from musbot.bot.calls.trying import LONGEST_ANSWER, LONGEST_TRY, QUICKLY, tried
from musbot.bot.layout import Letter, text

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60
"""Seconds for which the token of an interaction is trusted; it lives 15 minutes."""

_RECEIVED = Letter((text("✅"),))
_ANSWERING = "musbot.answering"
_HIDDEN = "musbot.hidden"
_LOST = "musbot.lost"


class Sent(NamedTuple):
    """A message that answers an interaction."""

    message_id: int | None
    """Its number, where Discord has told it."""
    follows: bool
    """It was posted after the first answer, and is edited by `edit_follow_up`; else it is that answer."""


def token_lives(interaction: discord.Interaction | None) -> bool:
    """Return whether what answered an interaction may still be edited through its token."""
    return interaction is not None and time.time() - interaction.created_at.timestamp() < TOKEN_LIFE


async def answer_by_edit(interaction: discord.Interaction, letter: Letter) -> bool:
    """Answer a click by editing the message it was on, also if it was acknowledged meanwhile.

    False if Discord no longer waits for the answer, or the message is gone; then the click may still be answered
    otherwise.
    """
    async with _first(interaction):
        if not interaction.response.is_done():
            return await _answered(
                lambda: wire.edit_clicked(interaction, letter),
                LATE | NOT_THERE,
                small=letter.keeps_files or not letter.files,
            )
    return _is_on_message(interaction) and await edit_answer(interaction, letter)


async def answer_by_message(
    interaction: discord.Interaction, letter: Letter, *, private: bool
) -> Sent | None:
    """Answer with a message of its own, for the person alone or for the channel, also if the interaction was
    acknowledged meanwhile; None if it came too late."""
    async with _first(interaction):
        if not interaction.response.is_done():
            return await _answered_by_message(interaction, letter, private=private)
    hidden = interaction.extras.pop(_HIDDEN, None) is True and not private
    # The first message after `acknowledge` would take the place that is kept, and be as hidden as that.
    if hidden and not await edit_answer(interaction, _RECEIVED):
        return None
    posted = await follow_up(interaction, letter, private=private)
    if hidden and posted is not None:
        with contextlib.suppress(discord.HTTPException):  # what was answered is there
            await take_away(interaction, None)
    return Sent(posted, follows=True) if posted is not None else None


async def _answered_by_message(
    interaction: discord.Interaction, letter: Letter, *, private: bool
) -> Sent | None:
    tries = 0

    def send() -> Awaitable[int | None]:
        nonlocal tries
        tries += 1
        return wire.answer(interaction, letter, private=private)

    try:
        message_id = await tried(send, QUICKLY, LONGEST_ANSWER, None if letter.files else LONGEST_TRY)
    except Unreachable:
        interaction.extras[_LOST] = True
        return None
    except discord.HTTPException as error:
        expect(error, LATE)
        interaction.extras[_LOST] = True
        if tries > 1 and error.code == Code.ALREADY_ACKNOWLEDGED:
            return await _sent_before(interaction)
        return None
    return Sent(message_id, follows=False)


async def _sent_before(interaction: discord.Interaction) -> Sent | None:
    """Return the answer that an earlier try has made, of which Discord's own answer was lost or came too late."""
    try:
        message = await tried(interaction.original_response, QUICKLY, LONGEST_ANSWER)
    except (Unreachable, discord.HTTPException) as error:
        log.info("what was answered is not known: %s", error)
        return None
    return Sent(message.id, follows=False)


async def answer_by_form(interaction: discord.Interaction, form: ui.Modal) -> bool:
    """Answer with a form. It must be the very first answer to a click: False if there was one, or it came too late."""
    return await _answered_first(interaction, lambda: interaction.response.send_modal(form))


async def answer_silently(interaction: discord.Interaction) -> bool:
    """Tell Discord that a click was received and that there is nothing new to show; False if it was answered.

    A form whose message has gone meanwhile must be answered by a message.
    """
    if interaction.type is discord.InteractionType.modal_submit and interaction.message is None:
        async with _first(interaction):
            if interaction.response.is_done():
                return False
            return await _answered_by_message(interaction, _RECEIVED, private=True) is not None
    return await _answered_first(interaction, lambda: interaction.response.defer())


async def think(interaction: discord.Interaction, *, private: bool) -> bool:
    """Tell Discord that the answer takes longer than three seconds may allow. See `conclude`."""
    return await _answered_first(
        interaction, lambda: interaction.response.defer(ephemeral=private, thinking=True)
    )


async def acknowledge(interaction: discord.Interaction) -> bool:
    """Tell Discord that a command was received whose answer is late, and perhaps for its reader alone; False if it
    was answered, or its answer was lost. However it is answered then, that takes the place which this keeps."""
    if interaction.extras.get(_LOST):  # no other will come: the bot would seem to think for ever
        return False
    hidden = not interaction.context.dm_channel
    if not await think(interaction, private=hidden):
        return False
    interaction.extras[_HIDDEN] = hidden
    return True


async def conclude(interaction: discord.Interaction, letter: Letter, *, private: bool) -> bool:
    """Give the answer that `think` has announced; False if the token has expired.

    If a click was acknowledged otherwise before, its answer is not the message that was clicked, which others may see.
    """
    if _is_on_message(interaction):
        return await follow_up(interaction, letter, private=private) is not None
    return await edit_answer(interaction, letter)


async def edit_answer(interaction: discord.Interaction, letter: Letter) -> bool:
    """Edit what was answered; for a click, the message it was on. False if the token has expired."""
    return await _while_it_lasts(lambda: wire.edit_answered(interaction, None, letter), QUICKLY)


async def follow_up(interaction: discord.Interaction, letter: Letter, *, private: bool = False) -> int | None:
    """Post one more message in answer to an interaction and return its number; None if its token has expired."""
    try:
        # What was lost on the way may have arrived: it is sent again only where twice does no harm.
        return await tried(
            lambda: wire.follow(interaction, letter, private=private),
            QUICKLY if private else (),
            LONGEST_ANSWER,
        )
    except Unreachable:
        return None
    except discord.HTTPException as error:
        expect(error, LATE | NOT_THERE | NOT_ALLOWED | {Code.TOO_MANY_FOLLOW_UPS})
        return None


async def edit_follow_up(interaction: discord.Interaction, message_id: int, letter: Letter) -> bool:
    """Edit a message that was posted by `follow_up`. False if the token has expired or the message is gone."""
    return await _while_it_lasts(lambda: wire.edit_answered(interaction, message_id, letter), QUICKLY)


async def take_away(interaction: discord.Interaction, message_id: int | None) -> bool:
    """Delete a message that was posted by `follow_up`; without a number, what was answered: for a click, the message
    it was on. False if the token has expired or the message is gone."""
    if message_id is None:
        return await _while_it_lasts(interaction.delete_original_response, ())
    return await _while_it_lasts(lambda: interaction.followup.delete_message(message_id), ())


async def _while_it_lasts(call: Callable[[], Awaitable[object]], pauses: tuple[float, ...]) -> bool:
    """Make a call with the token of an interaction; return False if it has expired or the message is gone."""
    try:
        await tried(call, pauses, LONGEST_ANSWER)
    except Unreachable:
        return False
    except discord.HTTPException as error:
        expect(error, LATE | NOT_THERE)
        return False
    return True


def _first(interaction: discord.Interaction) -> asyncio.Lock:
    """Return what is held while an interaction is answered for the first time.

    Work that takes long is acknowledged by a timer, which must not race with its answer: Discord takes one of them, and
    discord.py knows which only when it has (`is_done`).
    """
    lock: asyncio.Lock = interaction.extras.setdefault(_ANSWERING, asyncio.Lock())
    return lock


def _is_on_message(interaction: discord.Interaction) -> bool:
    """Return whether the first answer of a click stands for the message that was clicked."""
    return interaction.response.type in (
        discord.InteractionResponseType.deferred_message_update,
        discord.InteractionResponseType.message_update,
    )


async def _answered_first(interaction: discord.Interaction, call: Callable[[], Awaitable[object]]) -> bool:
    async with _first(interaction):
        return not interaction.response.is_done() and await _answered(call)


async def _answered(
    call: Callable[[], Awaitable[object]], expected: set[Code] = LATE, *, small: bool = True
) -> bool:
    try:
        await tried(call, QUICKLY, LONGEST_ANSWER, LONGEST_TRY if small else None)
    except Unreachable:
        return False
    except discord.HTTPException as error:
        expect(error, expected)
        return False
    return True

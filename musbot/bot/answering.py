"""How clicks are answered: by whom, and with messages for the reader alone, which later clicks change in place."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import ui

from musbot.bot import calls
from musbot.bot.ids import ClickId, ClubId, TourId
from musbot.bot.layout import Letter
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.words import N_, Words

log = logging.getLogger(__name__)

Answerer: TypeAlias = Callable[[discord.Interaction, ClickId], Awaitable[None]]
"""Answers clicks on the messages of tables."""
ClubAnswerer: TypeAlias = Callable[[discord.Interaction, ClubId], Awaitable[None]]
"""Answers clicks that are about people across tables."""
TourAnswerer: TypeAlias = Callable[[discord.Interaction, TourId], Awaitable[None]]
"""Answers clicks that are about tournaments."""


def picked(interaction: discord.Interaction) -> str:
    """Return what was chosen in a menu, "" where nothing or more than one thing was. It may be anything."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    return str(values[0]) if isinstance(values, list) and len(values) == 1 else ""


async def show(interaction: discord.Interaction, letter: Letter) -> None:
    """Show somebody a message for their eyes alone: the one that was clicked, if it is theirs, or a new one."""
    message = interaction.message
    if interaction.response.is_done():
        own = message is None or message.flags.ephemeral
        if not (own and await calls.edit_answer(interaction, letter)):
            await calls.follow_up(interaction, letter, private=True)
    elif message is not None and message.flags.ephemeral:
        if not await calls.answer_by_edit(interaction, letter):
            await calls.answer_by_message(interaction, letter, private=True)
    else:
        await calls.answer_by_message(interaction, letter, private=True)


async def ask(interaction: discord.Interaction, form: ui.Modal) -> None:
    """Open a form. A click that was acknowledged meanwhile cannot open one any more: it is made again."""
    if not await calls.answer_by_form(interaction, form):
        again = N_("Something went wrong on my side. Nothing is lost: try again.")
        await calls.answer_by_message(interaction, sentence(words_of(interaction), again), private=True)


async def tell(interaction: discord.Interaction, words: Words, message: str) -> None:
    """Say a sentence to whoever clicked, for their eyes alone. Where that fails there is nobody else to tell."""
    try:
        await calls.answer_by_message(interaction, sentence(words, message), private=True)
    except discord.HTTPException:
        log.exception("interaction %s was not answered", interaction.id)

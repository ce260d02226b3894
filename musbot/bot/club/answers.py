"""How the club answers: messages for the reader alone, which later clicks change in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from musbot.bot import calls
from musbot.bot.layout import Letter
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.words import N_


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

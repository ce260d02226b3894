"""The tree of all commands, and the one place that answers for whatever goes wrong in them."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord import app_commands

from musbot.bot import calls, clicks
from musbot.bot.readers import know, words_of
from musbot.bot.refusals import refusal_letter, sentence
from musbot.bot.tournament.place import NoTournament
from musbot.bot.tournament.refusals import refusal_letter as tournament_refusal
from musbot.bot.weather import Arrivals
from musbot.bot.words import N_
from musbot.club import tournament
from musbot.logs import note
from musbot.store import Store
from musbot.table import Refused

log = logging.getLogger(__name__)


class NoServer(app_commands.CheckFailure):
    """A command was used where the bot is no member of the server, or where there is none."""


class Tree(app_commands.CommandTree[discord.Client]):
    """The commands, with one place that answers for whatever goes wrong in them."""

    arrivals: Arrivals | None = None
    """Tells which commands come too late to be answered, or for the second time."""

    store: Store | None = None
    """Tells in which language somebody wants to be answered."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._acknowledging: set[asyncio.Task[bool]] = set()

    async def interaction_check(self, interaction: discord.Interaction[discord.Client], /) -> bool:
        """Leave out commands that come too late or twice; learn in which language the others are answered.

        Those are acknowledged in time, also if their work is not.
        """
        at = interaction.created_at.timestamp()
        table = interaction.namespace.table
        note(interaction=interaction.id, **({"table": table} if isinstance(table, int) else {}))
        if self.arrivals is not None and not self.arrivals.is_new(interaction.id, at):
            return False
        if interaction.type is discord.InteractionType.application_command:
            asyncio.get_running_loop().call_later(clicks.PATIENCE, self._acknowledge, interaction)
        if self.store is not None:
            await know(interaction, self.store)
        return True

    def _acknowledge(self, interaction: discord.Interaction) -> None:
        """Tell Discord of a command whose work is not done: it waits three seconds for the first answer."""
        if not interaction.response.is_done():
            task = asyncio.ensure_future(calls.acknowledge(interaction))
            self._acknowledging.add(task)
            task.add_done_callback(self._acknowledging.discard)

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Say in a sentence why a command was not done; log what nobody expected."""
        words = words_of(interaction)
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, Refused):
            letter = refusal_letter(cause, words)
        elif isinstance(cause, tournament.Refused):
            letter = tournament_refusal(cause, words)
        elif isinstance(cause, NoTournament):
            letter = sentence(words, str(cause))
        elif isinstance(cause, NoServer):
            letter = sentence(
                words,
                N_("Tables are in servers that I am a member of. Here you can play alone: `/mus practice`."),
            )
        elif isinstance(cause, (calls.Gone, calls.Barred)):
            letter = sentence(words, N_("I may not write in the table's channel at the moment."))
        elif isinstance(cause, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
            letter = sentence(words, N_("The commands were updated a moment ago. Please try again."))
        elif isinstance(cause, app_commands.TransformerError):
            letter = sentence(words, N_("I did not understand one of the options."))
        else:
            log.error("command %s failed", interaction.command and interaction.command.name, exc_info=cause)
            letter = sentence(words, N_("Something went wrong on my side. Nothing is lost: try again."))
        try:
            await calls.answer_by_message(interaction, letter, private=True)
        except discord.HTTPException:
            log.exception("interaction %s was not answered", interaction.id)

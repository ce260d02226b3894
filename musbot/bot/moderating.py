"""``/musmod``: what moderators may do at tables that they do not play at.

Discord shows these commands only to those who may manage messages; a server can give them to others, and a client
can lie, so the right is looked at once more where the table is.
"""

from __future__ import annotations

import contextlib
import logging

import discord
from discord import app_commands

from musbot.bot import calls
from musbot.bot.calls import Barred, Gone
from musbot.bot.club.club import Club
from musbot.bot.layout import Letter, text
from musbot.bot.names import shown
from musbot.bot.people import person_of
from musbot.bot.readers import words_of
from musbot.bot.stage import Stage
from musbot.bot.words import N_, Words
from musbot.store import Store, TableRow
from musbot.table import Refusal, Refused, Tables

log = logging.getLogger(__name__)


class ModeratorCommands(app_commands.Group):
    """All of ``/musmod``."""

    def __init__(self, store: Store, tables: Tables, stage: Stage, club: Club) -> None:
        super().__init__(
            name="musmod",
            description="Look after the tables of this server",
            default_permissions=discord.Permissions(manage_messages=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._store = store
        self._tables = tables
        self._stage = stage
        self._club = club

    @app_commands.command(name="close", description="Close a table; its game does not count")
    @app_commands.describe(table="The table's number")
    async def close(self, interaction: discord.Interaction, table: app_commands.Range[int, 1]) -> None:
        """Close a table, whoever opened it."""
        row = await self._table(interaction, table)
        await self._tables.close(row.table_id, person_of(interaction, row))
        log.info("moderator %s closed table %s", interaction.user.id, row.table_id)
        words = words_of(interaction)
        done = words("Table {table} is closed.", table=row.table_id)
        await self._said(interaction, row.table_id, done)

    @app_commands.command(name="remove", description="Take a player's seat; in a game an AI player gets it")
    @app_commands.describe(table="The table's number", player="Who is to go")
    async def remove(
        self, interaction: discord.Interaction, table: app_commands.Range[int, 1], player: discord.User
    ) -> None:
        """Take a seat from a player, who is told."""
        row = await self._table(interaction, table)
        change = await self._tables.unseat(row.table_id, person_of(interaction, row), player.id)
        log.info("moderator %s removed %s from table %s", interaction.user.id, player.id, row.table_id)
        name = change.before.seats[change.before.seat_of(player.id)].name
        words = words_of(interaction)
        done = words(
            "**{name}** has no seat at table {table} any more.", name=shown(name), table=row.table_id
        )

        def notice(words: Words) -> Letter:
            told = words("A moderator has taken your seat at table {table}.", table=row.table_id)
            return Letter((text(told),))

        self._stage.mail.tell([player.id], notice, change.before.language)
        await self._said(interaction, row.table_id, done)

    @app_commands.command(name="void", description="Take a finished game out of the ratings")
    @app_commands.describe(table="The number of the table where it was played")
    async def void(self, interaction: discord.Interaction, table: app_commands.Range[int, 1]) -> None:
        """Let a game change no rating; all that came after is counted again."""
        await self._judge(interaction, table, N_("The game of table {table} is out of the ratings."))

    @app_commands.command(name="restore", description="Put a game into the ratings again")
    @app_commands.describe(table="The number of the table where it was played")
    async def restore(self, interaction: discord.Interaction, table: app_commands.Range[int, 1]) -> None:
        """Let a game that was taken out of the ratings count again."""
        done = N_("The game of table {table} is in the ratings again.")
        await self._judge(interaction, table, done, restore=True)

    @app_commands.command(name="leaderboard", description="Post this server's leaderboard each Monday")
    @app_commands.describe(channel="Where; say nothing to have it posted no more")
    async def leaderboard(
        self, interaction: discord.Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        """Choose the channel of the weekly leaderboard."""
        if not person_of(interaction).moderator:
            raise Refused(Refusal.NOT_MODERATOR)
        assert interaction.guild_id is not None
        due = await self._club.weekly.choose(interaction.guild_id, channel.id if channel else None)
        log.info("moderator %s chose channel %s for leaderboards", interaction.user.id, channel)
        words = words_of(interaction)
        told = words("No leaderboard is posted here any more.")
        if channel is not None and due is not None:
            told = words(
                "The leaderboard is posted in {channel} each Monday, next on <t:{at}:F>.",
                channel=channel.mention,
                at=int(due),
            )
        await calls.answer_by_message(interaction, Letter((text(told),)), private=True)

    async def _judge(
        self, interaction: discord.Interaction, table_id: int, done: str, *, restore: bool = False
    ) -> None:
        words = words_of(interaction)
        row = await self._table(interaction, table_id)
        # Counting again may take some seconds.
        await calls.think(interaction, private=True)
        work = self._club.ratings.restore if restore else self._club.ratings.void
        found = await work(row.table_id)
        log.info("moderator %s: %s table %s", interaction.user.id, work.__name__, row.table_id)
        told = words(done, table=table_id) if found else words("No finished game of that table counts.")
        await calls.edit_answer(interaction, Letter((text(told),)))

    async def _table(self, interaction: discord.Interaction, table_id: int) -> TableRow:
        """Return a table of this server whose channel the person moderates; `Refused` otherwise."""
        row = await self._store.table(table_id)
        if row is None or row.guild_id != interaction.guild_id:
            raise Refused(Refusal.NO_TABLE, f"table {table_id}")
        if not person_of(interaction, row).moderator:
            raise Refused(Refusal.NOT_MODERATOR)
        return row

    async def _said(self, interaction: discord.Interaction, table_id: int, message: str) -> None:
        await calls.answer_by_message(interaction, Letter((text(message),)), private=True)
        # It is done, whether its message can be edited or not.
        with contextlib.suppress(Refused, Gone, Barred):
            await self._stage.refresh(table_id)

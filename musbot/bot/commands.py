"""The slash commands, ``/mus ...``."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands

from musbot.ai import USUAL
from musbot.bot import calls
from musbot.bot.board import board
from musbot.bot.choosing import USUAL_RULES, language_choices, may_open, places_of, settings_of, why_nobody
from musbot.bot.drawing import draw
from musbot.bot.fairness import fair_letter
from musbot.bot.layout import Letter, text
from musbot.bot.levels import level_choices
from musbot.bot.listing import Listing
from musbot.bot.lobby import lobby
from musbot.bot.people import person_of
from musbot.bot.permissions import explained_permissions
from musbot.bot.readers import language_to, looks_of, words_of
from musbot.bot.refusals import sentence
from musbot.bot.removal import vote_letter
from musbot.bot.stage import Stage
from musbot.bot.timing import CLOCK_NAMES
from musbot.bot.tree import NoServer
from musbot.bot.words import N_, words_for
from musbot.game import Options
from musbot.store import Store
from musbot.store.servers import ServerSettings
from musbot.table import NOWHERE, Access, Change, Refusal, Refused, Tables, Unreadable

_CLOCKS = {name: seconds for seconds, name in CLOCK_NAMES.items()}


_ALONE = frozenset({"practice", "odds", "rules", "pings", "learn", "hands"})
"""Commands that need no server: what they do is between the bot and one person."""


class MusCommands(app_commands.Group):
    """All of ``/mus``."""

    def __init__(self, store: Store, tables: Tables, stage: Stage, listing: Listing) -> None:
        super().__init__(
            name="mus",
            description="Play Mus with friends",
            # For what a person does alone; see `interaction_check` for the rest.
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self._store = store
        self._tables = tables
        self._stage = stage
        self.tell_friends: Callable[[Change], Awaitable[None]] | None = None
        """Tells the friends of whoever has opened a table."""
        self.sat_down: Callable[[discord.Interaction], Awaitable[None]] | None = None
        """Told of whoever has taken a seat, once they are answered."""
        self._listing = listing

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Let nobody use a command of tables where the bot is no member: only its answers could be seen there."""
        command = interaction.command
        here = interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id)
        if here or interaction.is_guild_integration() or (command is not None and command.name in _ALONE):
            return True
        raise NoServer

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.describe(
        rules="The rules to start from",
        target="Points that win a game",
        games="Best of how many games",
        partner="Invite your partner",
        rival1="Invite an opponent",
        rival2="Invite another opponent",
        role="Only members of this role may sit",
        kings="Eight kings (threes count as kings) or four",
        consult="Whether partners confirm each other's bets",
        raises="Free raises, or always by two",
        held_stone="Where a lance that everyone holds gives a stone",
        punto_bonus="Bonus of the punto",
        real31="Whether three sevens and a ten-card beat every other 31",
        corrido="Whether the first deal is a mus corrido",
        signals="Who sees signals",
        honest="Whether signals must be true",
        thread="Whether the deals are played in a thread of their own",
        clock="Time for each decision; an órdago always has two minutes at least",
        level="How strong the AI players are that fill seats",
        friends="Only your friends may sit: see /friends",
        lowest="The least rating with which somebody may sit",
        highest="The greatest rating with which somebody may sit",
        language="The language of the table",
    )
    @app_commands.choices(level=level_choices(), language=language_choices())
    async def open(
        self,
        interaction: discord.Interaction,
        rules: Literal["stargames", "classic"] | None = None,
        target: app_commands.Range[int, 20, 60] | None = None,
        games: Literal[1, 3, 5] | None = None,
        partner: discord.Member | None = None,
        rival1: discord.Member | None = None,
        rival2: discord.Member | None = None,
        role: discord.Role | None = None,
        kings: Literal[8, 4] | None = None,
        consult: bool | None = None,
        raises: Literal["free", "two"] | None = None,
        held_stone: Literal["all", "open"] | None = None,
        punto_bonus: Literal[0, 1] | None = None,
        real31: bool | None = None,
        corrido: bool | None = None,
        signals: Literal["private", "public", "off"] | None = None,
        honest: bool | None = None,
        thread: bool = False,
        clock: Literal["off", "30 s", "1 min", "2 min", "5 min", "1 day"] = "5 min",
        level: str = USUAL,
        friends: bool = False,
        lowest: app_commands.Range[int, 0, 3000] | None = None,
        highest: app_commands.Range[int, 0, 3000] | None = None,
        language: str | None = None,
    ) -> None:
        """Open a table and show its lobby."""
        words = words_of(interaction)
        missing = explained_permissions(interaction, words, thread=thread)
        if missing:
            await calls.answer_by_message(
                interaction,
                Letter(
                    (text(words("I lack permissions in this channel: {names}", names=", ".join(missing))),)
                ),
                private=True,
            )
            return
        decided = ServerSettings(0)
        if interaction.guild_id is not None:
            decided = await settings_of(self._store, interaction.guild_id)
        if not may_open(decided, interaction.channel):
            places = ", ".join(f"<#{channel}>" for channel in places_of(decided, interaction.guild))
            elsewhere = words("On this server tables are opened in {channels}.", channels=places)
            await calls.answer_by_message(interaction, Letter((text(elsewhere),)), private=True)
            return
        impossible = why_nobody(role, lowest, highest, friends=friends)
        if impossible:
            await calls.answer_by_message(interaction, sentence(words, impossible), private=True)
            return
        chosen = {
            "target": target,
            "games": games,
            "kings": kings,
            "consult": consult,
            "raises": raises,
            "held_stone": held_stone,
            "punto_bonus": punto_bonus,
            "real31": real31,
            "corrido": corrido,
            "signals": signals,
            "honest": honest,
        }
        options = Options.of(
            rules or decided.rules or USUAL_RULES,
            **{name: value for name, value in chosen.items() if value is not None},
        )
        invited = [member for member in (partner, rival1, rival2) if member is not None and not member.bot]
        host = person_of(interaction)
        assert interaction.channel_id is not None
        change = await self._tables.open(
            host,
            interaction.guild_id,
            interaction.channel_id,
            options,
            replace(_access(role, invited, friends), lowest=lowest, highest=highest),
            level,
            thread=thread and not isinstance(interaction.channel, discord.Thread),
            clock=_CLOCKS[clock],
            language=language or decided.language or language_to(interaction),
        )
        await self._stage.opened(change, interaction)
        if self.tell_friends is not None:
            await self.tell_friends(change)
        if self.sat_down is not None:
            await self.sat_down(interaction)

    @app_commands.command(name="join", description="Take a seat, or change to another one")
    @app_commands.describe(table="The table's number", seat="The seat: 1 and 3 are partners, 2 and 4 are")
    async def join(
        self,
        interaction: discord.Interaction,
        table: app_commands.Range[int, 1] | None = None,
        seat: app_commands.Range[int, 1, 4] | None = None,
    ) -> None:
        """Take a seat."""
        table_id = await self._numbered(interaction, table) or await self._open_here(interaction)
        await self._tables.join(table_id, person_of(interaction), seat)
        await self._said(interaction, table_id, N_("You sit at table {table}."))
        if self.sat_down is not None:
            await self.sat_down(interaction)

    @app_commands.command(name="invite", description="Invite someone to a table of yours")
    @app_commands.describe(person="Who may sit", table="The table's number")
    async def invite(
        self,
        interaction: discord.Interaction,
        person: discord.Member,
        table: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Let a person sit."""
        table_id = await self._numbered(interaction, table) or await self._own(interaction)
        words = words_of(interaction)
        if person.bot:
            only_people = N_("Bots take no seats here. *Fill with AI* lets AI players in.")
            await calls.answer_by_message(interaction, sentence(words, only_people), private=True)
            return
        change = await self._tables.invite(table_id, person_of(interaction), person.id)
        if not change.events:
            # Nobody's bell is rung twice for one seat.
            known = words("{person} may sit at table {table} already.", person=person.mention, table=table_id)
            await calls.answer_by_message(interaction, Letter((text(known),)), private=True)
            return
        invited = words("{person} may sit at table {table}.", person=person.mention, table=table_id)
        letter = Letter((text(invited),), pings=await self._stage.wanting({person.id}))
        await calls.answer_by_message(interaction, letter, private=False)
        await self._stage.refresh(table_id)

    @app_commands.command(name="leave", description="Give up your seat; an AI player takes it in a game")
    @app_commands.describe(table="The table's number")
    async def leave(
        self, interaction: discord.Interaction, table: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Give up a seat."""
        table_id = await self._numbered(interaction, table) or await self._own(interaction)
        await self._tables.leave(table_id, person_of(interaction))
        await self._said(interaction, table_id, N_("You have left table {table}."))

    @app_commands.command(name="hand", description="See your cards")
    @app_commands.describe(table="The table's number")
    async def hand(
        self, interaction: discord.Interaction, table: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show the own hand, to its owner alone."""
        table_id = await self._numbered(interaction, table) or await self._own(interaction)
        state = await self._tables.get(table_id)
        seat = state.seat_of(interaction.user.id)
        words = words_of(interaction)
        letter = await draw(
            self._stage.hands.letter, state, seat, words, looks_of(interaction), from_channel=False
        )
        await calls.answer_by_message(interaction, letter, private=True)
        await self._stage.signals.show_waiting(interaction, table_id)
        await self._go_on(interaction, table_id)

    @app_commands.command(name="score", description="See how a table stands")
    @app_commands.describe(table="The table's number")
    async def score(
        self, interaction: discord.Interaction, table: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show a table as it stands, without its buttons."""
        table_id = await self._numbered(interaction, table) or await self._own(interaction, or_here=True)
        public = (await self._tables.get(table_id)).public()
        words = words_of(interaction)
        letter = lobby(public, words) if public.deal is None else board(public, words, live=False)
        await calls.answer_by_message(interaction, letter, private=True)
        await self._go_on(interaction, table_id)

    @app_commands.command(name="tables", description="See the tables of this server")
    async def tables(self, interaction: discord.Interaction) -> None:
        """List the live tables of the server, with a way to each."""
        await self._listing.show(interaction)

    @app_commands.command(name="pings", description="Whether you are pinged when a table waits for you")
    @app_commands.describe(on="Whether you are pinged")
    async def pings(self, interaction: discord.Interaction, on: bool) -> None:
        """Turn one's pings on or off."""
        await self._store.people.set_pings(interaction.user.id, on)
        words = words_of(interaction)
        message = (
            N_("You are pinged when you speak first in a deal.") if on else N_("You are not pinged any more.")
        )
        await calls.answer_by_message(interaction, sentence(words, message), private=True)

    @app_commands.command(name="fair", description="Why nobody can choose the cards, and how to check it")
    @app_commands.describe(table="The table's number")
    async def fair(
        self, interaction: discord.Interaction, table: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Explain how the cards are kept fair, with what was promised at the table, if there is one."""
        table_id = await self._numbered(interaction, table)
        if table_id is None:
            with contextlib.suppress(Refused):
                table_id = await self._own(interaction, or_here=True)
        public = (await self._tables.get(table_id)).public() if table_id else None
        letter = fair_letter(public, words_of(interaction))
        await calls.answer_by_message(interaction, letter, private=True)

    @app_commands.command(name="remove", description="Ask the others to remove a player from your game")
    @app_commands.describe(player="Who is to go; an AI player takes the seat", table="The table's number")
    async def remove(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        table: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Begin a vote against a player, or join it."""
        table_id = await self._numbered(interaction, table) or await self._own(interaction)
        change = await self._tables.vote(table_id, person_of(interaction), player.id)
        seat = change.before.seat_of(player.id)
        letter = vote_letter(change, seat, words_for(change.after.language))
        await calls.answer_by_message(interaction, letter, private=False)
        await self._stage.refresh(table_id)

    @app_commands.command(name="close", description="Close a table that you opened")
    @app_commands.describe(table="The table's number")
    async def close(
        self, interaction: discord.Interaction, table: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Close a table."""
        table_id = await self._numbered(interaction, table) or await self._own(interaction, or_here=True)
        await self._numbered(interaction, table_id)
        await self._tables.close(table_id, person_of(interaction, await self._store.table(table_id)))
        await self._said(interaction, table_id, N_("Table {table} is closed."))

    # Which table is meant, and what is answered

    async def _numbered(self, interaction: discord.Interaction, table_id: int | None) -> int | None:
        """Return the number of a table that was named, if any; `Refused` where this server has no such table."""
        if table_id:
            row = await self._store.table(table_id)
            if row is None or row.guild_id != interaction.guild_id:
                raise Refused(Refusal.NO_TABLE, f"table {table_id} is not on this server")
        return table_id

    async def _own(self, interaction: discord.Interaction, *, or_here: bool = False) -> int:
        """Return the table at which the person sits: the one of this channel before others."""
        rows = await self._store.tables_of(interaction.user.id)
        mine = [row for row in rows if row.channel_id != NOWHERE]
        here = [row for row in mine if interaction.channel_id in (row.channel_id, row.message_channel_id)]
        rows = here or mine
        if not rows and or_here and interaction.channel_id is not None:
            rows = (await self._store.tables_in(interaction.channel_id))[::-1]
        if not rows:
            raise Refused(Refusal.AT_NO_TABLE)
        return rows[0].table_id

    async def _open_here(self, interaction: discord.Interaction) -> int:
        """Return the table of this channel that keeps a seat for the person, or else has a free one, the oldest first.

        Where nobody is waited for, it is one at which an AI player took somebody's place.
        """
        assert interaction.channel_id is not None
        rows = await self._store.tables_in(interaction.channel_id)
        away = {}
        for row in rows:
            with contextlib.suppress(Unreadable):
                away[row.table_id] = (await self._tables.get(row.table_id)).away.values()
        own = [
            table_id
            for table_id, seats in away.items()
            if any(gone.person_id == interaction.user.id and gone.why != "removed" for gone in seats)
        ]
        free = [row.table_id for row in rows if row.status.value == "open" and row.table_id in away]
        left = [table_id for table_id, seats in away.items() if seats]
        if not own + free + left:
            raise Refused(Refusal.NO_TABLE)
        return (own + free + left)[0]

    async def _go_on(self, interaction: discord.Interaction, table_id: int) -> None:
        """Show the table's message again: it may have been deleted, or could not be written; say so if it cannot."""
        words = words_of(interaction)
        try:
            if (await self._tables.get(table_id)).is_live:
                await self._stage.refresh(table_id, interaction, anew=True)
        except (calls.Gone, calls.Barred):
            why = self._stage.pauses.why(table_id)
            if why is not None:
                paused = words("Table {table} is paused: {why}", table=table_id, why=words(why))
                await calls.follow_up(interaction, Letter((text(paused),)), private=True)

    async def _said(self, interaction: discord.Interaction, table_id: int, message: str) -> None:
        words = words_of(interaction)
        letter = Letter((text(words(message, table=table_id)),))
        await calls.answer_by_message(interaction, letter, private=True)
        await self._stage.refresh(table_id)


def _access(role: discord.Role | None, invited: list[discord.Member], friends: bool) -> Access:
    people = frozenset(member.id for member in invited)
    if role is not None and not role.is_default():
        return Access("role", people, role.id)
    if friends:
        return Access("friends", people)
    return Access("people", people) if people else Access()

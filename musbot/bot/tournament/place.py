"""Which tournament somebody means, who they are in it, and how strong: asked of the store for each click."""

from __future__ import annotations

from dataclasses import replace

import discord

from musbot.bot.names import safe_name
from musbot.bot.people import person_of
from musbot.bot.words import N_
from musbot.club.seasons import ALL_TIME
from musbot.club.tournament.desk import Found, NoSuchTournament, Tournaments
from musbot.store import Store, standings
from musbot.store import tournaments as rows
from musbot.store.points import shown
from musbot.store.ratings import EVERYWHERE, Unit
from musbot.table.people import Person


class NoTournament(Exception):
    """There is no tournament that can be meant; the text says so, to be translated."""


NONE_HERE = N_("There is no tournament here now. `/tournament create` announces one.")
NOT_HERE = N_("There is no such tournament on this server.")


def host_of(interaction: discord.Interaction, found: Found) -> Person:
    """Return who clicked, as a tournament knows them: who may manage the server or its events moderates it, and who
    may manage messages in its channel, if it was there."""
    person = person_of(interaction)
    may = interaction.permissions
    here = interaction.channel_id == found.row.channel_id and may.manage_messages
    moderator = may.manage_guild or may.manage_events or may.administrator or here
    return replace(person, moderator=moderator)


def member_of(data: object, person_id: int) -> Person | None:
    """Return a person who was chosen in a menu; None for a bot, and for somebody of whom nothing was sent."""
    resolved = data.get("resolved") if isinstance(data, dict) else None
    users = resolved.get("users", {}) if isinstance(resolved, dict) else {}
    members = resolved.get("members", {}) if isinstance(resolved, dict) else {}
    user, member = users.get(str(person_id)), members.get(str(person_id)) or {}
    if not isinstance(user, dict) or user.get("bot"):
        return None
    name = member.get("nick") or user.get("global_name") or user.get("username") or "?"
    roles = frozenset(int(role) for role in member.get("roles") or ())
    return Person(person_id, safe_name(str(name)), roles)


class Register:
    """Finds tournaments, and what is known of those who enter them."""

    def __init__(self, store: Store, desk: Tournaments) -> None:
        self._store = store
        self._desk = desk

    async def find(self, number: int, guild_id: int | None) -> Found:
        """Return a tournament of a server; `NoTournament` where it has none of that number."""
        try:
            found = await self._desk.load(number)
        except NoSuchTournament:
            raise NoTournament(NOT_HERE) from None
        if found.row.guild_id != guild_id:
            raise NoTournament(NOT_HERE)
        return found

    async def meant(
        self, interaction: discord.Interaction, number: int | None, *, over: bool = False
    ) -> Found:
        """Return the tournament that a command is about: the one that was named, or else one that is live, of this
        channel before others, and one in which the person is before others.

        :param over: where none is live, the last one that is over.
        """
        guild_id = interaction.guild_id
        if number is not None:
            return await self.find(number, guild_id)
        live = await self._desk.live(guild_id) if guild_id is not None else []
        if not live and over and guild_id is not None:
            for found in await self._desk.readable(
                await self._store.read(lambda c: rows.of_guild(c, guild_id))
            ):
                if found.tournament.phase == "finished":
                    return found
        if not live:
            raise NoTournament(NONE_HERE)
        person = interaction.user.id
        place = interaction.channel_id
        return max(
            live,
            key=lambda each: (
                each.row.channel_id == place,
                each.tournament.entry_of(person) is not None,
                each.number,
            ),
        )

    async def choices(self, guild_id: int | None, typed: str) -> list[tuple[str, int]]:
        """Return the tournaments of a server whose names hold what was typed, the newest first."""
        if guild_id is None:
            return []
        known = await self._desk.readable(await self._store.read(lambda c: rows.of_guild(c, guild_id)))
        names = [(found.tournament.plan.name, found.number) for found in known]
        return [(f"{name} ({number})", number) for name, number in names if typed.lower() in name.lower()]

    async def rating(self, *people: int) -> float | None:
        """Return the rating of people together: the mean of theirs, of those who have one; None where nobody has."""
        units = [Unit(person) for person in people]
        found = await self._store.read(lambda c: standings.of_units(c, ALL_TIME, EVERYWHERE, units))
        ratings = [float(shown(row.mu)) for row in found.values()]
        return sum(ratings) / len(ratings) if ratings else None

"""The event of a tournament in the calendar of its server, where the bot may make one."""

from __future__ import annotations

import discord

from musbot.bot import calls
from musbot.bot.calls import EventState
from musbot.bot.tournament import phrases
from musbot.bot.words import words_for
from musbot.club.tournament import Format, Phase, Tournament
from musbot.club.tournament.desk import Found
from musbot.store import Store, tournaments

ROUND = 1800.0
"""Seconds that a round takes, about: Discord wants to know when an event ends."""


class Calendar:
    """Keeps the events of tournaments up to date. What Discord does not allow is left: nothing depends on it."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._told: dict[int, object] = {}
        """What the calendar knows of each tournament, in this process."""

    async def show(self, found: Found) -> None:
        """Make, move or end the event."""
        tournament, row = found.tournament, found.row
        state = tournament.phase, tournament.plan.starts_at
        if row.guild_id is None or self._told.get(found.number) == state:
            return
        first = found.number not in self._told
        self._told[found.number] = state
        if row.event_id is None:
            if first and tournament.phase is Phase.SIGN_UP:
                await self._make(found)
            return
        match tournament.phase:
            case Phase.SIGN_UP:
                starts_at = tournament.plan.starts_at
                if starts_at is not None and not first:
                    await calls.move_event(
                        self._client, row.guild_id, row.event_id, starts_at, ends_at(tournament, starts_at)
                    )
            case Phase.PLAYING:
                await calls.event_state(self._client, row.guild_id, row.event_id, EventState.ACTIVE)
            case Phase.FINISHED:
                await calls.event_state(self._client, row.guild_id, row.event_id, EventState.OVER)
            case _:
                await calls.event_state(self._client, row.guild_id, row.event_id, EventState.CALLED_OFF)
        if tournament.is_over:
            del self._told[found.number]
            await self._store.write(lambda c: tournaments.set_event(c, found.number, None))

    async def _make(self, found: Found) -> None:
        tournament, guild_id = found.tournament, found.row.guild_id
        starts_at = tournament.plan.starts_at
        if starts_at is None or guild_id is None:
            return
        words = words_for(tournament.plan.language)
        channel = self._client.get_channel(found.row.channel_id)
        place = f"#{getattr(channel, 'name', 'mus')}"
        event_id = await calls.announce_event(
            self._client,
            guild_id,
            tournament.plan.name,
            phrases.plan_words(tournament.plan, words),
            place,
            starts_at,
            ends_at(tournament, starts_at),
        )
        if event_id is not None:
            await self._store.write(lambda c: tournaments.set_event(c, found.number, event_id))


def ends_at(tournament: Tournament, starts_at: float) -> float:
    """Return about when it ends, if it begins at some time."""
    plan = tournament.plan
    if plan.format is Format.ARENA:
        return starts_at + plan.bell
    if plan.round_time:
        return starts_at + plan.round_time * (plan.rounds or 5)
    return starts_at + ROUND * (plan.rounds or 5)

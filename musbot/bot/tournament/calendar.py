"""The event of a tournament in the calendar of its server, where the bot may make one."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from musbot.bot import calls
from musbot.bot.calls import EventState
from musbot.bot.lately import Lately
from musbot.bot.tournament import phrases
from musbot.bot.words import words_for
from musbot.club.tournament import Format, Phase, Tournament
from musbot.club.tournament.desk import Found
from musbot.store import Store, tournaments

ROUND = 1800.0
"""Seconds that a round takes, about: Discord wants to know when an event ends."""
TRIES = 5
"""How often the calendar is told the same: where the bot may not, it will not be allowed at the tenth time either."""
KNOWN = 1_000
"""Of so many tournaments it is remembered what the calendar was told."""


@dataclass(slots=True)
class _Told:
    state: object
    first: bool
    """This process tells it of the tournament for the first time."""
    tries_left: int = TRIES


class Calendar:
    """Keeps the events of tournaments up to date. What Discord does not allow is left: nothing depends on it."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._told: Lately[int, _Told] = Lately(KNOWN)
        """What the calendar was told of each tournament, in this process."""

    async def show(self, found: Found) -> None:
        """Make, move or end the event; again at the next look, a few times, where Discord did not take it."""
        tournament, row = found.tournament, found.row
        state = tournament.phase, tournament.plan.starts_at
        told = self._told.get(found.number)
        if row.guild_id is None:
            return
        if told is None or told.state != state:
            told = self._told[found.number] = _Told(state, first=told is None)
        if not told.tries_left:
            return
        # Before the call: whatever comes of it, it is not made for ever.
        told.tries_left -= 1
        if await self._tell(found, row.guild_id, first=told.first):
            told.tries_left = 0
        if tournament.is_over and row.event_id is not None and not told.tries_left:
            await self._store.write(lambda c: tournaments.set_event(c, found.number, None))

    async def _tell(self, found: Found, guild_id: int, *, first: bool) -> bool:
        """Tell the calendar what a tournament is now; False where Discord did not take it.

        :param first: this process tells it for the first time.
        """
        tournament, event_id = found.tournament, found.row.event_id
        if event_id is None:
            return not (first and tournament.phase is Phase.SIGN_UP) or await self._make(found)
        match tournament.phase:
            case Phase.SIGN_UP:
                at = tournament.plan.starts_at
                if at is None or first:
                    return True
                return await calls.move_event(self._client, guild_id, event_id, at, ends_at(tournament, at))
            case Phase.PLAYING:
                state = EventState.ACTIVE
            case Phase.FINISHED:
                state = EventState.OVER
            case _:
                state = EventState.CALLED_OFF
        return await calls.event_state(self._client, guild_id, event_id, state)

    async def _make(self, found: Found) -> bool:
        tournament, guild_id = found.tournament, found.row.guild_id
        starts_at = tournament.plan.starts_at
        if starts_at is None or guild_id is None:
            return True
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
        return event_id is not None


def ends_at(tournament: Tournament, starts_at: float) -> float:
    """Return about when it ends, if it begins at some time."""
    plan = tournament.plan
    if plan.format is Format.ARENA:
        return starts_at + plan.bell
    if plan.round_time:
        return starts_at + plan.round_time * (plan.rounds or 5)
    return starts_at + ROUND * (plan.rounds or 5)

"""The weekly leaderboard of a server, in the channel that its moderators chose."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import discord

from musbot.bot import calls
from musbot.bot.club.boards import board_letter, hall_letter
from musbot.bot.drawing import draw
from musbot.bot.words import words_for
from musbot.club.boards import Boards, Choice
from musbot.club.seasons import DAY
from musbot.store import Store, seasons, servers
from musbot.store.servers import ServerSettings

log = logging.getLogger(__name__)

WEEK = 7 * DAY
HOUR = 3600.0
MONDAY_EVENING = 4 * DAY + 18 * HOUR
"""1970 began on a Thursday, so this is a Monday at 18 o'clock UTC."""


class Weekly:
    """Posts leaderboards when they are due."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        boards: Boards,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._store = store
        self._boards = boards
        self._clock = clock

    async def choose(self, guild_id: int, channel_id: int | None) -> float | None:
        """Note in which channel a server wants its leaderboard (None: in none); return when the next is due."""
        due = None if channel_id is None else next_monday(self._clock())
        await self._store.write(
            lambda connection: servers.put(
                connection, guild_id, leaderboard_channel_id=channel_id, leaderboard_at=due
            )
        )
        return due

    async def post_due(self) -> None:
        """Post what is due. A post is claimed first: rather none than two."""
        now = self._clock()
        for server in await self._store.read(lambda connection: servers.due(connection, now)):
            if await self._claim(server, next_monday(now)):
                await self._post(server, now)

    async def _claim(self, server: ServerSettings, next_at: float) -> bool:
        return await self._store.write(lambda connection: servers.claim(connection, server, next_at))

    async def _post(self, server: ServerSettings, now: float) -> None:
        assert server.leaderboard_channel_id is not None
        page = await self._boards.page(Choice(), server.guild_id, None, now)
        since = now - WEEK
        ended = await self._store.read(lambda connection: seasons.closed(connection, 1, since))
        words = words_for(server.language or "en")
        letters = []
        for season in ended:
            champions = await self._boards.champions(season, server.guild_id)
            if champions.rows:
                letters.append(hall_letter([champions], champions.choice, words, buttons=False))
        if page.rows:
            letters.append(await draw(board_letter, page, None, words, buttons=False))
        try:
            for letter in letters:
                await calls.post(self._client, server.leaderboard_channel_id, letter)
        except calls.Gone:
            log.info("server %s: the channel of its leaderboard is gone", server.guild_id)
            await self.choose(server.guild_id, None)
        except (calls.Barred, discord.HTTPException) as error:
            log.warning("server %s: its leaderboard cannot be posted: %s", server.guild_id, error)


def next_monday(now: float) -> float:
    """Return the next Monday evening after a moment."""
    return now + WEEK - (now - MONDAY_EVENING) % WEEK

"""The weekly leaderboard of a server, in the channel that its moderators chose."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from dataclasses import replace

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
LEASE = 60.0
"""Seconds for which a post that is being made is left alone by others."""
KNOWN = 120.0
"""Seconds after which a post that was begun is not tried again: Discord knows its number for some minutes only."""


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
        """Post what is due, once a week, whatever happens meanwhile.

        It is claimed for `LEASE` seconds, posted, and then noted as done. Who finds a claim that has run out does not
        know whether its owner had posted before it died: Discord does, for some minutes, since each post has a number
        (nonce) of its own for each week. After that it is left for this week: rather none than two.
        """
        now = self._clock()
        for server in await self._store.read(lambda connection: servers.due(connection, now)):
            assert server.leaderboard_at is not None
            monday = last_monday(server.leaderboard_at)
            tried = server.leaderboard_at > monday
            if tried and now - server.leaderboard_at > KNOWN:
                await self._claim(server, next_monday(now))
                log.warning("server %s: nobody knows whether its leaderboard was posted", server.guild_id)
                continue
            until = now + LEASE
            if await self._claim(server, until) and await self._post(server, now, monday):
                await self._claim(replace(server, leaderboard_at=until), next_monday(now))

    async def _claim(self, server: ServerSettings, next_at: float) -> bool:
        return await self._store.write(lambda connection: servers.claim(connection, server, next_at))

    async def _post(self, server: ServerSettings, now: float, monday: float) -> bool:
        """Post the leaderboard of a week; False where it is to be tried again soon."""
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
        channel = server.leaderboard_channel_id
        try:
            for number, letter in enumerate(letters):
                await calls.post(self._client, channel, letter, _nonce(server.guild_id, monday, number))
        except calls.Gone:
            log.info("server %s: the channel of its leaderboard is gone", server.guild_id)
            await self.choose(server.guild_id, None)
            return False
        except calls.Unreachable as error:
            log.warning("server %s: its leaderboard waits for Discord: %s", server.guild_id, error)
            return False
        except (calls.Barred, discord.HTTPException) as error:
            log.warning("server %s: its leaderboard cannot be posted: %s", server.guild_id, error)
        return True


def next_monday(now: float) -> float:
    """Return the next Monday evening after a moment."""
    return now + WEEK - (now - MONDAY_EVENING) % WEEK


def last_monday(now: float) -> float:
    """Return the last Monday evening up to a moment."""
    return next_monday(now) - WEEK


def _nonce(guild_id: int, monday: float, number: int) -> int:
    """Return the number of one of the messages of a week; the same in every process."""
    digest = hashlib.sha256(f"leaderboard {guild_id} {monday:.0f} {number}".encode()).digest()
    return int.from_bytes(digest[:7], "big")

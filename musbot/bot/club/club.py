"""The club as the bot runs it: its commands, its clicks, and what is due without anybody asking."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import discord

from musbot.bot.clicks import ClubAnswerer
from musbot.bot.club.boards import BoardScreens
from musbot.bot.club.commands import leaderboard_command
from musbot.club.boards import Boards
from musbot.club.ratings import Ratings
from musbot.club.seasons import DEFAULT_MONTHS
from musbot.store import Store

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two looks at what is due."""


class Club:
    """Ratings, leaderboards, profiles, friends.

    :param client: the bot, for what it posts by itself.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        months: int = DEFAULT_MONTHS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._clock = clock
        self.ratings = Ratings(store, months, clock)
        self.boards = Boards(store, self.ratings)
        self._board_screens = BoardScreens(self.boards)

    def answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers clicks, by the action of their ids."""
        return {"board": self._board_screens.turn, "hall": self._board_screens.hall}

    def commands(self) -> list[discord.app_commands.Command[Any, ..., Any]]:
        """Return the commands of the club."""
        return [leaderboard_command(self._board_screens)]

    async def run(self) -> None:
        """Do what is due for ever, whatever goes wrong."""
        await self._safely(self.ratings.backfill)
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Do what is due now."""
        await self._safely(self.ratings.catch_up)
        await self._safely(self.ratings.close_seasons)

    async def _safely(self, work: Callable[[], Any]) -> None:
        try:
            await work()
        except Exception:  # it is tried again in half a minute, and no game waits for it
            log.exception("the club could not do what was due")

"""The club as the bot runs it: its commands, its clicks, and what is due without anybody asking."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import discord

from musbot.bot.answering import ClubAnswerer
from musbot.bot.club.boards import BoardScreens
from musbot.bot.club.commands import (
    friends_command,
    games_command,
    leaderboard_command,
    menus,
    profile_command,
)
from musbot.bot.club.friends import FriendScreens
from musbot.bot.club.games import GameScreens
from musbot.bot.club.profiles import ProfileScreens
from musbot.bot.club.weekly import Weekly
from musbot.bot.stage import Stage
from musbot.club.boards import Boards
from musbot.club.friends import Friends
from musbot.club.history import History
from musbot.club.profiles import Profiles
from musbot.club.ratings import Ratings
from musbot.club.seasons import DEFAULT_MONTHS
from musbot.store import Store
from musbot.table import Tables

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two looks at what is due."""


class Club:
    """Ratings, leaderboards, profiles, histories, friends.

    :param client: the bot, for what it posts by itself.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        stage: Stage,
        months: int = DEFAULT_MONTHS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.ratings = Ratings(store, months, clock)
        self.boards = Boards(store, self.ratings)
        profiles = Profiles(store, self.ratings)
        self.weekly = Weekly(client, store, self.boards, clock)
        self.friends = FriendScreens(store, tables, stage, stage.mail, Friends(store, clock))
        self._boards = BoardScreens(self.boards, clock)
        self._profiles = ProfileScreens(store, profiles)
        self._games = GameScreens(History(store), profiles)

    def answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers clicks, by the action of their ids."""
        return {
            "board": self._boards.turn,
            "hall": self._boards.hall,
            "profile": self._profiles.again,
            "hide": self._profiles.hide,
            "games": self._games.turn,
            "game": self._games.pick,
            "replay": self._games.replay,
            "friends": self.friends.open,
            "friend": self.friends.add,
            "block": self.friends.block,
            "news": self.friends.news,
            "forget": self.friends.forget,
            "invite": self.friends.invite,
        }

    def commands(
        self,
    ) -> list[discord.app_commands.Command[Any, ..., Any] | discord.app_commands.ContextMenu]:
        """Return the commands of the club, and what is in the menu on a person."""
        return [
            leaderboard_command(self._boards),
            profile_command(self._profiles),
            games_command(self._games),
            friends_command(self.friends),
            *menus(self._profiles, self.friends),
        ]

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
        await self._safely(self.weekly.post_due)

    async def _safely(self, work: Callable[[], Any]) -> None:
        try:
            await work()
        except Exception:  # it is tried again in half a minute, and no game waits for it
            log.exception("the club could not do what was due")

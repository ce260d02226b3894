"""The weekly leaderboard: once a week, whoever dies meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from musbot.bot import calls
from musbot.bot.club.weekly import KNOWN, LEASE, WEEK, Weekly, next_monday
from musbot.playground import Playground, text_of
from musbot.store import Store, servers
from tests.club.evenings import Played, play
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.test_club import Clock, ClubRig

Post = Callable[..., Awaitable[int]]


@pytest.fixture
async def club(database: str) -> AsyncIterator[ClubRig]:
    """A server where a game was played, and whose leaderboard is due."""
    clock = Clock()
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground())
        store = await stack.enter_async_context(await Store.open(database))
        bot = await stack.enter_async_context(running_bot(playground, store, clock=clock))
        ane, benat, carla, dani = (playground.person(name) for name in NAMES)
        rig = ClubRig(playground, bot, store, ane, benat, carla, dani, clock)
        people = (ane.id, benat.id, carla.id, dani.id)
        played = [Played(people, at=time.time() + number, guild=playground.guild.id) for number in range(4)]
        await play(store, *played)
        await bot.club.ratings.catch_up()
        await ane.slash("settings server", leaderboard=playground.channel())
        clock.ahead = next_monday(time.time()) - time.time() + 5
        yield rig


def posted(rig: Rig) -> int:
    return sum("Rating ·" in text_of(message) for message in rig.benat.sees())


async def due(club: ClubRig) -> float:
    settings = await club.store.read(lambda connection: servers.get(connection, club.playground.guild.id))
    assert settings.leaderboard_at is not None
    return settings.leaderboard_at


def dying(monkeypatch: pytest.MonkeyPatch, *, after: bool) -> None:
    """Let the process die once, while it posts: before Discord has it, or after."""
    real: Post = calls.post
    left = [True]

    async def post(*arguments: Any) -> int:
        if left and not after:
            left.clear()
            raise RuntimeError("killed")
        number = await real(*arguments)
        if left:
            left.clear()
            raise RuntimeError("killed")
        return number

    monkeypatch.setattr(calls, "post", post)


async def test_it_is_posted_once_and_again_a_week_later(club: ClubRig) -> None:
    for _ in range(3):
        await club.bot.club.look()
    assert posted(club) == 1
    assert await due(club) == next_monday(club.clock())
    club.clock.ahead += WEEK
    await club.bot.club.look()
    assert posted(club) == 2


async def test_it_is_posted_late_by_a_bot_that_was_away(club: ClubRig) -> None:
    club.clock.ahead += WEEK / 2
    await club.bot.club.look()
    await club.bot.club.look()
    assert posted(club) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_whoever_dies_while_posting_it_is_followed_by_one_who_posts_it(
    club: ClubRig, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    dying(monkeypatch, after=after)
    await club.bot.club.look()
    assert posted(club) == int(after)
    await club.bot.club.look()
    assert posted(club) == int(after), "it is left alone for a minute"
    club.clock.ahead += LEASE + 1
    await club.bot.club.look()
    assert posted(club) == 1
    assert await due(club) == next_monday(club.clock())


@pytest.mark.parametrize("after", [False, True])
async def test_what_nobody_knows_any_more_is_left_for_this_week(
    club: ClubRig, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    dying(monkeypatch, after=after)
    await club.bot.club.look()
    club.clock.ahead += LEASE + KNOWN + 60
    await club.bot.club.look()
    assert posted(club) == int(after)
    club.clock.ahead += WEEK
    await club.bot.club.look()
    assert posted(club) == int(after) + 1


async def test_two_processes_post_it_once(club: ClubRig) -> None:
    both = [Weekly(club.bot, club.store, club.bot.club.boards, club.clock) for _ in range(2)]
    await asyncio.gather(*(each.post_due() for each in both))
    assert posted(club) == 1


async def test_an_outage_of_discord_only_delays_it(club: ClubRig, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Post = calls.post
    away = [True]

    async def post(*arguments: Any) -> int:
        if away:
            raise calls.Unreachable("Discord answered 503")
        return await real(*arguments)

    monkeypatch.setattr(calls, "post", post)
    for _ in range(3):
        await club.bot.club.look()
        club.clock.ahead += LEASE + 1
    away.clear()
    await club.bot.club.look()
    assert posted(club) == 1

"""A copy that was made while games were played, put back after the database was lost: every game goes on to its end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.game.record import read_record
from musbot.hosting import dumps
from musbot.hosting.copies import Looked, make_copy, put_back
from musbot.playground import Message, Person, Playground, buttons_of
from musbot.store import Store, postgres
from musbot.store.address import Address
from tests.e2e.conftest import NAMES
from tests.e2e.players import Players, is_over, table_message
from tests.e2e.test_restarts import Process

GAMES = 2


class Kept:
    """A database, and its copies."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = Address.parse(address)
        self.folder = folder

    def copy(self) -> Looked:
        """Make a copy."""
        if self.address.path is not None:
            return make_copy(self.address.path, self.folder)[0]
        return dumps.make_dump(self.address, self.folder)[0]

    async def lose(self) -> None:
        """Let nothing be left of it that could be read."""
        if self.address.path is not None:
            self.address.path.write_bytes(b"lost")
            return
        engine = postgres.create_engine(self.address)
        async with engine.connect() as connection:
            driver = postgres.driver_of(connection)
            await driver.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await engine.dispose()

    def put_back(self, copy: Path) -> Looked:
        """Put a copy in its place."""
        if self.address.path is not None:
            return put_back(copy, self.address.path)[0]
        return dumps.put_back(copy, self.address, self.folder)[0]


@pytest.fixture
async def process(tmp_path: Path, database: str) -> AsyncIterator[Process]:
    async with Playground() as playground:
        running = Process(playground, tmp_path, database)
        await running.start()
        yield running
        await running.close()


async def test_a_copy_made_under_load_is_restored_and_every_game_goes_on(
    process: Process, tmp_path: Path
) -> None:
    playground, kept = process.playground, Kept(process.database, tmp_path / "copies")
    people = [playground.person(name) for name in NAMES]
    games = [await sit_down(playground, people, number) for number in range(GAMES)]

    copies: list[Looked] = []
    playing = [asyncio.create_task(turns(players, 15)) for players in games]
    while not all(task.done() for task in playing):
        copies.append(await asyncio.to_thread(kept.copy))
    await asyncio.gather(*playing)
    written = [copy.rows["events"] for copy in copies]
    assert written == sorted(written)
    assert len(set(written)) > 1, "they were made while the games went on"
    copy = next(each for each in reversed(copies) if each.rows["events"] < written[-1])

    # What comes now is lost, and with it the database.
    for players in games:
        await turns(players, 6)
    await process.kill()
    lost = await asyncio.to_thread(kept.copy)
    assert lost.rows["events"] > copy.rows["events"]
    await kept.lose()
    restored = await asyncio.to_thread(kept.put_back, copy.path)
    assert restored.rows == copy.rows

    stale = {players.channel.id: table_message(people[0], players.channel) for players in games}
    await process.start()
    # Few of them: whoever presses what counts for nothing too often is not answered any more.
    pressed = 0
    for players in games:
        await until_shown_anew(players, stale[players.channel.id])
        for _ in range(3):
            pressed += await press_all(players, stale[players.channel.id])
            await turns(players, 1)
        players.calm = False
        await players.play()
    assert pressed > GAMES
    async with await Store.open(process.database) as store:
        for number in range(1, GAMES + 1):
            (game,) = await store.games_of_table(number)
            assert read_record(game.record).match.scores == game.scores
        assert not await store.live_tables()
    assert "Traceback" not in process.errors.read_text()


async def sit_down(playground: Playground, people: list[Person], number: int) -> Players:
    channel = playground.add_channel(f"game-{number}")
    await playground.settled()
    answer = await people[0].slash("mus open", channel, clock="off", target=20)
    for person in people[1:]:
        await person.click(answer.message, label="Join")
    await playground.settled()
    players = Players(playground, people, random.Random(number), channel)
    players.calm = True
    return players


async def turns(players: Players, count: int) -> None:
    """Let something be said so many times, if the game lasts so long."""
    for _ in range(count):
        if is_over(players.people[0], players.channel):
            return
        await players.turn()
        await players.playground.settled()


async def press_all(players: Players, stale: Message | None) -> int:
    """Let everybody say something in a message of what was lost; return how many have tried. None of it counts, though
    the moment that a button names may have come again, with other cards."""
    if stale is None:  # that game was over, or between two deals
        return 0
    words = [button.label for button in buttons_of(stale) if button.label in ("Pass", "Mus", "Call", "Hold")]
    for person in players.people if words else []:
        answer = await person.click(stale, label=words[0])
        assert answer.ephemeral
    return len(players.people) if words else 0


async def until_shown_anew(players: Players, before: object) -> None:
    async with asyncio.timeout(60):
        while table_message(players.people[0], players.channel) is before:  # noqa: ASYNC110 - it comes from outside
            await asyncio.sleep(0.02)
    await players.playground.settled()

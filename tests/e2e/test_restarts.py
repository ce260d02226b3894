"""The process dies at any moment; the table goes on where it was.

``MUSBOT_LONG=1 pytest tests/e2e/test_restarts.py -s`` kills it 200 times at random moments, 15 otherwise.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.game.record import read_record
from musbot.playground import CannotDo, NotAnswered, Playground, buttons_of, text_of
from musbot.store import Store
from tests.e2e.conftest import LONG, NAMES
from tests.e2e.players import Players, is_over, table_message

PHASES = ("lobby", "mus", "discard", "Grande", "Chica", "Pares", "Juego", "Punto")


class Process:
    """The bot as a process of its own, told to talk to a playground."""

    def __init__(self, playground: Playground, data: Path, database: str) -> None:
        self.playground = playground
        self.data = data
        self.database = database
        self.errors = data / "stderr.txt"
        self._process: asyncio.subprocess.Process | None = None
        self.deaths = 0

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
        environment |= {
            "MUSBOT_PLAYGROUND": self.playground.origin,
            "MUSBOT_DATA": str(self.data),
            "MUSBOT_DATABASE": self.database,
        }
        environment.setdefault("MUSBOT_AI_PAUSE", "0")
        with self.errors.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "musbot.cli", "run", env=environment, stdout=errors, stderr=errors
            )
        # The connection of the process that was killed may still look alive: wait for a new one.
        identifies = self.playground.gateway.identifies
        async with asyncio.timeout(4 * LONG):
            while self.playground.gateway.identifies == identifies:  # noqa: ASYNC110 - it comes from outside
                await asyncio.sleep(0.01)
        await self.playground.bot_ready(within=LONG)
        await self.playground.settled()

    async def kill(self) -> None:
        """Kill it, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self.deaths += 1
        for interaction in self.playground.desk.open:
            interaction.delivered = False  # it died with the process: nobody will answer it any more

    async def terminate(self) -> int:
        """Ask it to stop, and return its exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._process.wait(), 10)

    async def close(self) -> None:
        """Kill it, and print the last of what it logged, which is shown where a test has failed."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        print(self.errors.read_text()[-4_000:])


@pytest.fixture
async def process(tmp_path: Path, database: str) -> AsyncIterator[Process]:
    async with Playground() as playground:
        running = Process(playground, tmp_path, database)
        await running.start()
        yield running
        await running.close()


def phase(players: Players) -> str:
    """Return what a table is at, as its message shows it."""
    message = table_message(players.people[0])
    if message is None:
        return "lobby"
    labels = {button.label for button in buttons_of(message)}
    if "Discard" in labels:
        return "discard"
    if "Mus" in labels:
        return "mus"
    turn = next((line for line in text_of(message).splitlines() if line.startswith("▶")), "")
    for name in PHASES[3:]:
        if f"**{name}**" in turn:
            return name
    # The partner's question does not repeat the lance: it is the last one in the transcript.
    titles = [line.split("**")[1] for line in text_of(message).splitlines() if line.startswith("**")]
    return next((title for title in reversed(titles) if title in PHASES), "mus")


async def test_killed_once_in_each_phase_and_played_to_the_end(process: Process) -> None:
    playground = process.playground
    people = [playground.person(name) for name in NAMES]
    await people[0].slash("mus open")
    await people[1].click(label="Join")
    await process.kill()
    await process.start()
    for person in people[2:]:
        await person.click(label="Join")
    await playground.settled()

    players = Players(playground, people, random.Random(15))
    players.calm = True
    killed = {"lobby"}
    for _ in range(3_000):
        if is_over(people[0]):
            break
        now = phase(players)
        if now not in killed:
            killed.add(now)
            before = text_of(people[0].last())
            await process.kill()
            await process.start()
            assert text_of(people[0].last()) == before, "the same table, where it was"
        await players.turn()
        await playground.settled()
    assert is_over(people[0])
    assert {"mus", "discard", "Grande", "Chica"} <= killed
    assert killed & {"Pares"}
    assert killed & {"Juego", "Punto"}
    async with await Store.open(process.database) as store:
        (game,) = await store.games_of_table(1)
    assert read_record(game.record).match.scores == game.scores
    assert f"{max(game.scores)}–{min(game.scores)}" in text_of(people[0].last())
    assert "Traceback" not in process.errors.read_text()


async def test_killed_at_random_moments_and_every_game_played_to_its_end(process: Process) -> None:
    """What was answered is kept, nothing counts twice, and the records replay to the scores that were announced."""
    kills = 200 if os.environ.get("MUSBOT_LONG") else 15
    playground = process.playground
    people = [playground.person(name) for name in NAMES]
    rng = random.Random(2)
    games, heard = 0, 0
    while process.deaths < kills:
        games += 1
        channel = playground.add_channel(f"game-{games}")
        await playground.settled()
        players = Players(playground, people, rng, channel)
        await sit_down(players, target=30)
        while process.deaths < kills and not is_over(people[0], channel):
            for _ in range(rng.randint(1, 6)):
                await turn(players)
            speaking = asyncio.create_task(turn(players, patience=3.0))
            await asyncio.sleep(rng.random() * 0.02)
            await process.kill()
            await process.start()
            await speaking
        players.calm = True
        while not is_over(people[0], channel):
            await say_words(players, 1)
        heard += await check_archive(process, players, games)
    print(f"{process.deaths} kills in {games} games, {heard} words answered, none lost and none twice")


async def sit_down(players: Players, target: int) -> None:
    """Open a table in the players' channel and take its seats."""
    answer = await players.people[0].slash("mus open", players.channel, target=target, clock="off")
    for person in players.people[1:]:
        await person.click(answer.message, label="Join")
    await players.playground.settled()


async def say_words(players: Players, count: int) -> None:
    """Let so many words be said and answered: a process that is killed before it has drawn its first picture, again
    and again, gets nowhere."""
    wanted = len(players.answered) + count
    while len(players.answered) < wanted and not is_over(players.people[0], players.channel):
        before = len(players.answered)
        await turn(players)
        if len(players.answered) == before:
            await asyncio.sleep(0.1)  # cards were chosen, or the table is not yet shown as it is


async def turn(players: Players, patience: float = LONG) -> None:
    """Let somebody do something; a click that dies with the process counts once or not at all."""
    for person in players.people:
        person.patience = patience
    with contextlib.suppress(NotAnswered, CannotDo):
        await players.turn()


async def check_archive(process: Process, players: Players, game_number: int) -> int:
    """Check a game's events and record against what its players saw; return how many words were answered."""
    async with await Store.open(process.database) as store:
        (game,) = await store.games_of_table(game_number)
        _, events = await store.load(game_number)
    assert read_record(game.record).match.scores == game.scores
    assert [event.seq for event in events] == list(range(1, len(events) + 1)), "no event twice, none missing"
    ends = [
        text_of(message) for message in players.people[0].sees(players.channel) if "🏆" in text_of(message)
    ]
    assert len(ends) == 1, "the end is announced once"
    assert f"{max(game.scores)}–{min(game.scores)}" in ends[0]
    seats = {player["person"]: player["seat"] for player in game.players}
    said = iter(event.data["line"] for event in events if event.kind == "acted")
    for person, word in players.answered:
        line = f"{seats[person.id]} {word}"
        assert line in said, f"{person.name}'s {word} was answered and lost"
    return len(players.answered)


async def test_sigterm_tells_the_table_and_ends_it_within_ten_seconds_with_status_0(process: Process) -> None:
    people = [process.playground.person(name) for name in NAMES]
    await people[0].slash("mus open")
    await people[0].click(label="Fill with AI")
    await process.playground.settled()
    players = Players(process.playground, people[:1], random.Random(3))
    players.calm, players.mus_left = True, 0
    await players.turn()
    await process.playground.settled()
    await players.message()
    message = table_message(people[0])
    assert message is not None

    assert await process.terminate() == 0
    assert "restarting" in text_of(message)
    assert not buttons_of(message), "what cannot be pressed is not there"
    await process.start()
    async with asyncio.timeout(10):
        while "restarting" in text_of(message):  # noqa: ASYNC110 - it comes from outside
            await asyncio.sleep(0.02)
    answer = await people[0].click(label="My hand")
    assert answer.ephemeral


async def test_sigterm_ends_it_within_ten_seconds_though_discord_hangs(process: Process) -> None:
    """Nobody waits for answers that Discord does not take: Docker and systemd would kill it in the middle."""
    people = [process.playground.person(name) for name in NAMES]
    for _ in range(3):
        await people[0].slash("mus open", clock="off")
        await people[0].click(label="Fill with AI")
        await Players(process.playground, people[:1], random.Random(3)).message()
        await process.playground.settled()
    process.playground.faults.add(route="/*", delay=60.0, times=None)
    people[0].patience = 60.0
    pressing = asyncio.create_task(people[0].click(label="My hand"))
    while not process.playground.desk.open and not pressing.done():  # noqa: ASYNC110 - it comes from outside
        await asyncio.sleep(0.01)
    assert await process.terminate() == 0
    process.playground.faults.clear()
    pressing.cancel()
    with contextlib.suppress(asyncio.CancelledError, NotAnswered):
        await pressing
    assert "Traceback" not in process.errors.read_text()

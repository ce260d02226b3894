"""Several processes of the bot on one PostgreSQL, each with some of the shards, and many companies who play.

The rig of `test_processes.py` and of `benchmarks/processes.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from musbot.game.record import read_record
from musbot.playground import Answer, CannotDo, NotAnswered, Person, Playground, text_of
from musbot.playground.ratelimits import Rate, RateLimits
from musbot.shards import shard_of
from musbot.store import Store, TableStatus
from tests.e2e.players import Players, is_over

UNLIMITED = RateLimits(default=Rate(1_000_000, 1.0), overall=1_000_000)
"""What is looked at is what the processes do, not Discord's patience: 50 calls a second would be too few for all."""
SPREAD = 5
"""From one company to the next it is so many shards."""
STARTS_WITHIN = 300.0
SIT_DOWN_AT_ONCE = 6
"""Companies that open their tables at the same time: a new table is the dearest thing that people can ask for."""
GIVES_UP_AFTER = 4.0
"""Real seconds after which people press again, whom a process that died did not answer."""


class Shard:
    """A process of the bot with some of the shards."""

    def __init__(self, playground: Playground, database: str, ids: Sequence[int], data: Path) -> None:
        self.playground = playground
        self.ids = list(ids)
        self.data = data
        self.errors = data / "stderr.txt"
        self.deaths = 0
        self._database = database
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until all its shards are connected."""
        self.data.mkdir(exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
        environment |= {
            "MUSBOT_PLAYGROUND": self.playground.origin,
            "MUSBOT_DATA": str(self.data),
            "MUSBOT_DATABASE": self._database,
            "MUSBOT_SHARDS": f"{','.join(map(str, self.ids))}/{self.playground.gateway.shards}",
            "MUSBOT_AI_PAUSE": "0",
        }
        before = self._sessions()
        with self.errors.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "musbot.cli", "run", env=environment, stdout=errors, stderr=errors
            )
        async with asyncio.timeout(STARTS_WITHIN):
            while len(self._sessions() - before) < len(self.ids):
                if self._process.returncode is not None:
                    raise RuntimeError(f"the process has ended: {self.errors.read_text()[-2000:]}")
                await asyncio.sleep(0.02)

    def _sessions(self) -> set[str]:
        return {each.id for each in self.playground.gateway.sessions.values() if each.shard in self.ids}

    async def kill(self) -> None:
        """Kill it, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self.deaths += 1

    async def close(self) -> None:
        """Ask it to stop, and wait for that."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(self._process.wait(), 20)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()


class Company(Players):
    """Four people who play one game in a channel of their own, and press again where nothing comes back."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.waits: list[float] = []
        """Seconds from each press to its answer."""
        self.unanswered = 0
        for person in self.people:
            person.patience = GIVES_UP_AFTER

    async def pause(self) -> None:
        """Others play all the time, so that nothing ever comes to rest."""
        await asyncio.sleep(0.05)

    async def turn(self) -> None:
        """A click that dies with a process counts once or not at all."""
        heard = len(self.answered)
        began = time.monotonic()
        try:
            await super().turn()
        except NotAnswered:
            self.unanswered += 1
        except CannotDo:
            await asyncio.sleep(0.2)
        if len(self.answered) > heard:
            self.waits.append(time.monotonic() - began)

    async def sit_down(self, target: int, clock: str) -> None:
        """Open a table and take its seats, however often it takes."""
        first, *others = self.people
        opened = await _patiently(partial(first.slash, "mus open", self.channel, target=target, clock=clock))
        for person in others:
            # Where the last seat was taken by a click that was not answered, there is no button any more.
            with contextlib.suppress(CannotDo):
                await _patiently(partial(person.click, opened.message, label="Join"))

    @property
    def is_over(self) -> bool:
        """Whether the end of the game was announced."""
        return is_over(self.people[0], self.channel)


async def _patiently(press: Callable[[], Awaitable[Answer]]) -> Answer:
    """Press until there is an answer."""
    until = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            return await press()
        except NotAnswered:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.3)


@dataclass
class Evening:
    """What came of it."""

    companies: list[Company]
    processes: list[Shard]
    began: float = field(default_factory=time.monotonic)
    seconds: float = 0.0

    @property
    def deaths(self) -> int:
        """How often a process was killed."""
        return sum(each.deaths for each in self.processes)

    @property
    def words(self) -> int:
        """How many words were answered."""
        return sum(len(each.answered) for each in self.companies)

    def errors(self) -> str:
        """What the processes complained of."""
        return "\n".join(each.errors.read_text() for each in self.processes)


@contextlib.asynccontextmanager
async def several_processes(
    database: str, folder: Path, *, processes: int, shards: int
) -> AsyncIterator[tuple[Playground, list[Shard]]]:
    """Open a playground of so many shards, and run processes that share them."""
    async with Playground(
        limits=UNLIMITED, shards=shards, keep_calls=2_000, point_discord_py=False
    ) as playground:
        each = shards // processes
        running = [
            Shard(playground, database, range(each * number, each * (number + 1)), folder / str(number))
            for number in range(processes)
        ]
        try:
            await asyncio.gather(*(one.start() for one in running))
            yield playground, running
        finally:
            await asyncio.gather(*(one.close() for one in running))


async def companies_of(playground: Playground, store: Store, count: int, seed: int) -> list[Company]:
    """Invite the bot to a server on each shard, and people to play there; their conversations are open already."""
    shards = playground.gateway.shards
    companies = []
    for number in range(count):
        people = [_newcomer(playground, f"{name} {number}") for name in ("Ane", "Beñat", "Carla", "Dani")]
        # The next moment whose servers are of the shard that is wanted: each one on another process.
        wanted = number * SPREAD % shards
        ids = playground.world.ids
        moment = (ids.next(playground.realm.clock()) >> 22) + 1
        while moment % shards != wanted:
            moment += 1
        ids.seen(moment << 22)
        guild = playground.add_guild(f"Club {number}", *people)
        assert shard_of(guild.id, shards) == wanted
        channel = next(playground.world.channels_of(guild))
        companies.append(Company(playground, people, random.Random(f"{seed} {number}"), channel))
        for person in people:
            await store.people.set_dm(person.id, person.dm().id)
    return companies


def _newcomer(playground: Playground, name: str) -> Person:
    user = playground.world.add_user(name)
    return playground.person(user.id)


async def play_all(
    evening: Evening,
    *,
    target: int,
    kills: int,
    rng: random.Random,
    between: tuple[float, float],
    thinks: float = 0.0,
) -> None:
    """Let all play to the end, and kill one process after the other meanwhile.

    :param kills: how often; no more when all games are over.
    :param between: seconds from when all run to the next kill, at least and at most.
    :param thinks: seconds that a company takes for a word, on average.
    """
    sitting_down = asyncio.Semaphore(SIT_DOWN_AT_ONCE)

    async def evening_of(company: Company) -> None:
        async with sitting_down:
            await company.sit_down(target, "off")
        while not company.is_over:
            await asyncio.sleep(company.rng.uniform(0, 2 * thinks))
            await company.turn()

    async def kill_some() -> None:
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(*between))
            victim = rng.choice(evening.processes)
            await victim.kill()
            await asyncio.sleep(rng.uniform(0, 1))
            await victim.start()

    killing = asyncio.create_task(kill_some())
    try:
        await asyncio.gather(*(evening_of(company) for company in evening.companies))
    finally:
        evening.seconds = time.monotonic() - evening.began
        if not killing.done() and evening.deaths:
            killing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await killing


async def check(evening: Evening, store: Store) -> dict[str, int]:
    """Hold what people saw against what the store says; return how much there was.

    Nothing is lost: every word that was answered is an event. Nothing is twice: events, messages of deals, ends, hands.
    """
    counts: Counter[str] = Counter()
    live = await store.live_tables()
    assert not [row for row in live if row.status is TableStatus.PLAYING], "all games ended"
    counts["lobbies left by who died"] = len(live)
    for company in evening.companies:
        seen = [text_of(message) for message in company.people[0].sees(company.channel)]
        (end,) = (each for each in seen if "🏆" in each)
        row = next(
            row
            for row in await store.ended_since(0.0)
            if row.channel_id == company.channel.id and row.status is TableStatus.FINISHED
        )
        _, events = await store.load(row.table_id)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        (game,) = await store.games_of_table(row.table_id)
        assert read_record(game.record).match.scores == game.scores
        assert f"{max(game.scores)}–{min(game.scores)}" in end
        seats = {player["person"]: player["seat"] for player in game.players}
        said = iter(event.data["line"] for event in events if event.kind == "acted")
        for person, word in company.answered:
            line = f"{seats[person.id]} {word}"
            assert line in said, f"{person.name}'s {word} was answered and lost"
        deals = sum(event.kind == "dealt" for event in events)
        boards = [each for each in seen if "· deal " in each and "🏆" not in each]
        assert len(boards) == deals, f"{len(boards)} messages of {deals} deals"
        for person in company.people:
            hands = [each for each in map(text_of, person.dms()) if "Your hand" in each]
            counts["hands"] += len(hands)
            counts["hands twice"] += max(0, len(hands) - deals)
            counts["hands not sent"] += max(0, deals - len(hands))
        counts["games"] += 1
        counts["events"] += len(events)
        counts["deals"] += deals
        counts["words"] += len(company.answered)
    return dict(counts)

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
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from musbot.game.record import read_record
from musbot.playground import (
    CannotDo,
    Message,
    NotAnswered,
    Person,
    Playground,
    buttons_of,
    text_of,
)
from musbot.playground.ratelimits import Rate, RateLimits
from musbot.shards import shard_of
from musbot.store import EventRow, Store, TableStatus
from tests.e2e.players import RECORDED, Players, is_over

UNLIMITED = RateLimits(default=Rate(1_000_000, 1.0), overall=1_000_000)
"""What is looked at is what the processes do, not Discord's patience: 50 calls a second would be too few for all."""
SPREAD = 5
"""From one company to the next it is so many shards."""
STARTS_WITHIN = 300.0
SIT_DOWN_AT_ONCE = 6
"""Companies that open their tables at the same time: a new table is the dearest thing that people can ask for."""
GIVES_UP_AFTER = 4.0
"""Real seconds after which people press again, whom a process that died did not answer."""
LOOKS_AGAIN_AFTER = 0.3
_SAID = {*RECORDED.values(), "bet"}


@dataclass(slots=True)
class Down:
    """A time at which a process was not there, by this process's clock."""

    since: float
    until: float = float("inf")
    """When all its shards were connected again."""


class Shard:
    """A process of the bot with some of the shards."""

    def __init__(self, playground: Playground, database: str, ids: Sequence[int], data: Path) -> None:
        self.playground = playground
        self.ids = list(ids)
        self.data = data
        self.errors = data / "stderr.txt"
        self.downs: list[Down] = []
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
        self.downs.append(Down(time.monotonic()))

    async def come_back(self) -> None:
        """Start it again after it was killed."""
        await self.start()
        self.downs[-1].until = time.monotonic()

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
        self.heard_at: list[float] = []
        """When each of their words was answered."""
        self.unanswered = 0
        for person in self.people:
            person.patience = GIVES_UP_AFTER

    async def pause(self) -> None:
        """Others play all the time, so that nothing ever comes to rest."""
        await asyncio.sleep(LOOKS_AGAIN_AFTER)

    async def turn(self) -> None:
        """A click that dies with a process counts once or not at all."""
        heard = len(self.answered)
        began = time.monotonic()
        with self._patience():
            await super().turn()
        if len(self.answered) > heard:
            self.waits.append(time.monotonic() - began)
            self.heard_at.append(time.monotonic())

    async def sit_down(self, target: int, clock: str) -> None:
        """Open a table and take its seats, however often it takes: a press may be lost, or answered by an apology."""
        first, *others = self.people
        while (lobby := self.lobby()) is None:
            with self._patience():
                await first.slash("mus open", self.channel, target=target, clock=clock)
            await asyncio.sleep(LOOKS_AGAIN_AFTER)
        for person in others:
            # Where the last seat was taken by a click that was not answered, there is no button any more.
            while person.name not in text_of(lobby) and any(b.label == "Join" for b in buttons_of(lobby)):
                with self._patience():
                    await person.click(lobby, label="Join")
                    self.heard_at.append(time.monotonic())
                await asyncio.sleep(LOOKS_AGAIN_AFTER)

    def lobby(self) -> Message | None:
        """Return the first table that waits for players in their channel: an answer that comes too late for whoever
        asked for a table stands there all the same."""
        seen = self.people[0].sees(self.channel)
        return next((each for each in seen if any(b.label == "Join" for b in buttons_of(each))), None)

    @contextlib.contextmanager
    def _patience(self) -> Iterator[None]:
        """Do not mind a press that nobody answered, nor a button that went away meanwhile."""
        try:
            yield
        except NotAnswered:
            self.unanswered += 1
        except CannotDo:
            pass

    @property
    def is_over(self) -> bool:
        """Whether the end of the game was announced."""
        return is_over(self.people[0], self.channel)


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
        return sum(len(each.downs) for each in self.processes)

    @property
    def heard(self) -> int:
        """How many words were answered so far, those in the lobbies among them."""
        return sum(len(each.heard_at) for each in self.companies)

    def waits_after_kills(self) -> list[float]:
        """Return the seconds from each kill to the next word that was answered at each table of that process, what
        people take to think included."""
        waits = []
        for process in self.processes:
            for company in self.companies:
                guild_id, shards = company.channel.guild_id, company.playground.gateway.shards
                if shard_of(guild_id, shards) not in process.ids:
                    continue
                for down in process.downs:
                    if company.heard_at[0] < down.since < company.heard_at[-1]:
                        waits.append(min(at for at in company.heard_at if at > down.since) - down.since)
        return waits

    def times_down(self) -> list[float]:
        """Return the seconds from each kill until the process was there again."""
        return [down.until - down.since for each in self.processes for down in each.downs]

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
        # No name is a part of another one.
        people = [_newcomer(playground, f"{name} {number:03}") for name in ("Ane", "Beñat", "Carla", "Dani")]
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
    between: tuple[int, int],
    pace: float = 1_000.0,
) -> None:
    """Let all play to the end, and kill one process after the other meanwhile.

    :param kills: how often; no more when all games are over.
    :param between: words that are answered from when all run to the next kill, at least and at most. So a busy machine
        plays the same evening as one that has nothing else to do.
    :param pace: words a second that are said at all tables together, if they are answered so quickly: the fewer games
        are left, the less people think.
    """
    sitting_down = asyncio.Semaphore(SIT_DOWN_AT_ONCE)
    left = len(evening.companies)

    async def evening_of(company: Company) -> None:
        nonlocal left
        async with sitting_down:
            await company.sit_down(target, "off")
        while not company.is_over:
            await asyncio.sleep(company.rng.uniform(0, 2 * left / pace))
            await company.turn()
        left -= 1

    playing = asyncio.gather(*(evening_of(company) for company in evening.companies))

    async def kill_some() -> None:
        for _ in range(kills):
            until = evening.heard + rng.randint(*between)
            while evening.heard < until:
                if playing.done():
                    return
                await asyncio.sleep(rng.uniform(0.01, 0.1))
            victim = rng.choice(evening.processes)
            await victim.kill()
            await asyncio.sleep(rng.uniform(0, 1))
            await victim.come_back()

    try:
        # A process that does not start again ends the evening; one that was killed last is back at its end.
        await asyncio.gather(kill_some(), _timed(evening, playing))
    finally:
        playing.cancel()


async def _timed(evening: Evening, playing: Awaitable[object]) -> None:
    await playing
    evening.seconds = time.monotonic() - evening.began


async def check(evening: Evening, store: Store) -> Counter[str]:
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
        said = [event.data["line"] for event in events if event.kind == "acted"]
        at = 0
        for person, word in company.answered:
            line = f"{seats[person.id]} {word}"
            if line in said[at:]:
                at = said.index(line, at) + 1
            else:
                counts["words lost"] += 1
                print(
                    f"table {row.table_id}: {line!r} was answered and is not in {said[at:]}", file=sys.stderr
                )
        # What was pressed and not answered may count, or shown before it was; more than was pressed may not.
        spoken = sum(_is_word(event) for event in events)
        counts["words twice"] += max(0, spoken - company.words)
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
    return counts


def _is_word(event: EventRow) -> bool:
    """Whether an event is something that is said, as `Company.answered` has it: cards are dropped without a word."""
    return event.kind == "acted" and event.data["line"].split()[1] in _SAID

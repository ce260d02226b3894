"""The real bot under load: clicks a second, waiting times, processor time and calls, beside a trivial bot.

The bot is a process on one core; the offline Discord and those who click are this one, on the other core. The people
play whole games by scripts: words, bets, discards, deals, hands, pictures. First they click as fast as the answers
come; then so many times a second, whether or not the bot keeps up: a click that had to wait for its turn counts from
the moment at which it was due.

    python -m benchmarks.load            # all of it, some minutes
    python -m benchmarks.load --quick    # a look: few clicks, one pace
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.clicks import UNLIMITED, bot, cpu_seconds, one_word, open_table
from musbot.playground import Answer, Message, Playground

PACES = (50, 200, 400)
"""Clicks a second."""
SECONDS = 12.0
"""How long each pace is kept up."""
WARM_UP = 300
"""Clicks before anything is measured."""
TABLES = 48
"""Tables at which people play at the same time."""
AT_ONCE = 12
"""At so many of them somebody clicks at the same time, when it is about the most that is possible."""
COMPANIES = 3
"""Groups of four who play at the tables."""

_MAY_BE_COUNTED = {"hand.png", "table.png"}

Click = Callable[[], Awaitable[float | None]]


@dataclass
class Row:
    """What one bot did at one pace."""

    name: str
    clicks: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = field(default_factory=list)
    counted: int = 0
    """Calls under Discord's global limit."""
    calls: int = 0
    deals: int = 0

    def __str__(self) -> str:
        waits = sorted(self.waits)
        return (
            f"{self.name:38} {self.clicks / self.seconds:9.0f} {1e3 * statistics.median(waits):10.1f} "
            f"{1e3 * waits[int(0.99 * len(waits))]:8.1f} {1e3 * self.cpu / self.clicks:13.2f}"
        )


HEAD = f"{'':38} {'clicks/s':>9} {'median ms':>10} {'p99 ms':>8} {'CPU ms/click':>13}"


def on_core(core: int, pid: int = 0) -> None:
    """Keep a process, with all its threads, on one core, where there are several."""
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "sched_setaffinity"):
        return
    threads = [int(path.name) for path in Path(f"/proc/{pid or 'self'}/task").iterdir()]
    for thread in threads:
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(thread, {core})


async def as_fast_as_answered(row: Row, clickers: list[Click], clicks: int) -> None:
    """Let somebody click at each of some tables as soon as the last click was answered."""

    async def keep_clicking(click: Click) -> None:
        while row.clicks < clicks:
            wait = await click()
            if wait is not None:
                row.clicks += 1
                row.waits.append(wait)

    await asyncio.gather(*(keep_clicking(click) for click in clickers))


async def at_pace(row: Row, clickers: list[Click], pace: int, seconds: float) -> None:
    """Let somebody click so many times a second, at whichever table is free."""
    free = asyncio.Queue[Click]()
    for click in clickers:
        free.put_nowait(click)
    loop = asyncio.get_running_loop()
    start = loop.time()
    under_way: set[asyncio.Task[None]] = set()

    async def one(due: float) -> None:
        wait = None
        while wait is None:
            click = await free.get()
            try:
                late = max(0.0, loop.time() - due)
                wait = await click()
            finally:
                free.put_nowait(click)
            if wait is None:
                # Nothing was to be clicked there: the next deal is on its way.
                due = max(due, loop.time() - 0.002)
        row.clicks += 1
        row.waits.append(late + wait)

    for number in range(int(pace * seconds)):
        due = start + number / pace
        if (pause := due - loop.time()) > 0:
            await asyncio.sleep(pause)
        task = asyncio.create_task(one(due))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    if under_way:
        await asyncio.gather(*under_way)


@dataclass
class Rig:
    """A bot at work, and the tables at which people click."""

    name: str
    playground: Playground
    pid: int
    clickers: list[Click]

    async def measure(self, row: Row, work: Awaitable[None]) -> Row:
        """Note what some work costs, and print it."""
        transcript = self.playground.transcript
        transcript.clear()
        cpu, start = cpu_seconds(self.pid), time.perf_counter()
        await work
        row.seconds = time.perf_counter() - start
        row.cpu = cpu_seconds(self.pid) - cpu
        row.calls, row.counted = sum(transcript.counts.values()), transcript.counted
        row.deals = sum(_is_deal(call.files) for call in transcript)
        print(row, flush=True)
        return row


def _is_deal(files: tuple[object, ...]) -> bool:
    return any(getattr(file, "name", "") == "showdown.png" for file in files)


@contextlib.asynccontextmanager
async def trivial_bot() -> AsyncIterator[Rig]:
    """Start the least that a bot can do: see `benchmarks.clicks`."""
    script = str(Path(__file__).with_name("clicks.py"))
    async with (
        Playground(limits=UNLIMITED) as playground,
        bot(playground, script, "--trivial", playground.origin) as pid,
    ):
        on_core(0, pid)
        ane = playground.person("Ane")

        def clicker(message: Message, number: int) -> Click:
            async def click() -> float:
                answer: Answer = await ane.click(message, label=f"Word {number % 5}")
                return answer.latency

            return click

        messages = [(await ane.slash("trivial")).message for _ in range(TABLES)]
        clickers = [clicker(message, number) for number, message in enumerate(messages) if message]
        yield Rig("trivial bot", playground, pid, clickers)


@contextlib.asynccontextmanager
async def musbot(data: Path, tables: int = TABLES, *, pinned: bool = True) -> AsyncIterator[Rig]:
    """Start the real bot on some data, with people at so many tables, each in a channel of its own.

    :param pinned: keep it on one core.
    """
    async with Playground(limits=UNLIMITED) as playground:
        environment = {
            "MUSBOT_PLAYGROUND": playground.origin,
            "MUSBOT_DATA": str(data),
            "MUSBOT_LOG_LEVEL": "ERROR",
            "MUSBOT_TABLES_PER_PERSON": "0",
            "MUSBOT_TABLES_PER_SERVER": "0",
        }
        channels = [playground.add_channel(f"mus-{number}") for number in range(tables)]
        async with bot(playground, "-m", "musbot.cli", "run", **environment) as pid:
            if pinned:
                on_core(0, pid)
            rng = random.Random(1)
            # Few people at many tables: the bot opens conversations with new ones slowly.
            companies = [
                [playground.add_person(f"{name} {number}") for name in ("Ane", "Beñat", "Carla", "Dani")]
                for number in range(COMPANIES)
            ]
            # Nor newcomers, whom tips would come to.
            for person in itertools.chain(*companies):
                await person.slash("settings me", channels[0], tips=False)

            async def seated(number: int) -> Click:
                people = companies[number % len(companies)]
                await open_table(people, channels[number])
                return lambda: one_word(people, channels[number], rng)

            clickers = [await seated(number) for number in range(tables)]
            yield Rig("musbot", playground, pid, clickers)


async def calls_of_a_word(rig: Rig, words: int = 60) -> Counter[tuple[int, int]]:
    """Return how often a click of a game cost so many calls to Discord, and so many under its global limit.

    Deals and discards are left out: they bring hands.

    :raises ValueError: if anything else than a hand or a new table goes under the global limit.
    """
    costs: Counter[tuple[int, int]] = Counter()
    transcript = rig.playground.transcript
    while sum(costs.values()) < words:
        transcript.clear()
        clicked = await rig.clickers[0]()
        await asyncio.sleep(0.15)
        for call in transcript:
            if call.counted and not _MAY_BE_COUNTED & {file.name for file in call.files}:
                raise ValueError(f"{call} counts under the global limit, with {call.files}")
        if clicked is not None and not any(
            file.name in ("hand.png", "showdown.png") for call in transcript for file in call.files
        ):
            costs[len(transcript), transcript.counted] += 1
    return costs


async def compare(quick: bool) -> None:
    """Print the figures of both bots."""
    on_core(1)
    paces, seconds, most = (PACES[:1], 3.0, 200) if quick else (PACES, SECONDS, 2_000)
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n{HEAD}")
    rows: dict[tuple[str, str], Row] = {}
    with tempfile.TemporaryDirectory() as data:
        for start in (trivial_bot(), musbot(Path(data))):
            async with start as rig:
                await as_fast_as_answered(Row("warm"), rig.clickers, WARM_UP // (4 if quick else 1))
                fast = rig.clickers[:AT_ONCE]
                row = Row(f"{rig.name}, at most")
                rows[rig.name, "most"] = await rig.measure(row, as_fast_as_answered(row, fast, most))
                for pace in paces:
                    row = Row(f"{rig.name}, {pace} clicks a second")
                    await rig.measure(row, at_pace(row, rig.clickers, pace, seconds))
                if rig.name == "musbot":
                    costs = await calls_of_a_word(rig, 20 if quick else 60)
    games, base = rows["musbot", "most"], rows["trivial bot", "most"]
    print(
        f"\nCPU of a click in whole games: {games.cpu / games.clicks / (base.cpu / base.clicks):.2f} times the trivial"
    )
    print(f"calls to Discord per click in whole games: {games.calls / games.clicks:.2f}")
    if games.deals:
        print(f"calls under the global limit per deal: {games.counted / games.deals:.1f}")
    for (calls, counted), times in sorted(costs.items()):
        print(f"a spoken word: {calls} calls, {counted} of them under the global limit: {times} times")


def main() -> None:
    """Compare the bots."""
    start = time.perf_counter()
    asyncio.run(compare("--quick" in sys.argv))
    print(f"({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()

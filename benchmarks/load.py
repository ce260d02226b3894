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
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.clicks import UNLIMITED, bot, cpu_seconds, least_squares, one_word, open_table
from musbot.playground import Answer, Message, NotAnswered, Playground

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
SETTLE = 0.03
"""Seconds after a round of clicks in which the bot finishes what it does behind its answers."""
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
    unanswered: int = 0
    """Clicks that got no answer within three seconds, which only happens where more is asked than can be done."""

    def __str__(self) -> str:
        waits = sorted(self.waits)
        return (
            f"{self.name:38} {self.clicks / self.seconds:9.0f} {1e3 * statistics.median(waits):10.1f} "
            f"{1e3 * waits[int(0.99 * len(waits))]:8.1f} {1e3 * self.cpu / self.clicks:13.2f}"
            + (f"  ({self.unanswered} not answered)" if self.unanswered else "")
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
            except NotAnswered:
                row.unanswered += 1
                return
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
async def musbot(
    data: Path,
    tables: int = TABLES,
    *,
    pinned: bool = True,
    before: Callable[[Playground], None] = lambda _: None,
) -> AsyncIterator[Rig]:
    """Start the real bot on some data, with people at so many tables, each in a channel of its own.

    :param pinned: keep it on one core.
    :param before: makes the data ready for the offline Discord in which the bot is about to start.
    """
    async with Playground(limits=UNLIMITED) as playground:
        before(playground)
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


@dataclass(frozen=True)
class Costs:
    """What clicks cost in processor time, in seconds, where they come in rounds of some at once."""

    each: float
    """A click of the trivial bot; of musbot's, one in the mean of whole games."""
    word: float
    """A click that brings words alone."""
    picture: float
    """A new picture of a table, besides."""
    showdown: float
    hand: float

    @property
    def deal(self) -> float:
        """The word that ends a deal: the showdown, the next table, and four hands."""
        return self.word + self.showdown + self.picture + 4 * self.hand


async def in_rounds(rig: Rig, clicks: int) -> Costs:
    """Let somebody click at some tables at once, again and again, and return what it cost.

    What a word, a picture, a showdown and a hand cost are the weights that fit the rounds best (least squares).
    """
    names = ("table.png", "showdown.png", "hand.png")
    transcript = rig.playground.transcript
    rounds: list[list[float]] = []
    done = 0
    while done < clicks:
        transcript.clear()
        before = cpu_seconds(rig.pid)
        waits = await asyncio.gather(*(click() for click in rig.clickers[:AT_ONCE]))
        await asyncio.sleep(SETTLE)
        clicked = sum(wait is not None for wait in waits)
        files = [getattr(file, "name", "") for call in transcript for file in call.files]
        rounds.append([cpu_seconds(rig.pid) - before, clicked, *(files.count(name) for name in names)])
        done += clicked
    # What did not come, or always with another thing, is pulled to nothing by a hundredth of one.
    nothing = [[0.01 * (place == other) for other in range(5)] for place in range(1, 5)]
    word, picture, showdown, hand = least_squares([*rounds, *nothing])
    each = sum(row[0] for row in rounds) / done
    return Costs(each, word, picture, showdown, hand)


@dataclass(frozen=True)
class Kind:
    """What a click of some kind took of Discord."""

    calls: int
    counted: int
    """Calls under Discord's global limit."""


async def one_at_a_time(rig: Rig, clicks: int, settle: float = 0.1) -> dict[str, list[Kind]]:
    """Let one person click after the other, and return what each click took, by what it brought.

    A *word* brings words alone; a *picture* a new picture of the table; a *deal* hands, too.

    :raises ValueError: if anything else than a hand, a new table or the end of a match goes under the global limit.
    """
    kinds: dict[str, list[Kind]] = {"word": [], "picture": [], "deal": []}
    transcript = rig.playground.transcript
    while sum(map(len, kinds.values())) < clicks:
        transcript.clear()
        clicked = await rig.clickers[0]()
        await asyncio.sleep(settle)
        for call in transcript:
            names = {file.name for file in call.files}
            if (
                call.counted
                and not _MAY_BE_COUNTED & names
                and not any(name.endswith(".mus") for name in names)
            ):
                raise ValueError(f"{call} counts under the global limit, with {names or 'no file'}")
        files = {file.name for call in transcript for file in call.files}
        kind = "deal" if files & {"hand.png", "showdown.png"} else "picture" if files else "word"
        if clicked is not None:
            kinds[kind].append(Kind(len(transcript), transcript.counted))
    return kinds


async def compare(quick: bool) -> None:
    """Print the figures of both bots."""
    on_core(1)
    paces, seconds, most = (PACES[:1], 3.0, 200) if quick else (PACES, SECONDS, 2_000)
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n{HEAD}")
    rows: dict[str, Row] = {}
    costs: dict[str, Costs] = {}
    kinds: dict[str, list[Kind]] = {}
    with tempfile.TemporaryDirectory() as data:
        for start in (trivial_bot(), musbot(Path(data))):
            async with start as rig:
                await as_fast_as_answered(Row("warm"), rig.clickers, WARM_UP // (4 if quick else 1))
                fast = rig.clickers[:AT_ONCE]
                row = Row(f"{rig.name}, at most")
                rows[rig.name] = await rig.measure(row, as_fast_as_answered(row, fast, most))
                for pace in paces:
                    row = Row(f"{rig.name}, {pace} clicks a second")
                    await rig.measure(row, at_pace(row, rig.clickers, pace, seconds))
                    rows[f"{rig.name} {pace}"] = row
                costs[rig.name] = await in_rounds(rig, 120 if quick else 1_000)
                if rig.name == "musbot":
                    kinds = await one_at_a_time(rig, 40 if quick else 120)
    games, base = rows["musbot"], rows["trivial bot"]
    print(f"\n{'CPU of a click in whole games':50} {'ms':>8} {'of the trivial one':>20}")
    for name, mine, least in [
        ("as many as it can", games, base),
        *((f"{pace} a second", rows[f"musbot {pace}"], rows[f"trivial bot {pace}"]) for pace in paces),
    ]:
        cpu, of = mine.cpu / mine.clicks, least.cpu / least.clicks
        print(f"{name:50} {1e3 * cpu:8.2f} {cpu / of:20.2f}")
    print(f"\n{f'{AT_ONCE} at once, what each costs':50} {'ms':>8} {'of the trivial one':>20}")
    mus, least_cost = costs["musbot"], costs["trivial bot"].each
    for name, cpu in [
        ("a click of the trivial bot", least_cost),
        ("a spoken word", mus.word),
        ("a word with a new picture of the table", mus.word + mus.picture),
        ("a word that ends a deal: showdown, table, 4 hands", mus.deal),
        ("whole games, in the mean", mus.each),
    ]:
        print(f"{name:50} {1e3 * cpu:8.2f} {cpu / least_cost:20.2f}")
    print(f"\n{'calls to Discord':50} {'all':>8} {'under its limit':>20}")
    for name, spoken in kinds.items():
        if spoken:
            calls, counted = [kind.calls for kind in spoken], [kind.counted for kind in spoken]
            what = {
                "word": "a word",
                "picture": "a word with a picture",
                "deal": "a deal's end, or a discard",
            }[name]
            print(f"{what:50} {f'{min(calls)} to {max(calls)}':>8} {f'{min(counted)} to {max(counted)}':>20}")
    print(
        f"{'a click in whole games':50} {games.calls / games.clicks:8.2f} {games.counted / games.clicks:20.2f}"
    )
    if games.deals:
        print(
            f"{'a deal of whole games':50} {games.calls / games.deals:8.1f} {games.counted / games.deals:20.1f}"
        )


def main() -> None:
    """Compare the bots."""
    start = time.perf_counter()
    asyncio.run(compare("--quick" in sys.argv))
    print(f"({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()

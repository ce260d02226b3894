"""What many live tables and many servers cost: a click beside them, memory, start-up, and rest.

    python -m benchmarks.growth            # all of it; draws the chart of docs/performance.md
    python -m benchmarks.growth --quick    # a look: few tables, no chart

The tables that rest are made in the database: a few games are played to the middle of their third deal, and their
events copied. Beside them people play at a few tables through the offline Discord, as in `benchmarks.load`.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clicks import UNLIMITED, bot, cpu_seconds
from benchmarks.load import AT_ONCE, Row, as_fast_as_answered, musbot, on_core
from musbot.ai import play_seat
from musbot.game import Phase
from musbot.playground import Playground
from musbot.store import Store
from musbot.table import Person, Tables

LIVE = (10, 100, 1_000, 5_000)
MANY = 10_000
SERVERS = 2_500
CLICKS = 1_000
RUNS = 3
WARM_UP = 200
PATTERNS = 6
"""Games that are really played; the tables that rest are copies of them."""
DEALS = 3
RESTED = 86_400.0
"""Seconds since anything happened at the tables that rest."""


@dataclass
class Point:
    """What a click cost beside so many live tables."""

    tables: int
    cpu: float
    """Seconds of processor time for each click."""
    median: float
    """Seconds from click to answer."""
    memory: int
    """Bytes that the bot has taken of the machine's memory."""


def resident(pid: int) -> int:
    """Return how many bytes of memory a process has."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise ValueError(f"process {pid} has no memory")


async def seed(path: Path, count: int, guild: int, channel: int) -> None:
    """Make a database with so many tables in the middle of a game, of four people each."""
    then = time.time() - RESTED
    rng = random.Random(7)
    async with await Store.open(str(path)) as store:
        tables = Tables(store, clock=lambda: then)
        for number in range(min(count, PATTERNS)):
            people = [Person(10**6 + 4 * number + seat, f"Player {seat}") for seat in (1, 2, 3, 4)]
            opened = await tables.open(people[0], guild, channel)
            for person in people[1:]:
                await tables.join(opened.table_id, person)
            for person in people:
                # The offline Discord knows none of them: they could get no hands.
                await store.people.set_choices(person.person_id, dms=False)
            await play_to(tables, opened.table_id, rng)
            await store.set_message(opened.table_id, channel, 10**6 + number, DEALS - 1)
    copy_tables(path, count)


async def play_to(tables: Tables, table_id: int, rng: random.Random) -> None:
    """Let the seats of a table play as AI players would, until its third deal is in a lance."""
    table = await tables.get(table_id)
    while table.is_playing and not (table.deal_count == DEALS and table.playing.deal.phase is Phase.LANCE):
        seat = table.playing.to_act[0]
        action = play_seat("novice", table.view(seat), table.playing.deal.legal(seat), rng)
        table = (await tables.act(table_id, Person(table.people[seat], ""), action)).after


def copy_tables(path: Path, count: int) -> None:
    """Copy the tables of a database until there are so many."""
    with sqlite3.connect(path) as connection:
        (most,) = connection.execute("SELECT max(table_id) FROM tables").fetchone()
        for name in ("tables", "events", "seats", "deadlines"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            others = ", ".join(column for column in columns if column != "table_id")
            for first in range(most, count, most):
                connection.execute(
                    f"INSERT INTO {name} (table_id, {others}) SELECT table_id + ?, {others} FROM {name} "
                    "WHERE table_id <= ?",
                    (first, min(most, count - first)),
                )


def wake_one(path: Path) -> None:
    """Let something have happened at one table just now, so that the others have rested for a day."""
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE events SET at = ? WHERE table_id = 1 AND seq = (SELECT max(seq) FROM events WHERE table_id = 1)",
            (time.time(),),
        )


def move_to(path: Path, playground: Playground) -> None:
    """Let all tables be played in the first channel of a server of the bot's: it closes those of other servers."""
    guild, channel = playground.guild.id, playground.channel(None).id
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE tables SET guild_id = ?, channel_id = ?, message_channel_id = ?",
            (guild, channel, channel),
        )


async def beside(count: int) -> Point:
    """Return what a click costs beside so many live tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "musbot.db"
        await seed(path, count, guild=1, channel=2)
        wake_one(path)
        async with musbot(Path(folder), tables=AT_ONCE, before=lambda there: move_to(path, there)) as rig:
            await as_fast_as_answered(Row("warm"), rig.clickers, WARM_UP)
            row = Row(f"{count:,} live tables")
            cpu, start = cpu_seconds(rig.pid), time.perf_counter()
            await as_fast_as_answered(row, rig.clickers, CLICKS)
            row.cpu, row.seconds = cpu_seconds(rig.pid) - cpu, time.perf_counter() - start
            return Point(count, row.cpu / row.clicks, statistics.median(row.waits), resident(rig.pid))


def held(path: Path, count: int) -> None:
    """Print how many bytes each of so many tables takes that are held in memory; in a process of its own."""

    async def load() -> None:
        async with await Store.open(str(path)) as store:
            tables = Tables(store, most_held=count)
            for number in range(1, 51):
                await tables.get(number)
            before = resident(os.getpid())
            for number in range(51, count + 1):
                await tables.get(number)
            print((resident(os.getpid()) - before) / (count - 50))

    asyncio.run(load())


async def memory_of_a_table(path: Path, count: int) -> float:
    """Return how many bytes a table takes in memory, all that Python takes for it included."""
    command = [sys.executable, "-m", "benchmarks.growth", "--held", str(path), str(count)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
    return float(done.stdout)


async def start_up(path: Path, count: int) -> tuple[float, float, int]:
    """Start the bot on many live tables, all of which were played lately, so that it looks at each of them.

    :returns: seconds until somebody is answered, seconds of processor time until all is quiet, bytes of memory.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / "musbot.db")
        async with Playground(limits=UNLIMITED) as playground:
            move_to(Path(folder) / "musbot.db", playground)
            async with started(playground, folder) as (pid, answered):
                return answered, cpu_seconds(pid), resident(pid)


@contextlib.asynccontextmanager
async def started(playground: Playground, folder: str) -> AsyncIterator[tuple[int, float]]:
    """Start the bot on a data folder, and wait until it is quiet.

    :returns: the number of its process, and the seconds until somebody was answered.
    """
    environment = {
        "MUSBOT_PLAYGROUND": playground.origin,
        "MUSBOT_DATA": folder,
        "MUSBOT_LOG_LEVEL": "ERROR",
    }
    start = time.perf_counter()
    async with bot(playground, "-m", "musbot.cli", "run", **environment) as pid:
        await playground.person("Ane").slash("mus tables")
        answered = time.perf_counter() - start
        await quiet(pid)
        yield pid, answered


async def quiet(pid: int) -> None:
    """Wait until a process takes less than a twentieth of a core."""
    used = cpu_seconds(pid)
    for _ in range(60):
        await asyncio.sleep(1)
        before, used = used, cpu_seconds(pid)
        if used - before < 0.05:
            return


async def at_rest(servers: int) -> tuple[float, float, int]:
    """Let the bot rest in many servers.

    :returns: seconds until somebody is answered, the part of a core that it takes at rest, bytes of memory.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with Playground(limits=UNLIMITED) as playground:
            for number in range(servers - 1):
                playground.add_guild(f"Server {number}")
            async with started(playground, folder) as (pid, answered):
                used, seconds = cpu_seconds(pid), 20.0
                await asyncio.sleep(seconds)
                return answered, (cpu_seconds(pid) - used) / seconds, resident(pid)


CHART = Path(__file__).parent.parent / "docs" / "pictures" / "growth.svg"
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 300, 64, 56, 40


def chart(points: Sequence[Point]) -> str:
    """Return a picture, as SVG, of what a click costs beside more and more live tables.

    The band is what "flat" means: a fifth above and below the first figure.
    """
    first = points[0].cpu
    highest = max(1.35 * first, *(1.1 * point.cpu for point in points))
    right, across = WIDTH - 40, math.log10(points[-1].tables / points[0].tables)

    def x(point: Point) -> float:
        return LEFT + (right - LEFT) * math.log10(point.tables / points[0].tables) / across

    def y(cpu: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * cpu / highest

    def words(left: float, top: float, text: str, anchor: str = "middle", colour: str = "#59636e") -> str:
        return f'<text x="{left:.0f}" y="{top:.0f}" text-anchor="{anchor}" fill="{colour}">{text}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="Inter, Helvetica, Arial, sans-serif" font-size="15">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#ffffff"/>',
        f'<rect x="{LEFT}" y="{y(1.2 * first):.1f}" width="{right - LEFT}" '
        f'height="{y(0.8 * first) - y(1.2 * first):.1f}" fill="#256b4e" opacity="0.12"/>',
        f'<line x1="{LEFT}" y1="{y(0):.1f}" x2="{right}" y2="{y(0):.1f}" stroke="#59636e"/>',
        words(LEFT, TOP - 16, "CPU of a click in whole games, ms; the band is ±20 %", "start", "#1f2328"),
        words((LEFT + right) / 2, HEIGHT - 10, "live tables beside those that are played"),
        words(LEFT - 10, y(0) + 5, "0", "end"),
        words(LEFT - 10, y(first) + 5, f"{1e3 * first:.1f}", "end"),
        '<polyline fill="none" stroke="#256b4e" stroke-width="3" points="'
        + " ".join(f"{x(point):.1f},{y(point.cpu):.1f}" for point in points)
        + '"/>',
    ]
    for point in points:
        parts += [
            f'<circle cx="{x(point):.1f}" cy="{y(point.cpu):.1f}" r="5" fill="#256b4e"/>',
            words(x(point), y(point.cpu) - 14, f"{1e3 * point.cpu:.2f}", colour="#1f2328"),
            words(x(point), y(0) + 22, f"{point.tables:,}"),
        ]
    return "\n".join([*parts, "</svg>\n"])


async def grow(quick: bool) -> list[Point]:
    """Print all figures and return those beside live tables."""
    on_core(1)
    live, many, servers = ((10, 50), 100, 20) if quick else (LIVE, MANY, SERVERS)
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    runs: dict[int, list[Point]] = {count: [] for count in live}
    # The same machine does other things meanwhile, and is slower for some minutes: so one run of each after the other,
    # and the least of some runs, which is what the bot itself takes.
    for _ in range(1 if quick else RUNS):
        for count in live:
            runs[count].append(await beside(count))
    points = [min(each, key=lambda run: run.cpu) for each in runs.values()]
    for point in points:
        every = ", ".join(f"{1e3 * run.cpu:.2f}" for run in runs[point.tables])
        print(
            f"{point.tables:6,} live tables: {1e3 * point.cpu:6.2f} ms CPU a click (of {every}), "
            f"median {1e3 * point.median:6.1f} ms, {point.memory / 2**20:5.0f} MiB",
            flush=True,
        )
    print(f"from {live[0]:,} to {live[-1]:,} tables: {100 * (points[-1].cpu / points[0].cpu - 1):+.0f} %")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "musbot.db"
        await seed(path, many, guild=1, channel=2)
        each = await memory_of_a_table(path, min(many, 2_000))
        print(f"a table in memory, in its third deal: {each / 1024:.0f} KiB", flush=True)
        answered, cpu, memory = await start_up(path, many)
        print(
            f"start with {many:,} live tables: answers after {answered:.1f} s, {cpu:.1f} s CPU in all, "
            f"{memory / 2**20:.0f} MiB",
            flush=True,
        )
    answered, share, memory = await at_rest(servers)
    print(
        f"in {servers:,} servers: answers after {answered:.1f} s, {100 * share:.1f} % of a core at rest, "
        f"{memory / 2**20:.0f} MiB"
    )
    return points


def main() -> None:
    """Measure the growth, or be the process whose memory is measured."""
    if sys.argv[1:2] == ["--held"]:
        held(Path(sys.argv[2]), int(sys.argv[3]))
        return
    start = time.perf_counter()
    quick = "--quick" in sys.argv
    points = asyncio.run(grow(quick))
    if not quick:
        CHART.write_text(chart(points), encoding="utf-8")
    print(f"({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()

"""Three processes of the bot on one PostgreSQL, with twelve shards: sixty games at once, and one process killed again
and again at random moments. Nothing may be lost, nothing be there twice, and all games must end.

The server is started for this, in a temporary folder, with every commit on the disk; the offline Discord and the 240
people are this process.

    python -m benchmarks.processes            # ten minutes on two busy cores
    python -m benchmarks.processes --quick    # a look: nine games
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from musbot.playground import Playground
from musbot.store import Store
from musbot.table import Person, Tables, clocks
from tests.e2e.processes import Evening, check, companies_of, play_all, several_processes
from tests.postgres import Cluster, NoPostgres, running_cluster

PROCESSES, SHARDS = 3, 12
WORDS_A_SECOND = 10
"""At most, at all tables together: sixty companies who think for six seconds. Two cores have to do for the bots, their
Discord and all the people."""
TELLS_EVERY = 30.0


async def measure(cluster: Cluster, games: int, kills: int, between: tuple[int, int]) -> None:
    """Play an evening, check it, and print what came of it."""
    rng = random.Random(12)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            cluster.database() as database,
            await Store.open(database) as store,
            several_processes(database, Path(folder), processes=PROCESSES, shards=SHARDS) as (
                playground,
                processes,
            ),
        ):
            evening = Evening(await companies_of(playground, store, games, seed=12), processes)
            before = calls_of(playground), time.process_time()
            telling = asyncio.create_task(tell(evening))
            await play_all(evening, target=20, kills=kills, rng=rng, between=between, pace=WORDS_A_SECOND)
            calls, ours = (
                now - then
                for now, then in zip((calls_of(playground), time.process_time()), before, strict=True)
            )
            telling.cancel()
            counts = await check(evening, store)
            taken = await takes_over(evening, store)
        tracebacks = evening.errors().count("Traceback")
    waits = sorted(wait for company in evening.companies for wait in company.waits)
    after = evening.waits_after_kills()
    print(f"{PROCESSES} processes, {SHARDS} shards, {games} games at once, {evening.deaths} kills")
    line("the evening took", f"{evening.seconds:.0f}", "s")
    line("games ended", counts["games"], f"of {games}")
    line("words answered", counts["words"], f"{counts['words'] / evening.seconds:.1f} a second")
    line("  of them not in the log", counts["words lost"])
    line("  of them twice in the log", counts["words twice"])
    line("deals, each in one message", counts["deals"])
    line("hands by direct message", counts["hands"])
    line("  of them twice", counts["hands twice"])
    line("  not sent by a process that died", counts["hands not sent"])
    line(
        "presses without an answer in four seconds", sum(company.unanswered for company in evening.companies)
    )
    line(
        "press to answer, median and p99",
        f"{1e3 * statistics.median(waits):.0f}",
        f"and {1e3 * waits[int(0.99 * len(waits))]:.0f} ms",
    )
    line(
        "from a kill until the process was back",
        f"{statistics.median(evening.times_down()):.1f}",
        f"s, at most {max(evening.times_down()):.1f} s",
    )
    line(
        "from a kill to the next word at its tables",
        f"{statistics.median(after):.1f}",
        f"s, at most {max(after):.1f} s",
    )
    line("a clock of a dead process, run out by another", f"{taken:.1f}", "s late")
    line("calls to Discord", calls, f"{calls / counts['words']:.1f} a word")
    line("processor of the people and their Discord", f"{ours:.0f}", "s")
    line("tracebacks in the logs", tracebacks)
    if counts["words lost"] or counts["words twice"] or counts["hands twice"] or tracebacks:
        sys.exit(1)


def line(what: str, figure: float | str, more: str = "") -> None:
    """Print one figure."""
    print(f"  {what:<46}{figure:>8} {more}".rstrip())


def calls_of(playground: Playground) -> int:
    """Return how many calls the bots have made to their Discord."""
    return sum(playground.transcript.counts.values())


async def takes_over(evening: Evening, store: Store) -> float:
    """Kill a process, let a clock on one of its servers run out, and return how late another one noticed."""
    victim = evening.processes[-1]
    await victim.kill()
    channel = evening.companies[2].channel  # on a shard of that process
    # A lobby of yesterday, whose time is up now.
    yesterday = Tables(store, clock=lambda: time.time() - clocks.LOBBY_WAITS)
    change = await yesterday.open(Person(1, "Ane"), channel.guild_id, channel.id)
    began = time.monotonic()
    async with asyncio.timeout(60):
        while (await yesterday.get(change.table_id)).is_live:  # noqa: ASYNC110 - it is done elsewhere
            await asyncio.sleep(0.1)
    seconds = time.monotonic() - began
    await victim.come_back()
    return seconds


async def tell(evening: Evening) -> None:
    """Say now and then how far the evening is."""
    while True:
        await asyncio.sleep(TELLS_EVERY)
        ended = sum(company.is_over for company in evening.companies)
        print(f"  … {evening.heard:,} words, {ended} games ended, {evening.deaths} kills", file=sys.stderr)


def main() -> None:
    """Run it, where there is a PostgreSQL."""
    parser = argparse.ArgumentParser(description="Three processes on one PostgreSQL, one of them dying.")
    parser.add_argument("--quick", action="store_true", help="a look: nine games")
    quick = parser.parse_args().quick
    games, kills, between = (9, 3, (20, 60)) if quick else (60, 40, (20, 120))
    try:
        with running_cluster(durable=True) as cluster:
            asyncio.run(measure(cluster, games, kills, between))
    except NoPostgres as error:
        print(f"not measured: {error}")


if __name__ == "__main__":
    main()

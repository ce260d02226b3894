"""Three processes of the bot on one PostgreSQL, with twelve shards: sixty games at once, and one process killed again
and again at random moments. Nothing may be lost, nothing be there twice, and all games must end.

The server is started for this, in a temporary folder, with every commit on the disk; the offline Discord and the 240
people are this process.

    python -m benchmarks.processes            # some ten minutes on two cores
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

from musbot.store import Store
from musbot.table import Person, Tables, clocks
from tests.e2e.processes import Evening, check, companies_of, play_all, several_processes
from tests.postgres import Cluster, NoPostgres, running_cluster

PROCESSES, SHARDS = 3, 12


async def measure(cluster: Cluster, games: int, kills: int, between: tuple[float, float]) -> None:
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
            await play_all(evening, target=20, kills=kills, rng=rng, between=between, thinks=0.5)
            counts = await check(evening, store)
            taken = await takes_over(evening, store)
        tracebacks = evening.errors().count("Traceback")
    waits = sorted(wait for company in evening.companies for wait in company.waits)
    unanswered = sum(company.unanswered for company in evening.companies)
    print(f"{PROCESSES} processes, {SHARDS} shards, {games} games at once, {evening.deaths} kills")
    print(f"  games ended, of {games}:{counts['games']:21,}")
    print(f"  deals, each shown once:{counts['deals']:19,}")
    print(f"  words answered, each an event:{counts['words']:12,}")
    print(f"  hands by direct message:{counts['hands']:18,}")
    print(f"  of them twice:{counts['hands twice']:28,}")
    print(f"  not sent by a process that died:{counts['hands not sent']:10,}")
    print(f"  clicks that died with a process:{unanswered:10,}")
    print(f"  words a second:{counts['words'] / evening.seconds:27.1f}")
    print(f"  press to answer, median, ms:{1e3 * statistics.median(waits):14.0f}")
    print(f"  press to answer, p99, ms:{1e3 * waits[int(0.99 * len(waits))]:17.0f}")
    print(f"  clock of a dead process run out by another, s:{taken:.1f}")
    print(f"  tracebacks in the logs:{tracebacks:19,}")
    if counts["hands twice"] or tracebacks:
        sys.exit(1)


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
    await victim.start()
    return seconds


def main() -> None:
    """Run it, where there is a PostgreSQL."""
    parser = argparse.ArgumentParser(description="Three processes on one PostgreSQL, one of them dying.")
    parser.add_argument("--quick", action="store_true", help="a look: nine games")
    quick = parser.parse_args().quick
    try:
        with running_cluster(durable=True) as cluster:
            if quick:
                asyncio.run(measure(cluster, games=9, kills=3, between=(2, 6)))
            else:
                asyncio.run(measure(cluster, games=60, kills=40, between=(2, 15)))
    except NoPostgres as error:
        print(f"not measured: {error}")


if __name__ == "__main__":
    main()

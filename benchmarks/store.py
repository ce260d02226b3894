"""Appends a second and CPU an append, beside a bare sqlite3 in one thread in the same run.

    python benchmarks/store.py [--appends N]

An append is what one click costs the store: two events, on the disk when it returns; at a table with a
clock, the deadline of the next turn goes with them. The bare sqlite3
does the same INSERT with the same pragmas on the same disk, with no event loop and no second thread:
what no store in Python could beat. The two take turns, so that a busy machine slows both.
"""

import argparse
import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from musbot.store import Deadline, NewEvent, Store
from musbot.store.connection import PRAGMAS

ROUNDS = 5
EVENT = NewEvent("acted", {"seat": 3, "action": "bet 5", "by": 2**60, "via": "button"}, at=1_700_000_000.25)
INSERT = "INSERT INTO events (table_id, seq, kind, data, at) VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Cost:
    """Seconds an append."""

    cpu: float
    wall: float


async def cost_of(work: Callable[[], Awaitable[None]], appends: int) -> Cost:
    cpu, wall = time.process_time(), time.perf_counter()
    await work()
    return Cost((time.process_time() - cpu) / appends, (time.perf_counter() - wall) / appends)


async def by_the_store(store: Store, appends: int) -> None:
    table_id = await store.create_table(1, 2, [EVENT])
    seq = 1
    for _ in range(appends):
        seq = await store.append(table_id, seq, [EVENT, EVENT])


async def by_the_store_with_a_clock(store: Store, appends: int) -> None:
    table_id = await store.create_table(1, 2, [EVENT])
    seq = 1
    for revision in range(appends):
        deadline = Deadline(revision, 1_700_000_300.25, 1_700_000_150.25)
        seq = await store.append(table_id, seq, [EVENT, EVENT], deadline=deadline)


async def by_bare_sqlite(store: Store, connection: sqlite3.Connection, appends: int) -> None:
    table_id = await store.create_table(1, 2, [EVENT])
    data = json.dumps(EVENT.data)
    for seq in range(2, 2 + 2 * appends, 2):
        row, next_row = ((table_id, n, EVENT.kind, data, EVENT.at) for n in (seq, seq + 1))
        connection.execute(INSERT, row + next_row)


async def measure(appends: int) -> None:
    store_costs: list[Cost] = []
    clock_costs: list[Cost] = []
    bare_costs: list[Cost] = []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("store.db", "bare.db")]
        # The second database is made by the store too, so that both have the same schema.
        async with await Store.open(str(paths[0])) as store, await Store.open(str(paths[1])) as other:
            with closing(sqlite3.connect(paths[1], isolation_level=None)) as bare:
                for pragma in PRAGMAS:
                    bare.execute(pragma)
                for _ in range(ROUNDS):
                    store_costs.append(await cost_of(lambda: by_the_store(store, appends), appends))
                    clocked = await cost_of(lambda: by_the_store_with_a_clock(store, appends), appends)
                    clock_costs.append(clocked)
                    bare_costs.append(await cost_of(lambda: by_bare_sqlite(other, bare, appends), appends))
    print(f"{ROUNDS} rounds of {appends} appends of two events, each on the disk when it returns (median)")
    report("store", store_costs)
    report("with a clock", clock_costs)
    report("bare sqlite3", bare_costs)
    compare("store / bare", store_costs, bare_costs)
    compare("clock / bare", clock_costs, bare_costs)


def report(name: str, costs: list[Cost]) -> None:
    cpu = statistics.median(cost.cpu for cost in costs)
    wall = statistics.median(cost.wall for cost in costs)
    print(f"{name:14} {1 / wall:8.0f} appends/s  {cpu * 1e3:.3f} ms CPU an append")


def compare(name: str, costs: list[Cost], bare_costs: list[Cost]) -> None:
    ratios = [
        (ours.cpu / bare.cpu, ours.wall / bare.wall) for ours, bare in zip(costs, bare_costs, strict=True)
    ]
    cpu, wall = (statistics.median(column) for column in zip(*ratios, strict=True))
    print(f"{name:14} {cpu:8.1f} times the CPU, {wall:.1f} times the time")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--appends", type=int, default=1000, help="appends in a round (default: %(default)s)")
    asyncio.run(measure(parser.parse_args().appends))


if __name__ == "__main__":
    main()

"""How long the event loop is held up while 50 tables deal at once: 50 table pictures and 200 hands.

A ticker that wants to run every millisecond notes how late it is. Beside the way of the bot stands the naive one,
drawing in the event loop itself, in the same run.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from musbot.bot.app import quick_threads
from musbot.bot.drawing import draw
from musbot.bot.scenes import scene_of
from musbot.bot.words import ENGLISH
from musbot.game import CARDS, Options
from musbot.pictures import TableScene, hand_picture, table_picture, warm
from musbot.table import Access, Committed, Dealt, Opened, Sat, Started, Table

TABLES = 50


def scenes() -> list[TableScene]:
    """Return the tables' scenes, all of them different."""
    made = []
    for number in range(TABLES):
        table = Table(number + 1, 1, 2)
        table.apply(Opened(1, Options(), Access(), "club"))
        for seat in (1, 2, 3, 4):
            table.apply(Sat(seat, f"Player {number * 4 + seat}", number * 4 + seat, None))
        table.apply(Committed(number.to_bytes(32, "big")))
        table.apply(Started(number % 4 + 1))
        table.apply(Dealt(number.to_bytes(32, "big")))
        scene = scene_of(table.public(), ENGLISH)
        assert isinstance(scene, TableScene)
        made.append(scene)
    return made


async def lag_of(work: Callable[[], Awaitable[object]]) -> tuple[float, list[float]]:
    """Return how long some work took, and how late the ticker was meanwhile, all in milliseconds."""
    late: list[float] = []

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            late.append((time.perf_counter() - before - 0.001) * 1e3)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0.05)
    late.clear()
    start = time.perf_counter()
    await work()
    spent = (time.perf_counter() - start) * 1e3
    ticking.cancel()
    return spent, late or [spent]


async def measure() -> None:
    """Print the table."""
    rng = random.Random(1)

    def hands() -> list[list[int]]:
        return [rng.sample(CARDS, 4) for _ in range(4 * TABLES)]

    async def apart(tables: Sequence[TableScene], dealt: Sequence[Sequence[int]]) -> None:
        await asyncio.gather(
            *(draw(table_picture, scene) for scene in tables), *(draw(hand_picture, hand) for hand in dealt)
        )

    async def in_the_loop(tables: Sequence[TableScene], dealt: Sequence[Sequence[int]]) -> None:
        for scene in tables:
            table_picture(scene)
        for hand in dealt:
            hand_picture(hand)
        await asyncio.sleep(0)

    tables = scenes()
    print(
        f"{'50 tables deal at once':28} {'all drawn ms':>13} {'median ms':>10} {'p99 ms':>8} {'worst ms':>9}"
    )
    for name, way in (("drawing in the event loop", in_the_loop), ("drawing beside it", apart)):
        dealt = hands()
        spent, late = await lag_of(partial(way, tables, dealt))
        p99 = statistics.quantiles(late, n=100)[98] if len(late) > 1 else late[0]
        print(f"{name:28} {spent:13.0f} {statistics.median(late):10.1f} {p99:8.1f} {max(late):9.1f}")


def main() -> None:
    """Measure the lag of the event loop."""
    warm()
    quick_threads()
    asyncio.run(measure())


if __name__ == "__main__":
    main()

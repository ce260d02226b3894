"""Three processes on one PostgreSQL, of which one dies now and then; `benchmarks/processes.py` is the long form."""

from __future__ import annotations

import random
from pathlib import Path

from musbot.store import Store
from tests.e2e.processes import Evening, check, companies_of, play_all, several_processes
from tests.postgres import Cluster


async def test_three_processes_one_of_which_dies_lose_nothing_and_do_nothing_twice(
    cluster: Cluster, tmp_path: Path
) -> None:
    async with (
        cluster.database() as database,
        await Store.open(database) as store,
        several_processes(database, tmp_path, processes=3, shards=12) as (playground, processes),
    ):
        evening = Evening(await companies_of(playground, store, 3, seed=1), processes)
        await play_all(evening, target=20, kills=2, rng=random.Random(1), between=(15, 50))
        counts = await check(evening, store)
    assert counts["games"] == 3
    assert evening.deaths >= 1
    assert counts["hands twice"] == 0
    assert "Traceback" not in evening.errors()

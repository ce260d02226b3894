"""Three processes on one PostgreSQL, of which one dies; `benchmarks/processes.py` is the long form."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from musbot.bot import neighbours
from musbot.game import Word
from musbot.game.actions import say
from musbot.playground import Playground, text_of
from musbot.shards import Shards, shard_of
from musbot.store import Store
from musbot.table import Person, Tables
from tests.e2e.conftest import LONG, NAMES, Rig, running_bot
from tests.e2e.players import mentioned, table_message
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
        await play_all(evening, target=20, kills=1, rng=random.Random(1), between=(15, 50))
        counts = await check(evening, store)
    assert counts["games"] == 3
    assert evening.deaths == 1
    assert [counts[what] for what in ("words lost", "words twice", "hands twice")] == [0, 0, 0]
    assert "Traceback" not in evening.errors()


async def test_what_a_process_wrote_and_did_not_live_to_show_is_shown_by_the_table_s_own(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word in a direct message comes to the process with shard 0, whatever server its table is of."""
    monkeypatch.setattr(neighbours, "LOOKS_EVERY", 0.01)
    async with (
        cluster.database() as database,
        Playground(shards=3) as playground,
        await Store.open(database) as store,
        await Store.open(database) as other,
    ):
        # The one with shard 0 tells Discord the commands.
        own = Shards(tuple(sorted({0, shard_of(playground.guild.id, 3)})), 3)
        seen: list[int] = []
        present = store.present

        async def noted() -> frozenset[int]:
            there = await present()
            seen.append(len(there))
            return there

        monkeypatch.setattr(store, "present", noted)
        async with running_bot(playground, store, shards=own) as bot:
            rig = Rig(playground, bot, store, *(playground.person(name) for name in NAMES))
            await rig.open_and_fill()
            await other.attend()
            await until(lambda: 2 in seen)
            message = table_message(rig.ane)
            assert message is not None
            (speaks,) = mentioned(message, rig.people)
            elsewhere = Tables(other)
            revision = (await elsewhere.get(1)).revision
            await elsewhere.act(1, Person(speaks.id, speaks.name), say(0, Word.CUT), revision)
            assert "no mus!" not in text_of(message)
            await other.close()  # as it does for a process that is killed

            await until(lambda: "no mus!" in text_of(message))


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what comes from another process, or seems to."""
    async with asyncio.timeout(LONG):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)

"""kill -9 in the middle of a tournament, at random moments: it goes on where it was, and nothing happens twice.

``MUSBOT_LONG=1 pytest tests/club/test_tournament_kills.py -s`` plays five formats with eight pairs, else one with four.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time

import pytest
from sqlalchemy import update

from musbot.club.tournament import Format, Phase
from musbot.store import Store
from musbot.store import tournaments as rows
from musbot.store.schema import tournaments
from tests.club.running import Clock, Evening, check

LONG = bool(os.environ.get("MUSBOT_LONG"))
FORMATS = (
    [Format.SWISS, Format.SINGLE, Format.DOUBLE, Format.ROBIN, Format.GROUPS] if LONG else [Format.SINGLE]
)
PAIRS = 8 if LONG else 4
LONGEST_LIFE = 0.35
"""Seconds after which a process is killed at the latest, once it runs."""
CHILD = """
import asyncio, sys, time
from musbot.store import Store
from tests.club.running import Clock, Evening

class Now(Clock):
    def __call__(self):
        return time.time()

async def run(address, number):
    async with await Store.open(address) as store:
        evening = Evening(store, Now(), time.time_ns())
        evening.number = number
        print("runs", flush=True)
        while not (await evening.now()).is_over:
            await evening.runner.sweep()
        print("over", flush=True)

asyncio.run(run(sys.argv[1], int(sys.argv[2])))
"""


async def one_life(address: str, number: int, seconds: float) -> bool:
    """Let a process run the tournament for some time; return whether it came to the end before it was killed."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, address, str(number), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    assert await child.stdout.readline() == b"runs\n"
    await asyncio.sleep(seconds)
    if child.returncode is None:
        child.send_signal(signal.SIGKILL)
    rest = await child.stdout.read()
    await child.wait()
    return b"over" in rest


@pytest.mark.parametrize("format", FORMATS)
async def test_a_tournament_that_is_killed_again_and_again_comes_to_its_end(
    database: str, format: Format
) -> None:
    rng = random.Random(format.value)
    async with await Store.open(database) as store:
        evening = Evening(store, Clock(time.time()))
        plan = {"starts_at": time.time(), "breather": 0, "notice": 0, "rounds": 3}
        number = await evening.announce(format, **plan)
        await evening.enter_ai(PAIRS)
    kills = 0
    while not await one_life(database, number, rng.uniform(0, LONGEST_LIFE)):
        kills += 1
        async with await Store.open(database) as store:
            await check(store, number)
            # Nobody waits for the claim of the dead in a test.
            due = update(tournaments).where(tournaments.c.wake_at.is_not(None)).values(wake_at=0)
            await store.write(lambda c, due=due: c.execute(due))  # type: ignore[misc]
            if not (await rows_of(store, number)).live:
                break
    async with await Store.open(database) as store:
        await check(store, number)
        evening = Evening(store)
        evening.number = number
        tournament = await evening.now()
        assert tournament.phase is Phase.FINISHED
        played = [each for each in tournament.meetings.values() if each.result and each.result.is_played]
        tables = await store.read(lambda c: rows.statuses(c, number))
        assert len(tables) == len(played)
        print(f"{format.value}: {len(played)} matches, {kills} kills, none lost and none twice")


async def rows_of(store: Store, number: int) -> rows.TournamentRow:
    """The row of the tournament."""
    row, _ = await store.read(lambda c: rows.find(c, number))
    return row

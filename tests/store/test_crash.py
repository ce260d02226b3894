"""kill -9 in mid-stream: every append that returned is there, and no append is there by half."""

import asyncio
import signal
import sys

from musbot.store import Store

WRITER = """
import asyncio, sys
from musbot.store import NewEvent, Store, TableStatus

async def write() -> None:
    store = await Store.open(sys.argv[1])
    table_id = await store.create_table(1, 2, [NewEvent("opened", {}, 0.0)])
    seq = 1
    while True:
        # Two events and now and then a seating, which makes the append a transaction of several steps.
        seats = {1 + seq % 4: seq} if seq % 3 == 0 else None
        seq = await store.append(table_id, seq, [NewEvent("said", {"n": seq}, 0.0)] * 2, seats=seats)
        print(seq, flush=True)

asyncio.run(write())
"""


async def test_every_append_that_returned_survives_a_kill(address: str) -> None:
    for _ in range(3):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WRITER, address, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        returned = 1
        while returned < 200:
            returned = int(await process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = (await process.stdout.read()).split()
        await process.wait()
        returned = int(rest[-1]) if rest else returned

        async with await Store.open(address) as store:
            table = (await store.live_tables())[-1]
            _, events = await store.load(table.table_id)
            assert len(events) >= returned
            assert len(events) % 2 == 1
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            seated_after = (await store.seats_of(table.table_id)).values()
            assert max(seated_after) in {seq for seq in range(len(events) - 6, len(events)) if seq % 3 == 0}

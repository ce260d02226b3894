"""The other processes that serve the same tables, and what becomes of their work when one of them dies.

A word in a direct message comes to the process with shard 0, whatever server its table is of. Should that process die
between writing the word and showing it, the table's own process does not hear of it, and nobody may press anything
there: all wait for somebody who has played. So each process looks who is there, and shows its own tables when one is
gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from musbot.store import Store

log = logging.getLogger(__name__)

LOOKS_EVERY = 5.0
"""Seconds."""
JUST_NOW = 60.0
"""Seconds: what a process wrote before then it has shown, or it was seen to be gone."""


async def look_after(store: Store, show: Callable[[], Awaitable[None]]) -> None:
    """Show the tables of this process whenever another one has gone, for ever; whether it said goodbye is all one."""
    before: frozenset[int] = frozenset()
    while True:
        try:
            now = await store.present()
            if before - now:
                log.info("another process of this bot has gone")
                await show()
            before = now
        except Exception:  # a store that fails now may work in a second
            log.exception("the other processes were not looked for")
        await asyncio.sleep(LOOKS_EVERY)

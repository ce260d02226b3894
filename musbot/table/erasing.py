"""A person is erased: they leave their tables first, so that nobody waits for somebody who is not there any more."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from musbot.store import NewEvent, StillSeated
from musbot.table.errors import Refused
from musbot.table.events import Forgotten
from musbot.table.people import Person
from musbot.table.tables import Tables

log = logging.getLogger(__name__)

ATTEMPTS = 3


async def _unseen(table_id: int) -> None:
    """Show a table to nobody."""


async def erase_person(
    tables: Tables, person_id: int, show: Callable[[int], Awaitable[None]] = _unseen
) -> bool:
    """Let a person leave their tables, and erase them from the store; False if they kept sitting down.

    :param show: shows a table that was left, and raises nothing.
    """
    person = Person(person_id, "")
    for _ in range(ATTEMPTS):
        for row in await tables.store.tables_of(person_id):
            try:
                await tables.leave(row.table_id, person)
            except Refused as refused:
                log.info("table %s: %s", row.table_id, refused)
            await show(row.table_id)
        trace = Forgotten()
        try:
            await tables.store.erase_person(person_id, NewEvent(trace.kind, trace.to_data(), tables.now()))
        except StillSeated:
            continue
        await tables.forget()
        return True
    return False

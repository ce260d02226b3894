"""The log of a table: its events, numbered 1, 2, 3, ... without a hole.

Whoever appends says after which event. If another writer was there first, the primary key refuses: the truth is
what came first. The usual click appends nothing else, at a third of the cost of a transaction of many statements.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import deadlines, postgres
from musbot.store.connection import execute_together, fetch_directly
from musbot.store.database import Database
from musbot.store.dialects import POSTGRESQL, SQLITE, Statement, for_driver, is_postgres
from musbot.store.rows import Deadline, EventRow, NewEvent, to_json
from musbot.store.schema import events

_OF_TABLE = (
    select(events.c.seq, events.c.kind, events.c.data, events.c.at)
    .where(events.c.table_id == bindparam("table_id"))
    .order_by(events.c.seq)
)
_LAST_SEQ = {
    dialect: for_driver(
        select(func.max(events.c.seq)).where(events.c.table_id == bindparam("table_id")), dialect
    )
    for dialect in (SQLITE, POSTGRESQL)
}


async def append(
    connection: AsyncConnection, table_id: int, after_seq: int, new_events: Sequence[NewEvent]
) -> None:
    """Append events within the caller's transaction.

    :raises sqlalchemy.exc.IntegrityError: if event ``after_seq + 1`` is there already.
    """
    statement = _insert(len(new_events), connection.dialect.name)
    await connection.exec_driver_sql(statement.sql, statement.values(_named(table_id, after_seq, new_events)))


async def append_directly(
    connection: AsyncConnection,
    table_id: int,
    after_seq: int,
    new_events: Sequence[NewEvent],
    deadline: Deadline | None,
) -> None:
    """Append events, and put a deadline, in one transaction that costs as little as may be.

    :raises sqlalchemy.exc.IntegrityError: if event ``after_seq + 1`` is there already; ``sqlite3.IntegrityError``
        of SQLite.
    """
    values = _named(table_id, after_seq, new_events)
    dialect = connection.dialect.name
    if is_postgres(connection):
        if deadline is not None:
            values |= deadlines.named(table_id, deadline)
        statement = _insert(len(new_events), dialect, with_deadline=deadline is not None)
        await postgres.execute_directly(connection, statement.sql, statement.values(values))
        return
    statement = _insert(len(new_events), dialect)
    clock = [] if deadline is None else [deadlines.put_statement(dialect, table_id, deadline)]
    await execute_together(connection, (statement.sql, statement.values(values)), *clock)


async def of_table(connection: AsyncConnection, table_id: int) -> list[EventRow]:
    """Return all events of a table, in order."""
    rows = await connection.execute(_OF_TABLE, {"table_id": table_id})
    return [EventRow(table_id, seq, kind, json.loads(data), at) for seq, kind, data, at in rows]


async def last_seq(database: Database, table_id: int) -> int | None:
    """Return the number of a table's last event; ``None`` where it has none, or there is no such table."""
    # Asked at every click, whether another process has been at the table.
    rows: Sequence[Any] | None = None
    if database.glance is not None:
        rows = database.glance.fetch(_LAST_SEQ[SQLITE].sql, (table_id,))

    async def look(connection: AsyncConnection) -> Sequence[Any]:
        return await fetch_directly(connection, (_LAST_SEQ[connection.dialect.name].sql, (table_id,)))

    if rows is None:
        rows = await database.reader.run(look)
    ((last,),) = rows
    return None if last is None else int(last)


@functools.lru_cache(maxsize=128)
def _insert(count: int, dialect: str, *, with_deadline: bool = False) -> Statement:
    """INSERT of ``count`` events at once. SQLAlchemy does not cache inserts of several rows itself.

    :param with_deadline: PostgreSQL writes the deadline of the table in the same statement.
    """
    columns = ("table_id", "seq", "kind", "data", "at")
    rows: list[dict[str, Any]] = [
        {name: bindparam(f"{name}_{row}") for name in columns} for row in range(count)
    ]
    written = insert(events).values(rows)
    if with_deadline:
        written = written.add_cte(deadlines.upsert(dialect).cte("clock"))
    return for_driver(written, dialect)


def _named(table_id: int, after_seq: int, new_events: Sequence[NewEvent]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for row, event in enumerate(new_events):
        values[f"table_id_{row}"], values[f"seq_{row}"] = table_id, after_seq + 1 + row
        values[f"kind_{row}"], values[f"data_{row}"] = event.kind, to_json(event.data)
        values[f"at_{row}"] = event.at
    return values

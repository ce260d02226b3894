"""Deadlines: one row for each table at which a clock is running, and what a sweeper asks about them.

A row is written with the events that start a turn, in their transaction. Nothing here decides what happens
when time is up: whoever sweeps writes events, and the primary key of the log lets one of them through.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.shards import Shards
from musbot.store.dialects import POSTGRESQL, SQLITE, for_driver, insert_or
from musbot.store.finding import of_shards
from musbot.store.rows import Deadline, DeadlineRow
from musbot.store.schema import deadlines, tables

_NAMES = ("table_id", "revision", "remind_at", "due_at", "wake_at")
_columns = deadlines.c


def upsert(dialect: str) -> postgresql.Insert:
    """Return the statement that makes a deadline the one of its table; its values have names as `named` gives them."""
    values: dict[str, Any] = {name: bindparam(f"clock_{name}") for name in _NAMES}
    insert = insert_or(dialect, deadlines).values(values)
    changed = {name: insert.excluded[name] for name in _NAMES[1:]}
    return insert.on_conflict_do_update(index_elements=["table_id"], set_=changed)


def named(table_id: int, deadline: Deadline) -> dict[str, Any]:
    """Return the values of a deadline."""
    wake_at = min(deadline.due_at, deadline.remind_at or deadline.due_at)
    values = (table_id, deadline.revision, deadline.remind_at, deadline.due_at, wake_at)
    return {f"clock_{name}": value for name, value in zip(_NAMES, values, strict=True)}


_PUT = {dialect: for_driver(upsert(dialect), dialect) for dialect in (SQLITE, POSTGRESQL)}
_DUE = (
    select(*(_columns[name] for name in ("table_id", "revision", "due_at", "remind_at")))
    .where(_columns.wake_at <= bindparam("now"))
    .order_by(_columns.wake_at)
    .limit(bindparam("most"))
)
_NEXT = select(func.min(_columns.wake_at))


def put_statement(dialect: str, table_id: int, deadline: Deadline) -> tuple[str, tuple[Any, ...]]:
    """Return the statement that makes a deadline the one of its table."""
    put = _PUT[dialect]
    return put.sql, put.values(named(table_id, deadline))


async def put(connection: AsyncConnection, table_id: int, deadline: Deadline) -> None:
    """Make a deadline the one of its table."""
    await connection.exec_driver_sql(*put_statement(connection.dialect.name, table_id, deadline))


async def drop(connection: AsyncConnection, table_id: int, row: DeadlineRow | None = None) -> None:
    """Delete the deadline of a table; with a row, only if it is still that one."""
    same = [] if row is None else [_columns.revision == row.revision, _columns.due_at == row.due_at]
    await connection.execute(delete(deadlines).where(_columns.table_id == table_id, *same))


async def due(connection: AsyncConnection, now: float, most: int) -> list[DeadlineRow]:
    """Return the deadlines that somebody has to look at now, the oldest first."""
    rows: Sequence[Row[Any]] = (await connection.execute(_DUE, {"now": now, "most": most})).all()
    return [DeadlineRow(*row) for row in rows]


async def claim(
    connection: AsyncConnection,
    now: float,
    until: float,
    most: int,
    shards: Shards | None = None,
    patience: float = 0.0,
) -> list[DeadlineRow]:
    """Take deadlines that somebody has to look at now, the oldest first; nobody else is given them before a time.

    Whoever dies with a claim in hand has done no harm: the row is due again then.

    :param shards: those of the caller: what is of the others' servers is theirs to do, unless they let it lie for
        `patience` seconds.
    """
    mine = select(_columns.table_id).where(_columns.wake_at <= now)
    if shards is not None and not shards.is_all:
        mine = mine.join(tables, tables.c.table_id == _columns.table_id).where(
            or_(of_shards(shards), _columns.wake_at <= now - patience)
        )
    mine = mine.order_by(_columns.wake_at).limit(most).with_for_update(skip_locked=True, of=deadlines)
    # A common table expression that locks is looked at once, which a subquery need not be.
    claimed = mine.cte("claimed")
    rows = await connection.execute(
        update(deadlines)
        .where(_columns.table_id.in_(select(claimed.c.table_id)))
        .values(wake_at=until)
        .returning(*(_columns[name] for name in ("table_id", "revision", "due_at", "remind_at")))
    )
    return sorted((DeadlineRow(*row) for row in rows), key=lambda row: row.due_at)


async def next_wake(connection: AsyncConnection) -> float | None:
    """Return when somebody has to look at a deadline next; None where there is none."""
    found: float | None = (await connection.execute(_NEXT)).scalar()
    return found


async def claim_reminder(connection: AsyncConnection, row: DeadlineRow) -> bool:
    """Note that those who are to act are reminded; False where somebody else did, or the turn has passed."""
    result = await connection.execute(
        update(deadlines)
        .where(
            _columns.table_id == row.table_id,
            _columns.revision == row.revision,
            _columns.due_at == row.due_at,
            _columns.remind_at.is_not(None),
        )
        .values(remind_at=None, wake_at=_columns.due_at)
    )
    return result.rowcount > 0


async def put_off(connection: AsyncConnection, until: float, table_id: int | None = None) -> None:
    """Let nobody look before a time at any deadline, or at that of one table."""
    here = [] if table_id is None else [_columns.table_id == table_id]
    await connection.execute(update(deadlines).where(_columns.wake_at < until, *here).values(wake_at=until))

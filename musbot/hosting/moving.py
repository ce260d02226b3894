"""``musbot migrate-to``: a database is copied into an empty one, of another kind perhaps, and compared row by row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from sqlalchemy import Row, Table, func, insert, select, text, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import Store, UnusableDatabase
from musbot.store.address import Address
from musbot.store.dialects import is_postgres
from musbot.store.holding import held
from musbot.store.schema import metadata

AT_ONCE = 1000
"""Rows that are read, written and compared at a time."""

Told = Callable[[str, int, int], None]
"""Told of progress: the name of a table, how many of its rows are done, and how many there are."""


class NotMoved(UnusableDatabase):
    """Nothing was written. The text is one line for the person who hosts the bot."""


async def move(source: Address, target: Address, copied: Told, compared: Told) -> dict[str, int]:
    """Copy everything from one database into another, in one transaction; return how many rows each table has.

    Both are brought to this musbot's revision first. No bot may run on either.

    :raises NotMoved: if the target is not empty, if a bot runs, or if something would not be the same there.
    :raises UnusableDatabase: if one of the two cannot be used.
    """
    if source == target:
        raise NotMoved("the two databases are the same")
    for place in (source, target):
        place.require_writable()
    with held(source.path, alone=True), held(target.path, alone=True):
        async with await Store.open_at(source) as old, await Store.open_at(target) as new:
            for store, place in ((old, source), (new, target)):
                if not await store.attend():
                    raise NotMoved(f"a bot runs on the database {place}: stop it first")
            return await new.write(
                lambda into: old.read(lambda out: _move(out, into, target, copied, compared))
            )


async def _move(
    out: AsyncConnection, into: AsyncConnection, target: Address, copied: Told, compared: Told
) -> dict[str, int]:
    counts = {}
    for table in metadata.sorted_tables:
        if await _count(into, table):
            raise NotMoved(f"the database {target} is not empty: {table.name} has rows")
    for table in metadata.sorted_tables:
        counts[table.name] = await _copy(out, into, table, copied)
        await _go_on_counting(out, into, table)
    for table in metadata.sorted_tables:
        await _compare(out, into, table, counts[table.name], compared)
    return counts


async def _copy(out: AsyncConnection, into: AsyncConnection, table: Table, told: Told) -> int:
    total, done = await _count(out, table), 0
    async for rows in _batches(out, table):
        values = [dict(zip(_names(table), row, strict=True)) for row in rows]
        try:
            await into.execute(insert(table), values)
        except (DBAPIError, OverflowError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise NotMoved(f"{table.name}: not every row can be written there: {reason}") from None
        done += len(rows)
        told(table.name, done, total)
    return done


async def _compare(out: AsyncConnection, into: AsyncConnection, table: Table, total: int, told: Told) -> None:
    done, copies = 0, _batches(into, table)
    async for rows in _batches(out, table):
        found: Sequence[Row[Any]] = await anext(copies, ())
        for row, copy in zip(rows, found, strict=False):
            if tuple(row) != tuple(copy):
                key = ", ".join(f"{column.name} {row._mapping[column.name]}" for column in _key(table))
                raise NotMoved(f"{table.name}: the row of {key} is not the same there")
        if len(rows) != len(found):
            raise NotMoved(f"{table.name}: rows are missing there")
        done += len(rows)
        told(table.name, done, total)
    if done != total or await _count(into, table) != total:
        raise NotMoved(f"{table.name}: {total} rows were copied, and {await _count(into, table)} are there")


def _names(table: Table) -> list[str]:
    """Return the columns that are written; the others follow from them."""
    return [column.name for column in table.columns if column.computed is None]


def _key(table: Table) -> list[Any]:
    return list(table.primary_key.columns)


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """The rows of a table in the order of its key, some at a time; an event comes after the one before it."""
    key = _key(table)
    query = select(*(table.c[name] for name in _names(table))).order_by(*key).limit(AT_ONCE)
    last: tuple[Any, ...] | None = None
    while True:
        here = query if last is None else query.where(tuple_(*key) > tuple_(*last))
        rows = (await connection.execute(here)).all()
        if not rows:
            return
        yield rows
        last = tuple(rows[-1]._mapping[column.name] for column in key)


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar() or 0)


async def _go_on_counting(out: AsyncConnection, into: AsyncConnection, table: Table) -> None:
    """Let numbers of rows go on where they were: one that was given once is never given again."""
    column = table.autoincrement_column
    if column is None:
        return
    last = await _last_number(out, table, column.name)
    if not last:
        return
    if is_postgres(into):
        await into.execute(
            text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)"),
            {"table": table.name, "column": column.name, "last": last},
        )
    else:
        await into.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table.name})
        await into.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)"),
            {"table": table.name, "last": last},
        )


async def _last_number(connection: AsyncConnection, table: Table, column: str) -> int:
    if is_postgres(connection):
        name = await connection.scalar(
            text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": column}
        )
        found = await connection.scalar(text(f"SELECT last_value FROM {name} WHERE is_called"))
    else:
        found = await connection.scalar(
            text("SELECT seq FROM sqlite_sequence WHERE name = :table"), {"table": table.name}
        )
    return int(found or 0)

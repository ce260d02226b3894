"""Who sits where: the seats of a table that people have, as of its last event, to find tables and people by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.errors import SeatedElsewhere
from musbot.store.schema import seats

SEAT_NUMBERS = range(1, 5)


def checked(seating: Mapping[int, int]) -> dict[int, int]:
    """Return the person on each seat.

    :raises ValueError: if a seat is not 1 to 4, or somebody has two.
    """
    if not seating.keys() <= set(SEAT_NUMBERS) or len(set(seating.values())) < len(seating):
        raise ValueError(f"seats are 1 to 4, each with a person who has no other: not {dict(seating)}")
    return dict(seating)


async def put(connection: AsyncConnection, table_id: int, seating: dict[int, int], exclusive: bool) -> None:
    """Write who sits at a table now.

    :param exclusive: nobody there may sit at another live table with exclusive seats.
    :raises sqlalchemy.exc.IntegrityError: if somebody does.
    """
    await connection.execute(delete(seats).where(seats.c.table_id == table_id))
    if seating:
        rows: list[dict[str, Any]] = [
            {"table_id": table_id, "seat": seat, "person_id": who, "exclusive": exclusive}
            for seat, who in seating.items()
        ]
        await connection.execute(insert(seats), rows)


async def of_table(connection: AsyncConnection, table_id: int) -> dict[int, int]:
    """Return the person on each seat that a person has."""
    query = select(seats.c.seat, seats.c.person_id).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    return {row.seat: row.person_id for row in await connection.execute(query)}


async def take(connection: AsyncConnection, table_id: int, person_id: int | None) -> bool:
    """Take the seat of somebody, or with None of everybody; return whether people are left."""
    theirs = [] if person_id is None else [seats.c.person_id == person_id]
    await connection.execute(delete(seats).where(seats.c.table_id == table_id, *theirs))
    left = await connection.execute(select(seats.c.seat).where(seats.c.table_id == table_id))
    return bool(left.all())


async def bind_nobody(connection: AsyncConnection, table_id: int) -> None:
    """Let the seats of a table that is over be exclusive no more."""
    await connection.execute(update(seats).where(seats.c.table_id == table_id).values(exclusive=False))


async def require_no_exclusive(connection: AsyncConnection, person_ids: Iterable[int], but_at: int) -> None:
    """Look for those who may sit at no other table, one table apart.

    :raises SeatedElsewhere: with the first of them.
    """
    row = (
        await connection.execute(
            select(seats.c.person_id, seats.c.table_id)
            .where(seats.c.person_id.in_(list(person_ids)), seats.c.exclusive, seats.c.table_id != but_at)
            .order_by(seats.c.table_id)
        )
    ).first()
    if row is not None:
        raise SeatedElsewhere(row.person_id, row.table_id)

"""How many live tables a channel, a server and a person may have, counted in the transaction that makes one more.

Transactions that write wait for each other, on PostgreSQL too, so that no crowd gets past it.
"""

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.errors import TooManyTables
from musbot.store.rows import LIVE, Limits
from musbot.store.schema import seats, tables

_count = select(func.count()).select_from(tables).where(tables.c.status.in_(sorted(LIVE)))


async def require_room(
    connection: AsyncConnection, guild_id: int | None, channel_id: int, limits: Limits
) -> None:
    """Raise :exc:`TooManyTables` unless one more table may be opened in a channel."""
    if limits.per_channel:
        here = await connection.scalar(_count.where(tables.c.channel_id == channel_id))
        if (here or 0) >= limits.per_channel:
            raise TooManyTables("channel", limits.per_channel)
    if limits.per_server and guild_id is not None:
        there = await connection.scalar(_count.where(tables.c.guild_id == guild_id))
        if (there or 0) >= limits.per_server:
            raise TooManyTables("server", limits.per_server)


async def require_seats(connection: AsyncConnection, people: Iterable[int], limits: Limits) -> None:
    """Raise :exc:`TooManyTables` if one of some people, who have just sat down, sits at too many live tables."""
    if not limits.per_person:
        return
    for person_id in people:
        at = _count.join(seats, seats.c.table_id == tables.c.table_id).where(seats.c.person_id == person_id)
        if (await connection.scalar(at) or 0) > limits.per_person:
            raise TooManyTables("person", limits.per_person)

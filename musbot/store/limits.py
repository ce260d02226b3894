"""How many live tables a channel, a server and a person may have, counted in the transaction that makes one more.

Transactions that write wait for each other, on PostgreSQL too, so that no crowd gets past it.
"""

from collections.abc import Iterable

from sqlalchemy import Select, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.errors import TooManyTables
from musbot.store.rows import LIVE, Limits
from musbot.store.schema import seats, tables

_IS_LIVE = tables.c.status.in_(sorted(LIVE))


def room_query(guild_id: int | None, channel_id: int) -> Select[tuple[int | None, int | None]]:
    """Return the query that counts the live tables of a channel, and those of its server.

    They are found by their status: a channel has more and more tables that are over.
    """
    here, there = (
        func.sum(case((where, 1), else_=0))
        for where in (tables.c.channel_id == channel_id, tables.c.guild_id == guild_id)
    )
    return select(here, there).where(_IS_LIVE)


async def require_room(
    connection: AsyncConnection, guild_id: int | None, channel_id: int, limits: Limits
) -> None:
    """Raise :exc:`TooManyTables` unless one more table may be opened in a channel."""
    if not limits.per_channel and not limits.per_server:
        return
    here, there = (await connection.execute(room_query(guild_id, channel_id))).one()
    if limits.per_channel and (here or 0) >= limits.per_channel:
        raise TooManyTables("channel", limits.per_channel)
    if limits.per_server and guild_id is not None and (there or 0) >= limits.per_server:
        raise TooManyTables("server", limits.per_server)


async def require_seats(connection: AsyncConnection, people: Iterable[int], limits: Limits) -> None:
    """Raise :exc:`TooManyTables` if one of some people, who have just sat down, sits at too many live tables."""
    if not limits.per_person:
        return
    count = select(func.count()).select_from(tables).join(seats, seats.c.table_id == tables.c.table_id)
    for person_id in people:
        at = count.where(_IS_LIVE, seats.c.person_id == person_id)
        if (await connection.scalar(at) or 0) > limits.per_person:
            raise TooManyTables("person", limits.per_person)

"""How much there is: counts that those who host the bot look at."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.rows import LIVE
from musbot.store.schema import games, people, tables


async def live(connection: AsyncConnection) -> dict[str, int]:
    """Return how many tables are ``open``, waiting for players, and how many are ``playing``."""
    found = await connection.execute(
        select(tables.c.status, func.count())
        .where(tables.c.status.in_(sorted(LIVE)))
        .group_by(tables.c.status)
    )
    return {str(status): 0 for status in LIVE} | {str(status): count for status, count in found}


async def kept(connection: AsyncConnection) -> dict[str, int]:
    """Return how many ``games`` were played to their end, and how many ``people`` are known."""
    return {
        table.name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
        for table in (games, people)
    }

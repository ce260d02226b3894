"""Seasons, as rows. When they begin and end is for the club to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.schema import seasons


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season. Number 0, which is no row, is all time."""

    season_id: int
    starts_at: float
    ends_at: float
    closed_at: float | None


async def at(connection: AsyncConnection, moment: float) -> SeasonRow | None:
    """Return the season of a moment, if it has one."""
    return await _first(
        connection, select(seasons).where(seasons.c.starts_at <= moment, seasons.c.ends_at > moment)
    )


async def begin(connection: AsyncConnection, starts_at: float, ends_at: float) -> SeasonRow:
    """Begin a season. It must not overlap another: shorten it first, see `free_span`."""
    written = await connection.execute(insert(seasons).values(starts_at=starts_at, ends_at=ends_at))
    (season_id,) = written.inserted_primary_key or (0,)
    return SeasonRow(season_id, starts_at, ends_at, None)


async def free_span(
    connection: AsyncConnection, moment: float, starts_at: float, ends_at: float
) -> tuple[float, float]:
    """Return the part of a span around a moment that no season has taken."""
    before = await _first(
        connection, select(seasons).where(seasons.c.ends_at <= moment).order_by(seasons.c.ends_at.desc())
    )
    after = await _first(
        connection, select(seasons).where(seasons.c.starts_at > moment).order_by(seasons.c.starts_at)
    )
    first = starts_at if before is None else max(starts_at, before.ends_at)
    return first, ends_at if after is None else min(ends_at, after.starts_at)


async def close_due(connection: AsyncConnection, now: float) -> list[SeasonRow]:
    """Close the seasons that are over; return those that nobody had closed before."""
    over = select(seasons).where(seasons.c.ends_at <= now, seasons.c.closed_at.is_(None))
    rows = [SeasonRow(*row) for row in await connection.execute(over.order_by(seasons.c.starts_at))]
    ids = [row.season_id for row in rows]
    await connection.execute(update(seasons).where(seasons.c.season_id.in_(ids)).values(closed_at=now))
    return rows


async def closed(connection: AsyncConnection, most: int, since: float = 0.0) -> list[SeasonRow]:
    """Return the seasons that are closed, the latest first."""
    query = select(seasons).where(seasons.c.closed_at.is_not(None), seasons.c.closed_at >= since)
    rows = await connection.execute(query.order_by(seasons.c.starts_at.desc()).limit(most))
    return [SeasonRow(*row) for row in rows]


async def _first(connection: AsyncConnection, query: Select[Any]) -> SeasonRow | None:
    row = (await connection.execute(query.limit(1))).first()
    return None if row is None else SeasonRow(*row)

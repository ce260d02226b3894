"""What people have won in tournaments: rows made once of the places of one that is over, and asked for by person,
by server and by league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, case, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.schema import honours

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Honour:
    """The place of a person in a tournament."""

    tournament_id: int
    person_id: int
    name: str
    entry: int
    """Those with the same one have played as a pair."""
    place: int
    field: int
    """Of how many."""
    points: int
    """For the table of the league."""
    guild_id: int | None
    title: str
    """The name of the tournament."""
    league: str
    at: float


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """How a person stands in a league."""

    person_id: int
    name: str
    points: int
    tournaments: int
    best: int
    """The best place."""


_FIELDS = tuple(honours.c[name] for name in Honour.__slots__)


async def put(connection: AsyncConnection, found: Sequence[Honour]) -> None:
    """Write what was won in one tournament, once: what is there already stays."""
    if not found:
        return
    ids = {each.tournament_id for each in found}
    rows = await connection.execute(
        select(honours.c.tournament_id, honours.c.person_id).where(honours.c.tournament_id.in_(ids))
    )
    known = {tuple(row) for row in rows}
    fresh = [
        {name: getattr(each, name) for name in Honour.__slots__}
        for each in found
        if (each.tournament_id, each.person_id) not in known
    ]
    if fresh:
        await connection.execute(insert(honours), fresh)


async def of_person(connection: AsyncConnection, person_id: int, most: int = 20) -> list[Honour]:
    """Return the podiums of a person, the best places first, and of equals the latest."""
    return await _read(
        connection,
        select(*_FIELDS)
        .where(honours.c.person_id == person_id, honours.c.place <= PODIUM)
        .order_by(honours.c.place, honours.c.at.desc())
        .limit(most),
    )


async def winners(connection: AsyncConnection, guild_id: int, most: int = 40) -> list[Honour]:
    """Return who has won the tournaments of a server, the latest first."""
    return await _read(
        connection,
        select(*_FIELDS)
        .where(honours.c.guild_id == guild_id, honours.c.place == 1)
        .order_by(honours.c.at.desc(), honours.c.tournament_id, honours.c.person_id)
        .limit(most),
    )


async def leagues(connection: AsyncConnection, guild_id: int, most: int = 25) -> list[str]:
    """Return the leagues of a server, the one that was played last first."""
    rows = await connection.execute(
        select(honours.c.league)
        .where(honours.c.guild_id == guild_id, honours.c.league != "")
        .group_by(honours.c.league)
        .order_by(func.max(honours.c.at).desc())
        .limit(most)
    )
    return [row[0] for row in rows]


async def table(connection: AsyncConnection, guild_id: int, league: str) -> list[LeagueLine]:
    """Return how the people of a league stand, the best first."""
    latest_first = func.row_number().over(
        partition_by=honours.c.person_id, order_by=(honours.c.at.desc(), honours.c.tournament_id.desc())
    )
    mine = (
        select(honours, latest_first.label("age"))
        .where(honours.c.guild_id == guild_id, honours.c.league == league)
        .cte("mine")
    ).c
    points, best = func.sum(mine.points), func.min(mine.place)
    # The name is that of their last tournament.
    name = func.max(case((mine.age == 1, mine.name)))
    rows = await connection.execute(
        select(mine.person_id, name, points, func.count(), best)
        .group_by(mine.person_id)
        .order_by(points.desc(), best, mine.person_id)
    )
    return [LeagueLine(*row) for row in rows]


async def _read(connection: AsyncConnection, query: Select[tuple[object, ...]]) -> list[Honour]:
    return [Honour(*row) for row in await connection.execute(query)]

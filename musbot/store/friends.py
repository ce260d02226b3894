"""Who has whom as a friend, and who has blocked whom. Each row belongs to one person, and says nothing of the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.dialects import insert_or
from musbot.store.schema import friendships, people

FriendKind = Literal["friend", "blocked"]

MOST = 100
"""People that somebody may have in each of the two lists."""

_columns = friendships.c


@dataclass(frozen=True, slots=True)
class FriendRow:
    """Somebody in the list of a person."""

    other_id: int
    kind: FriendKind
    name: str
    """What they were called when they were put there."""
    at: float


async def put(
    connection: AsyncConnection, person_id: int, other_id: int, kind: FriendKind, name: str, at: float
) -> bool:
    """Put somebody into a list, and out of the other one; False where it is full.

    Whoever is in it already is given the name that they have now.
    """
    query = select(func.count()).where(
        _columns.person_id == person_id, _columns.kind == kind, _columns.other_id != other_id
    )
    if int((await connection.execute(query)).scalar() or 0) >= MOST:
        return False
    values = {"kind": kind, "name": name, "at": at}
    await connection.execute(
        insert_or(connection, friendships)
        .values(person_id=person_id, other_id=other_id, **values)
        .on_conflict_do_update(index_elements=["person_id", "other_id"], set_=values)
    )
    return True


async def remove(connection: AsyncConnection, person_id: int, other_id: int) -> None:
    """Take somebody out of either list."""
    await connection.execute(
        delete(friendships).where(_columns.person_id == person_id, _columns.other_id == other_id)
    )


async def lists_of(connection: AsyncConnection, person_id: int) -> list[FriendRow]:
    """Return both lists of a person, by name."""
    rows = await connection.execute(
        select(_columns.other_id, _columns.kind, _columns.name, _columns.at)
        .where(_columns.person_id == person_id)
        .order_by(_columns.name, _columns.other_id)
    )
    return [FriendRow(*row) for row in rows]


async def who_has(connection: AsyncConnection, other_id: int, kind: FriendKind) -> frozenset[int]:
    """Return the people in whose list somebody is."""
    rows = await connection.execute(
        select(_columns.person_id).where(_columns.other_id == other_id, _columns.kind == kind)
    )
    return frozenset(row.person_id for row in rows)


async def to_tell(connection: AsyncConnection, person_id: int) -> frozenset[int]:
    """Return the friends who are told that a person opens a table: each has the other as a friend, and both want it."""
    mine, theirs = friendships.alias("mine"), friendships.alias("theirs")
    rows = await connection.execute(
        select(mine.c.other_id)
        .join(theirs, (theirs.c.person_id == mine.c.other_id) & (theirs.c.other_id == mine.c.person_id))
        .where(mine.c.person_id == person_id, mine.c.kind == "friend", theirs.c.kind == "friend")
    )
    friends = {row.other_id for row in rows}
    unwilling = await without_news(connection, friends | {person_id})
    return frozenset() if person_id in unwilling else frozenset(friends - unwilling)


async def without_news(connection: AsyncConnection, person_ids: Iterable[int]) -> set[int]:
    """Return those of some people who want no news of friends, and give none."""
    rows = await connection.execute(
        select(people.c.person_id).where(people.c.person_id.in_(list(person_ids)), ~people.c.friend_news)
    )
    return {row.person_id for row in rows}

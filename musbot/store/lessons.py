"""How far somebody is in the lesson, and whether it was offered to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.dialects import insert_or
from musbot.store.schema import lessons


@dataclass(frozen=True, slots=True)
class LessonRow:
    """What is kept of somebody who learns."""

    step: str = ""
    """The name of the step that they see; "" before the first one."""
    place: int = 0
    """How far they are within it."""
    streak: int = 0
    """The most right answers in a row in the quiz of hands."""


async def get(connection: AsyncConnection, person_id: int) -> LessonRow:
    """Return how far somebody is."""
    columns = lessons.c
    query = select(columns.step, columns.place, columns.streak).where(columns.person_id == person_id)
    row = (await connection.execute(query)).first()
    return LessonRow() if row is None else LessonRow(*row)


async def put(connection: AsyncConnection, person_id: int, **values: Any) -> None:
    """Note where somebody is, or the length of a streak."""
    await connection.execute(
        insert_or(connection, lessons)
        .values(person_id=person_id, **values)
        .on_conflict_do_update(index_elements=["person_id"], set_=values)
    )


async def note_streak(connection: AsyncConnection, person_id: int, streak: int) -> int:
    """Note so many right answers in a row, and return the most that there ever were."""
    best = max(streak, (await get(connection, person_id)).streak)
    await put(connection, person_id, streak=best)
    return best


async def claim_offer(connection: AsyncConnection, person_id: int, at: float) -> bool:
    """Note that the lesson is offered now; False where it was before, or the person has begun it by themselves."""
    added = await connection.execute(
        insert_or(connection, lessons)
        .values(person_id=person_id, offered_at=at)
        .on_conflict_do_nothing(index_elements=["person_id"])
    )
    if added.rowcount > 0:
        return True
    later = await connection.execute(
        update(lessons)
        .where(lessons.c.person_id == person_id, lessons.c.offered_at.is_(None), lessons.c.step == "")
        .values(offered_at=at)
    )
    return later.rowcount > 0

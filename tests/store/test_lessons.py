"""How far somebody is in the lesson, and to whom it was offered."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine

from musbot.store import Store, lessons
from musbot.store import migrate as migration
from musbot.store.lessons import LessonRow

ANE, BEÑAT = 10**17 + 1, 10**17 + 2


async def offer(store: Store, person: int) -> bool:
    return await store.write(lambda connection: lessons.claim_offer(connection, person, 5.0))


async def test_ones_place_is_kept(store: Store) -> None:
    assert await store.read(lambda c: lessons.get(c, ANE)) == LessonRow()
    await store.write(lambda c: lessons.put(c, ANE, step="deal", place=4))
    await store.write(lambda c: lessons.put(c, ANE, place=5))
    assert await store.read(lambda c: lessons.get(c, ANE)) == LessonRow("deal", 5)


async def test_the_longest_streak_stays(store: Store) -> None:
    told = [await store.write(lambda c, n=n: lessons.note_streak(c, ANE, n)) for n in (3, 7, 5)]  # type: ignore[misc]
    assert told == [3, 7, 7]


async def test_the_lesson_is_offered_once(store: Store) -> None:
    assert sorted(await asyncio.gather(*(offer(store, ANE) for _ in range(5)))) == [False] * 4 + [True]


async def test_who_has_begun_it_is_not_asked_and_who_has_done_the_quiz_is(store: Store) -> None:
    await store.write(lambda c: lessons.put(c, ANE, step="welcome", place=0))
    await store.write(lambda c: lessons.note_streak(c, BEÑAT, 2))
    assert not await offer(store, ANE)
    assert await offer(store, BEÑAT)
    assert not await offer(store, BEÑAT)


async def test_who_is_erased_is_new_again(store: Store) -> None:
    assert await offer(store, ANE)
    await store.erase_person(ANE)
    assert await offer(store, ANE)


@pytest.mark.sqlite("an old database is filled by hand")
async def test_who_sat_at_a_table_before_there_was_a_lesson_is_no_newcomer(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.upgrade(migration._config(connection), "0005")
    engine.dispose()
    with closing(sqlite3.connect(path)) as old:
        old.execute("INSERT INTO tables VALUES (1, 2, 3, 3, 4, 0, 'finished', 1.0, 2.0)")
        old.execute("INSERT INTO seats VALUES (1, 1, ?, 0), (1, 2, -7, 0)", (ANE,))
        old.commit()
    async with await Store.open(str(path)) as store:
        assert not await offer(store, ANE)
        assert await offer(store, BEÑAT)
        assert not (await store.find_person(-7))["lessons"], "who was erased gets no row"

"""More than one process at a table, a store that fails, a command that is cancelled: nothing is lost."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from musbot.game import Word
from musbot.game.actions import say
from musbot.store import NewEvent, SequenceTaken, Store
from musbot.table import Change, Person, Refusal, Refused, Status, Tables
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    DANI,
    SHORT,
    STRANGER,
    chance,
    everything,
    four_friends,
    open_table,
    play_to_the_end,
    say_for,
    whose_turn,
)


@pytest.fixture
def elsewhere(store: Store) -> Tables:
    """The same tables in another process."""
    return Tables(store, chance(2))


async def test_people_join_through_two_processes(tables: Tables, elsewhere: Tables) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT)
    await elsewhere.join(table_id, CARLA)

    table = (await tables.join(table_id, DANI)).after

    assert table.people == {1: 101, 2: 102, 3: 103, 4: 104}
    assert table.status is Status.PLAYING


async def test_a_hundred_people_who_join_through_two_processes_find_three_seats(
    tables: Tables, elsewhere: Tables
) -> None:
    table_id = await open_table(tables)
    crowd = [Person(1000 + number, f"Guest {number}") for number in range(100)]

    answers = await asyncio.gather(
        *((tables, elsewhere)[number % 2].join(table_id, person) for number, person in enumerate(crowd)),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, Change) for answer in answers) == 3
    refused = [answer.reason for answer in answers if isinstance(answer, Refused)]
    assert refused == [Refusal.FULL] * 97


async def test_a_game_goes_on_through_two_processes_in_turn(
    store: Store, tables: Tables, elsewhere: Tables
) -> None:
    table = await four_friends(tables)

    for word, process in zip(
        [Word.MUS, Word.MUS, Word.CUT, Word.HOLD, Word.HOLD], [elsewhere, tables] * 3, strict=False
    ):
        table = await say_for(process, table, word)

    assert everything(await Tables(store).get(table.table_id)) == everything(table)


async def test_a_click_through_two_processes_at_once_counts_once(
    store: Store, tables: Tables, elsewhere: Tables
) -> None:
    table = await four_friends(tables)
    await elsewhere.get(table.table_id)
    click = (table.table_id, whose_turn(table), say(0, Word.MUS), table.revision)

    answers = await asyncio.gather(tables.act(*click), elsewhere.act(*click), return_exceptions=True)

    assert sum(isinstance(answer, Change) for answer in answers) == 1
    (refused,) = (answer for answer in answers if isinstance(answer, Refused))
    assert refused.reason is Refusal.STALE
    assert await store.last_seq(table.table_id) == table.seq + 1


async def test_a_process_does_not_refuse_what_it_only_missed(tables: Tables, elsewhere: Tables) -> None:
    """The turn came here by a word that another process took."""
    table = await four_friends(tables)
    later = await say_for(elsewhere, table, Word.MUS)

    change = await tables.act(table.table_id, whose_turn(later), say(0, Word.CUT), later.revision)

    assert change.before.seq == later.seq


async def test_a_process_notices_that_somebody_left_through_another(
    tables: Tables, elsewhere: Tables
) -> None:
    """Joining makes no events for those who sit, so the store would not have said a word."""
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT)
    await elsewhere.leave(table_id, BEÑAT)

    assert (await tables.join(table_id, BEÑAT)).events


async def test_a_table_that_changes_faster_than_anyone_can_follow_is_refused_in_words(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four_friends(tables)

    async def taken(table_id: int, after_seq: int, *_: Any, **__: Any) -> int:
        raise SequenceTaken(table_id, after_seq + 1)

    monkeypatch.setattr(store, "append", taken)
    with pytest.raises(Refused) as refused:
        await say_for(tables, table, Word.MUS)

    assert refused.value.reason is Refusal.STALE
    assert await store.last_seq(table.table_id) == table.seq


async def test_what_failed_to_be_written_did_not_happen(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four_friends(tables)
    before = everything(table)

    async def full(*_: Any, **__: Any) -> int:
        raise OSError("no space left on device")

    with monkeypatch.context() as failing:
        failing.setattr(store, "append", full)
        with pytest.raises(OSError, match="no space"):
            await say_for(tables, table, Word.MUS)

    assert everything(await tables.get(table.table_id)) == before
    assert await store.last_seq(table.table_id) == table.seq
    assert (await say_for(tables, table, Word.MUS)).seq == table.seq + 1


async def test_what_was_written_before_a_failure_happened(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after the commit: the truth is what is in the store."""
    table = await four_friends(tables)
    append = store.append

    async def broken(*arguments: Any, **more: Any) -> int:
        await append(*arguments, **more)
        raise ConnectionError("broken pipe")

    with monkeypatch.context() as failing:
        failing.setattr(store, "append", broken)
        with pytest.raises(ConnectionError):
            await say_for(tables, table, Word.MUS)

    assert (await tables.get(table.table_id)).seq == table.seq + 1


async def test_a_table_that_could_not_be_written_is_not_open(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any, **__: Any) -> int:
        raise OSError("no space left on device")

    monkeypatch.setattr(store, "create_table", full)
    with pytest.raises(OSError, match="no space"):
        await open_table(tables)

    assert await tables.live() == []


async def test_a_click_cancelled_while_it_is_written_leaves_the_table_usable(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four_friends(tables)
    append, writing, written = store.append, asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any, **more: Any) -> int:
        writing.set()
        await written.wait()
        return await append(*arguments, **more)

    with monkeypatch.context() as slowly:
        slowly.setattr(store, "append", slow)
        click = asyncio.create_task(say_for(tables, table, Word.MUS))
        await writing.wait()
        click.cancel()
        with pytest.raises(asyncio.CancelledError):
            await click

    assert (await say_for(tables, table, Word.CUT)).seq == table.seq + 1


async def test_a_command_that_fails_half_way_changes_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filling the table breaks after its seats were taken, at the first word of an AI player."""
    table_id = await open_table(tables)
    before = everything(await tables.get(table_id))

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("musbot.table.thinking.play_seat", broken)
    with pytest.raises(ZeroDivisionError):
        await tables.fill(table_id, ANE)

    assert everything(await tables.get(table_id)) == before


async def test_a_hole_in_the_log_is_never_made(store: Store, tables: Tables) -> None:
    table = await four_friends(tables, SHORT)

    await play_to_the_end(tables, table, random.Random(5))

    _, rows = await store.load(table.table_id)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))


async def test_f6_a_lock_is_kept_as_long_as_it_is_held(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many other tables are asked for meanwhile."""
    table_id = await open_table(tables)
    append = store.append
    writing, written = asyncio.Event(), asyncio.Event()

    async def append_slowly(*arguments: Any, **more: Any) -> None:
        writing.set()
        await written.wait()
        await append(*arguments, **more)

    monkeypatch.setattr(store, "append", append_slowly)
    first = asyncio.create_task(tables.join(table_id, BEÑAT))
    await writing.wait()
    others = [tables.get(10**6 + number) for number in range(300)]
    assert all(isinstance(each, Refused) for each in await asyncio.gather(*others, return_exceptions=True))
    monkeypatch.setattr(store, "append", append)
    second = asyncio.create_task(tables.join(table_id, CARLA))
    await asyncio.wait([second], timeout=0.05)
    assert not second.done(), "one command at a time"
    written.set()
    assert (await first).after.people == {1: 101, 2: 102}
    assert (await second).before.people == {1: 101, 2: 102}


async def test_finished_tables_are_not_kept_in_memory(tables: Tables) -> None:
    for seed in range(3):
        table = await four_friends(tables, SHORT)
        await play_to_the_end(tables, table, random.Random(seed))
        await tables.get(table.table_id)
    with pytest.raises(Refused, match="no_table"):
        await tables.join(10**6, STRANGER)

    assert not tables.desk._held


async def test_who_asks_for_a_table_while_it_is_opened_sees_it_grow(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of tables can be guessed: somebody joins before the command that opened it is done."""
    create = store.create_table
    early: list[Change] = []

    async def create_and_be_joined(*arguments: Any, **more: Any) -> int:
        table_id = await create(*arguments, **more)
        early.append(await tables.join(table_id, BEÑAT))
        return table_id

    monkeypatch.setattr(store, "create_table", create_and_be_joined)
    table_id = await open_table(tables)

    assert (await tables.get(table_id)).people == early[0].after.people == {1: 101, 2: 102}


async def test_events_carry_the_time_at_which_they_happened(store: Store) -> None:
    now = 1_700_000_000.0
    tables = Tables(store, chance(), lambda: now)
    table_id = await open_table(tables)
    now += 60

    await tables.join(table_id, BEÑAT)

    _, rows = await store.load(table_id)
    assert [row.at for row in rows] == [1_700_000_000.0] * 3 + [1_700_000_060.0]


async def test_a_writer_that_is_no_musbot_is_seen_at_the_next_command(store: Store, tables: Tables) -> None:
    table_id = await open_table(tables)
    await store.append(
        table_id, 3, [NewEvent("sat", {"seat": 4, "name": "D", "person": 104, "level": None}, 1.0)]
    )

    assert (await tables.join(table_id, BEÑAT)).after.people == {1: 101, 2: 102, 4: 104}

"""A table is the list of its events; seats and status go with them, all or nothing."""

import asyncio
from collections.abc import Iterable

import pytest

from musbot.shards import Shards
from musbot.store import (
    EventRow,
    NewEvent,
    NewGame,
    NoSuchTable,
    SequenceTaken,
    Store,
    TableRow,
    TableStatus,
)

GUILD, CHANNEL, THREAD, MESSAGE = 2**60, 2**60 + 1, 2**60 + 2, 2**63 - 1
ANE, BEÑAT, CARLA, DANI = 101, 102, 103, 2**62
OPENED = NewEvent("opened", {"by": ANE}, at=1000.0)


def said(word: str, at: float = 1001.0) -> NewEvent:
    return NewEvent("said", {"seat": 1, "word": word}, at)


async def open_table(store: Store) -> int:
    return await store.create_table(GUILD, CHANNEL, [OPENED])


async def test_what_was_written_is_read_back(store: Store) -> None:
    table_id = await store.create_table(GUILD, CHANNEL, [OPENED], seats={1: ANE})
    last = await store.append(
        table_id, 1, [said("mus"), NewEvent("named", {"name": "Beñat ♠", "x": [1]}, 2.5)]
    )

    row, events = await store.load(table_id)

    assert last == 3
    assert row == TableRow(
        table_id=table_id,
        guild_id=GUILD,
        channel_id=CHANNEL,
        message_channel_id=None,
        message_id=None,
        message_deal=-1,
        status=TableStatus.OPEN,
        opened_at=1000.0,
        ended_at=None,
    )
    assert events == [
        EventRow(table_id, 1, "opened", {"by": ANE}, 1000.0),
        EventRow(table_id, 2, "said", {"seat": 1, "word": "mus"}, 1001.0),
        EventRow(table_id, 3, "named", {"name": "Beñat ♠", "x": [1]}, 2.5),
    ]


async def test_an_append_of_many_events_keeps_their_order(store: Store) -> None:
    table_id = await open_table(store)
    await store.append(table_id, 1, [said(str(number)) for number in range(200)])
    _, events = await store.load(table_id)
    assert [event.seq for event in events] == list(range(1, 202))
    assert [event.data["word"] for event in events[1:]] == [str(number) for number in range(200)]


async def test_a_place_already_written_is_refused_and_nothing_is_written(store: Store) -> None:
    table_id = await store.create_table(GUILD, CHANNEL, [OPENED], seats={1: ANE})
    await store.append(table_id, 1, [said("mus")])
    before = await store.load(table_id)

    with pytest.raises(SequenceTaken) as refused:
        await store.append(table_id, 1, [said("cut"), said("bet 2")])
    with pytest.raises(SequenceTaken):
        await store.append(
            table_id,
            1,
            [said("cut")],
            status=TableStatus.FINISHED,
            seats={2: BEÑAT},
            game=NewGame("A", (40, 0), [], "mus = 1"),
        )

    assert (refused.value.table_id, refused.value.seq) == (table_id, 2)
    assert await store.load(table_id) == before
    assert await store.seats_of(table_id) == {1: ANE}
    assert await store.games_of_table(table_id) == []


async def test_of_two_hundred_writers_at_once_one_gets_each_place(store: Store) -> None:
    """Clicks that arrive together, each wanting to be event 2: one wins, the others load and retry."""
    table_id = await open_table(store)
    refusals = 0

    async def click(person: int) -> int:
        nonlocal refusals
        while True:
            after = await store.last_seq(table_id)
            try:
                return await store.append(table_id, after, [NewEvent("clicked", {"by": person}, 1.0)])
            except SequenceTaken:
                refusals += 1

    places = await asyncio.gather(*(click(person) for person in range(200)))

    assert sorted(places) == list(range(2, 202))
    assert refusals > 0
    _, events = await store.load(table_id)
    assert {event.data.get("by") for event in events[1:]} == set(range(200))


async def test_two_processes_worth_of_stores_share_one_file(address: str) -> None:
    """Two bots on one database: neither sees "database is locked", and both obey the primary key."""
    async with await Store.open(address) as one, await Store.open(address) as other:
        table_id = await open_table(one)

        async def play(store: Store) -> None:
            for _ in range(50):
                while True:
                    try:
                        await store.append(table_id, await store.last_seq(table_id), [said("mus")])
                        break
                    except SequenceTaken:
                        continue

        await asyncio.gather(play(one), play(other))
        assert await one.last_seq(table_id) == 101


async def test_a_table_or_an_event_that_does_not_exist(store: Store) -> None:
    table_id = await open_table(store)
    with pytest.raises(NoSuchTable, match="no table 77"):
        await store.load(77)
    with pytest.raises(NoSuchTable):
        await store.append(77, 0, [said("mus")])
    with pytest.raises(NoSuchTable):
        await store.set_message(77, CHANNEL, MESSAGE)
    with pytest.raises(ValueError, match="no event 5"):
        await store.append(table_id, 5, [said("mus")])
    with pytest.raises(ValueError, match="nothing to append"):
        await store.append(table_id, 1, [])
    with pytest.raises(ValueError, match="begins with an event"):
        await store.create_table(GUILD, CHANNEL, [])
    assert await store.last_seq(table_id) == 1


async def test_a_click_that_is_cancelled_leaves_the_store_whole(store: Store) -> None:
    table_id = await open_table(store)
    clicks = [
        asyncio.create_task(store.append(table_id, 1, [said("mus")], status=TableStatus.PLAYING)),
        asyncio.create_task(store.append(table_id, 2, [said("mus")], seats={1: ANE})),
        asyncio.create_task(store.append(table_id, 3, [said("mus")])),
    ]
    for hops in range(3):
        await asyncio.sleep(0 if hops else 0.0005)
        clicks[hops].cancel()
    await asyncio.wait(clicks)
    # What they had begun is finished all the same.
    await asyncio.gather(*store.database.writer._under_way, return_exceptions=True)

    await store.append(table_id, await store.last_seq(table_id), [said("cut")], seats={2: BEÑAT})
    _, events = await store.load(table_id)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert await store.seats_of(table_id) == {2: BEÑAT}


async def test_closing_finishes_what_was_asked_for(address: str) -> None:
    store = await Store.open(address)
    table_ids = [await open_table(store) for _ in range(20)]
    appends = [asyncio.create_task(store.append(table_id, 1, [said("mus")])) for table_id in table_ids]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    assert await asyncio.gather(*appends) == [2] * 20
    async with await Store.open(address) as again:
        assert [await again.last_seq(table_id) for table_id in table_ids] == [2] * 20


async def test_the_tables_at_which_a_person_sits(store: Store) -> None:
    first = await store.create_table(GUILD, CHANNEL, [OPENED], seats={1: ANE, 2: DANI})
    second = await store.create_table(GUILD, CHANNEL, [OPENED], seats={3: ANE})
    ended = await store.create_table(GUILD, CHANNEL, [OPENED], seats={1: ANE})
    await store.append(ended, 1, [said("ordago")], status=TableStatus.FINISHED)

    assert [table.table_id for table in await store.tables_of(ANE)] == [second, first]
    assert [table.table_id for table in await store.tables_of(DANI)] == [first]
    assert await store.tables_of(CARLA) == []

    await store.append(first, 1, [said("leave")], seats={1: DANI, 2: CARLA})
    assert await store.seats_of(first) == {1: DANI, 2: CARLA}
    assert [table.table_id for table in await store.tables_of(ANE)] == [second]


@pytest.mark.parametrize("seating", [{1: ANE, 3: ANE}, {0: ANE}, {5: ANE}])
async def test_one_seat_a_person(store: Store, seating: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="seats are 1 to 4"):
        await store.create_table(GUILD, CHANNEL, [OPENED], seats=seating)
    assert await store.live_tables() == []


async def test_a_restart_shows_those_that_were_played_lately(store: Store) -> None:
    assert await store.lately_live(60) == []
    rested, played, last, ended = [await open_table(store) for _ in range(4)]
    await store.append(rested, 1, [said("mus", at=1000.0)])
    for table_id in (rested, played, last):
        await store.set_message(table_id, CHANNEL, 100 + table_id, 0)
    await store.append(played, 1, [said("mus", at=2000.0), said("mus", at=2950.0)])
    await store.append(last, 1, [said("mus", at=3000.0)])
    await store.append(ended, 1, [said("won", at=9000.0)], status=TableStatus.FINISHED)
    assert [table.table_id for table in await store.lately_live(60)] == [played, last]
    await store.set_message(rested, CHANNEL, None, 0)
    assert [table.table_id for table in await store.lately_live(60)] == [rested, played, last]


async def test_a_restart_shows_the_ends_that_are_in_no_message(store: Store) -> None:
    shown, unseen, closed, long_ago, alone = [await open_table(store) for _ in range(5)]
    for table_id, ended_at in ((shown, 900.0), (unseen, 950.0), (long_ago, 100.0)):
        deals = [NewEvent("dealt", {}, at=ended_at) for _ in range(2)]
        await store.append(table_id, 1, deals, status=TableStatus.FINISHED)
    await store.append(closed, 1, [said("closed", at=980.0)], status=TableStatus.CLOSED)
    for table_id, deal in ((shown, 2), (unseen, 1), (closed, -1), (long_ago, 1)):
        await store.set_message(table_id, CHANNEL, 7, deal)
    assert [table.table_id for table in await store.ended_unseen(500)] == [unseen, closed]
    assert [table.table_id for table in await store.ended_since(500)] == [shown, unseen, closed]
    assert await store.ended_unseen(500, Shards((0,), 10_000)) == [], "another process shows them"
    assert (await store.table(alone)) in await store.live_tables()


async def test_live_tables_are_those_a_restart_picks_up(store: Store) -> None:
    opened, playing, finished, closed = [await open_table(store) for _ in range(4)]
    await store.append(playing, 1, [said("start")], status=TableStatus.PLAYING)
    await store.append(finished, 1, [said("won", at=2000.0)], status=TableStatus.FINISHED)
    await store.append(finished, 2, [said("left", at=3000.0)], status=TableStatus.CLOSED)
    await store.append(closed, 1, [said("left", at=4000.0)], status=TableStatus.CLOSED)

    assert [table.table_id for table in await store.live_tables()] == [opened, playing]
    assert [table.table_id for table in await store.tables_of_guild(GUILD)] == [opened, playing]
    assert await store.tables_of_guild(GUILD + 1) == []
    assert [(await store.load(table_id))[0].ended_at for table_id in (playing, finished, closed)] == [
        None,
        2000.0,
        4000.0,
    ]


async def test_a_table_is_found_by_its_channel_and_by_the_thread_of_its_message(store: Store) -> None:
    table_id = await open_table(store)
    await store.set_message(table_id, THREAD, MESSAGE)

    (found,) = await store.tables_in(THREAD)

    assert (found.message_channel_id, found.message_id) == (THREAD, MESSAGE)
    assert await store.tables_in(CHANNEL) == [found]
    assert await store.tables_in(GUILD) == []
    await store.set_message(table_id, CHANNEL, None)
    assert await store.tables_in(THREAD) == []


async def test_a_finished_game_is_archived_with_the_events_that_ended_it(store: Store) -> None:
    table_id = await open_table(store)
    players = [{"seat": seat, "name": name} for seat, name in enumerate(["Ane", "Beñat", "Carla", "Dani"], 1)]
    await store.append(
        table_id,
        1,
        [said("ordago", at=2000.0)],
        status=TableStatus.FINISHED,
        game=NewGame("B", (12, 40), players, "mus = 1\n"),
    )
    (game,) = await store.games_of_table(table_id)
    assert (game.winner, game.scores, game.finished_at, game.record) == ("B", (12, 40), 2000.0, "mus = 1\n")
    assert list(game.players) == players
    assert await store.game(game.game_id) == game
    assert await store.game(game.game_id + 1) is None


@pytest.mark.sqlite("PostgreSQL has none")
async def test_a_database_in_memory() -> None:
    async with await Store.open(":memory:") as store:
        table_id = await open_table(store)
        await asyncio.gather(*(store.append(table_id, seq, [said("mus")]) for seq in range(1, 51)))
        assert await store.last_seq(table_id) == 51


@pytest.mark.parametrize("opening", [True, False])
async def test_who_leaves_another_table_in_the_same_instant_sits_down_here(
    store: Store, monkeypatch: pytest.MonkeyPatch, opening: bool
) -> None:
    elsewhere = await store.create_table(GUILD, CHANNEL, [OPENED], seats={1: ANE}, exclusive=True)
    here = 0 if opening else await open_table(store)
    look = store._require_no_exclusive_seat

    async def leave_first(people: Iterable[int], but_at: int) -> None:
        await store.append(elsewhere, 1, [said("left")], seats={}, exclusive=True)
        await look(people, but_at)

    monkeypatch.setattr(store, "_require_no_exclusive_seat", leave_first)
    if opening:
        here = await store.create_table(GUILD, CHANNEL, [OPENED], seats={1: ANE}, exclusive=True)
    else:
        await store.append(here, 1, [said("sat")], seats={1: ANE}, exclusive=True)

    assert await store.seats_of(here) == {1: ANE}
    assert await store.seats_of(elsewhere) == {}

"""Tables in memory: those that rest are let go, and come back from their events as they were."""

from musbot.game import Word
from musbot.game.actions import say
from musbot.store import Store
from musbot.table import Person, Tables
from tests.table.players import chance, ticking

HOST, *GUESTS = [Person(number, f"Player {number}") for number in (1, 2, 3, 4)]


async def playing(tables: Tables) -> int:
    opened = await tables.open(HOST, 1, 2)
    for guest in GUESTS:
        await tables.join(opened.table_id, guest)
    return opened.table_id


async def test_only_so_many_tables_are_kept_in_memory_and_play_goes_on_at_all(store: Store) -> None:
    tables = Tables(store, chance(), ticking(), most_held=2)
    numbers = [await playing(tables) for _ in range(5)]
    for _ in range(2):
        for number in numbers:
            before = await tables.get(number)
            seat = before.playing.to_act[0]
            change = await tables.act(
                number, Person(before.people[seat], ""), say(0, Word.MUS), before.revision
            )
            assert change.after.seq > before.seq
            assert len(tables.desk._held) <= 2
            assert (await tables.latest(number)).seq == change.after.seq


async def test_a_table_that_is_being_shown_is_not_let_go(store: Store) -> None:
    tables = Tables(store, chance(), ticking(), most_held=1)
    shown = await playing(tables)
    tables.desk.may_forget = lambda table_id: table_id != shown
    others = [await playing(tables) for _ in range(3)]
    assert shown in tables.desk._held
    assert not set(others[:-1]) & set(tables.desk._held)

"""What people have won, and of what channels were told: each written once."""

from __future__ import annotations

from dataclasses import replace

from musbot.store import NewEvent, Store, honours, tournaments
from musbot.store.honours import Honour, LeagueLine

FINISHED = NewEvent("finished", {"places": []}, 9.0)


async def a_cup(store: Store, *events: NewEvent, live: bool = True) -> int:
    number = await store.write(
        lambda c: tournaments.create(c, 1, 2, [NewEvent("created", {}, 1.0)], wake_at=None)
    )
    if events:
        await store.write(lambda c: tournaments.append(c, number, 1, events, wake_at=None, live=live))
    return number


def won(number: int, person: int, place: int, points: int, league: str = "Winter") -> Honour:
    entry = (person + 1) // 2
    return Honour(number, person, f"P{person}", entry, place, 8, points, 1, "Thursday", league, float(number))


async def test_what_was_won_is_written_once(store: Store) -> None:
    number = await a_cup(store, FINISHED, live=False)
    first = won(number, 1, 1, 12)
    for _ in range(2):
        await store.write(lambda c: honours.put(c, [first, won(number, 2, 1, 12)]))
    await store.write(lambda c: honours.put(c, [replace(first, place=4)]))

    assert await store.read(lambda c: honours.of_person(c, 1)) == [first]
    assert [each.person_id for each in await store.read(lambda c: honours.winners(c, 1))] == [1, 2]
    assert await store.read(lambda c: honours.winners(c, 2)) == []


async def test_a_league_adds_the_points_of_its_tournaments(store: Store) -> None:
    one, other = await a_cup(store), await a_cup(store)
    found = [won(one, 1, 1, 12), won(one, 3, 2, 9), won(other, 3, 1, 12), won(other, 1, 5, 5)]
    await store.write(lambda c: honours.put(c, found))
    await store.write(lambda c: honours.put(c, [won(other, 7, 1, 99, league="")]))

    assert await store.read(lambda c: honours.leagues(c, 1)) == ["Winter"]
    assert await store.read(lambda c: honours.table(c, 1, "Winter")) == [
        LeagueLine(3, "P3", 21, 2, 1),
        LeagueLine(1, "P1", 17, 2, 1),
    ]


async def test_a_league_calls_people_what_they_were_called_last(store: Store) -> None:
    one, other = await a_cup(store), await a_cup(store)
    found = [replace(won(one, 1, 1, 12), name="Zoe"), replace(won(other, 1, 2, 9), name="Ane")]
    await store.write(lambda c: honours.put(c, found))
    assert await store.read(lambda c: honours.table(c, 1, "Winter")) == [LeagueLine(1, "Ane", 21, 2, 1)]


async def test_those_whose_end_was_not_told_are_found(store: Store) -> None:
    live = await a_cup(store)
    over = await a_cup(store, FINISHED, live=False)
    called_off = await a_cup(store, NewEvent("cancelled", {"by": 1}, 9.0), live=False)

    assert [row.tournament_id for row in await store.read(lambda c: tournaments.untold(c, 5.0))] == [
        live,
        over,
        called_off,
    ]
    assert [row.tournament_id for row in await store.read(lambda c: tournaments.untold(c, 9.5))] == [live]
    await store.write(lambda c: tournaments.told(c, over, round=3, end=True))
    await store.write(lambda c: tournaments.told(c, called_off, end=True))
    assert [row.tournament_id for row in await store.read(lambda c: tournaments.untold(c, 5.0))] == [live]
    row, _ = await store.read(lambda c: tournaments.load(c, over))
    assert (row.told_round, row.told_end) == (3, True)

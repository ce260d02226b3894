"""What the database holds of a person is found for them, and erased for them: K7, K8."""

from __future__ import annotations

import asyncio
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import (
    NewEvent,
    NewGame,
    StillSeated,
    Store,
    TableStatus,
    erasing,
    friends,
    honours,
    lessons,
    letters,
    ratings,
    results,
    servers,
    tournaments,
)
from musbot.store.erasing import renamed
from musbot.store.personal import ERASED_NAME, HOLDS, Holds, without
from musbot.store.ratings import ChangeRow, Unit
from musbot.store.results import NewResult, NewSeat
from musbot.store.schema import metadata, people

ANE, BEÑAT, CARLA, DANI = (10**17 + number for number in (1, 2, 3, 4))
NAMES = {ANE: "Añe 🂡 Goikoetxea", BEÑAT: "Beñat", CARLA: "Carla", DANI: "Dani"}
GUILD, CHANNEL, ROLE = 10**17 + 91, 10**17 + 92, 10**17 + 93
RECORD = """mus = 1
rules = "stargames"
players = ["Añe 🂡 Goikoetxea", "Beñat", "Xabier", "Koldo"]

[[deal]]
mano = 1
actions = \"\"\"
1 mus
\"\"\"
"""


async def a_table(store: Store, status: TableStatus = TableStatus.FINISHED) -> int:
    """A table at which Ane did whatever a person can do."""
    happened: list[dict[str, Any]] = [
        {
            "kind": "opened",
            "host": ANE,
            "access": {"kind": "role", "people": sorted([ANE, CARLA]), "role": ROLE},
            "reserved": [[ANE, 1], [CARLA, 3]],
        },
        {"kind": "sat", "seat": 1, "name": NAMES[ANE], "person": ANE, "level": None},
        {"kind": "sat", "seat": 2, "name": "Beñat", "person": BEÑAT, "level": None},
        {"kind": "invited", "person": ANE},
        {"kind": "acted", "line": "1 mus"},
        {
            "kind": "voted",
            "by": BEÑAT,
            "against": {"person": ANE, "name": NAMES[ANE]},
            "for": {str(ANE): True},
        },
        {"kind": "closed", "by": ANE},
    ]
    rows = [NewEvent(str(each.pop("kind")), each, 5.0) for each in happened]
    table_id = await store.create_table(GUILD, CHANNEL, rows[:1], seats={1: ANE, 2: BEÑAT})
    await store.set_message(table_id, CHANNEL, CHANNEL + 7, 0)
    players = [
        {"seat": seat, "name": NAMES[person] if person else "Xabier", "person": person, "level": None}
        for seat, person in ((1, ANE), (2, BEÑAT), (3, None), (4, None))
    ]
    game = NewGame("A", (40, 12), players, RECORD) if status is TableStatus.FINISHED else None
    await store.append(table_id, 1, rows[1:], status=status, game=game)
    return table_id


async def everyone(store: Store) -> None:
    """Fill every table of the schema with rows about Ane."""
    for person in NAMES:
        await store.people.set_dm(person, person + 50, closed_at=3.0)
        await store.people.set_language(person, "eu")
    for _ in range(3):
        await a_table(store)
    await store.write(lambda connection: the_club(connection))


async def the_club(connection: AsyncConnection) -> None:
    """What the club keeps of Ane: a result, what it did to her rating and to her pair's, her friends."""
    for person, name in NAMES.items():
        await connection.execute(update(people).where(people.c.person_id == person).values(name=name))
    seats = [
        NewSeat(seat, seat, person, NAMES[person], None, True, "", seat % 2 == 1, 40, 1)
        for seat, person in enumerate((ANE, BEÑAT, CARLA, DANI), 1)
    ]
    result = NewResult("rated", "A", (1, 0), (40, 12), 9, "stargames", 40, 1, {}, seats)
    await results.put(connection, 1, 1, 5.0, result)
    pairs = (Unit(ANE), Unit(BEÑAT), Unit.pair(ANE, CARLA), Unit.pair(BEÑAT, ANE), Unit.pair(BEÑAT, DANI))
    changes = [ChangeRow(unit, 0, 1, GUILD, 5.0, True, 40, 1, 0.5, 0.9, 25.5, 7.5) for unit in pairs]
    await ratings.put_changes(connection, [1], changes)
    gains = {
        (0, guild, unit): ratings.Gain((NAMES[unit[0]], NAMES.get(unit[1], "")))
        for unit in pairs
        for guild in (0, GUILD)
    }
    await ratings.add(connection, gains, {})
    for person, other in ((ANE, BEÑAT), (BEÑAT, ANE), (CARLA, BEÑAT), (CARLA, ANE)):
        await friends.put(connection, person, other, "friend", NAMES[other], 5.0)
    await lessons.put(connection, ANE, step="pares", place=0)
    await servers.put(connection, GUILD, leaderboard_channel_id=CHANNEL, leaderboard_at=9.0)
    who = {"person": ANE, "name": NAMES[ANE]}
    cup = [
        NewEvent("created", {"by": ANE, "plan": {"name": "Cup", "role": 5}}, 5.0),
        NewEvent("entered", {"entry": 1, "who": who, "partner": BEÑAT}, 5.0),
        NewEvent("substituted", {"entry": 1, "out": ANE, "who": {"person": CARLA, "name": "Carla"}}, 5.0),
    ]
    number = await tournaments.create(connection, GUILD, CHANNEL, cup, wake_at=9.0)
    await tournaments.set_message(connection, number, CHANNEL + 7)
    await tournaments.set_event(connection, number, CHANNEL + 7)
    won = [
        honours.Honour(number, person, NAMES[person], entry, entry, 2, 12, GUILD, "Cup", "", 5.0)
        for entry, pair in enumerate(((ANE, CARLA), (BEÑAT, DANI)), 1)
        for person in pair
    ]
    await honours.put(connection, won)
    for person in NAMES:
        await letters.claim(connection, 1, person, 3, "(1, 0, False)", 5.0)
        await letters.note(connection, 1, person, person + 50, CHANNEL + 8, 1)


async def cells(store: Store) -> list[tuple[str, str, Any]]:
    """Every cell of every table of the schema, JSON parsed."""
    found = []
    for table in metadata.sorted_tables:
        for row in await store.database.rows(select(table)):
            for name, value in row._asdict().items():
                if HOLDS[table.name][name] is Holds.JSON:
                    value = json.loads(value)
                found.append((table.name, name, value))
    return found


def holds(value: Any, person: int, name: str) -> bool:
    """Whether a value holds a person, anywhere inside it."""
    if isinstance(value, dict):
        return any(holds(each, person, name) for pair in value.items() for each in pair)
    if isinstance(value, list):
        return any(holds(each, person, name) for each in value)
    return value is not None and (str(person) in str(value) or name in str(value))


def test_every_column_of_the_schema_is_judged() -> None:
    """A new column is named here before it can be forgotten: whom can it hold?"""
    assert {table.name: set(table.columns.keys()) for table in metadata.sorted_tables} == {
        name: set(columns) for name, columns in HOLDS.items()
    }
    for table in metadata.sorted_tables:
        kinds = HOLDS[table.name].values()
        assert Holds.OF_OWNER not in kinds or Holds.OWNER in kinds, table.name
        assert Holds.PERSON not in kinds or "table_id" in table.columns, table.name
        assert not any(isinstance(column.type, JSON) for column in table.columns), "JSON is kept as text"


async def test_an_erased_person_is_in_no_cell_of_any_table(store: Store) -> None:
    await everyone(store)
    before = await cells(store)
    filled = {table for table, _, value in before if holds(value, ANE, NAMES[ANE])}
    can_hold = {
        name for name, columns in HOLDS.items() if set(columns.values()) - {Holds.NOBODY, Holds.PLACE}
    }
    assert filled == can_hold, "this test fills every table that can hold somebody"

    await store.erase_person(ANE)

    after = await cells(store)
    assert [cell for cell in after if holds(cell[2], ANE, NAMES[ANE])] == []
    assert await store.find_person(ANE) == {name: [] for name in can_hold}
    assert await store.people.get(ANE) is None
    for person in (BEÑAT, CARLA, DANI):
        assert await store.people.get(person) is not None
    own = {name for name, columns in HOLDS.items() if Holds.OWNER in columns.values()}
    assert len([cell for cell in after if cell[0] not in own]) == len(
        [cell for cell in before if cell[0] not in own]
    ), "what others need is still there"
    kept = [cell for cell in after if cell[0] == "rating_changes" and cell[1] == "person_id"]
    assert [value for _, _, value in kept] == [BEÑAT, BEÑAT], "Beñat's, and that of his pair with Dani"
    assert ("friendships", "person_id", CARLA) in after, "with Beñat"


async def test_others_keep_their_games(store: Store) -> None:
    await everyone(store)
    (game,) = await store.games_of_table(1)

    await store.erase_person(ANE)

    (anonymous,) = await store.games_of_table(1)
    assert anonymous.scores == game.scores
    assert anonymous.players[1:] == game.players[1:]
    assert anonymous.players[0]["name"] == ERASED_NAME
    assert anonymous.players[0]["person"] < 0, "still a person, not an AI player"
    players = tomllib.loads(anonymous.record)["players"]
    assert players == [ERASED_NAME, "Beñat", "Xabier", "Koldo"]
    assert anonymous.record.splitlines()[3:] == game.record.splitlines()[3:]


async def test_the_same_nobody_at_one_table_and_another_at_the_next(store: Store) -> None:
    await everyone(store)
    await store.erase_person(ANE)

    numbers: list[int] = []
    for table_id in (1, 2, 3):
        _, rows = await store.load(table_id)
        (game,) = await store.games_of_table(table_id)
        here = {
            rows[0].data["host"],
            rows[1].data["person"],
            (await store.seats_of(table_id))[1],
            game.players[0]["person"],
        }
        assert len(here) == 1
        assert set(rows[0].data["access"]["people"]) == {CARLA, *here}
        assert rows[0].data["reserved"] == [[*here, 1], [CARLA, 3]]
        numbers += here
    assert len(set(numbers)) == 3, "the tables of an erased person cannot be joined together"


async def test_two_people_erased_from_one_table_stay_two(store: Store) -> None:
    await everyone(store)
    await store.erase_person(ANE)
    await store.erase_person(BEÑAT)

    seated = await store.seats_of(1)
    assert len(set(seated.values())) == 2
    assert all(person < 0 for person in seated.values())


async def test_who_sits_at_a_live_table_is_not_erased(store: Store) -> None:
    await everyone(store)
    live = await a_table(store, TableStatus.PLAYING)

    with pytest.raises(StillSeated) as refused:
        await store.erase_person(ANE)

    assert refused.value.table_ids == [live]
    assert await store.people.get(ANE) is not None


async def test_what_is_written_while_everything_is_looked_through_is_erased_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await store.create_table(GUILD, CHANNEL, [NewEvent("opened", {"host": BEÑAT}, 1.0)])
    looked = erasing.look

    async def look(connection: AsyncConnection, person_id: int) -> erasing.Places:
        found = await looked(connection, person_id)
        await store.append(live, 1, [NewEvent("invited", {"person": ANE}, 2.0)])
        await store.append(live, 2, [NewEvent("closed", {"by": ANE}, 3.0)], status=TableStatus.CLOSED)
        await a_table(store)
        return found

    monkeypatch.setattr(erasing, "look", look)
    await store.erase_person(ANE)
    assert not [cell for cell in await cells(store) if holds(cell[2], ANE, NAMES[ANE])]


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_nobody_waits_for_whoever_looks_through_everything(store: Store) -> None:
    await everyone(store)

    async def meanwhile(_: AsyncConnection) -> bool:
        await store.people.set_pings(BEÑAT, pings=False)
        known = await store.people.get(BEÑAT)
        return known is not None and not known.pings

    assert await asyncio.wait_for(store.database.read_apart(meanwhile), 60)


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_nothing_is_left_in_the_file(store: Store, address: str) -> None:
    await everyone(store)
    await store.erase_person(ANE)
    await store.close()

    for path in Path(address).parent.iterdir():
        content = path.read_bytes()
        assert str(ANE).encode() not in content, path.name
        assert ANE.to_bytes(8, "big") not in content, path.name
        assert NAMES[ANE].encode() not in content, path.name


async def test_an_export_holds_every_row_about_a_person_and_no_number_of_another(store: Store) -> None:
    await everyone(store)
    await store.database.writer.run(
        lambda connection: connection.execute(
            insert(metadata.tables["seats"]), [{"table_id": 1, "seat": 3, "person_id": ANE * 10}]
        )
    )

    found = await store.find_person(ANE)

    assert len(found["people"]) == 1
    assert len(found["seats"]) == 3
    assert len(found["games"]) == 3
    assert {row["kind"] for row in found["events"]} == {"opened", "sat", "invited", "voted", "closed"}
    written = json.dumps(found, ensure_ascii=False)
    assert written.count(str(ANE)) >= 20
    for person in (BEÑAT, CARLA, DANI):
        assert str(person) not in written
    assert (await store.find_person(10**17 + 77))["events"] == []
    assert (await store.find_person(ANE // 10))["events"] == [], "part of a number is no number"


async def test_a_server_that_was_left_is_forgotten(store: Store) -> None:
    await everyone(store)
    live = await a_table(store, TableStatus.PLAYING)
    other = await store.create_table(GUILD + 1, CHANNEL, [NewEvent("opened", {"host": ANE}, 1.0)])

    await store.forget_guild(GUILD)

    row, rows = await store.load(1)
    assert (row.guild_id, row.channel_id, row.message_channel_id, row.message_id) == (None, 0, None, None)
    assert rows[0].data["access"] == {"kind": "role", "people": [ANE, CARLA], "role": None}
    assert (await store.load(live))[0].guild_id == GUILD, "a live table is closed first"
    assert (await store.load(other))[0].guild_id == GUILD + 1
    places = [
        (table, name, value)
        for table, name, value in await cells(store)
        if HOLDS[table][name] is Holds.PLACE and value in (GUILD, CHANNEL, CHANNEL + 7)
    ]
    assert {table for table, _, _ in places} == {"tables"}, "the live table's alone"
    assert len(await store.read(lambda connection: results.last_of(connection, BEÑAT, 9))) == 1
    assert len(await store.games_of_table(1)) == 1


def test_a_person_is_taken_out_of_any_json() -> None:
    assert without([1, "1", {"a": [1, 2]}], 1, -9) == [-9, "-9", {"a": [-9, 2]}]
    assert without({"name": "Ane", "who": {"id": "1"}}, 1, -9) == {"name": "Ane", "who": {"id": "-9"}}
    assert without({"name": "Ane", "person": 1, "on": True}, 1, -9) == {
        "name": ERASED_NAME,
        "person": -9,
        "on": True,
    }
    assert without({"person": 1, "text": "1"}, 1, -9) == {"person": -9, "text": "1"}, "it proves a deal"


@pytest.mark.parametrize("name", ['"', "\\", 'a"b\\c', "]", "tab\there", "🂡", "\u202e"])
def test_any_name_is_replaced_in_a_record(name: str) -> None:
    from musbot.game.record import _toml

    record = RECORD.replace('"Beñat"', _toml(name))

    assert tomllib.loads(renamed(record, {0: "Nobody"}))["players"] == ["Nobody", name, "Xabier", "Koldo"]
    assert renamed("mus = 1\n", {0: "Nobody"}) == "mus = 1\n"

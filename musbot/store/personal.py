"""What the database holds of a person: found for them, and erased for them, from every table of the schema.

:data:`HOLDS` says of every column whether it can hold somebody. A test compares it with the schema and looks
through every cell after an erasure, so that a later table cannot be forgotten.
"""

import enum
import json
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.connection import transaction
from musbot.store.dialects import is_postgres
from musbot.store.errors import StillSeated
from musbot.store.rows import LIVE, NewEvent, to_json
from musbot.store.schema import (
    events,
    games,
    honours,
    metadata,
    rating_changes,
    results,
    seats,
    server_settings,
    standings,
    tables,
    tournament_events,
    tournaments,
)

ERASED_NAME = "Deleted player"
"""What stands in a record in place of the name of somebody who was erased."""

Alias = Callable[[int], int]
"""Returns the number that stands for an erased person at a table: below zero, another one at each table."""


class Holds(enum.Enum):
    """What a column can hold of people."""

    NOBODY = enum.auto()
    PLACE = enum.auto()
    """The number of a server, channel or message; cleared when the bot leaves that server."""
    OWNER = enum.auto()
    """The person to whom the whole row belongs: it is deleted with them."""
    OF_OWNER = enum.auto()
    """Something about the owner of the row."""
    OTHER = enum.auto()
    """The number of another person in a row that belongs to its owner: it goes with either, and is told to neither."""
    PERSON = enum.auto()
    """The number of a person in a row that other people need too."""
    NAME = enum.auto()
    """The name of that person."""
    JSON = enum.auto()
    """Numbers of people, and names beside them, somewhere in an object."""
    RECORD = enum.auto()
    """A record of a game, with the names of its players."""


HOLDS: dict[str, dict[str, Holds]] = {
    "tables": {
        **dict.fromkeys(("table_id", "message_deal", "status", "opened_at", "ended_at"), Holds.NOBODY),
        **dict.fromkeys(("guild_id", "channel_id", "message_channel_id", "message_id"), Holds.PLACE),
    },
    "events": {
        **dict.fromkeys(("table_id", "seq", "after", "kind", "at"), Holds.NOBODY),
        "data": Holds.JSON,
    },
    "seats": {**dict.fromkeys(("table_id", "seat", "exclusive"), Holds.NOBODY), "person_id": Holds.PERSON},
    "deadlines": dict.fromkeys(("table_id", "revision", "remind_at", "due_at", "wake_at"), Holds.NOBODY),
    "hand_letters": {
        **dict.fromkeys(("table_id", "seq", "shows", "sent", "claimed_at", "deal"), Holds.OF_OWNER),
        **dict.fromkeys(("channel_id", "message_id", "faces_of", "faces"), Holds.OF_OWNER),
        "person_id": Holds.OWNER,
    },
    "people": {
        "person_id": Holds.OWNER,
        **dict.fromkeys(
            ("name", "dm_channel_id", "dm_closed_at", "language", "pings", "private", "friend_news"),
            Holds.OF_OWNER,
        ),
        **dict.fromkeys(
            ("locale", "dms", "large_cards", "text_only", "contrast", "tips"),
            Holds.OF_OWNER,
        ),
    },
    "lessons": {
        "person_id": Holds.OWNER,
        **dict.fromkeys(("step", "place", "streak", "offered_at"), Holds.OF_OWNER),
    },
    "games": {
        **dict.fromkeys(("game_id", "table_id", "finished_at", "winner", "score_a", "score_b"), Holds.NOBODY),
        "players": Holds.JSON,
        "record": Holds.RECORD,
    },
    "results": {
        **dict.fromkeys(("result_id", "table_id", "game_id", "at", "kind", "winner"), Holds.NOBODY),
        **dict.fromkeys(("games_a", "games_b", "score_a", "score_b", "deals"), Holds.NOBODY),
        **dict.fromkeys(("preset", "target", "best_of", "options", "counted", "voided_at"), Holds.NOBODY),
        "guild_id": Holds.PLACE,
    },
    "result_people": {
        **dict.fromkeys(("result_id", "place", "table_id", "seat", "level", "original"), Holds.NOBODY),
        **dict.fromkeys(("gone", "won", "stones", "ordagos", "tally", "at"), Holds.NOBODY),
        "person_id": Holds.PERSON,
        "name": Holds.NAME,
    },
    "seasons": dict.fromkeys(("season_id", "starts_at", "ends_at", "closed_at"), Holds.NOBODY),
    "rating_changes": {
        **dict.fromkeys(("season_id", "result_id", "at", "won", "stones", "ordagos"), Holds.OF_OWNER),
        **dict.fromkeys(("mu_shift", "sigma_scale", "mu", "sigma", "void"), Holds.OF_OWNER),
        **dict.fromkeys(("person_id", "partner_id"), Holds.OWNER),
        "guild_id": Holds.PLACE,
    },
    "standings": {
        **dict.fromkeys(("season_id", "pair", "name", "partner_name", "mu", "sigma"), Holds.OF_OWNER),
        **dict.fromkeys(("sure", "games", "won", "stones", "ordagos", "last_at"), Holds.OF_OWNER),
        **dict.fromkeys(("person_id", "partner_id"), Holds.OWNER),
        "guild_id": Holds.PLACE,
    },
    "friendships": {
        **dict.fromkeys(("kind", "name", "at"), Holds.OF_OWNER),
        "person_id": Holds.OWNER,
        "other_id": Holds.OTHER,
    },
    "server_settings": dict.fromkeys(
        (
            *("guild_id", "leaderboard_channel_id", "leaderboard_at", "language", "rules", "open_channels"),
            *("tournament_role", "zone"),
        ),
        Holds.PLACE,
    ),
    "tournaments": {
        **dict.fromkeys(("tournament_id", "live", "wake_at", "told_round", "told_end"), Holds.NOBODY),
        **dict.fromkeys(("guild_id", "channel_id", "message_id", "event_id"), Holds.PLACE),
    },
    "tournament_events": {
        **dict.fromkeys(("tournament_id", "seq", "kind", "at"), Holds.NOBODY),
        "data": Holds.JSON,
    },
    "tournament_tables": dict.fromkeys(("table_id", "tournament_id", "meeting"), Holds.NOBODY),
    "honours": {
        **dict.fromkeys(("tournament_id", "entry", "place", "field", "points"), Holds.OF_OWNER),
        **dict.fromkeys(("name", "title", "league", "at"), Holds.OF_OWNER),
        "person_id": Holds.OWNER,
        "guild_id": Holds.PLACE,
    },
}
"""Every column of every table of the schema."""


@dataclass(frozen=True, slots=True)
class Places:
    """The tables at which a person is named, as far as that can be known while people play on."""

    named: frozenset[int]
    """Those that named them when it was looked, and those that were live then: they may name them by now."""
    last: int
    """The last table there was; those after it may name them too."""


async def look(connection: AsyncConnection, person_id: int) -> Places:
    """Look through all that is written of all tables for a person: long work, which keeps nobody from writing."""
    number = str(person_id)
    async with transaction(connection, write=False):
        last = await connection.scalar(select(func.max(tables.c.table_id)))
        named: set[int] = set()
        for query in (
            select(tables.c.table_id).where(tables.c.status.in_(_LIVE)),
            select(events.c.table_id).where(events.c.data.contains(number)).distinct(),
            select(games.c.table_id).where(games.c.players.contains(number)),
        ):
            named.update(await connection.scalars(query))
    return Places(frozenset(named), last or 0)


async def erase(connection: AsyncConnection, person_id: int, trace: NewEvent | None, places: Places) -> None:
    """Erase a person everywhere: their own rows are deleted, in those of others nobody stands in their place.

    Deleted bytes are overwritten in SQLite's file too, and in its journal; PostgreSQL clears them away by itself,
    when it vacuums.

    :param trace: what is written at the end of each live table and tournament whose events were changed.
    :param places: what `look` has found before, so that nobody has to wait until everything is looked through.
    :raises StillSeated: if they sit at a table that is live; nothing is erased then.
    """
    if is_postgres(connection):
        await _erase(connection, person_id, trace, places)
        return
    await connection.exec_driver_sql("PRAGMA secure_delete = ON")
    try:
        await _erase(connection, person_id, trace, places)
        await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        await connection.exec_driver_sql("PRAGMA secure_delete = OFF")


async def _erase(connection: AsyncConnection, person_id: int, trace: NewEvent | None, places: Places) -> None:
    async with transaction(connection):
        await _require_no_seat(connection, person_id)
        aliases: dict[int, int] = {}

        def alias(table_id: int) -> int:
            return aliases.setdefault(table_id, -1 - secrets.randbits(52))

        changed = await _erase_from_events(connection, person_id, alias, places)
        await _erase_from_games(connection, person_id, alias, places)
        renewed = await _erase_from_tournaments(connection, person_id)
        await _erase_by_column(connection, person_id, alias)
        if trace is not None:
            await _leave_trace(connection, changed, trace)
            await _leave_trace_in_tournaments(connection, renewed, trace)


async def find(connection: AsyncConnection, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return every row that holds a person, by table, with other people's numbers left out of them."""
    found: dict[str, list[dict[str, Any]]] = {}
    async with transaction(connection, write=False):
        for table in metadata.sorted_tables:
            kinds = HOLDS.get(table.name, {})
            exact = [table.c[name] == person_id for name in kinds if kinds[name] in _BY_NUMBER]
            inside = [table.c[name].contains(str(person_id)) for name in kinds if kinds[name] is Holds.JSON]
            if not exact and not inside:
                continue
            rows = await connection.execute(select(table).where(or_(*exact, *inside)))
            found[table.name] = [
                row for row in (_own_part(dict(r), kinds, person_id) for r in rows.mappings()) if row
            ]
    return found


async def forget_guild(connection: AsyncConnection, guild_id: int) -> None:
    """Forget a server that the bot has left: its number, its channels, messages and roles.

    Games that ended there stay, as their players' own. Its tables must have ended.
    """
    async with transaction(connection):
        mine = select(tables.c.table_id).where(tables.c.guild_id == guild_id, tables.c.status.not_in(_LIVE))
        opened = await connection.execute(
            select(events.c.table_id, events.c.seq, events.c.data).where(
                events.c.table_id.in_(mine), events.c.data.contains('"role":')
            )
        )
        for table_id, seq, data in opened.all():
            await _put_event(connection, table_id, seq, _without_role(json.loads(data)))
        await connection.execute(
            update(tables)
            .where(tables.c.table_id.in_(mine.scalar_subquery()))
            .values(guild_id=None, channel_id=0, message_channel_id=None, message_id=None)
        )
        await _forget_guild_of_tournaments(connection, guild_id)
        for table in (results, rating_changes, honours):
            await connection.execute(update(table).where(table.c.guild_id == guild_id).values(guild_id=None))
        for table in (standings, server_settings):
            await connection.execute(delete(table).where(table.c.guild_id == guild_id))


_LIVE = sorted(LIVE)
_BY_NUMBER = (Holds.OWNER, Holds.PERSON)


async def _require_no_seat(connection: AsyncConnection, person_id: int) -> None:
    rows = await connection.execute(
        select(seats.c.table_id)
        .join(tables, tables.c.table_id == seats.c.table_id)
        .where(seats.c.person_id == person_id, tables.c.status.in_(_LIVE))
    )
    live = sorted(row.table_id for row in rows)
    if live:
        raise StillSeated(person_id, live)


def _at(column: Column[int], places: Places) -> ColumnElement[bool]:
    return or_(column.in_(places.named), column > places.last)


async def _erase_from_events(
    connection: AsyncConnection, person_id: int, alias: Alias, places: Places
) -> set[int]:
    """Return the tables whose events were changed."""
    changed = set()
    rows = await connection.execute(
        select(events.c.table_id, events.c.seq, events.c.data).where(
            _at(events.c.table_id, places), events.c.data.contains(str(person_id))
        )
    )
    for table_id, seq, data in rows.all():
        value = json.loads(data)
        erased = without(value, person_id, alias(table_id))
        if erased != value:
            await _put_event(connection, table_id, seq, erased)
            changed.add(table_id)
    return changed


async def _leave_trace(connection: AsyncConnection, table_ids: set[int], trace: NewEvent) -> None:
    # Nobody says a word at these tables (on PostgreSQL, where others write meanwhile) until it is done.
    await connection.execute(
        select(tables.c.table_id).where(tables.c.table_id.in_(sorted(table_ids))).with_for_update()
    )
    last = (
        select(events.c.table_id, func.max(events.c.seq).label("seq"))
        .join(tables, tables.c.table_id == events.c.table_id)
        .where(events.c.table_id.in_(sorted(table_ids)), tables.c.status.in_(_LIVE))
        .group_by(events.c.table_id)
    )
    written = to_json(dict(trace.data))
    for table_id, seq in (await connection.execute(last)).all():
        row = {"table_id": table_id, "seq": seq + 1, "kind": trace.kind, "data": written, "at": trace.at}
        await connection.execute(insert(events), row)


async def _put_event(connection: AsyncConnection, table_id: int, seq: int, data: Any) -> None:
    written = to_json(data)
    await connection.execute(
        update(events).where(events.c.table_id == table_id, events.c.seq == seq).values(data=written)
    )


async def _erase_from_games(
    connection: AsyncConnection, person_id: int, alias: Alias, places: Places
) -> None:
    rows = await connection.execute(
        select(games).where(_at(games.c.table_id, places), games.c.players.contains(str(person_id)))
    )
    for row in rows.all():
        players = json.loads(row.players)
        names = {
            index: ERASED_NAME for index, player in enumerate(players) if player.get("person") == person_id
        }
        changed = without(players, person_id, alias(row.table_id))
        await connection.execute(
            update(games)
            .where(games.c.game_id == row.game_id)
            .values(
                players=to_json(changed),
                record=renamed(row.record, names),
            )
        )


async def _erase_from_tournaments(connection: AsyncConnection, person_id: int) -> set[int]:
    """Return the tournaments whose events were changed."""
    columns = tournament_events.c
    rows = await connection.execute(
        select(columns.tournament_id, columns.seq, columns.data).where(columns.data.contains(str(person_id)))
    )
    aliases: dict[int, int] = {}
    changed: set[int] = set()
    for tournament_id, seq, data in rows.all():
        alias = aliases.setdefault(tournament_id, -1 - secrets.randbits(52))
        value = json.loads(data)
        erased = without(value, person_id, alias)
        if erased != value:
            await _put_tournament_event(connection, tournament_id, seq, erased)
            changed.add(tournament_id)
    return changed


async def _leave_trace_in_tournaments(
    connection: AsyncConnection, numbers: set[int], trace: NewEvent
) -> None:
    mine = tournaments.c.tournament_id.in_(sorted(numbers)), tournaments.c.live
    # Nobody writes there meanwhile, on PostgreSQL either.
    await connection.execute(select(tournaments.c.tournament_id).where(*mine).with_for_update())
    columns = tournament_events.c
    last = (
        select(columns.tournament_id, func.max(columns.seq).label("seq"))
        .join(tournaments, tournaments.c.tournament_id == columns.tournament_id)
        .where(*mine)
        .group_by(columns.tournament_id)
    )
    written = to_json(dict(trace.data))
    for number, seq in (await connection.execute(last)).all():
        row = {"tournament_id": number, "seq": seq + 1, "kind": trace.kind, "data": written, "at": trace.at}
        await connection.execute(insert(tournament_events), row)


async def _put_tournament_event(connection: AsyncConnection, tournament_id: int, seq: int, data: Any) -> None:
    columns = tournament_events.c
    await connection.execute(
        update(tournament_events)
        .where(columns.tournament_id == tournament_id, columns.seq == seq)
        .values(data=to_json(data))
    )


async def _forget_guild_of_tournaments(connection: AsyncConnection, guild_id: int) -> None:
    """Forget where tournaments were held; those that go on have ended with that."""
    columns = tournament_events.c
    mine = select(tournaments.c.tournament_id).where(tournaments.c.guild_id == guild_id)
    created = await connection.execute(
        select(columns.tournament_id, columns.seq, columns.data).where(
            columns.tournament_id.in_(mine), columns.data.contains('"role":')
        )
    )
    for tournament_id, seq, data in created.all():
        await _put_tournament_event(connection, tournament_id, seq, _without_role(json.loads(data)))
    await connection.execute(
        update(tournaments)
        .where(tournaments.c.guild_id == guild_id)
        .values(guild_id=None, channel_id=0, message_id=None, event_id=None, live=False, wake_at=None)
    )


async def _erase_by_column(connection: AsyncConnection, person_id: int, alias: Alias) -> None:
    """Delete what belongs to the person, and put nobody into other rows, as :data:`HOLDS` says."""
    for table in reversed(metadata.sorted_tables):
        for name, holds in HOLDS[table.name].items():
            column = table.c[name]
            if holds in (Holds.OWNER, Holds.OTHER):
                await connection.execute(delete(table).where(column == person_id))
            elif holds is Holds.PERSON:
                rows = await connection.execute(select(table.c.table_id).where(column == person_id))
                for table_id in sorted({row.table_id for row in rows.all()}):
                    here = (column == person_id, table.c.table_id == table_id)
                    names = {
                        each: ERASED_NAME for each, kind in HOLDS[table.name].items() if kind is Holds.NAME
                    }
                    await connection.execute(
                        update(table).where(*here).values({name: alias(table_id), **names})
                    )


def without(value: Any, person_id: int, alias: int) -> Any:
    """Return JSON without a person: ``alias`` for their number, and no name of theirs beside it.

    What they typed themselves (``text``) stays: a cut of the deck is part of what proves a deal.

    >>> without({"seat": 1, "name": "Ane", "person": 7}, 7, -3)
    {'seat': 1, 'name': 'Deleted player', 'person': -3}
    """

    def is_person(each: Any) -> bool:
        return each == str(person_id) or (type(each) is int and each == person_id)

    if isinstance(value, dict):
        theirs = any(is_person(each) for each in value.values())
        changed = {
            (str(alias) if is_person(key) else key): (
                each if key == "text" else without(each, person_id, alias)
            )
            for key, each in value.items()
        }
        if theirs and isinstance(changed.get("name"), str):
            changed["name"] = ERASED_NAME
        return changed
    if isinstance(value, list):
        return [without(each, person_id, alias) for each in value]
    if is_person(value):
        return str(alias) if isinstance(value, str) else alias
    return value


_PLAYERS = re.compile(r"^players = \[.*\]$", re.MULTILINE)


def renamed(record: str, names: Mapping[int, str]) -> str:
    """Return a record in which players have other names; ``names`` is by index, 0 for seat 1."""

    def line(match: re.Match[str]) -> str:
        players = tomllib.loads(match[0])["players"]
        players = [names.get(index, name) for index, name in enumerate(players)]
        return f"players = [{', '.join(_quoted(name) for name in players)}]"

    return _PLAYERS.sub(line, record, count=1)


def _quoted(name: str) -> str:
    """A basic string of TOML."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _own_part(row: dict[str, Any], kinds: Mapping[str, Holds], person_id: int) -> dict[str, Any] | None:
    """Return a row as its person may have it; None where the number was only part of another one."""
    for name, holds in kinds.items():
        if holds is Holds.JSON:
            value = json.loads(row[name])
            if without(value, person_id, -1) == value:
                return None
            row[name] = _without_others(value, person_id)
        elif holds in (Holds.OWNER, Holds.OTHER) and row[name] not in (0, person_id):
            row[name] = None
    return row


def _without_others(value: Any, person_id: int) -> Any:
    """Return JSON in which the numbers of other people (17 digits or more, as Discord's are) are None."""
    if isinstance(value, dict):
        return {key: _without_others(each, person_id) for key, each in value.items()}
    if isinstance(value, list):
        kept = [_without_others(each, person_id) for each in value]
        return [each for each in kept if each is not None]
    return None if type(value) is int and abs(value) >= 10**15 and value != person_id else value


def _without_role(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: None if key == "role" else _without_role(each) for key, each in data.items()}
    return data

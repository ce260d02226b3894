"""Erasing a person from every table of the schema, and forgetting a server that the bot has left.

What holds somebody, :data:`musbot.store.personal.HOLDS` says.
"""

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
from musbot.store.personal import ERASED_NAME, HOLDS, Holds, without
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

Alias = Callable[[int], int]
"""Returns the number that stands for an erased person at a table: below zero, another one at each table."""

_LIVE = sorted(LIVE)


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


def _without_role(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: None if key == "role" else _without_role(each) for key, each in data.items()}
    return data

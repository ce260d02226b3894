"""Tournaments: their events, which are the truth as a table's are, and rows to find them and their tables by.

Whoever appends says after which event; the primary key lets one writer through. What is due is a column of the row
(``wake_at``), written with the events in their transaction: whoever wakes writes events, or claims the row.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, case, delete, false, func, insert, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.errors import StoreError
from musbot.store.rows import NewEvent, TableStatus, to_json
from musbot.store.schema import tables as tables_
from musbot.store.schema import tournament_events, tournament_tables, tournaments


class NoSuchTournament(StoreError):
    """No tournament has this number."""


class TournamentMoved(StoreError):
    """Another writer was first: load the tournament and try again. Nothing was written."""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as it is found; what happened in it is in its events."""

    tournament_id: int
    guild_id: int | None
    channel_id: int
    message_id: int | None
    """The message that shows it; None until one has been sent."""
    live: bool
    """It is announced or being played."""
    wake_at: float | None
    """When somebody has to look at it next; None where it waits for no time."""
    event_id: int | None = None
    """The event in Discord's calendar."""
    told_round: int = 0
    """The last round of which its channel was told."""
    told_end: bool = False
    """Its channel was told how it ended."""


_FIELDS = tuple(tournaments.c[name] for name in TournamentRow.__slots__)


async def create(
    connection: AsyncConnection,
    guild_id: int | None,
    channel_id: int,
    events: Sequence[NewEvent],
    wake_at: float | None = None,
) -> int:
    """Write a tournament with its first events; return its number."""
    values = {"guild_id": guild_id, "channel_id": channel_id, "live": True, "wake_at": wake_at}
    written = await connection.execute(insert(tournaments).values(**values))
    (tournament_id,) = written.inserted_primary_key or (0,)
    await append(connection, tournament_id, 0, events, wake_at=wake_at)
    return int(tournament_id)


async def append(
    connection: AsyncConnection,
    tournament_id: int,
    after_seq: int,
    events: Sequence[NewEvent],
    *,
    wake_at: float | None,
    live: bool = True,
    tables: Mapping[int, int] | None = None,
    lost: Collection[int] = (),
) -> None:
    """Write events after one, in the transaction of the caller: all of it or nothing.

    :param live: whether it goes on; one that has ended stays so.
    :param wake_at: when somebody has to look at it at the latest; where that is to happen sooner already, it stays.
    :param tables: the tables that were opened with these events, and the meeting of each.
    :param lost: tables of which the meetings are played at them no more.
    :raises TournamentMoved: if event ``after_seq`` is not the last one.
    :raises NoSuchTournament: if there is no such tournament.
    """
    found = await connection.execute(
        update(tournaments)
        .where(tournaments.c.tournament_id == tournament_id)
        .values(live=and_(tournaments.c.live, true() if live else false()), **_by(wake_at))
    )
    if not found.rowcount:
        raise NoSuchTournament(f"there is no tournament {tournament_id}")
    # The row is the writer's own from here on, also where there are several.
    last = await last_seq(connection, tournament_id)
    if last != after_seq:
        raise TournamentMoved(f"tournament {tournament_id} has {last} events, not {after_seq}")
    rows = [
        {
            "tournament_id": tournament_id,
            "seq": seq,
            "kind": event.kind,
            "data": to_json(event.data),
            "at": event.at,
        }
        for seq, event in enumerate(events, start=after_seq + 1)
    ]
    if rows:
        await connection.execute(insert(tournament_events), rows)
    if lost:
        await connection.execute(
            delete(tournament_tables).where(tournament_tables.c.table_id.in_(sorted(lost)))
        )
    for table_id, meeting in (tables or {}).items():
        row = {"table_id": table_id, "tournament_id": tournament_id, "meeting": meeting}
        await connection.execute(insert(tournament_tables), row)


def _by(wake_at: float | None) -> dict[str, Any]:
    """Return what makes somebody look at it by a time, or at the time at which they would before."""
    if wake_at is None:
        return {}
    column = tournaments.c.wake_at
    return {"wake_at": case((column < wake_at, column), else_=wake_at)}


async def last_seq(connection: AsyncConnection, tournament_id: int) -> int:
    """Return the number of the last event; 0 where there is none."""
    query = select(func.max(tournament_events.c.seq)).where(
        tournament_events.c.tournament_id == tournament_id
    )
    return int((await connection.execute(query)).scalar() or 0)


async def load(connection: AsyncConnection, tournament_id: int) -> tuple[TournamentRow, list[NewEvent]]:
    """Return a tournament and its events in order; `NoSuchTournament` where there is none."""
    row, _ = await find(connection, tournament_id)
    events = await connection.execute(
        select(tournament_events.c.kind, tournament_events.c.data, tournament_events.c.at)
        .where(tournament_events.c.tournament_id == tournament_id)
        .order_by(tournament_events.c.seq)
    )
    return row, [NewEvent(kind, json.loads(data), at) for kind, data, at in events]


async def live(connection: AsyncConnection, guild_id: int | None = None) -> list[TournamentRow]:
    """Return the tournaments that are announced or played, of one server or of all, the oldest first."""
    here = [] if guild_id is None else [tournaments.c.guild_id == guild_id]
    rows = await connection.execute(
        select(*_FIELDS).where(tournaments.c.live, *here).order_by(tournaments.c.tournament_id)
    )
    return [TournamentRow(*row) for row in rows]


async def of_table(connection: AsyncConnection, table_id: int) -> tuple[int, int] | None:
    """Return the tournament and the meeting that are played at a table."""
    columns = tournament_tables.c
    query = select(columns.tournament_id, columns.meeting).where(columns.table_id == table_id)
    row = (await connection.execute(query)).first()
    return None if row is None else (row[0], row[1])


async def wake(connection: AsyncConnection, table_id: int, at: float) -> None:
    """Let somebody look at the tournament of a table, if it has one: its match began, or it is over.

    In the transaction in which that is written, so that no crash can lose it.
    """
    mine = select(tournament_tables.c.tournament_id).where(tournament_tables.c.table_id == table_id)
    await connection.execute(
        update(tournaments)
        .where(tournaments.c.tournament_id.in_(mine.scalar_subquery()), tournaments.c.live)
        .values(**_by(at))
    )


async def find(connection: AsyncConnection, tournament_id: int) -> tuple[TournamentRow, int]:
    """Return a tournament and the number of its last event; `NoSuchTournament` where there is none."""
    found = await connection.execute(select(*_FIELDS).where(tournaments.c.tournament_id == tournament_id))
    row = found.first()
    if row is None:
        raise NoSuchTournament(f"there is no tournament {tournament_id}")
    return TournamentRow(*row), await last_seq(connection, tournament_id)


async def statuses(connection: AsyncConnection, tournament_id: int) -> dict[int, TableStatus]:
    """Return in what state the tables of a tournament are, by their numbers."""
    rows = await connection.execute(
        select(tables_.c.table_id, tables_.c.status)
        .join(tournament_tables, tournament_tables.c.table_id == tables_.c.table_id)
        .where(tournament_tables.c.tournament_id == tournament_id)
    )
    return {table_id: TableStatus(status) for table_id, status in rows}


async def due(connection: AsyncConnection, now: float, most: int = 100) -> list[TournamentRow]:
    """Return the tournaments at which somebody has to look now, also those over with something left to do."""
    rows = await connection.execute(
        select(*_FIELDS).where(tournaments.c.wake_at <= now).order_by(tournaments.c.wake_at).limit(most)
    )
    return [TournamentRow(*row) for row in rows]


async def claim(connection: AsyncConnection, row: TournamentRow, until: float) -> bool:
    """Let nobody else look at it before a time; False where another process has it already.

    Whoever dies with a claim in hand has done no harm: the row is due again at that time.
    """
    result = await connection.execute(
        update(tournaments)
        .where(tournaments.c.tournament_id == row.tournament_id, tournaments.c.wake_at == row.wake_at)
        .values(wake_at=until)
    )
    return result.rowcount > 0


async def settle(
    connection: AsyncConnection, tournament_id: int, seq: int, until: float, wake_at: float | None
) -> bool:
    """Give a claim back, and say when somebody has to look next.

    False where something happened since: then it is due as that has made it, or when the claim ends.

    :param seq: the last event that whoever claimed it has seen.
    :param until: that of the claim.
    """
    mine = tournaments.c.tournament_id == tournament_id
    # The row is locked first: on PostgreSQL others may write meanwhile.
    held = await connection.execute(select(tournaments.c.wake_at).where(mine).with_for_update())
    if held.scalar() != until or await last_seq(connection, tournament_id) != seq:
        return False
    await connection.execute(update(tournaments).where(mine).values(wake_at=wake_at))
    return True


async def next_wake(connection: AsyncConnection) -> float | None:
    """Return when somebody has to look at one next; None where there is none."""
    found: float | None = (await connection.execute(select(func.min(tournaments.c.wake_at)))).scalar()
    return found


async def set_message(connection: AsyncConnection, tournament_id: int, message_id: int | None) -> None:
    """Note the message that shows it."""
    await connection.execute(
        update(tournaments).where(tournaments.c.tournament_id == tournament_id).values(message_id=message_id)
    )


async def set_event(connection: AsyncConnection, tournament_id: int, event_id: int | None) -> None:
    """Note the event in Discord's calendar."""
    await connection.execute(
        update(tournaments).where(tournaments.c.tournament_id == tournament_id).values(event_id=event_id)
    )


async def told(
    connection: AsyncConnection, tournament_id: int, *, round: int | None = None, end: bool | None = None
) -> None:
    """Note what its channel was told: of which round, or how it ended."""
    values = {"told_round": round, "told_end": end}
    await connection.execute(
        update(tournaments)
        .where(tournaments.c.tournament_id == tournament_id)
        .values({name: value for name, value in values.items() if value is not None})
    )


async def untold(connection: AsyncConnection, since: float) -> list[TournamentRow]:
    """Return the tournaments that are live, and those that ended after a time and could not tell it."""
    ended = (
        select(tournament_events.c.tournament_id)
        .where(tournament_events.c.kind.in_(("finished", "cancelled")), tournament_events.c.at >= since)
        .scalar_subquery()
    )
    rows = await connection.execute(
        select(*_FIELDS)
        .where(
            or_(
                tournaments.c.live,
                and_(tournaments.c.told_end.is_(False), tournaments.c.tournament_id.in_(ended)),
            )
        )
        .order_by(tournaments.c.tournament_id)
    )
    return [TournamentRow(*row) for row in rows]


async def of_guild(connection: AsyncConnection, guild_id: int, most: int = 25) -> list[TournamentRow]:
    """Return the tournaments of a server, the newest first."""
    rows = await connection.execute(
        select(*_FIELDS)
        .where(tournaments.c.guild_id == guild_id)
        .order_by(tournaments.c.tournament_id.desc())
        .limit(most)
    )
    return [TournamentRow(*row) for row in rows]

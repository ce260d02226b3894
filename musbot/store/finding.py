"""Queries that find tables: by where they are, who sits there, what has happened of late."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, not_, or_, select, true

from musbot.shards import Shards
from musbot.store.rows import LIVE, TableRow, TableStatus
from musbot.store.schema import events, seats, tables

_LIVE = sorted(LIVE)
LIVE_TABLES = select(tables).where(tables.c.status.in_(_LIVE)).order_by(tables.c.table_id)
"""Every table that is open or being played, oldest first."""


def table_row(row: Row[Any]) -> TableRow:
    """Return a row of what these queries find."""
    values = row._asdict()
    return TableRow(**{**values, "status": TableStatus(values["status"])})


def of_shards(shards: Shards | None) -> ColumnElement[bool]:
    """Whether a table is of a server of some shards, as `shards.shard_of` has it; with None, every table is."""
    if shards is None or shards.is_all:
        return true()
    # The two databases shift bits in other words, but divide alike.
    return func.coalesce(tables.c.guild_id // (1 << 22) % shards.count, 0).in_(shards.ids)


def lately_live(within: float, shards: Shards | None = None) -> Select[Any]:
    """The live tables of some shards at which something has happened in so many seconds before the newest event of
    them all, and those of a channel that have no message; oldest first."""
    earlier = events.alias()
    last_seq = (
        select(func.max(earlier.c.seq)).where(earlier.c.table_id == tables.c.table_id).scalar_subquery()
    )
    happened = (
        select(tables.c.table_id, events.c.at)
        .where(events.c.table_id == tables.c.table_id, events.c.seq == last_seq)
        .where(tables.c.status.in_(_LIVE), of_shards(shards))
        .cte("happened")
    )
    newest = select(func.max(happened.c.at)).scalar_subquery()
    return (
        select(tables)
        .join(happened, happened.c.table_id == tables.c.table_id)
        .where(
            or_(
                happened.c.at >= newest - within,
                and_(tables.c.message_id.is_(None), tables.c.channel_id != 0),
            )
        )
        .order_by(tables.c.table_id)
    )


def ended_since(at: float) -> Select[Any]:
    """The tables that ended after a time, oldest first."""
    return select(tables).where(tables.c.ended_at > at).order_by(tables.c.table_id)


def ended_unseen(at: float, shards: Shards | None = None) -> Select[Any]:
    """Those of a channel whose end no message may show: of a match that was played out, the message of its end comes
    after those of all deals."""
    deals = (
        select(func.count())
        .where(events.c.table_id == tables.c.table_id, events.c.kind == "dealt")
        .scalar_subquery()
    )
    is_shown = and_(tables.c.status == TableStatus.FINISHED, tables.c.message_deal >= deals)
    return ended_since(at).where(tables.c.channel_id != 0, not_(is_shown), of_shards(shards))


def of_person(person_id: int) -> Select[Any]:
    """The live tables at which a person sits, the one opened last first."""
    return (
        LIVE_TABLES.join(seats, seats.c.table_id == tables.c.table_id)
        .where(seats.c.person_id == person_id)
        .order_by(None)
        .order_by(tables.c.table_id.desc())
    )


def in_channel(channel_id: int) -> Select[Any]:
    """The live tables opened in a channel, or whose message is in it (a thread, say), oldest first."""
    return LIVE_TABLES.where(
        or_(tables.c.channel_id == channel_id, tables.c.message_channel_id == channel_id)
    )


def in_guild(guild_id: int) -> Select[Any]:
    """The live tables of a server, oldest first."""
    return LIVE_TABLES.where(tables.c.guild_id == guild_id)

"""What the moderators of a server decided for it."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.dialects import insert_or
from musbot.store.schema import server_settings


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server. Those of one that has decided nothing are the defaults."""

    guild_id: int
    leaderboard_channel_id: int | None = None
    """Where the weekly leaderboard is posted; None where it is not wanted."""
    leaderboard_at: float | None = None
    """When the next one is due."""
    language: str | None = None
    """The language of new tables; None for that of whoever opens one."""
    rules: str | None = None
    """The preset from which the rules of new tables start; None for the usual one."""
    open_channels: str | None = None
    """The numbers of the only channels where tables may be opened, as a list in JSON; None for all."""
    tournament_role: int | None = None
    """The role that may hold tournaments; None for everybody."""
    zone: str | None = None
    """The time zone in which the hours of tournaments are meant; None for the usual one of its language."""

    @property
    def channels(self) -> list[int]:
        """The only channels where tables may be opened, in and under them; empty for all."""
        return [int(each) for each in json.loads(self.open_channels)] if self.open_channels else []


_FIELDS = tuple(server_settings.c[name] for name in (field.name for field in fields(ServerSettings)))


async def get(connection: AsyncConnection, guild_id: int) -> ServerSettings:
    """Return the settings of a server."""
    row = (await connection.execute(select(*_FIELDS).where(server_settings.c.guild_id == guild_id))).first()
    return ServerSettings(guild_id) if row is None else ServerSettings(*row)


async def put(connection: AsyncConnection, guild_id: int, **values: Any) -> None:
    """Change some settings of a server, leaving the others."""
    await connection.execute(
        insert_or(connection, server_settings)
        .values(guild_id=guild_id, **values)
        .on_conflict_do_update(index_elements=["guild_id"], set_=values)
    )


async def due(connection: AsyncConnection, now: float) -> list[ServerSettings]:
    """Return the servers whose weekly leaderboard is due."""
    rows = await connection.execute(
        select(*_FIELDS)
        .where(server_settings.c.leaderboard_at <= now)
        .order_by(server_settings.c.leaderboard_at)
    )
    return [ServerSettings(*row) for row in rows]


async def claim(connection: AsyncConnection, server: ServerSettings, next_at: float) -> bool:
    """Note that a weekly leaderboard is posted now; False where another process has done so."""
    result = await connection.execute(
        update(server_settings)
        .where(
            server_settings.c.guild_id == server.guild_id,
            server_settings.c.leaderboard_at == server.leaderboard_at,
        )
        .values(leaderboard_at=next_at)
    )
    return result.rowcount > 0

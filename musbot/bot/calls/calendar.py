"""The calendar of a server, which Discord calls its scheduled events. Nothing depends on it."""

from __future__ import annotations

import datetime
from enum import IntEnum
from typing import Any

import discord

from musbot.bot.calls.errors import Code
from musbot.bot.calls.trying import allowed


class EventState(IntEnum):
    """Where an event of a server's calendar is in its life."""

    ACTIVE = 2
    OVER = 3
    CALLED_OFF = 4


async def announce_event(
    client: discord.Client, guild_id: int, name: str, about: str, place: str, starts_at: float, ends_at: float
) -> int | None:
    """Put an event into a server's calendar and return its number; None where the bot may not."""
    fields = {
        "name": name[:100],
        "description": about[:1000],
        "privacy_level": 2,
        "entity_type": 3,  # somewhere that Discord does not know: a place in words, and an end
        "entity_metadata": {"location": place[:100]},
        "scheduled_start_time": _iso(starts_at),
        "scheduled_end_time": _iso(ends_at),
    }
    found: list[int] = []

    async def create() -> None:
        made = await client.http.create_guild_scheduled_event(guild_id, reason=None, **fields)
        found.append(int(made["id"]))

    return found[0] if await allowed(create, {Code.TOO_MANY_EVENTS}) and found else None


async def move_event(
    client: discord.Client, guild_id: int, event_id: int, starts_at: float, ends_at: float
) -> bool:
    """Let an event begin at another time; False where it is gone, or the bot may not."""
    times = {"scheduled_start_time": _iso(starts_at), "scheduled_end_time": _iso(ends_at)}
    return await _edit_event(client, guild_id, event_id, times)


async def event_state(client: discord.Client, guild_id: int, event_id: int, state: EventState) -> bool:
    """Tell the calendar that an event has begun, is over or is called off; False where it does not take that."""
    return await _edit_event(client, guild_id, event_id, {"status": int(state)})


async def _edit_event(client: discord.Client, guild_id: int, event_id: int, fields: dict[str, Any]) -> bool:
    return await allowed(
        lambda: client.http.edit_scheduled_event(guild_id, event_id, reason=None, **fields),
        # One that is over, or was begun by a moderator, takes no such change.
        {Code.UNKNOWN_EVENT, Code.INVALID_FORM},
    )


def _iso(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat()

"""``musbot status``: in a few lines, how the bot of this folder is doing. It asks nobody but disk and database."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import musbot
from musbot.heartbeat import STILL_AFTER, seconds_since_beat
from musbot.hosting.copies import WITH
from musbot.hosting.places import copies_in
from musbot.settings import Settings
from musbot.store import Store, census
from musbot.store.address import Address


@dataclass(frozen=True, slots=True)
class Status:
    """How the bot is doing."""

    version: str
    alive: bool
    beat: float | None
    """Seconds since the last sign of life; None where there is none."""
    database: str
    bytes: int | None
    """The size of the database on the disk; None where it is on a server."""
    playing: int
    lobbies: int
    games: int
    """Those that were played to their end."""
    people: int
    copies: int
    free: int
    """Bytes that are free on the disk of the data folder."""

    def told(self) -> list[str]:
        """Return it in lines."""
        alive = "not running"
        if self.beat is not None:
            alive = f"alive {self.beat:.0f} s ago" if self.alive else f"silent for {self.beat:.0f} s"
        size = f" ({self.bytes / 1e6:.1f} MB)" if self.bytes is not None else ""
        return [
            f"musbot {self.version}: {alive}",
            f"tables: {self.playing} being played, {self.lobbies} waiting for players",
            f"games played: {self.games:,}, people known: {self.people:,}",
            f"database: {self.database}{size}; {self.copies} copies; {self.free / 1e9:.1f} GB free",
        ]


async def status_of(settings: Settings) -> Status:
    """Return how the bot is doing.

    :raises musbot.store.UnusableDatabase: if the database does not tell.
    """
    address = Address.parse(settings.database_address)
    async with await Store.open(settings.database_address) as store:
        live, kept = await store.read(census.live), await store.read(census.kept)
    beat = seconds_since_beat(settings.data)
    return Status(
        version=musbot.__version__,
        alive=beat is not None and beat <= STILL_AFTER,
        beat=beat,
        database="in memory" if address.is_memory else str(address),
        bytes=_size(address.path) if address.path is not None else None,
        playing=live["playing"],
        lobbies=live["open"],
        games=kept["games"],
        people=kept["people"],
        copies=len(copies_in(settings)),
        free=shutil.disk_usage(settings.data).free,
    )


def _size(database: Path) -> int:
    files = [database.with_name(f"{database.name}{ending}") for ending in ("", *WITH)]
    return sum(file.stat().st_size for file in files if file.exists())

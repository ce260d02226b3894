"""Where on this machine things are that those who host the bot deal with."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from musbot.hosting import dumps
from musbot.hosting.copies import all_copies
from musbot.hosting.dumps import file_of
from musbot.settings import Settings
from musbot.store.address import Address
from musbot.store.errors import UnusableDatabase

log = logging.getLogger(__name__)

BACKUPS = "backups"
"""The folder in the data folder in which copies are kept by default."""


def backups_of(settings: Settings) -> Path:
    """Return the folder in which copies are kept by default."""
    return settings.data / BACKUPS


def copies_in(settings: Settings) -> list[Path]:
    """Return every copy that musbot has made by itself or by default."""
    address = Address.parse(settings.database_address)
    database = file_of(address.server) if address.server is not None else address.path
    return all_copies(database, backups_of(settings)) if database is not None else []


def copy_before_migration(settings: Settings) -> None:
    """Copy a database on a server that this musbot is about to migrate. A file is copied with its migration."""
    address = Address.parse(settings.database_address)
    if address.server is None:
        return
    try:
        made = asyncio.run(dumps.copy_before_migration(address, backups_of(settings)))
    except UnusableDatabase as error:
        # All of a migration takes place, or nothing of it; and where PostgreSQL's programs are not, others make copies.
        log.warning("the database was not copied before it is migrated: %s", error)
    else:
        if made is not None:
            log.info("the database was copied to %s before it is migrated", made)

"""Where on this machine things are that those who host the bot deal with."""

from __future__ import annotations

from pathlib import Path

from musbot.hosting.copies import all_copies
from musbot.settings import Settings
from musbot.store.address import Address

BACKUPS = "backups"
"""The folder in the data folder in which copies are kept by default."""


def backups_of(settings: Settings) -> Path:
    """Return the folder in which copies are kept by default."""
    return settings.data / BACKUPS


def copies_in(settings: Settings) -> list[Path]:
    """Return every copy that musbot has made by itself or by default."""
    address = Address.parse(settings.database_address)
    return all_copies(address.path or Path("musbot"), backups_of(settings))

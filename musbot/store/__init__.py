"""SQL: the events of every table, the people, the archive of games. Rows in, rows out; no rules."""

from musbot.store.errors import (
    NewerDatabase,
    NoSuchTable,
    SequenceTaken,
    StillSeated,
    StoreError,
    UnusableDatabase,
    UnwritableDatabase,
)
from musbot.store.rows import (
    EventRow,
    GameRow,
    NewEvent,
    NewGame,
    PersonRow,
    TableRow,
    TableStatus,
)
from musbot.store.store import Store

__all__ = [
    "EventRow",
    "GameRow",
    "NewEvent",
    "NewGame",
    "NewerDatabase",
    "NoSuchTable",
    "PersonRow",
    "SequenceTaken",
    "StillSeated",
    "Store",
    "StoreError",
    "TableRow",
    "TableStatus",
    "UnusableDatabase",
    "UnwritableDatabase",
]

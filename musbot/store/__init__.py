"""SQL: the events of every table, the people, the archive of games. Rows in, rows out; no rules."""

from musbot.store.errors import (
    NewerDatabase,
    NoSuchTable,
    SeatedElsewhere,
    SequenceTaken,
    StillSeated,
    StoreError,
    UnusableDatabase,
    UnwritableDatabase,
)
from musbot.store.rows import (
    Deadline,
    DeadlineRow,
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
    "Deadline",
    "DeadlineRow",
    "EventRow",
    "GameRow",
    "NewEvent",
    "NewGame",
    "NewerDatabase",
    "NoSuchTable",
    "PersonRow",
    "SeatedElsewhere",
    "SequenceTaken",
    "StillSeated",
    "Store",
    "StoreError",
    "TableRow",
    "TableStatus",
    "UnusableDatabase",
    "UnwritableDatabase",
]

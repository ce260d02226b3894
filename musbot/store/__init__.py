"""SQL: the events of every table, the people, the archive of games. Rows in, rows out; no rules."""

from musbot.store.errors import (
    NewerDatabase,
    NoSuchTable,
    SeatedElsewhere,
    SequenceTaken,
    ServerLost,
    StillSeated,
    StoreError,
    TooManyTables,
    UnusableDatabase,
    UnwritableDatabase,
)
from musbot.store.rows import (
    NO_LIMITS,
    Deadline,
    DeadlineRow,
    EventRow,
    GameRow,
    Limits,
    NewEvent,
    NewGame,
    PersonRow,
    TableRow,
    TableStatus,
)
from musbot.store.store import Store

__all__ = [
    "NO_LIMITS",
    "Deadline",
    "DeadlineRow",
    "EventRow",
    "GameRow",
    "Limits",
    "NewEvent",
    "NewGame",
    "NewerDatabase",
    "NoSuchTable",
    "PersonRow",
    "SeatedElsewhere",
    "SequenceTaken",
    "ServerLost",
    "StillSeated",
    "Store",
    "StoreError",
    "TableRow",
    "TableStatus",
    "TooManyTables",
    "UnusableDatabase",
    "UnwritableDatabase",
]

"""What SQLite and PostgreSQL say differently: upserts, and SQL that goes to the driver as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ClauseElement

POSTGRESQL = "postgresql"
SQLITE = "sqlite"

_DIALECTS: dict[str, Dialect] = {
    POSTGRESQL: PGDialect_asyncpg(),  # type: ignore[no-untyped-call]  # SQLAlchemy has no types there
    SQLITE: sqlite.dialect(paramstyle="qmark"),
}


def is_postgres(connection: AsyncConnection) -> bool:
    """Return whether a connection leads to PostgreSQL; else to SQLite."""
    return connection.dialect.name == POSTGRESQL


def insert_or(connection: AsyncConnection | str, table: Table) -> postgresql.Insert:
    """Return an INSERT that may go on ``ON CONFLICT``, for a connection or for the name of a dialect."""
    name = connection if isinstance(connection, str) else connection.dialect.name
    # The two have the same methods, and know nothing of each other.
    return postgresql.insert(table) if name == POSTGRESQL else sqlite.insert(table)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL as a driver takes it, and the names of its values in their order."""

    sql: str
    names: tuple[str, ...]

    def values(self, named: dict[str, Any]) -> tuple[Any, ...]:
        """Return values in the order in which the driver takes them."""
        return tuple(named[name] for name in self.names)


def for_driver(statement: ClauseElement, name: str) -> Statement:
    """Compile a statement for the driver of a dialect, to be used many times without SQLAlchemy."""
    compiled: Any = statement.compile(dialect=_DIALECTS[name])
    return Statement(str(compiled), tuple(compiled.positiontup))

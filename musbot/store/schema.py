"""The tables of the database, as SQLAlchemy Core describes them.

Alembic's migrations (``migrations/versions``) build them; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# SQLite numbers rows by itself only where the column is exactly INTEGER (which holds 64 bits there).
RowNumber = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("table_id", RowNumber, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("message_deal", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("ended_at", Double),
    CheckConstraint("status IN ('open', 'playing', 'finished', 'closed')", name="status"),
    Index("ix_tables_status", "status"),
    Index("ix_tables_channel_id", "channel_id"),
    Index("ix_tables_ended_at", "ended_at"),
    # A number given once is never given again, so an old button cannot reach a new table.
    sqlite_autoincrement=True,
)

events = Table(
    "events",
    metadata,
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # The event before must exist, so the database itself refuses a log with a hole in it.
    Column("after", Integer, Computed("nullif(seq - 1, 0)", persisted=True)),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    ForeignKeyConstraint(["table_id", "after"], ["events.table_id", "events.seq"]),
    CheckConstraint("seq > 0", name="seq"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person_id", BigInteger, nullable=False),
    # The table is live and others wait for this person there by the minute.
    Column("exclusive", Boolean, nullable=False, default=False, server_default=false()),
    UniqueConstraint("table_id", "person_id"),
    CheckConstraint("seat BETWEEN 1 AND 4", name="seat"),
    Index("ix_seats_person_id", "person_id"),
    # Nobody has two such seats, whatever the processes do.
    Index(
        "uq_seats_exclusive",
        "person_id",
        unique=True,
        sqlite_where=text("exclusive"),
        postgresql_where=text("exclusive"),
    ),
    sqlite_with_rowid=False,
)

# Until when whoever is to act at a table may think; a row for each table that has a clock running.
deadlines = Table(
    "deadlines",
    metadata,
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),
    Column("remind_at", Double),
    Column("due_at", Double, nullable=False),
    # When a sweeper has to look at it next: the earlier of the two, or later after a restart.
    Column("wake_at", Double, nullable=False),
    Index("ix_deadlines_wake_at", "wake_at"),
)

people = Table(
    "people",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("dm_channel_id", BigInteger),
    Column("dm_closed_at", Double),
    Column("language", Text),
    Column("pings", Boolean, nullable=False, default=True, server_default=true()),
)

games = Table(
    "games",
    metadata,
    Column("game_id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), nullable=False),
    Column("finished_at", Double, nullable=False),
    Column("winner", Text, nullable=False),
    Column("score_a", Integer, nullable=False),
    Column("score_b", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("record", Text, nullable=False),
    CheckConstraint("winner IN ('A', 'B')", name="winner"),
    Index("ix_games_table_id", "table_id"),
    sqlite_autoincrement=True,
)

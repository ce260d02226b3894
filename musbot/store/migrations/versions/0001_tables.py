"""Tables with their events, seats and deadlines, people, and the archive of games."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

RowNumber = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("table_id", RowNumber, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("message_deal", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.CheckConstraint("status IN ('open', 'playing', 'finished', 'closed')", name="status"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_index("ix_tables_channel_id", "tables", ["channel_id"])
    op.create_index("ix_tables_ended_at", "tables", ["ended_at"])

    op.create_table(
        "events",
        sa.Column("table_id", RowNumber, sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("after", sa.Integer, sa.Computed("nullif(seq - 1, 0)", persisted=True)),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "after"], ["events.table_id", "events.seq"]),
        sa.CheckConstraint("seq > 0", name="seq"),
        sqlite_with_rowid=False,
    )

    op.create_table(
        "seats",
        sa.Column("table_id", RowNumber, sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.BigInteger, nullable=False),
        sa.Column("exclusive", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("table_id", "person_id"),
        sa.CheckConstraint("seat BETWEEN 1 AND 4", name="seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_person_id", "seats", ["person_id"])
    op.create_index(
        "uq_seats_exclusive",
        "seats",
        ["person_id"],
        unique=True,
        sqlite_where=sa.text("exclusive"),
        postgresql_where=sa.text("exclusive"),
    )

    op.create_table(
        "deadlines",
        sa.Column(
            "table_id", RowNumber, sa.ForeignKey("tables.table_id"), primary_key=True, autoincrement=False
        ),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("remind_at", sa.Double),
        sa.Column("due_at", sa.Double, nullable=False),
        sa.Column("wake_at", sa.Double, nullable=False),
    )
    op.create_index("ix_deadlines_wake_at", "deadlines", ["wake_at"])

    op.create_table(
        "people",
        sa.Column("person_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("dm_channel_id", sa.BigInteger),
        sa.Column("dm_closed_at", sa.Double),
        sa.Column("language", sa.Text),
        sa.Column("pings", sa.Boolean, nullable=False, server_default=sa.true()),
    )

    op.create_table(
        "games",
        sa.Column("game_id", RowNumber, primary_key=True, autoincrement=True),
        sa.Column("table_id", RowNumber, sa.ForeignKey("tables.table_id"), nullable=False),
        sa.Column("finished_at", sa.Double, nullable=False),
        sa.Column("winner", sa.Text, nullable=False),
        sa.Column("score_a", sa.Integer, nullable=False),
        sa.Column("score_b", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.CheckConstraint("winner IN ('A', 'B')", name="winner"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_table_id", "games", ["table_id"])

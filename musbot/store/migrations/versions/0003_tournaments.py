"""Tournaments: their events, what is due, and the tables of their meetings."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("wake_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("tournament_id", name=op.f("pk_tournaments")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index("ix_tournaments_guild_id", ["guild_id"], unique=False)
        batch_op.create_index("ix_tournaments_wake_at", ["wake_at"], unique=False)

    op.create_table(
        "tournament_events",
        sa.Column("tournament_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.CheckConstraint("seq > 0", name=op.f("ck_tournament_events_seq")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name=op.f("fk_tournament_events_tournament_id")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name=op.f("pk_tournament_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_tables",
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("tournament_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("meeting", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.table_id"], name=op.f("fk_tournament_tables_table_id")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name=op.f("fk_tournament_tables_tournament_id")
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tournament_tables")),
        sa.UniqueConstraint(
            "tournament_id", "meeting", name=op.f("uq_tournament_tables_tournament_id_meeting")
        ),
    )

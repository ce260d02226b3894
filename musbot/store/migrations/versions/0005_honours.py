"""Honours, what channels were told of tournaments, who may hold them, and in which time zone."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "honours",
        sa.Column("tournament_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("field", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("league", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name=op.f("fk_honours_tournament_id")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "person_id", name=op.f("pk_honours")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("honours", schema=None) as batch_op:
        batch_op.create_index("ix_honours_guild_id", ["guild_id", "league", "place"], unique=False)
        batch_op.create_index("ix_honours_person_id", ["person_id", "place"], unique=False)

    with op.batch_alter_table("server_settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tournament_role", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("zone", sa.Text(), nullable=True))

    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("event_id", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("told_round", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("told_end", sa.Boolean(), server_default=sa.false(), nullable=False))

"""What was sent by direct message, where several processes may send."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hand_letters",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("shows", sa.Text(), nullable=False),
        sa.Column("sent", sa.Boolean(), nullable=False),
        sa.Column("claimed_at", sa.Double(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("deal", sa.Integer(), nullable=True),
        sa.Column("faces_of", sa.Text(), server_default="", nullable=False),
        sa.Column("faces", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_hand_letters_table_id")),
        sa.PrimaryKeyConstraint("table_id", "person_id", name=op.f("pk_hand_letters")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("hand_letters", schema=None) as batch_op:
        batch_op.create_index("ix_hand_letters_person_id", ["person_id"], unique=False)

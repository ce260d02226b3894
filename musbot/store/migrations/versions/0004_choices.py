"""What people and servers choose: languages, how cards are shown, where tables may be opened."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("locale", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("dms", sa.Boolean(), server_default=sa.true(), nullable=False))
        batch_op.add_column(sa.Column("large_cards", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("text_only", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("contrast", sa.Boolean(), server_default=sa.false(), nullable=False))

    with op.batch_alter_table("server_settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("language", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("rules", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("open_channels", sa.Text(), nullable=True))

"""The lesson: how far each person is, and to whom it was offered."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Text(), server_default="", nullable=False),
        sa.Column("place", sa.Integer(), server_default="0", nullable=False),
        sa.Column("streak", sa.Integer(), server_default="0", nullable=False),
        sa.Column("offered_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_lessons")),
    )
    # Whoever has sat at a table before is no newcomer.
    op.execute(
        "INSERT INTO lessons (person_id, offered_at) SELECT DISTINCT person_id, 0.0 FROM seats WHERE person_id > 0"
    )

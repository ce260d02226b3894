"""Results of games, seasons, ratings, leaderboards, friends, and what servers decided."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "friendships",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("other_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.CheckConstraint("kind IN ('friend', 'blocked')", name=op.f("ck_friendships_kind")),
        sa.CheckConstraint("person_id <> other_id", name=op.f("ck_friendships_two")),
        sa.PrimaryKeyConstraint("person_id", "other_id", name=op.f("pk_friendships")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("friendships", schema=None) as batch_op:
        batch_op.create_index("ix_friendships_other_id", ["other_id", "kind"], unique=False)

    op.create_table(
        "seasons",
        sa.Column(
            "season_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("starts_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_seasons_length")),
        sa.PrimaryKeyConstraint("season_id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("starts_at", name=op.f("uq_seasons_starts_at")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("leaderboard_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("leaderboard_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    with op.batch_alter_table("server_settings", schema=None) as batch_op:
        batch_op.create_index("ix_server_settings_leaderboard_at", ["leaderboard_at"], unique=False)

    op.create_table(
        "standings",
        sa.Column("season_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("partner_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pair", sa.Boolean(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("partner_name", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("sure", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("stones", sa.Integer(), nullable=False),
        sa.Column("ordagos", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint(
            "season_id", "guild_id", "person_id", "partner_id", name=op.f("pk_standings")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("standings", schema=None) as batch_op:
        batch_op.create_index(
            "ix_standings_ordagos",
            ["season_id", "guild_id", "pair", "ordagos", "person_id", "partner_id", "last_at", "games"],
            unique=False,
        )
        batch_op.create_index("ix_standings_partner_id", ["partner_id"], unique=False)
        batch_op.create_index("ix_standings_person_id", ["person_id", "partner_id"], unique=False)
        batch_op.create_index(
            "ix_standings_stones",
            ["season_id", "guild_id", "pair", "stones", "person_id", "partner_id", "last_at", "games"],
            unique=False,
        )
        batch_op.create_index(
            "ix_standings_sure",
            ["season_id", "guild_id", "pair", "sure", "person_id", "partner_id", "last_at", "games"],
            unique=False,
        )
        batch_op.create_index(
            "ix_standings_won",
            ["season_id", "guild_id", "pair", "won", "person_id", "partner_id", "last_at", "games"],
            unique=False,
        )

    op.create_table(
        "results",
        sa.Column(
            "result_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("winner", sa.Text(), nullable=True),
        sa.Column("games_a", sa.Integer(), nullable=False),
        sa.Column("games_b", sa.Integer(), nullable=False),
        sa.Column("score_a", sa.Integer(), nullable=False),
        sa.Column("score_b", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("best_of", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("counted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("voided_at", sa.Double(), nullable=True),
        sa.CheckConstraint("kind IN ('rated', 'abandoned', 'unrated')", name=op.f("ck_results_kind")),
        sa.CheckConstraint("winner IN ('A', 'B')", name=op.f("ck_results_winner")),
        sa.ForeignKeyConstraint(["game_id"], ["games.game_id"], name=op.f("fk_results_game_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_results")),
        sa.UniqueConstraint("table_id", name=op.f("uq_results_table_id")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(
            "ix_results_pending",
            ["result_id"],
            unique=False,
            sqlite_where=sa.text("NOT counted"),
            postgresql_where=sa.text("NOT counted"),
        )

    op.create_table(
        "rating_changes",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("partner_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "result_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("stones", sa.Integer(), nullable=False),
        sa.Column("ordagos", sa.Integer(), nullable=False),
        sa.Column("mu_shift", sa.Double(), nullable=False),
        sa.Column("sigma_scale", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("void", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["results.result_id"], name=op.f("fk_rating_changes_result_id")
        ),
        sa.PrimaryKeyConstraint(
            "person_id", "partner_id", "season_id", "result_id", name=op.f("pk_rating_changes")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("rating_changes", schema=None) as batch_op:
        batch_op.create_index("ix_rating_changes_result_id", ["result_id"], unique=False)

    op.create_table(
        "result_people",
        sa.Column(
            "result_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("original", sa.Boolean(), nullable=False),
        sa.Column("gone", sa.Text(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("stones", sa.Integer(), nullable=False),
        sa.Column("ordagos", sa.Integer(), nullable=False),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["results.result_id"], name=op.f("fk_result_people_result_id")
        ),
        sa.PrimaryKeyConstraint("result_id", "place", name=op.f("pk_result_people")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("result_people", schema=None) as batch_op:
        batch_op.create_index("ix_result_people_person_id", ["person_id", "at"], unique=False)

    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("private", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("friend_news", sa.Boolean(), server_default=sa.true(), nullable=False))

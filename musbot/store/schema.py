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

# The direct message in which somebody at a live table sees their hand: only where several processes may send it.
hand_letters = Table(
    "hand_letters",
    metadata,
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    # The last event of the table when somebody took it upon themselves to show this hand.
    Column("seq", Integer, nullable=False),
    Column("shows", Text, nullable=False),
    Column("sent", Boolean, nullable=False),
    Column("claimed_at", Double, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("deal", Integer),
    # Of which hands faces were told, and how many.
    Column("faces_of", Text, nullable=False, default="", server_default=""),
    Column("faces", Integer, nullable=False, default=0, server_default="0"),
    Index("ix_hand_letters_person_id", "person_id"),
    sqlite_with_rowid=False,
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
    # Whether others may see the profile, and whether friends tell each other when they open a table.
    Column("private", Boolean, nullable=False, default=False, server_default=false()),
    Column("friend_news", Boolean, nullable=False, default=True, server_default=true()),
    # What their Discord speaks, for direct messages to those who have chosen no language.
    Column("locale", Text),
    Column("dms", Boolean, nullable=False, default=True, server_default=true()),
    Column("large_cards", Boolean, nullable=False, default=False, server_default=false()),
    Column("text_only", Boolean, nullable=False, default=False, server_default=false()),
    Column("contrast", Boolean, nullable=False, default=False, server_default=false()),
    Column("tips", Boolean),
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

# A game that counts for somebody: its end, or its abandonment.
results = Table(
    "results",
    metadata,
    Column("result_id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), nullable=False),
    Column("game_id", RowNumber, ForeignKey("games.game_id")),
    Column("guild_id", BigInteger),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("winner", Text),
    Column("games_a", Integer, nullable=False),
    Column("games_b", Integer, nullable=False),
    Column("score_a", Integer, nullable=False),
    Column("score_b", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("preset", Text, nullable=False),
    Column("target", Integer, nullable=False),
    Column("best_of", Integer, nullable=False),
    Column("options", Text, nullable=False),
    # Whether the ratings have taken it in, in the order of the numbers.
    Column("counted", Boolean, nullable=False, default=False, server_default=false()),
    Column("voided_at", Double),
    UniqueConstraint("table_id"),
    CheckConstraint("kind IN ('rated', 'abandoned', 'unrated')", name="kind"),
    CheckConstraint("winner IN ('A', 'B')", name="winner"),
    Index(
        "ix_results_pending",
        "result_id",
        sqlite_where=text("NOT counted"),
        postgresql_where=text("NOT counted"),
    ),
    sqlite_autoincrement=True,
)

result_people = Table(
    "result_people",
    metadata,
    Column("result_id", RowNumber, ForeignKey("results.result_id"), primary_key=True, autoincrement=False),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    Column("table_id", RowNumber, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("person_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("level", Text),
    Column("original", Boolean, nullable=False),
    Column("gone", Text, nullable=False),
    Column("won", Boolean),
    Column("stones", Integer, nullable=False),
    Column("ordagos", Integer, nullable=False),
    Column("tally", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_result_people_person_id", "person_id", "at"),
    sqlite_with_rowid=False,
)

seasons = Table(
    "seasons",
    metadata,
    # 0, which is no row, is all time.
    Column("season_id", RowNumber, primary_key=True, autoincrement=True),
    Column("starts_at", Double, nullable=False),
    Column("ends_at", Double, nullable=False),
    Column("closed_at", Double),
    UniqueConstraint("starts_at"),
    CheckConstraint("ends_at > starts_at", name="length"),
    sqlite_autoincrement=True,
)

# What a game did to the rating of a player or of a pair, of a season or of all time (season 0).
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    # The partner of a pair, whose number is the greater of the two; 0 for a player alone.
    Column("partner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("season_id", Integer, primary_key=True, autoincrement=False),
    Column("result_id", RowNumber, ForeignKey("results.result_id"), primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("at", Double, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("stones", Integer, nullable=False),
    Column("ordagos", Integer, nullable=False),
    # What is added to mu and what sigma is multiplied with: kept apart, so that they count though somebody else
    # of the game was erased.
    Column("mu_shift", Double, nullable=False),
    Column("sigma_scale", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    # The game was taken out of the ratings; it may be put in again.
    Column("void", Boolean, nullable=False, default=False, server_default=false()),
    Index("ix_rating_changes_result_id", "result_id"),
    sqlite_with_rowid=False,
)

# How players and pairs stand: made of the rating changes, and kept to be sorted by.
standings = Table(
    "standings",
    metadata,
    Column("season_id", Integer, primary_key=True, autoincrement=False),
    # 0 is everywhere.
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("partner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("pair", Boolean, nullable=False),
    Column("name", Text, nullable=False),
    Column("partner_name", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    # What the rating is at least, most probably: sorted by.
    Column("sure", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("stones", Integer, nullable=False),
    Column("ordagos", Integer, nullable=False),
    Column("last_at", Double, nullable=False),
    *(
        Index(
            f"ix_standings_{key}",
            "season_id",
            "guild_id",
            "pair",
            key,
            "person_id",
            "partner_id",
            "last_at",
            "games",
        )
        for key in ("sure", "won", "stones", "ordagos")
    ),
    Index("ix_standings_person_id", "person_id", "partner_id"),
    Index("ix_standings_partner_id", "partner_id"),
    sqlite_with_rowid=False,
)

friendships = Table(
    "friendships",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("other_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("at", Double, nullable=False),
    CheckConstraint("kind IN ('friend', 'blocked')", name="kind"),
    CheckConstraint("person_id <> other_id", name="two"),
    Index("ix_friendships_other_id", "other_id", "kind"),
    sqlite_with_rowid=False,
)

# How far somebody is in the lesson; when it was offered to them.
lessons = Table(
    "lessons",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("step", Text, nullable=False, default="", server_default=""),
    Column("place", Integer, nullable=False, default=0, server_default=text("0")),
    # The most right answers in a row in the quiz of hands.
    Column("streak", Integer, nullable=False, default=0, server_default=text("0")),
    Column("offered_at", Double),
)

# What the moderators of a server decided for it. Later decisions get columns here.
server_settings = Table(
    "server_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("leaderboard_channel_id", BigInteger),
    # When the next weekly leaderboard is due.
    Column("leaderboard_at", Double),
    # The language of new tables, the rules they start from, and the only channels where they may be opened, as
    # a list in JSON.
    Column("language", Text),
    Column("rules", Text),
    Column("open_channels", Text),
    # The role that may hold tournaments, and the time zone in which their hours are meant.
    Column("tournament_role", BigInteger),
    Column("zone", Text),
    Index("ix_server_settings_leaderboard_at", "leaderboard_at"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament_id", RowNumber, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("live", Boolean, nullable=False),
    # When somebody has to look at it next: its start, a forfeit, a bell.
    Column("wake_at", Double),
    # What its channel has been told: the event in Discord's calendar, the last round, and that it is over.
    Column("event_id", BigInteger),
    Column("told_round", Integer, nullable=False, default=0, server_default="0"),
    Column("told_end", Boolean, nullable=False, default=False, server_default=false()),
    Index("ix_tournaments_guild_id", "guild_id"),
    Index("ix_tournaments_wake_at", "wake_at"),
    sqlite_autoincrement=True,
)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament_id", RowNumber, ForeignKey("tournaments.tournament_id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    CheckConstraint("seq > 0", name="seq"),
    sqlite_with_rowid=False,
)

# Which meeting is played at a table. A meeting has one table, whatever the processes do.
tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("table_id", RowNumber, ForeignKey("tables.table_id"), primary_key=True, autoincrement=False),
    Column("tournament_id", RowNumber, ForeignKey("tournaments.tournament_id"), nullable=False),
    Column("meeting", Integer, nullable=False),
    UniqueConstraint("tournament_id", "meeting"),
)

# What people have won: made once a tournament is over, of its places.
honours = Table(
    "honours",
    metadata,
    Column("tournament_id", RowNumber, ForeignKey("tournaments.tournament_id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    # Those with the same one have played as a pair.
    Column("entry", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    # Of how many.
    Column("field", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("guild_id", BigInteger),
    Column("title", Text, nullable=False),
    Column("league", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_honours_person_id", "person_id", "place"),
    Index("ix_honours_guild_id", "guild_id", "league", "place"),
    sqlite_with_rowid=False,
)

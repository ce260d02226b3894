"""The rows that go into the store and come out of it: facts, all of them frozen.

Every ``at`` is in seconds since 1970-01-01 UTC, as :func:`time.time` gives them. Numbers of servers,
channels, messages and people are Discord's, 64 bits wide.
"""

import enum
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
"""Writes a value as the text that is kept of it."""


class TableStatus(enum.StrEnum):
    """Where a table is in its life. The first two are *live*: a restart picks them up again."""

    OPEN = "open"
    """Seats are being taken."""
    PLAYING = "playing"
    FINISHED = "finished"
    """Played to the end."""
    CLOSED = "closed"
    """Ended without a winner: nobody came, everybody left, the bot was removed from the server."""

    @property
    def is_live(self) -> bool:
        return self in LIVE


LIVE = frozenset({TableStatus.OPEN, TableStatus.PLAYING})


@dataclass(frozen=True, slots=True)
class Limits:
    """How many live tables there may be. 0 is no limit."""

    per_channel: int = 0
    per_server: int = 0
    per_person: int = 0
    """At how many one person may sit."""


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that happened at a table, not yet written."""

    kind: str
    data: Mapping[str, Any]
    """What JSON can hold; non-string keys come back as strings, tuples as lists."""
    at: float


@dataclass(frozen=True, slots=True)
class EventRow:
    """Event ``seq`` of a table. The first event of every table is number 1; none is left out."""

    table_id: int
    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the store knows it; what is being played there is in its events."""

    table_id: int
    guild_id: int | None
    """``None`` at a table opened outside any server."""
    channel_id: int
    """The channel in which the table was opened."""
    message_channel_id: int | None
    """The channel or thread of the current table message."""
    message_id: int | None
    """The message that shows the table now; ``None`` until one has been sent."""
    message_deal: int
    """Which deal that message shows, counted from 0; -1 while it shows the seats being taken, and one past
    the last deal once it tells the end of the match."""
    status: TableStatus
    opened_at: float
    ended_at: float | None


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when those who are to act at a table may think. It is about one revision of the table alone."""

    revision: int
    due_at: float
    remind_at: float | None = None
    """When they are reminded; ``None`` if never, or if they were."""


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """A deadline that somebody has to look at."""

    table_id: int
    revision: int
    due_at: float
    remind_at: float | None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A finished game, not yet written."""

    winner: str
    """The pair that won, ``"A"`` (seats 1 and 3) or ``"B"``."""
    scores: tuple[int, int]
    """Points of pair A and pair B at the end."""
    players: Sequence[Mapping[str, Any]]
    """One object a seat, seats 1 to 4 in order; what is in it is for the room of tables to say."""
    record: str
    """The whole game as a ``.mus`` record."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game in the archive; the fields are those of :class:`NewGame`."""

    game_id: int
    table_id: int
    finished_at: float
    winner: str
    scores: tuple[int, int]
    players: tuple[dict[str, Any], ...]
    record: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Someone who has used the bot."""

    person_id: int
    name: str
    """Empty in all that is written now: what somebody was called is told by the results of their games."""
    dm_channel_id: int | None
    """Their direct-message channel with the bot, once one has been opened."""
    dm_closed_at: float | None
    """When Discord last refused a direct message to them; ``None`` if the last one arrived."""
    language: str | None
    """The language they chose; ``None`` to follow their Discord client."""
    pings: bool
    """Whether a new deal may ping them when it is theirs to speak."""
    private: bool = False
    """Whether their profile is for themselves alone."""
    friend_news: bool = True
    """Whether they and their friends tell each other when one opens a table."""
    locale: str | None = None
    """The code of what their Discord speaks, as it was seen last."""
    dms: bool = True
    """Whether they want direct messages."""
    large_cards: bool = False
    """Whether their cards are drawn in large print."""
    text_only: bool = False
    """Whether their cards are told in words alone."""
    contrast: bool = False
    """Whether their pictures are drawn in stronger colours."""
    tips: bool | None = None
    """Whether they want tips at their turn; ``None`` as long as they have chosen nothing."""

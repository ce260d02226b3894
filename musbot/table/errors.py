"""Why a table may refuse a command. The words for people are the bot's; here it is a reason and its facts."""

from __future__ import annotations

from enum import StrEnum

from musbot.store import TableRow


class Refusal(StrEnum):
    """Reasons for which a command is refused."""

    NO_TABLE = "no_table"
    CLOSED = "closed"
    """The table is over."""
    FULL = "full"
    STARTED = "started"
    """The game has begun, so the seats are taken."""
    NOT_STARTED = "not_started"
    NOT_OVER = "not_over"
    """The match is still being played."""
    NOT_INVITED = "not_invited"
    NO_ROLE = "no_role"
    NO_FRIEND = "no_friend"
    """The table is for friends of its host."""
    OTHER_RATING = "other_rating"
    """The table is for players of other ratings."""
    BLOCKED = "blocked"
    """Somebody at the table does not want to play with the person. They are not told who."""
    SEAT_TAKEN = "seat_taken"
    NOT_SEATED = "not_seated"
    AT_NO_TABLE = "at_no_table"
    NOT_HOST = "not_host"
    NOT_MODERATOR = "not_moderator"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    """The click was for a moment of the game that has passed."""
    ALREADY_DROPPED = "already_dropped"
    ALREADY_CUT = "already_cut"
    """The person has cut the next deck."""
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    """The table's events are damaged, or a later musbot has written them."""
    PUT_ASIDE = "put_aside"
    """The same, and it keeps the person's seat no longer."""
    CHANNEL_FULL = "channel_full"
    """As many tables are live in the channel as may be."""
    SERVER_FULL = "server_full"
    PERSON_FULL = "person_full"
    """The person sits at as many tables as anybody may."""
    BUSY = "busy"
    """The person sits at another table at which others wait for them."""
    SEAT_KEPT = "seat_kept"
    """The seat is kept for the person who had it, who was away."""
    OTHER_SEAT = "other_seat"
    """The person has seen the cards of another seat of this game."""
    REMOVED = "removed"
    """The others have removed the person from this game."""
    NOT_AWAY = "not_away"
    """Nobody plays in the person's place here."""
    NOT_AT_TABLE = "not_at_table"
    """The person whom a command is about has no seat."""
    TOURNAMENT = "tournament"
    """The table's seats are kept for those of a tournament's meeting."""
    OWN_VOTE = "own_vote"
    """Nobody votes against themselves: they leave."""


class Refused(Exception):
    """A command that was refused. `reason` is for people, the text for programmers.

    :param seat: the seat that the reason is about, where there is one.
    :param elsewhere: the other table that it is about, where there is one.
    :param most: how many there may be, where there were too many.
    """

    def __init__(
        self,
        reason: Refusal,
        detail: str = "",
        seat: int = 0,
        elsewhere: TableRow | None = None,
        most: int = 0,
    ) -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail
        self.seat = seat
        self.elsewhere = elsewhere
        self.most = most


class Unreadable(Refused):
    """A table that cannot be read: its events are damaged, or of a later musbot."""

    def __init__(self, table_id: int) -> None:
        super().__init__(Refusal.UNREADABLE, f"table {table_id}")

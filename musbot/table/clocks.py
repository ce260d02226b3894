"""Until when a table waits: for a decision, for those who are away, for players to sit down.

A deadline follows from the table's events and their times alone. The store keeps it as a row, so that a sweeper
finds what is due; a restart changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from musbot.store import Deadline

if TYPE_CHECKING:
    from musbot.table.state import Table

DAY = 86_400
CLOCKS = (0, 30, 60, 120, 300, DAY)
"""Seconds for a decision that a table may choose; 0 is no clock."""
LEAST_FOR_ORDAGO = 120
"""Seconds there are at least to answer an órdago: the whole game hangs on it."""
LOBBY_WAITS = DAY
"""Seconds after which a table is closed at which nothing has happened and no game has begun."""
DESERTED_WAITS = DAY
"""Seconds for which a game waits when all its people are away; then it is closed."""
UNTIMED_WAITS = 30 * DAY
"""Seconds for which a game without a clock waits for somebody to say anything; then it is closed."""
MOST_MISSES = 2
"""Decisions in a row that a person may leave to the clock; after them an AI player takes the seat."""
KEPT_FOR = 600
"""Seconds for which a seat is kept for a person who was away; for the length of the clock where that is more."""


SPEAKS_WITHIN = 30
"""Seconds after which an AI player speaks at the latest: it takes a moment by itself, this is the net below."""


def is_live_play(clock: int) -> bool:
    """Return whether a clock makes the others wait by the minute: one person may sit at one such table."""
    return 0 < clock < DAY


def due_at(table: Table) -> float | None:
    """Return until when a table waits, in seconds since 1970; None where it waits for nobody."""
    if table.is_open:
        # A tournament knows itself how long it waits for those who are to play; below is a net.
        return table.since + (UNTIMED_WAITS if table.tournament else LOBBY_WAITS)
    if not table.is_playing or not table.people_to_act:
        return None
    if not table.clock:
        return table.since + UNTIMED_WAITS
    if table.is_deserted:
        return table.since + max(table.clock, DESERTED_WAITS)
    betting = table.playing.deal.betting
    ordago = betting is not None and betting.ordago
    return table.since + (max(table.clock, LEAST_FOR_ORDAGO) if ordago else table.clock)


def speaks_at(table: Table) -> float:
    """Return when the AI player whose turn it is speaks at the latest, in seconds since 1970."""
    return table.since + SPEAKS_WITHIN


def deadline_of(table: Table) -> Deadline | None:
    """Return a table's deadline as the store keeps it. People are reminded when half of their time has passed; there
    is no place to remind them of a practice."""
    if table.ai_speaker is not None:
        return Deadline(table.revision, speaks_at(table), None)
    due = due_at(table)
    if due is None:
        return None
    return Deadline(
        table.revision, due, (table.since + due) / 2 if table.is_playing and not table.practice else None
    )

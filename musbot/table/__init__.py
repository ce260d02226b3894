"""One table as its players live it: seats, invitations, commands, events, and what each may see.

`Table` is the state, made by its events alone; `Tables` takes commands, writes their events to the store and
answers with a `Change`. Nothing here knows Discord beyond the numbers that it gives to people and places.
"""

from musbot.table.archive import is_rated
from musbot.table.change import Chance, Change
from musbot.table.clocks import CLOCKS
from musbot.table.commands import require_cut
from musbot.table.erasing import erase_person
from musbot.table.errors import Refusal, Refused, Unreadable
from musbot.table.events import (
    Acted,
    Closed,
    Committed,
    CutDeck,
    Dealt,
    Event,
    Forgotten,
    Invited,
    Kept,
    Left,
    Opened,
    Rematched,
    Sat,
    Started,
    Voted,
)
from musbot.table.people import Access, Person, Sitter
from musbot.table.presence import Gone
from musbot.table.public import PublicTable
from musbot.table.state import Status, Table
from musbot.table.sweeper import Reminder, Sweeper
from musbot.table.tables import NOWHERE, Tables
from musbot.table.thinking import Thinking

__all__ = [
    "CLOCKS",
    "NOWHERE",
    "Access",
    "Acted",
    "Chance",
    "Change",
    "Closed",
    "Committed",
    "CutDeck",
    "Dealt",
    "Event",
    "Forgotten",
    "Gone",
    "Invited",
    "Kept",
    "Left",
    "Opened",
    "Person",
    "PublicTable",
    "Refusal",
    "Refused",
    "Rematched",
    "Reminder",
    "Sat",
    "Sitter",
    "Started",
    "Status",
    "Sweeper",
    "Table",
    "Tables",
    "Thinking",
    "Unreadable",
    "Voted",
    "erase_person",
    "is_rated",
    "require_cut",
]

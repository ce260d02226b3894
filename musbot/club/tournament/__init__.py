"""Tournaments: a value made of its events, as a table is. In it is no clock, no I/O, and no chance of its own.

`plan` says what is settled before; `events` and `state` what happens; `commands` what people may do; `rounds` how it
goes on, and `due` what of it is due now. The formats are in `swiss`, `bracket`, `robin` and `arena`, who stands
where in `standings`, and what it was worth in `league`.

Around the value: `desk` keeps all of them in the store, `runner` does what is due and brings them their tables, of
which `outcome` says how a meeting has ended, and `erasing` lets somebody leave them all.
"""

from musbot.club.tournament.errors import Reason, Refused
from musbot.club.tournament.meetings import Meeting, Pairing, Result
from musbot.club.tournament.plan import Format, Plan
from musbot.club.tournament.state import Entry, Phase, Tournament

__all__ = [
    "Entry",
    "Format",
    "Meeting",
    "Pairing",
    "Phase",
    "Plan",
    "Reason",
    "Refused",
    "Result",
    "Tournament",
]

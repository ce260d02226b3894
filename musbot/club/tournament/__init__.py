"""Tournaments: a value made of its events, as a table is. Here is no clock, no I/O, and no chance of its own.

`plan` says what is settled before; `events` and `state` what happens; `commands` what people may do; `rounds` how it
goes on. The formats are in `swiss`, `bracket`, `robin` and `arena`, and who stands where in `standings`.
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

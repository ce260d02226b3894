"""Every call to Discord: answers to interactions, the bot's own messages, the calendars of servers.

Each function names the refusals it expects (`errors`) and says what happens then; what it does not expect is raised,
for the dispatcher to log and to answer. A game never waits for a call to succeed. Where Discord is not there for a
moment, a call is made again (`trying`).
"""

from musbot.bot.calls.answers import (
    Sent,
    acknowledge,
    answer_by_edit,
    answer_by_form,
    answer_by_message,
    answer_silently,
    conclude,
    edit_answer,
    edit_follow_up,
    follow_up,
    take_away,
    think,
    token_lives,
)
from musbot.bot.calls.calendar import EventState, announce_event, event_state, move_event
from musbot.bot.calls.errors import Barred, DmClosed, DmLater, Gone, Lost, TooOld, Unreachable
from musbot.bot.calls.messages import delete, edit, open_dm, open_thread, pin, post, reopen, send_dm, unpin

__all__ = [
    "Barred",
    "DmClosed",
    "DmLater",
    "EventState",
    "Gone",
    "Lost",
    "Sent",
    "TooOld",
    "Unreachable",
    "acknowledge",
    "announce_event",
    "answer_by_edit",
    "answer_by_form",
    "answer_by_message",
    "answer_silently",
    "conclude",
    "delete",
    "edit",
    "edit_answer",
    "edit_follow_up",
    "event_state",
    "follow_up",
    "move_event",
    "open_dm",
    "open_thread",
    "pin",
    "post",
    "reopen",
    "send_dm",
    "take_away",
    "think",
    "token_lives",
    "unpin",
]

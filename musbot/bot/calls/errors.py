"""What Discord may answer that is expected somewhere, and what that means to whoever called."""

from __future__ import annotations

import logging
from enum import IntEnum

import discord

log = logging.getLogger(__name__)


class Code(IntEnum):
    """Discord's error codes that some call expects."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_EVENT = 10070
    UNKNOWN_INTERACTION = 10062
    SLOWMODE = 20016
    CHANNEL_WRITE_LIMIT = 20028
    OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
    OPENING_DMS_TOO_FAST = 40003
    ALREADY_ACKNOWLEDGED = 40060
    TOO_MANY_FOLLOW_UPS = 40094
    TOO_MANY_EVENTS = 30038
    TOO_MANY_PINS = 30003
    MISSING_ACCESS = 50001
    CANNOT_DM = 50007
    MISSING_PERMISSIONS = 50013
    INVALID_FORM = 50035
    WRONG_KIND_OF_CHANNEL = 50024
    BAD_WEBHOOK_TOKEN = 50027
    THREAD_ARCHIVED = 50083
    NO_MUTUAL_SERVER = 50278
    THREAD_EXISTS = 160004
    THREAD_LOCKED = 160005
    TOO_MANY_THREADS = 160006


LATE = {Code.UNKNOWN_INTERACTION, Code.ALREADY_ACKNOWLEDGED, Code.UNKNOWN_WEBHOOK, Code.BAD_WEBHOOK_TOKEN}
"""Discord waits for no answer to that interaction any more."""
DM_CLOSED = {Code.CANNOT_DM, Code.NO_MUTUAL_SERVER}
NOT_THERE = {Code.UNKNOWN_CHANNEL, Code.UNKNOWN_MESSAGE}
NOT_ALLOWED = {
    Code.MISSING_ACCESS,
    Code.MISSING_PERMISSIONS,
    Code.THREAD_ARCHIVED,
    Code.THREAD_LOCKED,
    Code.SLOWMODE,
    Code.CHANNEL_WRITE_LIMIT,
}


class Gone(Exception):
    """The message or its channel is not there any more."""


class Barred(Exception):
    """The bot may not write there now; the text says what Discord answered."""


class Unreachable(Barred):
    """Discord is not there, or asks to wait for longer than a game should: it may work again in a minute."""


class Lost(Unreachable):
    """Nobody knows whether Discord has done what it was asked for: the answer was lost."""


class TooOld(Gone):
    """The message was edited too often since it is older than an hour: another one must take its place."""


class DmClosed(Exception):
    """The person does not take direct messages from the bot."""


class DmLater(DmClosed):
    """Discord does not let the bot open a conversation now; that says nothing of the person."""


def expect(error: discord.HTTPException, codes: set[Code]) -> None:
    """Raise an error again unless it is one of those that a call expects."""
    if error.code not in codes:
        raise error
    log.info("Discord answered %s %s", error.status, error.code)


def place_error(error: discord.HTTPException) -> Exception:
    """Return what an error means that was met when writing in a channel; the error itself where that is nothing
    known."""
    if error.code in NOT_THERE or error.status == 404:
        return Gone(str(error))
    if error.code == Code.OLD_MESSAGE_EDITED_TOO_OFTEN:
        return TooOld(str(error))
    if error.code in NOT_ALLOWED or error.status == 403:
        return Barred(str(error))
    return error

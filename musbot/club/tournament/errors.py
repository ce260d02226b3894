"""Why something cannot be done in a tournament."""

from enum import StrEnum


class Reason(StrEnum):
    """What stands against it. The words for people are made of this where they are shown."""

    NOT_HOST = "not_host"
    ENTERED = "entered"
    NOT_ENTERED = "not_entered"
    NOT_ASKED = "not_asked"
    YOURSELF = "yourself"
    ALONE_ONLY = "alone_only"
    NO_ROLE = "no_role"
    RATING = "rating"
    TOO_LATE = "too_late"
    NO_CHECK_IN = "no_check_in"
    STARTED = "started"
    NOT_STARTED = "not_started"
    OVER = "over"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    TOO_FEW = "too_few"
    UNFINISHED = "unfinished"
    ROUND_BEGUN = "round_begun"
    NO_MEETING = "no_meeting"
    PAIRED_ON = "paired_on"
    REMOVED = "removed"


class Refused(Exception):
    """A command that the rules of the tournament do not allow."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason.value}: {detail}" if detail else reason.value)
        self.reason = reason

"""What Discord answers when it says no: status, code, words and the nested `errors` of a form.

The numbers are those of D:topics/opcodes-and-status-codes.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from .wire import Json

__all__ = ["CannotDo", "Code", "Form", "Refusal"]


class Code(Enum):
    """A refusal by name. The value is (HTTP status, JSON code, message)."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    UNKNOWN_EVENT = (404, 10070, "Unknown Guild Scheduled Event")
    TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached (50)")
    TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_IN_DM = (403, 50003, "Cannot execute action on a DM channel")
    NOT_YOUR_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    TOO_MANY_FOLLOW_UPS = (
        400,
        40094,
        "This interaction has reached the maximum number of follow up messages",
    )
    CANNOT_DM = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    SYSTEM_MESSAGE = (403, 50021, "Cannot execute action on a system message")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_FORM = (400, 50035, "Invalid Form Body")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    NO_MUTUAL_GUILDS = (403, 50278, "Cannot send messages to this user due to having no mutual guilds")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    THREAD_LOCKED = (403, 160005, "Thread is locked")


class CannotDo(Exception):
    """Discord's client does not offer what a person tried."""


class Refusal(Exception):
    """Discord refuses a request.

    Args:
        status: the HTTP status.
        code: Discord's JSON error code, 0 when it has none.
        message: the words that come with it.
        errors: the nested `errors` object of an invalid form.
    """

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} (error code: {code}): {message}" + (f" {errors}" if errors else ""))
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @classmethod
    def of(cls, code: Code, errors: Json | None = None) -> Refusal:
        """The refusal of that name."""
        return cls(*code.value, errors)

    def body(self) -> Json:
        """The JSON body of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class Form:
    """Collects what is wrong with a payload, in the nested shape of Discord's error 50035.

    >>> form = Form()
    >>> form.wrong(("embeds", 0, "title"), "BASE_TYPE_MAX_LENGTH", "Must be 256 or fewer in length.")
    >>> form.errors["embeds"]["0"]["title"]["_errors"][0]["code"]
    'BASE_TYPE_MAX_LENGTH'
    """

    def __init__(self) -> None:
        self.errors: Json = {}

    def wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Record one fault of the field at `path`."""
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: tuple[str | int, ...]) -> None:
        """The field at `path` is missing."""
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, path: tuple[str | int, ...], value: Any, low: int, high: int) -> str:
        """Check that `value` is a text of `low` to `high` characters; returns it, or "" when it is not.

        `None` passes as the empty text when `low` is 0.
        """
        if value is None:
            if low > 0:
                self.required(path)
            return ""
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value!r:.80}" as string.')
            return ""
        # Discord counts code points, as Python does.
        if not low <= len(value) <= high:
            if low == 0:
                self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
            else:
                self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            return ""
        return value

    def items(self, path: tuple[str | int, ...], value: Any, low: int, high: int) -> list[Any]:
        """Check that `value` is a list of `low` to `high` items; returns it, or [] when it is not."""
        if value is None:
            if low > 0:
                self.required(path)
            return []
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            return []
        return value

    def number(self, path: tuple[str | int, ...], value: Any, low: float, high: float) -> None:
        """Check that `value` is a number from `low` to `high`."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value!r:.80}" is not int.')
        elif value < low:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")

    def check(self) -> None:
        """Raises `Refusal` 50035 when anything was wrong."""
        if self.errors:
            raise Refusal.of(Code.INVALID_FORM, self.errors)

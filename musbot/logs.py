"""Logging: to standard error, as text or as JSON Lines, and never with a token in it."""

import contextlib
import json
import logging
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Literal, TextIO

QUIET = ("aiohttp.access", "aiosqlite", "alembic", "asyncio", "PIL", "sqlalchemy")
"""Loggers of libraries that would write a line for every query, request or picture."""

REDACTED = "[redacted]"

# With the token of an interaction or a webhook, which is part of its address, anyone may answer in the
# bot's name for a while.
_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w-]{20,}", re.ASCII)
_PASSWORD = re.compile(r"(\b[a-z][a-z+]*://[^\s/:@]*:)[^\s/@]+(?=@)")
"""That of a URL, such as the database's."""

_about: ContextVar[Mapping[str, int]] = ContextVar("about", default=MappingProxyType({}))


def note(**numbers: int) -> None:
    """Let what is logged from here on, in this task and those that it starts, say what it is about.

    >>> note(interaction=123, table=4)
    """
    _about.set(MappingProxyType({**_about.get(), **numbers}))


@contextlib.contextmanager
def noted(**numbers: int) -> Iterator[None]:
    """Do the same while a block runs."""
    token = _about.set(MappingProxyType({**_about.get(), **numbers}))
    try:
        yield
    finally:
        _about.reset(token)


def about() -> Mapping[str, int]:
    """Return what that which is logged now is about: the numbers of a table, an interaction."""
    return _about.get()


def set_up_logging(
    level: str = "INFO",
    style: Literal["text", "json"] = "text",
    *,
    secrets: Sequence[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send what the whole process logs to ``stream`` (standard error by default), and nowhere else.

    :param secrets: texts that are blotted out wherever they occur, tracebacks included.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(secrets) if style == "json" else TextFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)


def redact(text: str, secrets: Sequence[str]) -> str:
    """``text`` with the secrets, the tokens in Discord's addresses and the passwords in URLs blotted out."""
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    return _PASSWORD.sub(rf"\1{REDACTED}", _ADDRESS.sub(rf"\1{REDACTED}", text))


class TextFormatter(logging.Formatter):
    """``2026-11-30 07:50:14Z INFO musbot.bot: ready``, in UTC.

    The whole text is redacted, so that what an exception says or shows of its source is covered too.
    """

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        super().__init__("%(asctime)sZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self.converter = time.gmtime
        self._secrets = tuple(filter(None, secrets))

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record), self._secrets)


class JsonFormatter(TextFormatter):
    """One JSON object a line: ``time``, ``level``, ``logger``, ``message``, ``exception`` if any, and the numbers
    that were noted: ``table``, ``interaction``."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage(), self._secrets),
            **_about.get(),
        }
        if record.exc_info:
            entry["exception"] = redact(self.formatException(record.exc_info), self._secrets)
        if record.stack_info:
            entry["stack"] = redact(self.formatStack(record.stack_info), self._secrets)
        return json.dumps(entry, ensure_ascii=False)

"""Errors, told to whoever hosts the bot: by direct message, each kind once an hour at most.

What goes wrong is logged, wherever that is; here the log is listened to. A report says what kind of error it was and
where, never what it was about in words: no text of an exception, which may hold anything, leaves the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import aiohttp
import discord

import musbot
from musbot.logs import about
from musbot.tasks import finished

EVERY = 3600.0
"""Seconds in which an error of one kind is reported once."""
MOST_KINDS = 500

_HOME = Path(musbot.__file__).parent
_WEATHER = (aiohttp.ClientError, OSError, discord.ConnectionClosed, discord.GatewayNotFound)
"""What Discord's library logs as an error while it connects again by itself."""
_reporting: ContextVar[bool] = ContextVar("reporting", default=False)


@dataclass(frozen=True, slots=True)
class Report:
    """An error, as it may be told."""

    kind: str
    """The type of the exception; where there was none, the logger's name."""
    place: str
    """File, line and function, of musbot's own where it has a part in it."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What it was about: ``table``, ``interaction``."""
    repeated: int = 0
    """How often it has happened since it was last told, this time not counted."""


class Reports(logging.Handler):
    """Listens to the log. Made in the event loop in which reports are sent.

    :param count: told of the kind of each error.
    :param send: sends a report; None where nobody is told.
    """

    def __init__(
        self,
        count: Callable[[str], None],
        send: Callable[[Report], Awaitable[None]] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(logging.ERROR)
        self._count = count
        self._send = send
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._told: dict[tuple[str, str], float] = {}
        self._repeated: dict[tuple[str, str], int] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Take an error, in whatever thread it was logged."""
        if _reporting.get():
            return  # what goes wrong with a report is in the log
        kind, place = kind_of(record), place_of(record)
        numbers = about()
        try:
            self._loop.call_soon_threadsafe(self._take, kind, place, numbers, _is_weather(record))
        except RuntimeError:  # the loop is closed: nobody can be told any more
            self.handleError(record)

    async def quiet(self) -> None:
        """Wait until what is being sent has arrived."""
        await asyncio.sleep(0)  # an error that was logged a moment ago
        await finished(lambda: self._sending)

    def _take(self, kind: str, place: str, numbers: Mapping[str, int], weather: bool) -> None:
        self._count(kind)
        if self._send is None or weather:
            return
        now, which = self._clock(), (kind, place)
        last = self._told.get(which)
        if last is not None and now - last < EVERY:
            self._repeated[which] = self._repeated.get(which, 0) + 1
            return
        if len(self._told) >= MOST_KINDS:
            self._told.clear()
        self._told[which] = now
        report = Report(kind, place, numbers, self._repeated.pop(which, 0))
        task = asyncio.create_task(self._deliver(self._send, report))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _deliver(self, send: Callable[[Report], Awaitable[None]], report: Report) -> None:
        _reporting.set(True)
        await send(report)


def kind_of(record: logging.LogRecord) -> str:
    """Return what kind of error was logged."""
    error = record.exc_info[1] if record.exc_info else None
    return type(error).__name__ if error is not None else record.name


def place_of(record: logging.LogRecord) -> str:
    """Return where it went wrong: the innermost place of musbot's own, else of whoever it was."""
    error = record.exc_info[1] if record.exc_info else None
    found = _frames(error.__traceback__ if error is not None else None)
    own = [frame for frame in found if _HOME in Path(frame.filename).parents]
    if not found:
        return f"{Path(record.pathname).name}:{record.lineno} ({record.funcName})"
    frame = (own or found)[-1]
    path = Path(frame.filename)
    name = path.relative_to(_HOME.parent).as_posix() if own else path.name
    return f"{name}:{frame.lineno} ({frame.name})"


def _frames(trace: TracebackType | None) -> list[traceback.FrameSummary]:
    # Without the lines of the sources, which would have to be read from the disk.
    return list(traceback.StackSummary.extract(traceback.walk_tb(trace), lookup_lines=False))


def _is_weather(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return record.name.startswith("discord.") and isinstance(error, _WEATHER)

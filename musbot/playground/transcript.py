"""Every HTTP call that the bot made, for counting calls and for finding leaks."""

from __future__ import annotations

import fnmatch
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .forms import Upload
from .wire import decode

__all__ = ["Exchange", "Transcript"]


@dataclass(slots=True)
class Exchange:
    """One request and its response.

    Attributes:
        method: the HTTP method.
        path: the path below `/api/v10`, as `/channels/123/messages`.
        template: the route, as `/channels/{channel_id}/messages`; "" when there is none.
        query: the query string.
        sent: the JSON that was sent, as it came.
        files: the uploaded files.
        status: the HTTP status; 0 while it runs or when the connection was dropped.
        received: the JSON of the response, as it went.
        at: the playground's time when the request came in, in seconds.
        counted: whether it counts towards the global limit of 50 a second.
    """

    method: str
    path: str
    template: str
    query: str
    at: float
    counted: bool
    sent: bytes = b""
    files: tuple[Upload, ...] = ()
    status: int = 0
    received: bytes = b""
    took: float = 0.0
    _payload: Any = field(default=None, repr=False)

    @property
    def payload(self) -> Any:
        """The JSON that was sent, read anew from what came over the wire; None when there was none."""
        if self._payload is None and self.sent:
            self._payload = decode(self.sent)
        return self._payload

    @property
    def response(self) -> Any:
        """The JSON of the response; None when there was none."""
        return decode(self.received) if self.received else None

    @property
    def route(self) -> str:
        """Method and template, as `POST /channels/{channel_id}/messages`."""
        return f"{self.method} {self.template or self.path}"

    def __str__(self) -> str:
        return f"{self.method} {self.path} → {self.status}"


class Transcript:
    """The last calls, oldest first.

    Args:
        keep: how many calls are remembered; the counts go on for ever.
    """

    def __init__(self, keep: int | None = 50_000) -> None:
        self.exchanges: deque[Exchange] = deque(maxlen=keep)
        self.counts: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.counted = 0

    def __iter__(self) -> Iterator[Exchange]:
        return iter(self.exchanges)

    def __len__(self) -> int:
        return len(self.exchanges)

    def add(self, exchange: Exchange) -> None:
        """Remember a call that has just come in."""
        self.exchanges.append(exchange)
        self.counts[exchange.route] += 1
        self.counted += exchange.counted

    def clear(self) -> None:
        """Forget all calls and counts."""
        self.exchanges.clear()
        self.counts.clear()
        self.statuses.clear()
        self.counted = 0

    def calls(self, method: str = "*", route: str = "*", *, status: int | None = None) -> list[Exchange]:
        """The calls of a method whose path or template fits a pattern, as `/channels/*/messages`."""
        return [
            e
            for e in self.exchanges
            if method in ("*", e.method)
            and (fnmatch.fnmatchcase(e.path, route) or e.template == route)
            and status in (None, e.status)
        ]

    def busiest_second(self) -> int:
        """The most calls within one second that count towards the global limit."""
        most = 0
        window: deque[float] = deque()
        for exchange in self.exchanges:
            if exchange.counted:
                window.append(exchange.at)
                while window[0] <= exchange.at - 1.0:
                    window.popleft()
                most = max(most, len(window))
        return most

    def texts(self) -> Iterator[tuple[Exchange, str]]:
        """Every call with all that it sent as one text: JSON and file names. For leak scans."""
        for exchange in self.exchanges:
            names = " ".join(file.name for file in exchange.files)
            yield exchange, f"{exchange.sent.decode(errors='replace')} {names}".strip()

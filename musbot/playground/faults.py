"""Faults on demand: the next calls of a route fail, wait, or lose their answer."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass
from typing import Literal

__all__ = ["Drop", "Fault", "Faults"]

Drop = Literal["before", "after"]


@dataclass(slots=True)
class Fault:
    """One fault that waits for calls.

    Attributes:
        method: the HTTP method, or "*".
        route: a pattern of the path below `/api/v10`, as `/channels/*/messages`; `*` stands for one or more
            characters.
        status: the HTTP status of the refusal, or 0 to let the call through (after `delay`).
        code: Discord's JSON error code.
        message: the words that come with it.
        left: how many calls it still takes, or None for all.
        skip: how many calls it lets pass first.
        delay: seconds that the call waits before anything happens.
        drop: "before" loses the request, "after" obeys it and loses the answer.
        retry_after: for status 429, the seconds that the client must wait.
        hits: how many calls it has taken.
    """

    method: str
    route: str
    status: int
    code: int
    message: str
    left: int | None
    skip: int
    delay: float
    drop: Drop | None
    retry_after: float
    hits: int = 0

    def matches(self, method: str, path: str) -> bool:
        """Whether a call is one of those."""
        return self.method in ("*", method) and fnmatch.fnmatchcase(path, self.route)


class Faults:
    """The faults of one playground, oldest first."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(
        self,
        *,
        method: str = "*",
        route: str,
        status: int = 0,
        code: int = 0,
        message: str = "An error on demand",
        times: int | None = 1,
        skip: int = 0,
        delay: float = 0.0,
        drop: bool | Drop = False,
        retry_after: float = 0.1,
    ) -> Fault:
        """Let the next `times` calls of a route fail (None: all of them).

        `status=403, code=50007` refuses; `delay=2.0` alone is slow; `drop=True` (or "before") loses the
        request; `drop="after"` obeys it and loses the answer. aiohttp itself repeats a lost GET, PUT or
        DELETE once, so a drop of those shows only with `times=2`.
        """
        where: Drop | None = ("before" if drop is True else drop) or None
        fault = Fault(method, route, status, code, message, times, skip, delay, where, retry_after)
        self._faults.append(fault)
        return fault

    def clear(self) -> None:
        """No more faults."""
        self._faults.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that this call runs into, if any."""
        if not self._faults:
            return None
        for fault in self._faults:
            if not fault.matches(method, path):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.hits += 1
            if fault.left is not None:
                fault.left -= 1
                if fault.left <= 0:
                    self._faults.remove(fault)
            return fault
        return None

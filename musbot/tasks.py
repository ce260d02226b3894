"""Waiting for tasks that go on behind what is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any


async def finished(tasks: Callable[[], Iterable[asyncio.Future[Any]]]) -> None:
    """Wait until none of some tasks is left, those that begin meanwhile among them, however they end.

    :param tasks: returns those that are left; what takes one out is a callback of its own.
    """
    while left := list(tasks()):
        await asyncio.gather(*left, return_exceptions=True)
        # From Python 3.12 on, that takes no turn of the loop where all are done: their callbacks would never have one.
        await asyncio.sleep(0)

"""What is looked after while the bot runs: its errors, and its figures for whoever collects them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

from musbot.bot.metrics import Metrics, Page
from musbot.bot.owners import Owners
from musbot.bot.reports import Reports


@dataclass(frozen=True, slots=True)
class Watch:
    """What those who host the bot want of it."""

    reports: bool = False
    """Errors are told to the owners."""
    metrics_port: int | None = None
    """Where figures are shown, on this machine; None for nowhere."""


UNWATCHED = Watch()


@contextlib.asynccontextmanager
async def watched(metrics: Metrics, owners: Owners, watch: Watch) -> AsyncIterator[None]:
    """Look after a bot while the block runs.

    :raises OSError: if the port for the figures is taken.
    """
    reports = Reports(metrics.failed, owners.report if watch.reports else None)
    page = Page(metrics, owners.look)
    root = logging.getLogger()
    root.addHandler(reports)
    try:
        if watch.metrics_port is not None:
            await page.open(watch.metrics_port)
        yield
    finally:
        root.removeHandler(reports)
        await page.close()

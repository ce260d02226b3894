"""Discord's ids and timestamps (D:reference#snowflakes)."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["EPOCH_MS", "Snowflakes", "iso", "moment"]

EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord counts."""


class Snowflakes:
    """Gives out ids that only grow, each telling the millisecond it was made in.

    The sequence survives a clock that stands still (tests) and a restart (`seen` is called for every id
    that is loaded), so that the order of ids is always the order of events.
    """

    def __init__(self) -> None:
        self._last = 0

    def next(self, now: float) -> int:
        """A new id for the Unix time `now` (seconds)."""
        fresh = (int(now * 1000) - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last

    def seen(self, snowflake: int) -> None:
        """Never give out an id at or below this one."""
        self._last = max(self._last, snowflake)


def moment(snowflake: int) -> float:
    """The Unix time in seconds at which an id was made."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def iso(timestamp: float) -> str:
    """Unix time as the ISO 8601 text that Discord sends."""
    return datetime.fromtimestamp(timestamp, UTC).isoformat()

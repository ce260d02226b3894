"""Seasons: pieces of the calendar, in UTC, a quarter each by default."""

from __future__ import annotations

from datetime import UTC, datetime

ALL_TIME = 0
"""Stands for the season that never ends."""
DEFAULT_MONTHS = 3
DAY = 86_400.0
LENGTHS = (1, 2, 3, 4, 6, 12)
"""Months that a season may have: a year is made of whole ones."""


def bounds(at: float, months: int = DEFAULT_MONTHS) -> tuple[float, float]:
    """Return when the season of a moment begins and ends, in seconds since 1970."""
    if months not in LENGTHS:
        raise ValueError(f"months = {months}: a season has {', '.join(map(str, LENGTHS))} months")
    day = datetime.fromtimestamp(at, UTC)
    first = (day.month - 1) // months * months
    return _month(day.year, first), _month(day.year, first + months)


def name(starts_at: float, ends_at: float) -> str:
    """Return what a season is called: ``2026 Q4``, ``2026-11``, ``2026``, or both its months."""
    # An hour off the edges, lest a rounded second should make another month of it.
    first = datetime.fromtimestamp(starts_at + 3600, UTC)
    last = datetime.fromtimestamp(ends_at - 3600, UTC)
    months = (last.year - first.year) * 12 + last.month - first.month + 1
    if months == 12 and first.month == 1:
        return f"{first:%Y}"
    if months == 3 and first.month % 3 == 1:
        return f"{first:%Y} Q{first.month // 3 + 1}"
    return f"{first:%Y-%m}" if months == 1 else f"{first:%Y-%m} – {last:%Y-%m}"


def day_of(at: float) -> float:
    """Return when the day of a moment began."""
    return at - at % DAY


def _month(year: int, month: int) -> float:
    """Return when a month begins; 0 is January, 12 that of the next year."""
    return datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp()

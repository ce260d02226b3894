"""The sign of life that a running bot leaves in its data folder, for ``musbot healthcheck``."""

import time
from pathlib import Path

BEAT_EVERY = 15.0
"""Seconds between two beats of a bot that is connected and whose event loop turns."""

STILL_AFTER = 60.0
"""Seconds without a beat after which the bot counts as dead."""


def beat(data: Path) -> None:
    """Leave a sign of life in the data folder."""
    (data / "heartbeat").touch()


def seconds_since_beat(data: Path) -> float | None:
    """How old the last sign of life is in seconds, or ``None`` where none can be found."""
    try:
        return max(0.0, time.time() - (data / "heartbeat").stat().st_mtime)
    except OSError:  # nor where the folder is none, or is not for these eyes
        return None

"""Record files, as the commands ``musbot replay`` and ``musbot fair`` are given them."""

from __future__ import annotations

import os
from pathlib import Path

from musbot.game.record import Record, read_record


def shown_name(name: str) -> str:
    """Return the name of a file in a form that can always be printed."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def read_file(name: str) -> Record:
    """Return the record in a file; `ValueError` is one line that names the file and what is wrong with it."""
    try:
        return read_record(Path(name).read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ValueError(" ".join(f"{shown_name(name)}: {reason}".splitlines())) from None

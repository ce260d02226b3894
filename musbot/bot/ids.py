"""Custom ids of the components, ``mus:<table>:<revision>:<action>``, written and read in one place.

What comes back from Discord is hostile input: anything that does not match to the letter is no id of ours.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_ID = re.compile(r"mus:(?P<table>[1-9][0-9]{0,14}):(?P<revision>0|[1-9][0-9]{0,8}):(?P<action>[a-z-]{1,32})")


NO_TABLE = 999_999_999_999_999
"""Stands in the ids of components that belong to no table."""


class ClickId(NamedTuple):
    """What a component stands for."""

    table_id: int
    revision: int
    """The moment of the game at which it was shown; 0 where that does not matter."""
    action: str

    def __str__(self) -> str:
        return f"mus:{self.table_id}:{self.revision}:{self.action}"

    @classmethod
    def parse(cls, text: str) -> ClickId | None:
        """Return the id of a text, or None where it is not one of ours.

        >>> ClickId.parse("mus:7:12:hold")
        ClickId(table_id=7, revision=12, action='hold')
        """
        match = _ID.fullmatch(text)
        if match is None:
            return None
        return cls(int(match["table"]), int(match["revision"]), match["action"])

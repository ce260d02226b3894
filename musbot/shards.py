"""Shards: the parts in which Discord gives a bot its servers, each to one connection (D:events/gateway#sharding)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PART = re.compile(r"(\d+)(?:-(\d+))?", re.ASCII)
MOST = 10_000
"""Shards that a bot may say it has. Discord advises one for each thousand servers or so."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process, of so many in all. Direct messages come to shard 0."""

    ids: tuple[int, ...]
    count: int

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Read ``0-3/16`` or ``0,4,8/12``; `ValueError` for anything else.

        >>> Shards.parse("0-3/16")
        Shards(ids=(0, 1, 2, 3), count=16)
        """
        parts, _, total = text.replace(" ", "").partition("/")
        found = [_PART.fullmatch(part) for part in parts.split(",")]
        if not total.isdecimal() or not total.isascii() or None in found:
            raise ValueError(
                f"{text!r} is not like 0-3/16: the shards of this process, and how many there are"
            )
        ids: set[int] = set()
        count = int(total)
        for match in found:
            assert match is not None
            first, last = int(match[1]), int(match[2] or match[1])
            if not first <= last < count <= MOST:
                raise ValueError(
                    f"{text!r}: shards are numbered from 0, and there are {count} (at most {MOST})"
                )
            ids.update(range(first, last + 1))
        return cls(tuple(sorted(ids)), count)

    @property
    def is_all(self) -> bool:
        """Whether there is no other process."""
        return len(self.ids) == self.count

    def hold(self, guild_id: int | None) -> bool:
        """Return whether a server's events come to this process; None stands for direct messages."""
        return shard_of(guild_id, self.count) in self.ids

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))}/{self.count}"


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard to which the events of a server come."""
    return 0 if guild_id is None else (guild_id >> 22) % count

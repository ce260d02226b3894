"""Friends, and those whom somebody does not want at their tables."""

from __future__ import annotations

import time
from collections.abc import Callable

from musbot.store import Store, friends, profiles
from musbot.store.friends import FriendKind, FriendRow

TOLD_EVERY = 600.0
"""Seconds between two times that friends are told of a person's tables."""


class Friends:
    """The friends of a store's people."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._told: dict[int, float] = {}

    async def put(self, person_id: int, other_id: int, kind: FriendKind, name: str = "") -> bool:
        """Make somebody a friend, or block them, with the name they have now; False where the list is full.

        `ValueError` for oneself.
        """
        if person_id == other_id:
            raise ValueError("nobody is a friend of their own")
        name = name or await self.name_of(other_id)
        now = self._clock()
        return await self._store.write(
            lambda connection: friends.put(connection, person_id, other_id, kind, name, now)
        )

    async def remove(self, person_id: int, other_id: int) -> None:
        """Let somebody be neither a friend nor blocked."""
        await self._store.write(lambda connection: friends.remove(connection, person_id, other_id))

    async def lists(self, person_id: int) -> list[FriendRow]:
        """Return a person's friends, and those blocked."""
        return await self._store.read(lambda connection: friends.lists_of(connection, person_id))

    async def has_news(self, person_id: int) -> bool:
        """Return whether a person and their friends tell each other when one opens a table."""
        known = await self._store.people.get(person_id)
        return known is None or known.friend_news

    async def to_tell(self, host: int) -> frozenset[int]:
        """Return the friends who are to be told of a table now: nobody, where they were told a moment ago."""
        now = self._clock()
        if now - self._told.get(host, float("-inf")) < TOLD_EVERY:
            return frozenset()
        found = await self._store.read(lambda connection: friends.to_tell(connection, host))
        if found:
            self._told = {each: at for each, at in self._told.items() if now - at < TOLD_EVERY} | {host: now}
        return found

    async def name_of(self, person_id: int) -> str:
        """Return what somebody was called in their last game, "?" where they have played none."""
        name = await self._store.read(lambda connection: profiles.last_name(connection, person_id))
        return name or "?"

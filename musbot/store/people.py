"""The people: their languages, their bells, their direct messages, and what else they have chosen."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.database import Database
from musbot.store.dialects import insert_or
from musbot.store.rows import PersonRow
from musbot.store.schema import people

LATELY = 60.0
"""Seconds for which what is known of a person is not looked up again."""
MOST_LATELY = 10_000


class People:
    """Everybody that a database knows, by the number they have with Discord."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lately: dict[int, tuple[float, PersonRow | None]] = {}
        """When people were looked up last, and what was known of them."""
        self._written = 0
        """How often this process has written something of a person."""

    async def get(self, person_id: int) -> PersonRow | None:
        """What is known of someone, or ``None``."""
        return (await self.several([person_id])).get(person_id)

    async def several(self, person_ids: Iterable[int]) -> dict[int, PersonRow]:
        """What is known of several people; those never seen are left out."""
        rows = await self._database.rows(select(people).where(people.c.person_id.in_(list(person_ids))))
        return {row.person_id: PersonRow(*row) for row in rows}

    async def lately(self, person_id: int) -> PersonRow | None:
        """What is known of someone: what this process has written at once, what others have after a minute."""
        if self.is_at_hand(person_id):
            return self._lately[person_id][1]
        now, written = time.monotonic(), self._written
        known = await self.get(person_id)
        if written == self._written:
            self._lately.pop(person_id, None)
            if len(self._lately) >= MOST_LATELY:
                del self._lately[next(iter(self._lately))]
            self._lately[person_id] = now, known
        return known

    def is_at_hand(self, person_id: int) -> bool:
        """Whether :meth:`lately` answers at once."""
        kept = self._lately.get(person_id)
        return kept is not None and time.monotonic() - kept[0] < LATELY

    def has_changed(self, person_id: int) -> None:
        """Look someone up anew the next time: this process has written something of them."""
        self._written += 1
        self._lately.pop(person_id, None)

    async def set_language(self, person_id: int, language: str | None) -> None:
        """Note the language someone chose; ``None`` to follow their Discord client."""
        await self._put(person_id, {"language": language})

    async def set_pings(self, person_id: int, pings: bool) -> None:
        """Note whether someone wants to be pinged when it is theirs to speak."""
        await self._put(person_id, {"pings": pings})

    async def set_dm(self, person_id: int, channel_id: int | None, closed_at: float | None = None) -> None:
        """Note someone's direct-message channel, and when Discord last refused to deliver there."""
        await self._put(person_id, {"dm_channel_id": channel_id, "dm_closed_at": closed_at})

    async def set_private(self, person_id: int, private: bool) -> None:
        """Note whether someone's profile is for themselves alone."""
        await self._put(person_id, {"private": private})

    async def set_friend_news(self, person_id: int, news: bool) -> None:
        """Note whether someone and their friends tell each other when one opens a table."""
        await self._put(person_id, {"friend_news": news})

    async def set_choices(self, person_id: int, **choices: bool | None) -> None:
        """Note some of what a person may turn on and off: fields of :class:`PersonRow`; None for the usual."""
        await self._put(person_id, choices)

    async def note_locale(self, person_id: int, locale: str) -> None:
        """Note what the Discord of somebody speaks who is known already."""

        async def note(connection: AsyncConnection) -> None:
            await connection.execute(
                update(people).where(people.c.person_id == person_id).values(locale=locale)
            )

        await self._database.write(note)
        self.has_changed(person_id)

    async def _put(self, person_id: int, values: dict[str, Any]) -> None:
        async def put(connection: AsyncConnection) -> None:
            await connection.execute(
                insert_or(connection, people)
                .values(person_id=person_id, **{"name": "", **values})
                .on_conflict_do_update(index_elements=["person_id"], set_=values)
            )

        await self._database.writer.run(put)
        self.has_changed(person_id)

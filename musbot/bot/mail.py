"""Direct messages: conversations are opened slowly and kept, and nobody's closed door is knocked at twice.

Discord stops bots that open many conversations in a short time, and does not say how many are too many. So a
conversation that was opened once is remembered in the store, new ones are let through one at a time, hands
before reminders, and whoever does not take messages gets none until they ask.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass

import discord

from musbot.bot import calls
from musbot.bot.calls import Barred, DmClosed, DmLater, Gone, Unreachable
from musbot.bot.lately import Lately
from musbot.bot.layout import Letter
from musbot.bot.readers import by_mail
from musbot.bot.weather import Breaker, Turnstile
from musbot.bot.words import Words
from musbot.store import Store
from musbot.tasks import finished

log = logging.getLogger(__name__)

OPENED_AT_ONCE = 12
OPENED_EVERY = 10.0
"""New conversations: three tables at once, then one every so many seconds. Bots were stopped after some 30."""
REMINDERS_AT_ONCE = 2
ASKED_AFTER = 600.0
"""Seconds after a refusal from which on a person who asks for their hand is written to again."""

DOORS_KNOWN = 10_000
"""Of so many people it is remembered whether they take messages; of others the store is asked."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A direct message that arrived."""

    channel_id: int
    message_id: int


class Mail:
    """Sends direct messages.

    :param breaker: while it is open, nothing is sent.
    :param doors: lets new conversations through.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        breaker: Breaker,
        doors: Turnstile | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._store = store
        self._breaker = breaker
        self._doors = doors or Turnstile(OPENED_AT_ONCE, OPENED_EVERY)
        self._clock = clock
        self._closed: Lately[int, float | None] = Lately(DOORS_KNOWN)
        """When each person's door was found closed; None where it was open."""
        self._opening: dict[int, asyncio.Lock] = {}
        self._reminders = asyncio.Semaphore(REMINDERS_AT_ONCE)
        self._telling: set[asyncio.Task[None]] = set()

    def is_closed(self, person_id: int) -> bool:
        """Return whether a person is known not to take direct messages."""
        return self._closed.get(person_id) is not None

    @property
    def is_stopped(self) -> bool:
        """Whether nothing is sent at all now, since too many calls were refused."""
        return self._breaker.is_open

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent: for a conversation to be opened, or for their turn."""
        return self._doors.waiting + len(self._telling)

    async def post(self, person_id: int, letter: Letter, *, urgent: bool, nonce: int | None = None) -> Posted:
        """Send a direct message.

        :param urgent: hands are; reminders and notices let them go first.
        :param nonce: the same number for the same message: where another process has sent it, that one is returned.
        :raises DmClosed: if the person does not take messages, or did not when last tried.
        :raises Unreachable: if Discord is not there, or must not be asked now.
        """
        async with contextlib.AsyncExitStack() as stack:
            if not urgent:
                await stack.enter_async_context(self._reminders)
            channel_id = await self.channel(person_id, urgent=urgent)
            try:
                try:
                    message_id = await calls.send_dm(self._client, channel_id, letter, nonce)
                except Gone:
                    await self._store.people.set_dm(person_id, None)
                    channel_id = await self.channel(person_id, urgent=urgent)
                    message_id = await calls.send_dm(self._client, channel_id, letter, nonce)
            except DmClosed:
                await self._shut(person_id, channel_id)
                raise
        return Posted(channel_id, message_id)

    def tell(self, people: Iterable[int], notice: Callable[[Words], Letter], otherwise: str) -> None:
        """Send people a notice, each in their language, in the background, if they take messages.

        :param notice: returns it in some language.
        :param otherwise: the language for those of whom none is known.
        """
        for person_id in people:
            task = asyncio.create_task(self._tell(person_id, notice, otherwise))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def quiet(self) -> None:
        """Wait until all notices have arrived."""
        await finished(lambda: self._telling)

    async def _tell(self, person_id: int, notice: Callable[[Words], Letter], otherwise: str) -> None:
        try:
            words, _ = await by_mail(self._store, person_id, otherwise)
            await self.post(person_id, notice(words), urgent=False)
        except (DmClosed, Gone, Barred, discord.HTTPException) as error:
            log.info("a notice to %s was not sent: %s", person_id, error)

    async def channel(self, person_id: int, *, urgent: bool) -> int:
        """Return the number of the conversation with a person, opened if need be; raises what `post` does."""
        if self.is_stopped:
            raise Unreachable("too many calls were refused: nothing is sent that can wait")
        async with self._one_at_a_time(person_id):
            known = await self._store.people.lately(person_id)
            self._closed[person_id] = known.dm_closed_at if known else None
            if known is not None and not known.dms:
                raise DmClosed(f"{person_id} wants no direct messages")
            if self.is_closed(person_id):
                raise DmClosed(f"{person_id} took no messages when last tried")
            if known is not None and known.dm_channel_id is not None:
                return known.dm_channel_id
            await self._doors.pass_through(urgent=urgent)
            try:
                channel_id = await calls.open_dm(self._client, person_id)
            except DmLater:
                raise
            except DmClosed:
                await self._shut(person_id, None)
                raise
            await self._store.people.set_dm(person_id, channel_id)
            return channel_id

    async def asked(self, person_id: int, *, at_once: bool = False) -> bool:
        """Note that a person asked for what they would get by direct message; return whether to try again.

        :param at_once: however short a time ago it was refused.
        """
        known = await self._store.people.get(person_id)
        closed_at = known.dm_closed_at if known else None
        if known is None or closed_at is None:
            self._closed[person_id] = None
            return False
        if not at_once and self._clock() - closed_at < ASKED_AFTER:
            return False
        self._closed[person_id] = None
        await self._store.people.set_dm(person_id, known.dm_channel_id)
        return True

    def forget(self, person_id: int) -> None:
        """Forget what is known of a person."""
        self._closed.pop(person_id, None)

    def close(self) -> None:
        """Send away all who wait for a conversation to be opened: the bot stops."""
        self._doors.close()

    async def _shut(self, person_id: int, channel_id: int | None) -> None:
        now = self._clock()
        self._closed[person_id] = now
        await self._store.people.set_dm(person_id, channel_id, closed_at=now)

    @contextlib.asynccontextmanager
    async def _one_at_a_time(self, person_id: int) -> AsyncIterator[None]:
        """Two tables of one person open one conversation."""
        lock = self._opening.setdefault(person_id, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._opening.pop(person_id, None)

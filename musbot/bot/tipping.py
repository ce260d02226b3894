"""Bringing tips to whoever is to speak: a message that they alone see, below the table.

A bot can write such a message only in answer to something that its reader has done, and change it only for fifteen
minutes: so tips come through the token of one's own last click or command at the table, once for each deal, and are
edited from turn to turn. That takes nothing of the global limit. Where no token lives, they wait behind the *? Tips*
button; a game never waits for them, and nothing is lost with what this process remembers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

from musbot.ai.teacher import tips
from musbot.ai.tips import Tip
from musbot.bot import calls
from musbot.bot.answering import Answerer
from musbot.bot.calls import token_lives
from musbot.bot.drawing import draw
from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, text
from musbot.bot.people import is_private
from musbot.bot.readers import chose_tips, tips_chosen, words_of
from musbot.bot.tips import AWAY, OFF, ON, PAGES, SHOW, off_letter, tips_letter
from musbot.store import Store
from musbot.store.results import has_played
from musbot.table import Refusal, Refused, Status, Table, Tables
from musbot.tasks import finished

log = logging.getLogger(__name__)

NEWCOMER = 3
"""Games to the end of which whoever has chosen nothing gets tips."""


@dataclass(slots=True)
class _Message:
    """A message of tips that can be edited."""

    interaction: discord.Interaction
    message_id: int | None
    """Its number, if it was posted as a follow-up; None where the interaction was answered with it."""


@dataclass(slots=True)
class _Reader:
    """What one person at a table has of tips."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    token: discord.Interaction | None = None
    """The last thing that they did where the table is shown."""
    message: _Message | None = None
    deal: int = 0
    """The deal that the message belongs to, from 1."""
    shows: tuple[Tip, ...] = ()
    away: int = 0
    """The deal for which the tips were put away, from 1."""
    looked: int = 0
    """The deal in which it was looked up last whether they want tips, from 1."""
    usual: bool = False
    """Whether they did."""


class Tips:
    """Brings tips.

    :param channel: returns where a table's message is.
    """

    def __init__(self, store: Store, tables: Tables, channel: Callable[[Table], int | None]) -> None:
        self._store = store
        self._tables = tables
        self._channel = channel
        self._readers: dict[int, dict[int, _Reader]] = {}
        """By table and person."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._at_home: set[int] = set()
        """Those who are known to be no newcomers."""
        self.newcomer = NEWCOMER

    def answers(self) -> Mapping[str, Answerer]:
        """Return what answers the clicks on tips, and on the button that asks for them."""
        return {SHOW: self._show, AWAY: self._put_away, OFF: self._off, ON: self._on} | dict.fromkeys(
            PAGES, self._leaf
        )

    def heard(self, interaction: discord.Interaction, table: Table) -> None:
        """Note that somebody did something at a table: tips can come through that for some minutes."""
        place = self._channel(table)
        if not table.is_live or (place is not None and interaction.channel_id != place):
            return
        self._reader(table.table_id, interaction.user.id).token = interaction

    def update(self, table: Table) -> None:
        """Bring tips to those whose turn it is, in the background."""
        if not table.is_live:
            for left in self._readers.pop(table.table_id, {}).values():
                if left.message is not None:
                    self._in_background(self._take_away(left))
            return
        here = self._readers.get(table.table_id)
        if not here or table.status is not Status.PLAYING:
            return
        to_act = table.people_to_act
        for seat, person in table.people.items():
            reader = here.get(person)
            if seat not in to_act or reader is None or reader.lock.locked():
                continue
            if reader.away != table.deal_count and self._may_want(person):
                self._in_background(self._bring(reader, table.table_id, person))

    def forget(self, table_id: int) -> None:
        """Forget who has tips at a table that rests; a message that is left leafs on."""
        self._readers.pop(table_id, None)

    async def quiet(self) -> None:
        """Wait until all tips that are on their way have arrived."""
        await finished(lambda: self._tasks)

    async def wanted(self, person: int) -> bool:
        """Return whether tips come to a person by themselves."""
        if not self._may_want(person) or tips_chosen(person):
            return self._may_want(person)
        if await self._store.read(lambda connection: has_played(connection, person, self.newcomer)):
            self._at_home.add(person)
            return False
        return True

    def _may_want(self, person: int) -> bool:
        """Return whether tips may come to a person, as far as that is known without looking: it costs nothing."""
        chosen = tips_chosen(person)
        return chosen if chosen is not None else bool(self.newcomer) and person not in self._at_home

    # Bringing them

    async def _bring(self, reader: _Reader, table_id: int, person: int) -> None:
        async with reader.lock:
            while True:
                table = await self._tables.latest(table_id)
                if reader.looked != table.deal_count:
                    reader.looked, reader.usual = table.deal_count, await self.wanted(person)
                if not (reader.usual and self._may_want(person)):
                    return
                seat = next((seat for seat, who in table.people.items() if who == person), None)
                if seat is None or seat not in table.people_to_act or reader.away == table.deal_count:
                    return
                found = tips(table.view(seat))
                if found == reader.shows and reader.deal == table.deal_count:
                    return
                if not await self._place(reader, table, seat, found):
                    return

    async def _place(self, reader: _Reader, table: Table, seat: int, found: tuple[Tip, ...]) -> bool:
        """Show tips in the message of the deal, or in a new one below the table; False where that cannot be done."""
        message = reader.message if reader.deal == table.deal_count else None
        if message is not None and token_lives(message.interaction):
            letter = await self._letter(table, seat, message.interaction)
            if not await _edit(message, letter):
                # Whoever has dismissed it wants no other one now.
                reader.away, reader.message = table.deal_count, None
                return False
        else:
            token = reader.token
            if token is None or not token_lives(token) or not _may_follow(token):
                return False
            await self._take_away(reader)
            letter = await self._letter(table, seat, token)
            posted = await calls.follow_up(token, letter, private=not token.context.dm_channel)
            if posted is None:
                reader.token = None
                return False
            reader.message = _Message(token, posted)
        reader.deal, reader.shows = table.deal_count, found
        return True

    async def _letter(
        self, table: Table, seat: int, interaction: discord.Interaction, page: int = 0, *, usual: bool = True
    ) -> Letter:
        view, words = table.view(seat), words_of(interaction)
        # The tables of chances are read when they are first asked for, which takes a moment.
        return await draw(lambda: tips_letter(table.table_id, view, words, page, usual=usual))

    async def _take_away(self, reader: _Reader) -> None:
        message, reader.message = reader.message, None
        if message is not None and token_lives(message.interaction):
            await calls.take_away(message.interaction, message.message_id)

    # Clicks

    async def _show(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        seat = _seat(table, interaction)
        person = interaction.user.id
        letter = await self._letter(table, seat, interaction, usual=await self.wanted(person))
        here = not interaction.context.dm_channel
        sent = await calls.answer_by_message(interaction, letter, private=here or not table.practice)
        self.heard(interaction, table)
        reader = self._reader(table.table_id, person)
        if sent is not None and reader.token is interaction:
            async with reader.lock:
                await self._take_away(reader)
                reader.message = _Message(interaction, sent.message_id if sent.follows else None)
                reader.deal, reader.away = table.deal_count, 0
                reader.shows = tips(table.view(seat))

    async def _leaf(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        seat = _seat(table, interaction)
        usual = await self.wanted(interaction.user.id)
        letter = await self._letter(table, seat, interaction, PAGES.index(click.action), usual=usual)
        await self._answer(interaction, table, letter)
        self._reader(table.table_id, interaction.user.id).shows = tips(table.view(seat))

    async def _put_away(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        reader = self._reader(table.table_id, interaction.user.id) if table.is_live else _Reader()
        reader.away, reader.message = table.deal_count, None
        await calls.answer_silently(interaction)
        if _is_own(interaction):
            await calls.take_away(interaction, None)

    async def _off(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        await self._choose(interaction.user.id, on=False)
        if table.is_live:
            self._reader(table.table_id, interaction.user.id).message = None
        await self._answer(interaction, None, off_letter(table.table_id, words_of(interaction)))

    async def _on(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        await self._choose(interaction.user.id, on=True)
        if table.status is not Status.PLAYING:
            words = words_of(interaction)
            await self._answer(interaction, None, Letter((text(words("Tips at your turn: **yes**.")),)))
            return
        seat = _seat(table, interaction)
        reader = self._reader(table.table_id, interaction.user.id)
        reader.away, reader.usual, reader.looked = 0, True, table.deal_count
        await self._answer(interaction, table, await self._letter(table, seat, interaction))
        reader.shows = tips(table.view(seat))

    async def _choose(self, person: int, *, on: bool) -> None:
        await self._store.people.set_choices(person, tips=on)
        chose_tips(person, on)

    async def _answer(self, interaction: discord.Interaction, table: Table | None, letter: Letter) -> None:
        """Put a letter in the place of the message that was clicked, if that is its reader's own.

        :param table: whose message of tips it is from now on.
        """
        if not _is_own(interaction):
            await calls.answer_by_message(interaction, letter, private=True)
            return
        if not await calls.answer_by_edit(interaction, letter):
            await calls.edit_answer(interaction, letter)
        if table is not None:
            self.heard(interaction, table)
            reader = self._reader(table.table_id, interaction.user.id)
            if reader.token is interaction:
                reader.message, reader.deal = _Message(interaction, None), table.deal_count

    def _reader(self, table_id: int, person: int) -> _Reader:
        return self._readers.setdefault(table_id, {}).setdefault(person, _Reader())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Refused as refused:
                log.info("tips were not brought: %s", refused)
            except (discord.HTTPException, calls.Gone, calls.Barred):
                log.exception("tips were not brought")

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _edit(message: _Message, letter: Letter) -> bool:
    if message.message_id is None:
        return await calls.edit_answer(message.interaction, letter)
    return await calls.edit_follow_up(message.interaction, message.message_id, letter)


def _may_follow(interaction: discord.Interaction) -> bool:
    """Return whether a message can follow: a form is no answer yet."""
    response = interaction.response
    return response.is_done() and response.type is not discord.InteractionResponseType.modal


def _is_own(interaction: discord.Interaction) -> bool:
    """Return whether nobody else sees the message that was clicked."""
    return is_private(interaction) or interaction.context.dm_channel


def _seat(table: Table, interaction: discord.Interaction) -> int:
    """Return the seat of whoever clicked, in a game that is going on; `Refused` otherwise."""
    seat = table.seat_of(interaction.user.id)
    if table.status is not Status.PLAYING:
        raise Refused(Refusal.NOT_STARTED if table.status is Status.OPEN else Refusal.CLOSED)
    return seat

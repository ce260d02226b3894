"""Bringing faces to the partners for whom they are made: by direct message, or with their next own click.

Each is sent once. What a seat's partner has signalled stands in words in its hand too, so whoever missed a face,
or whose bot was started again meanwhile, finds it behind the *My hand* button.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from musbot.bot import calls
from musbot.bot.calls import Barred, DmClosed, Gone, Unreachable
from musbot.bot.delivery import Hands
from musbot.bot.drawing import draw
from musbot.bot.faces import face_letter
from musbot.bot.layout import Letter
from musbot.bot.mail import Mail
from musbot.bot.readers import by_mail, words_of
from musbot.bot.words import Words
from musbot.game.seats import partner_of
from musbot.store import Store, letters
from musbot.table import Status, Table, Tables
from musbot.tasks import finished

log = logging.getLogger(__name__)

HandsKey = tuple[int, int]
"""Which hands are held, as `Table.hands` tells it."""


@dataclass(slots=True)
class _Told:
    """What one person was told of one pair of hands."""

    hands: HandsKey
    count: int = 0
    """How many of the partner's signals were sent or are on their way."""
    coming: list[str] = field(default_factory=list)
    """Those that are to be sent by direct message."""
    waiting: list[str] = field(default_factory=list)
    """Those that wait for a click."""
    sending: bool = False


class Signals:
    """Sends faces.

    :param hands: the hands go before the faces that tell of them.
    :param url: returns where a table's message is.
    """

    def __init__(
        self, store: Store, tables: Tables, mail: Mail, hands: Hands, url: Callable[[Table], str]
    ) -> None:
        self._store = store
        self._tables = tables
        self._mail = mail
        self._hands = hands
        self._url = url
        self._told: dict[int, dict[int, _Told]] = {}
        """By table and person."""
        self._seen: dict[int, tuple[HandsKey, int]] = {}
        """The newest state of each table: its hands, and how many signals there were."""
        self._tasks: set[asyncio.Task[None]] = set()

    def update(self, table: Table) -> None:
        """Send each person what their partner has signalled since, in the background."""
        for person, seat, told in self._new(table):
            signals = table.view(seat).partner_signals
            told.coming += signals[told.count :]
            told.count = len(signals)
            if told.coming and not told.sending:
                told.sending = True
                task = asyncio.create_task(self._send(table.table_id, person, told))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def passed(self, table: Table) -> None:
        """Take all that was signalled as sent: an earlier process may have done so."""
        for _, seat, told in self._new(table):
            told.count = len(table.view(seat).partner_signals)

    def forget(self, table_id: int) -> None:
        """Forget what was told at a table."""
        self._told.pop(table_id, None)
        self._seen.pop(table_id, None)

    async def show_waiting(self, interaction: discord.Interaction, table_id: int) -> None:
        """Show a person who has just clicked the faces that could not be sent, if the click was answered."""
        person = interaction.user.id
        told = self._told.get(table_id, {}).get(person)
        response = interaction.response
        form = response.type is discord.InteractionResponseType.modal
        if told is None or not told.waiting or form or not response.is_done():
            return
        names, told.waiting = told.waiting, []
        table = await self._tables.latest(table_id)
        seat = next((seat for seat, who in table.people.items() if who == person), None)
        if seat is None or table.status is not Status.PLAYING or table.hands != told.hands:
            return
        words = words_of(interaction)
        letter = await draw(self._letter, table, seat, names, words, from_channel=True)
        try:
            if await calls.follow_up(interaction, letter, private=True) is None:
                told.waiting = names + told.waiting
        except discord.HTTPException:
            log.exception("table %s: a face was not shown", table_id)

    async def quiet(self) -> None:
        """Wait until all faces that are being sent have arrived."""
        await finished(lambda: self._tasks)

    def _new(self, table: Table) -> list[tuple[int, int, _Told]]:
        """Return the people at a table, their seats and what they were told of the hands that are held now.

        Nobody is returned where nothing was signalled since the newest state that was seen.
        """
        if table.status is not Status.PLAYING:
            self._told.pop(table.table_id, None)
            self._seen.pop(table.table_id, None)
            return []
        state = table.hands, len(table.playing.deal.signals)
        if state <= self._seen.get(table.table_id, ((0, 0), 0)):
            return []
        self._seen[table.table_id] = state
        here = self._told.setdefault(table.table_id, {})
        for person in table.people.values():
            if person not in here or here[person].hands != table.hands:
                here[person] = _Told(table.hands)
        return [(person, seat, here[person]) for seat, person in table.people.items()]

    async def _send(self, table_id: int, person: int, told: _Told) -> None:
        try:
            await self._hands.arrived(table_id, person)
            while told.coming:
                names, told.coming = told.coming, []
                if self._store.is_shared:
                    names = await self._unsent(table_id, person, told, names)
                await self._send_faces(table_id, person, told, names)
        finally:
            told.sending = False

    async def _unsent(self, table_id: int, person: int, told: _Told, names: list[str]) -> list[str]:
        """Return those of some faces that no other process has told of."""
        hands, upto = str(told.hands), told.count - len(told.coming)
        before = await self._store.write(
            lambda c: letters.claim_faces(c, table_id, person, hands, upto, self._tables.now())
        )
        return names[max(0, len(names) - (upto - before)) :] if upto > before else []

    async def _send_faces(self, table_id: int, person: int, told: _Told, names: list[str]) -> None:
        table = await self._tables.latest(table_id)
        seat = next((seat for seat, who in table.people.items() if who == person), None)
        if seat is None or not names or table.status is not Status.PLAYING or table.hands != told.hands:
            return
        words, _ = await by_mail(self._store, person, table.language)
        letter = await draw(self._letter, table, seat, names, words, from_channel=False)
        if self._mail.is_stopped:
            told.waiting += names
            return
        try:
            await self._mail.post(person, letter, urgent=True)
        except Unreachable as error:
            # It may have arrived, and nobody makes the same face twice.
            log.warning("table %s: a face may not have been sent: %s", table_id, error)
        except (DmClosed, Gone, Barred) as error:
            log.info("table %s: a face waits for a click: %s", table_id, error)
            told.waiting += names
        except discord.HTTPException:
            log.exception("table %s: a face was not sent", table_id)

    def _letter(
        self, table: Table, seat: int, names: list[str], words: Words, *, from_channel: bool
    ) -> Letter:
        url = "" if from_channel else self._url(table)
        return face_letter(table.public(), partner_of(seat), names, words, url=url)

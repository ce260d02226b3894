"""The hands that players get, kept equal to what they hold.

By direct message: one for each deal, edited when cards are to be chosen and when new ones have come. A game never
waits for it: the same hand is always behind the *My hand* button. What that button showed follows the deal too, for
as long as its token lives: else cards that were dropped would stay before their owner's eyes. Where several
processes share the tables, the store knows which message shows what, and who is about to change it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import discord

from musbot.bot import calls
from musbot.bot.calls import Barred, DmClosed, Gone
from musbot.bot.drawing import draw
from musbot.bot.hands import hand_letter
from musbot.bot.layout import Letter
from musbot.bot.mail import Mail
from musbot.bot.readers import USUAL_LOOKS, Looks, by_mail, looks_of, words_of
from musbot.bot.words import Words
from musbot.game import Phase
from musbot.store import Store, letters
from musbot.table import Status, Table, Tables
from musbot.tasks import finished

log = logging.getLogger(__name__)

Result = TypeVar("Result")

HandKey = tuple[int, int, bool]
"""What a hand message shows: the deal, the mus round, and whether cards are to be chosen."""


@dataclass(slots=True)
class _Hand:
    """A hand that was sent by direct message."""

    channel_id: int
    message_id: int
    shows: HandKey


@dataclass(slots=True)
class _Asked:
    """A hand that its owner has asked for at the table: a message there that they alone see."""

    interaction: discord.Interaction
    """What it can be edited through."""
    follow_up: int | None
    """Its number, if it was posted as a follow-up; None where the interaction was answered with it."""
    shows: HandKey
    is_renewed: bool = False
    """It is being edited."""


@dataclass(slots=True)
class _Sent:
    """The hands sent for one table."""

    hands: dict[int, _Hand] = field(default_factory=dict)
    """By person."""
    asked: dict[int, _Asked] = field(default_factory=dict)
    """By person, the last hand that they asked for at the table."""
    others: int = 0
    """How often other processes had been at the table: they may have sent hands meanwhile."""
    answered: dict[int, tuple[int, HandKey, int]] = field(default_factory=dict)
    """By person, the message that was clicked on, which hand it shows now, and the last event of the table then."""
    sending: dict[int, asyncio.Task[None]] = field(default_factory=dict)


class Hands:
    """Sends hands, and draws them for whoever asks for the own one.

    :param url: returns where a table's message is.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        mail: Mail,
        url: Callable[[Table], str],
    ) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._mail = mail
        self._url = url
        self._sent: dict[int, _Sent] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def letter(
        self, table: Table, seat: int, words: Words, looks: Looks = USUAL_LOOKS, *, from_channel: bool
    ) -> Letter:
        """Return the hand of a seat, for its owner alone. It draws: call it outside the event loop."""
        person = table.seats[seat].person_id
        closed = person is not None and self._mail.is_closed(person)
        note = words("-# Your direct messages are closed to me, so your cards wait behind this button.")
        return hand_letter(
            table.table_id,
            table.revision,
            table.view(seat),
            words,
            looks,
            url="" if from_channel else self._url(table),
            note=note if closed else "",
        )

    def saw(
        self, table: Table, seat: int, interaction: discord.Interaction, new: calls.Sent | None = None
    ) -> None:
        """Note that somebody was answered with their hand as it is in `table`.

        :param new: the message, if it is a new one; else the one that was clicked shows the hand.
        """
        if interaction.guild_id is not None:
            self._saw_at_table(table, seat, interaction, new)
            return
        sent_here = self._sent.get(table.table_id)
        sent = sent_here.hands.get(interaction.user.id) if sent_here else None
        if sent is not None and interaction.message is not None and interaction.message.id == sent.message_id:
            sent.shows = _hand_key(table, seat)
        if self._store.is_shared and interaction.message is not None:
            # Another process may have sent it, or be the next to change it.
            sent_here = self._sent.setdefault(table.table_id, _Sent())
            answered = interaction.message.id, _hand_key(table, seat), table.seq
            sent_here.answered[interaction.user.id] = answered

    def _saw_at_table(
        self, table: Table, seat: int, interaction: discord.Interaction, sent: calls.Sent | None
    ) -> None:
        """Note which message at the table shows a hand. It is the only one there: an earlier one is taken away."""
        if sent is None and not (interaction.message is not None and interaction.message.flags.ephemeral):
            # What could be edited is the table's own message, which everybody sees.
            return
        asked = self._sent.setdefault(table.table_id, _Sent()).asked
        before = asked.get(interaction.user.id)
        follow_up = sent.message_id if sent is not None and sent.follows else None
        asked[interaction.user.id] = _Asked(interaction, follow_up, _hand_key(table, seat))
        if before is not None and sent is not None and calls.token_lives(before.interaction):
            self._in_background(calls.take_away(before.interaction, before.follow_up))

    async def quiet(self) -> None:
        """Wait until all hands that are being sent have arrived."""
        await finished(lambda: self._tasks)

    def update(self, table: Table) -> None:
        """Bring the hands of all people up to date, in the background: a game never waits for them."""
        if table.status is not Status.PLAYING:
            self._sent.pop(table.table_id, None)
            return
        if self._mail.is_stopped:
            return
        sent_here = self._sent.setdefault(table.table_id, _Sent())
        if self._store.is_shared and sent_here.others != self._tables.others(table.table_id):
            sent_here.others = self._tables.others(table.table_id)
            sent_here.hands.clear()
        for seat, person in table.people.items():
            asked = sent_here.asked.get(person)
            if asked is not None and asked.shows != _hand_key(table, seat) and not asked.is_renewed:
                asked.is_renewed = True
                self._in_background(self._renew(asked, table.table_id))
            if person in sent_here.sending or self._mail.is_closed(person):
                continue
            sent = sent_here.hands.get(person)
            if sent is None or sent.shows != _hand_key(table, seat):
                work = self._send_one(sent_here, table.table_id, person)
                sent_here.sending[person] = self._in_background(work)

    def forget(self, table_id: int) -> None:
        """Forget what was sent for a table."""
        self._sent.pop(table_id, None)

    async def arrived(self, table_id: int, person: int) -> None:
        """Wait until the hand that is being sent to a person, if one is, has arrived or was given up."""
        sent_here = self._sent.get(table_id)
        if sent_here is not None and person in sent_here.sending:
            await asyncio.wait([sent_here.sending[person]])

    async def _send_one(self, sent_here: _Sent, table_id: int, person: int) -> None:
        try:
            while True:
                table = await self._tables.latest(table_id)
                seat = next((seat for seat, who in table.people.items() if who == person), None)
                if seat is None or table.status is not Status.PLAYING:
                    return
                key = _hand_key(table, seat)
                sent = sent_here.hands.get(person)
                if sent is not None and sent.shows == key:
                    return
                if self._store.is_shared and not await self._claim(sent_here, table, person, key):
                    return
                words, looks = await by_mail(self._store, person, table.language)
                letter = await draw(self.letter, table, seat, words, looks, from_channel=False)
                try:
                    await self._deliver(sent_here, table_id, person, key, letter)
                except BaseException:
                    await self._give_back(table, person)
                    raise
                if self._store.is_shared:
                    await self._note(table_id, person, sent_here.hands[person])
        except DmClosed as error:
            sent_here.hands.pop(person, None)
            log.info("table %s: a hand waits behind its button: %s", table_id, error)
        except (Gone, Barred) as error:
            log.warning("table %s: a hand was not sent: %s", table_id, error)
        except discord.HTTPException:
            log.exception("table %s: a hand was not sent", table_id)
        finally:
            sent_here.sending.pop(person, None)

    async def _renew(self, asked: _Asked, table_id: int) -> None:
        """Bring the hand that somebody asked for at the table up to date; that of an earlier deal stays as it is."""
        interaction = asked.interaction
        try:
            while calls.token_lives(interaction):
                table = await self._tables.latest(table_id)
                person = interaction.user.id
                seat = next((seat for seat, who in table.people.items() if who == person), None)
                if seat is None or table.status is not Status.PLAYING:
                    return
                key = _hand_key(table, seat)
                if key == asked.shows or key[0] != asked.shows[0]:
                    return
                asked.shows = key
                letter = await draw(
                    self.letter, table, seat, words_of(interaction), looks_of(interaction), from_channel=True
                )
                if asked.follow_up is not None:
                    there = await calls.edit_follow_up(interaction, asked.follow_up, letter)
                else:
                    there = await calls.edit_answer(interaction, letter)
                if not there:
                    return
        except discord.HTTPException:
            log.exception("table %s: a hand at the table was not renewed", table_id)
        finally:
            asked.is_renewed = False

    async def _claim(self, sent_here: _Sent, table: Table, person: int, key: HandKey) -> bool:
        """Return whether a hand is to be sent by this process, which knows the message before then."""
        table_id, seq = table.table_id, table.seq
        answered = sent_here.answered.pop(person, None)
        if answered is not None:
            message_id, shown, at = answered
            await self._store.letter(lambda c: letters.seen(c, table_id, person, message_id, at, str(shown)))
        claim = await self._store.letter(
            lambda c: letters.claim(c, table_id, person, seq, str(key), self._tables.now())
        )
        if claim.mine:
            sent_here.hands.pop(person, None)
            if claim.message_id is not None and claim.channel_id is not None and claim.deal is not None:
                before = (claim.deal, -1, False)
                sent_here.hands[person] = _Hand(claim.channel_id, claim.message_id, before)
        elif claim.sent:
            sent_here.hands[person] = _Hand(0, 0, key)
        return claim.mine

    async def _give_back(self, table: Table, person: int) -> None:
        if self._store.is_shared:
            table_id, seq = table.table_id, table.seq
            await self._store.letter(lambda c: letters.release(c, table_id, person, seq))

    async def _note(self, table_id: int, person: int, hand: _Hand) -> None:
        await self._store.letter(
            lambda c: letters.note(c, table_id, person, hand.channel_id, hand.message_id, hand.shows[0])
        )

    async def _deliver(
        self, sent_here: _Sent, table_id: int, person: int, key: HandKey, letter: Letter
    ) -> None:
        sent = sent_here.hands.get(person)
        if sent is not None and sent.shows[0] == key[0]:
            try:
                await calls.edit(self._client, sent.channel_id, sent.message_id, letter)
            except Gone:
                sent_here.hands.pop(person)
            else:
                sent.shows = key
                return
        # A process may have died when it had sent this, and before it could say so.
        nonce = _nonce(table_id, person, key) if self._store.is_shared else None
        posted = await self._mail.post(person, letter, urgent=True, nonce=nonce)
        sent_here.hands[person] = _Hand(posted.channel_id, posted.message_id, key)

    def _in_background(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _nonce(table_id: int, person: int, key: HandKey) -> int:
    """Return the same number for the same hand, in another process too."""
    digest = hashlib.sha256(f"hand {table_id} {person} {key}".encode()).digest()
    return int.from_bytes(digest[:7], "big")


def _hand_key(table: Table, seat: int) -> HandKey:
    deal = table.playing.deal
    choosing = deal.phase is Phase.DISCARD and seat in deal.to_act
    return table.deal_count, deal.mus_rounds - (deal.phase is Phase.DISCARD), choosing

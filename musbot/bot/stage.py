"""What Discord shows of the tables, kept equal to what they are.

For each table there is one current message: the lobby, then one for each deal. Whoever changes a table tells the
stage, which shows the *latest* state, whatever change it was told of: so a slow call can never put an old state
over a new one. A click is answered by editing the message it was on, which costs nothing of the global limit;
later edits go through the token of the last click as long as it lives.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Collection
from dataclasses import dataclass, field, replace
from typing import Protocol

import discord

from musbot.bot import calls
from musbot.bot.board import Moment, board, moment_of, picture_name
from musbot.bot.calls import Barred, Gone, Lost
from musbot.bot.delivery import Hands
from musbot.bot.drawing import draw
from musbot.bot.ending import ending
from musbot.bot.layout import Letter
from musbot.bot.lobby import lobby
from musbot.bot.mail import Mail
from musbot.bot.pauses import LOCKED, Pauses
from musbot.bot.practice import Practice
from musbot.bot.scenes import drawn, scene_of
from musbot.bot.signals import Signals
from musbot.bot.tipping import Tips
from musbot.bot.words import Words, words_for
from musbot.store import Store, TableRow
from musbot.table import Change, Refused, Status, Table, Tables

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60
"""Seconds for which a token of Discord's is trusted; it lives 15 minutes."""

EDITED_EVERY = 1.0
"""Seconds between two edits of one message that answer no click; the later one shows what the earlier would."""


@dataclass(slots=True)
class _Token:
    """An interaction through which the current message can be edited."""

    interaction: discord.Interaction
    message_id: int
    """The message it can edit."""
    by_follow_up: bool
    """The message was posted as its follow-up, not the one that was clicked on."""

    @property
    def alive(self) -> bool:
        return time.time() - self.interaction.created_at.timestamp() < TOKEN_LIFE


@dataclass(slots=True)
class _Display:
    """What is shown of one table."""

    channel_id: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    message_id: int | None = None
    deal: int = -1
    """Index of the deal that the message shows; -1 is the lobby, one past the last deal the end."""
    shown_seq: int = -1
    lost_id: int | None = None
    """The message before, which was deleted."""
    unsure: bool = False
    """The next message may have been posted already: an answer was lost, or a process has died."""
    token: _Token | None = None
    others: int | None = None
    """How often other processes had been at the table when it was looked at last; None before."""
    picture: Moment | None = None
    """The moment that the message's picture shows."""
    edited_at: float = float("-inf")
    """When it was last edited without a click, by the event loop's clock."""
    later: asyncio.Task[None] | None = None
    """The edit that is still to come."""


class Titled(Protocol):
    """Returns what a table is called, or its thread; "" for the usual: its number."""

    def __call__(self, table: Table, words: Words, *, thread: bool = False) -> Awaitable[str]: ...


class Stage:
    """The messages of all tables.

    :param client: the bot, for messages that answer no interaction.
    """

    def __init__(self, client: discord.Client, store: Store, tables: Tables, mail: Mail) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._displays: dict[int, _Display] = {}
        self.mail = mail
        self.hands = Hands(client, store, tables, mail, self.url)
        self.signals = Signals(store, tables, mail, self.hands, self.url)
        self.tips = Tips(store, tables, self._channel_of)
        self.practice = Practice(tables, self.tips)
        self.pauses = Pauses(client, tables, mail, self.refresh)
        self.titled: Titled | None = None
        """Tells what a table is called that has more than a number."""

    def words_of(self, table: Table) -> Words:
        """Return the texts of a table's language."""
        return words_for(table.language)

    async def opened(self, change: Change, interaction: discord.Interaction) -> None:
        """Answer the command that opened a table with its lobby."""
        table = change.after
        display = self._displays[table.table_id] = _Display(table.channel_id)
        async with display.lock:
            letter = lobby(table.public(), self.words_of(table))
            letter = replace(letter, pings=await self.wanting(table.access.people - {table.host}))
            sent = await calls.answer_by_message(interaction, letter, private=False)
            if sent is None:
                try:
                    await self._post(display, table, -1, None)
                except (Gone, Barred):
                    # Nobody can see it, so nobody shall have a seat at it.
                    await self._tables.abandon(table.table_id)
                    raise
                return
            if sent.message_id is None:
                raise RuntimeError("Discord did not tell the number of the message it made")
            await self._note_message(display, table, sent.message_id, -1)
            display.token = _Token(interaction, sent.message_id, by_follow_up=sent.follows)
            display.shown_seq = table.public_seq
        self.tips.heard(interaction, table)

    async def answer(self, interaction: discord.Interaction, table_id: int) -> None:
        """Answer a click on a table's message with what the table is now, and show what else is new."""
        if (await self._tables.latest(table_id)).practice:
            await self.practice.answer(interaction, table_id)
            return
        display = await self._display(table_id)
        async with self._showing(table_id, display), display.lock:
            # What another process has made of it meanwhile is shown at the end, if it is not here.
            table = await self._current(table_id, display, await self._tables.latest(table_id))
            message = interaction.message
            if message is not None and message.id == display.message_id:
                display.token = _Token(interaction, message.id, by_follow_up=False)
            if display.shown_seq == table.public_seq:
                await calls.answer_silently(interaction)
            elif message is None or message.id != display.message_id:
                await calls.answer_silently(interaction)
                await self._edit(display, table)
            elif interaction.response.is_done():
                await self._edit(display, table)
            else:
                letter, moment = await self._letter(table, display.deal, display.picture)
                if await calls.answer_by_edit(interaction, letter):
                    display.shown_seq, display.picture = table.public_seq, moment
                else:
                    await self._edit(display, table)
            await self._catch_up(display, table, interaction)
        self.tips.heard(interaction, table)
        self.tell_privately(table)
        self._forget_ended(table)
        await self._look_again(table_id)

    async def refresh(
        self, table_id: int, interaction: discord.Interaction | None = None, *, anew: bool = False
    ) -> None:
        """Show what a table is now, after something that was not a click on its message.

        :param anew: even if it is shown already: somebody looks for a message that may have been deleted.
        """
        if (await self._tables.latest(table_id)).practice:
            await self.practice.refresh(table_id)
            return
        display = await self._display(table_id)
        async with self._showing(table_id, display), display.lock:
            table = await self._current(table_id, display, await self._tables.get(table_id))
            if anew or display.shown_seq != table.public_seq:
                await self._edit(display, table)
            await self._catch_up(display, table, interaction)
        if interaction is not None:
            self.tips.heard(interaction, table)
        self.tell_privately(table)
        self._forget_ended(table)
        await self._look_again(table_id)

    async def is_shown_by(self, table_id: int, message: discord.Message | None) -> bool:
        """Return whether a message may be the one that a table is played in.

        Others are of the same table as it was, or as it would have become, had no copy of the database been restored:
        their buttons may name a moment that has come again with other cards.
        """
        for _ in range(2):
            if message is None or not (await self._tables.latest(table_id)).is_live:
                return True
            display = await self._display(table_id)
            if message.channel.id != display.channel_id or message.id == display.message_id:
                return True
            # Another process may have posted it; or there is none yet.
            await self.refresh(table_id)
        return False

    async def say(self, table_id: int, letter: Letter) -> None:
        """Post a message beside that of a table; raises `Gone` or `Barred`."""
        display = await self._display(table_id)
        await calls.post(self._client, display.channel_id, letter)

    def tell_privately(self, table: Table) -> None:
        """Bring everybody's hand up to date, faces to those they are made for, and tips; the game does not wait."""
        if table.practice:
            return  # the hand, and the partner's faces, are in its message
        self.hands.update(table)
        self.signals.update(table)
        self.tips.update(table)

    async def farewell(self) -> None:
        """Tell the tables where somebody has just played that the bot stops; `restore` puts their buttons back.

        It goes through the tokens of the last clicks, so it takes nothing of the global limit.
        """
        here = [display for display in self._displays.items() if display[1].token and display[1].token.alive]
        await asyncio.gather(*(self._say_farewell(table_id, display) for table_id, display in here))

    async def _say_farewell(self, table_id: int, display: _Display) -> None:
        async with display.lock:
            table = await self._tables.get(table_id)
            token = display.token
            if token is None or table.status is not Status.PLAYING or display.deal != table.deal_count - 1:
                return
            words = self.words_of(table)
            notice = words("⏸ I am restarting. The game goes on here in a moment.")
            letter = board(table.public(), words, notice=notice, title=await self._title(table, words))
            if token.by_follow_up:
                await calls.edit_follow_up(token.interaction, token.message_id, letter)
            else:
                await calls.edit_answer(token.interaction, letter)

    async def restore(self, row: TableRow) -> None:
        """Show a table again after a restart: the process may have died before it was shown."""
        table = await self._tables.get(row.table_id)
        if table.practice:
            return  # whoever practises sees it at their next click: the bot cannot write there by itself
        if row.table_id not in self._displays:
            # Nobody has come to it since this process began: what was signalled is older.
            self.signals.passed(table)
        try:
            await self.refresh(row.table_id)
        except (Gone, Barred) as error:
            log.warning("table %s cannot be shown in channel %s: %s", row.table_id, row.channel_id, error)

    async def quiet(self) -> None:
        """Wait until every edit that was put off has been made."""
        while later := [d.later for d in self._displays.values() if d.later is not None]:
            await asyncio.gather(*later, return_exceptions=True)

    def close(self) -> None:
        """Make no edit any more that was put off, and try nothing again: the bot stops."""
        self.pauses.close()
        for display in self._displays.values():
            if display.later is not None:
                display.later.cancel()

    @contextlib.asynccontextmanager
    async def _showing(self, table_id: int, display: _Display) -> AsyncIterator[None]:
        """Pause a table where it turns out that it cannot be shown, and let it go on where it can."""
        before = display.shown_seq
        try:
            yield
        except (Gone, Barred) as error:
            await self.pauses.not_shown(table_id, display.channel_id, error)
            self._forget_ended(await self._tables.get(table_id))
            raise
        display.unsure = False
        if display.shown_seq != before or self.pauses.why(table_id) != LOCKED:
            self.pauses.resume(table_id)

    def url(self, table: Table) -> str:
        """Return where the current message of a table is, "" where that is not known."""
        display = self._displays.get(table.table_id)
        if display is None or display.message_id is None:
            return ""
        guild = table.guild_id or "@me"
        return f"https://discord.com/channels/{guild}/{display.channel_id}/{display.message_id}"

    def may_forget(self, table_id: int) -> bool:
        """Forget what is shown of a table that rests, unless it is being shown: the store knows its message."""
        display = self._displays.get(table_id)
        if display is not None and (display.lock.locked() or display.later is not None):
            return False
        self._displays.pop(table_id, None)
        if self._store.is_shared:
            # Other processes may send hands and faces meanwhile; the store knows which.
            self.hands.forget(table_id)
            self.signals.forget(table_id)
        self.tips.forget(table_id)
        return True

    def _channel_of(self, table: Table) -> int | None:
        """Return where a table is shown; None where that may be anywhere."""
        if table.practice:
            return None
        display = self._displays.get(table.table_id)
        return display.channel_id if display is not None else table.channel_id

    # The current message

    async def _current(self, table_id: int, display: _Display, table: Table) -> Table:
        """Return a table, to be shown. Where another process has been at it, that process may have shown it too, in
        this message or in another one."""
        others = self._tables.others(table_id)
        if display.others not in (None, others):
            row = await self._store.table(table_id)
            if row is not None and row.message_id not in (None, display.message_id):
                display.channel_id = row.message_channel_id or row.channel_id
                display.message_id, display.deal, display.token = row.message_id, row.message_deal, None
            display.shown_seq, display.picture = -1, None
        display.others = others
        return table

    async def _look_again(self, table_id: int) -> None:
        """Show a table once more, if another process was at it while it was being shown."""
        if await self._tables.overtaken(table_id):
            await self.refresh(table_id)

    async def _display(self, table_id: int) -> _Display:
        display = self._displays.get(table_id)
        if display is None:
            row, _ = await self._store.load(table_id)
            display = self._displays.get(table_id)
            if display is None:
                display = self._displays[table_id] = _Display(row.message_channel_id or row.channel_id)
                display.message_id = row.message_id
                display.deal = row.message_deal
                display.unsure = True
        return display

    async def _letter(
        self, table: Table, deal: int, shown: Moment | None = None
    ) -> tuple[Letter, Moment | None]:
        """Return the message of a deal, and the moment its picture shows.

        A picture is drawn anew when the table has come to another moment than the one that is shown.
        """
        words = self.words_of(table)
        title = await self._title(table, words)
        if deal < 0:
            return lobby(table.public(), words, title=title), None
        if deal == table.deal_count:
            return ending(table.public(), table.playing, table.names(), words), None
        public = table.public(deal)
        moment = moment_of(public)
        letter = board(public, words, title=title)
        if moment == shown:
            return letter, moment
        scene = scene_of(public, words)
        image = await draw(drawn, scene)
        return replace(letter, files=((picture_name(public), image),), keeps_files=False), moment

    async def _title(self, table: Table, words: Words, *, thread: bool = False) -> str:
        return await self.titled(table, words, thread=thread) if self.titled is not None else ""

    async def _edit(self, display: _Display, table: Table) -> None:
        """Edit the current message, or post it again if it was deleted."""
        if display.message_id is None:
            return
        letter, moment = await self._letter(table, display.deal, display.picture)
        token = display.token
        if token is not None and token.alive and token.message_id == display.message_id:
            if token.by_follow_up:
                edited = await calls.edit_follow_up(token.interaction, token.message_id, letter)
            else:
                edited = await calls.edit_answer(token.interaction, letter)
            if edited:
                display.shown_seq, display.picture = table.public_seq, moment
                return
            display.token = None
        now = asyncio.get_running_loop().time()
        # A message that is left behind now will not be looked at again: it is given its last state.
        left_behind = display.deal < table.deal_count - 1
        if now - display.edited_at < EDITED_EVERY and not left_behind:
            self._edit_later(display, table.table_id, display.edited_at + EDITED_EVERY - now)
            return
        display.edited_at = now
        try:
            await calls.edit(self._client, display.channel_id, display.message_id, letter)
        except Gone:
            display.lost_id, display.message_id = display.message_id, None
            if display.deal == table.deal_count - 1:
                await self._post(display, table, display.deal, None)
                return
        display.shown_seq, display.picture = table.public_seq, moment

    def _edit_later(self, display: _Display, table_id: int, seconds: float) -> None:
        async def wait_and_edit() -> None:
            try:
                await asyncio.sleep(seconds)
                display.later = None
                await self.refresh(table_id)
            except (Gone, Barred) as error:
                log.warning("table %s cannot be shown: %s", table_id, error)
            except (discord.HTTPException, Refused):
                log.exception("table %s was not shown", table_id)
            finally:
                display.later = None

        if display.later is None:
            display.later = asyncio.create_task(wait_and_edit())

    async def _catch_up(
        self, display: _Display, table: Table, interaction: discord.Interaction | None
    ) -> None:
        """Post the deals that have no message yet, and the end of the match."""
        if display.message_id is None and (table.is_live or (table.thread and display.deal < 0)):
            await self._post(display, table, display.deal, interaction)
        last = table.deal_count if table.status is Status.FINISHED else table.deal_count - 1
        if display.deal < last and table.thread:
            await self._move_into_thread(display, table)
        while display.deal < last:
            await self._post(display, table, display.deal + 1, interaction)

    async def _move_into_thread(self, display: _Display, table: Table) -> None:
        """Let the deals be played in a thread on the lobby; in the channel, where no thread can be opened."""
        if display.deal != -1 or display.message_id is None or table.guild_id is None:
            return
        words = self.words_of(table)
        name = await self._title(table, words, thread=True) or words(
            "Mus · table {table}", table=table.table_id
        )
        thread = await calls.open_thread(
            self._client, table.guild_id, display.channel_id, display.message_id, name
        )
        if thread is not None:
            display.channel_id = thread

    async def _post(
        self, display: _Display, table: Table, deal: int, interaction: discord.Interaction | None
    ) -> None:
        """Post a new message. A follow-up would do too, but it is shown as a reply to the message before, and
        comes back with that whole message at every click; so it is kept for when the bot may not post."""
        letter, moment = await self._letter(table, deal)
        letter = replace(letter, pings=await self._pinged(table, deal))
        token = None
        nonce = _nonce(table.table_id, deal, display.message_id or display.lost_id)
        try:
            message_id = await calls.post(self._client, display.channel_id, letter, nonce)
        except Lost:
            display.unsure = True
            raise
        except Barred:
            message = None
            if interaction is not None and interaction.channel_id == display.channel_id:
                message = await calls.follow_up(interaction, letter)
            if message is None or interaction is None:
                raise
            message_id, token = message.id, _Token(interaction, message.id, by_follow_up=True)
        else:
            if display.unsure:
                # It may be an earlier one, of an earlier state.
                with contextlib.suppress(Gone, Barred):
                    await calls.edit(self._client, display.channel_id, message_id, letter)
        display.token = token
        await self._note_message(display, table, message_id, deal)
        display.shown_seq, display.picture = table.public_seq, moment

    async def _pinged(self, table: Table, deal: int) -> frozenset[int]:
        """Return the people whose bell a new message rings: who speaks first, unless they want no pings."""
        if deal != table.deal_count - 1 or table.status is not Status.PLAYING:
            return frozenset()
        return await self.wanting(
            {table.people[seat] for seat in table.playing.to_act if seat in table.people}
        )

    async def wanting(self, people: Collection[int]) -> frozenset[int]:
        """Return those of some people whose bells may be rung."""
        known = {person: await self._store.people.lately(person) for person in people}
        return frozenset(person for person, row in known.items() if row is None or row.pings)

    async def _note_message(self, display: _Display, table: Table, message_id: int, deal: int) -> None:
        display.message_id, display.deal = message_id, deal
        await self._store.set_message(table.table_id, display.channel_id, message_id, deal)

    def _forget_ended(self, table: Table) -> None:
        display = self._displays.get(table.table_id)
        # An edit that is still to come forgets it afterwards.
        if display is not None and display.later is None and not table.is_live:
            del self._displays[table.table_id]


def _nonce(table_id: int, deal: int, after: int | None) -> int:
    """Return the same number for the same message, in another process too: it stands for one deal of a table, in
    the place of (or below) the message before."""
    digest = hashlib.sha256(f"{table_id} {deal} {after}".encode()).digest()
    return int.from_bytes(digest[:7], "big")

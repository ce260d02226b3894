"""What Discord shows of the tables, kept equal to what they are.

For each table there is one current message: the lobby, then one for each deal. Whoever changes a table tells the
stage, which shows the *latest* state, whatever change it was told of: so a slow call can never put an old state
over a new one. A click is answered by editing the message it was on, which costs nothing of the global limit. How
a message is edited, and the next one posted, is in `posting`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection
from dataclasses import replace

import discord

from musbot.bot import calls
from musbot.bot.board import board
from musbot.bot.calls import Barred, Gone
from musbot.bot.delivery import Hands
from musbot.bot.display import Display, Token
from musbot.bot.layout import Letter
from musbot.bot.lobby import lobby
from musbot.bot.mail import Mail
from musbot.bot.pauses import LOCKED, Pauses
from musbot.bot.posting import Posting
from musbot.bot.practice import Practice
from musbot.bot.reminders import Reminders
from musbot.bot.signals import Signals
from musbot.bot.tipping import Tips
from musbot.bot.words import words_for
from musbot.store import Store, TableRow
from musbot.table import Change, Reminder, Status, Table, Tables
from musbot.tasks import finished

log = logging.getLogger(__name__)


class Stage:
    """The messages of all tables.

    :param client: the bot, for messages that answer no interaction.
    """

    def __init__(self, client: discord.Client, store: Store, tables: Tables, mail: Mail) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._displays: dict[int, Display] = {}
        self.mail = mail
        self.hands = Hands(client, store, tables, mail, self.url)
        self.signals = Signals(store, tables, mail, self.hands, self.url)
        self.tips = Tips(store, tables, self._channel_of)
        self.practice = Practice(tables, self.tips)
        self.pauses = Pauses(client, tables, mail, self.refresh)
        self.reminders = Reminders(client)
        self.posting = Posting(client, store, self.refresh)

    async def opened(self, change: Change, interaction: discord.Interaction) -> None:
        """Answer the command that opened a table with its lobby."""
        table = change.after
        display = self._displays[table.table_id] = Display(table.channel_id)
        async with display.lock:
            letter = lobby(table.public(), words_for(table.language))
            letter = replace(letter, pings=await self.posting.wanting(table.access.people - {table.host}))
            try:
                sent = await calls.answer_by_message(interaction, letter, private=False)
                if sent is None:
                    await self.posting.post(display, table, -1, None)
                    return
            except (Gone, Barred, discord.HTTPException):
                # Nobody can see it, so nobody shall have a seat at it.
                await self._tables.abandon(table.table_id)
                raise
            if sent.message_id is None:
                raise RuntimeError("Discord did not tell the number of the message it made")
            await self.posting.note_message(display, table, sent.message_id, -1)
            display.token = Token(interaction, sent.message_id, by_follow_up=sent.follows)
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
                display.token = Token(interaction, message.id, by_follow_up=False)
            if display.shown_seq == table.public_seq:
                await calls.answer_silently(interaction)
            elif message is None or message.id != display.message_id:
                await calls.answer_silently(interaction)
                await self.posting.renew(display, table)
            elif interaction.response.is_done():
                await self.posting.renew(display, table)
            else:
                letter, moment = await self.posting.letter(table, display.deal, display.picture)
                if await calls.answer_by_edit(interaction, letter):
                    display.shown_seq, display.picture = table.public_seq, moment
                else:
                    await self.posting.renew(display, table)
            await self.posting.catch_up(display, table, interaction)
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
                await self.posting.renew(display, table)
            await self.posting.catch_up(display, table, interaction)
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

    async def wanting(self, people: Collection[int]) -> frozenset[int]:
        """Return those of some people whose bells may be rung."""
        return await self.posting.wanting(people)

    async def say(self, table_id: int, letter: Letter) -> None:
        """Post a message beside that of a table; raises `Gone` or `Barred`."""
        display = await self._display(table_id)
        await calls.post(self._client, display.channel_id, letter)

    async def remind(self, reminder: Reminder, letter: Letter) -> None:
        """Post a reminder beside the message of a table; raises `Gone` or `Barred`."""
        table_id = reminder.table.table_id
        display = await self._display(table_id)
        await self.reminders.post(reminder, display.channel_id, letter)
        self.reminders.update(await self._tables.latest(table_id))

    def tell_privately(self, table: Table) -> None:
        """Bring everybody's hand up to date, faces to those they are made for, and tips; the game does not wait."""
        if table.practice:
            return  # the hand, and the partner's faces, are in its message
        self.hands.update(table)
        self.signals.update(table)
        self.tips.update(table)
        self.reminders.update(table)

    async def farewell(self) -> None:
        """Tell the tables where somebody has just played that the bot stops; `restore` puts their buttons back.

        It goes through the tokens of the last clicks, so it takes nothing of the global limit.
        """
        here = [display for display in self._displays.items() if display[1].token and display[1].token.alive]
        await asyncio.gather(*(self._say_farewell(table_id, display) for table_id, display in here))

    async def _say_farewell(self, table_id: int, display: Display) -> None:
        async with display.lock:
            table = await self._tables.get(table_id)
            token = display.token
            if token is None or table.status is not Status.PLAYING or display.deal != table.deal_count - 1:
                return
            words = words_for(table.language)
            notice = words("⏸ I am restarting. The game goes on here in a moment.")
            letter = board(table.public(), words, notice=notice, title=await self.posting.title(table, words))
            await token.show(letter)

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
        """Wait until every edit that was put off has been made, and reminders that are over are gone."""
        await finished(lambda: [d.later for d in self._displays.values() if d.later is not None])
        await self.reminders.quiet()

    def close(self) -> None:
        """Make no edit any more that was put off, and try nothing again: the bot stops."""
        self.pauses.close()
        for display in self._displays.values():
            if display.later is not None:
                display.later.cancel()

    @contextlib.asynccontextmanager
    async def _showing(self, table_id: int, display: Display) -> AsyncIterator[None]:
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
        if not self.practice.may_forget(table_id):
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

    async def _current(self, table_id: int, display: Display, table: Table) -> Table:
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
        if self._store.is_shared and await self._tables.overtaken(table_id):
            await self.refresh(table_id)

    async def _display(self, table_id: int) -> Display:
        display = self._displays.get(table_id)
        if display is None:
            row, _ = await self._store.load(table_id)
            display = self._displays.get(table_id)
            if display is None:
                display = self._displays[table_id] = Display(row.message_channel_id or row.channel_id)
                display.message_id = row.message_id
                display.deal = row.message_deal
                display.unsure = True
        return display

    def _forget_ended(self, table: Table) -> None:
        display = self._displays.get(table.table_id)
        # An edit that is still to come forgets it afterwards.
        if display is not None and display.later is None and not table.is_live:
            del self._displays[table.table_id]

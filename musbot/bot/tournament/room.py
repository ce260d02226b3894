"""Everything of tournaments that the bot runs: the desk, what runs by itself, what is shown, what is answered."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import discord

from musbot.bot import calls
from musbot.bot.answering import show
from musbot.bot.ids import TourId
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.stage import Stage
from musbot.bot.tournament.calling import waiting_letter
from musbot.bot.tournament.entering import VIEWS, Entering
from musbot.bot.tournament.hosting import Hosting
from musbot.bot.tournament.live import Live
from musbot.bot.tournament.place import NoTournament, Register
from musbot.bot.tournament.refusals import refusal_letter
from musbot.bot.words import N_, words_for
from musbot.club.tournament import Refused
from musbot.club.tournament.desk import Found, NoSuchTournament, Tournaments
from musbot.club.tournament.erasing import leave_tournaments
from musbot.club.tournament.runner import Runner, Waiting
from musbot.store import Store
from musbot.table import Change, Tables

log = logging.getLogger(__name__)


class TournamentRoom:
    """The tournaments of the bot.

    :param client: the bot, for what it posts by itself.
    """

    def __init__(self, client: discord.Client, store: Store, tables: Tables, stage: Stage) -> None:
        self._stage = stage
        self.desk = Tournaments(store, tables, tables.now) if tables else Tournaments(store, tables)
        self.live = Live(client, store, self.desk, stage, self.desk.now)
        self.desk.watch = self.live.watch
        self.register = Register(store, self.desk)
        self.entering = Entering(client, stage, self.desk, self.live, self.register)
        self.hosting = Hosting(client, stage, self.desk)
        self.runner = Runner(self.desk, self._show_table, stage.pauses.is_paused, self._remind)
        stage.posting.titled = self.live.title
        self.restored = asyncio.Event()
        """What the last process left is shown."""

    async def _show_table(self, change: Change) -> None:
        try:
            await self._stage.refresh(change.table_id)
        except (calls.Gone, calls.Barred, discord.HTTPException) as error:
            log.warning("table %s cannot be shown: %s", change.table_id, error)

    async def _remind(self, waiting: Waiting) -> None:
        table = waiting.table
        words = words_for(table.language)
        letter = waiting_letter(waiting, words, self._stage.url(table))
        letter = replace(letter, pings=await self._stage.wanting(letter.pings))
        try:
            await self._stage.say(table.table_id, letter)
        except (calls.Gone, calls.Barred, discord.HTTPException) as error:
            log.warning("table %s: nobody can be told that others wait: %s", table.table_id, error)

    async def click(self, interaction: discord.Interaction, click: TourId) -> None:
        """Answer a click on a message of a tournament, or say why it cannot be done."""
        words = words_of(interaction)
        try:
            found = await self.register.find(click.tournament_id, interaction.guild_id)
            await self._answer(interaction, found, click)
        except Refused as refused:
            await show(interaction, refusal_letter(refused, words))
            # Whoever could not do it may have looked at a message of an earlier moment.
            self.live.look(click.tournament_id)
        except (NoTournament, NoSuchTournament) as missing:
            told = str(missing) if isinstance(missing, NoTournament) else N_("This tournament is gone.")
            await show(interaction, sentence(words, told))

    async def _answer(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        entering = self.entering
        action = click.action
        if action in VIEWS:
            await entering.view(interaction, found, click)
        elif action in self.hosting.acts():
            await self.hosting.answer(interaction, found, click)
        elif action == "host":
            await self.hosting.panel(interaction, found)
        elif action in ("accept", "decline"):
            answer = entering.accept if action == "accept" else entering.decline
            await answer(interaction, found, click)
        else:
            simple = {
                "enter": entering.enter,
                "alone": entering.alone,
                "partner": entering.with_partner,
                "check-in": entering.check_in,
                "withdraw": entering.withdraw,
                "gone-yes": entering.withdraw_now,
                "back": entering.come_back,
                "mine": entering.mine,
                "records": entering.records,
            }.get(action)
            if simple is None:
                told = N_("That button is from another time. `/tournament me` shows what is now.")
                await show(interaction, sentence(words_of(interaction), told))
                return
            await simple(interaction, found)

    async def withdraw(self, person_id: int) -> list[int]:
        """Withdraw a person from everything that is live; return the numbers of all in which they have a part."""
        found = [
            each.number
            for each in await self.desk.live()
            if each.tournament.entry_of(person_id) is not None or each.tournament.may_run(person_id)
        ]
        await leave_tournaments(self.desk, person_id)
        return found

    def look(self, numbers: list[int]) -> None:
        """Show some tournaments again."""
        for number in numbers:
            self.live.look(number)

    async def quiet(self) -> None:
        """Wait until all that happened is shown."""
        await self.runner.quiet()
        await self.live.quiet()

    async def restore(self) -> None:
        """Show what is live as it is, after a restart."""
        try:
            await self.live.restore()
        except Exception:  # what is due must be done, whatever can be shown
            log.exception("the tournaments were not restored")
        self.restored.set()

    async def run(self) -> None:
        """Do what is due for ever, whatever goes wrong."""
        await self.runner.run()

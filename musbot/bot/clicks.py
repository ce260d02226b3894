"""The one place where clicks arrive, from buttons, menus and forms. None is left without an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import discord

from musbot.bot import calls
from musbot.bot.answering import Answerer, ClubAnswerer, TourAnswerer, tell
from musbot.bot.ids import ClickId, ClubId, TourId
from musbot.bot.readers import words_of
from musbot.bot.refusals import refusal_letter
from musbot.bot.stage import Stage
from musbot.bot.table_clicks import SPOKEN, TableClicks
from musbot.bot.weather import Throttle, Verdict
from musbot.bot.words import N_, Words
from musbot.game import Word
from musbot.logs import note
from musbot.table import Refusal, Refused, Tables

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which a click is acknowledged although its work is not done; Discord waits three."""


class Clicks:
    """Finds what answers a click, and answers itself where that does not.

    :param others: what answers clicks that are about no table, by the action of their ids.
    """

    def __init__(
        self,
        tables: Tables,
        stage: Stage,
        others: Mapping[str, Answerer] | None = None,
        throttle: Throttle | None = None,
    ) -> None:
        self._tables = tables
        self.of_tables = TableClicks(tables, stage)
        self._answers = {**self.of_tables.answers(), **(others or {})}
        self.club: dict[str, ClubAnswerer] = {}
        """What answers clicks that are about people across tables, by the action of their ids."""
        self.tournaments: TourAnswerer | None = None
        """What answers clicks that are about tournaments."""
        self._stage = stage
        self.throttle = throttle or Throttle()
        self._acknowledging: set[asyncio.Task[bool]] = set()

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a click or a form, whatever it is and whatever goes wrong."""
        words = words_of(interaction)
        verdict = self.throttle.take(interaction.user.id)
        if verdict is not Verdict.PASS:
            if verdict is Verdict.TELL:
                await tell(interaction, words, N_("Those were many clicks. Wait a few seconds, please."))
            return
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        click, handler = self._club_handler(custom_id)
        if click is None:
            click = ClickId.parse(custom_id)
            handler = self._answers.get(click.action) if click else None
        if click is None or handler is None:
            await tell(interaction, words, N_("That button is from another time. Look with `/mus tables`."))
            return
        if click.table_id:
            note(table=click.table_id)
        late = asyncio.get_running_loop().call_later(PATIENCE, self._acknowledge, interaction)
        try:
            await self._handle(interaction, click, handler)
        except Exception:  # the last resort: whoever clicked must be answered
            log.exception("the click %s of %s failed", click, interaction.user.id)
            await tell(interaction, words, N_("Something went wrong on my side. Nothing is lost: try again."))
        finally:
            late.cancel()

    async def _handle(self, interaction: discord.Interaction, click: ClickId, handler: Answerer) -> None:
        """Do what a click asks for, or say why it cannot be done."""
        words = words_of(interaction)
        try:
            if click.action not in _ALWAYS and self._stage.pauses.is_paused(click.table_id):
                handler = self._go_on
            elif click.action in _SAID:
                await self._require_shown(interaction, click)
            await handler(interaction, click)
            if click.action not in _ASKING:
                self.throttle.give_back(interaction.user.id)
            if not interaction.response.is_done():
                # The message that was clicked went away meanwhile, or Discord did.
                await calls.answer_silently(interaction)
        except Refused as refused:
            await self._refuse(interaction, words, refused, click.table_id)
        except (calls.Gone, calls.Barred) as error:
            log.warning("table %s cannot be shown: %s", click.table_id, error)
            why = self._stage.pauses.why(click.table_id)
            if why is not None:
                paused = words("Table {table} is paused: {why}", table=click.table_id, why=words(why))
                await tell(interaction, words, paused)
            elif isinstance(error, calls.Gone):
                await tell(interaction, words, N_("This table is over: its channel is gone."))
            else:
                await tell(interaction, words, N_("I could not show the table. Please press again."))
        if click.table_id:
            await self._stage.signals.show_waiting(interaction, click.table_id)

    def _club_handler(self, custom_id: str) -> tuple[ClickId | None, Answerer | None]:
        tour = TourId.parse(custom_id)
        ask = self.tournaments
        if tour is not None and ask is not None:
            return ClickId(0, 0, "tour"), lambda interaction, _: ask(interaction, tour)
        club = ClubId.parse(custom_id)
        answer = self.club.get(club.action) if club else None
        if club is None or answer is None:
            return None, None
        return ClickId(0, 0, "club"), lambda interaction, _: answer(interaction, club)

    def _acknowledge(self, interaction: discord.Interaction) -> None:
        if not interaction.response.is_done():
            task = asyncio.ensure_future(calls.answer_silently(interaction))
            self._acknowledging.add(task)
            task.add_done_callback(self._acknowledging.discard)

    async def _refuse(
        self, interaction: discord.Interaction, words: Words, refused: Refused, table_id: int
    ) -> None:
        table = None
        try:
            table = await self._tables.get(table_id) if table_id else None
        except Refused as no_table:  # what was sent was looked at first: a card that is none, say
            if refused.reason is not Refusal.PUT_ASIDE:
                refused = no_table
        overtaken = table is not None and table.practice and table.host == interaction.user.id
        if overtaken and refused.reason in _OVERTAKEN:
            # The message is older than the table: it is shown as it is now.
            await self._stage.answer(interaction, table_id)
            return
        await calls.answer_by_message(
            interaction, refusal_letter(refused, words, table.public() if table else None), private=True
        )
        if table is not None and table.is_live:
            await self._repair(interaction, table_id)

    async def _repair(self, interaction: discord.Interaction, table_id: int) -> None:
        """Show a table as it is, if that was lost on the way: else its old buttons would be refused for ever."""
        try:
            await self._stage.refresh(table_id, interaction)
        except (discord.HTTPException, calls.Gone, calls.Barred) as error:
            log.warning("table %s cannot be shown: %s", table_id, error)

    async def _require_shown(self, interaction: discord.Interaction, click: ClickId) -> None:
        if not await self._stage.is_shown_by(click.table_id, interaction.message):
            raise Refused(Refusal.STALE)

    async def _go_on(self, interaction: discord.Interaction, click: ClickId) -> None:
        """Try to show a paused table again. What was clicked does not count: nobody could see what it was for."""
        await self._stage.answer(interaction, click.table_id)
        words = words_of(interaction)
        await tell(interaction, words, N_("The table was paused, and goes on now. Please press again."))


_SAID = frozenset({*SPOKEN, Word.BET.value, "raised"})
"""What changes the game, said in the table's own message."""
_OVERTAKEN = frozenset({Refusal.STALE, Refusal.NOT_YOUR_TURN, Refusal.ALREADY_DROPPED, Refusal.CLOSED})
"""Why a word is refused that came from a message of an earlier moment."""
_ASKING = frozenset({"hand", "review", "discard", "signal", "tips", "cut-deck", Word.BET.value})
"""What changes nothing at the table, however often it is clicked."""
_ALWAYS = frozenset({"hand", "leave"})
"""What may be done at a table that is paused."""

"""Practice: one person and three AI players, in messages that nobody else sees.

They are answers to that person's own commands and clicks, so practice works where the bot may not write by itself:
in any channel, in direct messages, and for people who have installed the bot for themselves alone. Discord lets such a
message be edited for fifteen minutes after a click; each click gives a new token, and where the last one has died,
the message waits for the next click. Table, hand and buttons are in the one message; each deal gets a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import ButtonStyle, app_commands

from musbot.ai import USUAL
from musbot.bot import calls
from musbot.bot.answering import Answerer
from musbot.bot.board import in_rows, moment_of, parts, picture_name
from musbot.bot.calls import token_lives
from musbot.bot.drawing import draw
from musbot.bot.ending import ending
from musbot.bot.hands import hand_files, hand_items
from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.levels import level_choices, level_name
from musbot.bot.people import person_of
from musbot.bot.readers import USUAL_LOOKS, Looks, looks_of, words_of
from musbot.bot.scenes import drawn, scene_of
from musbot.bot.tipping import Tips
from musbot.bot.words import Words
from musbot.table import Status, Table, Tables

_LEFT_OUT = ("hand", "discard", "cut-deck")
"""The buttons of a table that a practice does not need: the hand is there, and nobody is to be convinced."""


@dataclass(slots=True)
class _Shown:
    """What one person sees of a practice."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    interaction: discord.Interaction | None = None
    """The last one that gave a token to edit the message."""
    message_id: int | None = None
    """The message, where its number is known."""
    by_follow_up: bool = False
    """The message was posted as a follow-up of the interaction, not clicked on or answered with."""
    deal: int = -1
    """Index of the deal that it shows; one past the last is the end; -1 where nobody knows."""
    seq: int = -1
    picture: object = None
    """What its pictures show."""

    @property
    def alive(self) -> discord.Interaction | None:
        """The interaction, as long as its token lives."""
        here = self.interaction
        return here if token_lives(here) else None


class Practice:
    """Shows the practices of everybody."""

    def __init__(self, tables: Tables, tips: Tips) -> None:
        self._tables = tables
        self._tips = tips
        self._shown: dict[int, _Shown] = {}
        self._beginning = asyncio.Lock()
        self.sat_down: Callable[[discord.Interaction], Awaitable[None]] | None = None
        """Told of whoever has begun a practice, once they see it."""

    def answers(self) -> Mapping[str, Answerer]:
        """Return what answers the clicks that only a practice has."""
        return {"give-up": self._ask, "given-up": self._give_up, "again": self._again}

    async def begin(self, interaction: discord.Interaction, level: str | None) -> None:
        """Answer the command: begin a practice, or show the one that is going on."""
        await calls.think(interaction, private=_is_private(interaction))
        await self._begin(interaction, level)
        if self.sat_down is not None:
            await self.sat_down(interaction)

    async def answer(self, interaction: discord.Interaction, table_id: int, note: str = "") -> None:
        """Answer a click on a message of a practice with what has become of it."""
        shown = self._shown.setdefault(table_id, _Shown())
        async with shown.lock:
            table = await self._tables.get(table_id)
            message = interaction.message
            if message is None or shown.message_id not in (None, message.id):
                shown.deal = -1
            if shown.deal < 0:
                shown.deal, shown.picture = _last(table), None
            shown.interaction, shown.by_follow_up = interaction, False
            shown.message_id = message.id if message is not None else None
            letter, picture = await _letter(
                table, shown.deal, shown.picture, words_of(interaction), note, looks_of(interaction)
            )
            edited = not interaction.response.is_done() and await calls.answer_by_edit(interaction, letter)
            if edited or await calls.edit_answer(interaction, letter):
                shown.seq, shown.picture = table.seq, picture
            await self._catch_up(shown, table)
        self._tips.heard(interaction, table)
        self._tips.update(table)
        self._forget_ended(table)

    async def refresh(self, table_id: int) -> None:
        """Show what a practice is now, after an AI player has spoken, if a token still lives."""
        shown = self._shown.get(table_id)
        if shown is None:
            return
        async with shown.lock:
            table = await self._tables.get(table_id)
            if shown.seq != table.seq:
                await self._edit(shown, table)
            await self._catch_up(shown, table)
        self._tips.update(table)
        self._forget_ended(table)

    def may_forget(self, table_id: int) -> bool:
        """Forget what is shown of a practice that rests, unless it is being shown: the next click brings all of it."""
        shown = self._shown.get(table_id)
        if shown is not None and shown.lock.locked():
            return False
        self._shown.pop(table_id, None)
        return True

    async def _begin(self, interaction: discord.Interaction, level: str | None) -> None:
        person, words = person_of(interaction), words_of(interaction)
        note = ""
        async with self._beginning:
            table = await self._tables.practice_of(person.person_id)
            if table is None:
                table = (await self._tables.practise(person, level or USUAL)).after
            elif table.is_open:
                # The bot stopped before the others had sat down.
                table = (await self._tables.fill(table.table_id, person)).after
            elif level not in (None, table.level):
                note = words(
                    "-# You are in the middle of this one, with {level} players. *Give up* ends it.",
                    level=level_name(words, table.level),
                )
        shown = self._shown.setdefault(table.table_id, _Shown())
        async with shown.lock:
            table = await self._tables.get(table.table_id)
            shown.interaction, shown.by_follow_up, shown.message_id = interaction, False, None
            shown.deal, shown.picture = _last(table), None
            letter, picture = await _letter(table, shown.deal, None, words, note, looks_of(interaction))
            if await calls.edit_answer(interaction, letter):
                shown.seq, shown.picture = table.seq, picture
            await self._catch_up(shown, table)
        self._tips.heard(interaction, table)
        self._tips.update(table)

    async def _edit(self, shown: _Shown, table: Table) -> None:
        interaction = shown.alive
        if interaction is None:
            return
        letter, picture = await _letter(
            table, shown.deal, shown.picture, words_of(interaction), looks=looks_of(interaction)
        )
        if shown.by_follow_up and shown.message_id is not None:
            edited = await calls.edit_follow_up(interaction, shown.message_id, letter)
        else:
            edited = await calls.edit_answer(interaction, letter)
        if edited:
            shown.seq, shown.picture = table.seq, picture
        else:
            shown.interaction = None

    async def _catch_up(self, shown: _Shown, table: Table) -> None:
        """Post the deals that have no message yet, and the end; at the next click, where no token lives."""
        while shown.deal < _last(table):
            interaction = shown.alive
            if interaction is None:
                return
            letter, picture = await _letter(
                table, shown.deal + 1, None, words_of(interaction), looks=looks_of(interaction)
            )
            posted = await calls.follow_up(interaction, letter, private=_is_private(interaction))
            if posted is None:
                shown.interaction = None
                return
            shown.deal, shown.picture, shown.seq = shown.deal + 1, picture, table.seq
            shown.message_id, shown.by_follow_up = posted, True

    def _forget_ended(self, table: Table) -> None:
        if not table.is_live:
            self._shown.pop(table.table_id, None)

    # Buttons of its own

    async def _ask(self, interaction: discord.Interaction, click: ClickId) -> None:
        words = words_of(interaction)
        (await self._tables.get(click.table_id)).seat_of(interaction.user.id)
        answers = rows([button(click._replace(action="given-up"), words("Give up"), ButtonStyle.danger)])
        letter = Letter((text(words("Give this game up? It counts for nothing.")), *answers))
        await calls.answer_by_message(interaction, letter, private=_is_private(interaction))

    async def _give_up(self, interaction: discord.Interaction, click: ClickId) -> None:
        words = words_of(interaction)
        await self._tables.leave(click.table_id, person_of(interaction))
        done = words("Given up. `/mus practice` begins another game.")
        await calls.answer_by_edit(interaction, Letter((text(done),)))
        await self.refresh(click.table_id)

    async def _again(self, interaction: discord.Interaction, click: ClickId) -> None:
        level = (await self._tables.get(click.table_id)).level
        await calls.think(interaction, private=_is_private(interaction))
        await self._begin(interaction, level)


def practice_command(practice: Practice) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, for ``/mus``."""

    @app_commands.command(name="practice", description="Play against three AI players, unseen by others")
    @app_commands.describe(level="How strong they are")
    @app_commands.choices(level=level_choices())
    async def command(interaction: discord.Interaction, level: str | None = None) -> None:
        await practice.begin(interaction, level)

    return command


def practice_letter(
    table: Table, deal: int, words: Words, note: str = "", looks: Looks = USUAL_LOOKS, *, drawing: bool = True
) -> Letter:
    """Return the message of a deal for whoever practises: the table, their hand below it, and the buttons.

    :param drawing: with new pictures; call it outside the event loop then. Else an edit keeps those it has.
    """
    public = replace(table.public(deal), due_at=None)
    items, buttons, colour = parts(public, words)
    files = [(picture_name(public), drawn(scene_of(public, words)))] if drawing else []
    if _is_going_on(table, deal):
        view = table.view(table.seat_of(table.host))
        items += hand_items(table.table_id, table.revision, view, words, looks)
        files += hand_files(view, looks) if drawing else ()
        buttons = [each for each in buttons if _is_offered(each, speaking=view.is_to_act)]
        buttons.append(button(ClickId(table.table_id, 0, "give-up"), words("Give up")))
    elif table.status is Status.CLOSED:  # a game that is over has a message of its own for its end
        buttons = [_again_button(table, words)]
    if note:
        items.append(text(note))
    return Letter((box(*items, *in_rows(buttons), colour=colour),), tuple(files), keeps_files=not drawing)


def _is_going_on(table: Table, deal: int) -> bool:
    return table.is_playing and deal == table.deal_count - 1


def _is_offered(each: discord.ui.Button[Any], *, speaking: bool) -> bool:
    """Return whether a practice has a button of the table: words are for those who are to speak."""
    click = ClickId.parse(each.custom_id or "")
    return click is not None and click.action not in _LEFT_OUT and (speaking or click.revision == 0)


async def _letter(
    table: Table, deal: int, shown: object, words: Words, note: str = "", looks: Looks = USUAL_LOOKS
) -> tuple[Letter, object]:
    """Return the message of a deal, and what its pictures show; they are drawn anew where that is not shown yet."""
    if deal == table.deal_count:
        again = _again_button(table, words)
        return ending(table.public(), table.playing, table.names(), words, again), None
    hand: object = None
    if _is_going_on(table, deal):
        view = table.view(table.seat_of(table.host))
        hand = view.cards, view.new
    picture = deal, moment_of(table.public(deal)), hand, looks
    return await draw(practice_letter, table, deal, words, note, looks, drawing=picture != shown), picture


def _last(table: Table) -> int:
    return table.deal_count if table.status is Status.FINISHED else table.deal_count - 1


def _again_button(table: Table, words: Words) -> discord.ui.Button[Any]:
    return button(ClickId(table.table_id, 0, "again"), words("Play again"), ButtonStyle.success)


def _is_private(interaction: discord.Interaction) -> bool:
    """Return whether an answer must be hidden from others: everywhere but in the conversation with the bot."""
    return not interaction.context.dm_channel

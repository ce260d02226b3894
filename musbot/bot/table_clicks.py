"""What people press at a table: in its lobby, in the game, and to see their cards and faces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import discord

from musbot.bot import calls
from musbot.bot.answering import Answerer, ask, tell
from musbot.bot.drawing import draw
from musbot.bot.faces import confirmation, picker, why_refused
from musbot.bot.fairness import cut_form, read_cut, receipt
from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, text
from musbot.bot.people import person_of
from musbot.bot.raising import raise_form, read_form
from musbot.bot.readers import looks_of, words_of
from musbot.bot.removal import vote_letter
from musbot.bot.stage import Stage
from musbot.bot.words import N_, words_for
from musbot.game import Phase, Word, parse_card
from musbot.game.actions import drop, say, sign
from musbot.table import Refusal, Refused, Status, Table, Tables, require_cut
from musbot.table.state import SEATS

SPOKEN = {word.value: word for word in (Word.MUS, Word.CUT, Word.HOLD, Word.ORDAGO, Word.CALL, Word.FOLD)}
SPOKEN[Word.AGREE.value] = Word.AGREE
"""The words that a button says by itself."""


class TableClicks:
    """Answers the clicks on the messages of tables."""

    def __init__(self, tables: Tables, stage: Stage) -> None:
        self._tables = tables
        self._stage = stage
        self.sat_down: Callable[[discord.Interaction], Awaitable[None]] | None = None
        """Told of whoever has taken a seat, once they are answered."""

    def answers(self) -> dict[str, Answerer]:
        """Return what answers clicks, by the action of their ids."""
        return {action: partial(handler, self) for action, handler in HANDLERS.items()}

    # The lobby

    async def _join(self, interaction: discord.Interaction, click: ClickId) -> None:
        change = await self._tables.join(click.table_id, person_of(interaction))
        if not change.events:
            words = words_of(interaction)
            await tell(interaction, words, N_("You have a seat at this table already."))
            return
        await self._stage.answer(interaction, click.table_id)
        if self.sat_down is not None:
            await self.sat_down(interaction)

    async def _move(self, interaction: discord.Interaction, click: ClickId) -> None:
        """Take the next free seat after one's own: of the other pair first, and by and by each of them."""
        table = await self._tables.get(click.table_id)
        own = table.seat_of(interaction.user.id)
        if table.status is not Status.OPEN:
            raise Refused(Refusal.STARTED if table.is_live else Refusal.CLOSED)
        seat = next((seat for seat in (*SEATS[own:], *SEATS[:own]) if seat not in table.seats), own)
        await self._tables.join(click.table_id, person_of(interaction), seat)
        await self._stage.answer(interaction, click.table_id)

    async def _fill(self, interaction: discord.Interaction, click: ClickId) -> None:
        await self._tables.fill(click.table_id, person_of(interaction))
        await self._stage.answer(interaction, click.table_id)

    async def _leave(self, interaction: discord.Interaction, click: ClickId) -> None:
        await self._tables.leave(click.table_id, person_of(interaction))
        await self._stage.answer(interaction, click.table_id)

    async def _rematch(self, interaction: discord.Interaction, click: ClickId) -> None:
        assert interaction.channel_id is not None
        change = await self._tables.rematch(click.table_id, person_of(interaction), interaction.channel_id)
        if not change.events:
            words = words_of(interaction)
            await tell(interaction, words, N_("You have a seat at this table already."))
            return
        if change.before.seq == 0:
            await self._stage.opened(change, interaction)
        else:
            await calls.answer_silently(interaction)
        await self._stage.refresh(change.table_id)

    # Those who are away

    async def _back(self, interaction: discord.Interaction, click: ClickId) -> None:
        change = await self._tables.come_back(click.table_id, person_of(interaction))
        if not change.events:
            words = words_of(interaction)
            await tell(interaction, words, N_("You have a seat at this table already."))
            return
        await self._stage.answer(interaction, click.table_id)

    async def _vote(self, interaction: discord.Interaction, click: ClickId) -> None:
        seat = click.revision
        change = await self._tables.second(click.table_id, person_of(interaction), seat)
        letter = vote_letter(change, seat, words_for(change.after.language))
        await calls.answer_by_edit(interaction, letter)
        await self._stage.refresh(click.table_id, interaction)

    # The cut

    async def _cut_deck(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        require_cut(table, interaction.user.id, click.revision)
        words = words_of(interaction)
        await ask(interaction, cut_form(click.table_id, click.revision, words))

    async def _cut_typed(self, interaction: discord.Interaction, click: ClickId) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        cut = read_cut(data.get("components") or ())
        words = words_of(interaction)
        if cut is None:
            await tell(interaction, words, N_("Type at least four letters or numbers to cut the deck."))
            return
        change = await self._tables.cut_deck(click.table_id, person_of(interaction), cut, click.revision)
        await self._stage.answer(interaction, click.table_id)
        await calls.follow_up(interaction, receipt(change.after.public(), cut, words), private=True)

    # The game

    async def _say(self, interaction: discord.Interaction, click: ClickId) -> None:
        action = say(0, SPOKEN[click.action])
        await self._tables.act(click.table_id, person_of(interaction), action, click.revision)
        await self._stage.answer(interaction, click.table_id)

    async def _raise(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        _require_turn(table, interaction, click)
        deal = table.public().deal
        if deal is None or deal.bets is None:
            raise Refused(Refusal.ILLEGAL, "no bet is legal")
        low, high = deal.bets
        if low == high:
            person = person_of(interaction)
            await self._tables.act(click.table_id, person, say(0, Word.BET, low), click.revision)
            await self._stage.answer(interaction, click.table_id)
            return
        words = words_of(interaction)
        await ask(interaction, raise_form(click.table_id, click.revision, deal, words))

    async def _raised(self, interaction: discord.Interaction, click: ClickId) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        action = read_form(data.get("components") or ())
        if action is None:
            words = words_of(interaction)
            await tell(interaction, words, N_("Choose an amount, or write a whole number of stones."))
            return
        try:
            await self._tables.act(click.table_id, person_of(interaction), action, click.revision)
        except Refused as refused:
            deal = (await self._tables.get(click.table_id)).public().deal
            if refused.reason is not Refusal.ILLEGAL or deal is None or deal.bets is None:
                raise
            words = words_of(interaction)
            low, high = deal.bets
            told = words("You may bet from {low} to {high} stones here.", low=low, high=high)
            await calls.answer_by_message(interaction, Letter((text(told),)), private=True)
            return
        await self._stage.answer(interaction, click.table_id)

    async def _hand(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        seat = table.seat_of(interaction.user.id)
        words = words_of(interaction)
        letter = await draw(
            self._stage.hands.letter, table, seat, words, looks_of(interaction), from_channel=True
        )
        sent = await calls.answer_by_message(interaction, letter, private=True)
        if sent is not None:
            self._stage.hands.saw(table, seat, interaction, sent)
        self._stage.tips.heard(interaction, table)
        self._stage.tips.update(table)
        if await self._mail_again(interaction):
            self._stage.hands.update(table)

    async def _mail_again(self, interaction: discord.Interaction) -> bool:
        """Return whether a person who asks for their hand may have opened their direct messages since."""
        mail = self._stage.mail
        return mail.is_closed(interaction.user.id) and await mail.asked(interaction.user.id)

    async def _drop(self, interaction: discord.Interaction, click: ClickId) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        try:
            cards = [parse_card(str(name)) for name in data.get("values") or ()]
        except ValueError as error:
            raise Refused(Refusal.ILLEGAL, str(error)) from None
        change = await self._tables.act(
            click.table_id, person_of(interaction), drop(0, cards), click.revision
        )
        if change.after.practice:
            await self._stage.answer(interaction, click.table_id)
            return
        words = words_of(interaction)
        seat = change.after.seat_of(interaction.user.id)
        # When this was the last drop, the new cards are here already.
        letter = await draw(
            self._stage.hands.letter,
            change.after,
            seat,
            words,
            looks_of(interaction),
            from_channel=interaction.guild_id is not None,
        )
        await calls.answer_by_edit(interaction, letter)
        self._stage.hands.saw(change.after, seat, interaction)
        await self._stage.refresh(click.table_id)

    # Faces

    async def _signal(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        seat = _seat_in_play(table, interaction)
        letter = await draw(picker, table, seat, words_of(interaction))
        await calls.answer_by_message(interaction, letter, private=True)

    async def _signed(self, interaction: discord.Interaction, click: ClickId) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        values = data.get("values")
        name = str(values[0]) if isinstance(values, list) and len(values) == 1 else ""
        words = words_of(interaction)
        try:
            change = await self._tables.act(click.table_id, person_of(interaction), sign(0, name))
        except Refused as refused:
            if refused.reason is not Refusal.ILLEGAL:
                raise
            table = await self._tables.get(click.table_id)
            seat = _seat_in_play(table, interaction)
            note = why_refused(table.view(seat), name, words)
        else:
            table = change.after
            seat = table.seat_of(interaction.user.id)
            note = confirmation(table.public(), seat, name, words)
            self._stage.tell_privately(table)
        letter = await draw(picker, table, seat, words, note)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            if not await calls.answer_by_edit(interaction, letter):
                await calls.edit_answer(interaction, letter)
        else:
            await calls.answer_by_message(interaction, letter, private=True)
        await self._stage.refresh(click.table_id)


def _seat_in_play(table: Table, interaction: discord.Interaction) -> int:
    """Return the seat of whoever clicked, in a game that is going on; `Refused` otherwise."""
    seat = table.seat_of(interaction.user.id)
    if table.status is not Status.PLAYING:
        raise Refused(Refusal.NOT_STARTED if table.status is Status.OPEN else Refusal.CLOSED)
    return seat


def _require_turn(table: Table, interaction: discord.Interaction, click: ClickId) -> None:
    seat = table.seat_of(interaction.user.id)
    deal = table.playing.deal
    if table.revision != click.revision or not table.is_live:
        raise Refused(Refusal.STALE if table.is_live else Refusal.CLOSED, seat=seat)
    if seat not in deal.to_act:
        raise Refused(Refusal.NOT_YOUR_TURN, seat=deal.to_act[0] if deal.to_act else 0)
    if deal.phase is not Phase.LANCE:
        raise Refused(Refusal.ILLEGAL, "no lance is being played")


HANDLERS: dict[str, Callable[[TableClicks, discord.Interaction, ClickId], Awaitable[None]]] = {
    "join": TableClicks._join,
    "move": TableClicks._move,
    "fill": TableClicks._fill,
    "leave": TableClicks._leave,
    "rematch": TableClicks._rematch,
    "back": TableClicks._back,
    "vote": TableClicks._vote,
    "cut-deck": TableClicks._cut_deck,
    "cut-typed": TableClicks._cut_typed,
    "hand": TableClicks._hand,
    "discard": TableClicks._hand,
    "drop": TableClicks._drop,
    "signal": TableClicks._signal,
    "signed": TableClicks._signed,
    Word.BET.value: TableClicks._raise,
    "raised": TableClicks._raised,
    **dict.fromkeys(SPOKEN, TableClicks._say),
}
"""What answers a click, by the action of its id."""

"""The one place where clicks arrive, from buttons, menus and forms. None is left without an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from musbot.bot import calls
from musbot.bot.club.answers import ask
from musbot.bot.drawing import draw
from musbot.bot.faces import confirmation, picker, why_refused
from musbot.bot.fairness import cut_form, read_cut, receipt
from musbot.bot.ids import ClickId, ClubId, TourId
from musbot.bot.layout import Letter, text
from musbot.bot.people import person_of
from musbot.bot.raising import raise_form, read_form
from musbot.bot.readers import looks_of, words_of
from musbot.bot.refusals import refusal_letter, sentence
from musbot.bot.removal import vote_letter
from musbot.bot.stage import Stage
from musbot.bot.weather import Throttle, Verdict
from musbot.bot.words import N_, Words, words_for
from musbot.game import Phase, Word, parse_card
from musbot.game.actions import drop, say, sign
from musbot.logs import note
from musbot.table import Refusal, Refused, Status, Table, Tables, require_cut

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which a click is acknowledged although its work is not done; Discord waits three."""

_SPOKEN = {word.value: word for word in (Word.MUS, Word.CUT, Word.HOLD, Word.ORDAGO, Word.CALL, Word.FOLD)}
_SPOKEN[Word.AGREE.value] = Word.AGREE

Answerer = Callable[[discord.Interaction, ClickId], Awaitable[None]]
ClubAnswerer = Callable[[discord.Interaction, ClubId], Awaitable[None]]
TourAnswerer = Callable[[discord.Interaction, TourId], Awaitable[None]]
Handler = Callable[["Clicks", discord.Interaction, ClickId], Awaitable[None]]


class Clicks:
    """Answers clicks on the messages of tables.

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
        self._others = others or {}
        self.club: dict[str, ClubAnswerer] = {}
        """What answers clicks that are about people across tables, by the action of their ids."""
        self.sat_down: Callable[[discord.Interaction], Awaitable[None]] | None = None
        """Told of whoever has taken a seat, once they are answered."""
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
                await self._tell(
                    interaction, words, N_("Those were many clicks. Wait a few seconds, please.")
                )
            return
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        click, handler = self._club_handler(custom_id)
        if click is None:
            click = ClickId.parse(custom_id)
            handler = self._handler(click) if click else None
        if click is None or handler is None:
            await self._tell(
                interaction, words, N_("That button is from another time. Look with `/mus tables`.")
            )
            return
        if click.table_id:
            note(table=click.table_id)
        late = asyncio.get_running_loop().call_later(PATIENCE, self._acknowledge, interaction)
        try:
            await self._handle(interaction, click, handler)
        except Exception:  # the last resort: whoever clicked must be answered
            log.exception("the click %s of %s failed", click, interaction.user.id)
            await self._tell(
                interaction, words, N_("Something went wrong on my side. Nothing is lost: try again.")
            )
        finally:
            late.cancel()

    async def _handle(self, interaction: discord.Interaction, click: ClickId, handler: Handler) -> None:
        """Do what a click asks for, or say why it cannot be done."""
        words = words_of(interaction)
        try:
            if click.action not in _ALWAYS and self._stage.pauses.is_paused(click.table_id):
                handler = Clicks._go_on
            elif click.action in _SAID:
                await self._require_shown(interaction, click)
            await handler(self, interaction, click)
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
                await self._tell(interaction, words, paused)
            elif isinstance(error, calls.Gone):
                await self._tell(interaction, words, N_("This table is over: its channel is gone."))
            else:
                await self._tell(interaction, words, N_("I could not show the table. Please press again."))
        if click.table_id:
            await self._stage.signals.show_waiting(interaction, click.table_id)

    def _handler(self, click: ClickId) -> Handler | None:
        other = self._others.get(click.action)
        if other is None:
            return _HANDLERS.get(click.action)
        return lambda _, interaction, click: other(interaction, click)

    def _club_handler(self, custom_id: str) -> tuple[ClickId | None, Handler | None]:
        tour = TourId.parse(custom_id)
        ask = self.tournaments
        if tour is not None and ask is not None:
            return ClickId(0, 0, "tour"), lambda _, interaction, __: ask(interaction, tour)
        club = ClubId.parse(custom_id)
        answer = self.club.get(club.action) if club else None
        if club is None or answer is None:
            return None, None
        return ClickId(0, 0, "club"), lambda _, interaction, __: answer(interaction, club)

    def _acknowledge(self, interaction: discord.Interaction) -> None:
        if not interaction.response.is_done():
            task = asyncio.ensure_future(calls.answer_silently(interaction))
            self._acknowledging.add(task)
            task.add_done_callback(self._acknowledging.discard)

    async def _tell(self, interaction: discord.Interaction, words: Words, message: str) -> None:
        try:
            await self._show(interaction, sentence(words, message))
        except discord.HTTPException:
            log.exception("interaction %s was not answered", interaction.id)

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
        await self._show(interaction, refusal_letter(refused, words, table.public() if table else None))
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
        await self._tell(interaction, words, N_("The table was paused, and goes on now. Please press again."))

    # The lobby

    async def _join(self, interaction: discord.Interaction, click: ClickId) -> None:
        change = await self._tables.join(click.table_id, person_of(interaction))
        if not change.events:
            words = words_of(interaction)
            await self._tell(interaction, words, N_("You have a seat at this table already."))
            return
        await self._stage.answer(interaction, click.table_id)
        if self.sat_down is not None:
            await self.sat_down(interaction)

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
            await self._tell(interaction, words, N_("You have a seat at this table already."))
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
            await self._tell(interaction, words, N_("You have a seat at this table already."))
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
            await self._tell(interaction, words, N_("Type at least four letters or numbers to cut the deck."))
            return
        change = await self._tables.cut_deck(click.table_id, person_of(interaction), cut, click.revision)
        await self._stage.answer(interaction, click.table_id)
        await calls.follow_up(interaction, receipt(change.after.public(), cut, words), private=True)

    # The game

    async def _say(self, interaction: discord.Interaction, click: ClickId) -> None:
        action = say(0, _SPOKEN[click.action])
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
            await self._tell(interaction, words, N_("Choose an amount, or write a whole number of stones."))
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
            await self._show(interaction, Letter((text(told),)))
            return
        await self._stage.answer(interaction, click.table_id)

    async def _hand(self, interaction: discord.Interaction, click: ClickId) -> None:
        table = await self._tables.get(click.table_id)
        seat = table.seat_of(interaction.user.id)
        words = words_of(interaction)
        letter = await draw(
            self._stage.hands.letter, table, seat, words, looks_of(interaction), from_channel=True
        )
        await calls.answer_by_message(interaction, letter, private=True)
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
        await self._show(interaction, letter)

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
            await self._show(interaction, letter)
        await self._stage.refresh(click.table_id)

    async def _show(self, interaction: discord.Interaction, letter: Letter) -> None:
        """Show whoever clicked a message for their eyes alone, even if the click was acknowledged meanwhile."""
        if interaction.response.is_done():
            await calls.follow_up(interaction, letter, private=True)
        else:
            await calls.answer_by_message(interaction, letter, private=True)


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


_HANDLERS: dict[str, Handler] = {
    "join": Clicks._join,
    "fill": Clicks._fill,
    "leave": Clicks._leave,
    "rematch": Clicks._rematch,
    "back": Clicks._back,
    "vote": Clicks._vote,
    "cut-deck": Clicks._cut_deck,
    "cut-typed": Clicks._cut_typed,
    "hand": Clicks._hand,
    "discard": Clicks._hand,
    "drop": Clicks._drop,
    "signal": Clicks._signal,
    "signed": Clicks._signed,
    Word.BET.value: Clicks._raise,
    "raised": Clicks._raised,
    **dict.fromkeys(_SPOKEN, Clicks._say),
}

_SAID = frozenset({*_SPOKEN, Word.BET.value, "raised"})
"""What changes the game, said in the table's own message."""
_OVERTAKEN = frozenset({Refusal.STALE, Refusal.NOT_YOUR_TURN, Refusal.ALREADY_DROPPED, Refusal.CLOSED})
"""Why a word is refused that came from a message of an earlier moment."""
_ASKING = frozenset({"hand", "review", "discard", "signal", "tips", "cut-deck", Word.BET.value})
"""What changes nothing at the table, however often it is clicked."""
_ALWAYS = frozenset({"hand", "leave"})
"""What may be done at a table that is paused."""

"""What those who play press: enter, with a partner or alone, check in, withdraw, come back, look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import discord
from discord import ButtonStyle

from musbot.bot import calls
from musbot.bot.answering import show
from musbot.bot.drawing import draw
from musbot.bot.ids import TourId
from musbot.bot.layout import Item, Letter, attached, box, button, rows, text
from musbot.bot.names import shown
from musbot.bot.people import is_private, person_of
from musbot.bot.readers import looks_of, words_of
from musbot.bot.refusals import sentence
from musbot.bot.stage import Stage
from musbot.bot.tournament import views
from musbot.bot.tournament.asking import answer_buttons, answered_letter, asked_letter, with_whom
from musbot.bot.tournament.live import Live
from musbot.bot.tournament.place import Register, member_of
from musbot.bot.tournament.views import View
from musbot.bot.words import N_, Words, words_for
from musbot.club.tournament import Entry, Phase, Tournament, commands
from musbot.club.tournament.desk import Found, Tournaments
from musbot.club.tournament.rounds import late_entry

VIEWS = frozenset(get_args(View))


class Entering:
    """Answers those who play in tournaments, or look at them."""

    def __init__(
        self, client: discord.Client, stage: Stage, desk: Tournaments, live: Live, register: Register
    ) -> None:
        self._client = client
        self._stage = stage
        self._desk = desk
        self._live = live
        self._register = register

    # Entering

    async def enter(self, interaction: discord.Interaction, found: Found) -> None:
        """Begin to enter: ask with whom, where that is to be asked."""
        tournament = found.tournament
        person = person_of(interaction)
        entry = tournament.entry_of(person.person_id)
        if entry is not None and entry.gone and entry.number in tournament.field:
            await self._desk.do(found.number, lambda each: commands.come_back(each, person))
            await self.mine(interaction, found)
            return
        asked = asked_by(tournament, person.person_id)
        if asked is not None or (entry is not None and not entry.gone):
            await self.mine(interaction, found)
            return
        rating = await self._register.rating(person.person_id)
        commands.enter(tournament, person, None, rating)  # whoever cannot enter is told so at once
        if tournament.is_arena or tournament.plan.singles:
            await self.alone(interaction, found)
            return
        await show(interaction, with_whom(tournament, words_of(interaction)))

    async def alone(self, interaction: discord.Interaction, found: Found) -> None:
        """Enter alone."""
        person = person_of(interaction)
        rating = await self._register.rating(person.person_id)
        await self._desk.do(found.number, lambda each: commands.enter(each, person, None, rating))
        await self.mine(interaction, found)

    async def with_partner(self, interaction: discord.Interaction, found: Found) -> None:
        """Enter with the partner that was chosen in the menu, who is asked in the channel."""
        data: Mapping[str, Any] = interaction.data or {}
        values = data.get("values")
        chosen = str(values[0]) if isinstance(values, list) and values else ""
        partner = member_of(data, int(chosen)) if chosen.isdecimal() else None
        await self.ask(interaction, found, partner.person_id if partner is not None else None)

    async def ask(self, interaction: discord.Interaction, found: Found, partner: int | None) -> None:
        """Enter with a partner, and ask them.

        :param partner: None for somebody who cannot be one.
        """
        words = words_of(interaction)
        if partner is None:
            await show(interaction, sentence(words, N_("Bots do not play in tournaments. Choose a person.")))
            return
        person = person_of(interaction)
        rating = await self._register.rating(person.person_id, partner)
        change = await self._desk.do(found.number, lambda each: commands.enter(each, person, partner, rating))
        await self.mine(interaction, found)
        entry = change.after.entry_of(person.person_id)
        if entry is not None:
            await self._ask_in_channel(interaction, found, change.after, entry)

    async def _ask_in_channel(
        self, interaction: discord.Interaction, found: Found, tournament: Tournament, entry: Entry
    ) -> None:
        letter = asked_letter(tournament, entry, words_for(tournament.plan.language))
        letter = Letter(letter.items, pings=await self._stage.wanting(letter.pings))
        try:
            await calls.post(self._client, found.row.channel_id, letter)
        except (calls.Gone, calls.Barred):
            words = words_of(interaction)
            told = N_("I could not ask your partner in the channel: tell them to press *Enter* there.")
            await calls.follow_up(interaction, sentence(words, told), private=True)

    async def accept(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        """Be the partner one was asked to be."""
        person, number = person_of(interaction), click.number(0) or 0
        change = await self._desk.do(found.number, lambda each: commands.accept(each, person, number))
        await self._answered(interaction, change.after, number)

    async def decline(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        """Not be that partner."""
        person, number = person_of(interaction), click.number(0) or 0
        change = await self._desk.do(found.number, lambda each: commands.decline(each, person, number))
        await self._answered(interaction, change.after, number)

    async def _answered(self, interaction: discord.Interaction, tournament: Tournament, number: int) -> None:
        if interaction.message is not None and not is_private(interaction):
            letter = answered_letter(
                tournament, tournament.entries[number], words_for(tournament.plan.language)
            )
            if await calls.answer_by_edit(interaction, letter) or await calls.edit_answer(
                interaction, letter
            ):
                return
        await show(interaction, await self._own(tournament, interaction.user.id, words_of(interaction)))

    # Being there, and leaving

    async def check_in(self, interaction: discord.Interaction, found: Found) -> None:
        """Say that one is there."""
        person, now = person_of(interaction), self._desk.now()
        await self._desk.do(found.number, lambda each: commands.check_in(each, person, now))
        words = words_of(interaction)
        told = words("You are checked in for {name}.", name=shown(found.tournament.plan.name))
        await show(interaction, Letter((text(told),)))

    async def withdraw(self, interaction: discord.Interaction, found: Found) -> None:
        """Leave; of a tournament that is played, after a question."""
        tournament, words = found.tournament, words_of(interaction)
        if tournament.is_playing:
            commands.withdraw(tournament, person_of(interaction))  # whoever is not in it is told so at once
            question = words(
                "**Do you withdraw?** The meeting that you are in is lost, and your partner is out as well. "
                "You may come back for a later round."
            )
            yes = button(TourId.of(found.number, "gone-yes"), words("Withdraw"), ButtonStyle.danger)
            stay = button(TourId.of(found.number, "mine"), words("Stay"))
            await show(interaction, Letter((box(text(question), *rows([yes, stay])),)))
            return
        await self.withdraw_now(interaction, found)

    async def withdraw_now(self, interaction: discord.Interaction, found: Found) -> None:
        """Leave."""
        person = person_of(interaction)
        change = await self._desk.do(found.number, lambda each: commands.withdraw(each, person))
        words = words_of(interaction)
        told = words("You have withdrawn from {name}.", name=shown(change.after.plan.name))
        await show(interaction, Letter((text(told),)))

    async def come_back(self, interaction: discord.Interaction, found: Found) -> None:
        """Play again after having withdrawn or been absent."""
        person = person_of(interaction)
        await self._desk.do(found.number, lambda each: commands.come_back(each, person))
        await self.mine(interaction, found)

    # Looking

    async def mine(self, interaction: discord.Interaction, found: Found) -> None:
        """Show what comes next for whoever asks."""
        tournament = (await self._desk.load(found.number)).tournament
        await show(interaction, await self._own(tournament, interaction.user.id, words_of(interaction)))

    async def _own(self, tournament: Tournament, person: int, words: Words) -> Letter:
        links = await self._live.links(tournament)
        return views.own_letter(tournament, person, words, links, offers(tournament, person, words))

    async def view(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        """Show standings, the bracket or a round."""
        in_words = click.arguments[1:2] == ("w",)
        await self.look(interaction, found, click.action, click.number(0) or 0, in_words=in_words)

    async def look(
        self,
        interaction: discord.Interaction,
        found: Found,
        view: str,
        page: int = 0,
        *,
        in_words: bool = False,
    ) -> None:
        """Show a page of a view."""
        words, looks = words_of(interaction), looks_of(interaction)
        entry = found.tournament.entry_of(interaction.user.id)
        letter = await draw(
            views.view_letter,
            found.tournament,
            next(each for each in views.VIEWS if each == view),
            page,
            words,
            entry.number if entry is not None else 0,
            in_words=in_words or looks.text_only,
            contrast=looks.contrast,
        )
        await show(interaction, letter)

    async def records(self, interaction: discord.Interaction, found: Found) -> None:
        """Give all records in one file."""
        words = words_of(interaction)
        if not any(each.table_id for each in found.tournament.meetings.values()):
            await show(interaction, sentence(words, N_("No game was played in this tournament yet.")))
            return
        name, content = await self._live.archive(found.tournament, words)
        told = words("### {name} · records", name=shown(found.tournament.plan.name))
        letter = Letter((box(text(told), attached(name)),), files=((name, content),))
        await show(interaction, letter)


def asked_by(tournament: Tournament, person: int) -> Entry | None:
    """Return an entry that waits for the answer of a person; None where there is none."""
    return next(
        (
            entry
            for entry in tournament.entries.values()
            if entry.asked == person and entry.is_alone and not entry.gone
        ),
        None,
    )


def offers(tournament: Tournament, person: int, words: Words) -> list[Item]:
    """Return what a person may press beside what they read: answers, checking in, coming back, leaving."""
    number = tournament.tournament_id
    found: list[Item] = []
    asked = asked_by(tournament, person)
    if asked is not None and not tournament.is_over:
        told = words("{name} wants to play with you.", name=shown(asked.people[0].name))
        found += [text(told), *rows(answer_buttons(number, asked, words))]
    entry = tournament.entry_of(person)
    buttons = []
    if entry is None or entry.gone:
        if tournament.is_playing and entry is not None and entry.number in tournament.field:
            if entry.gone != "removed":
                buttons.append(button(TourId.of(number, "back"), words("Come back"), ButtonStyle.success))
        elif tournament.phase is Phase.SIGN_UP or late_entry(tournament):
            buttons.append(button(TourId.of(number, "enter"), words("Enter"), ButtonStyle.success))
    elif not tournament.is_over:
        buttons.append(button(TourId.of(number, "withdraw"), words("Withdraw")))
    return [*found, *rows(buttons)]

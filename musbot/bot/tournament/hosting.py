"""What those who run a tournament press in its panel, and who may run one at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle

from musbot.ai import LEVELS
from musbot.bot import calls
from musbot.bot.answering import ask, show
from musbot.bot.ids import TourId
from musbot.bot.layout import Item, Letter, box, button, rows, text
from musbot.bot.levels import level_name
from musbot.bot.names import shown
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.stage import Stage
from musbot.bot.tournament import panel, phrases
from musbot.bot.tournament.correcting import correction_form, is_again, read_correction
from musbot.bot.tournament.place import host_of, member_of
from musbot.bot.words import N_, Words, words_for
from musbot.club.tournament import Format, Reason, Refused, Tournament, commands
from musbot.club.tournament.bracket import size_for
from musbot.club.tournament.desk import Command, Found, Tournaments
from musbot.club.tournament.events import Event, SubstituteAsked
from musbot.table.commands import AI_NAMES
from musbot.table.people import Person

LATER = 900.0
"""Seconds by which the start is put off with one press."""

Act = Callable[["Hosting", discord.Interaction, Found, TourId], Awaitable[None]]


class Hosting:
    """Answers those who run tournaments."""

    def __init__(self, client: discord.Client, stage: Stage, desk: Tournaments) -> None:
        self._client = client
        self._stage = stage
        self._desk = desk

    async def panel(self, interaction: discord.Interaction, found: Found, note: str = "") -> None:
        """Show the panel to those who may run the tournament; to others, what hosts did."""
        words = words_of(interaction)
        tournament = (await self._desk.load(found.number)).tournament
        person = host_of(interaction, found)
        if tournament.may_run(person.person_id) or person.moderator:
            await show(interaction, panel.panel_letter(tournament, words, note))
        else:
            await show(interaction, panel.log_letter(tournament, words))

    async def answer(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        """Do what a button or a menu of the panel asks for."""
        await _ACTS[click.action](self, interaction, found, click)

    def acts(self) -> frozenset[str]:
        """Return the actions of the panel."""
        return frozenset(_ACTS)

    async def _do(self, interaction: discord.Interaction, found: Found, command: Command, note: str) -> None:
        words = words_of(interaction)
        await self._desk.do(found.number, command)
        await self.panel(interaction, found, words(note))

    # Acts of one press

    async def _begin(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by, rng = host_of(interaction, found), self._desk.rng()
        await self._do(interaction, found, lambda each: commands.start(each, by, rng), N_("It has begun."))

    async def _next(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by, rng = host_of(interaction, found), self._desk.rng()
        await self._do(interaction, found, lambda each: commands.pair_next(each, by, rng), N_("It goes on."))

    async def _later(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by = host_of(interaction, found)
        until = max(self._desk.now(), found.tournament.plan.starts_at or 0) + LATER
        await self._do(
            interaction,
            found,
            lambda each: commands.put_off(each, by, until),
            N_("The start is put off by 15 minutes."),
        )

    async def _pause(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by = host_of(interaction, found)
        await self._do(interaction, found, lambda each: commands.pause(each, by), N_("It is paused."))

    async def _resume(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by = host_of(interaction, found)
        await self._do(interaction, found, lambda each: commands.resume(each, by), N_("It goes on."))

    async def _re_pair(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by = host_of(interaction, found)
        note = N_("The pairs of this round are taken back; new ones come in a moment.")
        await self._do(interaction, found, lambda each: commands.re_pair(each, by), note)

    async def _cancel(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        words = words_of(interaction)
        self._require(interaction, found)
        question = words(
            "**Do you cancel {name}?** Tables that are open are closed. It cannot be undone.",
            name=shown(found.tournament.plan.name),
        )
        yes = button(TourId.of(found.number, "cancel-yes"), words("Cancel it"), ButtonStyle.danger)
        keep = button(TourId.of(found.number, "host"), words("Back"))
        await show(interaction, Letter((box(text(question), *rows([yes, keep])),)))

    async def _cancel_now(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by = host_of(interaction, found)
        await self._do(interaction, found, lambda each: commands.cancel(each, by), N_("It is cancelled."))

    async def _log(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        await show(interaction, panel.log_letter(found.tournament, words_of(interaction)))

    # Acts about somebody or something that is chosen first

    def _require(self, interaction: discord.Interaction, found: Found) -> None:
        """Raise `Refused` for whoever may not run the tournament, before anything is asked of them."""
        by = host_of(interaction, found)
        if not found.tournament.may_run(by.person_id) and not by.moderator:
            raise Refused(Reason.NOT_HOST)
        if found.tournament.is_over:
            raise Refused(Reason.OVER)

    async def _choose(
        self, interaction: discord.Interaction, found: Found, question: str, chooser: Sequence[Item]
    ) -> None:
        words = words_of(interaction)
        self._require(interaction, found)
        if not chooser:
            nobody = panel.nothing_letter(found.tournament, words("There is nobody to choose."), words)
            await show(interaction, nobody)
            return
        await show(interaction, panel.choice_letter(found.tournament, words(question), chooser, words))

    async def _fill(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        chooser = [panel.level_menu(found.tournament, words_of(interaction))]
        await self._choose(interaction, found, N_("**How strong are the AI players?**"), chooser)

    async def _filled(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        level = chosen_value(interaction)
        if level not in LEVELS:
            raise Refused(Reason.NOT_ENTERED)
        by = host_of(interaction, found)
        change = await self._desk.do(found.number, lambda each: filled(each, by, level))
        words = words_of(interaction)
        told = f"+{len(change.events)} 🤖 ({level_name(words, level)})"
        await self.panel(interaction, found, told)

    async def _remove(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        chooser = panel.entry_menu(found.tournament, words_of(interaction), click.number(0) or 0)
        await self._choose(interaction, found, N_("**Who is taken out?** Their results stay."), chooser)

    async def _removed(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by, entry = host_of(interaction, found), chosen_number(interaction)
        await self._do(
            interaction, found, lambda each: commands.remove(each, by, entry), N_("They are taken out.")
        )

    async def _cohost(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        chooser = [panel.newcomer_menu(found.tournament, "cohost-is", words_of(interaction))]
        await self._choose(interaction, found, N_("**Who may run it with you?**"), chooser)

    async def _cohost_is(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        by, person = host_of(interaction, found), member_of(interaction.data, chosen_number(interaction))
        if person is None:
            await self._no_bot(interaction)
            return
        number = person.person_id
        await self._do(
            interaction, found, lambda each: commands.cohost(each, by, number), N_("They are co-host now.")
        )

    async def _correct(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        chooser = panel.meeting_menu(found.tournament, words_of(interaction), click.number(0) or 0)
        await self._choose(interaction, found, N_("**Which result is corrected?**"), chooser)

    async def _meeting(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        self._require(interaction, found)
        meeting = found.tournament.meetings.get(chosen_number(interaction))
        if meeting is None or meeting.is_bye:
            raise Refused(Reason.NO_MEETING)
        form = correction_form(found.tournament, meeting, words_of(interaction))
        await ask(interaction, form)

    async def _corrected(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        words = words_of(interaction)
        by, meeting = host_of(interaction, found), click.number(0) or 0
        if is_again(data.get("components") or ()):
            told = N_("They play after all: their table opens in a moment.")
            await self._do(interaction, found, lambda each: commands.replay(each, by, meeting), told)
            return
        result = read_correction(data.get("components") or (), found.tournament.plan)
        if result is None:
            told = N_("Choose who has won, and write the score so that they have more: 40–22.")
            await show(interaction, sentence(words, told))
            return
        await self._do(
            interaction,
            found,
            lambda each: commands.correct(each, by, meeting, result),
            N_("The result is corrected."),
        )

    # Substitutes

    async def _substitute(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        chooser = panel.person_choice(found.tournament, words_of(interaction), click.number(0) or 0)
        await self._choose(interaction, found, N_("**Who is replaced?**"), chooser)

    async def _out(self, interaction: discord.Interaction, found: Found, _: TourId) -> None:
        out = chosen_number(interaction)
        chooser = [panel.newcomer_menu(found.tournament, "in", words_of(interaction), out)]
        await self._choose(interaction, found, N_("**Who plays instead?**"), chooser)

    async def _in(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        person = member_of(interaction.data, chosen_number(interaction))
        if person is None:
            await self._no_bot(interaction)
            return
        await self.substitute(interaction, found, click.number(0) or 0, person)

    async def substitute(
        self, interaction: discord.Interaction, found: Found, out: int, newcomer: Person
    ) -> None:
        """Let somebody play in another's place, or ask those who have to agree to it."""
        by, words = host_of(interaction, found), words_of(interaction)
        change = await self._desk.do(found.number, lambda each: commands.substitute(each, by, out, newcomer))
        if not change.events:
            await show(interaction, sentence(words, N_("It waits for the others to agree.")))
            return
        asked = next((each for each in change.events if isinstance(each, SubstituteAsked)), None)
        if asked is None:
            told = words("{name} plays from now on.", name=shown(newcomer.name))
            await show(interaction, Letter((text(told),)))
            return
        await show(interaction, sentence(words, N_("Asked: the others have to agree in the channel.")))
        letter = _agree_letter(change.after, asked, words_for(change.after.plan.language))
        letter = Letter(letter.items, pings=await self._stage.wanting(letter.pings))
        try:
            await calls.post(self._client, found.row.channel_id, letter)
        except (calls.Gone, calls.Barred):
            told = N_(
                "I could not ask them in the channel: tell them to use `/tournament substitute` as you did."
            )
            await calls.follow_up(interaction, sentence(words, told), private=True)

    async def _agreed(self, interaction: discord.Interaction, found: Found, click: TourId) -> None:
        out, entry = click.number(0) or 0, click.number(1) or 0
        asked = found.tournament.substitutes.get((entry, out))
        if asked is None:
            raise Refused(Reason.NOT_ASKED)
        by, newcomer = host_of(interaction, found), Person(asked.person, asked.name)
        change = await self._desk.do(found.number, lambda each: commands.substitute(each, by, out, newcomer))
        words = words_for(change.after.plan.language)
        if change.events and not any(isinstance(each, SubstituteAsked) for each in change.events):
            told = words("{name} plays from now on.", name=shown(asked.name))
            await calls.answer_by_edit(interaction, Letter((box(text(told)),)))
            return
        await show(interaction, sentence(words_of(interaction), N_("It waits for the others to agree.")))

    async def _no_bot(self, interaction: discord.Interaction) -> None:
        told = N_("Bots do not play in tournaments. Choose a person.")
        await show(interaction, sentence(words_of(interaction), told))


def _agree_letter(tournament: Tournament, asked: SubstituteAsked, words: Words) -> Letter:
    """Return the question to those who have to agree to a substitute: the partner, or the hosts."""
    entry = tournament.entries[asked.entry]
    partners = {each.person for each in entry.people if each.person not in (asked.out, asked.by)}
    by_partner = any(each.person == asked.by for each in entry.people)
    people = {tournament.host, *tournament.cohosts} if by_partner else partners
    told = words(
        "{people}: shall {newcomer} play for <@{out}> in {names}?",
        people=", ".join(f"<@{each}>" for each in sorted(people)),
        newcomer=f"<@{asked.person}>",
        out=asked.out,
        names=phrases.names(entry.people, words),
    )
    agree = button(
        TourId.of(tournament.tournament_id, "sub-yes", asked.out, asked.entry),
        words("Agree"),
        ButtonStyle.success,
    )
    return Letter((box(text(told), *rows([agree])),), pings=frozenset(people))


def filled(tournament: Tournament, by: Person, level: str) -> Sequence[Event]:
    """Return the events that let so many AI players enter that the tournament can be played well."""
    taken = {each.name for entry in tournament.entries.values() for each in entry.people}
    free = [name for name in AI_NAMES if name not in taken]
    free += [f"{name} {number}" for number in range(2, 40) for name in AI_NAMES]
    size = 1 if tournament.is_arena else 2
    events: list[Event] = []
    if len(tournament.pool) % 2:
        # Whoever would be left without a partner gets one.
        events += commands.enter_ai(tournament, by, [free.pop(0)], level)
    count = coming(tournament.copy_with(events))
    for index in range(min(full(count, tournament.plan.format), tournament.plan.room) - count):
        names = tuple(free[index * size : (index + 1) * size])
        events += commands.enter_ai(tournament.copy_with(events), by, names, level)
    if not events:
        commands.enter_ai(tournament, by, free[:size], level)  # whoever may not is told so
    return events


def coming(tournament: Tournament) -> int:
    """Return how many entries there will be; those who look for a partner will be drawn together."""
    return len(tournament.ready) + len(tournament.pool) // 2


def full(count: int, format: Format) -> int:
    """Return how many entries more than so many fill a tournament: an even number, a whole bracket, whole tables."""
    match format:
        case Format.SINGLE | Format.DOUBLE:
            return size_for(max(4, count + (count == size_for(max(4, count)))))
        case Format.ARENA:
            return max(8, count + 4 - count % 4)
        case Format.GROUPS:
            return max(8, count + 4 - count % 4)
        case _:
            return max(4, count + 2 - count % 2)


def chosen_value(interaction: discord.Interaction) -> str:
    """Return what was chosen in a menu; "" for nothing."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    return str(values[0]) if isinstance(values, list) and values else ""


def chosen_number(interaction: discord.Interaction) -> int:
    """Return the number that was chosen in a menu; 0 for none."""
    value = chosen_value(interaction)
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 20 else 0


def may_announce(interaction: discord.Interaction, role: int | None) -> bool:
    """Return whether somebody may announce tournaments on a server.

    :param role: the one that may; None for everybody.
    """
    may = interaction.permissions
    if role is None or may.manage_guild or may.manage_events or may.administrator:
        return True
    user = interaction.user
    return isinstance(user, discord.Member) and any(each.id == role for each in user.roles)


_ACTS: dict[str, Act] = {
    "begin": Hosting._begin,
    "next": Hosting._next,
    "later": Hosting._later,
    "pause": Hosting._pause,
    "resume": Hosting._resume,
    "re-pair": Hosting._re_pair,
    "cancel": Hosting._cancel,
    "cancel-yes": Hosting._cancel_now,
    "log": Hosting._log,
    "fill": Hosting._fill,
    "level": Hosting._filled,
    "remove": Hosting._remove,
    "removed": Hosting._removed,
    "cohost": Hosting._cohost,
    "cohost-is": Hosting._cohost_is,
    "correct": Hosting._correct,
    "meeting": Hosting._meeting,
    "corrected": Hosting._corrected,
    "substitute": Hosting._substitute,
    "out": Hosting._out,
    "in": Hosting._in,
    "sub-yes": Hosting._agreed,
}

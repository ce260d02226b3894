"""The panel of those who run a tournament, and the public log of what they did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from musbot.ai import LEVELS
from musbot.bot.ids import TourId
from musbot.bot.layout import Item, Letter, box, button, menu, person_menu, rows, text
from musbot.bot.levels import level_name
from musbot.bot.names import shown
from musbot.bot.tournament import phrases
from musbot.bot.tournament.announcement import counted
from musbot.bot.words import Words
from musbot.club.tournament import Meeting, Phase, Result, Tournament
from musbot.club.tournament.events import (
    AiEntered,
    Began,
    Cancelled,
    CohostNamed,
    Created,
    Event,
    Paused,
    PutOff,
    Replayed,
    Resulted,
    Resumed,
    SubstituteAsked,
    Substituted,
    Unpaired,
    Withdrew,
)

MOST_CHOICES = 25
"""Discord's menus have no more."""
MOST_LOGGED = 25


def panel_letter(tournament: Tournament, words: Words, note: str = "") -> Letter:
    """Return the panel, for the eyes of a host alone.

    :param note: what was just done.
    """
    number = tournament.tournament_id
    state = {
        Phase.SIGN_UP: counted(tournament, words),
        Phase.PLAYING: phrases.round_words(tournament, words),
        Phase.FINISHED: words("This tournament is over."),
        Phase.CANCELLED: words("This tournament was cancelled."),
    }[tournament.phase]
    if tournament.paused:
        state += " · " + words("paused")
    lines = [words("### Host · {name}", name=shown(tournament.plan.name)), state]
    if note:
        lines.append(f"✔ {note}")

    def act(name: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[Any]:
        return button(TourId.of(number, name), label, style)

    pause = (
        act("resume", words("Resume"), ButtonStyle.success)
        if tournament.paused
        else act("pause", words("Pause"))
    )
    cancel = act("cancel", words("Cancel it"), ButtonStyle.danger)
    people = [
        act("remove", words("Remove")),
        act("substitute", words("Substitute")),
        act("cohost", words("Co-host")),
    ]
    log = act("log", words("Log"))
    match tournament.phase:
        case Phase.SIGN_UP:
            buttons = [
                act("begin", words("Begin now"), ButtonStyle.success),
                act("fill", words("Fill with AI"), ButtonStyle.primary),
                act("later", words("+15 min")),
                pause,
                *people,
                log,
                cancel,
            ]
        case Phase.PLAYING:
            buttons = [
                act("next", words("Next round"), ButtonStyle.primary),
                pause,
                act("re-pair", words("Pair anew")),
                act("correct", words("Correct")),
                *people,
                log,
                cancel,
            ]
        case _:
            buttons = [log]
    return Letter((box(text("\n".join(lines)), *rows(buttons)),))


def back(tournament: Tournament, words: Words) -> list[Item]:
    """Return the way back to the panel."""
    return rows([button(TourId.of(tournament.tournament_id, "host"), words("Back"))])


def choice_letter(tournament: Tournament, question: str, chooser: Sequence[Item], words: Words) -> Letter:
    """Return a question of the panel with what it is answered by."""
    return Letter((box(text(question), *chooser, *back(tournament, words)),))


def nothing_letter(tournament: Tournament, told: str, words: Words) -> Letter:
    """Return that there is nothing to choose."""
    return Letter((box(text(told), *back(tournament, words)),))


def meeting_menu(tournament: Tournament, words: Words, page: int = 0) -> list[Item]:
    """Return the menu of the meetings whose result may be corrected; [] where there is none.

    :param page: from 0; of an arena the latest come first.
    """
    meetings = [
        each
        for each in tournament.meetings.values()
        if not each.is_bye and (tournament.is_arena or each.round == tournament.round)
    ]
    if tournament.is_arena:
        meetings.reverse()
    options = [
        discord.SelectOption(
            label=_plain(tournament, each, words)[:100],
            description=phrases.standing_words(tournament, each, words)[:100] or None,
            value=str(each.number),
        )
        for each in meetings
    ]
    return _paged(tournament, "correct", "meeting", words("Which table"), options, page, words)


def _paged(
    tournament: Tournament,
    asks: str,
    answers: str,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    page: int,
    words: Words,
) -> list[Item]:
    """Return a page of a menu, with the way to its others; [] where there is nothing to choose.

    :param asks: the action that shows a page.
    :param answers: the action of what is chosen.
    """
    number = tournament.tournament_id
    last = (len(options) - 1) // MOST_CHOICES
    page = max(0, min(page, last))
    here = options[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
    if not here:
        return []
    chooser = menu(TourId.of(number, answers), placeholder, here)
    if not last:
        return [chooser]
    # The last argument keeps the ids of one message apart.
    turns = [
        button(TourId.of(number, asks, max(0, page - 1), "back"), words("◀ Back"), disabled=page == 0),
        button(TourId.of(number, asks, page + 1, "on"), words("▶ Next"), disabled=page == last),
    ]
    return [chooser, *rows(turns)]


def _plain(tournament: Tournament, meeting: Meeting, words: Words) -> str:
    sides = (" + ".join(each.name for each in tournament.people_of(side)) for side in meeting.sides)
    return f"{phrases.table_number(tournament, meeting)}. {phrases.VERSUS.join(sides)}"


def entry_menu(tournament: Tournament, words: Words, page: int = 0) -> list[Item]:
    """Return the menu of those who may be taken out; [] where nobody is in."""
    options = [
        discord.SelectOption(
            label=" + ".join(each.name for each in entry.people)[:100], value=str(entry.number)
        )
        for entry in tournament.entries.values()
        if not entry.gone
    ]
    return _paged(tournament, "remove", "removed", words("Who"), options, page, words)


def person_choice(tournament: Tournament, words: Words, page: int = 0) -> list[Item]:
    """Return the menu of the people who may be replaced; [] where nobody is in."""
    options = [
        discord.SelectOption(
            label=each.name[:100],
            description=" + ".join(person.name for person in entry.people)[:100],
            value=str(each.person),
        )
        for entry in tournament.entries.values()
        if not entry.gone
        for each in entry.people
        if not each.is_ai
    ]
    return _paged(tournament, "substitute", "out", words("Who"), options, page, words)


def level_menu(tournament: Tournament, words: Words) -> Item:
    """Return the menu of the levels of AI players."""
    options = [discord.SelectOption(label=level_name(words, each), value=each) for each in LEVELS]
    return menu(TourId.of(tournament.tournament_id, "level"), words("Level"), options)


def newcomer_menu(tournament: Tournament, action: str, words: Words, out: int = 0) -> Item:
    """Return the menu of the people of the server."""
    arguments = (out,) if out else ()
    return person_menu(TourId.of(tournament.tournament_id, action, *arguments), words("Who"))


def log_letter(tournament: Tournament, words: Words) -> Letter:
    """Return what hosts did, the latest last; everybody may read it."""
    lines = [words("### Log · {name}", name=shown(tournament.plan.name))]
    for at, event in tournament.acts[-MOST_LOGGED:]:
        told = act_words(tournament, event, words)
        if told:
            when = f"<t:{round(at)}:f> · " if at else ""
            lines.append(f"-# {when}<@{getattr(event, 'by', 0)}>: {told}")
    return Letter((box(text("\n".join(lines))),))


def act_words(tournament: Tournament, event: Event, words: Words) -> str:
    """Return an act of a host in words."""

    def who(entry: int) -> str:
        found = tournament.entries.get(entry)
        return phrases.names(found.people, words) if found else "?"

    match event:
        case Created():
            return words("announced it")
        case AiEntered():
            return words("let {names} in", names=who(event.entry))
        case Withdrew():
            return words("removed {names}", names=who(event.entry))
        case Began():
            return words("began it")
        case PutOff():
            return words("moved the start to <t:{at}:t>", at=round(event.until))
        case Paused():
            return words("paused it")
        case Resumed():
            return words("let it go on")
        case Unpaired():
            return words("took the pairs of round {round} back", round=event.round)
        case Resulted():
            return words("set a result: {result}", result=_set(tournament, event, words))
        case Replayed():
            meeting = tournament.meetings.get(event.meeting)
            table = "?" if meeting is None else phrases.table_number(tournament, meeting)
            return words("let table {table} be played after all", table=table)
        case CohostNamed():
            return words("named <@{person}> co-host", person=event.person)
        case SubstituteAsked() | Substituted():
            told = words(
                "{name} for <@{out}> in {names}",
                name=shown(event.name),
                out=event.out,
                names=who(event.entry),
            )
            return told if isinstance(event, Substituted) else words("proposed {change}", change=told)
        case Cancelled():
            return words("cancelled it")
        case _:
            return ""


def _set(tournament: Tournament, event: Resulted, words: Words) -> str:
    meeting = tournament.meetings.get(event.meeting)
    if meeting is None:
        return "?"
    one, other = (phrases.side(tournament, side, words) for side in meeting.sides)
    return f"{one}{phrases.VERSUS}{other} {result_words(tournament, event.result, words)}"


def result_words(tournament: Tournament, result: Result, words: Words) -> str:
    """Return a result in words."""
    if result.forfeit:
        return words("by forfeit") if result.winner is not None else words("neither came")
    return phrases.score(tournament.plan, result.games, result.stones)

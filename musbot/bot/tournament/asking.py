"""Entering with a partner: what is asked of whoever enters, and of the partner they have chosen."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from musbot.bot.ids import TourId
from musbot.bot.layout import Letter, box, button, person_menu, rows, text
from musbot.bot.names import shown
from musbot.bot.tournament import phrases
from musbot.bot.words import Words
from musbot.club.tournament import Entry, Tournament


def with_whom(tournament: Tournament, words: Words) -> Letter:
    """Return the question with whom somebody enters."""
    number = tournament.tournament_id
    name = shown(tournament.plan.name)
    question = words(
        "**With whom do you play the {name}?**\nChoose a partner, who is asked. Or enter alone: a partner is drawn "
        "for you when it begins.",
        name=name,
    )
    return Letter(
        (
            box(
                text(question),
                person_menu(TourId.of(number, "partner"), words("Your partner")),
                *rows([button(TourId.of(number, "alone"), words("Alone"), ButtonStyle.primary)]),
            ),
        )
    )


def asked_letter(tournament: Tournament, entry: Entry, words: Words) -> Letter:
    """Return what the channel shows the partner who was asked: pinged, with the two answers."""
    number = tournament.tournament_id
    assert entry.asked is not None
    told = words(
        "<@{partner}>, {name} wants to play the **{tournament}** with you.",
        partner=entry.asked,
        name=shown(entry.people[0].name),
        tournament=shown(tournament.plan.name),
    )
    answers = rows(answer_buttons(number, entry, words))
    return Letter((box(text(told), *answers),), pings=frozenset({entry.asked}))


def answer_buttons(number: int, entry: Entry, words: Words) -> list[ui.Button[Any]]:
    """Return the two answers of the partner who was asked."""
    return [
        button(TourId.of(number, "accept", entry.number), words("Accept"), ButtonStyle.success),
        button(TourId.of(number, "decline", entry.number), words("Decline"), ButtonStyle.danger),
    ]


def answered_letter(tournament: Tournament, entry: Entry, words: Words) -> Letter:
    """Return what became of the question."""
    name = shown(tournament.plan.name)
    if entry.is_alone or entry.gone:
        told = words("The question is settled: they do not play the {tournament} together.", tournament=name)
    else:
        told = words(
            "{names} play the {tournament}.", names=phrases.names(entry.people, words), tournament=name
        )
    return Letter((box(text(told)),))

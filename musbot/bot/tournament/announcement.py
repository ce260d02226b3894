"""The one message of a tournament: what it is, who is in, who plays where, how it stands, what comes next.

It is made of the tournament alone and speaks the language of its server; `live` keeps it up to date.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ButtonStyle, ui

from musbot.bot.ids import TourId
from musbot.bot.layout import BLUE, FELT, ORANGE, Item, Letter, box, button, picture, rows, text
from musbot.bot.names import plain, shown
from musbot.bot.tournament import phrases, views
from musbot.bot.words import Words
from musbot.club.tournament import Format, Meeting, Phase, Tournament
from musbot.club.tournament.events import Cancelled
from musbot.club.tournament.rounds import late_entry, round_count

MOST_LISTED = 24
"""Entries, and meetings of a round, that the message names; of more it tells how many."""
LIST_ROOM = 2_900
"""Characters of them."""
MEDALS = ("🥇", "🥈", "🥉")
PICTURE = "tournament.png"


def announcement(
    tournament: Tournament,
    words: Words,
    links: Mapping[int, str],
    images: tuple[bytes, ...] = (),
    note: str = "",
) -> Letter:
    """Return the message.

    :param links: where the tables are, by the numbers of their meetings.
    :param images: the pictures that stand in it, see `views`.
    :param note: a line at its end.
    """
    name = shown(tournament.plan.name)
    match tournament.phase:
        case Phase.SIGN_UP:
            head, body, colour = f"### 🏆 {name}", _sign_up(tournament, words), BLUE
        case Phase.PLAYING:
            head = f"### 🏆 {name} · {phrases.round_words(tournament, words)}"
            body, colour = _playing(tournament, words, links), ORANGE
        case Phase.FINISHED:
            head, body, colour = f"### 🏆 {name}", _finished(tournament, words), FELT
        case _:
            head, body, colour = f"### {name}", [_cancelled(tournament, words)], FELT
    shown_images: list[Item] = [
        picture(_file(index), _described(tournament, words)) for index in range(len(images))
    ]
    last = [f"-# {note}"] if note else []
    items: list[Item] = [text(head), *shown_images, text("\n".join([*body, *last]))]
    return Letter(
        (box(*items, *rows(_buttons(tournament, words)), colour=colour),),
        files=tuple((_file(index), image) for index, image in enumerate(images)),
    )


def _file(index: int) -> str:
    return PICTURE if index == 0 else f"tournament-{index + 1}.png"


def _described(tournament: Tournament, words: Words) -> str:
    return plain(" / ".join(views.written(tournament, views.usual_view(tournament), words)))


def start_words(tournament: Tournament, words: Words) -> str:
    """Return when it begins, in everybody's own time."""
    at = tournament.plan.starts_at
    if at is None:
        return words("It begins when the host says so.")
    return words("**It begins** <t:{at}:F>, <t:{at}:R>.", at=round(at))


def _sign_up(tournament: Tournament, words: Words) -> list[str]:
    plan = tournament.plan
    found = ["-# " + phrases.plan_words(plan, words), start_words(tournament, words)]
    if plan.check_in and plan.starts_at is not None:
        opens = round(plan.starts_at - plan.check_in)
        found.append(words("Check in from <t:{at}:t> on, or your place goes to others.", at=opens))
    limits = phrases.limits_words(plan, words)
    if limits:
        found.append(limits)
    found += ["", counted(tournament, words)]
    listed = [
        entry
        for entry in tournament.entries.values()
        if not entry.gone and (tournament.is_whole(entry) or entry.is_alone)
    ]
    waiting = set(tournament.waiting)
    lines = []
    for place, entry in enumerate(listed, start=1):
        line = phrases.entry_line(tournament, entry, words)
        if entry.number in waiting:
            line += " · " + words("waits for a place")
        elif entry.number in tournament.pool:
            line += " · " + words("looks for a partner")
        lines.append(f"`{place}` {line}")
    found += _some(lines, words)
    found += ["", words("-# Host: <@{host}>", host=tournament.host)]
    return found


def counted(tournament: Tournament, words: Words) -> str:
    """Return how many have entered, and how many of them can play."""
    ready = len(tournament.ready)
    if tournament.is_arena:
        told = words.n("**{count} player** is in.", "**{count} players** are in.", ready)
    else:
        told = words.n("**{count} pair** is in.", "**{count} pairs** are in.", ready)
    pool = len(tournament.pool)
    if pool:
        told += " " + words.n(
            "{count} player looks for a partner.", "{count} players look for partners.", pool
        )
    room = tournament.plan.room - ready
    if room <= 4 and tournament.plan.room < 500:
        told += " " + (
            words.n("{count} place is left.", "{count} places are left.", room)
            if room > 0
            else words("It is full: whoever comes now waits for a place.")
        )
    return told


def _playing(tournament: Tournament, words: Words, links: Mapping[int, str]) -> list[str]:
    found = []
    if tournament.paused:
        found.append(words("⏸ **Paused by the host.** Tables that are open play on."))
    lines = [
        views.meeting_line(tournament, meeting, words, links.get(meeting.number, ""))
        for meeting in _of_interest(tournament)
    ]
    found += _some(lines, words)
    found += ["", "-# ▶ " + _next(tournament, words)]
    return found


def _some(lines: list[str], words: Words) -> list[str]:
    """Return as many lines as there is room for, and how many there are besides."""
    page = phrases.pages_of(lines[:MOST_LISTED], LIST_ROOM)[0]
    if len(page) == len(lines):
        return page
    return [*page, words("and {count} more", count=len(lines) - len(page))]


def _of_interest(tournament: Tournament) -> list[Meeting]:
    """Return the meetings of this round, the open ones first; of an arena those alone."""
    if tournament.is_arena:
        return list(tournament.open_meetings)
    here = tournament.of_round(tournament.round)
    return sorted(here, key=lambda each: (each.is_bye, each.is_over))


def _next(tournament: Tournament, words: Words) -> str:
    if tournament.is_arena:
        if tournament.rang:
            return words("The bell has rung: the last tables play on, then it is over.")
        ends = round(tournament.began_at + tournament.plan.bell)
        return words("Whoever is free is paired at once. The bell rings <t:{at}:R>.", at=ends)
    open_now = len(tournament.open_meetings)
    if not open_now:
        return words("All tables are over: it goes on in a moment.")
    left = words.n("{count} table still plays.", "{count} tables still play.", open_now)
    opened = [each.opened_at for each in tournament.open_meetings if each.table_id is not None]
    if tournament.plan.round_time and opened:
        left += " " + words("The round ends <t:{at}:f>.", at=round(max(opened) + tournament.plan.round_time))
    if _is_last(tournament):
        return left + " " + words("It is the last round.")
    return left + " " + words("Then comes round {round}.", round=tournament.round + 1)


def _is_last(tournament: Tournament) -> bool:
    return tournament.plan.format is Format.SWISS and tournament.round >= round_count(tournament)


def _finished(tournament: Tournament, words: Words) -> list[str]:
    found = []
    first = [entry for place in tournament.places for entry in place][:3]
    for medal, entry in zip(MEDALS, first, strict=False):
        found.append(f"{medal} {phrases.side(tournament, (entry,), words)}")
    played = sum(
        1 for each in tournament.meetings.values() if each.result is not None and each.result.is_played
    )
    count = words.n("{count} table was played.", "{count} tables were played.", played)
    found.append("-# " + count)
    return found


def _cancelled(tournament: Tournament, words: Words) -> str:
    if any(isinstance(event, Cancelled) for _, event in tournament.acts):
        return words("It was cancelled by the host.")
    return words("It was cancelled: too few had entered.")


def _buttons(tournament: Tournament, words: Words) -> list[ui.Button[Any]]:
    number = tournament.tournament_id

    def press(action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[Any]:
        return button(TourId.of(number, action), label, style)

    enter = press("enter", words("Enter"), ButtonStyle.success)
    withdraw, host = press("withdraw", words("Withdraw")), press("host", words("Host"))
    looks = [
        button(TourId.of(number, each, 0, "p"), views.title(each, words))
        for each in views.offered(tournament)
    ]
    match tournament.phase:
        case Phase.SIGN_UP:
            check = (
                [press("check-in", words("Check in"), ButtonStyle.primary)]
                if tournament.plan.check_in
                else []
            )
            return [enter, *check, withdraw, press("mine", words("My entry")), host]
        case Phase.PLAYING:
            late = [enter] if late_entry(tournament) else []
            mine = press("mine", words("My table"), ButtonStyle.primary)
            return [mine, *looks, *late, withdraw, host]
        case Phase.FINISHED:
            return [*looks, press("records", words("Records"))]
        case _:
            return []

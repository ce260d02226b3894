"""What a channel is told beside the one message: who plays where in a round, and how it all ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.bot.layout import Letter, attached, box, link, picture, rows, text
from musbot.bot.names import shown
from musbot.bot.tournament import phrases
from musbot.bot.tournament.announcement import MEDALS
from musbot.bot.words import Words
from musbot.club.tournament import Meeting, Tournament
from musbot.club.tournament.runner import Waiting

AT_ONCE = 20
"""Tables named in one message: four mentions each, of which Discord takes a hundred."""
PODIUM = "podium.png"


def round_letters(
    tournament: Tournament, words: Words, links: Mapping[int, str], meetings: Sequence[Meeting]
) -> list[Letter]:
    """Return the messages that call people to their tables; they may ping the people of these meetings alone.

    :param links: where the tables are, by the numbers of their meetings.
    """
    title = f"### {shown(tournament.plan.name)} · {phrases.round_words(tournament, words)}"
    playing = [each for each in meetings if not each.is_over]
    free = [each for each in meetings if each.is_bye]
    lines = {each.number: _called(tournament, each, words, links.get(each.number, "")) for each in playing}
    notes = [
        words("-# {names}: free this round.", names=phrases.side(tournament, each.one, words))
        for each in free
    ]
    plan = tournament.plan
    opened = max((each.opened_at for each in playing), default=0.0)
    if plan.round_time and playing:
        notes.append(
            words(
                "-# Press *Join* at your table before <t:{at}:f>, or it is lost. The round ends <t:{end}:f>.",
                at=round(opened + plan.courtesy),
                end=round(opened + plan.round_time),
            )
        )
    elif plan.courtesy and any(_has_people(tournament, each) for each in playing):
        notes.append(
            words.n(
                "-# Press *Join* at your table within {count} minute, or it is lost.",
                "-# Press *Join* at your table within {count} minutes, or it is lost.",
                max(1, round(plan.courtesy / 60)),
            )
        )
    letters: list[Letter] = []
    if not (playing or free):
        return letters
    for here in _parts(playing, lines):
        told = [] if letters else [title]
        told += [lines[each.number] for each in here]
        told += notes if here[-1:] == playing[-1:] else []
        people = {each.person for meeting in here for each in tournament.people_of(meeting.entries)}
        pings = frozenset(person for person in people if person > 0)
        letters.append(Letter((box(text("\n".join(told))),), pings=pings))
    return letters


def _parts(playing: Sequence[Meeting], lines: Mapping[int, str]) -> list[list[Meeting]]:
    """Divide meetings so that each part has room in a message, and Discord takes its mentions."""
    found: list[list[Meeting]] = [[]]
    room = phrases.ROOM
    for each in playing:
        if len(found[-1]) == AT_ONCE or (len(lines[each.number]) > room and found[-1]):
            found.append([])
            room = phrases.ROOM
        found[-1].append(each)
        room -= len(lines[each.number]) + 1
    return found


def _has_people(tournament: Tournament, meeting: Meeting) -> bool:
    return any(not tournament.entries[number].is_ai for number in meeting.entries)


def _called(tournament: Tournament, meeting: Meeting, words: Words, url: str) -> str:
    one, other = (phrases.mentions(tournament.people_of(side)) for side in meeting.sides)
    told = (
        words("**Table {table}:**", table=phrases.table_number(tournament, meeting))
        + f" {one}{phrases.VERSUS}{other}"
    )
    return f"{told} · [{words('to the table')}]({url})" if url else told


def waiting_letter(waiting: Waiting, words: Words, url: str) -> Letter:
    """Return what those are told who have not come to their table; they alone are pinged."""
    people = ", ".join(f"<@{person}>" for person in waiting.people)
    told = words(
        "⏰ {people}: the others wait for you. Press *Join*, or the match is lost <t:{at}:R>.",
        people=people,
        at=round(waiting.until),
    )
    ways = rows([link(words("To the table"), url)]) if url else []
    return Letter((text(told), *ways), pings=frozenset(waiting.people))


def end_letter(
    tournament: Tournament, words: Words, podium: bytes | None, archive: tuple[str, bytes] | None
) -> Letter:
    """Return the end of a tournament: the podium, who stands on it, and the records of all its games."""
    lines = [words("## {name} is over!", name=shown(tournament.plan.name))]
    first = [entry for place in tournament.places for entry in place][:3]
    pings = set()
    for medal, entry in zip(MEDALS, first, strict=False):
        people = tournament.people_of((entry,))
        pings |= {each.person for each in people if each.person > 0}
        lines.append(f"{medal} {phrases.mentions(people)}")
    if tournament.plan.league:
        lines.append(
            words(
                "-# Its points are in the league {league}: `/tournament league`.",
                league=shown(tournament.plan.league),
            )
        )
    items = [text("\n".join(lines))]
    files = []
    if podium is not None:
        items.append(picture(PODIUM, words("The podium")))
        files.append((PODIUM, podium))
    if archive is not None:
        items.append(attached(archive[0]))
        files.append(archive)
    return Letter((box(*items),), files=tuple(files), pings=frozenset(pings))

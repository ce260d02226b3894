"""What people look at of a tournament: standings, bracket, round, their own table; each as a picture or in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, get_args

from musbot.bot.ids import TourId
from musbot.bot.layout import Item, Letter, box, button, link, picture, rows, text
from musbot.bot.names import plain, shown
from musbot.bot.tournament import phrases, scenes
from musbot.bot.words import Words
from musbot.club.tournament import Meeting, Phase, Tournament
from musbot.club.tournament.rounds import late_entry
from musbot.pictures import (
    bracket_pages,
    bracket_picture,
    groups_pages,
    groups_picture,
    podium_picture,
    schedule_picture,
    standings_picture,
)

T = TypeVar("T")

View = Literal["standings", "bracket", "schedule"]
VIEWS: tuple[View, ...] = get_args(View)


def usual_view(tournament: Tournament) -> View:
    """Return what shows best how it stands."""
    return "bracket" if scenes.has_bracket(tournament) else "standings"


def page_count(tournament: Tournament, view: View, words: Words) -> int:
    """Return how many pictures a view has."""
    if view == "schedule":
        return len(scenes.schedule_scenes(tournament, words))
    if view == "bracket" and scenes.has_bracket(tournament):
        return len(bracket_pages(scenes.bracket_scene(tournament, words)))
    if scenes.has_groups(tournament) and not tournament.places:
        return len(groups_pages(scenes.groups_scene(tournament, words)))
    return len(scenes.standings_scenes(tournament, words))


def drawn(
    tournament: Tournament, view: View, page: int, words: Words, own: int = 0, *, contrast: bool = False
) -> bytes:
    """Return one picture of a view, from page 0 on. It takes some tens of milliseconds: draw it in a thread."""
    if view == "schedule":
        return schedule_picture(_at(scenes.schedule_scenes(tournament, words, own), page), contrast=contrast)
    if view == "bracket" and scenes.has_bracket(tournament):
        pages = bracket_pages(scenes.bracket_scene(tournament, words, own))
        return bracket_picture(_at(pages, page), contrast=contrast)
    if scenes.has_groups(tournament) and not tournament.places:
        found = groups_pages(scenes.groups_scene(tournament, words, own))
        return groups_picture(_at(found, page), contrast=contrast)
    return standings_picture(_at(scenes.standings_scenes(tournament, words, own), page), contrast=contrast)


def _at(pages: Sequence[T], page: int) -> T:
    return pages[max(0, min(page, len(pages) - 1))]


def podium(tournament: Tournament, words: Words) -> bytes | None:
    """Return the picture of the podium; None where there is none. Draw it in a thread."""
    scene = scenes.podium_scene(tournament, words)
    return None if scene is None else podium_picture(scene)


def view_letter(
    tournament: Tournament,
    view: View,
    page: int,
    words: Words,
    own: int = 0,
    *,
    in_words: bool = False,
    contrast: bool = False,
) -> Letter:
    """Return a view for one reader, with the way to the others. Draw it in a thread.

    :param page: from 0; beyond the last it is the last.
    :param own: the reader's entry; 0 for none.
    """
    number = tournament.tournament_id
    head = f"### {shown(tournament.plan.name)} · {title(view, words)}"
    lines = written(tournament, view, words, own)
    if in_words:
        pages = phrases.pages_of(lines)
        count = len(pages)
        page = max(0, min(page, count - 1))
        body = pages[page]
        items: list[Item] = [text("\n".join([head, *body]))]
        files: tuple[tuple[str, bytes], ...] = ()
    else:
        count = page_count(tournament, view, words)
        page = max(0, min(page, count - 1))
        image = drawn(tournament, view, page, words, own, contrast=contrast)
        name = f"{view}.png"
        items, files = [text(head), picture(name, plain(" / ".join(lines)))], ((name, image),)
    way = "w" if in_words else "p"
    turns = []
    if count > 1:
        turns = [
            # The last argument keeps the ids of one message apart.
            button(TourId.of(number, view, page - 1, way, "back"), words("◀ Back"), disabled=page == 0),
            button(TourId.of(number, view, page + 1, way, "on"), words("▶ Next"), disabled=page == count - 1),
        ]
    others = [
        button(TourId.of(number, each, 0, way), title(each, words))
        for each in offered(tournament)
        if each != view
    ]
    other_way = button(
        TourId.of(number, view, page, "p" if in_words else "w", "way"),
        words("Picture") if in_words else words("In words"),
    )
    return Letter((box(*items, *rows([*turns, *others, other_way])),), files=files)


def offered(tournament: Tournament) -> tuple[View, ...]:
    """Return the views that a tournament has."""
    return tuple(each for each in VIEWS if each != "bracket" or scenes.has_bracket(tournament))


def title(view: View, words: Words) -> str:
    """Return what a view is called."""
    return {"standings": words("Standings"), "bracket": words("Bracket"), "schedule": words("Round")}[view]


def written(tournament: Tournament, view: View, words: Words, own: int = 0) -> list[str]:
    """Return a view in words, a line for each row."""
    if view == "schedule":
        return [meeting_line(tournament, each, words) for each in tournament.of_round(tournament.round)] or [
            words("No round is paired yet.")
        ]
    if view == "bracket" and scenes.has_bracket(tournament):
        return _bracket_lines(tournament, words)
    found = []
    for line in scenes.ranked(tournament):
        names = phrases.side(tournament, (line.entry,), words)
        mark = "**" if line.entry == own else ""
        told = words.n(
            "{points} point",
            "{points} points",
            1 if line.half_points == 2 else 2,
            points=phrases.points(line.half_points),
        )
        found.append(f"`{line.place}` {mark}{names}{mark} · {told}, {line.stones:+d}")
    return found or [words("Nobody has played yet.")]


def _bracket_lines(tournament: Tournament, words: Words) -> list[str]:
    scene = scenes.bracket_scene(tournament, words)
    found = []
    for section in scene.sections:
        for each in section.rounds:
            told = []
            for match in each.matches:
                if match is None:
                    continue
                sides = []
                for who in (match.one, match.other):
                    name = " + ".join(map(shown, who.names)) or "…"
                    sides.append(
                        f"**{name}** {who.score}".rstrip() if who.won else f"{name} {who.score}".rstrip()
                    )
                told.append(phrases.VERSUS.join(sides))
            if told:
                name = f"{section.title}: {each.title}" if section.title else each.title
                found += [f"__{name}__", *told]
    return found


def meeting_line(tournament: Tournament, meeting: Meeting, words: Words, url: str = "") -> str:
    """Return a meeting in a line: its table, who plays, how it stands, and the way there."""
    number = phrases.table_number(tournament, meeting)
    result = meeting.result
    told = [phrases.side(tournament, each, words) for each in meeting.sides if each]
    if result is not None and result.winner is not None and len(told) == 2:
        told[result.winner] = f"**{told[result.winner]}**"
    stands = phrases.standing_words(tournament, meeting, words)
    if not stands and url:
        stands = f"[{words('to the table')}]({url})"
    elif not stands and meeting.table_id is None:
        stands = words("opens soon")
    head = f"`{number}` " if number else ""
    return " · ".join(part for part in (head + phrases.VERSUS.join(told), stands) if part)


def own_letter(
    tournament: Tournament, person: int, words: Words, links: Mapping[int, str], offers: Sequence[Item] = ()
) -> Letter:
    """Return what comes next for one person: the table, or what is waited for.

    :param links: where the tables are, by the numbers of their meetings.
    :param offers: what may be pressed besides.
    """
    meeting = tournament.meeting_of(person)
    buttons = []
    lines = [f"### {shown(tournament.plan.name)}"]
    if meeting is not None:
        lines += _own_meeting(tournament, meeting, person, words)
        url = links.get(meeting.number, "")
        if url:
            buttons.append(link(words("To the table"), url))
    else:
        lines.append(_own_waiting(tournament, person, words))
    views = [
        button(TourId.of(tournament.tournament_id, each, 0, "p"), title(each, words))
        for each in offered(tournament)
        if tournament.round
    ]
    return Letter((box(text("\n".join(lines)), *rows([*buttons, *views]), *offers),))


def _own_meeting(tournament: Tournament, meeting: Meeting, person: int, words: Words) -> list[str]:
    mine = next(
        index
        for index, side in enumerate(meeting.sides)
        if any(each.person == person for each in tournament.people_of(side))
    )
    partners = [each for each in tournament.people_of(meeting.sides[mine]) if each.person != person]
    partner, rivals = phrases.names(partners, words), phrases.side(tournament, meeting.sides[1 - mine], words)
    found = [
        words(
            "{round}, table {table}: you and {partner} play {rivals}.",
            round=phrases.round_words(tournament, words).capitalize(),
            table=phrases.table_number(tournament, meeting),
            partner=partner,
            rivals=rivals,
        )
    ]
    if meeting.table_id is None:
        found.append(words("Your table opens in a moment."))
    return found


def _own_waiting(tournament: Tournament, person: int, words: Words) -> str:
    entry = tournament.entry_of(person)
    if tournament.phase is Phase.FINISHED:
        return words("This tournament is over.")
    if tournament.phase is Phase.CANCELLED:
        return words("This tournament was cancelled.")
    if entry is not None and entry.gone == "removed":
        return words("A host has taken you out of this tournament.")
    if entry is None or (entry.gone and entry.number not in tournament.field):
        return words("You have not entered.")
    if entry.gone:
        return words("You are out of it: *Come back* lets you play on.")
    if entry.number not in tournament.field:
        if tournament.is_playing and not late_entry(tournament):
            return words("It has begun without you.")
        if entry.asked is not None and entry.is_alone:
            return words("You have entered; <@{partner}> has not answered yet.", partner=entry.asked)
        if entry.number in tournament.waiting:
            return words("You are on the waiting list.")
        if entry.number in tournament.pool:
            if tournament.is_playing:
                return words("You have entered; a partner is drawn for you before the next round.")
            return words("You have entered; a partner is drawn for you at the start.")
        return words("You have entered.")
    left = sum(1 for each in tournament.open_meetings if each.round == tournament.round)
    return words.n(
        "You have no table now. {count} table of this round still plays.",
        "You have no table now. {count} tables of this round still play.",
        left,
    )

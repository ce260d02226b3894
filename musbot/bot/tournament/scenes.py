"""The pictures of a tournament as plain data: standings, groups, bracket, a round, the podium."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby

from musbot.bot.tournament import phrases
from musbot.bot.words import Words
from musbot.club.tournament import Format, Meeting, Tournament
from musbot.club.tournament.bracket import NOBODY, Bracket, Known, Part, Place
from musbot.club.tournament.rounds import KNOCK_OUTS, bracket, group_lines, shown_lines
from musbot.club.tournament.standings import Line
from musbot.pictures import (
    BracketScene,
    GroupScene,
    GroupsScene,
    MatchScene,
    PairingScene,
    PodiumScene,
    RoundScene,
    ScheduleScene,
    SectionScene,
    SideScene,
    StandingRow,
    StandingsScene,
    StepScene,
)

ON_PAGE = 12
"""Rows of standings and meetings of a schedule on a page."""


def player_names(tournament: Tournament, entries: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names on a side: of one player or of the two of a pair."""
    return tuple(each.name for each in tournament.people_of(entries))[:2]


def standings_scenes(tournament: Tournament, words: Words, own: int = 0) -> tuple[StandingsScene, ...]:
    """Return the pages of the standings, one at least.

    :param own: the reader's entry; 0 for none.
    """
    arena = tournament.is_arena
    # In an elimination, and in an arena, it says nothing how strong the opponents were.
    plain = arena or tournament.plan.format in KNOCK_OUTS
    rows = [
        StandingRow(
            line.place,
            player_names(tournament, (line.entry,)),
            phrases.points(line.half_points),
            _breaks(line, plain=plain),
            line.form,
            out=_is_out(tournament, line.entry),
            own=line.entry == own,
        )
        for line in ranked(tournament)
    ]
    heads = (words("Stones"),) if plain else (words("Buchh."), words("S.-B."), words("Stones"))
    page = StandingsScene(
        tournament.plan.name,
        (),
        phrases.round_words(tournament, words) if tournament.is_playing else "",
        words("Player") if arena else words("Pair"),
        words("Form") if any(len(row.form) > 1 for row in rows) else "",
        words("Points"),
        heads,
        words("Nobody has played yet.") if not rows else "",
    )
    return tuple(
        replace(
            page, rows=tuple(rows[start : start + ON_PAGE]), detail=_detail(page.detail, start, len(rows))
        )
        for start in range(0, max(1, len(rows)), ON_PAGE)
    )


def ranked(tournament: Tournament) -> tuple[Line, ...]:
    """Return the standings, once it is over by the places at which people have ended."""
    found = shown_lines(tournament)
    if not tournament.places:
        return found
    place_of: dict[int, int] = {}
    place = 1
    for shared in tournament.places:
        place_of |= dict.fromkeys(shared, place)
        place += len(shared)
    return tuple(
        sorted(
            (replace(line, place=place_of.get(line.entry, place)) for line in found),
            key=lambda line: line.place,
        )
    )


def _breaks(line: Line, *, plain: bool) -> tuple[str, ...]:
    stones = _stones(line)
    if plain:
        return (stones,)
    return phrases.points(line.half_buchholz), f"{line.berger:g}", stones


def _stones(line: Line) -> str:
    return f"{line.stones:+d}" if line.stones else "0"


def _is_out(tournament: Tournament, entry: int) -> bool:
    return bool(tournament.entries[entry].gone) and not tournament.is_over


def _detail(detail: str, start: int, count: int) -> str:
    if count <= ON_PAGE:
        return detail
    return f"{detail} · {start // ON_PAGE + 1}/{-(-count // ON_PAGE)}".removeprefix(" · ")


def groups_scene(tournament: Tournament, words: Words, own: int = 0) -> GroupsScene:
    """Return the groups; those who go on are marked once the bracket is drawn."""
    groups = tuple(
        GroupScene(
            words("Group {number}", number=number),
            words("Points"),
            tuple(
                StandingRow(
                    line.place,
                    player_names(tournament, (line.entry,)),
                    phrases.points(line.half_points),
                    (_stones(line),),
                    through=line.entry in tournament.seeds,
                    out=_is_out(tournament, line.entry),
                    own=line.entry == own,
                )
                for line in table[:8]
            ),
        )
        for number, table in enumerate(group_lines(tournament), start=1)
    )
    return GroupsScene(tournament.plan.name, groups, phrases.round_words(tournament, words))


def has_bracket(tournament: Tournament) -> bool:
    """Whether a bracket is there to be shown."""
    return bool(tournament.bracket_from)


def has_groups(tournament: Tournament) -> bool:
    """Whether groups are what is to be shown."""
    return tournament.plan.format is Format.GROUPS and bool(tournament.groups)


def bracket_scene(tournament: Tournament, words: Words, own: int = 0) -> BracketScene:
    """Return the bracket; `ValueError` before it is drawn."""
    drawn = bracket(tournament)
    if drawn is None:
        raise ValueError(f"tournament {tournament.tournament_id} has no bracket")
    played = {
        meeting.slot: meeting
        for meeting in tournament.meetings.values()
        if meeting.round >= tournament.bracket_from
    }

    def section(part: Part, title: str = "", *, trophy: bool = False) -> SectionScene | None:
        places = [place for place in drawn.places if place.part is part]
        if part is Part.RESET and places and not all(drawn.sides[places[0].slot]):
            return None  # nobody has to play it, as far as is known
        count = max((place.round for place in places), default=0)
        rounds = [list(each) for _, each in groupby(places, key=lambda place: place.round)]
        while len(rounds) > 1 and all(NOBODY in drawn.sides[place.slot] for place in rounds[0]):
            rounds.pop(0)  # byes alone
        if not rounds:
            return None
        return SectionScene(
            tuple(
                RoundScene(
                    phrases.place_title(each[0], count, words),
                    tuple(
                        _match(tournament, drawn, place, played.get(place.slot), words, own) for place in each
                    ),
                )
                for each in rounds
            ),
            title,
            trophy,
        )

    double = any(place.part is Part.FINAL for place in drawn.places)
    reset = section(Part.RESET, trophy=True)
    sections = (
        section(Part.MAIN, words("Winners") if double else "", trophy=not double),
        section(Part.LOSERS, words("Losers")),
        section(Part.FINAL, trophy=reset is None),
        reset,
        section(Part.THIRD),
    )
    return BracketScene(
        tournament.plan.name,
        tuple(each for each in sections if each is not None),
        words(phrases.FORMATS[tournament.plan.format]),
    )


def _match(
    tournament: Tournament, drawn: Bracket, place: Place, meeting: Meeting | None, words: Words, own: int
) -> MatchScene | None:
    sides = drawn.sides[place.slot]
    if NOBODY in sides:
        return None
    winner = drawn.winner(place.slot)
    scores = ("", "")
    live, note = False, ""
    if meeting is not None and meeting.result is not None and not meeting.result.forfeit:
        result = meeting.result
        shown = result.games if tournament.plan.options.games > 1 else result.stones
        # The meeting has its sides in the order of the bracket.
        scores = (str(shown[0]), str(shown[1]))
    elif meeting is not None and meeting.result is None:
        live = meeting.table_id is not None
        note = words("T{number}", number=phrases.table_number(tournament, meeting))
    one, other = (
        _side(tournament, entry, score, winner, own) for entry, score in zip(sides, scores, strict=True)
    )
    return MatchScene(one, other, note, live)


def _side(tournament: Tournament, entry: Known, score: str, winner: Known, own: int) -> SideScene:
    if not entry:
        return SideScene()
    return SideScene(player_names(tournament, (entry,)), score, entry == winner, entry == own)


def schedule_scenes(tournament: Tournament, words: Words, own: int = 0) -> tuple[ScheduleScene, ...]:
    """Return the pages of the meetings of the last round that was paired, one at least."""
    meetings = tournament.of_round(tournament.round)
    rows = []
    for meeting in meetings:
        number = phrases.table_number(tournament, meeting)
        result = meeting.result
        rows.append(
            PairingScene(
                str(number or "–"),
                player_names(tournament, meeting.one),
                player_names(tournament, meeting.other),
                phrases.standing_words(tournament, meeting, words) or "–",
                winner=result.winner if result is not None else None,
                live=meeting.table_id is not None and not meeting.is_over,
                own=next((side for side in (0, 1) if own and own in meeting.sides[side]), None),
            )
        )
    detail = phrases.round_words(tournament, words)
    note = "" if rows else words("No round is paired yet.")
    return tuple(
        ScheduleScene(
            tournament.plan.name,
            tuple(rows[start : start + ON_PAGE]),
            _detail(detail, start, len(rows)),
            note,
        )
        for start in range(0, max(1, len(rows)), ON_PAGE)
    )


def podium_scene(tournament: Tournament, words: Words) -> PodiumScene | None:
    """Return the podium of a tournament that is over; None where nobody stands on one."""
    first = [entry for place in tournament.places for entry in place][:3]
    if not first:
        return None
    # In groups and brackets alike.
    won = Counter(
        entry for meeting in tournament.meetings.values() if not meeting.is_bye for entry in meeting.winner
    )
    steps = tuple(
        StepScene(
            player_names(tournament, (entry,)), detail=words.n("{count} win", "{count} wins", won[entry])
        )
        for entry in first
    )
    count = words.n("{count} pair", "{count} pairs", len(tournament.field))
    if tournament.is_arena:
        count = words.n("{count} player", "{count} players", len(tournament.field))
    return PodiumScene(tournament.plan.name, steps, count)

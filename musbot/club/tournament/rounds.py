"""How a tournament goes on: it begins, its rounds are paired as its format says, and it ends.

Functions return events and change nothing. Randomness comes from the generator that they are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from random import Random

from musbot.club.tournament import arena, robin, swiss
from musbot.club.tournament.bracket import Bracket, Place, double, single
from musbot.club.tournament.errors import Reason, Refused
from musbot.club.tournament.events import (
    Began,
    Drawn,
    Event,
    Finished,
    Grouped,
    Rang,
    Resulted,
    RoundPaired,
    Seeded,
    Withdrew,
)
from musbot.club.tournament.meetings import Meeting, Pairing, Result
from musbot.club.tournament.plan import Format
from musbot.club.tournament.standings import Line, standings
from musbot.club.tournament.state import Tournament

KNOCK_OUTS = (Format.SINGLE, Format.DOUBLE)
TABLE = 4
"""Players at a table."""


def begin(tournament: Tournament, rng: Random, by: int | None = None) -> list[Event]:
    """Begin: partners are drawn for those alone, and the field is seeded, the rated ones first, the rest by lot.

    Whoever has not checked in, where that is asked for, is left out as absent, and may come back; a host who begins
    it takes everybody.
    """
    if tournament.phase != "sign_up":
        raise Refused(Reason.STARTED)
    events: list[Event] = []
    if tournament.plan.check_in and by is None:
        missing = [
            entry.number for entry in tournament.entries.values() if not entry.gone and not entry.checked_in
        ]
        events += [Withdrew(number, "absent") for number in missing]
    trial = _after(tournament, events)
    drawn = _draw(trial, rng)
    events += drawn
    trial = _after(trial, drawn)
    field = list(trial.ready)
    if len(field) < tournament.plan.fewest:
        raise Refused(Reason.TOO_FEW, f"{len(field)} of {tournament.plan.fewest}")
    rng.shuffle(field)
    ratings = {number: trial.entries[number].rating for number in field}
    field.sort(key=lambda number: (ratings[number] is None, -(ratings[number] or 0.0)))
    events.append(Began(tuple(field), by))
    match tournament.plan.format:
        case Format.SINGLE | Format.DOUBLE:
            events.append(Seeded(tuple(field)))
        case Format.ROBIN:
            events.append(Grouped((tuple(field),)))
        case Format.GROUPS:
            count = robin.group_count(len(field), tournament.plan.groups)
            events.append(Grouped(robin.groups(field, count)))
    return events


def go_on(tournament: Tournament, rng: Random) -> list[Event]:
    """Pair the next round, or end the tournament where there is none.

    Meetings with somebody who has withdrawn are decided at once. In an arena, those who are free are paired, and it
    ends once the bell has rung and all have played.
    """
    if tournament.is_over:
        raise Refused(Reason.OVER)
    if not tournament.is_playing:
        raise Refused(Reason.NOT_STARTED)
    if tournament.paused:
        raise Refused(Reason.PAUSED)
    if tournament.is_arena:
        return _arena(tournament, rng)
    if tournament.open_meetings:
        raise Refused(Reason.UNFINISHED)
    events: list[Event] = []
    if tournament.plan.format is Format.SWISS and late_entry(tournament):
        events += _draw(tournament, rng)
        tournament = _after(tournament, events)
    while True:
        found = _next(tournament)
        if not any(isinstance(event, RoundPaired) for event in found):
            return [*events, Finished(places(_after(tournament, found)))]
        events += found
        tournament = _after(tournament, found)
        gone = walkovers(tournament)
        events += gone
        tournament = _after(tournament, gone)
        if tournament.open_meetings or tournament.plan.format is Format.SWISS:
            return events


def late_entry(tournament: Tournament) -> bool:
    """Whether one can still come into the field: until half of a Swiss is paired; in an arena till the bell."""
    if not tournament.is_playing:
        return False
    if tournament.is_arena:
        return not tournament.rang
    return tournament.plan.format is Format.SWISS and 2 * tournament.round < round_count(tournament)


def round_count(tournament: Tournament) -> int:
    """Return how many rounds a Swiss has."""
    return tournament.plan.rounds or swiss.usual_rounds(len(tournament.field))


def walkovers(tournament: Tournament) -> list[Event]:
    """Return the results of meetings that are not over and of which a side has gone."""

    def came(side: Sequence[int]) -> bool:
        return not any(tournament.entries[number].gone for number in side)

    events: list[Event] = []
    for meeting in tournament.open_meetings:
        there = came(meeting.one), came(meeting.other)
        if not all(there):
            winner = there.index(True) if any(there) else None
            events.append(Resulted(meeting.number, Result(winner, forfeit=True)))
    return events


def lines(tournament: Tournament) -> tuple[Line, ...]:
    """Return how all of the field stand by their points; of groups, over all groups, until the bracket begins."""
    if tournament.is_arena:
        return arena.standings(tournament.field, tournament.meetings.values())
    late = {number: tournament.entries[number].late for number in tournament.field}
    return standings(tournament.field, _before_bracket(tournament), {k: v for k, v in late.items() if v})


def shown_lines(tournament: Tournament) -> tuple[Line, ...]:
    """Return how all of the field stand, to be looked at: in an elimination by what was won in the bracket."""
    if tournament.plan.format in KNOCK_OUTS:
        return standings(tournament.field, tournament.meetings.values())
    return lines(tournament)


def group_lines(tournament: Tournament) -> tuple[tuple[Line, ...], ...]:
    """Return how the entries of each group stand."""
    counted = _before_bracket(tournament)
    return tuple(
        standings(group, (meeting for meeting in counted if meeting.slot == number))
        for number, group in enumerate(tournament.groups, start=1)
    )


def bracket(tournament: Tournament) -> Bracket | None:
    """Return the bracket, once it is drawn."""
    if not tournament.bracket_from:
        return None
    results = {
        meeting.slot: meeting.result
        for meeting in tournament.meetings.values()
        if meeting.round >= tournament.bracket_from and meeting.result is not None
    }
    return Bracket(_places(tournament), tournament.seeds, results)


def places(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the field by places, the best first; those who share one stand together.

    Where nobody has won a meeting, since nobody came, nobody has a place: a podium is not for staying away.
    """
    if not any(meeting.winner for meeting in tournament.meetings.values() if not meeting.is_bye):
        return ()
    drawn = bracket(tournament)
    first = drawn.ranking() if drawn is not None else ()
    known = {number for place in first for number in place}
    rest = [line for line in lines(tournament) if line.entry not in known]
    shared = (tuple(line.entry for line in same) for _, same in groupby(rest, key=lambda line: line.place))
    return (*first, *shared)


def _places(tournament: Tournament) -> tuple[Place, ...]:
    count = len(tournament.seeds)
    if tournament.plan.format is Format.DOUBLE:
        return double(count)
    return single(count, third=tournament.plan.third)


def _before_bracket(tournament: Tournament) -> list[Meeting]:
    first = tournament.bracket_from
    return [each for each in tournament.meetings.values() if not first or each.round < first]


def _after(tournament: Tournament, events: Sequence[Event]) -> Tournament:
    """Return what a tournament will be after some events more."""
    return tournament.copy_with(events) if events else tournament


def _draw(tournament: Tournament, rng: Random) -> list[Event]:
    """Draw the single players of the pool together; one may be left."""
    alone = list(tournament.pool)
    rng.shuffle(alone)
    pairs = zip(alone[::2], alone[1::2], strict=False)
    return [Drawn(min(one, other), max(one, other)) for one, other in pairs]


def _next(tournament: Tournament) -> list[Event]:
    """Return the events of the next round; without `RoundPaired` where there is none."""
    number = tournament.round + 1
    if tournament.plan.format is Format.SWISS:
        return _swiss(tournament, number)
    # The first round of the bracket may have been taken back, to correct who has come through.
    if tournament.groups and tournament.bracket_from in (0, number):
        pairings = _of_groups(tournament, number)
        if pairings:
            return [RoundPaired(number, pairings)]
        if tournament.plan.format is Format.ROBIN:
            return []
        seeded = Seeded(_through(tournament))
        if len(seeded.seeds) < 2:
            return []
        return [seeded, *_of_bracket(_after(tournament, [seeded]), number)]
    return _of_bracket(tournament, number)


def _of_bracket(tournament: Tournament, number: int) -> list[Event]:
    drawn = bracket(tournament)
    ready = () if drawn is None else drawn.ready
    pairings = tuple(Pairing((one,), (other,), slot) for slot, one, other in ready)
    return [RoundPaired(number, pairings)] if pairings else []


def _swiss(tournament: Tournament, number: int) -> list[Event]:
    field = list(tournament.active)
    if late_entry(tournament):
        field += [each for each in tournament.ready if each not in tournament.field]
    if number > round_count(tournament):
        return []
    met: dict[int, Counter[int]] = {entry: Counter() for entry in tournament.entries}
    byes = set()
    for meeting in tournament.meetings.values():
        one = meeting.one[0]
        if meeting.is_bye:
            byes.add(one)
        else:
            other = meeting.other[0]
            met[one][other] += 1
            met[other][one] += 1
    stand = {line.entry: index for index, line in enumerate(lines(tournament))}
    if number == 1:
        stand = {entry: index for index, entry in enumerate(tournament.field)}
    points = {line.entry: line.half_points for line in lines(tournament)}
    # Who comes now has half a point for each round missed.
    points |= {entry: number - 1 for entry in field if entry not in points}
    field.sort(key=lambda entry: (-points[entry], stand.get(entry, len(stand)), entry))
    paired = swiss.pair([swiss.Contender(each, points[each], met[each], each in byes) for each in field])
    if paired is None:
        return []
    pairings = [Pairing((one,), (other,)) for one, other in paired.pairs]
    if paired.bye is not None:
        pairings.append(Pairing((paired.bye,)))
    return [RoundPaired(number, tuple(pairings))]


def _of_groups(tournament: Tournament, number: int) -> tuple[Pairing, ...]:
    found = []
    for slot, group in enumerate(tournament.groups, start=1):
        rounds = robin.rounds(group)
        if number <= len(rounds):
            found += [Pairing((one,), (other,), slot) for one, other in rounds[number - 1]]
    return tuple(found)


def _through(tournament: Tournament) -> tuple[int, ...]:
    """Return who goes on from the groups: firsts before seconds, and at first nobody against their own group."""
    gone = {number for number, entry in tournament.entries.items() if entry.gone}
    tables = [
        [line for line in group if line.entry not in gone][: tournament.plan.through]
        for group in group_lines(tournament)
    ]
    found: list[int] = []
    for place in range(tournament.plan.through):
        row = [
            (line.rank, group, line.entry)
            for group, table in enumerate(tables)
            for line in table[place : place + 1]
        ]
        row.sort()
        found += [entry for _, _, entry in row]
    return _apart(
        tuple(found), {each: number for number, group in enumerate(tournament.groups) for each in group}
    )


def _apart(seeds: tuple[int, ...], group: dict[int, int]) -> tuple[int, ...]:
    """Change the later half of seeds so that nobody meets their own group in the first round, where that can be."""
    size = 1 << max(1, (len(seeds) - 1).bit_length())
    found = list(seeds)
    upper = size // 2
    for index in range(len(found) - 1, upper - 1, -1):
        rival = size - 1 - index
        if group[found[index]] != group[found[rival]]:
            continue
        for other in range(len(found) - 1, upper - 1, -1):
            theirs = size - 1 - other
            if group[found[other]] != group[found[rival]] and group[found[index]] != group[found[theirs]]:
                found[index], found[other] = found[other], found[index]
                break
    return tuple(found)


def free(tournament: Tournament) -> list[int]:
    """Return who of an arena could be paired now."""
    busy = {entry for meeting in tournament.open_meetings for entry in meeting.entries}
    newcomers = [each for each in tournament.ready if each not in tournament.field]
    return [each for each in (*tournament.active, *newcomers) if each not in busy]


def _arena(tournament: Tournament, rng: Random) -> list[Event]:
    if tournament.rang:
        return [] if tournament.open_meetings else [Finished(places(tournament))]
    points = {line.entry: line.half_points // 2 for line in lines(tournament)}
    last: dict[int, Meeting] = {}
    for meeting in tournament.meetings.values():
        last.update(dict.fromkeys(meeting.entries, meeting))
    players = []
    for entry in free(tournament):
        mine, theirs = _sides(last[entry], entry) if entry in last else ((), ())
        partner = next((each for each in mine if each != entry), 0)
        players.append(arena.Free(entry, points.get(entry, 0), partner, frozenset(theirs)))
    pairings = arena.pair(players, rng)
    return [RoundPaired(tournament.round + 1, pairings)] if pairings else []


def _sides(meeting: Meeting, entry: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return meeting.sides if entry in meeting.one else (meeting.other, meeting.one)


def ring(tournament: Tournament) -> list[Event]:
    """Ring the bell of an arena."""
    return [Rang()] if tournament.is_arena and tournament.is_playing and not tournament.rang else []

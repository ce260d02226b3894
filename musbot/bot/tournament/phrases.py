"""Tournaments in words: formats, phases, rounds, pairs, how a meeting stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from musbot.bot import phrases
from musbot.bot.names import shown
from musbot.bot.timing import clock_words
from musbot.bot.words import N_, Words
from musbot.club.tournament import Entry, Format, Meeting, Plan, Tournament
from musbot.club.tournament.bracket import Part, Place
from musbot.club.tournament.events import Entrant
from musbot.club.tournament.rounds import round_count

FORMATS = {
    Format.SWISS: N_("Swiss"),
    Format.SINGLE: N_("knock-out"),
    Format.DOUBLE: N_("double knock-out"),
    Format.ROBIN: N_("round robin"),
    Format.GROUPS: N_("groups, then knock-out"),
    Format.ARENA: N_("arena"),
}
DAY, WEEK = 86_400.0, 604_800.0
VERSUS = " – "
ROOM = 3_300
"""Characters of a list in a message, beside what else it says; Discord allows 4,000 in all."""


def plan_words(plan: Plan, words: Words) -> str:
    """Return in a line what is played: format, pairs or singles, rules, clock."""
    singles = plan.singles or plan.format is Format.ARENA
    parts = [
        words(FORMATS[plan.format]),
        words("partners are drawn") if singles else words("pairs"),
        phrases.options_words(words, plan.options),
        clock_words(words, plan.clock),
    ]
    if plan.rounds and plan.format is Format.SWISS:
        parts.append(words.n("{count} round", "{count} rounds", plan.rounds))
    if plan.format is Format.ARENA:
        parts.append(words.n("{count} minute", "{count} minutes", round(plan.bell / 60)))
    if plan.round_time:
        days = max(1, round(plan.round_time / DAY))
        parts.append(words.n("{count} day for each round", "{count} days for each round", days))
    if plan.every:
        parts.append(words("every week") if plan.every == WEEK else words("every day"))
    if plan.league:
        parts.append(words("league {league}", league=shown(plan.league)))
    return " · ".join(part for part in parts if part)


def limits_words(plan: Plan, words: Words) -> str:
    """Return who may enter; "" where everybody may."""
    parts = []
    if plan.role is not None:
        parts.append(words("For members of <@&{role}>.", role=plan.role))
    low, high = _rating(plan.rating_from), _rating(plan.rating_to)
    if low and high:
        parts.append(words("Ratings from {low} to {high}.", low=low, high=high))
    elif low:
        parts.append(words("Ratings from {low} on.", low=low))
    elif high:
        parts.append(words("Ratings up to {high}.", high=high))
    return " ".join(parts)


def _rating(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def round_words(tournament: Tournament, words: Words) -> str:
    """Return which round is played, or how far it is otherwise."""
    if tournament.is_arena:
        return words("the bell has rung") if tournament.rang else words("arena")
    if not tournament.round:
        return words("about to begin")
    if tournament.plan.format is Format.SWISS:
        return words("round {round} of {rounds}", round=tournament.round, rounds=round_count(tournament))
    return words("round {round}", round=tournament.round)


def table_number(tournament: Tournament, meeting: Meeting) -> int:
    """Return the number of a meeting's table within its round, from 1, the byes apart."""
    here = [each.number for each in tournament.of_round(meeting.round) if not each.is_bye]
    return here.index(meeting.number) + 1 if meeting.number in here else 0


def names(people: Iterable[Entrant], words: Words) -> str:
    """Return the names of a side, ready to be written into a message."""
    return " + ".join(
        f"{shown(each.name)} 🤖" if each.is_ai else shown(each.name) for each in people
    ) or words("nobody")


def side(tournament: Tournament, entries: Iterable[int], words: Words) -> str:
    """Return the names of some entries that play together."""
    return names(tournament.people_of(entries), words)


def mentions(people: Iterable[Entrant]) -> str:
    """Return a side as mentions; AI players and whoever was erased by their names."""

    def one(each: Entrant) -> str:
        if each.person > 0:
            return f"<@{each.person}>"
        return f"{shown(each.name)} 🤖" if each.is_ai else shown(each.name)

    return " + ".join(map(one, people))


def entry_line(tournament: Tournament, entry: Entry, words: Words) -> str:
    """Return an entry in the list of those who have entered, with what is still open."""
    told = names(entry.people, words)
    if entry.asked is not None and entry.is_alone:
        return words("{names}, who has asked <@{partner}>", names=told, partner=entry.asked)
    checks = tournament.plan.check_in and tournament.phase == "sign_up"
    return f"{told} ✔" if checks and entry.checked_in else told


def standing_words(tournament: Tournament, meeting: Meeting, words: Words) -> str:
    """Return how a meeting ended, "" where it has not."""
    result = meeting.result
    if meeting.is_bye:
        return words("free this round")
    if result is None:
        return ""
    if result.forfeit:
        return words("by forfeit") if result.winner is not None else words("neither came")
    return score(tournament.plan, result.games, result.stones)


def score(plan: Plan, games: tuple[int, int], stones: tuple[int, int]) -> str:
    """Return a score: by games where several are played."""
    shown_score = games if plan.options.games > 1 else stones
    return f"{shown_score[0]}–{shown_score[1]}"


def pages_of(lines: Sequence[str], room: int = ROOM) -> list[list[str]]:
    """Return lines in pages that a message has room for, one at least.

    >>> pages_of(["abc", "de", "f"], room=6)
    [['abc', 'de'], ['f']]
    """
    found: list[list[str]] = [[]]
    left = room
    for line in lines:
        if len(line) > left and found[-1]:
            found.append([])
            left = room
        found[-1].append(line)
        left -= len(line) + 1
    return found


def points(half_points: int) -> str:
    """Return points: ``3``, ``2½``.

    >>> points(5), points(1), points(4)
    ('2½', '½', '2')
    """
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def place_title(place: Place, count: int, words: Words) -> str:
    """Return what a round of a bracket is called.

    :param count: how many rounds its part has.
    """
    match place.part:
        case Part.THIRD:
            return words("Third place")
        case Part.FINAL:
            return words("Grand final")
        case Part.RESET:
            return words("Second final")
        case Part.LOSERS:
            return words("Losers {round}", round=place.round)
        case _:
            left = count - place.round
            titles = (words("Final"), words("Semi-finals"), words("Quarter-finals"))
            return titles[left] if left < len(titles) else words("Round {round}", round=place.round)


def table_title(name: str, round_number: int, table: int, words: Words) -> str:
    """Return what a table of a tournament is called.

    :param round_number: 0 where rounds mean nothing.
    """
    if not round_number:
        return words("{name} · table {table}", name=shown(name), table=table)
    return words("{name} · round {round} · table {table}", name=shown(name), round=round_number, table=table)


def thread_name(name: str, round_number: int, table: int, words: Words) -> str:
    """Return the same for a thread: what differs stands first, since lists of threads cut their names."""
    if not round_number:
        return words("Table {table} · {name}", table=table, name=name)
    return words("Table {table}, round {round} · {name}", table=table, round=round_number, name=name)

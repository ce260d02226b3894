"""What a table says of its meeting: who has won, by the cards or because the others are gone.

The first side has seats 1 and 3, the other one 2 and 4. Whoever has left a match for good has lost it for the pair,
whatever the AI player in that seat has won since: as in the ratings. Unless a substitute has come.
"""

from __future__ import annotations

from collections.abc import Iterable

from musbot.club.tournament.events import Entrant
from musbot.club.tournament.meetings import Meeting, Result
from musbot.club.tournament.state import Tournament
from musbot.table import Status, Table
from musbot.table.clocks import MOST_MISSES
from musbot.table.results import LOST_BY

SEATS = (1, 3, 2, 4)
"""The seats of a meeting's people, the first side first: partners sit opposite each other."""


def seating(tournament: Tournament, meeting: Meeting) -> dict[int, Entrant]:
    """Return who sits where at the table of a meeting."""
    return dict(zip(SEATS, tournament.people_of(meeting.entries), strict=True))


def missing(tournament: Tournament, meeting: Meeting, table: Table) -> list[int]:
    """Return the entries of which somebody is not at the table."""
    there = set(table.people.values())
    return [
        number
        for number in meeting.entries
        if any(not each.is_ai and each.person not in there for each in tournament.entries[number].people)
    ]


def outcome(table: Table) -> Result | None:
    """Return how the meeting of a table that is over has ended.

    None where it was closed, and that was nobody's fault who had a seat: by a moderator, or with its channel.
    """
    left = _sides_gone(table)
    match = table.match
    if match is not None and match.winner is not None:
        winner = "AB".index(match.winner)
        if left == {winner}:
            return Result(1 - winner, forfeit=True)
        return _played(table, winner)
    if len(left) == 1:
        return Result(1 - left.pop(), forfeit=True)
    return Result(leader(table), forfeit=True) if left else None


def stands(table: Table) -> Result:
    """Return how a meeting is decided whose time is up: for who leads.

    Between equals those have lost for whom the others were waiting; where both were, nobody wins.
    """
    ahead = leader(table)
    if ahead is not None:
        return _played(table, ahead)
    late = _sides(table.people_to_act)
    return Result(1 - late.pop() if len(late) == 1 else None, forfeit=True)


def leader(table: Table) -> int | None:
    """Return the side that leads, by games and then by stones; None between equals, and before the first deal."""
    if table.match is None:
        return None
    one, other = zip(table.match.games, table.match.scores, strict=True)
    return None if one == other else int(other > one)


def _played(table: Table, winner: int) -> Result:
    match = table.match
    assert match is not None
    games = [deal.scores for deal in match.deals if deal.game_winner]
    if not match.is_over:
        games.append(match.scores)
    stones = sum(each[0] for each in games), sum(each[1] for each in games)
    return Result(winner, stones=stones, games=(match.games[0], match.games[1]))


def _sides_gone(table: Table) -> set[int]:
    """Return the sides of which somebody has left the match for good, and no substitute plays in their place."""
    there = table.people
    gone = {each.seat for each in table.presence.gone if each.why in LOST_BY and each.seat not in there}
    if table.status is Status.CLOSED and table.match is not None:
        gone |= {seat for seat, person in there.items() if person == table.closed_by}
        if table.closed_why == "left":
            gone |= set(there)
        elif table.closed_why == "deserted":
            away = {seat for seat, missed in table.presence.misses.items() if missed >= MOST_MISSES}
            gone |= (away or set(table.playing.to_act)) & set(there)
    return _sides(gone)


def _sides(seats: Iterable[int]) -> set[int]:
    return {(seat - 1) % 2 for seat in seats}

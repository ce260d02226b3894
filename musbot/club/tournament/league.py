"""What a tournament that is over was worth to its people: their places, and their points.

A point for taking part, and one for each entry that finished behind: of eight pairs the first have 8, the last 1.
Those who share a place have the same. Whoever was removed has nothing, and AI players are not counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from musbot.club.tournament.state import Phase, Tournament
from musbot.store.honours import Honour
from musbot.store.tournaments import TournamentRow


@dataclass(frozen=True, slots=True)
class Score:
    """What an entry has come to."""

    entry: int
    place: int
    """From 1; those who are equal share it."""
    points: int


def scores(tournament: Tournament) -> tuple[Score, ...]:
    """Return what each entry of the field has come to, the best first; nothing where it did not come to its end."""
    if tournament.phase is not Phase.FINISHED:
        return ()
    field = sum(len(place) for place in tournament.places)
    found: list[Score] = []
    ahead = 0
    for together in tournament.places:
        behind = field - ahead - len(together)
        for entry in together:
            removed = tournament.entries[entry].gone == "removed"
            found.append(Score(entry, ahead + 1, 0 if removed else behind + 1))
        ahead += len(together)
    return tuple(found)


def honours(row: TournamentRow, tournament: Tournament) -> list[Honour]:
    """Return what is kept of a tournament that is over, for profiles, the hall of fame and leagues."""
    field = len(tournament.field)
    return [
        Honour(
            row.tournament_id,
            each.person,
            each.name,
            score.entry,
            score.place,
            field,
            score.points,
            row.guild_id,
            tournament.plan.name,
            tournament.plan.league,
            tournament.ended_at,
        )
        for score in scores(tournament)
        for each in tournament.entries[score.entry].people
        # Neither AI players, nor those who had themselves erased.
        if each.person > 0 and score.points
    ]

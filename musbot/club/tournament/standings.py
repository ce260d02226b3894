"""Standings: points, then what breaks ties, the same in whatever order the meetings are given.

A win and a bye are worth 1, each round that a late entry has missed one half. Ties are broken by Buchholz (the sum
of the opponents' points), Sonneborn-Berger (the points of those who were beaten) and the difference of stones. Who
has withdrawn keeps the points and so stays in the others' tie-breaks. A meeting that was not played counts there
as one with an opponent who has as many points as oneself: the dummy opponent of FIDE's tie-break rules (2023).
Those who are equal in all of it share their place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from musbot.club.tournament.meetings import Meeting

Form = Literal["win", "loss", "half", "none"]


@dataclass(frozen=True, slots=True)
class Line:
    """How an entry stands. Points count by halves and Sonneborn-Berger by quarters, so that sums are exact."""

    entry: int
    place: int = 0
    """From 1; those who are equal share it."""
    half_points: int = 0
    half_buchholz: int = 0
    quarter_berger: int = 0
    stones: int = 0
    """Won less lost."""
    wins: int = 0
    losses: int = 0
    form: tuple[Form, ...] = ()
    """What came of each meeting, in order."""

    @property
    def points(self) -> float:
        """Points: 1 for a win."""
        return self.half_points / 2

    @property
    def buchholz(self) -> float:
        """The sum of the opponents' points."""
        return self.half_buchholz / 2

    @property
    def berger(self) -> float:
        """The sum of the points of those who were beaten: Sonneborn-Berger."""
        return self.quarter_berger / 4

    @property
    def rank(self) -> tuple[int, ...]:
        """What it is sorted by: the smaller, the better."""
        return (-self.half_points, -self.half_buchholz, -self.quarter_berger, -self.stones)


def standings(
    entries: Iterable[int], meetings: Iterable[Meeting], late: Mapping[int, int] | None = None
) -> tuple[Line, ...]:
    """Return the lines of some entries, the best first; equals are in the order of their numbers.

    :param meetings: those that count; what is not over counts nothing. Opponents may be others than the entries.
    :param late: for entries that came late, how many rounds they had missed.
    """
    late = late or {}
    over = sorted((meeting for meeting in meetings if meeting.is_over), key=lambda meeting: meeting.number)
    points: dict[int, int] = defaultdict(int)
    for entry, missed in late.items():
        points[entry] += missed
    of: dict[int, list[Meeting]] = defaultdict(list)
    for meeting in over:
        for entry in meeting.entries:
            of[entry].append(meeting)
        for entry in meeting.winner:
            points[entry] += 2
    lines = [_line(entry, of[entry], points, late.get(entry, 0)) for entry in sorted(set(entries))]
    return placed(lines)


def placed(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return lines sorted by their rank, with their places."""
    ordered = sorted(lines, key=lambda line: (line.rank, line.entry))
    found: list[Line] = []
    for index, line in enumerate(ordered):
        shared = index and ordered[index - 1].rank == line.rank
        found.append(replace(line, place=found[-1].place if shared else index + 1))
    return tuple(found)


def _line(entry: int, meetings: list[Meeting], points: Mapping[int, int], missed: int) -> Line:
    own = points.get(entry, 0)
    buchholz, berger = missed * own, missed * own
    stones = wins = losses = 0
    form: list[Form] = ["half"] * missed
    for meeting in meetings:
        won = entry in meeting.winner
        against = own
        if meeting.result is not None and meeting.result.is_played:
            mine = 0 if entry in meeting.one else 1
            against = max(points.get(each, 0) for each in meeting.sides[1 - mine])
            stones += meeting.result.stones[mine] - meeting.result.stones[1 - mine]
        buchholz += against
        berger += 2 * against if won else 0
        wins += won and not meeting.is_bye
        losses += not won
        form.append("win" if won else "loss")
    return Line(
        entry,
        half_points=own,
        half_buchholz=buchholz,
        quarter_berger=berger,
        stones=stones,
        wins=wins,
        losses=losses,
        form=tuple(form),
    )

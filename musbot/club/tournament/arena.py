"""The arena: single players, drawn to partners and tables as soon as four are free, until the bell.

A win is worth 2 points, and 4 to a player who has won the last two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from musbot.club.tournament.meetings import Meeting, Pairing
from musbot.club.tournament.standings import Line, placed

WIN, ON_FIRE = 2, 4
STREAK = 2
"""After so many wins in a row the next is worth more."""
LOOKED_AT = 8
"""How many are looked at for each table: they are close in points."""
_SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True, slots=True)
class Free:
    """A player who waits for a table."""

    entry: int
    points: int = 0
    partner: int = 0
    """With whom they played last; 0 before the first time."""
    against: frozenset[int] = frozenset()
    """Against whom."""


def pair(players: Sequence[Free], rng: Random) -> tuple[Pairing, ...]:
    """Return tables of four for those who are free; up to three are left to wait.

    The nearest in points play. Nobody has the partner of the last time while another will do, and no two sides meet
    twice running.
    """
    waiting = list(players)
    rng.shuffle(waiting)
    waiting.sort(key=lambda each: -each.points)
    found = []
    while len(waiting) >= 4:
        first, *others = waiting[:LOOKED_AT]
        four = min(
            ((first, *three) for three in combinations(others, 3)),
            key=lambda four: (_cost(four), sum(first.points - each.points for each in four)),
        )
        one, other = _split(four)
        found.append(Pairing(one, other))
        waiting = [each for each in waiting if each not in four]
    return tuple(found)


def _cost(four: Sequence[Free]) -> int:
    """Return how many of a four have been together at their last table, by twos."""
    return sum(other.entry in (one.partner, *one.against) for one in four for other in four)


def _split(four: Sequence[Free]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    def cost(split: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
        (a, b), (c, d) = (tuple(four[index] for index in side) for side in split)
        partners = sum((x.partner == y.entry) + (y.partner == x.entry) for x, y in ((a, b), (c, d)))
        return partners, abs(a.points + b.points - c.points - d.points)

    one, other = min(_SPLITS, key=cost)
    return tuple(four[index].entry for index in one), tuple(four[index].entry for index in other)


def standings(entries: Iterable[int], meetings: Iterable[Meeting]) -> tuple[Line, ...]:
    """Return how the players of an arena stand: by points, then stones. Buchholz has no meaning here."""
    lines = {entry: Line(entry) for entry in entries}
    runs = dict.fromkeys(lines, 0)
    for meeting in sorted(meetings, key=lambda each: each.number):
        if meeting.result is None:
            continue
        for entry in meeting.entries:
            if entry not in lines:
                continue
            line = lines[entry]
            mine = int(entry in meeting.other)
            won = meeting.result.winner == mine
            stones = meeting.result.stones[mine] - meeting.result.stones[1 - mine]
            worth = (ON_FIRE if runs[entry] >= STREAK else WIN) if won else 0
            runs[entry] = runs[entry] + 1 if won else 0
            lines[entry] = replace(
                line,
                half_points=line.half_points + 2 * worth,
                wins=line.wins + won,
                losses=line.losses + (not won),
                stones=line.stones + stones,
                form=(*line.form, "win" if won else "loss"),
            )
    return placed(lines.values())

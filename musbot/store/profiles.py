"""What is known of a player across games: rows for a profile."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.results import FIRST_GONE
from musbot.store.schema import rating_changes, result_people, results

MOST_GAMES = 1000
"""Games that a profile looks back on, the latest first."""
MOST_POINTS = 300
"""Points of the curve of a rating."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game that somebody played."""

    at: float
    won: bool | None
    tally: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Career:
    """All games of somebody that have a winner, however many."""

    games: int
    won: int
    first_win: float
    """When, in seconds since 1970; 0 where there is none."""
    hundredth_win: float
    feats: dict[str, float]
    """What they did that is worth a badge, and when for the first time."""


@dataclass(frozen=True, slots=True)
class Company:
    """Games with somebody as a partner, or against them."""

    person_id: int
    name: str
    is_partner: bool
    games: int
    won: int


_NO_FEATS = '%"feats":[]%'
_mine = result_people.alias("mine")
_other = result_people.alias("other")


async def games_of(connection: AsyncConnection, person_id: int) -> list[OwnGame]:
    """Return the games of a person that are not void, the latest first."""
    rows = await connection.execute(
        select(_mine.c.at, _mine.c.won, _mine.c.tally)
        .join(results, results.c.result_id == _mine.c.result_id)
        .where(_mine.c.person_id == person_id, results.c.voided_at.is_(None))
        .order_by(_mine.c.at.desc(), _mine.c.result_id.desc())
        .limit(MOST_GAMES)
    )
    return [OwnGame(row.at, row.won, json.loads(row.tally)) for row in rows]


async def career_of(connection: AsyncConnection, person_id: int) -> Career:
    """Return what can be said of all games of a person, those that are void left out."""
    mine = _mine.c
    not_void = results.c.voided_at.is_(None)
    its = select(mine.at).join(results, results.c.result_id == mine.result_id)
    its = its.where(mine.person_id == person_id, not_void).order_by(mine.at, mine.result_id)
    counts = await connection.execute(
        select(func.count(), func.coalesce(func.sum(case((mine.won, 1), else_=0)), 0))
        .select_from(_mine)
        .join(results, results.c.result_id == mine.result_id)
        .where(mine.person_id == person_id, mine.won.is_not(None), not_void)
    )
    games, won = counts.one()
    wins = [await connection.scalar(its.where(mine.won).offset(before).limit(1)) or 0.0 for before in (0, 99)]
    feats: dict[str, float] = {}
    for row in await connection.execute(its.add_columns(mine.tally).where(mine.tally.not_like(_NO_FEATS))):
        for feat in json.loads(row.tally).get("feats", ()):
            feats.setdefault(feat, row.at)
    return Career(games, int(won), wins[0], wins[1], feats)


async def company_of(connection: AsyncConnection, person_id: int) -> list[Company]:
    """Return how often somebody has played with and against whom, and won; most games first."""
    is_partner = case((func.abs(_other.c.seat - _mine.c.seat) == 2, 1), else_=0)
    latest_first = func.row_number().over(partition_by=_other.c.person_id, order_by=_mine.c.result_id.desc())
    together = (
        select(
            _other.c.person_id,
            _other.c.name,
            is_partner.label("partner"),
            case((_mine.c.won, 1), else_=0).label("won"),
            latest_first.label("age"),
        )
        .join(
            _other,
            and_(
                _other.c.result_id == _mine.c.result_id,
                _other.c.place < FIRST_GONE,
                _other.c.place != _mine.c.place,
            ),
        )
        .join(results, results.c.result_id == _mine.c.result_id)
        .where(
            _mine.c.person_id == person_id,
            _mine.c.place < FIRST_GONE,
            _mine.c.won.is_not(None),
            # People who were erased are nobody's company any more.
            _other.c.person_id > 0,
            results.c.voided_at.is_(None),
        )
        .cte("together")
    ).c
    rows = await connection.execute(
        select(
            together.person_id,
            # The name of the last game; None beside those with whom it was played in the other way.
            func.max(case((together.age == 1, together.name))),
            together.partner,
            func.count(),
            func.sum(together.won),
        ).group_by(together.person_id, together.partner)
    )
    found = rows.all()
    names = {row[0]: row[1] for row in found if row[1] is not None}
    company = [Company(row[0], names[row[0]], bool(row[2]), row[3], int(row[4])) for row in found]
    return sorted(company, key=lambda each: (-each.games, -each.won, each.name))


async def curve_of(connection: AsyncConnection, person_id: int) -> list[tuple[float, float]]:
    """Return when the rating of all time changed and what mu was then, the oldest first."""
    columns = rating_changes.c
    rows = await connection.execute(
        select(columns.at, columns.mu)
        .where(
            columns.person_id == person_id,
            columns.partner_id == 0,
            columns.season_id == 0,
            ~columns.void,
        )
        .order_by(columns.result_id.desc())
        .limit(MOST_POINTS)
    )
    return [(row.at, row.mu) for row in rows][::-1]


async def last_name(connection: AsyncConnection, person_id: int) -> str:
    """Return the name that somebody had in their last game, "" where they have played none."""
    query = (
        select(result_people.c.name)
        .where(result_people.c.person_id == person_id)
        .order_by(result_people.c.at.desc())
        .limit(1)
    )
    return str((await connection.execute(query)).scalar() or "")

"""What games did to ratings, and how players and pairs stand because of it.

Standings are made of the changes. `add` keeps them up with what is new, `refresh` makes some of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import TextClause, bindparam, case, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.dialects import POSTGRESQL, SQLITE, insert_or
from musbot.store.schema import rating_changes, result_people, results, standings

EVERYWHERE = 0
"""Stands for all servers."""


class Unit(NamedTuple):
    """Who has a rating: a player (`partner_id` 0), or a pair, whose lower number is first."""

    person_id: int
    partner_id: int = 0

    @classmethod
    def pair(cls, one: int, other: int) -> Unit:
        """Return the pair of two people."""
        return cls(min(one, other), max(one, other))


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """What a game did to one rating."""

    unit: Unit
    season_id: int
    result_id: int
    guild_id: int | None
    at: float
    won: bool
    stones: int
    ordagos: int
    mu_shift: float
    sigma_scale: float
    mu: float
    sigma: float
    void: bool = False


_columns = rating_changes.c
_s = standings.c
_ROW = (
    _columns.person_id,
    _columns.partner_id,
    _columns.season_id,
    _columns.result_id,
    _columns.guild_id,
    _columns.at,
    _columns.won,
    _columns.stones,
    _columns.ordagos,
    _columns.mu_shift,
    _columns.sigma_scale,
    _columns.mu,
    _columns.sigma,
    _columns.void,
)


async def changes_of(connection: AsyncConnection, result_ids: Sequence[int]) -> dict[int, list[ChangeRow]]:
    """Return what games did to ratings, or would do if they were not void, by the number of the result."""
    found = await connection.execute(select(*_ROW).where(_columns.result_id.in_(list(result_ids))))
    changes: dict[int, list[ChangeRow]] = {}
    for person, partner, *rest in found:
        row = ChangeRow(Unit(person, partner), *rest)
        changes.setdefault(row.result_id, []).append(row)
    return changes


MOST_AT_ONCE = 400
"""Units that are looked up in one statement; SQLite takes no more than 500 SELECTs in one."""


Key = tuple[int, Unit]
"""A season, and who has a rating in it."""


async def last_before(
    connection: AsyncConnection, keys: Sequence[Key], result_id: int, *, elsewhere: bool = False
) -> dict[Key, tuple[float, float]]:
    """Return mu and sigma before a game, by season and unit; those who have not played are left out.

    :param elsewhere: after the last game in any other season (all time apart), in place of the season itself.
    """
    found = {}
    for first in range(0, len(keys), MOST_AT_ONCE):
        some = keys[first : first + MOST_AT_ONCE]
        values: dict[str, int] = {"before": result_id}
        for place, (season_id, unit) in enumerate(some):
            values |= {f"s{place}": season_id, f"p{place}": unit.person_id, f"q{place}": unit.partner_id}
        for row in await connection.execute(_last_sql(len(some), elsewhere), values):
            found[some[row.place]] = (row.mu, row.sigma)
    return found


@lru_cache(maxsize=64)
def _last_sql(count: int, elsewhere: bool) -> TextClause:
    """One seek in the index for each of so many units, all in one statement."""
    season = "season_id NOT IN (0, :s{0})" if elsewhere else "season_id = :s{0}"
    each = (
        "SELECT * FROM (SELECT {0} AS place, mu, sigma FROM rating_changes "
        "WHERE person_id = :p{0} AND partner_id = :q{0} AND " + season + " AND result_id < :before "
        "AND NOT void ORDER BY result_id DESC LIMIT 1) AS last{0}"
    )
    return text(" UNION ALL ".join(each.format(place) for place in range(count)))


async def mean_of(connection: AsyncConnection, person_id: int) -> float | None:
    """Return mu of a player, of all time; None where they have played no rated game."""
    query = select(_s.mu).where(
        _s.season_id == 0, _s.guild_id == EVERYWHERE, _s.person_id == person_id, _s.partner_id == 0
    )
    found: float | None = (await connection.execute(query)).scalar()
    return found


async def put_changes(
    connection: AsyncConnection, result_ids: Sequence[int], changes: Sequence[ChangeRow]
) -> None:
    """Write what games do to ratings, in place of what was written of these games before."""
    await connection.execute(delete(rating_changes).where(_columns.result_id.in_(list(result_ids))))
    names = [column.name for column in _ROW]
    rows = [
        dict(zip(names, (*each.unit, *(getattr(each, name) for name in names[2:])), strict=True))
        for each in changes
    ]
    if rows:
        await connection.execute(insert(rating_changes), rows)


async def void_changes(connection: AsyncConnection, result_id: int) -> None:
    """Let a game change no rating; what it did is kept for when it is put in again."""
    await connection.execute(update(rating_changes).where(_columns.result_id == result_id).values(void=True))


async def forget_all(connection: AsyncConnection) -> None:
    """Let nothing have been counted: all will be made again from the results."""
    await connection.execute(delete(standings))
    await connection.execute(update(rating_changes).values(void=True))
    await connection.execute(update(results).values(counted=False))


@dataclass(slots=True)
class Gain:
    """What new games add to a standing."""

    names: tuple[str, str]
    games: int = 0
    won: int = 0
    stones: int = 0
    ordagos: int = 0
    last_at: float = 0.0

    def add(self, change: ChangeRow) -> None:
        """Add a game."""
        self.games += 1
        self.won += change.won
        self.stones += change.stones
        self.ordagos += change.ordagos
        self.last_at = max(self.last_at, change.at)


class Rating(NamedTuple):
    """A rating as standings keep it."""

    mu: float
    sigma: float
    sure: float


_COUNTS = ("games", "won", "stones", "ordagos")


def _add_sql(dialect: str) -> Any:
    written = insert_or(dialect, standings)
    new = written.excluded
    changed: dict[str, Any] = {name: _s[name] + new[name] for name in _COUNTS}
    # A game that is put in again may be an old one.
    is_older = _s.last_at > new.last_at
    changed |= {
        name: case((is_older, _s[name]), else_=new[name]) for name in ("name", "partner_name", "last_at")
    }
    return written.on_conflict_do_update(
        index_elements=["season_id", "guild_id", "person_id", "partner_id"], set_=changed
    )


_ADD = {dialect: _add_sql(dialect) for dialect in (SQLITE, POSTGRESQL)}
_RATE = (
    update(standings)
    .where(
        _s.season_id == bindparam("season"),
        _s.person_id == bindparam("person"),
        _s.partner_id == bindparam("partner"),
    )
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), sure=bindparam("new_sure"))
)


async def add(
    connection: AsyncConnection,
    gains: Mapping[tuple[int, int, Unit], Gain],
    ratings: Mapping[tuple[int, Unit], Rating],
) -> None:
    """Add games to standings, by season, server and unit, and set ratings, by season and unit."""
    if gains:
        await connection.execute(
            _ADD[connection.dialect.name],
            [
                {
                    "season_id": season_id,
                    "guild_id": guild_id,
                    "person_id": unit.person_id,
                    "partner_id": unit.partner_id,
                    "pair": unit.partner_id != 0,
                    "name": gain.names[0],
                    "partner_name": gain.names[1],
                    "mu": 0.0,
                    "sigma": 0.0,
                    "sure": 0.0,
                    "last_at": gain.last_at,
                    **{name: getattr(gain, name) for name in _COUNTS},
                }
                for (season_id, guild_id, unit), gain in gains.items()
            ],
        )
    if ratings:
        await connection.execute(
            _RATE,
            [
                {
                    "season": season_id,
                    "person": unit.person_id,
                    "partner": unit.partner_id,
                    "new_mu": rating.mu,
                    "new_sigma": rating.sigma,
                    "new_sure": rating.sure,
                }
                for (season_id, unit), rating in ratings.items()
            ],
        )


async def refresh(
    connection: AsyncConnection, season_id: int, unit: Unit, sure: Callable[[float, float], float]
) -> None:
    """Make the standings of a unit in a season again, from its changes.

    :param sure: what leaderboards sort by, of mu and sigma.
    """
    rows = await connection.execute(
        select(*_ROW)
        .where(
            _columns.person_id == unit.person_id,
            _columns.partner_id == unit.partner_id,
            _columns.season_id == season_id,
            ~_columns.void,
        )
        .order_by(_columns.result_id)
    )
    changes = [ChangeRow(unit, *row[2:]) for row in rows]
    await connection.execute(
        delete(standings).where(
            _s.season_id == season_id,
            _s.person_id == unit.person_id,
            _s.partner_id == unit.partner_id,
        )
    )
    if not changes:
        return
    names = (await _name(connection, unit.person_id), await _name(connection, unit.partner_id))
    gains: dict[tuple[int, int, Unit], Gain] = {}
    for change in changes:
        for guild_id in {EVERYWHERE, change.guild_id or EVERYWHERE}:
            gains.setdefault((season_id, guild_id, unit), Gain(names)).add(change)
    last = changes[-1]
    rating = Rating(last.mu, last.sigma, sure(last.mu, last.sigma))
    await add(connection, gains, {(season_id, unit): rating})


async def _name(connection: AsyncConnection, person_id: int) -> str:
    """Return the name that somebody had in their last game; "" for nobody."""
    query = (
        select(result_people.c.name)
        .where(result_people.c.person_id == person_id)
        .order_by(result_people.c.at.desc())
        .limit(1)
    )
    return str((await connection.execute(query)).scalar() or "") if person_id else ""

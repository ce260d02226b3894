"""Leaderboards: standings in the order of one of their numbers, page by page, and somebody's place among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, func, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.ratings import Unit
from musbot.store.schema import standings

BoardKey = Literal["sure", "won", "stones", "ordagos"]

_columns = standings.c


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Which standings are on a leaderboard, and what they are sorted by."""

    season_id: int
    """0 for all time."""
    guild_id: int
    """0 for everywhere."""
    pair: bool
    key: BoardKey
    least_games: int = 1
    active_since: float = 0.0
    """Only those who have played since then, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """How a player or a pair stands."""

    unit: Unit
    names: tuple[str, ...]
    mu: float
    sigma: float
    sure: float
    games: int
    won: int
    stones: int
    ordagos: int
    last_at: float


class Anchor(NamedTuple):
    """A row of a leaderboard, from which the next page goes on."""

    value: float
    person_id: int
    partner_id: int


_ROW = (
    _columns.person_id,
    _columns.partner_id,
    _columns.name,
    _columns.partner_name,
    _columns.mu,
    _columns.sigma,
    _columns.sure,
    _columns.games,
    _columns.won,
    _columns.stones,
    _columns.ordagos,
    _columns.last_at,
)


def page_query(
    board: BoardQuery, most: int, after: Anchor | None = None, before: Anchor | None = None
) -> Select[Any]:
    """Return the query of a page: after a row, or before one (the nearest first)."""
    key = _columns[board.key]
    order = [key, _columns.person_id, _columns.partner_id]
    query = select(*_ROW).where(*_on(board)).limit(most)
    if before is not None:
        return query.where(tuple_(*order) > _values(order, before)).order_by(*order)
    if after is not None:
        query = query.where(tuple_(*order) < _values(order, after))
    return query.order_by(*(column.desc() for column in order))


def ahead_query(board: BoardQuery, of: Anchor) -> Select[Any]:
    """Return the query that counts those who are before a row."""
    order = [_columns[board.key], _columns.person_id, _columns.partner_id]
    return select(func.count()).select_from(standings).where(*_on(board), tuple_(*order) > _values(order, of))


def own_queries(board: BoardQuery, person_id: int) -> list[Select[Any]]:
    """Return the queries of the rows that a person has a part in, whether they are on the leaderboard or not.

    As the second of a pair they are found by that alone, so that nothing else tempts SQLite to read a whole
    leaderboard: those of other seasons and servers come along.
    """
    here = (_columns.season_id == board.season_id, _columns.guild_id == board.guild_id)
    found = (*_ROW, _columns.season_id, _columns.guild_id)
    first = select(*found).where(*here, _columns.person_id == person_id)
    if not board.pair:
        return [first.where(_columns.partner_id == 0)]
    return [first.where(_columns.partner_id > 0), select(*found).where(_columns.partner_id == person_id)]


async def page(
    connection: AsyncConnection,
    board: BoardQuery,
    most: int,
    after: Anchor | None = None,
    before: Anchor | None = None,
) -> list[StandingRow]:
    """Return a page of a leaderboard, the first place first."""
    rows = [_row(row) for row in await connection.execute(page_query(board, most, after, before))]
    return rows[::-1] if before is not None else rows


async def place(connection: AsyncConnection, board: BoardQuery, row: StandingRow) -> int:
    """Return the place of a row, 1 for the first."""
    ahead = await connection.execute(ahead_query(board, anchor(board, row)))
    return int(ahead.scalar() or 0) + 1


async def own(connection: AsyncConnection, board: BoardQuery, person_id: int) -> StandingRow | None:
    """Return the best row on the leaderboard that a person has a part in; where none is, the best one off it."""
    rows = [_row(row) for query in own_queries(board, person_id) for row in await connection.execute(query)]
    return max(rows, key=lambda row: (is_on(board, row), anchor(board, row)), default=None)


async def of_units(
    connection: AsyncConnection, season_id: int, guild_id: int, units: Sequence[Unit]
) -> dict[Unit, StandingRow]:
    """Return how some players and pairs stand; those who have not played are left out."""
    query = select(*_ROW).where(
        _columns.season_id == season_id,
        _columns.guild_id == guild_id,
        _columns.person_id.in_([unit.person_id for unit in units]),
    )
    found = [_row(row) for row in await connection.execute(query)]
    return {row.unit: row for row in found if row.unit in units}


def anchor(board: BoardQuery, row: StandingRow) -> Anchor:
    """Return where a row is on a leaderboard."""
    return Anchor(getattr(row, board.key), *row.unit)


def is_on(board: BoardQuery, row: StandingRow) -> bool:
    """Whether a row is on a leaderboard: has played enough, and lately."""
    return row.games >= board.least_games and row.last_at >= board.active_since


def _values(order: Sequence[Column[Any]], of: Anchor) -> ColumnElement[Any]:
    # PostgreSQL takes values of the very types of the columns.
    pairs = zip(order, of, strict=True)
    return tuple_(*(literal(column.type.python_type(value), column.type) for column, value in pairs))


def _in(board: BoardQuery) -> list[ColumnElement[bool]]:
    return [
        _columns.season_id == board.season_id,
        _columns.guild_id == board.guild_id,
        _columns.pair == board.pair,
    ]


def _on(board: BoardQuery) -> list[ColumnElement[bool]]:
    limits = [_columns.games >= board.least_games, _columns.last_at >= board.active_since]
    return [*_in(board), *limits]


def _row(row: Any) -> StandingRow:
    person, partner, name, partner_name, *rest = row[: len(_ROW)]
    names = (name, partner_name) if partner else (name,)
    return StandingRow(Unit(person, partner), names, *rest)

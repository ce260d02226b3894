"""Results: a row for each game that counts for somebody, and one for each who had a seat in it.

They are written with the events that end the game, in their transaction, and are what ratings, leaderboards,
profiles and histories are made of. Everything else that the club keeps can be made again from them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Row, Select, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.game.seats import SEATS
from musbot.store.rows import to_json
from musbot.store.schema import events, games, result_people, results, tables

Kind = Literal["rated", "abandoned", "unrated"]
"""``rated``: four people played all of it. ``abandoned``: four began, and one left for good, which is that one's
loss alone. ``unrated``: all others, such as games with AI players."""

PRACTICE = '%"practice":true%'
FIRST_GONE = 5
"""The place of the first who gave up a seat for good; places 1 to 4 are those who had the seats at the end."""


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Somebody in a game: whoever had a seat at its end, or gave one up for good."""

    place: int
    """1 to 4: who had that seat at the end. From `FIRST_GONE`: who gave one up."""
    seat: int
    person_id: int | None
    name: str
    level: str | None
    original: bool
    """Had the seat when the game began."""
    gone: str
    """Why the person gave the seat up for good; "" for those who had it at the end."""
    won: bool | None
    """None where nobody has won."""
    stones: int = 0
    ordagos: int = 0
    """Called órdagos won by this seat."""
    tally: str = "{}"
    """What the seat did, as JSON: see `musbot.game.tally`."""


@dataclass(frozen=True, slots=True)
class NewResult:
    """What is kept of a game that is over, or was abandoned, not yet written."""

    kind: Kind
    winner: str | None
    games: tuple[int, int]
    scores: tuple[int, int]
    deals: int
    preset: str
    target: int
    best_of: int
    options: dict[str, Any]
    """What differs from the preset."""
    people: Sequence[NewSeat]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody in a game, as written."""

    place: int
    seat: int
    person_id: int | None
    name: str
    original: bool
    gone: str
    won: bool | None
    stones: int
    ordagos: int

    @property
    def is_ai(self) -> bool:
        """Whether an AI player had the seat."""
        return self.person_id is None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A game that counts for somebody."""

    result_id: int
    table_id: int
    game_id: int | None
    """Its number in the archive; None where it was abandoned by all."""
    guild_id: int | None
    at: float
    kind: Kind
    winner: str | None
    games: tuple[int, int]
    scores: tuple[int, int]
    preset: str
    target: int
    best_of: int
    voided_at: float | None
    people: tuple[SeatRow, ...]

    @property
    def is_void(self) -> bool:
        """Whether a moderator has taken the game out of the ratings."""
        return self.voided_at is not None

    def seated(self) -> tuple[SeatRow, ...]:
        """Return who had seats 1 to 4 at the end."""
        return tuple(each for each in self.people if each.place < FIRST_GONE)


async def put(
    connection: AsyncConnection, table_id: int, game_id: int | None, at: float, result: NewResult
) -> None:
    """Write a result, within the caller's transaction."""
    written = await connection.execute(
        insert(results).values(
            table_id=table_id,
            game_id=game_id,
            guild_id=select(tables.c.guild_id).where(tables.c.table_id == table_id).scalar_subquery(),
            at=at,
            kind=result.kind,
            winner=result.winner,
            games_a=result.games[0],
            games_b=result.games[1],
            score_a=result.scores[0],
            score_b=result.scores[1],
            deals=result.deals,
            preset=result.preset,
            target=result.target,
            best_of=result.best_of,
            options=to_json(result.options),
            counted=False,
            voided_at=None,
        )
    )
    (result_id,) = written.inserted_primary_key or (0,)
    rows: list[dict[str, Any]] = [
        {
            "result_id": result_id,
            "place": each.place,
            "table_id": table_id,
            "seat": each.seat,
            "person_id": each.person_id,
            "name": each.name,
            "level": each.level,
            "original": each.original,
            "gone": each.gone,
            "won": each.won,
            "stones": each.stones,
            "ordagos": each.ordagos,
            "tally": each.tally,
            "at": at,
        }
        for each in result.people
    ]
    await connection.execute(insert(result_people), rows)


async def pending(connection: AsyncConnection, most: int) -> list[ResultRow]:
    """Return the results that have not been counted yet, the oldest first."""
    query = select(results).where(text("NOT counted")).order_by(results.c.result_id).limit(most)
    return await _found(connection, query)


async def by_table(connection: AsyncConnection, table_id: int) -> ResultRow | None:
    """Return the result of a table, if it has one."""
    found = await _found(connection, select(results).where(results.c.table_id == table_id))
    return found[0] if found else None


async def last_of(
    connection: AsyncConnection, person_id: int, most: int, before: int | None = None
) -> list[ResultRow]:
    """Return the last games of a person, the latest first.

    :param before: only those of a lower number than this result.
    """
    mine = select(result_people.c.result_id).where(result_people.c.person_id == person_id)
    if before is not None:
        mine = mine.where(result_people.c.result_id < before)
    mine = mine.order_by(result_people.c.at.desc(), result_people.c.result_id.desc()).limit(most)
    query = select(results).where(results.c.result_id.in_(mine)).order_by(results.c.result_id.desc())
    return await _found(connection, query)


async def last_counted(connection: AsyncConnection) -> int:
    """Return the number of the last result that is counted; 0 where none is."""
    query = select(func.max(results.c.result_id)).where(results.c.counted)
    return int((await connection.execute(query)).scalar() or 0)


async def uncount_after(connection: AsyncConnection, result_id: int) -> None:
    """Let the results with higher numbers be counted again: one before them counts now, or counts no more."""
    await connection.execute(
        update(results).where(results.c.result_id > result_id, results.c.counted).values(counted=False)
    )


async def played_together(
    connection: AsyncConnection, people: Sequence[int], since: float, until: float, before: int
) -> int:
    """Return how many rated games four people played with each other in some time, before a result."""
    together = (
        select(result_people.c.result_id)
        .where(
            result_people.c.person_id.in_(list(people)),
            result_people.c.at >= since,
            result_people.c.at < until,
            result_people.c.result_id < before,
            result_people.c.place < FIRST_GONE,
        )
        .group_by(result_people.c.result_id)
        .having(func.count() == len(people))
    )
    query = select(func.count()).where(
        results.c.result_id.in_(together), results.c.kind == "rated", results.c.voided_at.is_(None)
    )
    return int((await connection.execute(query)).scalar() or 0)


async def mark_counted(connection: AsyncConnection, result_ids: Sequence[int]) -> None:
    """Note that results have been counted."""
    await connection.execute(
        update(results).where(results.c.result_id.in_(list(result_ids))).values(counted=True)
    )


async def mark_void(connection: AsyncConnection, table_id: int, at: float | None) -> None:
    """Take a game out of the ratings, or (None) put it in again. It and all after it are to be counted again."""
    await connection.execute(
        update(results).where(results.c.table_id == table_id).values(voided_at=at, counted=False)
    )


async def games_without(connection: AsyncConnection, most: int, after: int = 0) -> list[Row[Any]]:
    """Return games of the archive that have no result: those of an earlier musbot, the oldest first.

    Practice has none for ever; the first event of a table tells.

    :param after: the number of the last game that was looked at.
    """
    opened = (events.c.table_id == games.c.table_id) & (events.c.seq == 1)
    query = (
        select(games)
        .outerjoin(results, results.c.table_id == games.c.table_id)
        .outerjoin(events, opened)
        .where(
            games.c.game_id > after,
            results.c.result_id.is_(None),
            func.coalesce(events.c.data, "").not_like(PRACTICE),
        )
        .order_by(games.c.game_id)
        .limit(most)
    )
    return list((await connection.execute(query)).all())


def players_of(game: Row[Any]) -> list[dict[str, Any]]:
    """Return the players of a game of the archive, an object a seat.

    :raises ValueError: if they are not what is written there; `KeyError`, `TypeError` or `AttributeError` where a part
        is missing or of another kind.
    """
    players: list[dict[str, Any]] = json.loads(game.players)
    if sorted(each["seat"] for each in players) != list(SEATS):
        raise ValueError("its players do not have one seat each")
    for each in (*players, *(gone for player in players for gone in player.get("gone") or ())):
        person = each["person"]
        is_known = person is None or (isinstance(person, int) and 0 < person < 2**63)
        if not (is_known and isinstance(each["name"], str) and isinstance(each.get("level"), str | None)):
            raise ValueError(f"{each!r} is no player")
    return players


async def _found(connection: AsyncConnection, query: Select[Any]) -> list[ResultRow]:
    rows = (await connection.execute(query)).all()
    columns = result_people.c
    seats = await connection.execute(
        select(
            columns.result_id,
            columns.place,
            columns.seat,
            columns.person_id,
            columns.name,
            columns.original,
            columns.gone,
            columns.won,
            columns.stones,
            columns.ordagos,
        )
        .where(columns.result_id.in_([row.result_id for row in rows]))
        .order_by(columns.result_id, columns.place)
    )
    people: dict[int, list[SeatRow]] = {}
    for result_id, *seat in seats:
        people.setdefault(result_id, []).append(SeatRow(*seat))
    return [
        ResultRow(
            result_id=row.result_id,
            table_id=row.table_id,
            game_id=row.game_id,
            guild_id=row.guild_id,
            at=row.at,
            kind=row.kind,
            winner=row.winner,
            games=(row.games_a, row.games_b),
            scores=(row.score_a, row.score_b),
            preset=row.preset,
            target=row.target,
            best_of=row.best_of,
            voided_at=row.voided_at,
            people=tuple(people.get(row.result_id, ())),
        )
        for row in rows
    ]


async def has_played(connection: AsyncConnection, person_id: int, games: int) -> bool:
    """Return whether somebody has been in so many games that ended."""
    mine = select(result_people.c.result_id).where(result_people.c.person_id == person_id).limit(games)
    return len((await connection.execute(mine)).all()) >= games

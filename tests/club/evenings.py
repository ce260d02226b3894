"""Games that were played, without the playing: results written as the tables write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import NewEvent, Store, results
from musbot.store.results import Kind, NewResult, NewSeat
from musbot.store.schema import rating_changes, standings

GUILD, CHANNEL = 2**60, 2**60 + 1
MONDAY = 1_793_577_600.0
"""A Monday at midnight, UTC, in a fourth quarter: 2026-11-02."""
HOUR, DAY = 3600.0, 86_400.0


@dataclass(frozen=True)
class Played:
    """A game: who had seats 1 to 4, and what came of it."""

    people: tuple[int, int, int, int]
    winner: str = "A"
    at: float = MONDAY
    kind: Kind = "rated"
    left: tuple[int, ...] = ()
    """The seats whose owners left for good; AI players have them at the end."""
    stones: tuple[int, int] = (40, 20)
    ordagos: tuple[int, ...] = (0, 0, 0, 0)
    target: int = 40
    best_of: int = 1
    guild: int = GUILD


def result(game: Played) -> NewResult:
    """The result that a table would write of a game."""
    seats = []
    for seat, person in enumerate(game.people, 1):
        pair = (seat - 1) % 2
        won = game.winner == "AB"[pair]
        stones, ordagos = game.stones[pair], game.ordagos[seat - 1]
        if seat in game.left:
            seats.append(NewSeat(seat, seat, None, "Koldo", "club", False, "", won))
        else:
            seats.append(NewSeat(seat, seat, person, name_of(person), None, True, "", won, stones, ordagos))
    for place, seat in enumerate(game.left, results.FIRST_GONE):
        person = game.people[seat - 1]
        seats.append(NewSeat(place, seat, person, name_of(person), None, True, "left", False))
    kind: Kind = "abandoned" if game.left else game.kind
    games = (1, 0) if game.winner == "A" else (0, 1)
    return NewResult(
        kind, game.winner, games, (40, 20), 9, "stargames", game.target, game.best_of, {}, tuple(seats)
    )


def name_of(person: int) -> str:
    """What somebody is called."""
    return f"Player {person}"


async def play(store: Store, *games: Played) -> list[int]:
    """Write games; return the numbers of their tables."""
    numbers = []
    for game in games:
        seq = [NewEvent("opened", {}, game.at)]
        table_id = await store.create_table(game.guild, CHANNEL, seq)
        await store.write(lambda c, t=table_id, g=game: results.put(c, t, None, g.at, result(g)))  # type: ignore[misc]
        numbers.append(table_id)
    return numbers


async def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All that is derived of results: the changes that count, and the standings."""

    async def look(connection: AsyncConnection) -> dict[str, list[dict[str, Any]]]:
        changes = select(rating_changes).where(~rating_changes.c.void)
        found = {
            "changes": await connection.execute(changes),
            "standings": await connection.execute(select(standings)),
        }
        return {
            name: sorted((dict(row) for row in rows.mappings()), key=lambda row: str(sorted(row.items())))
            for name, rows in found.items()
        }

    return await store.read(look)


def rows_of(found: Iterable[dict[str, Any]], **those: object) -> list[dict[str, Any]]:
    """The rows that have some values."""
    return [row for row in found if all(row[name] == value for name, value in those.items())]


def evening(people: Sequence[int], winners: str, at: float = MONDAY, **more: Any) -> list[Played]:
    """Several games of the same four, an hour apart."""
    first, second, third, fourth = people
    return [
        Played((first, second, third, fourth), winner, at + number * HOUR, **more)
        for number, winner in enumerate(winners)
    ]

"""How well ratings tell strength: simulated seasons, written as results and counted as those of real games.

    python benchmarks/seasons.py [--players 200] [--games 20000]

Each player has a strength, normal with deviation 1. Partners and rivals are drawn at random; the pair with the
greater sum wins, after a normal noise of 1.5 is added: a luck as great as that lets the better pair win four games of
five. Printed is the rank correlation (Spearman) of rating and strength, after 20, 60 and 120 games a player and at
the end; then everything is made again from the log, and compared to the last bit.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club.ratings import LARGE_BATCH, Ratings
from musbot.store import Store
from musbot.store.ratings import EVERYWHERE
from musbot.store.schema import rating_changes, result_people, results, standings, tables

NOISE = 1.5
STOPS = (20, 60, 120)
BEGIN = 1_767_225_600.0
"""2026-01-01"""
EVERY = 600.0
"""Seconds between two games."""


class Seasons:
    """Players of known strength, and the games they play."""

    def __init__(self, players: int, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.strength = {person: self.rng.gauss(0, 1) for person in range(1, players + 1)}
        self.played = 0
        self.better = 0

    def rows(self, count: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the rows of so many games more: tables, results, people."""
        found: tuple[list[dict[str, Any]], ...] = ([], [], [])
        for _ in range(count):
            self.played += 1
            four = self.rng.sample(sorted(self.strength), 4)
            edge = sum(self.strength[each] * (1, -1, 1, -1)[seat] for seat, each in enumerate(four))
            winner = "A" if edge + self.rng.gauss(0, NOISE) > 0 else "B"
            self.better += (winner == "A") == (edge > 0)
            for rows, new in zip(found, _rows(self.played, four, winner), strict=True):
                rows += new
        return found[0], found[1], found[2]


def _rows(number: int, four: list[int], winner: str) -> tuple[list[dict[str, Any]], ...]:
    at = BEGIN + number * EVERY
    table = {
        "table_id": number,
        "guild_id": 1,
        "channel_id": 1,
        "message_deal": 0,
        "status": "finished",
        "opened_at": at,
        "ended_at": at,
    }
    result = {
        "result_id": number,
        "table_id": number,
        "guild_id": 1,
        "at": at,
        "kind": "rated",
        "winner": winner,
        "games_a": int(winner == "A"),
        "games_b": int(winner == "B"),
        "score_a": 40,
        "score_b": 20,
        "deals": 9,
        "preset": "stargames",
        "target": 40,
        "best_of": 1,
        "options": "{}",
        "counted": False,
    }
    people = [
        {
            "result_id": number,
            "place": seat,
            "table_id": number,
            "seat": seat,
            "person_id": person,
            "name": f"Player {person}",
            "original": True,
            "gone": "",
            "won": winner == "BA"[seat % 2],
            "stones": 40 if winner == "BA"[seat % 2] else 20,
            "ordagos": 0,
            "tally": "{}",
            "at": at,
        }
        for seat, person in enumerate(four, 1)
    ]
    return [table], [result], people


async def play(store: Store, seasons: Seasons, count: int) -> None:
    """Play so many games."""
    rows = seasons.rows(count)

    async def write(connection: AsyncConnection) -> None:
        for table, new in zip((tables, results, result_people), rows, strict=True):
            await connection.execute(insert(table), new)

    await store.write(write)


async def correlation(store: Store, seasons: Seasons) -> tuple[float, float]:
    """Return the rank correlation of rating and strength, and the mean uncertainty in points."""

    async def look(connection: AsyncConnection) -> dict[int, tuple[float, float]]:
        query = select(standings.c.person_id, standings.c.mu, standings.c.sigma).where(
            standings.c.season_id == 0, standings.c.guild_id == EVERYWHERE, ~standings.c.pair
        )
        return {row.person_id: (row.mu, row.sigma) for row in await connection.execute(query)}

    found = await store.read(look)
    people = sorted(found)
    rho = spearman([found[each][0] for each in people], [seasons.strength[each] for each in people])
    return rho, 24 * sum(sigma for _, sigma in found.values()) / len(found)


def spearman(one: list[float], other: list[float]) -> float:
    """Return the rank correlation of two lists without ties."""
    count = len(one)
    off = sum((a - b) ** 2 for a, b in zip(_ranks(one), _ranks(other), strict=True))
    return 1 - 6 * off / (count * (count**2 - 1))


def _ranks(values: list[float]) -> list[int]:
    ranks = [0] * len(values)
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        ranks[place] = rank
    return ranks


async def derived(store: Store) -> list[list[Any]]:
    """Return all ratings and standings."""

    async def look(connection: AsyncConnection) -> list[list[Any]]:
        return [
            sorted(tuple(row) for row in await connection.execute(select(table)))
            for table in (rating_changes, standings)
        ]

    return await store.read(look)


async def measure(players: int, games: int) -> bool:
    """Print the figures; return whether making everything again gave the same."""
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(str(Path(folder) / "seasons.db")) as store:
            seasons, ratings = Seasons(players), Ratings(store)
            print(f"{players} players of known strength, random partners, {games} games")
            counting = 0.0
            for stop in (*(each * players // 4 for each in STOPS), games):
                await play(store, seasons, stop - seasons.played)
                began = time.perf_counter()
                await ratings.catch_up(LARGE_BATCH)
                counting += time.perf_counter() - began
                rho, uncertainty = await correlation(store, seasons)
                each = seasons.played * 4 / players
                print(f"{each:6.0f} games a player: rank correlation {rho:.3f}, ratings ± {uncertainty:.0f}")
            print(f"the better pair won {seasons.better / games:.0%}")
            print(f"counted as they came: {counting / games * 1e3:.2f} ms a game")
            before = await derived(store)
            began = time.perf_counter()
            await ratings.recompute()
            took = time.perf_counter() - began
            same = await derived(store) == before
            print(f"made again from the log: {took / games * 1e3:.2f} ms a game, the same numbers: {same}")
            return same


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--games", type=int, default=20_000)
    arguments = parser.parse_args()
    return 0 if asyncio.run(measure(arguments.players, arguments.games)) else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Milliseconds from asking for a leaderboard of 100,000 players to its message, beside a bare page of SQL.

    python benchmarks/leaderboards.py [--players N]

The message is what a click is answered with: the page, the reader's own place in the middle of the crowd, the text and
the picture. The network is not in it. The bare page is the same ten rows by sqlite3 itself, in one thread.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.bot.club.boards import board_letter, drawn
from musbot.bot.drawing import draw
from musbot.bot.words import ENGLISH
from musbot.club.boards import Boards, Choice
from musbot.club.rating import Strength
from musbot.club.ratings import Ratings
from musbot.store import Store
from musbot.store.schema import standings

ROUNDS = 20
NOW = 1_793_577_600.0
BARE = (
    "SELECT person_id, name, mu, sigma, games FROM standings WHERE season_id = 0 AND guild_id = 0 AND pair = 0 "
    "AND games >= 3 ORDER BY sure DESC, person_id DESC, partner_id DESC LIMIT 10"
)


def crowd(players: int, guild_id: int, rng: random.Random) -> list[dict[str, Any]]:
    """Return the standings of so many players, and of as many pairs."""
    rows = []
    for person in range(1, players + 1):
        for partner in (0, person + players):
            strength = Strength(rng.gauss(25, 5), rng.uniform(1, 8))
            games = rng.randint(1, 400)
            rows.append(
                {
                    "season_id": 0,
                    "guild_id": guild_id,
                    "person_id": person,
                    "partner_id": partner,
                    "pair": partner != 0,
                    "name": f"Player {person}",
                    "partner_name": f"Player {partner}" if partner else "",
                    "mu": strength.mu,
                    "sigma": strength.sigma,
                    "sure": strength.sure,
                    "games": games,
                    "won": rng.randint(0, games),
                    "stones": 30 * games,
                    "ordagos": rng.randint(0, games // 2),
                    "last_at": NOW - rng.uniform(0, 200) * 86_400,
                }
            )
    return rows


async def fill(store: Store, players: int) -> None:
    """Put a crowd on the leaderboard of everyone, and on that of one server."""
    rng = random.Random(1)

    for guild_id in (0, 7):
        rows = crowd(players, guild_id, rng)

        async def write(connection: AsyncConnection, rows: list[dict[str, Any]] = rows) -> None:
            await connection.execute(insert(standings), rows)

        await store.write(write)


async def measure(players: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "musbot.db"
        async with await Store.open(str(path)) as store:
            await fill(store, players)
            boards = Boards(store, Ratings(store, clock=lambda: NOW))
            rng = random.Random(2)
            print(f"a leaderboard of {players} players, {ROUNDS} rounds: median, and the slowest")
            for code in ("epra", "epwa", "spsa", "eqra", "eqoa"):
                pages, letters = [], []
                for _ in range(ROUNDS):
                    reader = rng.randint(1, players)
                    began = time.perf_counter()
                    choice = Choice.parse(code)
                    assert choice is not None
                    page = await boards.page(choice, 7, reader, NOW)
                    pages.append(time.perf_counter() - began)
                    drawn.cache_clear()
                    await draw(board_letter, page, reader, ENGLISH)
                    letters.append(time.perf_counter() - began)
                report(f"{code}: the page with one's place", pages)
                report(f"{code}: with the text and the picture", letters)
            with closing(sqlite3.connect(path)) as connection:
                bare = []
                for _ in range(ROUNDS):
                    began = time.perf_counter()
                    connection.execute(BARE).fetchall()
                    bare.append(time.perf_counter() - began)
            report("bare sqlite3, a page alone", bare)


def report(name: str, seconds: list[float]) -> None:
    """Print a line."""
    print(f"{name:36} {statistics.median(seconds) * 1e3:7.1f} ms {max(seconds) * 1e3:7.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=100_000)
    asyncio.run(measure(parser.parse_args().players))


if __name__ == "__main__":
    main()

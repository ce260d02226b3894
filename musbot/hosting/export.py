"""``musbot export``: every record and every result as files that other programs read."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Row, Select, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import Store
from musbot.store.schema import (
    games,
    result_people,
    results,
    tournament_events,
    tournament_tables,
    tournaments,
)

BATCH = 500
"""Rows that are held in memory at once."""

COLUMNS = (
    "result",
    "table",
    "game",
    "finished",
    "kind",
    "winner",
    "games_a",
    "games_b",
    "score_a",
    "score_b",
    "deals",
    "rules",
    "target",
    "best_of",
    "void",
    *(f"seat{seat}" for seat in range(1, 5)),
)
"""The columns of ``results.csv``. Seats 1 and 3 are pair A."""


class NotEmpty(Exception):
    """The folder to export to holds something already. The text is one line."""


async def export(store: Store, folder: Path) -> dict[str, int]:
    """Write everything into an empty folder; return how much there was of each kind.

    ``games/<game>-table-<table>.mus`` is the record of each game; ``results.csv`` and ``results.json`` are the
    results, the second with all that is known of each seat; ``tournaments.json`` has every tournament's events.

    :raises NotEmpty: if the folder is not empty.
    """
    _make_empty(folder)
    return {
        "games": await _games(store, folder / "games"),
        "results": await _results(store, folder),
        "tournaments": await _tournaments(store, folder / "tournaments.json"),
    }


def _make_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotEmpty(f"{folder} is there already: name an empty folder")
    (folder / "games").mkdir(parents=True)


async def _games(store: Store, folder: Path) -> int:
    count = 0
    async for rows in _batches(store, games, games.c.game_id):
        for row in rows:
            (folder / f"{row.game_id}-table-{row.table_id}.mus").write_text(row.record, encoding="utf-8")
        count += len(rows)
    return count


async def _results(store: Store, folder: Path) -> int:
    count = 0
    with (
        (folder / "results.csv").open("w", encoding="utf-8", newline="") as as_csv,
        (folder / "results.json").open("w", encoding="utf-8") as as_json,
    ):
        table = csv.writer(as_csv)
        table.writerow(COLUMNS)
        as_json.write("[")
        async for rows in _batches(store, results, results.c.result_id):
            people = await _seats(store, [row.result_id for row in rows])
            for row in rows:
                seats = people.get(row.result_id, [])
                table.writerow(_line(row, seats))
                as_json.write("\n" if count == 0 else ",\n")
                json.dump(_whole(row) | {"people": seats}, as_json, ensure_ascii=False)
                count += 1
        as_json.write("\n]\n")
    return count


async def _seats(store: Store, numbers: list[int]) -> dict[int, list[dict[str, Any]]]:
    """Return who played, by the number of the result."""
    query = (
        select(result_people)
        .where(result_people.c.result_id.in_(numbers))
        .order_by(result_people.c.result_id, result_people.c.place)
    )
    found: dict[int, list[dict[str, Any]]] = {}
    for row in await _rows(store, query):
        found.setdefault(row.result_id, []).append(_whole(row))
    return found


def _line(row: Row[Any], seats: Iterable[dict[str, Any]]) -> list[Any]:
    """Return a result as a line of ``results.csv``."""
    names = {seat["place"]: _safe(seat["name"]) for seat in seats}
    return [
        row.result_id,
        row.table_id,
        row.game_id,
        datetime.fromtimestamp(row.at, UTC).isoformat(timespec="seconds"),
        row.kind,
        row.winner,
        row.games_a,
        row.games_b,
        row.score_a,
        row.score_b,
        row.deals,
        row.preset,
        row.target,
        row.best_of,
        int(row.voided_at is not None),
        *(names.get(place, "") for place in range(1, 5)),
    ]


def _safe(name: str) -> str:
    """Return a name that a spreadsheet does not take for a formula: people choose theirs."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name


async def _tournaments(store: Store, path: Path) -> int:
    rows = await _rows(store, select(tournaments).order_by(tournaments.c.tournament_id))
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for count, row in enumerate(rows):
            mine = {
                "events": (tournament_events, tournament_events.c.seq),
                "tables": (tournament_tables, tournament_tables.c.table_id),
            }
            whole = _whole(row)
            for name, (table, order) in mine.items():
                query = select(table).where(table.c.tournament_id == row.tournament_id).order_by(order)
                found = await _rows(store, query)
                whole[name] = [_whole(each) for each in found]
            file.write("\n" if count == 0 else ",\n")
            json.dump(whole, file, ensure_ascii=False)
        file.write("\n]\n")
    return len(rows)


async def _batches(store: Store, table: Table, key: Column[Any]) -> AsyncIterator[list[Row[Any]]]:
    """Return the rows of a table in the order of their numbers, some at a time; the bot may go on meanwhile."""
    last = 0
    while True:
        query = select(table).where(key > last).order_by(key).limit(BATCH)
        rows = await _rows(store, query)
        if not rows:
            return
        yield rows
        last = rows[-1]._mapping[key]


async def _rows(store: Store, query: Select[Any]) -> list[Row[Any]]:
    async def ask(connection: AsyncConnection) -> list[Row[Any]]:
        return list((await connection.execute(query)).all())

    return await store.read(ask)


def _whole(row: Row[Any]) -> dict[str, Any]:
    """Return a row as JSON; what is JSON in a column already is not put into quotes again."""
    return {name: _read(value) if name in _JSON else value for name, value in row._asdict().items()}


_JSON = frozenset({"options", "tally", "data", "players"})


def _read(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value

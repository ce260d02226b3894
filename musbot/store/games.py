"""The archive of finished games."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.rows import GameRow, NewGame, to_json
from musbot.store.schema import games


async def put(connection: AsyncConnection, table_id: int, game: NewGame, at: float) -> int | None:
    """Archive a game that has ended at a table, and return its number."""
    written = await connection.execute(
        insert(games),
        {
            "table_id": table_id,
            "finished_at": at,
            "winner": game.winner,
            "score_a": game.scores[0],
            "score_b": game.scores[1],
            "players": to_json([dict(player) for player in game.players]),
            "record": game.record,
        },
    )
    (game_id,) = written.inserted_primary_key or (None,)
    return game_id


async def get(connection: AsyncConnection, game_id: int) -> GameRow | None:
    """Return the game of a number, if there is one."""
    row = (await connection.execute(select(games).where(games.c.game_id == game_id))).first()
    return _game_row(row) if row is not None else None


async def of_table(connection: AsyncConnection, table_id: int) -> list[GameRow]:
    """Return the games finished at a table, in the order they were played."""
    query = select(games).where(games.c.table_id == table_id).order_by(games.c.game_id)
    return [_game_row(row) for row in await connection.execute(query)]


def _game_row(row: Row[Any]) -> GameRow:
    return GameRow(
        game_id=row.game_id,
        table_id=row.table_id,
        finished_at=row.finished_at,
        winner=row.winner,
        scores=(row.score_a, row.score_b),
        players=tuple(json.loads(row.players)),
        record=row.record,
    )

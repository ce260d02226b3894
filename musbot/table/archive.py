"""What is kept of a game that was played to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musbot.game.record import write_record
from musbot.store import NewGame
from musbot.store.results import NewResult
from musbot.table.results import result_of
from musbot.table.state import Table


def finished_game(table: Table) -> NewGame:
    """Return a match that is over, with its players and who of them has given up a seat; `ValueError` before."""
    match = table.playing
    if match.winner is None:
        raise ValueError(f"table {table.table_id} is not over")
    return NewGame(winner=match.winner, scores=match.scores, players=_players(table), record=_record(table))


def result(table: Table) -> NewResult | None:
    """Return what the end of a match counts for; of one that was closed early, None unless somebody abandoned it.

    Practice counts for nothing.
    """
    if table.match is None or table.practice:
        return None
    found = result_of(table.match, _players(table), table.closed_by)
    return found if table.match.is_over or found.kind == "abandoned" else None


def _players(table: Table) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "name": sitter.name,
            "person": sitter.person_id,
            "level": sitter.level,
            "gone": [gone.to_data() for gone in table.presence.gone if gone.seat == seat],
        }
        for seat, sitter in sorted(table.seats.items())
    ]


def _record(table: Table) -> str:
    return write_record(table.playing, table.names(), fair=table.fair)


def is_rated(players: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a game in the archive says how good its players are: four people played all of it themselves."""
    return all(player["person"] is not None and not player["gone"] for player in players)

"""The message that ends a match: who won, the games, and the record to keep."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from musbot.bot import phrases
from musbot.bot.ids import ClickId, TourId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.lobby import PAIR_MARKS, pair_names
from musbot.bot.words import Words
from musbot.game import Match, Outcome
from musbot.game.count import pair_index
from musbot.game.record import write_record
from musbot.table import PublicTable

WORTH_TELLING = 4
"""Stones from which a lance may be called a turning point."""
MOST_TOLD = 3


def ending(
    table: PublicTable,
    match: Match,
    names: tuple[str, ...],
    words: Words,
    again: ui.Button[Any] | None = None,
) -> Letter:
    """Return the announcement of a match that is over, with its record attached.

    Everything that the record tells was said or shown to all; private signals are not in it. `ValueError` while
    the match is not over.

    :param again: the button to play once more; by default, of a rematch.
    """
    if match.winner is None:
        raise ValueError(f"table {table.table_id} is not over")
    pair = pair_index(match.winner)
    lines = [words("## 🏆 {names} win!", names=f"{PAIR_MARKS[pair]} {pair_names(table, pair, words)}")]
    scores = match.scores
    lines.append(words("{scores} at the end.", scores=f"{scores[pair]}–{scores[1 - pair]}"))
    if match.options.games > 1:
        games = match.games
        lines.append(words("{games} games.", games=f"{games[pair]}–{games[1 - pair]}"))
    lines += turning_points(table, match, words)
    deals = len(match.deals)
    lines.append(words.n("{count} deal was played.", "{count} deals were played.", deals))
    name = f"table-{table.table_id}.mus"
    public = match.options.signals == "public"
    record = write_record(match, names, fair=table.fair, signals=public).encode()
    file: ui.File[ui.LayoutView] = ui.File(f"attachment://{name}")
    again = again or button(ClickId(table.table_id, 0, "rematch"), words("Rematch"), ButtonStyle.success)
    if table.tournament:
        again = button(TourId.of(table.tournament, "mine"), words("What next?"), ButtonStyle.primary)
    look = button(ClickId(table.table_id, 0, "review"), words("Review"))
    return Letter((box(text("\n".join(lines)), file, *rows([again, look])),), files=((name, record),))


def turning_points(table: PublicTable, match: Match, words: Words) -> list[str]:
    """Return the lances that brought most, a line each, in the order in which they were played."""
    swings = [
        (result.points, number, result)
        for number, deal in enumerate(match.deals, 1)
        for result in deal.results
        if result.points >= WORTH_TELLING and result.winner is not None
    ]
    biggest = sorted(sorted(swings, key=lambda swing: -swing[0])[:MOST_TOLD], key=lambda swing: swing[1])
    lines = [words("**Turning points**")] if biggest else []
    for points, number, result in biggest:
        assert result.winner is not None
        pair = pair_index(result.winner)
        fields = {
            "deal": number,
            "lance": words(phrases.LANCES[result.lance]),
            "names": f"{PAIR_MARKS[pair]} {pair_names(table, pair, words)}",
        }
        if result.outcome is Outcome.ORDAGO:
            lines.append(words("Deal {deal}: {names} win an **órdago** in {lance}", **fields))
        else:
            lines.append(words("Deal {deal}: {names} **+{points}** in {lance}", points=points, **fields))
    return lines

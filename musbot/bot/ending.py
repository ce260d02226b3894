"""The message that ends a match: who won, the games, and the record to keep."""

from __future__ import annotations

from discord import ui

from musbot.bot.layout import Letter, box, text
from musbot.bot.lobby import PAIR_MARKS, pair_names
from musbot.bot.words import Words
from musbot.game import Match
from musbot.game.count import pair_index
from musbot.game.record import write_record
from musbot.table import PublicTable


def ending(table: PublicTable, match: Match, names: tuple[str, ...], words: Words) -> Letter:
    """Return the announcement of a match that is over, with its record attached.

    Everything that the record tells was shown at the showdowns. `ValueError` while the match is not over.
    """
    if match.winner is None:
        raise ValueError(f"table {table.table_id} is not over")
    pair = pair_index(match.winner)
    lines = [words("## 🏆 {names} win!", names=f"{PAIR_MARKS[pair]} {pair_names(table, pair, words)}")]
    scores = match.scores
    lines.append(words("{scores} in the last deal.", scores=f"{scores[pair]}–{scores[1 - pair]}"))
    if match.options.games > 1:
        games = match.games
        lines.append(words("{games} games.", games=f"{games[pair]}–{games[1 - pair]}"))
    deals = len(match.deals)
    lines.append(words.n("{count} deal was played.", "{count} deals were played.", deals))
    name = f"table-{table.table_id}.mus"
    record = write_record(match, names).encode()
    file: ui.File[ui.LayoutView] = ui.File(f"attachment://{name}")
    return Letter((box(text("\n".join(lines)), file),), files=((name, record),))

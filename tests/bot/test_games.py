"""Finished games, as they are shown again."""

from __future__ import annotations

import re

from musbot.bot.club.games import game_letter
from musbot.bot.words import ENGLISH
from musbot.club.history import PastGame, read
from musbot.game import Match, Options
from musbot.game.record import write_record
from musbot.store import GameRow
from musbot.store.results import ResultRow
from tests.bot.reading import fits_discord, text_of
from tests.game.playing import played


def past(match: Match, names: tuple[str, ...]) -> PastGame:
    """A game of the archive."""
    assert match.winner is not None
    result = ResultRow(1, 7, 1, 5, 0.0, "rated", match.winner, (1, 0), match.scores, "", 40, 1, None, ())
    return read(result, GameRow(1, 7, 0.0, match.winner, match.scores, (), write_record(match, names)))


def test_names_mean_nothing_where_a_game_is_shown() -> None:
    names = ("[Ane](https://example.com)", "||Beñat||", "**Carla**", "<@1>")
    match = played(Options(), seed=1, length=10_000)
    letter = game_letter(past(match, names), ENGLISH)

    fits_discord(letter)
    alive = re.search(r"(?<!\\)(?:\[|\||\*|<@|`)", text_of(letter))
    assert alive is None, alive


def test_every_deal_is_on_the_score_sheet() -> None:
    match = played(Options(games=5), seed=3, length=100_000)
    assert len(match.deals) > 12
    letter = game_letter(past(match, ("Ane", "Beñat", "Carla", "Dani")), ENGLISH)

    fits_discord(letter)
    sheets = [name for name, _ in letter.files if name.endswith(".png")]
    assert len(sheets) == -(-len(match.deals) // 12)

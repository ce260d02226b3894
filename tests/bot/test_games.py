"""Finished games, as they are shown again."""

from __future__ import annotations

import re

from musbot.bot.club.games import game_letter
from musbot.bot.words import ENGLISH
from musbot.club.history import read
from musbot.game import Options
from musbot.game.record import write_record
from musbot.store import GameRow
from musbot.store.results import ResultRow
from tests.bot.reading import fits_discord, text_of
from tests.game.playing import played


def test_names_mean_nothing_where_a_game_is_shown() -> None:
    names = ("[Ane](https://example.com)", "||Beñat||", "**Carla**", "<@1>")
    match = played(Options(), seed=1, length=10_000)
    assert match.winner is not None
    record = write_record(match, names)
    result = ResultRow(1, 7, 1, 5, 0.0, "rated", match.winner, (1, 0), match.scores, "", 40, 1, None, ())
    game = read(result, GameRow(1, 7, 0.0, match.winner, match.scores, (), record))

    letter = game_letter(game, ENGLISH)

    fits_discord(letter)
    alive = re.search(r"(?<!\\)(?:\[|\||\*|<@|`)", text_of(letter))
    assert alive is None, alive

"""All records of a tournament in one file, with its standings and its log in words."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence

from musbot.bot.names import plain, shown
from musbot.bot.tournament import phrases, views
from musbot.bot.words import Words
from musbot.club.tournament import Tournament
from musbot.store import GameRow

MOST_BYTES = 8_000_000
"""Of records; Discord takes files of 10 MB."""


def archive(
    tournament: Tournament, games: Mapping[int, Sequence[GameRow]], words: Words
) -> tuple[str, bytes]:
    """Return the name and the content of the archive. What is beyond its size is left out, the last rounds first.

    :param games: the games that were finished at each table.
    """
    found = io.BytesIO()
    size = 0
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as packed:
        told = [f"{shown(tournament.plan.name)}\n", *views.written(tournament, "standings", words)]
        packed.writestr("standings.txt", plain("\n".join(told)) + "\n")
        for meeting in sorted(tournament.meetings.values(), key=lambda each: each.number):
            if meeting.table_id is None:
                continue
            name = f"round-{meeting.round:02}-table-{phrases.table_number(tournament, meeting):02}"
            for number, game in enumerate(games.get(meeting.table_id, ()), start=1):
                content = game.record.encode()
                size += len(content)
                if size > MOST_BYTES:
                    break
                packed.writestr(f"{name}-game-{number}.mus", content)
    return f"{_file_name(tournament.plan.name)}.zip", found.getvalue()


def _file_name(name: str) -> str:
    """Return a name of letters that every file system takes."""
    flat = "".join(each for each in unicodedata.normalize("NFKD", name.lower()) if each.isascii())
    return re.sub(r"[^a-z0-9]+", "-", flat).strip("-")[:40] or "tournament"

"""What is kept of tournaments: who has won, the tables of leagues, and the titles on a profile."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from musbot.bot.drawing import draw
from musbot.bot.layout import Letter, box, picture, text
from musbot.bot.names import shown
from musbot.bot.tournament import phrases
from musbot.bot.tournament.announcement import MEDALS
from musbot.bot.words import Words
from musbot.pictures import LeaderboardScene, LeaderRow, leaderboard_picture
from musbot.store.honours import Honour, LeagueLine

MOST_TITLES = 5
ON_PICTURE = 10
MOST_IN_WORDS = 30
PICTURE = "league.png"


def hall_letter(won: Sequence[Honour], words: Words) -> Letter:
    """Return who has won the tournaments of a server, the latest first."""
    head = words("### Hall of fame · tournaments")
    lines = []
    for _, group in groupby(won, key=lambda each: (each.tournament_id, each.entry)):
        pair = list(group)
        names = " + ".join(shown(each.name) for each in pair)
        first = pair[0]
        lines.append(f"🏆 {names} · {shown(first.title)} · <t:{round(first.at)}:D>")
    if not won:
        lines.append(words("No tournament was won here yet."))
    return Letter((box(text("\n".join([head, *phrases.pages_of(lines)[0]]))),))


async def league_letter(name: str, lines: Sequence[LeagueLine], reader: int, words: Words) -> Letter:
    """Return the table of a league, as a picture of its first places and in words."""
    places = placed(lines)
    rows = [
        LeaderRow(
            place, (line.name,), str(line.points), "", str(line.tournaments), own=line.person_id == reader
        )
        for place, line in places
    ]
    page = rows[:ON_PICTURE]
    own = next((row for row in rows[ON_PICTURE:] if row.own), None)
    scene = LeaderboardScene(
        name,
        tuple(page),
        name_head=words("Player"),
        value_head=words("Points"),
        games_head=words("Played"),
        own_word=words("You"),
        own=own,
    )
    image = await draw(leaderboard_picture, scene)
    told = [f"### {shown(name)}"]
    for place, line in places[:MOST_IN_WORDS]:
        points = words.n("{count} point", "{count} points", line.points)
        told.append(f"`{place}` {shown(line.name)} · {points}")
    described = words("The table of the league {league}", league=name)
    items = (text(told[0]), picture(PICTURE, described), text("\n".join(told[1:]) or "–"))
    return Letter((box(*items),), files=((PICTURE, image),))


def placed(lines: Sequence[LeagueLine]) -> list[tuple[int, LeagueLine]]:
    """Return lines with their places; those with the same points share one."""
    found: list[tuple[int, LeagueLine]] = []
    for index, line in enumerate(lines):
        shared = index and lines[index - 1].points == line.points
        found.append((found[-1][0] if shared else index + 1, line))
    return found


def title_lines(won: Sequence[Honour], words: Words) -> list[str]:
    """Return the titles of a person, for their profile: podiums, the best first."""
    lines = [
        f"{MEDALS[each.place - 1]} **{shown(each.title)}** · <t:{round(each.at)}:d>"
        for each in won[:MOST_TITLES]
    ]
    if len(won) > MOST_TITLES:
        lines.append(words("and {count} more", count=len(won) - MOST_TITLES))
    return lines

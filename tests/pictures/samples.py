"""Lists and sheets as they are kept and looked at, and the same with the worst of names and words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from musbot.pictures.leaderboard import LeaderboardScene, LeaderRow, leaderboard_picture

WORST = "W" * 32
TALL = "Ẫ̈ǻ̧ȷ\u0323 ﷽ ग्र्ह्य ปู่ญู" * 2
NAMES = (
    "Ñaki Etxeberría", "Åse Øystein", "محمد علي", "Juan Dela Cruz", "Goierri Txapeldunak eta lagunak",
    "Аня Кузнецова", "Björn Ñ.", "שלום", "\u200b", "Carla",
)  # fmt: skip

LEADERS = LeaderboardScene(
    title="Este servidor · puntuación · temporada 2026 T4",
    detail="1/3",
    rows=tuple(
        LeaderRow(
            place,
            (name,),
            str(1865 - 23 * place),
            f"±{35 + 5 * place}",
            str(129 - 9 * place),
            change,
            place == 6,
        )
        for place, name, change in zip(
            range(1, 11), NAMES, (14, -6, 0, 3, None, 18, 2, 0, 1, -1), strict=True
        )
    ),
    name_head="Jugador",
    value_head="Puntos",
    second_head="±",
    games_head="Partidas",
    change_head="Cambio",
    own_word="Tú",
)
PAIRS = LeaderboardScene(
    title="Everywhere · pairs · games won",
    detail="page 2 of 13",
    rows=tuple(
        LeaderRow(
            10 + place, (NAMES[place - 1], NAMES[-place]), f"{65 - place} %", games=str(129 - 9 * place)
        )
        for place in range(1, 11)
    ),
    name_head="Pair",
    value_head="Won",
    games_head="Games",
    own_word="You",
    own=LeaderRow(128, ("Dani", "Ñaki Etxeberría-Goñi"), "48 %", games="31", own=True),
    note="Pairs count from ten games together on",
)
NOBODY = LeaderboardScene("This server · rating", (), note="Nobody has a rating yet: play three games.")


def worst_leaders(name: str) -> LeaderboardScene:
    """Return a leaderboard of pairs whose every name and word is ``name``."""
    rows = tuple(
        LeaderRow(10 ** (place - 1), (name, name), name, name, name, 12345, place % 2 == 0)
        for place in range(1, 11)
    )
    return replace(
        LEADERS, title=name * 3, detail=name, rows=rows, own=rows[0], name_head=name, value_head=name,
        second_head=name, games_head=name, change_head=name, own_word=name, note=name * 3,
    )  # fmt: skip


SAMPLES: dict[str, Callable[[], bytes]] = {
    "leaderboard": lambda: leaderboard_picture(LEADERS),
    "leaderboard_pairs": lambda: leaderboard_picture(PAIRS),
    "leaderboard_empty": lambda: leaderboard_picture(NOBODY),
}
"""Every list and sheet by the name of its golden picture."""
WORST_SAMPLES: dict[str, Callable[[str], bytes]] = {
    "leaderboard": lambda name: leaderboard_picture(worst_leaders(name)),
}
"""Every kind of list or sheet, crowded with one name."""

"""Images of hands, tables, lists, sheets and brackets, from plain data. Nothing here knows Discord or a language.

Every picture is a PNG in one palette, composed from ready sprites in a few milliseconds, or in some tens of
them where a sheet is full of words that were not drawn before; so draw in a thread (``asyncio.to_thread``),
and call `warm` in one when the bot starts.
"""

from __future__ import annotations

from musbot.pictures.bracket import (
    BracketScene,
    MatchScene,
    RoundScene,
    SectionScene,
    SideScene,
    bracket_pages,
    bracket_picture,
)
from musbot.pictures.comparison import ComparedScene, comparison_picture
from musbot.pictures.curve import CurveScene
from musbot.pictures.face import face_names, face_picture
from musbot.pictures.faces import faces_picture
from musbot.pictures.hand import hand_name, hand_picture
from musbot.pictures.leaderboard import LeaderboardScene, LeaderRow, leaderboard_picture
from musbot.pictures.names import shown
from musbot.pictures.plain_cards import cards_picture
from musbot.pictures.podium import PodiumScene, StepScene, podium_picture
from musbot.pictures.profile import (
    BadgeScene,
    FactScene,
    ProfileScene,
    ShareList,
    ShareScene,
    badge_names,
    profile_picture,
)
from musbot.pictures.review import (
    ActionScene,
    ReviewScene,
    SaidScene,
    SwingScene,
    SwingsScene,
    review_picture,
    swings_picture,
)
from musbot.pictures.scene import (
    CountScene,
    HandScene,
    LanceScene,
    SeatScene,
    ShowdownScene,
    Size,
    TableScene,
)
from musbot.pictures.schedule import PairingScene, ScheduleScene, schedule_picture
from musbot.pictures.scoresheet import (
    DealScore,
    LanceScore,
    ScoresheetScene,
    scoresheet_pages,
    scoresheet_picture,
)
from musbot.pictures.showdown import showdown_picture
from musbot.pictures.standings import (
    GroupScene,
    GroupsScene,
    StandingRow,
    StandingsScene,
    groups_pages,
    groups_picture,
    standings_picture,
)
from musbot.pictures.table import table_picture

__all__ = [
    "ActionScene",
    "BadgeScene",
    "BracketScene",
    "ComparedScene",
    "CountScene",
    "CurveScene",
    "DealScore",
    "FactScene",
    "GroupScene",
    "GroupsScene",
    "HandScene",
    "LanceScene",
    "LanceScore",
    "LeaderRow",
    "LeaderboardScene",
    "MatchScene",
    "PairingScene",
    "PodiumScene",
    "ProfileScene",
    "ReviewScene",
    "RoundScene",
    "SaidScene",
    "ScheduleScene",
    "ScoresheetScene",
    "SeatScene",
    "SectionScene",
    "ShareList",
    "ShareScene",
    "ShowdownScene",
    "SideScene",
    "Size",
    "StandingRow",
    "StandingsScene",
    "StepScene",
    "SwingScene",
    "SwingsScene",
    "TableScene",
    "badge_names",
    "bracket_pages",
    "bracket_picture",
    "cards_picture",
    "comparison_picture",
    "face_names",
    "face_picture",
    "faces_picture",
    "groups_pages",
    "groups_picture",
    "hand_name",
    "hand_picture",
    "leaderboard_picture",
    "podium_picture",
    "profile_picture",
    "review_picture",
    "schedule_picture",
    "scoresheet_pages",
    "scoresheet_picture",
    "showdown_picture",
    "shown",
    "standings_picture",
    "swings_picture",
    "table_picture",
    "warm",
]


def warm() -> None:
    """Load sprites and fonts, and draw what every picture needs, so that the first player does not wait.

    Takes some 0.2 s of processor time. Raises `FileNotFoundError` where the assets are not installed.
    """
    seats = (
        SeatScene("Ane", "Mus"),
        SeatScene("Beñat", "Mus", signal=True),
        SeatScene("Carla"),
        SeatScene("Dani"),
    )
    lances = (
        LanceScene("1", "1", 0),
        LanceScene("2", "2", 1),
        LanceScene("3", current=True),
        LanceScene("4"),
    )
    scores = (4, 9)
    table = TableScene(
        seats, ("A", "B"), scores, 40, "40", "0", mano=1, mano_word="1", turn=2, turn_word="2", title="3",
        detail="4", lances=lances,
    )  # fmt: skip
    table_picture(table)
    hands = (
        HandScene("Ane", (0,), "31"),
        HandScene("Beñat", (10,)),
        HandScene("Carla", ()),
        HandScene("Dani", ()),
    )
    counts = (CountScene("1", "1", "1", 0, (0,)), CountScene("2", "2", "2", None))
    showdown_picture(ShowdownScene(hands, ("A", "B"), scores, 40, "40", "0", counts, mano=1))
    hand_picture((0, 10, 20, 30), new=(0,))

"""Lists and sheets as they are kept and looked at, and the same with the worst of names and words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from musbot.pictures.bracket import (
    BracketScene,
    MatchScene,
    RoundScene,
    SectionScene,
    SideScene,
    bracket_pages,
    bracket_picture,
)
from musbot.pictures.curve import CurveScene
from musbot.pictures.leaderboard import LeaderboardScene, LeaderRow, leaderboard_picture
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
from musbot.pictures.schedule import PairingScene, ScheduleScene, schedule_picture
from musbot.pictures.scoresheet import DealScore, LanceScore, ScoresheetScene, scoresheet_picture
from musbot.pictures.standings import (
    RESULTS,
    GroupScene,
    GroupsScene,
    StandingRow,
    StandingsScene,
    groups_picture,
    standings_picture,
)

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


RISE = (
    1600, 1590, 1598, 1585, 1602, 1578, 1550, 1588, 1605, 1627, 1610, 1622, 1594, 1612, 1631, 1602, 1619, 1632,
    1650, 1667, 1641, 1660, 1645, 1683, 1671, 1697, 1689, 1724, 1712, 1754, 1786, 1769, 1796, 1755, 1767,
)  # fmt: skip
PLAYER = ProfileScene(
    name="Ñaki Etxeberría",
    rating="1767 ±48",
    curve=CurveScene(
        tuple((day, value) for day, value in enumerate(RISE)), "hace 3 meses", "hoy", "máx. 1796"
    ),
    facts=(FactScene("Partidas", "128"), FactScene("Ganadas", "61 %"), FactScene("Racha", "5", rise=1)),
    partners=ShareList(
        "Con pareja",
        (
            ShareScene("Åse Øystein", 0.71, "12–5"),
            ShareScene("Goierri Txapeldunak", 0.5, "8–8"),
            ShareScene("محمد علي", 0.0, "0–3"),
        ),
    ),
    opponents=ShareList(
        "Contra", (ShareScene("Björn Ñ.", 0.56, "10–8"), ShareScene("Аня Кузнецова", 1.0, "5–0"))
    ),
    lances=ShareList(
        "Envites ganados",
        (
            ShareScene("Grande", 0.62, "31/50"),
            ShareScene("Chica", 0.44, "18/41"),
            ShareScene("Pares", 0.71, "50/70"),
            ShareScene("Juego", 0.03, "1/33"),
        ),
    ),
    best_title="Mejor mano",
    best_hand=(0, 10, 20, 30),
    best_words="duples de reyes",
    badges_title="Insignias",
    badges=(
        BadgeScene("txapela", "Txapela"),
        BadgeScene("flame", "En racha"),
        BadgeScene("ordago", "Órdago"),
        BadgeScene("thirty-one", "La real"),
        BadgeScene("comeback", "Remontada"),
        BadgeScene("partners", "De dos en dos"),
    ),
)
NEWCOMER = ProfileScene(
    name="\u200b",
    name_otherwise="Player",
    rating="—",
    curve=CurveScene((), empty_word="The curve starts after two rated games."),
    facts=(FactScene("Games", "0"),),
    partners=ShareList("With", (), "Nobody yet"),
    opponents=ShareList("Against", (), "Nobody yet"),
    lances=ShareList("Bets won", (ShareScene("Grande", None, "—"),)),
    best_title="Best hand",
    best_words="Not yet",
)


def worst_profile(name: str) -> ProfileScene:
    """Return a profile whose every name and word is ``name``."""
    listed = ShareList(name, tuple(ShareScene(name, 0.33, name) for _ in range(5)), name)
    return ProfileScene(
        name, name, CurveScene(((0, -1e6), (0, 1e7), (9, 0)), name, name, name), (FactScene(name, name, -1),) * 4,
        listed, listed, listed, name, (39, 38, 37, 36), name, name,
        tuple(BadgeScene(emblem, name) for emblem in badge_names()[:7]), name,
    )  # fmt: skip


def lances(*written: str) -> tuple[LanceScore, ...]:
    """Return lances from ``"a2+3"`` (pair a, stake 2, bonus 3), ``"b1"``, ``"a+2"`` or ``""`` for nobody's."""
    return tuple(
        LanceScore(stake, bonus, "ab".index(pair[0])) if pair else LanceScore()
        for pair, stake, bonus in (
            (text[:1], *(text[1:].split("+") if "+" in text else (text[1:], ""))) for text in written
        )
    )


GAME = ScoresheetScene(
    pair_names=("Ñaki + Åse", "Los Órdago"),
    scores=(38, 40),
    target=40,
    target_words="a 40",
    games_words="Juegos 1–2",
    deal_head="Nº",
    lance_names=("Grande", "Chica", "Pares", "Juego"),
    deals=(
        DealScore(1, lances("a1", "b1", "a2+2", "b2+3"), (5, 6)),
        DealScore(2, lances("a5", "b2", "", "a1+2"), (13, 8)),
        DealScore(3, lances("b2", "b1", "b+1", "b2+3"), (13, 17)),
        DealScore(4, lances("a1", "a1", "a2+6", ""), (23, 17)),
        DealScore(5, lances("b10", "b1", "", "b+1"), (23, 29)),
        DealScore(6, lances("a2", "b1", "a10+3", "b2+2"), (38, 34)),
        DealScore(7, (*lances("", "", ""), LanceScore("Órdago", "", 1, ordago=True)), (38, 40)),
    ),
    result="Los Órdago ganan el juego",
    winner=1,
)
LONG_GAME = replace(
    GAME,
    deals=tuple(
        DealScore(
            number,
            lances("a1", "b1", "", "a1+2" if number % 2 else "b1+2"),
            (2 * number, 2 * number),
            "Game 1: Ñaki + Åse 40–33" if number == 9 else "",
        )
        for number in range(1, 18)
    ),
    games_words="Games 1–1",
)


def worst_game(name: str) -> ScoresheetScene:
    """Return a score sheet whose every name and word is ``name``."""
    lance = LanceScore(name, name, 1)
    cells = (lance, replace(lance, winner=0), replace(lance, ordago=True), replace(lance, winner=None))
    deal = DealScore(10**6, cells, (59, 58), name)
    return ScoresheetScene(
        (name, name), (59, 58), 60, name, name, name, (name,) * 4, (deal,) * 9, name * 3, 0
    )  # fmt: skip


DECISION = ReviewScene(
    title="Reparto 5 · pares",
    detail="28–31",
    hand_title="Tu mano",
    hand=(0, 10, 27, 32),
    hand_words="medias de reyes",
    said_title="Se ha dicho",
    said=(
        SaidScene("Åse Øystein", "Paso", 0),
        SaidScene("Björn Ñ.", "Envido", 1),
        SaidScene("Ñaki Etxeberría", "Cinco más", 0),
        SaidScene("محمد علي", "Órdago", 1),
    ),
    actions_title="Ganar la partida después de…",
    actions=(
        ActionScene("Quiero", 0.58, "58 %", best=True),
        ActionScene("No quiero", 0.49, "49 %", "−9", chosen=True),
        ActionScene("Subir 5", 0.03, "3 %", "−55"),
    ),
    best_word="Mejor",
    chosen_word="Tú",
    verdict="Costó 9 partidas de cada 100",
    why="Con medias de reyes ganas a tres de cada cuatro manos que dirían órdago aquí, y a 28–31 un no quiero "
    "les deja a un paso de salir.",
)
GOOD = replace(
    DECISION,
    actions=(
        ActionScene("Envido", 0.71, "71 %", best=True, chosen=True),
        ActionScene("Paso", 0.66, "66 %", "−5"),
        *(
            ActionScene(f"Envido {stake}", 0.7 - stake / 100, f"{70 - stake} %", f"−{stake}")
            for stake in (3, 5, 9)
        ),
    ),
    verdict="La mejor jugada",
    why="",
    good=True,
)
THREE_SWINGS = SwingsScene(
    title="Three biggest swings",
    detail="Ñaki Etxeberría",
    curve=CurveScene(
        tuple(enumerate((50, 52, 55, 49, 38, 41, 47, 60, 66, 64, 51, 54, 59, 70, 61, 44, 46, 30, 12, 0))),
        "Deal 1",
        "Deal 12",
        low=0,
        high=100,
        marks=((4, 38, "2"), (10, 51, "3"), (15, 44, "1")),
    ),
    swings=(
        SwingScene("Deal 9 · juego", (0, 10, 27, 32), "You: accepted órdago", "Better: decline", "−17 %"),
        SwingScene(
            "Deal 3 · grande",
            (23, 34, 5, 12),
            "You: passed",
            "Better: bet 2, or raise what the others bet",
            "−11 %",
        ),
        SwingScene("Deal 6 · mus", (9, 19, 28, 36), "You: no mus", "Better: mus", "−8 %"),
    ),
)
CALM = replace(THREE_SWINGS, swings=(), empty_word="No decision cost more than one game in a hundred.")


def worst_review(name: str) -> ReviewScene:
    """Return a decision whose every name and word is ``name``."""
    action = ActionScene(name, 0.5, name, name, best=True, chosen=True)
    return ReviewScene(
        name, name, name, (1, 2, 3, 4), name, name, (SaidScene(name, name, 1),) * 6, name, (action,) * 7, name,
        name, name, name * 9,
    )  # fmt: skip


def worst_swings(name: str) -> SwingsScene:
    """Return a sheet of swings whose every name and word is ``name``."""
    curve = CurveScene(
        ((0, 0), (1, 100)), name, name, name, marks=((0, 0, name), (1, 100, name), (9, 100, name))
    )
    return SwingsScene(name, name, curve, (SwingScene(name, (1, 2, 3, 4), name, name * 3, name),) * 3, name)


TEAMS = (
    "Ñaki + Åse", "Los Órdago", "Goierri", "محمد + שלום", "Björn/Siri", "Barrio Sésamo", "Manila Mus", "Txapelduna",
    "Kontxa", "La Real", "Аня и Дима", "Sagardotegi", "Os de Vigo", "Zazpi Kale", "Mus Uppsala", "Bera Bera",
)  # fmt: skip
ROUND_NAMES = ("Final", "Semi-finals", "Quarter-finals", "Round of 16", "Round of 32", "Round of 64")


def tree(pairs: int, played: int, own: str = "Goierri") -> tuple[RoundScene, ...]:
    """Return the rounds of a bracket of so many pairs, of which ``played`` rounds are over; each first side wins."""
    left = [TEAMS[place % 16] + ("" if place < 16 else f" {place // 16 + 1}") for place in range(pairs)]
    rounds = []
    names = ROUND_NAMES[: pairs.bit_length() - 1][::-1]
    for number, title in enumerate(names):
        matches = []
        for place in range(0, len(left), 2):
            one, other = left[place : place + 2]
            matches.append(
                MatchScene(
                    SideScene(
                        (one,) if one else (), "2" if number < played else "", number < played, one == own
                    ),
                    SideScene(
                        (other,) if other else (),
                        "01"[place % 3 % 2] if number < played else "",
                        False,
                        other == own,
                    ),
                    note=f"T{place // 2 + 1}" if number == played else "",
                    live=number == played and place % 4 == 0,
                )
            )
        rounds.append(RoundScene(title, tuple(matches)))
        left = left[::2] if number < played else [""] * (len(left) // 2)
    return tuple(rounds)


CUP = BracketScene("Copa de Mus", (SectionScene(tree(8, 3, "Los Órdago"), trophy=True),), "al mejor de 3")
EIGHTHS = BracketScene("Thursday cup", (SectionScene(tree(16, 2)),), "best of 3")
THIRTY_TWO = BracketScene("Txapelketa", (SectionScene(tree(32, 1)),), "3 jokotara")
SIXTY_FOUR = BracketScene("Txapelketa", (SectionScene(tree(64, 6), trophy=True),), "3 jokotara")
WAITING = MatchScene(SideScene(words="Loser of 1"), SideScene(words="Loser of 2"), note="21:00")
DOUBLE = BracketScene(
    "Two lives",
    (
        SectionScene(tree(8, 1), "Winners"),
        SectionScene(
            (
                RoundScene("Losers 1", (WAITING, replace(WAITING, live=True, note="T2"))),
                RoundScene("Losers 2", (WAITING, WAITING)),
                RoundScene("Losers 3", (WAITING,)),
                RoundScene("Losers 4", (WAITING,)),
            ),
            "Losers",
        ),
        SectionScene((RoundScene("Grand final", (MatchScene(SideScene(), SideScene()),)),), trophy=True),
    ),
    "double elimination",
)
BYES = BracketScene(
    "Six pairs",
    (
        SectionScene(
            (
                RoundScene(
                    "Quarter-finals",
                    (
                        None,
                        MatchScene(
                            SideScene(("Ane", "Beñat"), won=True, own=True), SideScene(("Carla", "Dani"))
                        ),
                        MatchScene(SideScene(("Goierri",), "0"), SideScene(("Kontxa",), "2", True)),
                        None,
                    ),
                ),
                RoundScene(
                    "Semi-finals",
                    (
                        MatchScene(
                            SideScene(("Los Órdago",)), SideScene(("Ane", "Beñat"), own=True), "T1", True
                        ),
                        MatchScene(SideScene(("Bera Bera",)), SideScene(("Kontxa",)), "21:30"),
                    ),
                ),
                RoundScene(
                    "Final", (MatchScene(SideScene(words="Semi-final 1"), SideScene(words="Semi-final 2")),)
                ),
            ),
        ),
        SectionScene((RoundScene("Third place", (MatchScene(SideScene(), SideScene()),)),)),
    ),
)


def worst_bracket(name: str) -> BracketScene:
    """Return a bracket of 32 pairs whose every name and word is ``name``."""
    match = MatchScene(SideScene((name, name), name, True), SideScene((name, name), name, False, True))
    coming = MatchScene(SideScene(words=name), SideScene((name,), own=True), name, True)
    rounds = tuple(RoundScene(name, ((match, coming) * 8)[:count]) for count in (16, 8, 4, 2, 1))
    return BracketScene(name, (SectionScene(rounds, trophy=True),), name)


SWISS = StandingsScene(
    title="Thursday Swiss",
    detail="after round 4 of 6",
    rows=tuple(
        StandingRow(
            place,
            (NAMES[(place - 1) % 10], NAMES[(place * 3) % 10]) if place % 3 else (TEAMS[place],),
            points,
            (str(14 - place // 2), f"{9 - place / 2:g}", str(161 - 7 * place)),
            tuple(RESULTS[int(digit)] for digit in form),
            out=place == 9,
            own=place == 5,
            through=place < 3,
        )
        for place, points, form in zip(
            range(1, 11),
            ("4", "3½", "3", "3", "2½", "2", "2", "1", "1", "0"),
            ("0000", "0002", "0100", "1000", "0120", "0110", "1010", "1101", "013", "1111"),
            strict=True,
        )
    ),
    name_head="Pair",
    form_head="Form",
    points_head="Points",
    break_heads=("Buch.", "S-B", "Stones"),
    note="Ties: Buchholz, Sonneborn-Berger, stones",
)
FOUR_GROUPS = GroupsScene(
    title="Fase de grupos",
    detail="jornada 3",
    groups=tuple(
        GroupScene(
            f"Grupo {letter}",
            "Puntos",
            tuple(
                StandingRow(
                    row + 1,
                    (NAMES[4 * number % 10 - row], "Carla") if row == 1 else (TEAMS[4 * number + row],),
                    str(3 - row),
                    (f"+{31 - 17 * row}" if row < 2 else f"−{17 * row - 31}",),
                    through=row < 2,
                    own=number == 1 and row == 1,
                    out=number == 2 and row == 3,
                )
                for row in range(4)
            ),
        )
        for number, letter in enumerate("ABCD")
    ),
    note="Pasan los dos primeros de cada grupo",
)
EVENING = ScheduleScene(
    title="Round 5",
    detail="until 22:15",
    pairings=(
        PairingScene("T1", ("Ñaki Etxeberría", "Åse Øystein"), ("Los Órdago",), "2–1", winner=0),
        PairingScene("T2", ("Goierri",), ("محمد علي", "שלום"), "0–2", winner=1),
        PairingScene("T3", ("Björn Ñ.", "Siri"), ("Ane", "Beñat"), "1–1", live=True, own=1),
        PairingScene("T4", ("Barrio Sésamo",), ("Manila Mus",), "27–33", live=True),
        PairingScene("T12", ("Txapelduna",), ("Аня Кузнецова", "Goierri Txapeldunak eta lagunak"), "21:30"),
        PairingScene("—", ("Kontxa",), (), "bye"),
    ),
    note="Whoever is not there after ten minutes loses the round.",
)
WINNERS = PodiumScene(
    title="Copa de Mus · noviembre",
    detail="32 parejas",
    steps=(
        StepScene(("Ñaki Etxeberría", "Åse Øystein"), "Goierri", "6 victorias"),
        StepScene(("Björn Ñ.", "محمد علي"), "", "5 victorias"),
        StepScene(("Аня Кузнецова", "Juan Dela Cruz"), "", "5 victorias"),
    ),
)
ALONE = PodiumScene("Thursday arena", (StepScene(("Carla",), detail="41 points"), StepScene(("Dani",))))


def worst_standings(name: str) -> StandingsScene:
    """Return standings whose every name and word is ``name``."""
    row = StandingRow(10**6, (name, name), name, (name,) * 3, RESULTS * 3, through=True, out=True)
    return StandingsScene(
        name, (row, replace(row, own=True, place=1)) * 6, name, name, name, name, (name,) * 3, name * 3
    )


def worst_groups(name: str) -> GroupsScene:
    """Return groups whose every name and word is ``name``."""
    row = StandingRow(10**6, (name, name), name, (name,), through=True, out=True)
    group = GroupScene(name, name, (row, replace(row, own=True)) * 3)
    return GroupsScene(name, (group,) * 7, name, name * 3)


def worst_schedule(name: str) -> ScheduleScene:
    """Return a round whose every name and word is ``name``."""
    pairing = PairingScene(name, (name, name), (name,), name, winner=1, own=0)
    return ScheduleScene(name, (pairing, replace(pairing, live=True, own=1)) * 6, name, name * 3)


def worst_podium(name: str) -> PodiumScene:
    """Return a podium whose every name and word is ``name``."""
    return PodiumScene(name, (StepScene((name, name), name, name),) * 3, name)


SAMPLES: dict[str, Callable[[], bytes]] = {
    "leaderboard": lambda: leaderboard_picture(LEADERS),
    "leaderboard_pairs": lambda: leaderboard_picture(PAIRS),
    "leaderboard_empty": lambda: leaderboard_picture(NOBODY),
    "scoresheet": lambda: scoresheet_picture(GAME),
    "scoresheet_long": lambda: scoresheet_picture(LONG_GAME),
    "review": lambda: review_picture(DECISION),
    "review_good": lambda: review_picture(GOOD),
    "swings": lambda: swings_picture(THREE_SWINGS),
    "swings_none": lambda: swings_picture(CALM),
    "bracket": lambda: bracket_picture(CUP),
    "bracket_sixteen": lambda: bracket_picture(EIGHTHS),
    "bracket_thirty_two": lambda: bracket_picture(THIRTY_TWO),
    "bracket_final_page": lambda: bracket_picture(bracket_pages(SIXTY_FOUR)[-1]),
    "bracket_double": lambda: bracket_picture(bracket_pages(DOUBLE)[0]),
    "bracket_byes": lambda: bracket_picture(bracket_pages(BYES)[0]),
    "standings": lambda: standings_picture(SWISS),
    "groups": lambda: groups_picture(FOUR_GROUPS),
    "schedule": lambda: schedule_picture(EVENING),
    "podium": lambda: podium_picture(WINNERS),
    "podium_singles": lambda: podium_picture(ALONE),
    "profile": lambda: profile_picture(PLAYER),
    "profile_new": lambda: profile_picture(NEWCOMER),
}
"""Every list and sheet by the name of its golden picture."""
WORST_SAMPLES: dict[str, Callable[[str], bytes]] = {
    "leaderboard": lambda name: leaderboard_picture(worst_leaders(name)),
    "scoresheet": lambda name: scoresheet_picture(worst_game(name)),
    "review": lambda name: review_picture(worst_review(name)),
    "swings": lambda name: swings_picture(worst_swings(name)),
    "bracket": lambda name: bracket_picture(worst_bracket(name)),
    "standings": lambda name: standings_picture(worst_standings(name)),
    "groups": lambda name: groups_picture(worst_groups(name)),
    "schedule": lambda name: schedule_picture(worst_schedule(name)),
    "podium": lambda name: podium_picture(worst_podium(name)),
    "profile": lambda name: profile_picture(worst_profile(name)),
}
"""Every kind of list or sheet, crowded with one name."""

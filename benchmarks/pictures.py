"""How long pictures take and how large they are, beside the usual way: ``python -m benchmarks.pictures``.

The usual way, measured in the same run: open a PNG for every card or face, resize it, composite it as RGBA,
letter with a font opened for the picture, save an RGBA PNG. Figures are medians; compare the ratios.
"""

from __future__ import annotations

import io
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from musbot.assets import asset
from musbot.pictures import bands, hand, warm
from musbot.pictures.bracket import (
    BracketScene,
    MatchScene,
    RoundScene,
    SectionScene,
    SideScene,
    bracket_picture,
)
from musbot.pictures.canvas import Canvas
from musbot.pictures.curve import CurveScene
from musbot.pictures.face import face_picture
from musbot.pictures.hand import hand_picture
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
from musbot.pictures.review import ActionScene, ReviewScene, SaidScene, review_picture
from musbot.pictures.scene import CountScene, HandScene, LanceScene, SeatScene, ShowdownScene, TableScene
from musbot.pictures.schedule import PairingScene, ScheduleScene, schedule_picture
from musbot.pictures.scoresheet import DealScore, LanceScore, ScoresheetScene, scoresheet_picture
from musbot.pictures.showdown import showdown_picture
from musbot.pictures.sprites import sprite
from musbot.pictures.standings import RESULTS, StandingRow, StandingsScene, standings_picture
from musbot.pictures.table import PLACES, table_picture

NAMES = ("Ñaki Etxeberría", "Björn Ñ.", "Åse Øystein", "Аня")
SAID = ("Envido 5", "No quiero", "Mus", "Paso")


def table(points: int) -> TableScene:
    """Return a table in the middle of pares, with so many points."""
    seats = tuple(SeatScene(name, said) for name, said in zip(NAMES, SAID, strict=True))
    return TableScene(
        seats=(seats[0], seats[1], seats[2], seats[3]),
        pair_names=("Ñaki + Åse", "Björn + Аня"),
        scores=(points, points // 2),
        target=40,
        target_words="a 40",
        games_words="Juegos 1–0",
        mano=1,
        mano_word="Mano",
        turn=points % 4 + 1,
        turn_word="Habla",
        title="Pares: envido 5",
        detail="2 en mesa · 5 más",
        lances=(
            LanceScene("Grande", "2"),
            LanceScene("Chica", "paso", winner=1),
            LanceScene("Pares", "5", current=True),
            LanceScene("Juego"),
        ),
    )


def showdown(rng: random.Random) -> ShowdownScene:
    """Return the end of a deal of random cards."""
    cards = rng.sample(range(40), 16)
    hands = tuple(
        HandScene(name, tuple(cards[4 * seat : 4 * seat + 4]), "par · 34") for seat, name in enumerate(NAMES)
    )
    counts = tuple(
        CountScene(name, "2 + 1", "R R 7 4", place % 2, hands[place].cards)
        for place, name in enumerate(("Grande", "Chica", "Pares", "Juego"))
    )
    return ShowdownScene(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        pair_names=("Ñaki + Åse", "Björn + Аня"),
        scores=(27, 33),
        target=40,
        target_words="a 40",
        games_words="Juegos 1–0",
        counts=counts,
        mano=1,
    )


def leaders(rng: random.Random) -> LeaderboardScene:
    """Return a page of a leaderboard, its values like those of no other page."""
    rows = tuple(
        LeaderRow(
            place,
            (NAMES[place % 4], NAMES[(place + 1) % 4]),
            str(rng.randrange(1200, 2200)),
            f"±{rng.randrange(40, 120)}",
            str(rng.randrange(400)),
            rng.randrange(-9, 9),
        )
        for place in range(1, 11)
    )
    return LeaderboardScene("Everywhere · rating", rows, own=LeaderRow(77, ("Ane",), "1400", own=True))


def curve(rng: random.Random) -> CurveScene:
    """Return a rating that wanders for a hundred games."""
    value, points = 1500.0, []
    for game in range(100):
        value += rng.gauss(1, 14)
        points.append((game, value))
    return CurveScene(tuple(points), "before", "now", f"best {max(value for _, value in points):.0f}")


def profile(rng: random.Random) -> ProfileScene:
    """Return a player like no other."""
    shares = tuple(
        ShareScene(name, rng.random(), f"{rng.randrange(30)}–{rng.randrange(30)}") for name in NAMES
    )
    listed = ShareList("Record", shares)
    return ProfileScene(
        NAMES[0],
        f"{rng.randrange(1200, 2200)} ±{rng.randrange(40, 90)}",
        curve(rng),
        (FactScene("Games", str(rng.randrange(999))), FactScene("Streak", str(rng.randrange(9)), rise=1)),
        listed,
        listed,
        listed,
        "Best hand",
        tuple(rng.sample(range(40), 4)),
        badges=tuple(BadgeScene(name, name) for name in rng.sample(badge_names(), 6)),
    )


def scoresheet(rng: random.Random) -> ScoresheetScene:
    """Return a game of twelve deals."""

    def lances() -> tuple[LanceScore, ...]:
        return tuple(LanceScore(str(rng.randrange(1, 9)), "2", rng.choice((0, 1, None))) for _ in range(4))

    deals = tuple(DealScore(deal, lances(), (rng.randrange(40), rng.randrange(40))) for deal in range(1, 13))
    names = ("Grande", "Chica", "Pares", "Juego")
    return ScoresheetScene(
        ("Ñaki + Åse", "Björn + Аня"), (27, 40), 40, "a 40", "1–0", "#", names, deals, "Won", 1
    )


def review(rng: random.Random) -> ReviewScene:
    """Return a decision between four actions."""
    actions = tuple(
        ActionScene(name, chance := rng.random(), f"{100 * chance:.0f} %", "−3", best=name == "Mus")
        for name in SAID
    )
    said = tuple(
        SaidScene(name, words, place % 2) for place, (name, words) in enumerate(zip(NAMES, SAID, strict=True))
    )
    hand = tuple(rng.sample(range(40), 4))
    return ReviewScene(
        "Deal 5",
        "28–31",
        "Hand",
        hand,
        "medias",
        "Said",
        said,
        "Chances",
        actions,
        "Best",
        "You",
        "Lost",
        "Because.",
    )


def bracket(rng: random.Random) -> BracketScene:
    """Return a bracket of 32 pairs half way through."""
    rounds = []
    for number, count in enumerate((16, 8, 4, 2, 1)):
        matches = tuple(
            MatchScene(
                SideScene((f"{rng.choice(NAMES)} {rng.randrange(99)}",), "2", won=number < 3),
                SideScene((f"{rng.choice(NAMES)} {rng.randrange(99)}",), "1"),
            )
            for _ in range(count)
        )
        rounds.append(RoundScene(f"Round {number + 1}", matches))
    return BracketScene("Cup", (SectionScene(tuple(rounds)),))


def standings(rng: random.Random) -> StandingsScene:
    """Return standings of twelve pairs."""
    rows = tuple(
        StandingRow(
            place,
            (rng.choice(NAMES), rng.choice(NAMES)),
            str(rng.randrange(9)),
            tuple(str(rng.randrange(200)) for _ in range(3)),
            tuple(rng.choices(RESULTS, k=5)),
        )
        for place in range(1, 13)
    )
    return StandingsScene("Swiss", rows, break_heads=("Buch.", "S-B", "Stones"))


def meetings(rng: random.Random) -> ScheduleScene:
    """Return a round of twelve meetings."""
    pairings = tuple(
        PairingScene(
            f"T{place}", (rng.choice(NAMES), rng.choice(NAMES)), (rng.choice(NAMES),), f"2–{place}", winner=0
        )
        for place in range(1, 13)
    )
    return ScheduleScene("Round 5", pairings)


def sheets(rng: random.Random) -> dict[str, Callable[[], bytes]]:
    """Return every kind of list and sheet by its name, each drawn with values of its own."""
    steps = tuple(StepScene((name, other)) for name, other in pairwise(NAMES))
    return {
        "leaderboard": lambda: leaderboard_picture(leaders(rng)),
        "profile": lambda: profile_picture(profile(rng)),
        "score sheet of twelve deals": lambda: scoresheet_picture(scoresheet(rng)),
        "review": lambda: review_picture(review(rng)),
        "bracket of 32 pairs": lambda: bracket_picture(bracket(rng)),
        "standings of twelve pairs": lambda: standings_picture(standings(rng)),
        "round of twelve tables": lambda: schedule_picture(meetings(rng)),
        "podium": lambda: podium_picture(PodiumScene(f"Cup {rng.randrange(999)}", steps)),
    }


def usual_hand(folder: Path, cards: list[int]) -> bytes:
    """Compose a hand as most bots do."""
    picture = Image.new("RGBA", (900, 330), (37, 107, 78, 255))
    for place, card in enumerate(cards):
        with Image.open(folder / f"card{card}.png") as image:
            resized = image.convert("RGBA").resize((195, 300), Image.Resampling.LANCZOS)
        picture.alpha_composite(resized, (36 + place * 211, 15))
    return saved(picture)


def usual_table(folder: Path) -> bytes:
    """Compose a table as most bots do: its ground and four faces opened, everything lettered anew."""
    with Image.open(folder / "table.png") as ground:
        ground.apply_transparency()
        picture = ground.convert("RGBA")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(asset("fonts/Inter-Bold.otf")), 36)
    for place, name, said in zip(PLACES.values(), NAMES, SAID, strict=True):
        with Image.open(folder / "face.png") as image:
            face = image.convert("RGBA").resize((116, 116), Image.Resampling.LANCZOS)
        picture.alpha_composite(face, place.face)
        for box, words in ((place.plate, name), (place.bubble, said)):
            draw.rounded_rectangle(box, 30, fill="#15181B", outline="#6CB8FF", width=4)
            draw.text((box[0] + 60, box[1] + 14), words, fill="#FFFFFF", font=font)
    for row, words in enumerate(
        ("Ñaki + Åse", "27", "33", "Björn + Аня", "Grande", "Chica", "Pares", "Juego")
    ):
        draw.text((60 + row * 130, 60), words, fill="#FFFFFF", font=font)
    return saved(picture)


def saved(picture: Image.Image) -> bytes:
    """Return an RGBA PNG with Pillow's own settings."""
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def export(folder: Path) -> None:
    """Write the single pictures that the usual way opens: cards and a face at twice their size, a ground."""
    for name, source, scale in (
        *((f"card{card}", sprite("hand", str(card)), 2) for card in range(40)),
        ("face", sprite("faces_large", "smile"), 1),
    ):
        opened = Image.open(io.BytesIO(Canvas(source).png()))
        opened.apply_transparency()
        image = opened.convert("RGBA")
        size = (image.width * scale, image.height * scale)
        image.resize(size, Image.Resampling.LANCZOS).save(folder / f"{name}.png")
    (folder / "table.png").write_bytes(table_picture(table(0)))


def table_anew(scene: TableScene) -> bytes:
    """Draw a table as if none had been drawn before; its pieces are kept."""
    bands._kept.clear()
    return table_picture(scene)


def measure(name: str, draw: Callable[[], bytes], times: int = 60) -> float:
    """Print a picture's median time and size, and return the time in seconds."""
    taken, sizes = [], []
    for _ in range(times):
        start = time.perf_counter()
        data = draw()
        taken.append(time.perf_counter() - start)
        sizes.append(len(data))
    median = statistics.median(taken)
    print(f"{name:<42}{median * 1000:8.2f} ms{statistics.median(sizes) / 1024:8.1f} KiB")
    return median


def main() -> None:
    """Print every picture beside the usual way."""
    rng = random.Random(40)
    start = time.perf_counter()
    warm()
    print(f"{'once, when the bot starts':<42}{(time.perf_counter() - start) * 1000:8.2f} ms")
    for card in range(40):
        hand_picture([card])
    hand._encoded.cache_clear()
    scenes = [table(points) for points in range(40)]
    ends = [showdown(rng) for _ in range(20)]
    for scene in scenes:
        table_picture(scene)
    for end in ends:
        showdown_picture(end)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        export(folder)
        usual = measure("hand, the usual way", lambda: usual_hand(folder, rng.sample(range(40), 4)))
        ours = measure("hand", lambda: hand_picture(rng.sample(range(40), 4)))
        measure("hand, two cards new", lambda: hand_picture(cards := rng.sample(range(40), 4), new=cards[:2]))
        again = measure("hand, shown before", lambda: hand_picture((0, 17, 21, 39)))
        print(
            f"  a hand is {usual / ours:.0f} times as fast as the usual way, {usual / again:,.0f} times again\n"
        )
        usual = measure("table, the usual way", lambda: usual_table(folder))
        ours = measure("table, every band of it new", lambda: table_anew(rng.choice(scenes)))
        again = measure("table, its bands known", lambda: table_picture(rng.choice(scenes)))
        print(
            f"  a table is {usual / ours:.1f} times as fast as the usual way, {usual / again:.0f} times again\n"
        )
    measure("showdown", lambda: showdown_picture(rng.choice(ends)))
    measure("face of a signal, drawn anew", lambda: face_picture.__wrapped__("thirty-one"))
    measure(
        "hand in large print, high contrast",
        lambda: hand_picture(rng.sample(range(40), 4), contrast=True, size="large"),
    )
    print()
    for name, draw in sheets(rng).items():
        measure(f"{name}, its values new", draw, times=20)


if __name__ == "__main__":
    main()

"""The table as everyone may see it, the showdown, and one face alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from itertools import combinations

import pytest

from musbot.pictures import fonts, stamps, warm
from musbot.pictures.face import face_names, face_picture
from musbot.pictures.palette import NAMED
from musbot.pictures.scene import (
    CountScene,
    HandScene,
    LanceScene,
    SeatScene,
    ShowdownScene,
    TableScene,
)
from musbot.pictures.showdown import showdown_picture
from musbot.pictures.table import BOARD, CHIPS, PLACES, TAG_HEIGHT, TAG_WIDTH, table_picture

from .looks import drawn_in_the_margin, golden, mean_difference, opened, seen

PARES = TableScene(
    seats=(
        SeatScene("Ñaki Etxeberría", "Envido 5"),
        SeatScene("Björn Ñ.", "No quiero", "thinking"),
        SeatScene("Åse Øystein", "Mus", "thirty-one", signal=True),
        SeatScene("Аня", "Paso"),
    ),
    pair_names=("Ñaki + Åse", "Los Órdago"),
    scores=(27, 33),
    target=40,
    target_words="a 40",
    games_words="Juegos 1–0",
    mano=1,
    mano_word="Mano",
    turn=2,
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
COUNTED = ShowdownScene(
    hands=(
        HandScene("Ñaki Etxeberría", (0, 10, 27, 32), "medias · 40"),
        HandScene("Björn Ñ.", (23, 34, 5, 12), "28"),
        HandScene("Åse Øystein", (20, 3, 13, 33), "medias · 31"),
        HandScene("Аня", (9, 19, 28, 36)),
    ),
    pair_names=("Ñaki + Åse", "Los Órdago"),
    scores=(39, 33),
    target=40,
    target_words="a 40",
    games_words="Juegos 1–0",
    counts=(
        CountScene("Grande", "2", "R R R S", 0, (0, 10, 27, 32)),
        CountScene("Chica", "1", "1 1 1 4", 1, (9, 19, 28, 36)),
        CountScene("Pares", "5 + 2 + 2", "medias de reyes", 0, (0, 10, 27)),
        CountScene("Juego", "2 + 3 + 2", "31", 0, (20, 3, 13, 33)),
    ),
    mano=1,
)
WORST = "W" * 32


def test_a_table_looks_as_it_was_kept() -> None:
    golden("table", table_picture(PARES))


def test_a_showdown_looks_as_it_was_kept() -> None:
    golden("showdown", showdown_picture(COUNTED))


def test_tables_of_high_contrast_and_in_large_print_look_as_they_were_kept() -> None:
    golden("table_contrast", table_picture(PARES, contrast=True))
    golden("table_large", table_picture(PARES, size="large"))
    golden("showdown_contrast", showdown_picture(COUNTED, contrast=True))
    golden("showdown_large", showdown_picture(COUNTED, size="large"))


def test_pictures_of_a_table_are_landscape_and_small() -> None:
    for data in (
        table_picture(PARES),
        showdown_picture(COUNTED),
        table_picture(PARES, contrast=True, size="large"),
        showdown_picture(COUNTED, contrast=True, size="large"),
    ):
        image = opened(data)
        assert image.mode == "P"
        assert image.width == 1200
        assert 1.3 < image.width / image.height < 1.6
        assert len(data) <= 110 * 1024


def crowded() -> TableScene:
    seats = tuple(SeatScene(WORST, "órdago " * 9, "neutral", signal=True) for _ in range(4))
    return replace(
        PARES,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        pair_names=(WORST, WORST),
        scores=(59, 58),
        target=60,
        target_words=WORST,
        games_words=WORST,
        mano_word=WORST,
        turn_word=WORST,
        title="una y otra vez " * 9,
        detail=WORST,
        lances=tuple(LanceScene(WORST, WORST, winner=1) for _ in range(4)),
    )


def test_the_longest_words_stay_within_the_margin() -> None:
    counts = tuple(CountScene(WORST, WORST, WORST, 1, (0, 10)) for _ in range(4))
    hands = tuple(replace(hand, name=WORST, note=WORST) for hand in COUNTED.hands)
    full = replace(COUNTED, counts=counts, hands=(hands[0], hands[1], hands[2], hands[3]))
    for data in (table_picture(crowded()), table_picture(crowded(), size="large"), showdown_picture(full)):
        assert drawn_in_the_margin(seen(data)) == []


def test_nothing_on_a_table_lies_over_anything_else() -> None:
    boxes = {"board": BOARD, "chips": CHIPS, "scores": (48, 32, 1152, 152)}
    for seat, place in PLACES.items():
        boxes[f"face {seat}"] = (*place.face, place.face[0] + 116, place.face[1] + 116)
        boxes[f"plate {seat}"], boxes[f"bubble {seat}"] = place.plate, place.bubble
        for name, (x, y, end) in (("mano", place.mano), ("turn", place.turn)):
            left = {"l": x, "m": x - TAG_WIDTH // 2, "r": x - TAG_WIDTH}[end]
            boxes[f"{name} {seat}"] = (left, y, left + TAG_WIDTH, y + TAG_HEIGHT)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one} {a} lies over {other} {b}"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_mano_and_turn_are_seen_at_every_seat(seat: int) -> None:
    nobody = seen(table_picture(replace(PARES, mano=seat, turn=None)))
    asked = seen(table_picture(replace(PARES, mano=seat, turn=seat)))
    other = seen(table_picture(replace(PARES, mano=seat % 4 + 1, turn=None)))
    assert mean_difference(nobody, asked) > 0.5
    assert mean_difference(nobody, other) > 0.5


def test_every_part_of_a_scene_is_drawn() -> None:
    changed: dict[str, object] = {
        "seats": (*PARES.seats[:3], SeatScene("Dani")),
        "pair_names": ("Goierri", "Txapeldunak"),
        "scores": (12, 3),
        "target": 30,
        "target_words": "to 30",
        "games_words": "Games 0–2",
        "mano": 3,
        "mano_word": "Esku",
        "turn": 4,
        "turn_word": "Zure txanda",
        "title": "Juego",
        "detail": "",
        "lances": PARES.lances[:2],
    }
    before = table_picture(PARES)
    assert set(changed) == {field.name for field in fields(TableScene)}
    for name, value in changed.items():
        assert table_picture(replace(PARES, **{name: value})) != before, name  # type: ignore[arg-type]


def test_a_table_cannot_hold_a_card() -> None:
    names = {field.name for scene in (TableScene, SeatScene, LanceScene) for field in fields(scene)}
    assert not names & {"cards", "hand", "hands"}


def test_scores_from_nothing_to_the_target_can_be_drawn() -> None:
    for target in (20, 30, 40, 60):
        for score in (0, 1, 4, 5, target - 1, target, target + 7):
            assert opened(table_picture(replace(PARES, scores=(score, score), target=target))).size == (
                1200,
                800,
            )


def test_a_name_of_nothing_that_can_be_drawn_becomes_the_seat_number() -> None:
    blank, number = (
        replace(PARES, seats=(SeatScene(name), *PARES.seats[1:])) for name in ("\u200b\U0001f0cf", "#1")
    )
    assert table_picture(blank) == table_picture(number)


def test_threads_that_draw_at_once_draw_the_same() -> None:
    alone = table_picture(PARES)
    for cache in (stamps.words_stamp, stamps.rounded_stamp, stamps.polygon_stamp, fonts.font_at):
        cache.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(table_picture, [PARES] * 32)) == {alone}


def test_warming_up_draws_every_kind_of_picture() -> None:
    warm()


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="seat"):
        table_picture(replace(PARES, mano=5))
    with pytest.raises(ValueError, match="seat"):
        table_picture(replace(PARES, turn=5))
    with pytest.raises(ValueError, match="face"):
        table_picture(replace(PARES, seats=(SeatScene("Ane", face="frown"), *PARES.seats[1:])))
    with pytest.raises(ValueError, match="card"):
        showdown_picture(replace(COUNTED, hands=(HandScene("Ane", (40,)), *COUNTED.hands[1:])))
    with pytest.raises(ValueError, match="lances"):
        showdown_picture(replace(COUNTED, counts=COUNTED.counts * 2))
    with pytest.raises(ValueError, match="seat"):
        showdown_picture(replace(COUNTED, mano=0))
    with pytest.raises(ValueError, match="face"):
        face_picture("frown")


def test_a_card_that_won_four_lances_carries_four_numbers() -> None:
    all_four = tuple(replace(count, cards=COUNTED.hands[0].cards) for count in COUNTED.counts)
    golden("showdown_four", showdown_picture(replace(COUNTED, counts=all_four)))


@pytest.mark.parametrize("lances", range(1, 5))
def test_a_game_that_ended_early_leaves_no_empty_strip(lances: int) -> None:
    """The counted lances fill the foot of the picture, whatever their number."""
    picture = seen(showdown_picture(replace(COUNTED, counts=COUNTED.counts[:lances])))
    felt = NAMED["felt"]
    # Under the last row of counts, a row of pixels is felt; through it, the plates take nearly all of it.
    foot = [picture.getpixel((x, picture.height - 70)) for x in range(60, 1140)]
    assert foot.count(felt) < 40
    assert picture.height == (912 if lances > 2 else 812)


SIGNALS = (
    "two-kings", "three-kings", "two-aces", "three-aces", "medias", "duples", "thirty-one", "juego", "thirty",
    "twenty-nine", "blind", "cut", "bet",
)  # fmt: skip


def test_every_signal_of_the_rules_has_a_face() -> None:
    assert set(SIGNALS) <= set(face_names())


def test_a_signal_looks_unlike_every_other_at_the_size_of_a_telephone() -> None:
    small = {
        name: seen(face_picture(name)).crop((160, 20, 440, 280)).resize((56, 52)) for name in face_names()
    }
    for one, a in small.items():
        for other, b in small.items():
            if one < other:
                assert mean_difference(a, b) > 2.0, f"{one} and {other} are too alike"


def test_a_signal_is_told_from_an_emote_by_its_frame() -> None:
    red = NAMED["red"]
    framed, plain = (
        sum(count for count, colour in seen(data).getcolors(1 << 20) or [] if colour == red)
        for data in (face_picture("bet"), face_picture("bet", framed=False))
    )
    assert framed > 10_000
    assert plain == 0

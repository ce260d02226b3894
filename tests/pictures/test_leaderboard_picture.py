"""Leaderboards: who leads, by how much, and where the reader stands."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.pictures.leaderboard import LeaderboardScene, LeaderRow, leaderboard_picture
from musbot.pictures.lettering import width_of
from musbot.pictures.palette import NAMED
from musbot.pictures.plates import BETWEEN, names_room
from musbot.pictures.sprites import sprite, sprite_mask

from .looks import opened, pixels, seen
from .samples import LEADERS, PAIRS, WORST


def test_the_first_three_places_have_three_shapes() -> None:
    """Even in one colour: what the medals cover differs, and none is the plain disc of the rest."""
    shapes = {sprite_mask("medals", place).tobytes() for place in ("1", "2", "3")}
    assert len(shapes) == 3


def test_the_readers_own_row_is_told_by_its_ground_and_a_word() -> None:
    marked, plain = (
        pixels(seen(leaderboard_picture(scene)), NAMED["gold"])
        for scene in (LEADERS, replace(LEADERS, rows=tuple(replace(row, own=False) for row in LEADERS.rows)))
    )
    assert marked > plain + 40_000
    assert leaderboard_picture(LEADERS) != leaderboard_picture(replace(LEADERS, own_word="Yo"))


def test_the_readers_row_stands_at_the_foot_when_it_is_on_another_page() -> None:
    without = opened(leaderboard_picture(replace(PAIRS, own=None)))
    assert opened(leaderboard_picture(PAIRS)).height > without.height + 60


def test_a_rise_a_fall_and_neither_differ_by_shape() -> None:
    drawn = [
        seen(leaderboard_picture(replace(LEADERS, rows=(replace(LEADERS.rows[0], change=change),)))).convert(
            "1"
        )
        for change in (3, -3, 0, None)
    ]
    assert len({image.tobytes() for image in drawn}) == 4


def test_columns_that_nobody_fills_leave_their_room_to_the_names() -> None:
    long = LeaderRow(1, (WORST,), "1500")
    wide, narrow = (
        seen(leaderboard_picture(LeaderboardScene("x", (row,)))).crop((100, 178, 1100, 246))
        for row in (long, replace(long, second="±9", games="9", change=1))
    )
    assert pixels(wide, NAMED["white"]) > 1.5 * pixels(narrow, NAMED["white"])


def test_every_part_of_a_leaderboard_is_drawn() -> None:
    changed: dict[str, object] = {
        "title": "Otro", "rows": PAIRS.rows[:9], "detail": "9", "name_head": "N", "value_head": "V",
        "second_head": "S", "games_head": "G", "change_head": "C", "own_word": "Zu",
        "own": None, "note": "",
    }  # fmt: skip
    full = replace(
        PAIRS,
        rows=tuple(replace(row, second="±9", change=1) for row in PAIRS.rows),
    )
    before = leaderboard_picture(full)
    assert set(changed) == {field.name for field in fields(LeaderboardScene)}
    for name, value in changed.items():
        assert leaderboard_picture(replace(full, **{name: value})) != before, name  # type: ignore[arg-type]


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(ValueError, match="rows"):
        leaderboard_picture(replace(LEADERS, rows=LEADERS.rows * 2))
    with pytest.raises(ValueError, match="name"):
        leaderboard_picture(replace(LEADERS, own=LeaderRow(4, (), "1")))


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4), st.integers(20, 44), st.integers(300, 900))
def test_names_share_a_row_fairly(names: list[str], size: int, room: int) -> None:
    rooms = names_room(names, size, room)
    between = (len(names) - 1) * round(width_of(BETWEEN, size))
    assert sum(rooms) + between <= room
    fair = (room - between) // len(names)
    for share in rooms:
        assert share >= 0
    assert all(share <= fair for share in rooms) or max(rooms) <= room - between


def test_a_short_name_leaves_its_room_to_the_long_one() -> None:
    short, long = names_room(("Ane", "W" * 32), 36, 500)
    assert short < 100
    assert long > 350


def test_medals_are_of_the_shared_palette() -> None:
    assert sprite("medals", "1").size == (68, 68)

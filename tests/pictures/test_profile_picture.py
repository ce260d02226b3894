"""A player's profile and the curve on it."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.assets import asset
from musbot.pictures.build import BADGES
from musbot.pictures.curve import MOST_POINTS, CurveScene, scale, thinned
from musbot.pictures.palette import NAMED
from musbot.pictures.profile import BadgeScene, FactScene, ProfileScene, badge_names, profile_picture
from musbot.pictures.sprites import sprite

from .looks import pixels, seen
from .samples import NEWCOMER, PLAYER

LEVELS = st.floats(-1e6, 1e6)


def test_every_part_of_a_profile_is_drawn() -> None:
    changed: dict[str, object] = {
        "name": "Ane",
        "rating": "1768 ±48",
        "curve": replace(PLAYER.curve, points=PLAYER.curve.points[:-5]),
        "facts": PLAYER.facts[:2],
        "partners": NEWCOMER.partners,
        "opponents": NEWCOMER.opponents,
        "lances": NEWCOMER.lances,
        "best_title": "La mejor",
        "best_hand": (),
        "best_words": "medias",
        "badges_title": "Logros",
        "badges": PLAYER.badges[:3],
    }
    before = profile_picture(PLAYER)
    assert {*changed, "name_otherwise"} == {field.name for field in fields(ProfileScene)}
    for name, value in changed.items():
        assert profile_picture(replace(PLAYER, **{name: value})) != before, name  # type: ignore[arg-type]


def test_a_name_of_nothing_that_can_be_drawn_is_replaced() -> None:
    assert profile_picture(NEWCOMER) == profile_picture(replace(NEWCOMER, name="Player"))


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.5, 1.0, 7.0, -1.0])
def test_a_bar_is_as_long_as_its_share(share: float) -> None:
    lances = replace(PLAYER.lances, shares=(replace(PLAYER.lances.shares[0], share=share),))
    plain = replace(NEWCOMER, facts=(), lances=lances)
    green = pixels(seen(profile_picture(plain)), NAMED["green"])
    assert green == pytest.approx(min(1.0, max(0.0, share)) * 112 * 22, rel=0.1, abs=40)


def test_a_rise_and_a_fall_are_told_by_shape() -> None:
    grey = [
        seen(profile_picture(replace(NEWCOMER, facts=(FactScene("", "", rise),)))).convert("1").tobytes()
        for rise in (1, 0, -1)
    ]
    assert len(set(grey)) == 3


def test_every_badge_has_a_drawing_and_they_differ_even_in_grey() -> None:
    assert badge_names() == BADGES
    assert {path.stem for path in asset("badges").glob("*.svg")} == set(BADGES)
    small = {name: sprite("badges", name).resize((33, 33)).tobytes() for name in BADGES}
    for one, other in combinations(BADGES, 2):
        unlike = sum(a != b for a, b in zip(small[one], small[other], strict=True)) / (33 * 33)
        assert unlike > 0.15, f"{one} and {other}"


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="badge"):
        profile_picture(replace(PLAYER, badges=(BadgeScene("moon", "Luna"),)))
    with pytest.raises(ValueError, match="card"):
        profile_picture(replace(PLAYER, best_hand=(40,)))
    with pytest.raises(ValueError, match="order"):
        profile_picture(replace(PLAYER, curve=CurveScene(((2, 1500), (1, 1600)))))


@given(LEVELS, LEVELS)
def test_a_scale_has_a_few_even_lines_round_all_values(one: float, other: float) -> None:
    low, high = sorted((one, other))
    lines = scale(low, high)
    assert lines[0] <= low
    assert lines[-1] >= high
    assert 2 <= len(lines) <= 6
    assert len({b - a for a, b in pairwise(lines)}) == 1


@given(st.integers(2, 5000), st.integers(0, 4999))
def test_a_long_curve_keeps_its_ends_and_its_peak(count: int, peak: int) -> None:
    points = tuple((float(place), 9.0 if place == peak % count else 1.0) for place in range(count))
    kept = thinned(points)
    assert len(kept) <= MOST_POINTS + 2
    assert {points[0], points[-1], points[peak % count]} <= set(kept)
    assert kept == tuple(sorted(kept))


def test_a_flat_curve_and_points_of_one_time_are_drawn() -> None:
    for points in (((0, 1500), (1, 1500)), ((3, 1500), (3, 1600), (3, 1400)), ((0, 1),)):
        assert profile_picture(replace(PLAYER, curve=CurveScene(points)))

"""Brackets, standings, schedules and podiums."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.pictures.bracket import (
    HIGHEST,
    MATCHES,
    ROUNDS,
    BracketScene,
    MatchScene,
    RoundScene,
    SectionScene,
    SideScene,
    bracket_pages,
    bracket_picture,
)
from musbot.pictures.palette import NAMED
from musbot.pictures.plates import name_lines
from musbot.pictures.podium import PodiumScene, StepScene, podium_picture
from musbot.pictures.schedule import PairingScene, ScheduleScene, schedule_picture
from musbot.pictures.standings import (
    RESULTS,
    GroupScene,
    GroupsScene,
    StandingRow,
    StandingsScene,
    groups_pages,
    groups_picture,
    standings_picture,
)

from .looks import opened, pixels, seen
from .samples import BYES, CUP, DOUBLE, EVENING, FOUR_GROUPS, SIXTY_FOUR, SWISS, THIRTY_TWO, WINNERS, tree


def matches(scene: BracketScene) -> list[MatchScene]:
    return [
        match
        for section in scene.sections
        for one in section.rounds
        for match in one.matches
        if match is not None
    ]


def test_thirty_two_pairs_are_one_page_and_more_are_several() -> None:
    assert len(bracket_pages(THIRTY_TWO)) == 1
    assert len(bracket_pages(SIXTY_FOUR)) == 3
    assert [page.detail for page in bracket_pages(SIXTY_FOUR)] == [f"3 jokotara · {n}/3" for n in (1, 2, 3)]
    assert len(bracket_pages(DOUBLE)) == 1


@given(st.integers(1, 8), st.integers(0, 8), st.booleans())
def test_every_match_is_on_a_page_and_every_page_can_be_drawn(size: int, played: int, losers: bool) -> None:
    rounds = [
        RoundScene(
            f"R{number}",
            tuple(
                MatchScene(SideScene((f"{number}.{place}",), won=number < played), SideScene())
                for place in range(1 << (size - 1 - number))
            ),
        )
        for number in range(size)
    ]
    if losers:  # as many matches again, before half of them
        rounds = [one for one in rounds for _ in range(2)]
    scene = BracketScene("x", (SectionScene(tuple(rounds)),))
    pages = bracket_pages(scene)
    assert set(matches(scene)) == {match for page in pages for match in matches(page)}
    for page in pages:
        for section in page.sections:
            assert 1 <= len(section.rounds) <= ROUNDS
            assert all(1 <= len(one.matches) <= MATCHES for one in section.rounds)
            counts = [len(one.matches) for one in section.rounds]
            assert all(other in (one, (one + 1) // 2) for one, other in pairwise(counts))


def test_pages_are_no_higher_than_a_telephone_shows_well() -> None:
    for scene in (CUP, THIRTY_TWO, SIXTY_FOUR, DOUBLE, BYES):
        for page in bracket_pages(scene):
            assert opened(bracket_picture(page)).height <= HIGHEST + 40


def test_who_won_is_told_by_a_field_round_the_score() -> None:
    one, other = SideScene(("Ane",), "2"), SideScene(("Beñat",), "0")
    drawn = [
        seen(bracket_picture(BracketScene("x", (SectionScene((RoundScene("", (match,)),)),)))).convert("1")
        for match in (
            MatchScene(one, other),
            MatchScene(replace(one, won=True), other),
            MatchScene(one, replace(other, won=True)),
            MatchScene(one, replace(other, own=True)),
            MatchScene(one, other, live=True),
        )
    ]
    assert len({image.tobytes() for image in drawn}) == 5


def test_a_note_gives_way_to_the_score() -> None:
    def drawn(match: MatchScene) -> bytes:
        return bracket_picture(BracketScene("x", (SectionScene((RoundScene("", (match,)),)),)))

    match = MatchScene(SideScene(("Ane",)), SideScene(("Beñat",)), "21:00")
    assert drawn(match) != drawn(replace(match, note="T1"))
    done = replace(match, one=SideScene(("Ane",), "2", won=True))
    assert drawn(done) == drawn(replace(done, note="T1"))


def test_the_trophy_stands_over_a_final_that_is_won() -> None:
    won, open_ = (
        seen(bracket_picture(BracketScene("x", (SectionScene(tree(8, played), trophy=True),))))
        for played in (3, 2)
    )
    foot = (154, 83, 16)
    assert pixels(open_, foot) == 0 < pixels(won, foot)


def test_what_is_no_bracket_is_refused() -> None:
    match = MatchScene(SideScene(), SideScene())
    with pytest.raises(ValueError, match="bracket_pages"):
        bracket_picture(BracketScene("x", (SectionScene((RoundScene("", (match,) * 17),)),)))
    rounds = (RoundScene("", (match,) * 4), RoundScene("", (match,)))
    with pytest.raises(ValueError, match="lead"):
        bracket_picture(BracketScene("x", (SectionScene(rounds),)))
    with pytest.raises(ValueError, match="evenly"):
        bracket_pages(BracketScene("x", (SectionScene((RoundScene("", (match,) * 34),)),)))


def test_every_part_of_the_standings_is_drawn() -> None:
    changed: dict[str, object] = {
        "title": "Suizo", "rows": SWISS.rows[:4], "detail": "ronda 4", "name_head": "Pareja", "form_head": "Racha",
        "points_head": "Puntos", "break_heads": ("A", "B", "C"), "note": "Empates",
    }  # fmt: skip
    before = standings_picture(SWISS)
    assert set(changed) == {field.name for field in fields(StandingsScene)}
    for name, value in changed.items():
        assert standings_picture(replace(SWISS, **{name: value})) != before, name  # type: ignore[arg-type]
    for flag in ("through", "out", "own"):
        row = replace(SWISS.rows[5], **{flag: True})  # type: ignore[arg-type]
        assert standings_picture(replace(SWISS, rows=(*SWISS.rows[:5], row, *SWISS.rows[6:]))) != before, flag


def test_results_differ_by_shape_on_either_ground() -> None:
    for own in (False, True):
        drawn = {
            seen(
                standings_picture(
                    replace(SWISS, rows=(StandingRow(4, ("Ane",), "1", form=(result,), own=own),))
                )
            )
            .convert("1")
            .tobytes()
            for result in RESULTS
        }
        assert len(drawn) == len(RESULTS)


def test_what_are_no_standings_is_refused() -> None:
    row = SWISS.rows[0]
    for rows in ((row,) * 13, (replace(row, names=()),), (replace(row, breaks=("",) * 4),)):
        with pytest.raises(ValueError, match=r"rows|name|tie"):
            standings_picture(replace(SWISS, rows=rows))
    with pytest.raises(ValueError, match="result"):
        standings_picture(replace(SWISS, rows=(replace(row, form=("draw",)),)))
    with pytest.raises(ValueError, match="groups"):
        groups_picture(replace(FOUR_GROUPS, groups=()))
    with pytest.raises(ValueError, match="group"):
        groups_picture(replace(FOUR_GROUPS, groups=(GroupScene("A", "", (row,) * 9),)))


@given(st.lists(st.integers(1, 8), min_size=1, max_size=30))
def test_all_groups_are_on_pages_in_their_order(sizes: list[int]) -> None:
    groups = tuple(
        GroupScene(str(number), "", (StandingRow(1, ("Ane",), "0"),) * size)
        for number, size in enumerate(sizes)
    )
    pages = groups_pages(GroupsScene("x", groups))
    assert [group for page in pages for group in page.groups] == list(groups)
    for page in pages:
        assert 1 <= len(page.groups) <= 8


def test_a_round_shows_who_won_who_plays_and_where_the_reader_is() -> None:
    row = PairingScene("T1", ("Ane",), ("Beñat", "Carla"), "2–1")
    drawn = {
        seen(schedule_picture(ScheduleScene("x", (shown,)))).convert("1").tobytes()
        for shown in (row, *(replace(row, winner=side) for side in (0, 1)), replace(row, own=0), replace(row, own=1),
                      replace(row, live=True), replace(row, other=()))
    }  # fmt: skip
    assert len(drawn) == 7
    with pytest.raises(ValueError, match="meetings"):
        schedule_picture(replace(EVENING, pairings=EVENING.pairings * 3))


def test_a_podium_has_one_to_three_steps_of_one_or_two() -> None:
    for steps in ((), WINNERS.steps * 2, (StepScene(()),), (StepScene(("a", "b", "c")),)):
        with pytest.raises(ValueError, match=r"step"):
            podium_picture(replace(WINNERS, steps=steps))
    heights = [
        pixels(seen(podium_picture(PodiumScene("x", WINNERS.steps[:count]))), NAMED["night"])
        for count in (1, 2, 3)
    ]
    assert heights == sorted(set(heights))


def test_two_names_that_do_not_fit_stand_under_each_other() -> None:
    assert len(name_lines(("Ane", "Beñat"), 34, 400)) == 1
    upper, lower = name_lines(("Goierri Txapeldunak", "Ñaki Etxeberría"), 34, 400)
    assert upper.below < 0 < lower.below
    assert (upper.names, lower.names) == (("Goierri Txapeldunak",), ("Ñaki Etxeberría",))
    assert len(name_lines(("W" * 32,), 34, 100)) == 1

"""Leaderboards: who is on them, in what order, page by page, and how they are looked up."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club import seasons
from musbot.club.boards import ACTIVE, ROWS, Boards, Choice
from musbot.club.profiles import Badge, Milestone, Profiles
from musbot.club.rating import Strength
from musbot.club.ratings import Ratings
from musbot.game.tally import Feat
from musbot.store import Store, standings
from musbot.store.ratings import Unit
from musbot.store.schema import result_people as seats
from musbot.store.schema import standings as table
from musbot.store.standings import Anchor, BoardQuery
from tests.club.evenings import DAY, GUILD, HOUR, MONDAY, Played, evening, play

ALL = Choice("e", "p", "r", "a")
READER = 1000


async def crowd(store: Store, sizes: range, **more: Any) -> None:
    """Players of everywhere and all time; the number of each is how strong they are."""
    rows = []
    for person in sizes:
        strength = Strength(20 + person / 10, 2.0)
        values = {
            "season_id": 0,
            "guild_id": 0,
            "person_id": person,
            "partner_id": 0,
            "pair": False,
            "name": f"Player {person}",
            "partner_name": "",
            "mu": strength.mu,
            "sigma": strength.sigma,
            "sure": strength.sure,
            "games": 5,
            "won": person % 6,
            "stones": person,
            "ordagos": 0,
            "last_at": MONDAY,
        }
        rows.append(values | more)

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(insert(table), rows)

    await store.write(write)


@pytest.fixture
def boards(store: Store) -> Boards:
    return Boards(store, Ratings(store, clock=lambda: MONDAY))


def people(page: Any) -> list[int]:
    return [row.unit.person_id for _, row in page.rows]


async def test_page_by_page_forward_and_back(store: Store, boards: Boards) -> None:
    await crowd(store, range(1, 36))
    page = await boards.page(ALL, None, None, MONDAY)
    seen = [people(page)]
    assert page.earlier is None
    while page.later is not None:
        page = await boards.page(ALL, None, None, MONDAY, page.later)
        seen.append(people(page))
    assert [each for some in seen for each in some] == list(range(35, 0, -1))
    assert [place for place, _ in page.rows] == [31, 32, 33, 34, 35]
    back = [people(page)]
    while page.earlier is not None:
        page = await boards.page(ALL, None, None, MONDAY, page.earlier)
        assert page.rows[0][0] == 36 - people(page)[0], "places are those of the way forward"
        back.append(people(page))
    assert back[::-1] == seen


async def test_the_readers_place_is_always_told_and_a_button_away(store: Store, boards: Boards) -> None:
    await crowd(store, range(1, 36))
    page = await boards.page(ALL, None, 7, MONDAY)
    assert page.own is not None
    assert page.own.unit == Unit(7)
    assert page.own_place == 29
    own = await boards.page(ALL, None, 7, MONDAY, page.to_own)
    assert own.rows[0][0] == 29
    assert people(own)[0] == 7
    assert own.to_own is None


async def test_equal_numbers_are_on_one_page_each(store: Store, boards: Boards) -> None:
    await crowd(store, range(1, 36))
    won = ALL._replace(by="w")
    page = await boards.page(won, None, None, MONDAY)
    seen = people(page)
    while page.later is not None:
        page = await boards.page(won, None, None, MONDAY, page.later)
        seen += people(page)
    assert sorted(seen) == list(range(1, 36))
    assert len(seen) == 35


async def test_ghosts_and_newcomers_are_not_placed_but_know_where_they_stand(
    store: Store, boards: Boards
) -> None:
    await crowd(store, range(1, 6))
    await crowd(store, range(100, 101), last_at=MONDAY - ACTIVE - DAY)
    await crowd(store, range(200, 201), games=2)
    for reader in (100, 200):
        page = await boards.page(ALL, None, reader, MONDAY)
        assert people(page) == [5, 4, 3, 2, 1]
        assert page.own is not None
        assert page.own_place is None
    assert (await boards.page(ALL, None, 300, MONDAY)).own is None
    stones = await boards.page(ALL._replace(by="s"), None, None, MONDAY)
    assert people(stones) == [200, 5, 4, 3, 2, 1], "stones are counted from the first game on"


async def test_who_has_several_pairs_stands_with_the_best_that_is_on_the_leaderboard(
    store: Store, boards: Boards
) -> None:
    pair = {"partner_id": READER, "pair": True, "partner_name": "Reader"}
    await crowd(store, range(900, 901), last_at=MONDAY - 2 * ACTIVE, **pair)
    choice = Choice("e", "q", "r", "a")
    page = await boards.page(choice, None, READER, MONDAY)
    assert page.own is not None
    assert (page.own.unit, page.own_place) == (Unit(900, READER), None)
    await crowd(store, range(100, 101), **pair)
    page = await boards.page(choice, None, READER, MONDAY)
    assert page.own is not None
    assert (page.own.unit, page.own_place) == (Unit(100, READER), 1)


async def test_a_server_a_season_and_pairs_have_leaderboards_of_their_own(
    store: Store, boards: Boards
) -> None:
    await play(
        store, *evening((1, 2, 3, 4), "AAAA"), *evening((5, 6, 7, 8), "AAAA", MONDAY + DAY, guild=GUILD + 1)
    )
    everyone = await boards.page(Choice("e"), GUILD, 1, MONDAY)
    here = await boards.page(Choice("s"), GUILD, 1, MONDAY)
    pairs = await boards.page(Choice("s", "q"), GUILD, 4, MONDAY)
    assert sorted(people(everyone)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sorted(people(here)) == [1, 2, 3, 4]
    assert set(people(here)[:2]) == {1, 3}
    assert [row.names for _, row in pairs.rows] == [("Player 1", "Player 3"), ("Player 2", "Player 4")]
    assert pairs.own is not None
    assert pairs.own.unit == Unit.pair(2, 4)
    assert here.season is not None
    assert seasons.name(here.season.starts_at, here.season.ends_at) == "2026 Q4"


async def test_the_hall_of_fame_keeps_the_first_of_each_season(store: Store) -> None:
    now = MONDAY
    ratings = Ratings(store, clock=lambda: now)
    boards = Boards(store, ratings)
    await play(store, *evening((1, 2, 3, 4), "AAAA"))
    assert await boards.hall_of_fame(GUILD) == []
    now = MONDAY + 90 * DAY
    await ratings.catch_up()
    await ratings.close_seasons()
    await play(store, Played((2, 1, 4, 3), "A", now))
    await ratings.catch_up()
    (page,) = await boards.hall_of_fame(GUILD)
    assert {row.unit.person_id for _, row in page.rows[:2]} == {1, 3}
    assert (await boards.page(Choice(by="w"), GUILD, None, now)).rows[0][1].games == 1, "a new season"


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("key", ["sure", "won", "stones", "ordagos"])
async def test_no_leaderboard_is_read_whole(store: Store, key: Any) -> None:
    """The plans that SQLite makes: each of them seeks in an index, and nothing is sorted."""
    board = BoardQuery(0, 0, False, key, 3, MONDAY)
    anchor = Anchor(1500.0, 7, 0)
    pairs = BoardQuery(0, 0, True, key, 3, MONDAY)
    index = f"ix_standings_{key}"
    queries = {
        "page": (standings.page_query(board, ROWS), index),
        "after": (standings.page_query(board, ROWS, after=anchor), index),
        "before": (standings.page_query(board, ROWS, before=anchor), index),
        "place": (standings.ahead_query(board, anchor), f"COVERING INDEX {index}"),
        "own": (standings.own_queries(board, 7)[0], "PRIMARY KEY"),
        "own pairs": (standings.own_queries(pairs, 7)[0], "PRIMARY KEY"),
        "own pairs, as the second": (standings.own_queries(pairs, 7)[1], "ix_standings_partner_id"),
    }
    for name, (query, used) in queries.items():
        sql = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        plan = await store.read(lambda c, sql=sql: c.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}"))  # type: ignore[misc]
        told = " / ".join(row[3] for row in plan)
        assert "SEARCH standings USING" in told, (name, told)
        assert used in told, (name, told)
        assert "TEMP B-TREE" not in told, (name, told)
        assert "SCAN" not in told, (name, told)


async def test_a_profile_knows_with_whom_somebody_wins(store: Store) -> None:
    await play(store, *evening((1, 2, 3, 4), "AAB"), *evening((1, 3, 2, 4), "B", at=MONDAY + DAY))

    profile = await Profiles(store, Ratings(store)).get(1)

    assert [(each.person_id, each.games, each.won) for each in profile.partners] == [(3, 3, 2), (2, 1, 0)]
    assert [(each.person_id, each.games, each.won) for each in profile.opponents] == [
        (4, 4, 2),
        (2, 3, 2),
        (3, 1, 0),
    ]


async def test_a_profile_calls_the_others_what_they_were_called_last(store: Store) -> None:
    async def rename(connection: AsyncConnection) -> None:
        last = select(func.max(seats.c.result_id)).scalar_subquery()
        renamed = {2: "Anew", 3: "Zoe"}
        for person, name in renamed.items():
            here = (seats.c.result_id == last, seats.c.person_id == person)
            await connection.execute(update(seats).where(*here).values(name=name))

    await play(store, *evening((1, 2, 3, 4), "AA"), *evening((1, 3, 2, 4), "A", at=MONDAY + DAY))
    await store.write(rename)
    profile = await Profiles(store, Ratings(store)).get(1)
    assert [each.name for each in profile.partners] == ["Zoe", "Anew"]
    assert [each.name for each in profile.opponents] == ["Player 4", "Anew", "Zoe"]


async def test_whoever_has_played_for_years_keeps_their_games_and_badges(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musbot.store.profiles.MOST_GAMES", 2)
    await play(store, *evening((1, 2, 3, 4), "BABB"))
    first = select(func.min(seats.c.result_id)).scalar_subquery()
    feat = update(seats).where(seats.c.result_id == first, seats.c.person_id == 1)
    await store.write(lambda c: c.execute(feat.values(tally='{"feats":["four-kings"]}')))
    profile = await Profiles(store, Ratings(store)).get(1)
    assert (profile.games, profile.won, profile.streak) == (4, 1, -2)
    assert profile.badges == (
        Badge(Feat.FOUR_KINGS, MONDAY),
        Badge(Milestone.FIRST_WIN, MONDAY + HOUR),
    )


def test_seasons_are_pieces_of_the_calendar() -> None:
    names = [seasons.name(*seasons.bounds(MONDAY, months)) for months in seasons.LENGTHS]
    assert names == [
        "2026-11",
        "2026-11 – 2026-12",
        "2026 Q4",
        "2026-09 – 2026-12",
        "2026-07 – 2026-12",
        "2026",
    ]
    for months in seasons.LENGTHS:
        starts_at, ends_at = seasons.bounds(MONDAY, months)
        assert starts_at <= MONDAY < ends_at
        assert seasons.bounds(ends_at, months)[0] == ends_at
    with pytest.raises(ValueError, match="5"):
        seasons.bounds(MONDAY, 5)

"""Ratings: what counts, for whom and how much; and that the same games always give the same numbers."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from musbot.club.rating import Strength, noise_of, rate, reset, weight_of
from musbot.club.ratings import Ratings
from musbot.club.seasons import ALL_TIME
from musbot.store import Store, results, seasons
from musbot.store.ratings import EVERYWHERE
from tests.club.evenings import DAY, GUILD, MONDAY, Played, evening, everything, play, rows_of
from tests.conftest import Databases

ANE, BEÑAT, CARLA, DANI, EDU, FERMIN = range(101, 107)
FOUR = (ANE, BEÑAT, CARLA, DANI)
NEW = Strength()


async def standing(store: Store, person: int, **where: Any) -> dict[str, Any]:
    """How a player stands, of all time and everywhere unless something else is asked for."""
    those = {"season_id": ALL_TIME, "guild_id": EVERYWHERE, "partner_id": 0} | where
    (row,) = rows_of((await everything(store))["standings"], person_id=person, **those)
    return row


def strength(row: dict[str, Any]) -> Strength:
    return Strength(row["mu"], row["sigma"])


def test_who_has_never_played_is_shown_with_a_question_mark() -> None:
    assert str(NEW) == "1500 ± 200 ?"
    assert not Strength(30, 4).is_provisional
    assert str(Strength(30, 2.5)) == "1620 ± 60"


def test_the_winners_rise_and_the_losers_fall_and_all_are_surer() -> None:
    winners, losers = rate(((NEW, NEW), (NEW, NEW)), 0)
    assert all(each.mu > 0 and each.sigma < 1 for each in winners)
    assert all(each.mu < 0 and each.sigma < 1 for each in losers)


def test_a_longer_match_counts_more() -> None:
    shifts = [rate(((NEW, NEW), (NEW, NEW)), 0, noise_of(40, games))[0][0].mu for games in (1, 3, 5)]
    assert shifts == sorted(shifts)
    assert len(set(shifts)) == 3
    assert noise_of(20, 1) > noise_of(40, 1)


def test_the_same_four_in_one_day_count_less_and_less() -> None:
    weights = [weight_of(earlier) for earlier in range(100)]
    assert weights[:3] == [1, pytest.approx(2 / 3), 1 / 2]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) < 10


def test_a_season_begins_half_way_back() -> None:
    strong = Strength(35, 2)
    after = reset(strong)
    assert after.mu == 30
    assert strong.sigma < after.sigma < NEW.sigma


async def test_a_rated_game_changes_four_players_and_two_pairs(store: Store) -> None:
    await play(store, Played(FOUR, stones=(44, 21), ordagos=(1, 0, 0, 0)))
    assert await Ratings(store).catch_up() == 1
    ane, dani = await standing(store, ANE), await standing(store, DANI)
    assert ane["mu"] > 25 > dani["mu"]
    assert (ane["games"], ane["won"], ane["stones"], ane["ordagos"]) == (1, 1, 44, 1)
    assert (dani["games"], dani["won"], dani["stones"], dani["ordagos"]) == (1, 0, 21, 0)
    pair = await standing(store, ANE, partner_id=CARLA)
    assert (pair["won"], pair["stones"], pair["ordagos"]) == (1, 44, 1)
    assert pair["pair"]
    assert (await standing(store, ANE, guild_id=GUILD))["mu"] == ane["mu"], "one rating everywhere"
    assert (await standing(store, ANE, season_id=1))["games"] == 1
    assert await Ratings(store).catch_up() == 0, "once is enough"


@pytest.mark.parametrize("kind", ["unrated"])
async def test_what_is_not_rated_changes_nothing(store: Store, kind: Any) -> None:
    await play(store, Played(FOUR, kind=kind))
    await Ratings(store).catch_up()
    assert await everything(store) == {"changes": [], "standings": []}


async def test_who_leaves_has_lost_and_nobody_else(store: Store) -> None:
    await play(store, Played(FOUR, winner="A", left=(1,)))
    await Ratings(store).catch_up()
    ane = await standing(store, ANE)
    assert ane["mu"] < 25
    assert (ane["games"], ane["won"]) == (1, 0)
    found = (await everything(store))["standings"]
    assert {row["person_id"] for row in found} == {ANE}
    assert {row["partner_id"] for row in found} == {0}, "the pair has not left"


async def test_a_long_evening_of_the_same_four_is_damped(store: Store) -> None:
    await play(store, *evening(FOUR, "A" * 6))
    await Ratings(store).catch_up()
    changes = rows_of((await everything(store))["changes"], person_id=ANE, partner_id=0, season_id=ALL_TIME)
    shifts = [row["mu_shift"] for row in sorted(changes, key=lambda row: row["result_id"])]
    assert shifts == sorted(shifts, reverse=True)
    assert shifts[5] < shifts[0] / 3


async def test_the_next_day_they_count_in_full_again(store: Store) -> None:
    await play(store, *evening(FOUR, "AB"), *evening(FOUR, "A", at=MONDAY + DAY))
    ratings = Ratings(store)
    await ratings.catch_up(batch=1)
    changes = rows_of((await everything(store))["changes"], person_id=ANE, partner_id=0, season_id=ALL_TIME)
    first, second, third = [abs(row["mu_shift"]) for row in sorted(changes, key=lambda row: row["result_id"])]
    assert second < first
    assert third > second


async def test_a_void_game_never_was_and_can_be_put_in_again(store: Store, databases: Databases) -> None:
    games = [*evening(FOUR, "ABA"), Played((ANE, EDU, BEÑAT, FERMIN), "B", MONDAY + DAY)]
    tables = await play(store, *games)
    ratings = Ratings(store)
    await ratings.catch_up()
    before = await everything(store)
    for table_id in tables:
        assert (await ratings.void(table_id)) is not None
        after = await everything(store)
        assert after != before
        async with databases() as database, await Store.open(database) as other:
            await play(
                other, *[game for game, number in zip(games, tables, strict=True) if number != table_id]
            )
            await Ratings(other).catch_up()
            assert numbers(after) == numbers(await everything(other)), "as if it had not been played"
        await ratings.restore(table_id)
        assert await everything(store) == before
    assert await ratings.void(999) is None


def numbers(found: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The standings, without what depends on how many games were written."""
    return found["standings"]


async def test_a_new_season_starts_half_way_back_and_the_old_one_stays(store: Store) -> None:
    now = MONDAY
    ratings = Ratings(store, clock=lambda: now)
    await play(store, *evening(FOUR, "AAAA"))
    await ratings.catch_up()
    old = await standing(store, ANE, season_id=1)
    assert await ratings.close_seasons() == []

    now = MONDAY + 90 * DAY
    (closed,) = await ratings.close_seasons()
    assert closed.season_id == 1
    assert await ratings.close_seasons() == [], "once is enough"
    season = await ratings.season()
    assert season.starts_at == closed.ends_at

    await play(store, Played(FOUR, "A", now))
    await ratings.catch_up()
    new = await standing(store, ANE, season_id=season.season_id)
    assert new["games"] == 1
    assert new["sigma"] > old["sigma"]
    assert await standing(store, ANE, season_id=1) == old, "the hall of fame"
    assert (await standing(store, ANE))["games"] == 5


async def test_an_erased_player_takes_their_rating_along_and_leaves_those_of_others(store: Store) -> None:
    tables = await play(store, *evening(FOUR, "AAB"), Played((BEÑAT, CARLA, EDU, DANI), "B", MONDAY + DAY))
    ratings = Ratings(store)
    await ratings.catch_up()
    before = await everything(store)

    await store.erase_person(ANE)

    after = await everything(store)
    of_ane = {ANE}
    expected = [row for row in before["standings"] if not of_ane & {row["person_id"], row["partner_id"]}]
    assert after["standings"] == expected
    await ratings.recompute()
    again = await everything(store)
    assert close(again["standings"], expected)
    await ratings.recompute()
    assert await everything(store) == again, "and so for ever"
    await ratings.void(tables[0])
    await ratings.restore(tables[0])
    assert await everything(store) == again


def close(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> bool:
    """Whether two lists of rows are the same, but for the last bit of a number."""
    return len(found) == len(expected) and all(
        mine.keys() == other.keys()
        and all(
            math.isclose(mine[name], other[name], rel_tol=1e-12)
            if isinstance(mine[name], float)
            else mine[name] == other[name]
            for name in mine
        )
        for mine, other in zip(sorted(found, key=by_key), sorted(expected, key=by_key), strict=True)
    )


def by_key(row: dict[str, Any]) -> tuple[int, ...]:
    return tuple(row[name] for name in ("season_id", "guild_id", "person_id", "partner_id"))


PEOPLE = st.lists(st.sampled_from(range(101, 108)), min_size=4, max_size=4, unique=True)
GAMES = st.lists(
    st.builds(
        lambda people, winner, day, left, best_of, target: Played(
            tuple(people), winner, MONDAY + day * DAY, left=left, best_of=best_of, target=target
        ),
        PEOPLE,
        st.sampled_from("AB"),
        st.integers(0, 200),
        st.sampled_from([(), (), (), (), (2,), (1, 3), (1, 2)]),
        st.sampled_from((1, 3, 5)),
        st.sampled_from((20, 40, 60)),
    ),
    min_size=1,
    max_size=8,
)


@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # each example takes a while: no shrinking
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(games=GAMES, batch=st.integers(2, 9), data=st.data())
async def test_whatever_was_played_recomputing_and_putting_in_again_change_nothing(
    databases: Databases, games: list[Played], batch: int, data: st.DataObject
) -> None:
    async with databases() as database, await Store.open(database) as store:
        tables = await play(store, *games)
        ratings = Ratings(store)
        await ratings.catch_up(batch)
        before = await everything(store)
        for row in before["standings"]:
            assert math.isfinite(row["mu"])
            assert abs(row["mu"] - 25) < 60, "no rating runs away"
            assert 0 < row["sigma"] < 9
        await ratings.recompute()
        assert await everything(store) == before
        chosen = data.draw(st.lists(st.sampled_from(tables), min_size=1, max_size=2, unique=True))
        for table_id in chosen:
            await ratings.void(table_id)
        voided = await everything(store)
        await ratings.recompute()
        assert await everything(store) == voided
        for table_id in data.draw(st.permutations(chosen)):
            await ratings.restore(table_id)
        assert await everything(store) == before


async def test_a_hundred_wins_in_a_row_end_somewhere(store: Store) -> None:
    believed = [NEW] * 4
    for _ in range(2000):
        (a, c), (b, d) = rate(((believed[0], believed[2]), (believed[1], believed[3])), 0)
        believed = [each.after(shift) for each, shift in zip(believed, (a, b, c, d), strict=True)]
    assert all(math.isfinite(each.mu) and 0.1 < each.sigma < 9 for each in believed)
    assert believed[0].shown < 3000


async def test_results_are_kept_in_the_order_in_which_they_count(store: Store) -> None:
    await play(store, *evening(FOUR, "AB"))
    found = await store.read(lambda connection: results.last_of(connection, ANE, 10))
    assert [each.result_id for each in found] == [2, 1]
    assert [each.name for each in found[0].seated()] == [
        "Player 101",
        "Player 102",
        "Player 103",
        "Player 104",
    ]


async def test_a_season_that_was_not_written_is_begun_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings = Ratings(store, clock=lambda: MONDAY)
    await play(store, *evening(FOUR, "AB"))

    async def full_disk(*_: object) -> None:
        raise OSError("no space left on the device")

    with monkeypatch.context() as patch:
        patch.setattr(results, "mark_counted", full_disk)
        with pytest.raises(OSError, match="no space"):
            await ratings.catch_up()
    await ratings.catch_up()
    begun = await store.read(lambda connection: seasons.at(connection, MONDAY))
    assert begun is not None
    assert (await standing(store, ANE, season_id=begun.season_id))["games"] == 2


async def test_nobody_waits_until_everything_is_counted_again(store: Store) -> None:
    ratings = Ratings(store)
    await play(store, *evening(FOUR, "AB"))
    async with ratings._counting:
        assert await ratings.catch_up(patience=0) == 0, "somebody counts already"
    assert await ratings.catch_up(batch=1, patience=0) == 1
    assert (await standing(store, ANE))["games"] == 1
    assert await ratings.catch_up() == 1, "the rest"

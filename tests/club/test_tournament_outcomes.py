"""What a table says of its meeting: by the cards, by who has left, by who leads."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from musbot.club.tournament import Result
from musbot.club.tournament.outcome import leader, outcome, stands
from musbot.game import Options
from musbot.store import Store
from musbot.table import Person, Status, Table, Tables
from tests.club.running import Clock
from tests.game.playing import random_action
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    DANI,
    GUILD,
    STRANGER,
    chance,
    do_something,
    play_to_the_end,
)

MODERATOR = Person(777, "Moderator", moderator=True)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    return Tables(store, chance(), clock)


async def playing(tables: Tables, seconds: int = 0, games: Literal[1, 3] = 1) -> Table:
    """Four friends who have just begun: Ane and Carla are the first side."""
    rules = Options(target=20, games=games)
    table_id = (await tables.open(ANE, GUILD, CHANNEL, rules, clock=seconds)).table_id
    for person in (BEÑAT, CARLA, DANI):
        change = await tables.join(table_id, person)
    return change.after


async def test_who_wins_the_match_wins_the_meeting_with_all_stones_of_all_games(tables: Tables) -> None:
    table = (await play_to_the_end(tables, await playing(tables, games=3), Random(1))).after
    result = outcome(table)
    assert result is not None
    assert result.is_played
    assert "AB"[result.winner or 0] == table.playing.winner
    assert max(result.games) == 2
    ends = [deal.scores for deal in table.playing.deals if deal.game_winner]
    assert len(ends) == sum(result.games)
    assert result.stones == (sum(each[0] for each in ends), sum(each[1] for each in ends))


async def test_who_has_left_for_good_has_lost_though_the_ai_player_has_won(tables: Tables) -> None:
    seen = set()
    for seed in range(6):
        table = await playing(tables)
        await tables.leave(table.table_id, ANE)
        table = (await play_to_the_end(tables, await tables.get(table.table_id), Random(seed))).after
        result = outcome(table)
        assert result is not None
        assert result.winner == 1
        assert result.forfeit == (table.playing.winner == "A")
        seen.add(table.playing.winner)
    assert seen == {"A", "B"}


async def test_who_comes_back_has_not_left(tables: Tables) -> None:
    table = await playing(tables)
    await tables.leave(table.table_id, ANE)
    table = (await tables.join(table.table_id, ANE)).after
    result = outcome((await play_to_the_end(tables, table, Random(1))).after)
    assert result is not None
    assert result.is_played


async def test_a_substitute_plays_on_for_who_has_left(tables: Tables) -> None:
    table = await playing(tables)
    await tables.leave(table.table_id, ANE)
    table = (await tables.join(table.table_id, STRANGER)).after
    rng = Random(1)
    while table.is_playing:
        action = random_action(table.playing.deal, rng)
        table = (await tables.act(table.table_id, Person(table.people[action.seat], ""), action)).after
    result = outcome(table)
    assert result is not None
    assert result.is_played


async def test_a_table_that_a_moderator_closes_decides_nothing(tables: Tables) -> None:
    table = await playing(tables)
    assert outcome((await tables.close(table.table_id, MODERATOR)).after) is None
    opened = await tables.open(ANE, GUILD, CHANNEL)
    assert outcome((await tables.close(opened.table_id, ANE)).after) is None


async def test_who_closes_the_table_in_the_middle_of_the_match_has_lost(tables: Tables) -> None:
    table = await playing(tables)
    assert outcome((await tables.close(table.table_id, ANE)).after) == Result(1, forfeit=True)


async def deserted(tables: Tables, clock: Clock, table: Table) -> Table:
    """Nobody says a word any more, until the table is closed."""
    while table.is_playing:
        clock.time = max(clock.time, table.due_at or 0)
        table = (await tables.time_out(table.table_id, table.revision)).after
    assert (table.status, table.closed_why) == (Status.CLOSED, "deserted")
    return table


async def test_a_match_that_all_have_deserted_is_won_by_who_led(tables: Tables, clock: Clock) -> None:
    table = await playing(tables, seconds=30)
    assert outcome(await deserted(tables, clock, table)) == Result(None, forfeit=True)
    table = await playing(tables, seconds=30)
    rng = Random(3)
    while leader(table) is None or table.playing.deal.is_over:
        table = (await do_something(tables, table, rng)).after
    table = await deserted(tables, clock, table)
    assert leader(table) is not None
    assert outcome(table) == Result(leader(table), forfeit=True)


async def test_ai_players_have_not_deserted(tables: Tables, clock: Clock) -> None:
    table_id = (await tables.open(ANE, GUILD, CHANNEL, Options(target=60), clock=30)).table_id
    await tables.join(table_id, CARLA, seat=3)
    table = await deserted(tables, clock, (await tables.fill(table_id, ANE)).after)
    assert outcome(table) == Result(1, forfeit=True)


async def test_a_meeting_whose_time_is_up_is_won_by_who_leads_or_is_not_waited_for(tables: Tables) -> None:
    table = await playing(tables)
    (first,) = table.people_to_act
    assert stands(table) == Result(first % 2, forfeit=True)
    rng = Random(3)
    while leader(table) is None:
        table = (await do_something(tables, table, rng)).after
    result = stands(table)
    assert result == Result(leader(table), stones=table.playing.scores, games=(0, 0))

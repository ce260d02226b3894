"""Whole random games: the log is the table, the archive is the game, and chance can be repeated."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from musbot.game import Match, Options, SeededShuffle
from musbot.game.record import read_record
from musbot.store import Store
from musbot.table import Dealt, Started, Status, Table, Tables
from musbot.table.events import event_of
from tests.conftest import Databases
from tests.game.playing import whole
from tests.table.players import (
    ANE,
    CHANNEL,
    GUILD,
    SHORT,
    ane_and_ais,
    chance,
    do_something,
    everything,
    four_friends,
    play_to_the_end,
    ticking,
)

RULES = {
    "short": SHORT,
    "classic best of three": Options.of("classic", target=20, games=3),
    "corrido, public signals": Options.of("stargames", target=20, corrido=True, signals="public", kings=4),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@pytest.mark.parametrize("beginning", [four_friends, ane_and_ais], ids=["four people", "one person"])
async def test_the_log_gives_the_table_at_every_point_of_a_game(
    store: Store, rules: Options, beginning: Callable[[Tables, Options], Awaitable[Table]]
) -> None:
    tables, rng = Tables(store, chance(3), ticking()), random.Random(3)
    table = await beginning(tables, rules)
    seen = {table.seq: everything(table)}
    while table.status is Status.PLAYING:
        table = (await do_something(tables, table, rng)).after
        seen[table.seq] = everything(table)

    row, rows = await store.load(table.table_id)
    replayed = Table(row.table_id, row.guild_id, row.channel_id)
    for each in rows:
        replayed.apply(event_of(each.kind, each.data), each.at)
        if replayed.seq in seen:
            assert everything(replayed) == seen.pop(replayed.seq)
    assert not seen
    assert row.status.value == table.status.value == "finished"


async def test_a_restart_in_the_middle_of_a_game_goes_on_with_the_same_cards(databases: Databases) -> None:
    """Every few words the process ends and another one reads the file."""
    rng, draws = random.Random(8), chance(8)
    async with databases() as address:
        async with await Store.open(address) as store:
            table = await four_friends(Tables(store, draws, lambda: 1.0), SHORT)
        while table.status is Status.PLAYING:
            async with await Store.open(address) as store:
                tables = Tables(store, draws, lambda: 1.0)
                assert everything(await tables.get(table.table_id)) == everything(table)
                for _ in range(25):
                    table = (await do_something(tables, table, rng)).after
                    if table.status is not Status.PLAYING:
                        break

    # The same, without a restart.
    async with databases() as address, await Store.open(address) as store:
        tables, rng = Tables(store, chance(8), lambda: 1.0), random.Random(8)
        change = await play_to_the_end(tables, await four_friends(tables, SHORT), rng)
    assert everything(change.after) == everything(table)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_finished_game_is_archived_with_a_record_that_replays_to_its_scores(
    store: Store, rules: Options, seed: int
) -> None:
    tables = Tables(store, chance(seed), ticking())
    table = await ane_and_ais(tables, rules)

    change = await play_to_the_end(tables, table, random.Random(seed))

    (game,) = await store.games_of_table(table.table_id)
    record = read_record(game.record)
    announced = change.after.public()
    assert announced.deal is not None
    assert record.match.scores == game.scores == announced.deal.scores
    assert record.match.winner == game.winner == announced.winner
    assert tuple(record.match.games) == announced.games
    assert record.players == change.after.names()
    assert whole(record.match) == whole(change.after.playing)
    assert [player["seat"] for player in game.players] == [1, 2, 3, 4]
    assert [player["person"] for player in game.players] == [ANE.person_id, None, None, None]
    assert [player["level"] for player in game.players] == [None, "club", "club", "club"]
    assert await store.seats_of(table.table_id) == {1: ANE.person_id}


async def test_a_change_shows_the_table_before_as_it_was(store: Store) -> None:
    tables, rng = Tables(store, chance(4)), random.Random(9)
    table = await four_friends(tables, SHORT)
    while table.status is Status.PLAYING:
        held = await tables.get(table.table_id)
        before = everything(held)
        change = await do_something(tables, table, rng)
        assert everything(change.before) == before
        assert everything(held) == before
        table = change.after
    assert any(deal.exchanged for deal in table.playing.deals), "cards were drawn in the middle of a deal"


async def test_the_same_chance_gives_the_same_game(databases: Databases) -> None:
    games = []
    for _ in range(2):
        async with databases() as address, await Store.open(address) as store:
            tables = Tables(store, chance(11), ticking())
            change = await play_to_the_end(tables, await ane_and_ais(tables, SHORT), random.Random(11))
            _, rows = await store.load(change.table_id)
            games.append([(row.kind, row.data, row.at) for row in rows])

    assert games[0] == games[1]


async def test_another_chance_gives_other_cards_and_another_mano(store: Store) -> None:
    deals = [await four_friends(Tables(store, chance(seed))) for seed in range(12)]

    assert len({table.playing.deal.hands[1] for table in deals}) == 12
    assert {table.playing.deal.mano for table in deals} == {1, 2, 3, 4}


async def test_by_default_chance_is_the_operating_systems(store: Store) -> None:
    seeds, manos = set(), set()
    for _ in range(30):
        opened = await Tables(store).open(ANE, GUILD, CHANNEL)
        change = await Tables(store).fill(opened.table_id, ANE)
        seeds |= {event.seed for event in change.events if isinstance(event, Dealt)}
        manos |= {event.mano for event in change.events if isinstance(event, Started)}

    assert len(seeds) == 30
    assert {len(seed) for seed in seeds} == {32}
    assert len(manos) > 1, "once in 4**29 runs this is bad luck"


async def test_anyone_can_deal_the_cards_again_from_the_seed(store: Store) -> None:
    """What `musbot fair` promises: the seed alone gives the hands, card by card."""
    table = await four_friends(Tables(store, chance(6)))
    _, rows = await store.load(table.table_id)
    (seed,) = (bytes.fromhex(row.data["seed"]) for row in rows if row.kind == "dealt")
    shuffle, stock = SeededShuffle(seed), list(range(40))
    mano = table.playing.deal.mano

    for place in range(4):
        seat = (mano - 1 + place) % 4 + 1
        hand = []
        for _ in range(4):
            at = shuffle.below(len(stock))
            hand.append(stock[at])
            stock[at] = stock[-1]
            stock.pop()
        assert tuple(hand) == table.playing.deal.hands[seat]


async def test_each_deal_has_a_seed_of_its_own(store: Store) -> None:
    tables = Tables(store, chance(9))
    change = await play_to_the_end(tables, await four_friends(tables, SHORT), random.Random(9))
    _, rows = await store.load(change.table_id)

    seeds = [row.data["seed"] for row in rows if row.kind == "dealt"]

    match = change.after.playing
    assert isinstance(match, Match)
    assert len(set(seeds)) == len(seeds) == len(match.deals)

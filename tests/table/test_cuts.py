"""The deck is committed to before it is cut, cut before it is dealt, and its secret told after it was played."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from musbot.game import Word
from musbot.game.audit import audit
from musbot.game.fair import commitment_of, first_mano, seed_of
from musbot.game.record import read_record
from musbot.store import NewEvent, Store
from musbot.table import (
    Change,
    Committed,
    CutDeck,
    Dealt,
    Person,
    Refusal,
    Refused,
    Started,
    Status,
    Table,
    Tables,
    Unreadable,
)
from musbot.table.events import Event, event_of
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    DANI,
    FRIENDS,
    GUILD,
    SHORT,
    STRANGER,
    ane_and_ais,
    chance,
    do_something,
    everything,
    four_friends,
    open_table,
    play_to_the_end,
    say_for,
    whose_turn,
)
from tests.table.test_secrecy import walk


async def events_of(store: Store, table_id: int) -> list[Event]:
    _, rows = await store.load(table_id)
    return [event_of(row.kind, row.data) for row in rows]


async def refused(
    tables: Tables, table_id: int, person: Person, text: str = "kaixo", deal: int = 1
) -> Refusal:
    """Why a person may not cut."""
    with pytest.raises(Refused) as caught:
        await tables.cut_deck(table_id, person, text, deal)
    return caught.value.reason


# The order of things


async def test_a_table_is_bound_to_its_first_deal_from_the_start(tables: Tables) -> None:
    table = await tables.get(await open_table(tables))
    public = table.public()

    assert table.secret is not None
    assert public.coming is not None
    assert public.coming.commitment == commitment_of(table.secret)
    assert public.coming.secret is None
    assert (public.coming_number, public.fair, public.shuffled) == (1, (), None)


async def test_every_deal_is_committed_to_then_cut_then_dealt(store: Store, tables: Tables) -> None:
    rng = random.Random(8)
    table_id = await open_table(tables, SHORT)
    await tables.cut_deck(table_id, ANE, "first of all", 1)
    for person in (BEÑAT, CARLA, DANI):
        table = (await tables.join(table_id, person)).after
    while table.status is Status.PLAYING:
        if rng.random() < 0.2:
            person, text = rng.choice(FRIENDS), f"{rng.random():.9f}"
            if all(cut.person_id != person.person_id for cut in table.cuts):
                table = (await tables.cut_deck(table_id, person, text, table.deal_count + 1)).after
        table = (await do_something(tables, table, rng)).after

    secret, cuts, deals = b"", [], 0
    for event in await events_of(store, table_id):
        match event:
            case Committed():
                assert secret == b"", "one secret for each deal, and not another one after somebody has cut"
                secret = event.secret
            case CutDeck():
                assert secret
                cuts.append(event.text)
            case Started():
                assert event.mano == first_mano(seed_of(secret, cuts))
            case Dealt():
                assert event.seed == seed_of(secret, cuts)
                assert [cut.text for cut in table.fair[deals].cuts] == cuts
                secret, cuts, deals = b"", [], deals + 1
    assert deals == table.deal_count > 2
    assert any(len(deal.cuts) > 1 for deal in table.fair), "some deals were cut by several"


async def test_cuts_change_the_cards(store: Store) -> None:
    hands = set()
    for text in (None, "kaixo", "agur"):
        tables = Tables(store, chance(3))
        table_id = await open_table(tables)
        if text:
            await tables.cut_deck(table_id, ANE, text, 1)
        for person in (BEÑAT, CARLA, DANI):
            table = (await tables.join(table_id, person)).after
        hands.add(tuple(table.playing.deal.hands))
    assert len(hands) == 3


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_archived_record_proves_that_the_game_was_fair(store: Store, seed: int) -> None:
    tables = Tables(store, chance(seed))
    table = await ane_and_ais(tables, SHORT)
    table = (await tables.cut_deck(table.table_id, ANE, 'my "own" cut', 2)).after

    change = await play_to_the_end(tables, table, random.Random(seed))

    (game,) = await store.games_of_table(table.table_id)
    verdicts = audit(read_record(game.record))
    assert [verdict.fault for verdict in verdicts] == [""] * change.after.deal_count
    told = [verdict.deal for verdict in verdicts]
    assert tuple(told) == change.after.fair == change.after.public().fair
    assert [(cut.seat, cut.text) for deal in told if deal for cut in deal.cuts] == [(1, 'my "own" cut')]


async def test_a_table_goes_on_with_the_same_secret_and_cuts_after_a_restart(
    store: Store, tables: Tables
) -> None:
    table_id = await open_table(tables)
    table = (await tables.cut_deck(table_id, ANE, "kaixo", 1)).after

    assert everything(await Tables(store).get(table_id)) == everything(table)


async def test_by_default_secrets_are_the_operating_systems(store: Store) -> None:
    tables = Tables(store)
    secrets = {(await tables.get(await open_table(tables))).secret for _ in range(20)}

    assert len(secrets) == 20
    assert {len(secret or b"") for secret in secrets} == {32}


async def test_a_seed_that_does_not_fit_the_secret_is_no_history_of_a_table(
    store: Store, tables: Tables
) -> None:
    """Whoever writes another seed into the log finds that the table cannot be read any more."""
    table = await four_friends(tables)
    _, rows = await store.load(table.table_id)
    forged = [
        NewEvent(row.kind, {"seed": "00" * 32} if row.kind == "dealt" else row.data, row.at) for row in rows
    ]
    other = await store.create_table(GUILD, CHANNEL, forged)

    with pytest.raises(Unreadable) as caught:
        await tables.get(other)
    assert isinstance(caught.value.__cause__, ValueError)
    assert "deal 1 has another seed" in str(caught.value.__cause__)
    assert "00" * 32 not in f"{caught.value} {caught.value.__cause__}"


# Who may cut, and when


async def test_each_player_cuts_once_for_each_deal(tables: Tables) -> None:
    table = await four_friends(tables)
    for person in (BEÑAT, ANE):
        table = (await tables.cut_deck(table.table_id, person, "kaixo", 2)).after

    assert await refused(tables, table.table_id, ANE, deal=2) is Refusal.ALREADY_CUT
    coming = table.public().coming
    assert coming is not None
    assert [cut.seat for cut in coming.cuts] == [2, 1], "in the order in which they did"


async def test_those_who_cannot_cut_are_told_why(tables: Tables) -> None:
    table_id = await open_table(tables)
    assert await refused(tables, table_id, STRANGER) is Refusal.NOT_SEATED
    assert await refused(tables, table_id, BEÑAT) is Refusal.NOT_SEATED
    assert await refused(tables, table_id, ANE, deal=2) is Refusal.STALE
    assert await refused(tables, 999, ANE) is Refusal.NO_TABLE
    for person in (BEÑAT, CARLA, DANI):
        await tables.join(table_id, person)
    assert await refused(tables, table_id, ANE, deal=1) is Refusal.STALE, "it has been dealt"
    await tables.close(table_id, ANE)
    assert await refused(tables, table_id, ANE, deal=2) is Refusal.CLOSED


@pytest.mark.parametrize(
    "text", ["", "abc", "x" * 33, "two\nlines", "bell\x07", "turned\u202earound", "\ud800half"]
)
async def test_a_text_that_cannot_be_shown_as_it_counts_is_no_cut(tables: Tables, text: str) -> None:
    table_id = await open_table(tables)

    with pytest.raises(ValueError, match="a cut of"):
        await tables.cut_deck(table_id, ANE, text, 1)


async def test_a_cut_takes_nobodys_turn(tables: Tables) -> None:
    table = await four_friends(tables)
    mano = whose_turn(table)
    cut = (await tables.cut_deck(table.table_id, BEÑAT, "kaixo", 2)).after

    assert (cut.revision, whose_turn(cut)) == (table.revision, mano)
    assert await say_for(tables, table, Word.MUS), "a word said in the meantime is not too late"


async def test_the_seat_of_a_cut_is_that_of_whoever_made_it(tables: Tables) -> None:
    """People change seats before the game, and others sit down where they were."""
    table_id = await open_table(tables)
    await tables.cut_deck(table_id, ANE, "kaixo", 1)
    await tables.join(table_id, ANE, 3)
    await tables.join(table_id, BEÑAT, 1)
    await tables.join(table_id, CARLA)
    await tables.cut_deck(table_id, CARLA, "agur", 1)
    await tables.leave(table_id, CARLA)

    public = (await tables.get(table_id)).public()

    assert public.coming is not None
    assert [(cut.seat, cut.text) for cut in public.coming.cuts] == [(3, "kaixo"), (0, "agur")]
    await tables.join(table_id, CARLA)
    assert await refused(tables, table_id, CARLA) is Refusal.ALREADY_CUT, (
        "coming back does not make another person"
    )


async def test_of_a_cut_made_ten_times_at_once_one_counts(store: Store, tables: Tables) -> None:
    elsewhere = Tables(store, chance(2))
    table = await four_friends(tables)
    await elsewhere.get(table.table_id)

    answers = await asyncio.gather(
        *((tables, elsewhere)[n % 2].cut_deck(table.table_id, ANE, f"cut {n}", 2) for n in range(10)),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, Change) for answer in answers) == 1
    assert {answer.reason for answer in answers if isinstance(answer, Refused)} == {Refusal.ALREADY_CUT}


# Nothing leaks


def hidden_bytes(table: Table) -> list[bytes]:
    """What nobody may know yet: the next secret and seed, and those of a deal that is being played."""
    hidden = []
    if table.secret is not None:
        hidden += [table.secret, table.next_shuffle.seed]
    if table.match is not None and not table.match.deal.is_over:
        assert table.fair[-1].secret is not None
        hidden += [table.fair[-1].secret, table.fair[-1].seed]
    return hidden


def leaks(table: Table, value: Any) -> list[str]:
    """Where something hidden can be reached from a value, as bytes or written down in any usual way."""
    hidden = hidden_bytes(table)
    written = [each.hex() for each in hidden] + [repr(each) for each in hidden]
    return [
        path
        for path, each in walk(value)
        if (isinstance(each, bytes) and each in hidden)
        or (isinstance(each, str) and any(secret in each for secret in written))
    ]


@pytest.mark.parametrize("seed", range(3))
async def test_no_public_table_holds_a_secret_before_its_time(store: Store, seed: int) -> None:
    tables, rng = Tables(store, chance(seed)), random.Random(seed)
    table = await tables.get(await open_table(tables, SHORT))
    assert leaks(table, table.public()) == []
    table = await four_friends(tables, SHORT)
    told = 0
    while table.status is Status.PLAYING:
        for index in range(table.deal_count):
            assert leaks(table, table.public(index)) == []
            assert not any(repr(each) in repr(table.public(index)) for each in hidden_bytes(table))
        for seat in (1, 2, 3, 4):
            assert leaks(table, table.view(seat)) == []
        told = sum(deal.secret is not None for deal in table.public().fair)
        assert told == table.deal_count - 1
        table = (await do_something(tables, table, rng)).after
    assert all(deal.secret is not None for deal in table.public().fair), "in the end all are told"
    assert table.public().coming is None, "but not the one of a deal that will never be dealt"
    assert leaks(table, table.fair) == []


async def test_the_scan_for_leaks_finds_one(tables: Tables) -> None:
    table = await four_friends(tables)
    assert leaks(table, table.fair) == ["[0].secret"]
    assert table.secret is not None
    assert leaks(table, {"text": f"the secret is {table.secret.hex()}"}) == ["[text]"]


async def test_a_table_that_is_closed_keeps_its_last_secret(tables: Tables) -> None:
    """Its hands are not shown either."""
    table = await four_friends(tables)
    closed = (await tables.close(table.table_id, ANE)).after

    assert [deal.secret for deal in closed.public().fair] == [None]
    assert closed.public().coming is None


def test_an_event_does_not_tell_its_secret_where_it_is_logged() -> None:
    secret = bytes(range(32))
    for event in (Committed(secret), Dealt(secret)):
        assert repr(secret) not in repr(event)
        assert secret.hex() not in repr(event)
    with pytest.raises(ValueError, match="later") as caught:
        event_of("committed_again", {"secret": secret.hex()})
    assert secret.hex() not in str(caught.value)

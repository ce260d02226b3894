"""Saying and doing things in the game: whose turn it is, which moment was meant, and on whose seat."""

from __future__ import annotations

import asyncio

import pytest

from musbot.game import Options, Phase, Word
from musbot.game.actions import Action, drop, say, sign
from musbot.store import Store
from musbot.table import Change, Refusal, Refused, Status, Table, Tables
from tests.table.players import (
    ANE,
    FRIENDS,
    STRANGER,
    all_say,
    ane_and_ais,
    four_friends,
    open_table,
    say_for,
    sitting,
    whose_turn,
)


async def discarding(tables: Tables) -> Table:
    """Four friends who all said mus and now choose their cards."""
    return await all_say(tables, await four_friends(tables), *[Word.MUS] * 4)


async def test_a_word_is_said_and_the_next_seat_is_asked(tables: Tables) -> None:
    table = await four_friends(tables)
    mano = table.playing.deal.mano

    change = await tables.act(table.table_id, whose_turn(table), say(0, Word.MUS), table.revision)

    assert change.actions == (say(mano, Word.MUS),)
    assert change.after.playing.to_act == (mano % 4 + 1,)


async def test_before_the_start_there_is_nothing_to_say(tables: Tables) -> None:
    table_id = await open_table(tables)

    with pytest.raises(Refused, match="not_started"):
        await tables.act(table_id, ANE, say(0, Word.MUS))


async def test_a_stranger_has_no_say(tables: Tables) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="not_seated"):
        await tables.act(table.table_id, STRANGER, say(0, Word.CUT), table.revision)


async def test_who_speaks_out_of_turn_is_told_whose_turn_it_is(tables: Tables) -> None:
    table = await four_friends(tables)
    speaker = whose_turn(table)
    others = [person for person in FRIENDS if person != speaker]

    for person in others:
        with pytest.raises(Refused) as refused:
            await tables.act(table.table_id, person, say(0, Word.CUT), table.revision)
        assert refused.value.reason is Refusal.NOT_YOUR_TURN
        assert refused.value.seat == table.playing.to_act[0]


async def test_what_the_rules_forbid_is_refused_with_the_reason(tables: Tables) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="mus is being talked about") as refused:
        await tables.act(table.table_id, whose_turn(table), say(0, Word.HOLD), table.revision)

    assert refused.value.reason is Refusal.ILLEGAL


@pytest.mark.parametrize("amount", [-1, 0, 1, 41, 10**9])
async def test_a_bet_of_no_sensible_size_is_refused(tables: Tables, amount: int) -> None:
    table = await all_say(tables, await four_friends(tables), Word.CUT)

    with pytest.raises(Refused, match="illegal"):
        await tables.act(table.table_id, whose_turn(table), say(0, Word.BET, amount), table.revision)


@pytest.mark.parametrize("word", [Word.DEAL, Word.SHUFFLE])
async def test_nobody_deals_cards_but_the_dealer(tables: Tables, word: Word) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="illegal"):
        await tables.act(table.table_id, whose_turn(table), Action(word, cards=(0,)), table.revision)


async def test_whoever_an_action_names_it_is_the_persons_own(tables: Tables) -> None:
    table = await four_friends(tables)
    own = table.playing.to_act[0]

    change = await tables.act(table.table_id, whose_turn(table), say(own % 4 + 1, Word.CUT), table.revision)

    assert change.actions == (say(own, Word.CUT),)


async def test_nobody_drops_the_cards_of_another_seat(tables: Tables) -> None:
    table = await discarding(tables)
    one, two = table.playing.to_act[:2]
    theirs = table.playing.deal.hands[two][:1]

    with pytest.raises(Refused, match="does not hold it"):
        await tables.act(table.table_id, sitting(table, one), drop(two, theirs), table.revision)


# Which moment was meant


async def test_a_word_for_a_moment_that_has_passed_is_stale(tables: Tables) -> None:
    table = await four_friends(tables)
    first = whose_turn(table)
    later = await say_for(tables, table, Word.MUS)

    for person in (first, whose_turn(later)):
        with pytest.raises(Refused) as refused:
            await tables.act(table.table_id, person, say(0, Word.CUT), table.revision)
        assert refused.value.reason is Refusal.STALE


async def test_a_word_for_a_moment_that_is_still_to_come_is_stale_too(tables: Tables) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="stale"):
        await tables.act(table.table_id, whose_turn(table), say(0, Word.CUT), table.revision + 1)


async def test_a_double_click_says_a_word_once(tables: Tables, store: Store) -> None:
    table = await four_friends(tables)
    click = (table.table_id, whose_turn(table), say(0, Word.MUS), table.revision)

    answers = await asyncio.gather(*(tables.act(*click) for _ in range(3)), return_exceptions=True)

    changes = [answer for answer in answers if isinstance(answer, Change)]
    refused = [answer.reason for answer in answers if isinstance(answer, Refused)]
    assert len(changes) == 1
    assert refused == [Refusal.STALE, Refusal.STALE]
    assert await store.last_seq(table.table_id) == table.seq + 1


async def test_a_double_click_against_ai_players_says_a_word_once(tables: Tables) -> None:
    table = await ane_and_ais(tables)
    click = (table.table_id, ANE, next(iter(table.playing.legal())), table.revision)

    answers = await asyncio.gather(*(tables.act(*click) for _ in range(2)), return_exceptions=True)

    assert [type(answer) for answer in answers] == [Change, Refused]


async def test_the_moment_does_not_matter_where_none_is_named(tables: Tables) -> None:
    table = await four_friends(tables)

    assert (await tables.act(table.table_id, whose_turn(table), say(0, Word.CUT))).events


async def test_every_word_makes_a_new_moment(tables: Tables) -> None:
    table = await four_friends(tables)
    moments = [table.revision]
    for word in (Word.CUT, Word.HOLD, Word.HOLD, Word.HOLD, Word.HOLD, Word.HOLD):
        table = await say_for(tables, table, word)
        moments.append(table.revision)

    assert moments == list(range(moments[0], moments[0] + 7))


async def test_sitting_and_inviting_make_no_moment(tables: Tables) -> None:
    table_id = await open_table(tables)
    await tables.invite(table_id, ANE, STRANGER.person_id)

    assert (await tables.join(table_id, STRANGER)).after.revision == 0


# Discards


async def test_all_four_drop_at_the_same_time_and_each_gets_as_many_cards(tables: Tables) -> None:
    table = await discarding(tables)
    hands = table.playing.deal.hands

    await asyncio.gather(
        *(
            tables.act(table.table_id, sitting(table, seat), drop(0, hands[seat][:seat]), table.revision)
            for seat in (1, 2, 3, 4)
        )
    )

    after = await tables.get(table.table_id)
    assert after.playing.deal.phase is Phase.MUS
    assert after.revision == table.revision + 1
    for seat in (1, 2, 3, 4):
        kept = set(hands[seat]) & set(after.playing.deal.hands[seat])
        assert kept == set(hands[seat][seat:])
        assert len(after.view(seat).new) == seat
    told = [each.amount for each in after.public().deal.spoken if each.word is Word.DROP]  # type: ignore[union-attr]
    assert sorted(told) == [1, 2, 3, 4]


async def test_a_drop_leaves_the_menus_of_the_others_good(tables: Tables) -> None:
    table = await discarding(tables)
    seat = table.playing.to_act[2]

    after = (
        await tables.act(
            table.table_id, sitting(table, seat), drop(0, table.playing.deal.hands[seat]), table.revision
        )
    ).after

    assert after.revision == table.revision
    assert seat not in after.playing.to_act


async def test_nobody_drops_twice(tables: Tables) -> None:
    table = await discarding(tables)
    seat = table.playing.to_act[0]
    cards = table.playing.deal.hands[seat]
    click = (table.table_id, sitting(table, seat))

    answers = await asyncio.gather(
        tables.act(*click, drop(0, cards[:1]), table.revision),
        tables.act(*click, drop(0, cards[1:]), table.revision),
        return_exceptions=True,
    )

    assert isinstance(answers[0], Change)
    assert isinstance(answers[1], Refused)
    assert answers[1].reason is Refusal.ALREADY_DROPPED
    assert (await tables.get(table.table_id)).view(seat).dropped == cards[:1]


@pytest.mark.parametrize("count", [0, 5])
async def test_one_to_four_cards_are_dropped(tables: Tables, count: int) -> None:
    table = await discarding(tables)
    seat = table.playing.to_act[0]
    cards = (*table.playing.deal.hands[seat], table.playing.deal.hands[seat % 4 + 1][0])

    with pytest.raises(Refused, match="illegal"):
        await tables.act(table.table_id, sitting(table, seat), drop(0, cards[:count]), table.revision)


# Signals


async def test_a_signal_is_for_the_partner_and_takes_nobodys_turn(tables: Tables) -> None:
    table = await four_friends(tables)
    later = await say_for(tables, table, Word.MUS)

    after = (await tables.act(table.table_id, ANE, sign(0, "bet"), table.revision)).after

    assert after.revision == later.revision
    assert after.view(3).partner_signals == ("bet",)
    assert after.view(2).partner_signals == after.view(4).partner_signals == ()
    assert after.public().deal.signals == ()  # type: ignore[union-attr]


async def test_a_signal_is_sent_once_for_a_hand(tables: Tables) -> None:
    table = await four_friends(tables)
    await tables.act(table.table_id, ANE, sign(0, "bet"))

    with pytest.raises(Refused, match="may not sign bet"):
        await tables.act(table.table_id, ANE, sign(0, "bet"))


@pytest.mark.parametrize("name", ["", "wink", "bet "])
async def test_there_are_no_other_signals_than_those_of_the_rules(tables: Tables, name: str) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="illegal"):
        await tables.act(table.table_id, ANE, sign(0, name))


@pytest.mark.parametrize(
    "odd", [Action(Word.SIGN, 0, 3, (), "bet"), Action(Word.SIGN, 0, 0, (7,), "bet")], ids=str
)
async def test_a_signal_carries_nothing_but_its_name(tables: Tables, odd: Action) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="a signal is a name alone"):
        await tables.act(table.table_id, ANE, odd)


async def test_where_signals_are_off_nobody_signs(tables: Tables) -> None:
    table = await four_friends(tables, Options(signals="off"))

    with pytest.raises(Refused, match="illegal"):
        await tables.act(table.table_id, ANE, sign(0, "bet"))


# Ends


async def test_an_accepted_ordago_ends_the_game_and_the_table(tables: Tables, store: Store) -> None:
    table = await four_friends(tables, Options(consult=False))

    table = await all_say(tables, table, Word.CUT, Word.ORDAGO, Word.CALL)

    assert table.status is Status.FINISHED
    assert max(table.playing.scores) == 40
    assert await tables.live() == []
    with pytest.raises(Refused, match="closed"):
        await tables.act(table.table_id, ANE, say(0, Word.MUS))
    with pytest.raises(Refused, match="closed"):
        await tables.leave(table.table_id, ANE)
    assert len(await store.games_of_table(table.table_id)) == 1


async def test_after_a_deal_the_next_is_dealt_at_once(tables: Tables) -> None:
    table = await four_friends(tables, Options(consult=False))
    mano = table.playing.deal.mano
    table = await all_say(tables, table, Word.CUT)
    while table.deal_count == 1:
        change = await tables.act(table.table_id, whose_turn(table), say(0, Word.HOLD), table.revision)
        table = change.after

    assert (change.before.deal_count, change.after.deal_count) == (1, 2)
    assert table.playing.deal.mano == mano % 4 + 1
    assert table.public(0).deal.showdown is not None  # type: ignore[union-attr]
    assert table.public().deal.showdown is None  # type: ignore[union-attr]
    assert (table.public(0).deal_number, table.public().deal_number) == (1, 2)

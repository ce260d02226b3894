"""AI players signal as people do: as soon as they have a hand, truly, and once."""

from __future__ import annotations

import random

from musbot.game import Options, Word
from musbot.game.actions import sign
from musbot.game.signals import INTENTIONS, true_signals
from musbot.store import Store
from musbot.table import Acted, Change, Status, Tables
from tests.table.players import ANE, SHORT, ane_and_ais, chance, do_something, four_friends, open_table


def signals(change: Change) -> list[tuple[int, str]]:
    return [(a.seat, a.name) for a in change.actions if a.word is Word.SIGN]


async def test_they_signal_before_anybody_has_spoken(store: Store) -> None:
    told = 0
    for number in range(12):
        tables = Tables(store, chance(number))
        table_id = await open_table(tables)
        change = await tables.fill(table_id, ANE)
        acted = [event.action.word for event in change.events if isinstance(event, Acted)]
        signs = acted.count(Word.SIGN)
        assert acted[:signs] == [Word.SIGN] * signs
        told += bool(change.after.view(1).partner_signals)
    assert told > 4, "some hands have nothing to tell, and some partners tell nothing"


async def test_what_they_tell_is_true_and_told_once_for_each_hand(store: Store) -> None:
    rules = Options.of("stargames", target=20, honest=False, corrido=True)
    for number in range(3):
        tables, rng = Tables(store, chance(number)), random.Random(number)
        table = await ane_and_ais(tables, rules)
        while table.status is Status.PLAYING:
            before = table.hands
            change = await do_something(tables, table, rng)
            table = change.after
            if table.hands != before:
                continue
            assert not [seat for seat, _ in signals(change) if seat != 1 and not told_at_the_cut(change)]
        for deal in table.playing.deals:
            for seat in (2, 3, 4):
                names = [name for sender, name in deal.signals if sender == seat]
                assert len(names) <= 2 * (deal.mus_rounds + 1)
            if not deal.mus_rounds:
                cards = {seat: true_signals(deal.facts(seat)) for seat in (2, 3, 4)}
                assert all(name in cards[s] | INTENTIONS for s, name in deal.signals if s != 1)


def told_at_the_cut(change: Change) -> bool:
    """In mus corrido they may not tell before it."""
    return change.before.playing.deal.corrido and not change.after.playing.deal.corrido


async def test_a_signal_of_a_person_does_not_make_them_signal_again(store: Store) -> None:
    tables = Tables(store, chance(4))
    table = await ane_and_ais(tables)
    change = await tables.act(table.table_id, ANE, sign(1, "bet"))
    assert signals(change) == [(1, "bet")]
    assert change.after.revision == table.revision, "and it takes nobody's turn"


async def test_people_signal_for_themselves(store: Store) -> None:
    table = await four_friends(Tables(store, chance(4)), SHORT)
    assert table.playing.deal.signals == []


async def test_where_signals_are_off_nobody_signals(store: Store) -> None:
    for number in range(4):
        table = await ane_and_ais(Tables(store, chance(number)), Options(signals="off"))
        assert table.playing.deal.signals == []

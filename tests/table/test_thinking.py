"""AI players that take a moment: who speaks when, and that nothing of it can be lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from musbot.game import Action, Word
from musbot.store import Store
from musbot.table import Acted, Change, Refused, Sweeper, Table, Tables, Thinking
from musbot.table.clocks import SPEAKS_WITHIN
from musbot.table.thinking import moment
from tests.conftest import Databases
from tests.table.players import ANE, ane_and_ais, chance, do_something, everything

QUICK = 0.001


class Watched:
    """Tables whose AI players take a moment, and what was shown of it."""

    def __init__(self, store: Store, pause: float = QUICK, *, paused: bool = False) -> None:
        self.now = 1_700_000_000.0
        self.tables = Tables(store, chance(5), lambda: self.now, pause)
        self.shown: list[Change] = []
        self.thinking = Thinking(self.tables, self.show, lambda _: paused)
        self.tables.desk.watch = self.thinking.watch

    async def show(self, change: Change) -> None:
        self.shown.append(change)


def spoken(change: Change) -> list[Action]:
    return [
        event.action for event in change.events if isinstance(event, Acted) and event.action.word != "sign"
    ]


async def test_an_ai_player_does_not_speak_in_the_same_breath(store: Store) -> None:
    watched = Watched(store, pause=1000.0)
    table = await ane_and_ais(watched.tables)
    while table.ai_speaker is None:
        table = (await do_something(watched.tables, table, random.Random(1))).after
    (row,) = await store.due(watched.now + SPEAKS_WITHIN, 10)
    assert (row.table_id, row.due_at) == (table.table_id, watched.now + SPEAKS_WITHIN)
    with pytest.raises(Refused, match="not_your_turn"):
        await watched.tables.act(table.table_id, ANE, Action(Word.CUT), table.revision)
    watched.thinking.close()


async def test_each_word_is_shown_by_itself_until_a_person_is_to_speak(store: Store) -> None:
    watched = Watched(store)
    table = await ane_and_ais(watched.tables)
    rng = random.Random(3)
    while table.is_playing:
        await watched.thinking.quiet()
        table = await watched.tables.get(table.table_id)
        if table.is_playing:
            assert table.ai_speaker is None
            table = (await do_something(watched.tables, table, rng)).after
    assert len(watched.shown) > 20
    assert all(len(spoken(change)) <= 4 for change in watched.shown)
    words = [spoken(change)[0] for change in watched.shown]
    assert all(action.word is not Word.DROP for action in words), "cards are dropped at once: nobody sees it"


async def test_the_game_is_the_same_one_as_without_a_pause(databases: Databases) -> None:
    ends = []
    for pause in (0.0, QUICK):
        async with databases() as database, await Store.open(database) as store:
            watched = Watched(store, pause)
            table = await ane_and_ais(watched.tables)
            rng = random.Random(8)
            while table.is_playing:
                await watched.thinking.quiet()
                table = await watched.tables.get(table.table_id)
                if table.is_playing:
                    table = (await do_something(watched.tables, table, rng)).after
            ends.append(everything(table) | {"since": 0})
    assert ends[0] == ends[1]


async def waiting(watched: Watched) -> Table:
    """A table at which an AI player is to speak."""
    table = await ane_and_ais(watched.tables)
    while table.ai_speaker is None:
        table = (await do_something(watched.tables, table, random.Random(2))).after
    return table


async def test_one_that_was_thinking_when_the_bot_died_speaks_after_it(store: Store) -> None:
    before = Watched(store, pause=1000.0)
    table = await waiting(before)
    before.thinking.close()

    after = Watched(store)
    after.thinking.watch(await after.tables.get(table.table_id))
    await after.thinking.quiet()

    assert spoken(after.shown[0])[0].seat == table.ai_speaker
    assert (await after.tables.get(table.table_id)).ai_speaker is None


async def test_a_timer_that_is_lost_is_caught_by_the_deadline(store: Store) -> None:
    watched = Watched(store)
    watched.tables.desk.watch = lambda _: None
    table = await waiting(watched)

    async def nobody(_: object) -> None:
        raise AssertionError("AI players are not reminded")

    sweeper = Sweeper(watched.tables, nobody, watched.show)
    await sweeper.sweep()
    assert not watched.shown, "it still has time"
    watched.now += SPEAKS_WITHIN
    await sweeper.sweep()
    assert spoken(watched.shown[0])[0].seat == table.ai_speaker


async def test_a_late_timer_and_the_deadline_do_not_speak_twice(store: Store) -> None:
    watched = Watched(store, pause=1000.0)
    table = await waiting(watched)
    watched.thinking.close()
    watched.now += SPEAKS_WITHIN

    changes = await asyncio.gather(
        watched.tables.think(table.table_id, table.revision),
        watched.tables.time_out(table.table_id, table.revision),
        watched.tables.think(table.table_id, table.revision),
    )

    assert sum(bool(change.events) for change in changes) == 1


async def test_nobody_speaks_at_a_table_that_is_paused(store: Store) -> None:
    watched = Watched(store, paused=True)
    table = await waiting(watched)
    await watched.thinking.quiet()
    assert (await watched.tables.get(table.table_id)).revision == table.revision
    assert not watched.shown


async def test_a_fault_is_logged_and_left_to_the_deadline(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watched = Watched(store)
    table = await ane_and_ais(watched.tables)

    async def broken(*_: object) -> Change:
        raise ZeroDivisionError

    monkeypatch.setattr(watched.tables, "think", broken)
    while table.ai_speaker is None:
        table = (await do_something(watched.tables, table, random.Random(2))).after
    await watched.thinking.quiet()
    assert "an AI player did not speak" in caplog.text


async def test_an_ordago_takes_longer_and_the_mus_talk_less(tables: Tables) -> None:
    table = await ane_and_ais(tables)
    twin = table.copy()
    assert twin.match is not None
    deal = twin.match.deal
    if deal.phase.name == "MUS":
        assert 0.4 < moment(twin, 1.0) < 0.8
        deal.push(Action(Word.CUT, deal.to_act[0]))
    assert 0.7 < moment(twin, 1.0) < 1.3
    deal.push(Action(Word.ORDAGO, deal.to_act[0]))
    deal.push(Action(Word.AGREE, deal.to_act[0]))
    assert 2.2 < moment(twin, 1.0) < 3.8
    assert moment(twin, 0.0) == 0

"""What everybody may see holds no card before the showdown."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest

from musbot.game import Deal, Match, Options
from musbot.game.cards import card_name
from musbot.store import Store
from musbot.table import Status, Table, Tables
from tests.game.playing import played
from tests.table.players import ANE, SHORT, chance, do_something, four_friends, with_other_cards


def walk(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every value that can be reached from one, with the way there."""
    yield path, value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from walk(getattr(value, field.name), f"{path}.{field.name}")
    elif hasattr(value, "_asdict"):
        for name, each in value._asdict().items():
            yield from walk(each, f"{path}.{name}")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from walk(each, f"{path}[{key}]")
    elif isinstance(value, (tuple, list, set, frozenset)):
        for number, each in enumerate(value):
            yield from walk(each, f"{path}[{number}]")


def secrets_in(table: Table) -> list[str]:
    """Places of a public table in which a hand, a hidden object or the name of a card is found."""
    public = table.public()
    assert public.deal is not None
    deal = table.playing.deal
    hands = {frozenset(hand) for hand in deal.hands[1:]}
    names = {card_name(card) for hand in deal.hands[1:] for card in hand}
    found = []
    for path, value in walk(public):
        hidden = isinstance(value, (Deal, Match, Table))
        hand = isinstance(value, (tuple, frozenset)) and frozenset(value) in hands
        named = isinstance(value, str) and value in names
        if hidden or hand or named:
            found.append(path)
    return found


@pytest.mark.parametrize("seed", range(4))
async def test_a_public_table_holds_no_card_before_the_showdown(store: Store, seed: int) -> None:
    tables, rng = Tables(store, chance(seed)), random.Random(seed)
    table = await four_friends(tables, SHORT)
    while table.status is Status.PLAYING:
        assert secrets_in(table) == []
        table = (await do_something(tables, table, rng)).after
    assert ".deal.showdown[0]" in secrets_in(table), "at the showdown they are found, so this can fail"


def test_other_hidden_cards_look_the_same_to_everybody() -> None:
    """As long as the words and who has pares and juego are the same, the public view is equal."""
    rng, compared = random.Random(12), 0
    while compared < 40:
        match = played(Options(signals="private"), rng.randrange(2**32), rng.randrange(60), signals=False)
        if match.deal.is_over or not match.to_act or any(a.word == "shuffle" for a in match.deal.actions):
            continue
        table = Table(1, 2, 3)
        table.match, table.status = match, Status.PLAYING
        for _ in range(30):
            twin = with_other_cards(table, rng)
            if twin is None:
                continue
            ours, theirs = table.public().deal, twin.public().deal
            assert ours is not None
            assert theirs is not None
            if ours.declarations == theirs.declarations:
                assert ours == theirs
                assert table.playing.deal.hands != twin.playing.deal.hands
                compared += 1
                break


async def test_a_seat_sees_its_own_cards_and_no_others(store: Store) -> None:
    tables, rng = Tables(store, chance(7)), random.Random(7)
    table = await four_friends(tables, SHORT)
    for _ in range(60):
        for seat in (1, 2, 3, 4):
            view = table.view(seat)
            own = set(table.playing.deal.hands[seat])
            assert set(view.cards) == own
            assert set(view.dropped) <= own
            assert view.new <= own
            assert view.public == table.public().deal
        table = (await do_something(tables, table, rng)).after
        if table.status is not Status.PLAYING:
            break


async def test_a_closed_game_keeps_its_cards_to_itself(store: Store) -> None:
    tables = Tables(store, chance(7))
    table = await four_friends(tables)

    closed = (await tables.close(table.table_id, ANE)).after

    assert closed.public().deal.showdown is None  # type: ignore[union-attr]
    assert secrets_in(closed) == []

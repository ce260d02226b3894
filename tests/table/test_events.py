"""Events are kept for ever: what is written must be read back the same, and what is odd must be named."""

from __future__ import annotations

import json
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.game import Action, Options
from musbot.store import NewEvent, Store
from musbot.table import (
    Access,
    Acted,
    Closed,
    Committed,
    CutDeck,
    Dealt,
    Event,
    Forgotten,
    Invited,
    Kept,
    Left,
    Opened,
    Refused,
    Rematched,
    Sat,
    Started,
    Tables,
    Unreadable,
    Voted,
)
from musbot.table.events import event_of
from tests.game.playing import options
from tests.table.players import ANE, CHANNEL, GUILD, open_table

snowflakes = st.integers(1, 2**63 - 1)
seats = st.integers(1, 4)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
accesses = st.builds(
    Access, st.sampled_from(("anyone", "people", "role")), st.frozensets(snowflakes), st.none() | snowflakes
)
_LINES = """1 mus;2 cut;3 hold;4 bet 2;1 bet 60;2 ordago;3 call;4 fold;1 agree;2 sign two-kings;3 drop Ro;
4 drop Ro 7e 1b 4c;deal 2 Rc Sc;shuffle"""
lines = st.sampled_from([line.strip() for line in _LINES.split(";")])
events: dict[type[Event], st.SearchStrategy[Event]] = {
    Opened: st.builds(
        Opened,
        snowflakes,
        options(),
        accesses,
        st.sampled_from(("club", "master")),
        tournament=st.just(0) | snowflakes,
    ),
    Kept: st.builds(Kept, seats, snowflakes),
    Invited: st.builds(Invited, snowflakes),
    Sat: st.builds(
        Sat,
        seats,
        names,
        st.none() | snowflakes,
        st.none() | st.just("club"),
        st.sampled_from(("", "bold")),
    ),
    Left: st.builds(Left, seats, st.sampled_from(("left", "away", "removed", "outvoted")), st.floats(0, 2e9)),
    Voted: st.builds(Voted, snowflakes, snowflakes),
    Started: st.builds(Started, seats),
    Committed: st.builds(Committed, st.binary(min_size=32, max_size=32)),
    CutDeck: st.builds(CutDeck, snowflakes, names),
    Dealt: st.builds(Dealt, st.binary(min_size=32, max_size=32)),
    Rematched: st.builds(Rematched, snowflakes),
    Acted: st.builds(Acted, lines.map(Action.parse), st.booleans()),
    Forgotten: st.builds(Forgotten),
    Closed: st.builds(Closed, st.none() | snowflakes, st.sampled_from(("", "waited", "deserted"))),
}
"""Any event, by kind."""


def test_there_is_a_strategy_for_every_kind_of_event() -> None:
    assert set(events) == set(typing.get_args(Event))


@given(st.one_of(*events.values()))
def test_an_event_comes_back_from_json_as_it_was(event: Event) -> None:
    written = json.loads(json.dumps(event.to_data()))

    assert event_of(event.kind, written) == event


async def test_the_store_gives_back_every_kind_of_event_in_order(store: Store) -> None:
    happened: list[Event] = [
        Opened(
            101, Options.of("classic", kings=4), Access("role", frozenset({2**62}), 7), "club", {101: 3}, True
        ),
        Sat(1, "Ane ♠", 101, None),
        Kept(2, 2**61),
        Invited(2**62),
        Sat(2, "Maritxu", None, "club"),
        Sat(4, "Patxi", None, "club", "bold"),
        Left(2),
        Left(2, "away", 1_700_000_000.25),
        Voted(101, 2**62),
        Started(4),
        Committed(bytes(range(32))),
        CutDeck(2**62, "ñandú ♠ “7”"),
        Dealt(bytes(range(32))),
        Acted(Action.parse("4 drop Ro 7e 1b 4c")),
        Acted(Action.parse("1 bet 5")),
        Acted(Action.parse("1 fold"), by_clock=True),
        Rematched(2**40),
        Forgotten(),
        Closed(101),
        Closed(None),
    ]
    assert {type(event) for event in happened} == set(events)
    rows = [NewEvent(event.kind, event.to_data(), 1.0) for event in happened]
    table_id = await store.create_table(GUILD, CHANNEL, rows)

    _, written = await store.load(table_id)

    assert [event_of(row.kind, row.data) for row in written] == happened


def test_an_event_of_a_later_version_is_named() -> None:
    with pytest.raises(ValueError, match=r"event 'kibitzed' .*is not known"):
        event_of("kibitzed", {"person": 1})


@pytest.mark.parametrize("kind", [cls for cls in events if cls is not Forgotten], ids=lambda cls: cls.kind)
def test_an_event_that_lacks_a_field_is_named(kind: type[Event]) -> None:
    with pytest.raises(ValueError, match=rf"event '{kind.kind}' lacks"):
        event_of(kind.kind, {})


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("acted", {"line": "1 sing"}),
        ("dealt", {"seed": "no hex"}),
        ("opened", {"host": 1, "rules": "poker", "options": {}, "access": {}, "level": "club"}),
    ],
)
def test_an_event_with_nonsense_in_it_is_a_value_error(kind: str, data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"not an action|fromhex|poker"):
        event_of(kind, data)


async def test_a_table_with_an_unknown_event_does_not_hide_the_others(store: Store, tables: Tables) -> None:
    odd = await store.create_table(GUILD, CHANNEL, [NewEvent("kibitzed", {}, 1.0)])
    good = await open_table(tables)

    with pytest.raises(Unreadable) as caught:
        await tables.get(odd)
    assert "kibitzed" in str(caught.value.__cause__)

    assert (await Tables(store).get(good)).host == ANE.person_id


async def test_there_is_no_table_of_a_number_never_given(tables: Tables) -> None:
    with pytest.raises(Refused, match="no_table"):
        await tables.get(42)

"""Four friends and a stranger, who sit down at tables and play them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from musbot.game import Action, Deal, Options, Word
from musbot.game.actions import say
from musbot.table import Chance, Change, Person, Status, Table, Tables
from tests.game.playing import random_action, whole

GUILD, CHANNEL = 2**60, 2**60 + 1
ANE = Person(101, "Ane")
BEÑAT = Person(102, "Beñat")
CARLA = Person(103, "Carla")
DANI = Person(104, "Dani")
STRANGER = Person(666, "Stranger")
MODERATOR = Person(777, "Moderator", moderator=True)
FRIENDS = (ANE, BEÑAT, CARLA, DANI)
BY_ID = {person.person_id: person for person in FRIENDS}
SHORT = Options(target=20)


def chance(number: int = 1) -> Chance:
    """The same chance for the same number: the bot's secrets, and what AI players draw."""
    rng = random.Random(number)
    return Chance(
        secret=lambda: rng.randbytes(32),
        ai=lambda: random.Random(rng.getrandbits(64)),
    )


def ticking() -> Callable[[], float]:
    """A clock that is a second later each time it is looked at."""
    seconds: Iterator[int] = iter(range(1_700_000_000, 1_800_000_000))
    return lambda: float(next(seconds))


async def open_table(tables: Tables, options: Options | None = None, **more: Any) -> int:
    """A table that Ane opened; she sits on seat 1."""
    return (await tables.open(ANE, GUILD, CHANNEL, options, **more)).table_id


async def four_friends(tables: Tables, options: Options | None = None) -> Table:
    """A table at which the four friends have just begun to play."""
    table_id = await open_table(tables, options)
    for person in (BEÑAT, CARLA, DANI):
        change = await tables.join(table_id, person)
    return change.after


async def ane_and_ais(tables: Tables, options: Options | None = None) -> Table:
    """A table at which Ane plays with three AI players."""
    table_id = await open_table(tables, options)
    return (await tables.fill(table_id, ANE)).after


def whose_turn(table: Table) -> Person:
    """The friend who is to speak (in a discard, the first who has not chosen)."""
    seat = table.playing.to_act[0]
    return sitting(table, seat)


def sitting(table: Table, seat: int) -> Person:
    """The friend on a seat."""
    person_id = table.seats[seat].person_id
    assert person_id is not None, f"an AI player has seat {seat}"
    return BY_ID[person_id]


async def say_for(tables: Tables, table: Table, word: Word, amount: int = 0) -> Table:
    """Whoever is to speak says a word."""
    action = say(0, word, amount)
    return (await tables.act(table.table_id, whose_turn(table), action, table.revision)).after


async def all_say(tables: Tables, table: Table, *words: Word) -> Table:
    """These words are said, by whoever's turn it is each time."""
    for word in words:
        table = await say_for(tables, table, word)
    return table


async def do_something(tables: Tables, table: Table, rng: random.Random) -> Change:
    """One of the people who may act, or may send a signal, does something at random."""
    while True:
        action: Action = random_action(table.playing.deal, rng)
        if not table.seats[action.seat].is_ai:
            break
    return await tables.act(table.table_id, sitting(table, action.seat), action, table.revision)


async def play_to_the_end(tables: Tables, table: Table, rng: random.Random) -> Change:
    """A random game to its end; returns the last change."""
    while True:
        change = await do_something(tables, table, rng)
        table = change.after
        if table.status is Status.FINISHED:
            return change


def everything(table: Table) -> dict[str, Any]:
    """All that a table holds, the cards still to be drawn included, to compare it with another."""
    state: dict[str, Any] = {
        name: getattr(table, name) for name in Table.__slots__ if name not in ("match", "_dealer", "_shuffle")
    }
    state["match"] = whole(table.match) if table.match else None
    state["stock"] = list(table._dealer._stock) if table._dealer else None
    state["shuffle"] = (table._shuffle._block, list(table._shuffle._words)) if table._shuffle else None
    return state


def with_other_cards(table: Table, rng: random.Random) -> Table | None:
    """The same table as everybody saw it, but with other hands; None where no other hands could be dealt.

    The words of the last deal are said again over other cards, as long as everyone's pares and juego are told
    as they were.
    """
    deal = table.playing.deal
    twin = table.copy()
    assert twin.match is not None
    other = Deal(deal.options, deal.actions[0].seat, deal.scores_before, first=deal.first)
    deck = list(range(40))
    rng.shuffle(deck)
    try:
        for action in deal.actions:
            if action.word == "deal":
                hand = [deck.pop() for _ in action.cards]
                action = action._replace(cards=tuple(hand))
            elif action.word == "drop":
                action = action._replace(cards=tuple(other.hands[action.seat][: len(action.cards)]))
            elif action.word == "sign":
                continue
            other.push(action)
    except (ValueError, IndexError):
        return None
    twin.match.deals[-1] = other
    return twin

"""Tournaments that are run on a real store: a clock set by hand, tables that are played, processes that die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.ai import play_seat
from musbot.club.tournament import Format, Meeting, Plan, Tournament, commands
from musbot.club.tournament.desk import Command, Found, TournamentChange, Tournaments
from musbot.club.tournament.runner import Runner, Waiting
from musbot.game import Options
from musbot.store import Store
from musbot.store import tournaments as rows
from musbot.store.schema import tournament_events, tournament_tables
from musbot.table import Change, Table, Tables
from musbot.table.people import Person
from tests.club.tournaments import HOST, person
from tests.table.players import chance

NOON = 1_793_620_000.0
GUILD, CHANNEL = 2**60, 2**60 + 1
QUICK = Options(target=20)
LEVELS = ("casual", "novice")


class Clock:
    """A clock that is set by hand."""

    def __init__(self, time: float = NOON) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time


class Evening:
    """A process that runs the tournaments of a store."""

    def __init__(self, store: Store, clock: Clock | None = None, seed: int = 1) -> None:
        self.store = store
        self.clock = clock or Clock()
        self.tables = Tables(store, chance(seed), self.clock)
        rng = Random(seed)
        self.desk = Tournaments(store, self.tables, self.clock, lambda: Random(rng.getrandbits(64)))
        self.shown: list[Change] = []
        self.changes: list[TournamentChange] = []
        self.desk.watch = self.changes.append
        self.called: list[Waiting] = []
        self.runner = Runner(self.desk, self._show, remind=self._remind)
        self.number = 0

    async def _show(self, change: Change) -> None:
        self.shown.append(change)

    async def _remind(self, waiting: Waiting) -> None:
        self.called.append(waiting)

    async def announce(self, format: Format = Format.SWISS, **plan: Any) -> int:
        """Announce a tournament; it is the one that is meant from now on."""
        plan = {"options": QUICK, "starts_at": self.clock.time + 60, **plan}
        self.number = await self.desk.create(HOST, Plan("Thursday", format, **plan), GUILD, CHANNEL)
        return self.number

    async def do(self, command: Command) -> TournamentChange:
        return await self.desk.do(self.number, command)

    async def enter_ai(self, count: int) -> None:
        """Let AI players enter, the better ones first: as many pairs, in an arena as many players."""
        for _ in range(count):
            entries = len((await self.now()).entries)
            level = LEVELS[2 * entries // max(count, entries + 1)]
            names = [f"AI {2 * entries + each}" for each in (1, 2)]
            names = names[:1] if (await self.now()).is_arena else names
            await self.do(partial(commands.enter_ai, by=HOST, names=names, level=level))

    async def enter_pair(self, one: int, other: int) -> int:
        """Let a pair of people enter; return the number of its entry."""
        change = await self.do(partial(commands.enter, person=person(one), partner=other))
        entry = len(change.after.entries)
        await self.do(partial(commands.accept, person=person(other), entry=entry))
        return entry

    async def found(self) -> Found:
        return await self.desk.load(self.number)

    async def now(self) -> Tournament:
        return (await self.found()).tournament

    async def later(self, seconds: float = 0) -> Tournament:
        """Look at the tournaments after some time."""
        self.clock.time += seconds
        await self._sweep()
        return await self.now()

    async def next_thing(self) -> bool:
        """Let the time come at which something is due next, and do it; False where nothing is."""
        wake_at = await self.store.read(rows.next_wake)
        if wake_at is None:
            return False
        self.clock.time = max(self.clock.time, wake_at)
        await self._sweep()
        return True

    async def _sweep(self) -> None:
        await self.runner.sweep()
        await self.runner.quiet()

    async def to_the_end(self, most: int = 400) -> Tournament:
        """Let everything come that is due, until nothing is."""
        for _ in range(most):
            if not await self.next_thing():
                return await self.now()
        raise AssertionError("it does not come to its end")

    async def until(self, holds: Callable[[Tournament], bool], most: int = 400) -> Tournament:
        """Let everything come that is due, until something holds."""
        for _ in range(most):
            if holds(tournament := await self.now()):
                return tournament
            assert await self.next_thing(), "nothing is due any more"
        raise AssertionError("it does not come to that")

    # At the tables

    async def sit(self, meeting: Meeting, people: Sequence[Person] | None = None) -> None:
        """Let people come to their table; by default, all who are to play there."""
        assert meeting.table_id is not None
        tournament = await self.now()
        for each in people or [
            Person(each.person, each.name) for each in tournament.people_of(meeting.entries) if not each.is_ai
        ]:
            await self.tables.join(meeting.table_id, each)

    async def play(self, meeting: Meeting) -> Table:
        """Let the people at a table play as novices do, to the end of their match."""
        assert meeting.table_id is not None
        rng = Random(meeting.number)
        table = await self.tables.get(meeting.table_id)
        while table.is_playing:
            seat = table.people_to_act[0]
            action = play_seat("novice", table.view(seat), table.playing.deal.legal(seat), rng)
            who = Person(table.people[seat], table.seats[seat].name)
            table = (await self.tables.act(table.table_id, who, action)).after
        return table

    async def play_round(self) -> Tournament:
        """Let tables open for all who are to meet, all of them come, and play."""
        tournament = await self.until(lambda t: all(each.table_id for each in t.open_meetings))
        for meeting in tournament.open_meetings:
            await self.sit(meeting)
            await self.play(meeting)
        return await self.later()


async def check(store: Store, number: int) -> None:
    """What must be true of what is written, whatever has happened: no table twice, no meeting with two results."""

    async def look(connection: AsyncConnection) -> tuple[list[Any], list[Any]]:
        events = select(tournament_events).where(tournament_events.c.tournament_id == number)
        tables = select(tournament_tables).where(tournament_tables.c.tournament_id == number)
        ordered = events.order_by(tournament_events.c.seq)
        return list((await connection.execute(ordered)).all()), list((await connection.execute(tables)).all())

    events, tables = await store.read(look)
    assert [each.seq for each in events] == list(range(1, len(events) + 1))
    opened = [each.data for each in events if each.kind == "table"]
    lost = sum(each.kind in ("table_lost", "replayed") for each in events)
    assert len(set(opened)) == len(opened) == len(tables) + lost
    assert len({each.meeting for each in tables}) == len(tables)
    assert sum(each.kind in ("finished", "cancelled") for each in events) <= 1


class Died(BaseException):
    """The process is killed here."""


class Mortal(Store):
    """A store whose process is killed right after so many writes; none is lost that was done."""

    lives: int = -1

    def _live(self) -> None:
        if self.lives > 0:
            self.lives -= 1
            if not self.lives:
                raise Died

    async def write(self, work: Any) -> Any:
        found = await super().write(work)
        self._live()
        return found

    async def append(self, *args: Any, **more: Any) -> int:
        found = await super().append(*args, **more)
        self._live()
        return found

    async def create_table(self, *args: Any, **more: Any) -> int:
        found = await super().create_table(*args, **more)
        self._live()
        return found

    @classmethod
    async def with_lives(cls, address: str, lives: int) -> Mortal:
        store = await cls.open(address)
        store.lives = lives
        return store

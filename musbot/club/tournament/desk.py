"""All tournaments: commands in, changes out, as tables have it in `musbot.table.desk`.

A command is tried on the tournament as it is; its events are written to the store in one transaction, with the time
at which somebody has to look at it next; only then do they count. Where another writer was first, the tournament is
loaded again and the command is tried once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club.tournament import commands, league
from musbot.club.tournament.due import wake_at
from musbot.club.tournament.events import Event, Replayed, TableLost, event_of
from musbot.club.tournament.plan import Plan
from musbot.club.tournament.state import Phase, Tournament
from musbot.store import NewEvent, Store, honours
from musbot.store import tournaments as rows
from musbot.store.tournaments import NoSuchTournament, TournamentMoved, TournamentRow
from musbot.table import Tables
from musbot.table.people import Person

log = logging.getLogger(__name__)

__all__ = ["Command", "Found", "NoSuchTournament", "TournamentChange", "Tournaments", "UnreadableTournament"]

Command = Callable[[Tournament], Sequence[Event]]
"""What somebody does in a tournament: one of `commands`, with everything but the tournament given."""

_ATTEMPTS = 8


class UnreadableTournament(NoSuchTournament):
    """The events of a tournament are damaged, or a later musbot has written them: for people, it is not there."""

    def __init__(self, number: int) -> None:
        super().__init__(f"tournament {number} cannot be read")


@dataclass(frozen=True, slots=True)
class Found:
    """A tournament, and where it is shown. To be read only."""

    row: TournamentRow
    tournament: Tournament

    @property
    def number(self) -> int:
        """Its number."""
        return self.row.tournament_id

    @property
    def goes_on(self) -> bool:
        """Whether anything can still happen: it is not over, and its server not lost."""
        return self.row.live and not self.tournament.is_over


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """What a command did: its events, and the tournament before and after. All of it stays as it is."""

    row: TournamentRow
    before: Tournament
    after: Tournament
    events: tuple[Event, ...]

    @property
    def number(self) -> int:
        """The number of the tournament."""
        return self.after.tournament_id


Write = Callable[[Found, Sequence[Event], float], Awaitable[TournamentChange]]
"""Writes events of a tournament, of a time, and what goes with them."""


@dataclass(slots=True)
class _Held:
    """A tournament in memory. Its lock lives as long as it does."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tournament: Tournament | None = None
    users: int = 0


class Tournaments:
    """The tournaments of a store.

    :param clock: seconds since 1970, as `time.time` gives them.
    :param rng: makes the generator of a draw.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        clock: Callable[[], float] = time.time,
        rng: Callable[[], Random] = lambda: Random(secrets.randbits(64)),
    ) -> None:
        self.store = store
        self.tables = tables
        self.rng = rng
        self._clock = clock
        self._held: dict[int, _Held] = {}
        self.watch: Callable[[TournamentChange], None] = lambda _: None
        """Told of everything that this process changed, whoever did it. It must not raise, and be quick."""

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._clock()

    async def create(self, host: Person, plan: Plan, guild_id: int | None, channel_id: int) -> int:
        """Announce a tournament; return its number."""
        events, now = commands.create(host, plan), self.now()
        after = Tournament(0).copy_with(events, now)
        number = await self.store.write(
            lambda c: rows.create(c, guild_id, channel_id, _rows(events, now), wake_at(after))
        )
        await self.announce(number)
        return number

    async def announce(self, number: int) -> None:
        """Tell whoever watches of a tournament that was just written."""
        found = await self.load(number)
        events = commands.create(Person(found.tournament.host, ""), found.tournament.plan)
        self.watch(TournamentChange(found.row, Tournament(number), found.tournament, tuple(events)))

    async def load(self, number: int) -> Found:
        """Return a tournament as it is now, whatever other processes have written.

        :raises NoSuchTournament: where there is none of this number.
        :raises UnreadableTournament: where its events make none.
        """
        held = self._hold(number)
        try:
            async with held.lock:
                return await self._load(held, number)
        finally:
            self._release(held, number)

    async def live(self, guild_id: int | None = None) -> list[Found]:
        """Return what is announced or played, in one server or everywhere, the oldest first."""
        return await self.readable(await self.store.read(lambda c: rows.live(c, guild_id)))

    async def readable(self, found: Sequence[TournamentRow]) -> list[Found]:
        """Return tournaments, without those that cannot be read: they must not hide the others."""
        loaded = []
        for row in found:
            with contextlib.suppress(UnreadableTournament):
                loaded.append(await self.load(row.tournament_id))
        return loaded

    async def of_table(self, table_id: int) -> tuple[int, int] | None:
        """Return the tournament and the meeting that are played at a table; None for a table of no tournament."""
        return await self.store.read(lambda c: rows.of_table(c, table_id))

    async def set_message(self, number: int, message_id: int | None) -> None:
        """Note the message that shows a tournament."""
        await self.store.write(lambda c: rows.set_message(c, number, message_id))

    async def do(self, number: int, command: Command) -> TournamentChange:
        """Do something in a tournament; the change may have no events, where there was nothing to do.

        :raises Refused: if the command is refused, on the tournament as it is now.
        :raises NoSuchTournament: where there is none of this number.
        """

        async def write(found: Found, events: Sequence[Event], now: float) -> TournamentChange:
            return await self.store.write(lambda c: append(c, found, events, now))

        return await self.write(number, command, write)

    async def write(self, number: int, command: Command, write: Write) -> TournamentChange:
        """Do something that is written together with something else, in a transaction of the caller.

        :param write: writes the events with `append`, and returns what that returns.
        """
        held = self._hold(number)
        try:
            async with held.lock:
                for attempt in range(_ATTEMPTS):
                    found = await self._load(held, number)
                    before = found.tournament
                    events = tuple(command(before))
                    if not events:
                        return TournamentChange(found.row, before, before, ())
                    # Whatever happens while it is being written, only the store knows whether it was.
                    held.tournament = None
                    try:
                        change = await write(found, events, self.now())
                    except TournamentMoved:
                        log.info("tournament %s: another writer was first (attempt %s)", number, attempt + 1)
                        continue
                    held.tournament = change.after
                    self.watch(change)
                    return change
                raise TournamentMoved(f"tournament {number} changed {_ATTEMPTS} times meanwhile")
        finally:
            self._release(held, number)

    # Tournaments in memory

    def _hold(self, number: int) -> _Held:
        held = self._held.setdefault(number, _Held())
        held.users += 1
        return held

    def _release(self, held: _Held, number: int) -> None:
        held.users -= 1
        if held.users == 0 and (held.tournament is None or held.tournament.is_over):
            self._held.pop(number, None)

    async def _load(self, held: _Held, number: int) -> Found:
        row, last = await self.store.read(lambda c: rows.find(c, number))
        if held.tournament is None or held.tournament.seq != last:
            row, written = await self.store.read(lambda c: rows.load(c, number))
            tournament = Tournament(number)
            try:
                for each in written:
                    tournament.apply(event_of(each.kind, each.data), each.at)
            except Exception as error:  # a damaged event may break any rule
                log.warning("tournament %s cannot be read: event %s: %r", number, tournament.seq + 1, error)
                raise UnreadableTournament(number) from error
            held.tournament = tournament
        return Found(row, held.tournament)


async def append(
    connection: AsyncConnection,
    found: Found,
    events: Sequence[Event],
    now: float,
    tables: Mapping[int, int] | None = None,
) -> TournamentChange:
    """Write events of a tournament, and at its end what was won, in the transaction of the caller.

    :param tables: the tables that are opened with them, and the meeting of each.
    :raises TournamentMoved: where it is not any more what it was when the events were made.
    """
    before = found.tournament
    after = before.copy_with(events, now)
    lost = [event.table_id for event in events if isinstance(event, TableLost | Replayed) and event.table_id]
    await rows.append(
        connection,
        found.number,
        before.seq,
        _rows(events, now),
        wake_at=wake_at(after),
        live=not after.is_over,
        tables=tables,
        lost=lost,
    )
    if before.phase is not after.phase is Phase.FINISHED:
        await honours.put(connection, league.honours(found.row, after))
    return TournamentChange(found.row, before, after, tuple(events))


def _rows(events: Sequence[Event], at: float) -> list[NewEvent]:
    return [NewEvent(event.kind, event.to_data(), at) for event in events]

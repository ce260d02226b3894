"""All tables: commands in, changes out.

A command is tried on a copy of the table; its events, and those of the AI seats that answer it, are written to
the store in one transaction; only then do they count. Where another writer was first, the table is loaded again
and the command is tried once more.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.ai import USUAL, sign_seat
from musbot.game import Action, Options
from musbot.game.actions import sign
from musbot.game.fair import first_mano
from musbot.store import (
    NO_LIMITS,
    Limits,
    NewEvent,
    NoSuchTable,
    SeatedElsewhere,
    SequenceTaken,
    Store,
    TableRow,
    TableStatus,
    TooManyTables,
    friends,
    points,
    ratings,
)
from musbot.table import absence, archive, clocks, commands
from musbot.table.archive import finished_game
from musbot.table.change import Chance, Change
from musbot.table.errors import Refusal, Refused, Unreadable
from musbot.table.events import Acted, Committed, Dealt, Event, Opened, Rematched, Sat, Started, event_of
from musbot.table.people import Access, Person, Sitter
from musbot.table.state import Status, Table
from musbot.table.thinking import ai_action

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Held:
    """A table in memory. Its lock lives as long as it does."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    users: int = 0
    others: int = 0
    """How often another process was found to have been at the table."""


Command = Callable[[Table], Sequence[Event]]

_ATTEMPTS = 5

MOST_HELD = 2_000

NOWHERE = 0
"""The channel of a table that no channel shows: a practice."""


class Tables:
    """The tables of a store.

    :param clock: seconds since 1970, as `time.time` gives them.
    :param ai_pause: seconds that an AI player usually takes to speak. With 0 it speaks in the same breath as the
        word that it follows; else somebody must let it `think`, whom `watch` tells that it is its turn.
    :param limits: how many live tables there may be.
    :param most_held: how many of them are kept in memory; the others are made of their events when they are needed.
    """

    def __init__(
        self,
        store: Store,
        chance: Chance | None = None,
        clock: Callable[[], float] = time.time,
        ai_pause: float = 0.0,
        limits: Limits = NO_LIMITS,
        most_held: int = MOST_HELD,
    ) -> None:
        self.store = store
        self.limits = limits
        self._chance = chance or Chance()
        self._clock = clock
        self._held: OrderedDict[int, _Held] = OrderedDict()
        """The tables in memory, the one that was used last at the end."""
        self._most_held = most_held
        self.may_forget: Callable[[int], bool] = lambda _: True
        """Asked before a table that rests is taken out of memory; who shows it forgets it too, or says no."""
        self.ai_pause = ai_pause
        self.watch: Callable[[Table], None] = lambda _: None
        """Told of every table that has changed."""

    async def open(
        self,
        host: Person,
        guild_id: int | None,
        channel_id: int,
        options: Options | None = None,
        access: Access | None = None,
        level: str = USUAL,
        *,
        thread: bool = False,
        clock: int = 0,
        language: str = "en",
    ) -> Change:
        """Open a table; the host sits down on seat 1.

        :param clock: seconds for each decision, one of `clocks.CLOCKS`; 0 for no clock.
        :param language: of what the table shows to all.
        """
        if clock not in clocks.CLOCKS:
            raise ValueError(f"clock = {clock}: it must be one of {clocks.CLOCKS}")
        opened = Opened(
            host.person_id,
            options or Options(),
            access or Access(),
            level,
            thread=thread,
            clock=clock,
            language=language,
        )
        return await self._open(opened, host, guild_id, channel_id)

    async def _open(self, opened: Opened, host: Person, guild_id: int | None, channel_id: int) -> Change:
        events = commands.open_table(opened, host, self._chance.secret())
        seat = opened.reserved.get(host.person_id, 1)
        # A practice is in nobody's way.
        limits = replace(self.limits, per_channel=0) if opened.practice else self.limits
        return await self._written(opened, events, {seat: host.person_id}, guild_id, channel_id, limits)

    async def _written(
        self,
        opened: Opened,
        events: Sequence[Event],
        seats: Mapping[int, int],
        guild_id: int | None,
        channel_id: int,
        limits: Limits,
        also: Callable[[AsyncConnection, int], Awaitable[None]] | None = None,
    ) -> Change:
        """Write a table that begins with some events."""
        now = self.now()
        first = Table(0, guild_id, channel_id)
        first.apply_all(events, now)
        try:
            table_id = await self.store.create_table(
                guild_id,
                channel_id,
                _rows(events, now),
                seats=seats,
                exclusive=clocks.is_live_play(opened.clock),
                deadline=clocks.deadline_of(first),
                limits=limits,
                also=also,
            )
        except SeatedElsewhere as error:
            raise await self._busy(error) from None
        except TooManyTables as error:
            raise _too_many(error) from None
        before = Table(table_id, guild_id, channel_id)
        after = before.copy()
        after.apply_all(events, now)
        # Numbers can be guessed: somebody may have come to this table already.
        held = self._hold(table_id)
        if held.table is None:
            held.table = after
        self._release(held, table_id)
        return Change(before, after, tuple(events))

    async def open_meeting(
        self,
        opened: Opened,
        guild_id: int | None,
        channel_id: int,
        also: Callable[[AsyncConnection, int], Awaitable[None]],
    ) -> Change:
        """Open the table of a tournament's meeting, at which nobody sits yet. No limits hold for it.

        :param also: writes what goes with it, in the same transaction, and is given the number of the table.
        """
        events: list[Event] = [opened, Committed(self._chance.secret())]
        return await self._written(opened, events, {}, guild_id, channel_id, NO_LIMITS, also)

    async def seat_entrants(self, table_id: int, sitters: Mapping[int, Sitter]) -> Change:
        """Let those of a tournament sit down who are there without saying so; the match begins if these are all."""
        return await self._do(table_id, lambda table: commands.seat_entrants(table, sitters))

    async def keep(self, table_id: int, kept: Mapping[int, int]) -> Change:
        """Keep seats of a tournament's table for others than before."""
        return await self._do(table_id, lambda table: commands.keep(table, kept, self.now()))

    async def decide(self, table_id: int) -> Change:
        """Close a tournament's table of which the meeting was decided elsewhere; one that is over stays as it is."""
        return await self._do(table_id, commands.decide)

    async def practise(self, person: Person, level: str = USUAL, options: Options | None = None) -> Change:
        """Open a table for one person and three AI players, which no channel shows, and begin."""
        opened = Opened(person.person_id, options or Options(), Access("people"), level, practice=True)
        change = await self._open(opened, person, None, NOWHERE)
        return await self.fill(change.table_id, person)

    async def practice_of(self, person_id: int) -> Table | None:
        """Return the practice that a person has begun and not ended, the newest; None where there is none."""
        for row in await self.store.tables_of(person_id):
            if row.channel_id == NOWHERE:
                return await self.get(row.table_id)
        return None

    async def rematch(self, table_id: int, person: Person, channel_id: int) -> Change:
        """Open a table for those of a finished match, or join the one that was opened for it.

        The seats are kept for the people who had them, and the AI players sit down again.
        """
        held = self._hold(table_id)
        try:
            async with held.lock:
                table = await self._load(held, table_id)
                opened = commands.rematch(table, person, channel_id)
                if table.rematch is None:
                    change = await self._open(opened, person, table.guild_id, channel_id)
                    await self._write(held, table, [Rematched(change.table_id)])
                    ai = [
                        Sat(seat, sitter.name, None, sitter.level, sitter.manner)
                        for seat, sitter in sorted(table.seats.items())
                        if sitter.is_ai
                    ]
                    if ai:
                        seated = await self._do(change.table_id, lambda _: ai)
                        change = Change(change.before, seated.after, change.events + seated.events)
                    return change
        finally:
            self._release(held, table_id)
        return await self.join(table.rematch, person)

    async def invite(self, table_id: int, by: Person, person_id: int) -> Change:
        """Let a person sit, whatever the table's access."""
        return await self._do(table_id, lambda table: commands.invite(table, by, person_id))

    async def join(self, table_id: int, person: Person, seat: int | None = None) -> Change:
        """Take a seat, or change to another one. The match starts when the fourth seat is taken.

        In a game, take a seat that a person has given up; one's own at any time.
        """
        known = await self._acquainted(person)
        return await self._do(table_id, lambda table: absence.join(table, known, seat, self.now()))

    async def _acquainted(self, person: Person) -> Person:
        """Return a person with whom they know, and how they stand."""

        async def look(connection: AsyncConnection) -> Person:
            mu = await ratings.mean_of(connection, person.person_id)
            return replace(
                person,
                friend_of=await friends.who_has(connection, person.person_id, "friend"),
                blocked_by=await friends.who_has(connection, person.person_id, "blocked"),
                rating=points.shown(points.MU if mu is None else mu),
            )

        return await self.store.read(look)

    async def come_back(self, table_id: int, person: Person) -> Change:
        """Take one's seat back from the AI player that keeps it."""
        return await self._do(table_id, lambda table: absence.come_back(table, person))

    async def vote(self, table_id: int, by: Person, against: int) -> Change:
        """Vote for removing a person from a game; when all the others have, an AI player takes the seat."""
        return await self._do(table_id, lambda table: absence.vote(table, by, against, self.now()))

    async def second(self, table_id: int, by: Person, seat: int) -> Change:
        """Join the vote that is going on against the person on a seat."""
        return await self._do(table_id, lambda table: absence.second(table, by, seat, self.now()))

    async def unseat(self, table_id: int, by: Person, person_id: int) -> Change:
        """Take a person's seat, which moderators may."""
        return await self._do(table_id, lambda table: absence.unseat(table, by, person_id, self.now()))

    async def time_out(self, table_id: int, revision: int) -> Change:
        """Do what follows when the time of a moment is up; nothing where it is not, or the moment has passed."""
        rng = self._chance.ai()
        return await self._do(table_id, lambda table: absence.time_out(table, revision, self.now(), rng))

    async def think(self, table_id: int, revision: int) -> Change:
        """Let the AI player speak whose turn it is; nothing where the moment has passed."""
        rng = self._chance.ai()

        def speak(table: Table) -> Sequence[Event]:
            speaker = table.ai_speaker
            if speaker is None or table.revision != revision:
                return ()
            return [Acted(ai_action(table, speaker, rng))]

        return await self._do(table_id, speak)

    async def fill(self, table_id: int, by: Person) -> Change:
        """Let AI players take the empty seats, and so start the match."""
        return await self._do(table_id, lambda table: commands.fill(table, by))

    async def leave(self, table_id: int, person: Person) -> Change:
        """Give up one's seat."""
        try:
            return await self._do(table_id, lambda table: commands.leave(table, person, self.now()))
        except Unreadable as unreadable:
            await self._put_aside(table_id, unreadable, person.person_id)

    async def close(self, table_id: int, by: Person) -> Change:
        """Close a table."""
        try:
            return await self._do(table_id, lambda table: commands.close(table, by))
        except Unreadable as unreadable:
            # Who opened it is not known any more.
            if not by.moderator:
                raise
            await self._put_aside(table_id, unreadable)

    async def abandon(self, table_id: int) -> Change:
        """Close a table that cannot go on: its channel was deleted, the bot removed from its server."""
        try:
            return await self._do(table_id, commands.abandon)
        except Unreadable as unreadable:
            await self._put_aside(table_id, unreadable)

    async def act(self, table_id: int, person: Person, action: Action, revision: int | None = None) -> Change:
        """Say or do something in the game; the action's own seat is not looked at, only the person's."""
        return await self._do(table_id, lambda table: commands.act(table, person, action, revision))

    async def cut_deck(self, table_id: int, person: Person, text: str, deal: int) -> Change:
        """Cut the deck of the next deal, which must be of the number `deal`, with a text."""
        return await self._do(table_id, lambda table: commands.cut_deck(table, person, text, deal))

    async def get(self, table_id: int) -> Table:
        """Return a table as it is now, whatever other processes have written; to be read only.

        `Refused` where there is none of this number.
        """
        return (await self._do(table_id, lambda _: ())).after

    async def latest(self, table_id: int) -> Table:
        """Return a table as this process knows it, to be read only: it costs nothing where it is in memory.

        Another process may have been at it since; `overtaken` says whether. `Refused` where there is no such table.
        """
        held = self._held.get(table_id)
        if held is not None and held.table is not None:
            self._held.move_to_end(table_id)
            return held.table
        return await self.get(table_id)

    def others(self, table_id: int) -> int:
        """Return how often another process was found to have been at a table since this one holds it."""
        held = self._held.get(table_id)
        return held.others if held is not None else 0

    async def overtaken(self, table_id: int) -> bool:
        """Return whether another process has been at a table since this one looked at it last."""
        held = self._held.get(table_id)
        table = held.table if held is not None else None
        return table is not None and await self.store.last_seq(table_id) > table.seq

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._clock()

    async def forget(self) -> None:
        """Forget all tables in memory: the store's events are others than before (somebody was erased).

        Other processes find out by the event `Forgotten` at each of these tables.
        """
        for table_id, held in list(self._held.items()):
            held.users += 1
            try:
                async with held.lock:
                    held.table = None
            finally:
                self._release(held, table_id)

    async def live(self) -> list[TableRow]:
        """Return the tables that are open or playing."""
        return await self.store.live_tables()

    # One command at a time at each table

    async def _do(self, table_id: int, command: Command) -> Change:
        held = self._hold(table_id)
        try:
            async with held.lock:
                for attempt in range(_ATTEMPTS):
                    # What has just been read is the table as it is, however busy others are with it.
                    fresh = held.table is None
                    table = await self._load(held, table_id)
                    try:
                        events = list(command(table))
                    except Refused:
                        if fresh or await self._is_current(held, table):
                            raise
                        continue
                    if events:
                        try:
                            return await self._write(held, table, events)
                        except SequenceTaken:
                            held.others += 1
                            log.info("table %s: another writer was first (attempt %s)", table_id, attempt + 1)
                    elif fresh or await self._is_current(held, table):
                        return Change(table, table, ())
                raise Refused(Refusal.STALE, f"table {table_id} changed {_ATTEMPTS} times meanwhile")
        finally:
            self._release(held, table_id)

    async def _is_current(self, held: _Held, table: Table) -> bool:
        """Return whether no other writer has been at a table; where one has, forget what is in memory.

        A command that writes finds out by itself; one that is refused, or has nothing to do, must ask.
        """
        if await self.store.last_seq(table.table_id) == table.seq:
            return True
        held.table = None
        held.others += 1
        return False

    async def _write(self, held: _Held, table: Table, events: list[Event]) -> Change:
        now = self.now()
        after = table.copy()
        after.apply_all(events, now)
        if after.people or self.ai_pause:
            self._go_on(after, events, signing(table), now)
        else:
            # AI players alone play their match in one breath; nobody else has to hold theirs. The copy is ours.
            await asyncio.to_thread(self._go_on, after, events, signing(table), now)
        deadline = clocks.deadline_of(after)
        status = TableStatus(after.status.value) if after.status is not table.status else None
        # Whatever happens while it is being written, only the store knows whether it was.
        held.table = None
        try:
            await self.store.append(
                table.table_id,
                table.seq,
                _rows(events, now),
                status=status,
                seats=after.people if after.people != table.people else None,
                exclusive=after.is_live and clocks.is_live_play(after.clock),
                # The row of a moment that goes on stays as it is: its people may have been reminded.
                deadline=deadline if status or deadline != clocks.deadline_of(table) else None,
                game=finished_game(after) if status is TableStatus.FINISHED else None,
                result=archive.result(after) if status is not None and not status.is_live else None,
                newcomers=set(after.people.values()) - set(table.people.values()),
                limits=NO_LIMITS if table.tournament else self.limits,
            )
        except SeatedElsewhere as error:
            raise await self._busy(error) from None
        except TooManyTables as error:
            raise _too_many(error) from None
        held.table = after
        self.watch(after)
        return Change(table, after, tuple(events))

    async def _busy(self, error: SeatedElsewhere) -> Refused:
        rows = await self.store.tables_of(error.person_id)
        elsewhere = next((row for row in rows if row.table_id == error.elsewhere), None)
        return Refused(Refusal.BUSY, str(error), elsewhere=elsewhere)

    def _go_on(self, table: Table, events: list[Event], signed: object, now: float) -> None:
        """Do what follows by itself: start a full table, deal, and let the AI seats signal and act.

        :param signed: the `signing` moment at which the AI seats were last asked for signals.
        """

        def happen(event: Event) -> None:
            table.apply(event, now)
            events.append(event)

        if table.is_live and table.secret is None:
            happen(Committed(self._chance.secret()))
        if table.status is Status.OPEN and not table.free_seats:
            happen(Started(first_mano(table.next_shuffle.seed)))
        while table.status is Status.PLAYING:
            deal = table.playing.deal
            if deal.is_over or not deal.actions:
                happen(Dealt(table.next_shuffle.seed))
                happen(Committed(self._chance.secret()))
            elif signing(table) != signed:
                signed = signing(table)
                for seat in table.ai_seats:
                    sitter = table.seats[seat]
                    level, rng = sitter.level or table.level, self._chance.ai()
                    for name in sign_seat(level, table.view(seat), rng, sitter.manner):
                        happen(Acted(sign(seat, name)))
            elif self.ai_pause and table.ai_speaker is not None:
                break
            elif waiting := table.ai_to_act():
                happen(Acted(ai_action(table, waiting[0], self._chance.ai())))
            else:
                break

    # Tables in memory

    def _hold(self, table_id: int) -> _Held:
        held = self._held.get(table_id)
        if held is None:
            held = self._held[table_id] = _Held()
        self._held.move_to_end(table_id)
        held.users += 1
        return held

    def _release(self, held: _Held, table_id: int) -> None:
        held.users -= 1
        if held.users == 0 and (held.table is None or not held.table.is_live):
            self._held.pop(table_id, None)
        for _ in range(len(self._held) - self._most_held):
            oldest = next(iter(self._held))
            if self._held[oldest].users or not self.may_forget(oldest):
                self._held.move_to_end(oldest)
            else:
                del self._held[oldest]

    async def _load(self, held: _Held, table_id: int) -> Table:
        if held.table is not None:
            return held.table
        try:
            row, rows = await self.store.load(table_id)
        except NoSuchTable:
            raise Refused(Refusal.NO_TABLE, f"table {table_id}") from None
        table = Table(table_id, row.guild_id, row.channel_id)
        try:
            for each in rows:
                table.apply(event_of(each.kind, each.data), each.at)
        except Exception as error:  # a damaged event may break any rule of the game
            # What the event holds is not told, for it may be a secret.
            log.warning(
                "table %s cannot be read: event %s: %s", table_id, table.seq + 1, type(error).__name__
            )
            raise Unreadable(table_id) from error
        held.table = table
        return table

    async def _put_aside(self, table_id: int, why: Unreadable, person_id: int | None = None) -> NoReturn:
        """Take a seat from a table that cannot be read, or all of them, so that it binds nobody; then say so."""
        await self.store.put_aside(table_id, self.now(), person_id)
        raise Refused(Refusal.PUT_ASIDE, f"table {table_id}") from why


def signing(table: Table) -> object:
    """Return what changes whenever there are hands of which nothing could be signalled before."""
    return table.hands, table.match is not None and table.match.deal.corrido


def _too_many(error: TooManyTables) -> Refused:
    reason = {
        "channel": Refusal.CHANNEL_FULL,
        "server": Refusal.SERVER_FULL,
        "person": Refusal.PERSON_FULL,
    }[error.whose]
    return Refused(reason, str(error), most=error.most)


def _rows(events: Sequence[Event], at: float) -> list[NewEvent]:
    return [NewEvent(event.kind, event.to_data(), at) for event in events]

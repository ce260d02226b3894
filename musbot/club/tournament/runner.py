"""The runner: finds the tournaments at which somebody has to look, and does what is due there.

They begin, tables open, results come from tables that are over, whoever does not come loses, the next round is
paired, the end comes, and the next one of a row is announced. Any number of processes may run one store: whoever
looks claims the row first, and every step is an event of which the log takes one writer's. A process that dies in
the middle has done no harm: each step is taken on the tournament as it is, and the claim ends by itself.

A table that begins or ends makes its tournament due, in the transaction in which it does (`store.tournaments.wake`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.ai import USUAL
from musbot.club.tournament import commands, due
from musbot.club.tournament.desk import Found, TournamentChange, Tournaments, append
from musbot.club.tournament.errors import Reason, Refused
from musbot.club.tournament.events import CohostNamed, Created, Event, Followed
from musbot.club.tournament.meetings import Meeting, Result
from musbot.club.tournament.outcome import leader, missing, outcome, seating, stands
from musbot.club.tournament.state import Tournament
from musbot.store import NewEvent, TableStatus
from musbot.store import tournaments as rows
from musbot.store.tournaments import TournamentMoved, TournamentRow
from musbot.table import Access, Change, Opened, Sitter, Table, Unreadable
from musbot.table import Refused as TableRefused
from musbot.tasks import finished

log = logging.getLogger(__name__)

GRACE = 60
"""Seconds that people have at least to come to their tables when a bot comes back that was away."""
CLAIM = 60
"""Seconds for which a process may look at a tournament; if it dies meanwhile, another one looks then."""
AGAIN = 5
"""Seconds after which a tournament is looked at again at which something was due and could not be done."""
AFTER_FAILURE = 1.0
NEAREST = 3.0
"""Seconds after which the rows are looked at again at the latest: a match may end at any moment."""
SHORTEST_PAUSE = 0.2
MOST_AT_ONCE = 50
SHOWN_AT_ONCE = 8
"""Tables that are being shown at the same time."""
MOST_STEPS = 100
"""Steps of one look, so that a mistake cannot hold up all others."""
MOST_LOST = 1
"""How many tables of a meeting may be lost before it is decided without another one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """People who have not come to their table, where others wait for them."""

    table: Table
    people: tuple[int, ...]
    until: float
    """When they lose, in seconds since 1970."""


async def _nobody(_: Waiting) -> None:
    """Tell nobody."""


class Runner:
    """Does what is due in all tournaments of a store.

    :param changed: shows a table that was opened, or closed, or at which somebody was seated.
    :param remind: tells people that they are waited for, once at each table.
    :param is_paused: whether a table takes no words now; then nobody loses there for not having come.
    """

    def __init__(
        self,
        tournaments: Tournaments,
        changed: Callable[[Change], Awaitable[None]],
        is_paused: Callable[[int], bool] = lambda _: False,
        remind: Callable[[Waiting], Awaitable[None]] = _nobody,
    ) -> None:
        self._desk = tournaments
        self._store, self._tables = tournaments.store, tournaments.tables
        self._changed = changed
        self._is_paused = is_paused
        self._remind = remind
        self._sweeping = asyncio.Lock()
        self._showing: set[asyncio.Task[None]] = set()
        self._at_once = asyncio.Semaphore(SHOWN_AT_ONCE)
        self._forfeits_from = tournaments.now() + GRACE
        self._seated: set[int] = set()
        """The tables at which those sit who are there without saying so, as far as this process knows."""

    async def run(self) -> None:
        """Look for ever, whatever goes wrong."""
        while True:
            pause = AFTER_FAILURE
            try:
                await self.sweep()
                pause = await self.pause()
            except Exception:  # a store that fails now may work in a second
                log.exception("the tournaments were not looked at")
            await asyncio.sleep(pause)

    async def sweep(self) -> None:
        """Do what is due now."""
        async with self._sweeping:
            now = self._desk.now()
            for row in await self._store.read(lambda c: rows.due(c, now, MOST_AT_ONCE)):
                try:
                    await self._look_at(row)
                except Exception:  # one that fails must not stop the others; its claim ends by itself
                    log.exception("tournament %s: what is due could not be done", row.tournament_id)

    async def quiet(self) -> None:
        """Wait until all that was done at tables is shown."""
        await finished(lambda: self._showing)

    async def pause(self) -> float:
        """Return for how many seconds nothing is due: until the next time, or until there may be a nearer one."""
        wake_at = await self._store.read(rows.next_wake)
        if wake_at is None:
            return NEAREST
        return min(max(wake_at - self._desk.now(), SHORTEST_PAUSE), NEAREST)

    async def _look_at(self, row: TournamentRow) -> None:
        number = row.tournament_id
        # A time that no event can have, so that it is told from theirs.
        until = self._desk.now() + CLAIM + self._desk.rng().random()
        if not await self._store.write(lambda c: rows.claim(c, row, until)):
            return
        for _ in range(MOST_STEPS):
            found = await self._desk.load(number)
            if not await self._step(found):
                break
        else:
            log.error("tournament %s does not come to rest", number)
            return
        tournament = found.tournament
        wake_at = due.wake_at(tournament) if found.goes_on else None
        if wake_at is not None and wake_at <= self._desk.now():
            wake_at = self._desk.now() + AGAIN
        await self._store.write(lambda c: rows.settle(c, number, tournament.seq, until, wake_at))

    async def _step(self, found: Found) -> bool:
        """Do one kind of thing that is due; return whether anything was done."""
        if not found.goes_on and not found.tournament.is_over:
            # The bot was removed from its server.
            return False
        if found.tournament.is_over:
            await self._clear_away(found)
            return False
        if await self._hear(found):
            return True
        if found.tournament.paused:
            return False
        served = False
        for meeting in found.tournament.open_meetings:
            try:
                served |= await self._serve(found, meeting)
            except TableRefused as refused:
                log.warning("tournament %s, meeting %s: %s", found.number, meeting.number, refused)
        if served:
            return True
        change = await self._do(found, lambda t: due.follows(t, self._desk.now(), self._desk.rng()))
        return bool(change.events)

    async def _do(self, found: Found, command: Callable[[Tournament], Sequence[Event]]) -> TournamentChange:
        """Do what follows by itself; nothing where somebody has just paused it, or ended it."""
        try:
            return await self._desk.do(found.number, command)
        except Refused as refused:
            if refused.reason not in _MEANWHILE:
                raise
            log.info("tournament %s: %s", found.number, refused)
            return TournamentChange(found.row, found.tournament, found.tournament, ())

    # What tables have to say

    async def _hear(self, found: Found) -> bool:
        """Take in what has happened at the tables, and close those that are played for nothing."""
        statuses = await self._store.read(lambda c: rows.statuses(c, found.number))
        heard = False
        for meeting in found.tournament.meetings.values():
            table_id = meeting.table_id
            status = None if table_id is None else statuses.get(table_id)
            if table_id is None or status is None:
                continue
            if meeting.is_over:
                if status.is_live:
                    await self._close(table_id)
            elif not status.is_live:
                heard |= await self._take_in(found, meeting, table_id)
            elif status is TableStatus.PLAYING and not meeting.begun:
                change = await self._do(found, partial(commands.began, table_id=table_id))
                heard |= bool(change.events)
        return heard

    async def _take_in(self, found: Found, meeting: Meeting, table_id: int) -> bool:
        """Take in what a table says that is over."""
        table = await self._table(table_id)
        result = None if table is None else outcome(table)
        if result is None and meeting.lost >= MOST_LOST:
            # Nobody's fault, and again: for whom is ahead; else nobody has won.
            result = Result(None if table is None else leader(table), forfeit=True)
        if result is None:
            change = await self._do(found, partial(commands.table_lost, table_id=table_id))
        else:
            change = await self._do(found, partial(commands.result, table_id=table_id, outcome=result))
        self._seated.discard(table_id)
        return bool(change.events)

    async def _table(self, table_id: int) -> Table | None:
        """Return a table; None where it cannot be read."""
        try:
            return await self._tables.get(table_id)
        except Unreadable:
            return None

    async def _close(self, table_id: int) -> None:
        try:
            change = await self._tables.decide(table_id)
        except Unreadable:
            await self._store.put_aside(table_id, self._desk.now())
            return
        if change.events:
            self._show(change)

    def _show(self, change: Change) -> None:
        """Show a table without waiting for it: a slow channel must not hold up a round of hundreds."""
        self._in_background(change.table_id, lambda: self._changed(change))

    def _in_background(self, table_id: int, tell: Callable[[], Awaitable[None]]) -> None:
        async def show() -> None:
            async with self._at_once:
                try:
                    await tell()
                except Exception:  # nobody else would ever hear of it
                    log.exception("table %s: what a tournament did there was not shown", table_id)

        task = asyncio.create_task(show())
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    # What tables need

    async def _serve(self, found: Found, meeting: Meeting) -> bool:
        """Do what is due at one meeting that is not over; return whether anything was done."""
        tournament, now = found.tournament, self._desk.now()
        if meeting.table_id is None:
            return now >= due.opens_at(tournament, meeting) and await self._open(found, meeting)
        if tournament.people_at(meeting) != meeting.people:
            return await self._reseat(found, meeting, meeting.table_id)
        if not meeting.begun:
            if meeting.table_id not in self._seated and await self._seat(found, meeting, meeting.table_id):
                return True
            if now >= due.calls_at(tournament, meeting) and not meeting.called:
                return await self._call(found, meeting, meeting.table_id)
            if now >= max(due.forfeits_at(tournament, meeting), self._forfeits_from):
                return await self._forfeit(found, meeting, meeting.table_id)
        end = due.decided_at(tournament, meeting)
        if end is not None and now >= max(end, self._forfeits_from):
            return await self._end(found, meeting, meeting.table_id)
        return False

    async def _open(self, found: Found, meeting: Meeting) -> bool:
        """Open a table, in one transaction with the event that says so."""
        tournament, guild_id = found.tournament, found.row.guild_id
        plan = tournament.plan
        reserved = {
            each.person: seat for seat, each in seating(tournament, meeting).items() if not each.is_ai
        }
        opened = Opened(
            tournament.host,
            plan.options,
            Access("people", frozenset(reserved)),
            USUAL,
            reserved,
            thread=plan.threads and guild_id is not None,
            clock=plan.clock,
            language=plan.language,
            tournament=found.number,
            meeting=meeting.number,
        )
        shown: list[Change] = []
        for former in meeting.former:
            await self._close(former)

        async def write(found: Found, _events: Sequence[Event], now: float) -> TournamentChange:
            if found.tournament.people_at(meeting) != tournament.people_at(meeting):
                raise TournamentMoved(
                    f"tournament {found.number}: others are to play meeting {meeting.number}"
                )
            written: list[TournamentChange] = []

            async def also(connection: AsyncConnection, table_id: int) -> None:
                events = commands.open_table(found.tournament, meeting.number, table_id)
                written.append(await append(connection, found, events, now, {table_id: meeting.number}))

            channel_id = found.row.channel_id
            shown.append(await self._tables.open_meeting(opened, guild_id, channel_id, also))
            return written[-1]

        try:
            await self._desk.write(
                found.number, partial(commands.open_table, meeting=meeting.number, table_id=0), write
            )
        except (Refused, TournamentMoved) as moved:
            log.info("tournament %s: no table for meeting %s: %s", found.number, meeting.number, moved)
            return False
        self._show(shown[-1])
        return True

    async def _seat(self, found: Found, meeting: Meeting, table_id: int) -> bool:
        """Let those sit down who need not say that they are there: AI players, and where there is no courtesy, all."""
        entrants = seating(found.tournament, meeting)
        sitters = {
            seat: Sitter(each.name, None if each.is_ai else each.person, each.level or None)
            for seat, each in entrants.items()
            if each.is_ai or not found.tournament.plan.courtesy
        }
        seated = False
        for seat, sitter in sitters.items():
            try:
                change = await self._tables.seat_entrants(table_id, {seat: sitter})
            except TableRefused as refused:
                # They sit at another table; when they have finished there, they may come.
                log.info("table %s: %s is not seated: %s", table_id, sitter.name, refused)
                continue
            if change.events:
                seated = True
                self._show(change)
        self._seated.add(table_id)
        return seated

    async def _reseat(self, found: Found, meeting: Meeting, table_id: int) -> bool:
        """Keep the seats for those who are in the entries now: a substitute has come."""
        entrants = seating(found.tournament, meeting)
        kept = {seat: each.person for seat, each in entrants.items() if not each.is_ai}
        change = await self._tables.keep(table_id, kept)
        if change.events:
            self._show(change)
        people = found.tournament.people_at(meeting)
        noted = await self._do(found, partial(commands.reseated, meeting=meeting.number, people=people))
        self._seated.discard(table_id)
        return bool(noted.events)

    async def _call(self, found: Found, meeting: Meeting, table_id: int) -> bool:
        """Tell those who have not come that the others wait, once; where it is nearly too late, nobody."""
        table = await self._table(table_id)
        change = await self._do(found, partial(commands.called, table_id=table_id))
        until = max(due.forfeits_at(found.tournament, meeting), self._forfeits_from)
        if change.events and table is not None and table.is_open and until > self._desk.now():
            there = set(table.people.values())
            people = tuple(each for each in sorted(table.reserved) if each > 0 and each not in there)
            if people:
                waiting = Waiting(table, people, until)
                self._in_background(table_id, lambda: self._remind(waiting))
        return bool(change.events)

    async def _forfeit(self, found: Found, meeting: Meeting, table_id: int) -> bool:
        """Let those lose who have not come, unless they have come just now."""
        table = await self._table(table_id)
        if table is None or not table.is_open or self._is_paused(table_id):
            return False
        away = missing(found.tournament, meeting, table)
        if not away:
            # An AI player could not sit down.
            self._seated.discard(table_id)
        change = await self._do(found, partial(commands.absent, meeting=meeting.number, missing=away))
        return bool(change.events)

    async def _end(self, found: Found, meeting: Meeting, table_id: int) -> bool:
        """Decide a meeting that has taken too long."""
        table = await self._table(table_id)
        if table is not None and not table.is_live:
            return False
        if table is not None and table.is_open:
            return await self._forfeit(found, meeting, table_id)
        result = Result(None, forfeit=True) if table is None else stands(table)
        change = await self._do(found, partial(commands.result, table_id=table_id, outcome=result))
        return bool(change.events)

    # The end

    async def _clear_away(self, found: Found) -> None:
        """Close what is still open, and announce the next one of a row, once."""
        statuses = await self._store.read(lambda c: rows.statuses(c, found.number))
        for table_id in [each for each, status in statuses.items() if status.is_live]:
            await self._close(table_id)
        plan = due.next_plan(found.tournament)
        if plan is None:
            return
        numbers: list[int] = []
        first: list[Event] = [Created(found.tournament.host, plan)]
        first += [CohostNamed(each, found.tournament.host) for each in sorted(found.tournament.cohosts)]

        async def write(found: Found, _events: Sequence[Event], now: float) -> TournamentChange:
            guild_id, channel_id = found.row.guild_id, found.row.channel_id
            created = [NewEvent(event.kind, event.to_data(), now) for event in first]

            async def announce(connection: AsyncConnection) -> TournamentChange:
                number = await rows.create(connection, guild_id, channel_id, created, plan.starts_at)
                numbers.append(number)
                return await append(connection, found, [Followed(number)], now)

            return await self._store.write(announce)

        def follow(tournament: Tournament) -> list[Event]:
            return [Followed(0)] if due.next_plan(tournament) is not None else []

        change = await self._desk.write(found.number, follow, write)
        if change.events:
            await self._desk.announce(numbers[-1])


_MEANWHILE = (
    Reason.PAUSED,
    Reason.OVER,
    Reason.NOT_STARTED,
    Reason.STARTED,
    Reason.UNFINISHED,
    Reason.NO_MEETING,
)
"""What may have come to be between the look and the deed."""

"""All tables: what people may do there, AI players, clocks and tournaments; commands in, changes out.

What a command does is in `commands` and `absence`; how it comes to count, in `desk`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.ai import USUAL
from musbot.game import Action, Options
from musbot.store import (
    NO_LIMITS,
    Limits,
    SequenceTaken,
    Store,
    TableRow,
    friends,
    points,
    ratings,
)
from musbot.table import absence, clocks, commands
from musbot.table.change import Chance, Change
from musbot.table.desk import ATTEMPTS, Also, Desk
from musbot.table.errors import Refusal, Refused, Unreadable
from musbot.table.events import Acted, Committed, Event, Opened, Rematched
from musbot.table.people import Access, Person, Sitter
from musbot.table.state import Table
from musbot.table.thinking import ai_action

MOST_HELD = 2_000

NOWHERE = 0
"""The channel of a table that no channel shows: a practice."""


class Tables:
    """The tables of a store.

    :param clock: seconds since 1970, as `time.time` gives them.
    :param ai_pause: seconds that an AI player usually takes to speak. With 0 it speaks in the same breath as the
        word that it follows; else somebody must let it `think`, whom `desk.watch` tells that it is its turn.
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
        self._chance = chance or Chance()
        self._clock = clock
        self.desk = Desk(store, self._chance, clock, ai_pause, limits, most_held)
        """Where commands come to count; it tells who watches."""

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

    async def _open(
        self, opened: Opened, host: Person, guild_id: int | None, channel_id: int, also: Also | None = None
    ) -> Change:
        events = commands.open_table(opened, host, self._chance.secret())
        seat = opened.reserved.get(host.person_id, 1)
        # A practice is in nobody's way.
        limits = replace(self.desk.limits, per_channel=0) if opened.practice else self.desk.limits
        seats = {seat: host.person_id}
        return await self.desk.open(opened, events, seats, guild_id, channel_id, limits, also)

    async def open_meeting(
        self,
        opened: Opened,
        guild_id: int | None,
        channel_id: int,
        also: Also,
    ) -> Change:
        """Open the table of a tournament's meeting, at which nobody sits yet. No limits hold for it."""
        events: list[Event] = [opened, Committed(self._chance.secret())]
        return await self.desk.open(opened, events, {}, guild_id, channel_id, NO_LIMITS, also)

    async def seat_entrants(self, table_id: int, sitters: Mapping[int, Sitter]) -> Change:
        """Let those of a tournament sit down who are there without saying so; the match begins if these are all."""
        return await self.desk.do(table_id, lambda table: commands.seat_entrants(table, sitters))

    async def keep(self, table_id: int, kept: Mapping[int, int]) -> Change:
        """Keep seats of a tournament's table for others than before."""
        return await self.desk.do(table_id, lambda table: commands.keep(table, kept, self.now()))

    async def decide(self, table_id: int) -> Change:
        """Close a tournament's table of which the meeting was decided elsewhere; one that is over stays as it is."""
        return await self.desk.do(table_id, commands.decide)

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
        for _ in range(ATTEMPTS):
            async with self.desk.locked(table_id) as held:
                table = await self.desk.load(held, table_id)
                opened = commands.rematch(table, person, channel_id)
                if table.rematch is None:
                    also = self.desk.beside(held, table, Rematched)
                    try:
                        change = await self._open(opened, person, table.guild_id, channel_id, also)
                    except SequenceTaken:
                        # Somebody has asked for it at the same moment, through another process.
                        continue
                    return await self._seat_again(change, table)
            return await self.join(table.rematch, person)
        raise Refused(Refusal.STALE, f"table {table_id} changed {ATTEMPTS} times meanwhile")

    async def _seat_again(self, change: Change, before: Table) -> Change:
        """Let the AI players of a match sit down at the table of its rematch, which was just opened."""
        ai = {seat: sitter for seat, sitter in before.seats.items() if sitter.is_ai}
        if not ai:
            return change
        seated = await self.desk.do(change.table_id, lambda table: commands.seat_entrants(table, ai))
        return Change(change.before, seated.after, change.events + seated.events)

    async def invite(self, table_id: int, by: Person, person_id: int) -> Change:
        """Let a person sit, whatever the table's access."""
        return await self.desk.do(table_id, lambda table: commands.invite(table, by, person_id))

    async def join(self, table_id: int, person: Person, seat: int | None = None) -> Change:
        """Take a seat, or change to another one. The match starts when the fourth seat is taken.

        In a game, take a seat that a person has given up; one's own at any time.
        """
        known = await self._acquainted(person)
        return await self.desk.do(table_id, lambda table: absence.join(table, known, seat, self.now()))

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
        return await self.desk.do(table_id, lambda table: absence.come_back(table, person))

    async def vote(self, table_id: int, by: Person, against: int) -> Change:
        """Vote for removing a person from a game; when all the others have, an AI player takes the seat."""
        return await self.desk.do(table_id, lambda table: absence.vote(table, by, against, self.now()))

    async def second(self, table_id: int, by: Person, seat: int) -> Change:
        """Join the vote that is going on against the person on a seat."""
        return await self.desk.do(table_id, lambda table: absence.second(table, by, seat, self.now()))

    async def unseat(self, table_id: int, by: Person, person_id: int) -> Change:
        """Take a person's seat, which moderators may."""
        return await self.desk.do(table_id, lambda table: absence.unseat(table, by, person_id, self.now()))

    async def time_out(self, table_id: int, revision: int) -> Change:
        """Do what follows when the time of a moment is up; nothing where it is not, or the moment has passed."""
        rng = self._chance.ai()
        return await self.desk.do(table_id, lambda table: absence.time_out(table, revision, self.now(), rng))

    async def think(self, table_id: int, revision: int) -> Change:
        """Let the AI player speak whose turn it is; nothing where the moment has passed."""
        rng = self._chance.ai()

        def speak(table: Table) -> Sequence[Event]:
            speaker = table.ai_speaker
            if speaker is None or table.revision != revision:
                return ()
            return [Acted(ai_action(table, speaker, rng))]

        return await self.desk.do(table_id, speak)

    async def fill(self, table_id: int, by: Person) -> Change:
        """Let AI players take the empty seats, and so start the match."""
        return await self.desk.do(table_id, lambda table: commands.fill(table, by))

    async def leave(self, table_id: int, person: Person) -> Change:
        """Give up one's seat."""
        try:
            return await self.desk.do(table_id, lambda table: commands.leave(table, person, self.now()))
        except Unreadable as unreadable:
            await self._put_aside(table_id, unreadable, person.person_id)

    async def close(self, table_id: int, by: Person) -> Change:
        """Close a table."""
        try:
            return await self.desk.do(table_id, lambda table: commands.close(table, by))
        except Unreadable as unreadable:
            # Who opened it is not known any more.
            if not by.moderator:
                raise
            await self._put_aside(table_id, unreadable)

    async def abandon(self, table_id: int) -> Change:
        """Close a table that cannot go on: its channel was deleted, the bot removed from its server."""
        try:
            return await self.desk.do(table_id, commands.abandon)
        except Unreadable as unreadable:
            await self._put_aside(table_id, unreadable)

    async def act(self, table_id: int, person: Person, action: Action, revision: int | None = None) -> Change:
        """Say or do something in the game; the action's own seat is not looked at, only the person's."""
        return await self.desk.do(table_id, lambda table: commands.act(table, person, action, revision))

    async def cut_deck(self, table_id: int, person: Person, text: str, deal: int) -> Change:
        """Cut the deck of the next deal, which must be of the number `deal`, with a text."""
        return await self.desk.do(table_id, lambda table: commands.cut_deck(table, person, text, deal))

    async def get(self, table_id: int) -> Table:
        """Return a table as it is now, whatever other processes have written; to be read only.

        `Refused` where there is none of this number.
        """
        return await self.desk.get(table_id)

    async def latest(self, table_id: int) -> Table:
        """Return a table as this process knows it, to be read only: it costs nothing where it is in memory.

        Another process may have been at it since; `overtaken` says whether. `Refused` where there is no such table.
        """
        return await self.desk.latest(table_id)

    def others(self, table_id: int) -> int:
        """Return how often another process was found to have been at a table since this one holds it."""
        return self.desk.others(table_id)

    async def overtaken(self, table_id: int) -> bool:
        """Return whether another process has been at a table since this one looked at it last."""
        return await self.desk.overtaken(table_id)

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._clock()

    async def forget(self) -> None:
        """Forget all tables in memory: the store's events are others than before (somebody was erased).

        Other processes find out by the event `Forgotten` at each of these tables.
        """
        await self.desk.forget()

    async def live(self) -> list[TableRow]:
        """Return the tables that are open or playing."""
        return await self.store.live_tables()

    async def _put_aside(self, table_id: int, why: Unreadable, person_id: int | None = None) -> NoReturn:
        """Take a seat from a table that cannot be read, or all of them, so that it binds nobody; then say so."""
        await self.store.put_aside(table_id, self.now(), person_id)
        raise Refused(Refusal.PUT_ASIDE, f"table {table_id}") from why

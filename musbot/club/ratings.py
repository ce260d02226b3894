"""Ratings, kept up with the results of games.

Results are counted in the order of their numbers, some at a time, each batch in one transaction with the note that
they are. So a crash loses nothing, two processes count nothing twice, and where something earlier changes (a game
is taken out, or was written late) all that came after is counted again. The same results give the same numbers.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club import seasons as calendar
from musbot.club.rating import Shift, Strength, noise_of, rate, reset, weight_of
from musbot.club.seasons import ALL_TIME
from musbot.game.record import read_record
from musbot.store import Store, seasons
from musbot.store import ratings as rows
from musbot.store import results as results_of
from musbot.store.ratings import EVERYWHERE, ChangeRow, Gain, Rating, Unit
from musbot.store.results import ResultRow, SeatRow
from musbot.store.seasons import SeasonRow
from musbot.table.results import LOST_BY, result_of

log = logging.getLogger(__name__)

BATCH = 25
"""Results counted in one transaction: others who write wait for it, for some tens of milliseconds."""
LARGE_BATCH = 500
"""The same, where nobody waits."""
PATIENCE = 5.0
"""Seconds for which somebody waits who wants to see ratings. After a correction there may be minutes of counting."""


class Ratings:
    """The ratings of a store.

    :param months: how long a season is, one of `seasons.LENGTHS`.
    :param clock: seconds since 1970.
    """

    def __init__(
        self, store: Store, months: int = calendar.DEFAULT_MONTHS, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._months = months
        self._clock = clock
        self._counting = asyncio.Lock()

    async def catch_up(self, batch: int = BATCH, patience: float = math.inf) -> int:
        """Count what has not been counted yet; return how many results that were.

        :param patience: seconds after which the rest is left to those who count after.
        """
        until = time.monotonic() + patience
        if self._counting.locked() and patience < math.inf:
            try:
                await asyncio.wait_for(self._counting.acquire(), patience)
            except TimeoutError:
                return 0
        else:
            await self._counting.acquire()
        try:
            # Whoever asks for a leaderboard asks for this first, and hardly ever is there anything to write.
            if not await self._store.read(lambda connection: results_of.pending(connection, 1)):
                return 0
            return await self._catch_up(batch, _Book(), until)
        finally:
            self._counting.release()

    async def _catch_up(self, batch: int, book: _Book, until: float = math.inf) -> int:
        total = 0
        while count := await self._store.write(lambda connection: self._count(connection, batch, book)):
            total += count
            if not book.is_whole:
                book.forget()
            if time.monotonic() >= until:
                break
        return total

    async def recompute(self) -> int:
        """Make everything again from the log of results; return how many there are."""
        async with self._counting:
            await self._store.write(rows.forget_all)
            # Nothing has been counted, so whoever is not in the book has not played.
            return await self._catch_up(LARGE_BATCH, _Book(is_whole=True))

    async def backfill(self) -> int:
        """Write results of games that were played before there were any; return how many.

        A game whose record is damaged has none, and the log tells which one that is.
        """
        total, looked_at = 0, 0

        async def some(connection: AsyncConnection) -> tuple[int, int | None]:
            return await _backfill(connection, looked_at)

        while True:
            written, last = await self._store.write(some)
            total += written
            if last is None:
                return total
            looked_at = last

    async def void(self, table_id: int) -> ResultRow | None:
        """Take a game out of the ratings; None where there is none of this table.

        Much that came after may still have to be counted again when this returns.
        """
        return await self._judge(table_id, self._clock())

    async def restore(self, table_id: int) -> ResultRow | None:
        """Put a game into the ratings again, as `void` takes it out; None where there is none of this table."""
        return await self._judge(table_id, None)

    async def _judge(self, table_id: int, voided_at: float | None) -> ResultRow | None:
        async def judge(connection: AsyncConnection) -> ResultRow | None:
            found = await results_of.by_table(connection, table_id)
            if found is not None and found.is_void != (voided_at is not None):
                await results_of.mark_void(connection, table_id, voided_at)
            return found

        found = await self._store.write(judge)
        if found is not None:
            await self.catch_up(patience=PATIENCE)
        return found

    async def season(self) -> SeasonRow:
        """Return the season that is going on."""
        now = self._clock()
        found = await self._store.read(lambda connection: seasons.at(connection, now))
        if found is not None:
            return found
        return await self._store.write(lambda connection: self._season_at(connection, now))

    async def close_seasons(self) -> list[SeasonRow]:
        """Close what seasons are over, and begin the next one; return those that nobody had closed before."""
        now = self._clock()

        async def close(connection: AsyncConnection) -> list[SeasonRow]:
            closed = await seasons.close_due(connection, now)
            await self._season_at(connection, now)
            return closed

        return await self._store.write(close)

    async def _season_at(self, connection: AsyncConnection, at: float) -> SeasonRow:
        found = await seasons.at(connection, at)
        if found is not None:
            return found
        span = await seasons.free_span(connection, at, *calendar.bounds(at, self._months))
        return await seasons.begin(connection, *span)

    # Counting

    async def _seasons_of(self, connection: AsyncConnection, found: Sequence[ResultRow]) -> dict[int, int]:
        """Return the seasons of results. Those that begin with them are there once the transaction is written."""
        season_of: dict[int, int] = {}
        season: SeasonRow | None = None
        for result in found:
            if season is None or not season.starts_at <= result.at < season.ends_at:
                season = await self._season_at(connection, result.at)
            season_of[result.result_id] = season.season_id
        return season_of

    async def _count(self, connection: AsyncConnection, batch: int, book: _Book) -> int:
        """Count some results, in the caller's transaction."""
        pending = await results_of.pending(connection, batch)
        if not pending:
            return 0
        if book.is_whole and await results_of.last_counted(connection) != book.last_id:
            # Another process has counted meanwhile.
            book.forget()
        if not book.is_whole:
            await results_of.uncount_after(connection, pending[0].result_id)
            pending = await results_of.pending(connection, batch)
        before = await rows.changes_of(connection, [result.result_id for result in pending])
        season_of = await self._seasons_of(connection, pending)
        if not book.is_whole:
            keys = {
                (season_id, unit)
                for result in pending
                for unit in units_of(result)
                for season_id in (ALL_TIME, season_of[result.result_id])
            }
            await book.look_up(connection, sorted(keys), pending[0].result_id)
        for result in pending:
            was = before.get(result.result_id, [])
            await self._count_one(connection, result, season_of[result.result_id], was, book)
        await book.write(connection)
        await results_of.mark_counted(connection, [result.result_id for result in pending])
        book.last_id = pending[-1].result_id
        return len(pending)

    async def _count_one(
        self,
        connection: AsyncConnection,
        result: ResultRow,
        season: int,
        before: Sequence[ChangeRow],
        book: _Book,
    ) -> None:
        if result.is_void:
            await rows.void_changes(connection, result.result_id)
            book.doubtful |= {(each.season_id, each.unit) for each in before}
            return
        if result.kind == "unrated":
            return
        earlier = 0
        if result.kind == "rated":
            earlier = await book.earlier_games(connection, result)
        changes: list[ChangeRow] = []
        for season_id in (ALL_TIME, season):
            game = _Game(
                result,
                season_id,
                earlier,
                {each.unit: each for each in before if each.season_id == season_id},
            )
            changes += game.changes(book)
        was = {(each.season_id, each.unit) for each in before if not each.void}
        book.take(result, changes, was)


@dataclass
class _Book:
    """Strengths as they are after the last game counted, and what is still to be written of a batch."""

    is_whole: bool = False
    """Whether everybody who has played is in it."""
    last_id: int = 0
    strengths: dict[tuple[int, Unit], Strength] = field(default_factory=dict)
    earlier: dict[tuple[int, Unit], Strength] = field(default_factory=dict)
    """What was believed in another season of those who have not played in this one."""
    last_season: dict[Unit, int] = field(default_factory=dict)
    """The season of the last game, for those who have played in this batch (or at all, in a whole book)."""
    evenings: dict[tuple[float, tuple[int, ...]], int] = field(default_factory=dict)
    changes: list[ChangeRow] = field(default_factory=list)
    result_ids: list[int] = field(default_factory=list)
    gains: dict[tuple[int, int, Unit], Gain] = field(default_factory=dict)
    rated: set[tuple[int, Unit]] = field(default_factory=set)
    doubtful: set[tuple[int, Unit]] = field(default_factory=set)
    """Standings that have to be made again."""

    def forget(self) -> None:
        """Forget everything: another process may count what comes next."""
        self.is_whole = False
        for known in (self.strengths, self.earlier, self.last_season, self.evenings):
            known.clear()

    async def look_up(
        self, connection: AsyncConnection, keys: Sequence[tuple[int, Unit]], result_id: int
    ) -> None:
        """Learn what was believed of some players and pairs before a game."""
        found = await rows.last_before(connection, keys, result_id)
        self.strengths |= {key: Strength(*known) for key, known in found.items()}
        missing = [key for key in keys if key not in found and key[0] != ALL_TIME]
        found = await rows.last_before(connection, missing, result_id, elsewhere=True)
        self.earlier = {key: Strength(*known) for key, known in found.items()}

    def strength(self, season_id: int, unit: Unit) -> Strength:
        """Return what is believed of a player or pair. A season begins with what was believed in their last one."""
        found = self.strengths.get((season_id, unit))
        if found is not None:
            return found
        if season_id == ALL_TIME or unit.person_id < 0:
            return Strength()
        last = self.last_season.get(unit)
        earlier = self.earlier.get((season_id, unit)) if last is None else self.strengths[last, unit]
        return Strength() if earlier is None else reset(earlier)

    async def earlier_games(self, connection: AsyncConnection, result: ResultRow) -> int:
        """Return how many games the four have played with each other on that day, before this one."""
        people = tuple(sorted(each.person_id or 0 for each in result.seated()))
        day = calendar.day_of(result.at)
        if (day, people) not in self.evenings:
            earlier = 0
            if not self.is_whole:
                earlier = await results_of.played_together(
                    connection, people, day, day + calendar.DAY, result.result_id
                )
            self.evenings[day, people] = earlier
        self.evenings[day, people] += 1
        return self.evenings[day, people] - 1

    def take(self, result: ResultRow, changes: Sequence[ChangeRow], was: set[tuple[int, Unit]]) -> None:
        """Let a game have changed ratings."""
        names = {each.person_id: each.name for each in result.people}
        self.result_ids.append(result.result_id)
        self.changes += changes
        is_new = not was
        if not is_new and was != {(each.season_id, each.unit) for each in changes}:
            self.doubtful |= was
        for each in changes:
            key = each.season_id, each.unit
            self.strengths[key] = Strength(each.mu, each.sigma)
            self.rated.add(key)
            if each.season_id != ALL_TIME:
                self.last_season[each.unit] = each.season_id
            if is_new:
                for guild_id in {EVERYWHERE, each.guild_id or EVERYWHERE}:
                    person, partner = each.unit
                    told = (names[person], names.get(partner, ""))
                    gain = self.gains.setdefault((each.season_id, guild_id, each.unit), Gain(told))
                    gain.names = told
                    gain.add(each)

    async def write(self, connection: AsyncConnection) -> None:
        """Write what a batch changed."""
        await rows.put_changes(connection, self.result_ids, self.changes)
        ratings = {}
        for key in self.rated - self.doubtful:
            strength = self.strengths[key]
            ratings[key] = Rating(strength.mu, strength.sigma, strength.sure)
        await rows.add(connection, self.gains, ratings)
        for season_id, unit in sorted(self.doubtful):
            await rows.refresh(connection, season_id, unit, lambda mu, sigma: Strength(mu, sigma).sure)
        self.result_ids, self.changes, self.gains = [], [], {}
        self.rated, self.doubtful = set(), set()


@dataclass
class _Game:
    """A result that changes the ratings of one season."""

    result: ResultRow
    season_id: int
    earlier: int
    before: dict[Unit, ChangeRow]
    """What the game did when it was counted before."""

    def changes(self, book: _Book) -> list[ChangeRow]:
        """Return what the game does to ratings. Those of people who were erased are nobody's any more."""
        if self.result.kind == "abandoned":
            return self._abandoned(book)
        seats = {each.seat: each for each in self.result.seated()}
        teams = tuple(tuple(_unit(seats[seat]) for seat in pair) for pair in ((1, 3), (2, 4)))
        pairs = tuple((Unit.pair(team[0].person_id, team[1].person_id),) for team in teams)
        winner = 0 if self.result.winner == "A" else 1
        changes = []
        for units in (teams, pairs):
            shifts = self._rate(book, units, winner, weight_of(self.earlier))
            for side, team in enumerate(units):
                for place, unit in enumerate(team):
                    # A pair's stones and órdagos are those of its players.
                    players = (
                        [seats[side + 1 + 2 * place]]
                        if len(team) == 2
                        else [seats[side + 1], seats[side + 3]]
                    )
                    changes += self._change(book, unit, shifts[side][place], side == winner, players)
        return changes

    def _abandoned(self, book: _Book) -> list[ChangeRow]:
        """Each who left has lost against the others; nobody else has won or lost anything."""
        began = {each.seat: each for each in self.result.people if each.original}
        teams = tuple(tuple(_unit(began[seat]) for seat in pair) for pair in ((1, 3), (2, 4)))
        changes = []
        for seat, each in sorted(began.items()):
            if each.gone in LOST_BY:
                side, place = (seat - 1) % 2, (seat - 1) // 2
                shifts = self._rate(book, teams, 1 - side, 1.0)
                changes += self._change(book, _unit(each), shifts[side][place], False, [])
        return changes

    def _rate(
        self,
        book: _Book,
        units: Sequence[Sequence[Unit]],
        winner: int,
        weight: float,
    ) -> list[list[Shift]]:
        first, second = [tuple(book.strength(self.season_id, unit) for unit in team) for team in units]
        noise = noise_of(self.result.target, self.result.best_of)
        return rate((first, second), winner, noise, weight)

    def _change(
        self,
        book: _Book,
        unit: Unit,
        shift: Shift,
        won: bool,
        players: Sequence[SeatRow],
    ) -> list[ChangeRow]:
        if min(unit) < 0:
            return []
        before = self.before.get(unit)
        if before is not None and any((each.person_id or 0) < 0 for each in self.result.people):
            # Nobody knows any more how strong those were who were erased; what their games said of others stays.
            shift = Shift(before.mu_shift, before.sigma_scale)
        strength = book.strength(self.season_id, unit)
        after = strength.after(shift)
        # A pair's two players have the same stones, those of the pair.
        return [
            ChangeRow(
                unit=unit,
                season_id=self.season_id,
                result_id=self.result.result_id,
                guild_id=self.result.guild_id,
                at=self.result.at,
                won=won,
                stones=max((each.stones for each in players), default=0),
                ordagos=sum(each.ordagos for each in players),
                mu_shift=shift.mu,
                sigma_scale=shift.sigma,
                mu=after.mu,
                sigma=after.sigma,
            )
        ]


def units_of(result: ResultRow) -> list[Unit]:
    """Return the players and pairs whose strength matters to a result."""
    seats = {each.seat: each.person_id for each in result.people if each.original}
    people = [person for person in seats.values() if person is not None]
    if result.kind == "unrated" or len(people) < 4:
        return []
    pairs = [(seats[1] or 0, seats[3] or 0), (seats[2] or 0, seats[4] or 0)]
    return [*map(Unit, people), *(Unit.pair(*pair) for pair in pairs)]


def _unit(seat: SeatRow) -> Unit:
    assert seat.person_id is not None
    return Unit(seat.person_id)


async def _backfill(connection: AsyncConnection, after: int) -> tuple[int, int | None]:
    """Write results of some games after one of them; return how many, and the last game; None at the end."""
    games = await results_of.games_without(connection, BATCH, after)
    written = 0
    for game in games:
        try:
            result = result_of(read_record(game.record).match, results_of.players_of(game))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("game %s of table %s has no result: %s", game.game_id, game.table_id, error)
            continue
        await results_of.put(connection, game.table_id, game.game_id, game.finished_at, result)
        written += 1
    return written, games[-1].game_id if games else None

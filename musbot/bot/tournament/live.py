"""What channels see of tournaments, kept equal to what they are.

Each tournament has one message, pinned where the bot may, which is edited as it goes and comes back when it was
deleted. Beside it the channel is told of every round, with its people called to their tables, and of the end. What
was told is noted in the store; a message that was sent and not yet noted when the process died is not sent twice,
since it has the same nonce. Whoever changes a tournament only says so: what is shown is always its latest state.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from musbot.bot import calls
from musbot.bot.calls import Barred, Gone
from musbot.bot.drawing import draw
from musbot.bot.lately import Lately
from musbot.bot.links import table_url
from musbot.bot.pauses import TRY_AGAIN_AFTER
from musbot.bot.stage import Stage
from musbot.bot.tournament import phrases, views
from musbot.bot.tournament.announcement import announcement
from musbot.bot.tournament.archive import archive
from musbot.bot.tournament.calendar import Calendar
from musbot.bot.tournament.calling import end_letter, round_letters
from musbot.bot.words import Words, words_for
from musbot.club.tournament import Phase, Tournament
from musbot.club.tournament.desk import Found, NoSuchTournament, TournamentChange, Tournaments
from musbot.club.tournament.events import Cancelled
from musbot.store import Store, StoreError, tournaments
from musbot.table import Refused, Table
from musbot.tasks import finished

log = logging.getLogger(__name__)

EDITED_EVERY = 3.0
"""Seconds between two edits of the message; the later one shows what the earlier would."""
STILL_TOLD = 3600.0
"""Seconds for which the end is told after all, where a crash kept the bot from telling it."""
MOST_PICTURES = 2
TITLES_KNOWN = 2_000
"""Of so many tables it is remembered what they are called."""


@dataclass(slots=True)
class _Shown:
    """What is shown of one tournament by this process."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    state: object = None
    """What the message tells: the number of the last event, and the ways to the tables."""
    tables: set[int] = field(default_factory=set)
    """The tables that have been shown."""
    edited_at: float = float("-inf")
    """By the event loop's clock."""
    later: asyncio.Task[None] | None = None
    """The edit that is still to come."""
    retry: asyncio.Task[None] | None = None
    """The next try, after it could not be shown."""
    failed: int = 0
    """How often in a row it could not be shown."""
    lost_id: int | None = None
    """The message before, which was deleted."""
    pinned: bool | None = None


class Live:
    """Shows the tournaments of a store."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        desk: Tournaments,
        stage: Stage,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._store = store
        self._desk = desk
        self._stage = stage
        self._clock = clock
        self._calendar = Calendar(client, store)
        self._shown: dict[int, _Shown] = {}
        self._titles: Lately[int, tuple[str, int, int]] = Lately(TITLES_KNOWN)
        """Of tables: the tournament's name, the round (0 in an arena), the table's number in it."""
        self._working: set[asyncio.Task[None]] = set()

    # When something has happened

    def watch(self, change: TournamentChange) -> None:
        """Show what has changed, in the background."""
        touched = set()
        for event in change.events:
            number = getattr(event, "meeting", None)
            for tournament in (change.before, change.after):
                meeting = tournament.meetings.get(number) if number is not None else None
                if meeting is not None and meeting.table_id is not None:
                    touched.add(meeting.table_id)
        self.look(change.number, tables=touched)

    def look(self, number: int, *, tables: Collection[int] = (), anew: bool = False) -> None:
        """Show a tournament as it is, in the background.

        :param anew: even if nothing is new: somebody looks for a message that may have been deleted.
        """
        task = asyncio.create_task(self.show(number, tables, anew=anew))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def restore(self) -> None:
        """Show what is live, and tell what could not be told: the last process may have died before it did."""
        for row in await self._store.read(lambda c: tournaments.untold(c, self._clock() - STILL_TOLD)):
            await self.show(row.tournament_id)

    async def try_again(self, guild_id: int) -> None:
        """Roles or permissions of a server have changed: show what could not be shown."""
        for number, shown in list(self._shown.items()):
            if not shown.failed:
                continue
            with contextlib.suppress(NoSuchTournament):
                if (await self._desk.load(number)).row.guild_id == guild_id:
                    self.look(number)

    async def channel_deleted(self, channel_id: int) -> None:
        """Cancel the tournaments of a channel that is gone."""
        for found in await self._desk.live():
            if found.row.channel_id == channel_id:
                await self._give_up(found.number)

    def is_pinned(self, number: int) -> bool:
        """Whether the message of a tournament is known to be pinned."""
        shown = self._shown.get(number)
        return shown is not None and bool(shown.pinned)

    async def quiet(self) -> None:
        """Wait until everything is shown that can be shown now."""

        def going_on() -> list[asyncio.Task[None]]:
            later = (each.later for each in self._shown.values())
            return [*(each for each in later if each is not None), *self._working]

        await finished(going_on)

    def close(self) -> None:
        """Show nothing more: the bot stops."""
        for shown in self._shown.values():
            for task in (shown.later, shown.retry):
                if task is not None:
                    task.cancel()
        for task in self._working:
            task.cancel()

    async def title(self, table: Table, words: Words, *, thread: bool = False) -> str:
        """Return what a table, or its thread, is called that is played for a tournament; "" for any other."""
        if not table.tournament:
            return ""
        known = self._titles.get(table.table_id)
        if known is None:
            try:
                tournament = (await self._desk.load(table.tournament)).tournament
            except NoSuchTournament:
                return ""
            meeting = tournament.meetings.get(table.meeting)
            if meeting is None:
                return ""
            round_number = 0 if tournament.is_arena else meeting.round
            known = tournament.plan.name, round_number, phrases.table_number(tournament, meeting)
            self._titles[table.table_id] = known
        return (phrases.thread_name if thread else phrases.table_title)(*known, words)

    # Showing

    async def show(self, number: int, tables: Collection[int] = (), *, anew: bool = False) -> None:
        """Show a tournament as it is, or try it later; raises nothing."""
        shown = self._shown.setdefault(number, _Shown())
        try:
            async with shown.lock:
                await self._show(number, shown, tables, anew=anew)
            shown.failed = 0
            if shown.retry is not None:
                shown.retry.cancel()
                shown.retry = None
        except Gone:
            log.info("tournament %s: its channel is gone", number)
            await self._give_up(number)
        except (Barred, discord.HTTPException, StoreError, OSError) as error:
            log.warning("tournament %s cannot be shown: %s", number, error)
            wait = TRY_AGAIN_AFTER[min(shown.failed, len(TRY_AGAIN_AFTER) - 1)]
            shown.failed += 1
            if shown.retry is None:
                shown.retry = asyncio.create_task(self._try_later(number, shown, wait))
        except NoSuchTournament:
            self._shown.pop(number, None)
        except Exception:  # a tournament that cannot be shown must not keep others from it
            log.exception("tournament %s was not shown", number)

    async def _show(self, number: int, shown: _Shown, tables: Collection[int], *, anew: bool) -> None:
        found = await self._desk.load(number)
        if not found.row.channel_id:
            return  # its server is left
        await self._show_tables(found.tournament, shown, tables)
        links = await self.links(found.tournament)
        words = words_for(found.tournament.plan.language)
        await self._show_message(found, shown, links, words, anew=anew)
        await self._call_round(found, links, words)
        await self._calendar.show(found)
        if found.tournament.is_over:
            await self._end(found, words)

    async def _show_tables(self, tournament: Tournament, shown: _Shown, touched: Collection[int]) -> None:
        """Show tables that nobody has seen yet, and those to which something has happened here."""
        fresh = {
            each.table_id for each in tournament.open_meetings if each.table_id is not None
        } - shown.tables
        for table_id in sorted({*fresh, *touched}):
            try:
                await self._stage.refresh(table_id)
            except (Gone, Barred, Refused, discord.HTTPException) as error:
                # The table is paused, and says so where it can.
                log.warning("table %s cannot be shown: %s", table_id, error)
            shown.tables.add(table_id)

    async def links(self, tournament: Tournament) -> dict[int, str]:
        """Return where the tables of this round are, and those that still play, by their meetings."""
        found = {}
        wanted = {*tournament.of_round(tournament.round), *tournament.open_meetings}
        for meeting in sorted(wanted, key=lambda each: each.number):
            row = await self._store.table(meeting.table_id) if meeting.table_id is not None else None
            if row is not None and row.message_id is not None:
                found[meeting.number] = table_url(row)
        return found

    async def _show_message(
        self, found: Found, shown: _Shown, links: dict[int, str], words: Words, *, anew: bool
    ) -> None:
        tournament, row = found.tournament, found.row
        state = tournament.seq, tuple(links.items())
        if shown.state == state and not anew:
            return
        now = asyncio.get_running_loop().time()
        wait = shown.edited_at + EDITED_EVERY - now
        if row.message_id is not None and wait > 0:
            shown.state = None
            self._edit_later(found.number, shown, wait)
            return
        shown.edited_at = now
        letter = await draw(_letter, tournament, words, links)
        if row.message_id is not None:
            try:
                await calls.edit(self._client, row.channel_id, row.message_id, letter)
            except Gone:
                shown.lost_id = row.message_id
            else:
                shown.state = state
                return
        await self._post_message(found, shown, letter)
        shown.state = state

    async def _post_message(self, found: Found, shown: _Shown, letter: Any) -> None:
        number, channel_id = found.number, found.row.channel_id
        message_id = await calls.post(
            self._client, channel_id, letter, _nonce(number, "message", shown.lost_id)
        )
        await self._desk.set_message(number, message_id)
        if not found.tournament.is_over:
            shown.pinned = await calls.pin(self._client, channel_id, message_id)

    async def _call_round(self, found: Found, links: dict[int, str], words: Words) -> None:
        """Call people to the tables of rounds that were not told yet, as soon as all of them are open."""
        tournament, told = found.tournament, found.row.told_round
        if not tournament.is_playing or tournament.round <= told:
            return
        fresh = [each for each in tournament.meetings.values() if each.round > told]
        if any(each.table_id is None and not each.is_over for each in fresh):
            return
        for index, letter in enumerate(round_letters(tournament, words, links, fresh)):
            letter = replace(letter, pings=await self._stage.wanting(letter.pings))
            nonce = _nonce(found.number, "round", tournament.round, index)
            await calls.post(self._client, found.row.channel_id, letter, nonce)
        await self._store.write(lambda c: tournaments.told(c, found.number, round=tournament.round))

    async def _end(self, found: Found, words: Words) -> None:
        """Tell how it ended, once, and let the message go from the pins."""
        tournament, row = found.tournament, found.row
        if row.told_end:
            return
        if tournament.phase is Phase.FINISHED and tournament.meetings:
            podium = await draw(views.podium, tournament, words)
            letter = end_letter(tournament, words, podium, await self.archive(tournament, words))
            letter = replace(letter, pings=await self._stage.wanting(letter.pings))
            await calls.post(self._client, row.channel_id, letter, _nonce(found.number, "end"))
        await self._store.write(lambda c: tournaments.told(c, found.number, end=True))
        message_id = (await self._desk.load(found.number)).row.message_id
        if message_id is not None:
            await calls.unpin(self._client, row.channel_id, message_id)

    async def archive(self, tournament: Tournament, words: Words) -> tuple[str, bytes]:
        """Return the name and the content of the file that holds all records of a tournament."""
        games = {
            each.table_id: await self._store.games_of_table(each.table_id)
            for each in tournament.meetings.values()
            if each.table_id is not None
        }
        return await draw(archive, tournament, games, words)

    async def _give_up(self, number: int) -> None:
        """Cancel a tournament that has no channel any more."""
        with contextlib.suppress(NoSuchTournament, StoreError):
            await self._desk.do(number, lambda each: [] if each.is_over else [Cancelled(None, "gone")])
            await self._store.write(lambda c: tournaments.told(c, number, end=True))

    def _edit_later(self, number: int, shown: _Shown, seconds: float) -> None:
        async def wait_and_show() -> None:
            await asyncio.sleep(seconds)
            shown.later = None
            await self.show(number)

        if shown.later is None:
            shown.later = asyncio.create_task(wait_and_show())

    async def _try_later(self, number: int, shown: _Shown, seconds: float) -> None:
        await asyncio.sleep(seconds)
        shown.retry = None
        await self.show(number)


def _letter(tournament: Tournament, words: Words, links: dict[int, str]) -> Any:
    return announcement(tournament, words, links, _pictures(tournament, words))


def _pictures(tournament: Tournament, words: Words) -> tuple[bytes, ...]:
    """Return what stands in the message: how it stands, and at the end who is on the podium."""
    if tournament.phase in (Phase.SIGN_UP, Phase.CANCELLED) or not tournament.field:
        return ()
    view = views.usual_view(tournament)
    pages = min(MOST_PICTURES, views.page_count(tournament, view, words)) if view == "bracket" else 1
    return tuple(views.drawn(tournament, view, page, words) for page in range(pages))


def _nonce(*parts: object) -> int:
    """Return the same number for the same message, in another process too."""
    digest = hashlib.sha256(" ".join(["tournament", *map(str, parts)]).encode()).digest()
    return int.from_bytes(digest[:7], "big")

"""The bot itself: a client of Discord that owns the commands, the clicks and the tables' messages."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands

from musbot.bot.clicks import Clicks
from musbot.bot.clocks import Clocks
from musbot.bot.club.club import Club
from musbot.bot.commands import MusCommands
from musbot.bot.doctor import Doctor, doctor_command
from musbot.bot.drawing import draw
from musbot.bot.help import Help, help_command
from musbot.bot.learning.lesson import Lessons, learn_command
from musbot.bot.learning.offer import Offers
from musbot.bot.learning.quiz import Quiz, hands_command
from musbot.bot.lightening import without_contents
from musbot.bot.listing import Listing
from musbot.bot.localising import CommandTexts
from musbot.bot.mail import Mail
from musbot.bot.metrics import Metrics
from musbot.bot.moderating import ModeratorCommands
from musbot.bot.neighbours import JUST_NOW, look_after
from musbot.bot.odds import odds_command
from musbot.bot.owners import Owners, status_command
from musbot.bot.places import Places
from musbot.bot.practice import practice_command
from musbot.bot.preferences import Preferences, SettingsCommands
from musbot.bot.privacy import Privacy, PrivacyCommands
from musbot.bot.readers import know
from musbot.bot.review import Reviews
from musbot.bot.rules import Rules, rules_command
from musbot.bot.stage import Stage
from musbot.bot.tournament.commands import TournamentCommands
from musbot.bot.tournament.room import TournamentRoom
from musbot.bot.tree import Tree
from musbot.bot.watching import UNWATCHED, Watch, watched
from musbot.bot.weather import Arrivals, Breaker
from musbot.bot.welcome import greet
from musbot.club.seasons import DEFAULT_MONTHS
from musbot.heartbeat import BEAT_EVERY, beat
from musbot.logs import note, noted
from musbot.pictures import warm
from musbot.shards import Shards
from musbot.store import Store, TableRow
from musbot.table import Refused, Tables

log = logging.getLogger(__name__)

ANSWERING = ("CommandTree-invoker", "discord.py: on_interaction")
"""What discord.py calls the tasks in which commands and clicks are answered."""

PATIENCE_AT_CLOSE = 2.0
"""Seconds for which a bot that stops waits for the answers it is giving, and again for what else it is sending."""

FAREWELL = 2.0
"""Seconds in which the tables are told that it stops. With the waiting before, it is far less than ten: a busy machine
takes longer for all of it, and after ten it may be killed."""

LONGEST_RATE_LIMIT = 30.0
"""Seconds for which discord.py may wait for a rate limit; what must wait for longer fails, and is tried later."""

TELL_COMMANDS_AFTER = (30.0, 300.0, 3600.0)
"""Seconds after which the commands are sent again that Discord did not take at the start."""

STILL_SHOWN = 3600.0
"""Seconds for which the end of a table is shown after all, where a crash kept the bot from showing it. So long before
the last process's end a table must have rested, too, to be sure to stand in its channel as it is."""


# It has nothing to say aloud, so nobody need be told that it cannot.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class MusBot(discord.AutoShardedClient):
    """The client. It needs no privileged intent, and no member or message is cached.

    :param data: the folder for the heartbeat and for the mark of the commands that Discord knows.
    :param dev_guild: a server that gets the commands at once, instead of all servers.
    :param shards: those of this process; None for all that Discord asks for.
    :param identify_every: seconds between two shards that connect.
    :param season_months: how long a season of the ratings is.
    :param watch: what is looked after while it runs, for those who host it.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        data: Path | None = None,
        dev_guild: int | None = None,
        season_months: int = DEFAULT_MONTHS,
        watch: Watch = UNWATCHED,
        shards: Shards | None = None,
        *,
        identify_every: float = 5.0,
        **options: Any,
    ) -> None:
        self.breaker = Breaker()
        self.metrics = Metrics()
        trace = self.breaker.trace()
        self.metrics.watch(trace)
        if shards is not None:
            options |= {"shard_ids": list(shards.ids), "shard_count": shards.count}
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            http_trace=trace,
            **options,
        )
        self._connection.parsers["INTERACTION_CREATE"] = without_contents(
            self._connection.parsers["INTERACTION_CREATE"]
        )
        self.store = store
        self.tables = tables
        self.mail = Mail(self, store, self.breaker)
        self.stage = Stage(self, store, tables, self.mail)
        self.places = Places(self, store, tables, self.stage)
        self.clocks = Clocks(store, tables, self.stage)
        self.shards_here = self.clocks.sweeper.shards = self.stage.pauses.shards = shards
        self._identify_every = identify_every
        self.arrivals = Arrivals()
        self.privacy = Privacy(store, tables, self.stage)
        listing = Listing(store, tables, self.stage.pauses)
        reviews = Reviews(tables)
        helping = Help(store, self._all_commands)
        others = {
            **self.privacy.answers(),
            **listing.answers(),
            **helping.answers(),
            **reviews.answers(),
            **self.stage.practice.answers(),
            **self.stage.tips.answers(),
        }
        self.clicks = Clicks(tables, self.stage, others)
        taught, quiz, rules = Lessons(store, self.stage.practice.begin), Quiz(store), Rules(store, tables)
        self.clicks.club |= helping.club_answers() | taught.answers() | quiz.answers() | rules.answers()
        self.offers = Offers(store)

        self.club = Club(self, store, tables, self.stage, season_months, tables.now if tables else time.time)
        preferences = Preferences(store, self.club.weekly)
        self.clicks.club |= self.club.answers() | preferences.answers()
        self.owners = Owners(self, store, self.mail, self.breaker, self.metrics)
        self._watch = watch
        self._watching = contextlib.AsyncExitStack()
        self.tournaments = TournamentRoom(self, store, tables, self.stage)
        self.clicks.tournaments = self.tournaments.click
        self.privacy.withdraw, self.privacy.look = self.tournaments.withdraw, self.tournaments.look
        self._data = data
        self._dev_guild = discord.Object(dev_guild) if dev_guild else None
        self.tree = Tree(self)
        self.tree.arrivals = self.arrivals
        self.tree.store = store
        mus = MusCommands(store, tables, self.stage, listing)
        mus.add_command(doctor_command(Doctor(store, self.mail, self.stage.pauses, self.breaker)))
        mus.add_command(odds_command(store, tables))
        mus.add_command(practice_command(self.stage.practice))
        mus.add_command(learn_command(taught))
        mus.add_command(hands_command(quiz))
        mus.add_command(rules_command(rules))
        mus.sat_down = self.clicks.of_tables.sat_down = self.stage.practice.sat_down = self.offers.sat_down
        self.tree.add_command(mus, guild=self._dev_guild)
        mus.tell_friends = self.club.friends.tell_opened
        moderating = ModeratorCommands(store, tables, self.stage, self.club)
        self.tree.add_command(moderating, guild=self._dev_guild)
        self.tree.add_command(help_command(helping), guild=self._dev_guild)
        self.tree.add_command(status_command(self.owners), guild=self._dev_guild)
        self.tree.add_command(SettingsCommands(store, preferences), guild=self._dev_guild)
        self.tree.add_command(PrivacyCommands(self.privacy), guild=self._dev_guild)
        for command in self.club.commands():
            self.tree.add_command(command, guild=self._dev_guild)
        self.tree.add_command(TournamentCommands(store, self.tournaments), guild=self._dev_guild)
        self._background: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Tell Discord the commands if they have changed, and take up the tables that were left."""
        await self._watching.enter_async_context(watched(self.metrics, self.owners, self._watch))
        await self.tree.set_translator(CommandTexts())
        if self._is_ours(None) and not await self._told_commands():
            self._start(self._keep_telling_commands())
        self.tables.desk.watch = self.clocks.thinking.watch
        self.tables.desk.may_forget = self.stage.may_forget
        # Before anybody is answered: it is about what was left by the last process.
        await self.clocks.sweeper.start()
        self._start(draw(warm))
        self._start(self._beat())
        self._start(self.metrics.watch_loop())
        self._start(self._restore_tables())
        self._start(self._run_clocks())
        self._start(self._look_after_others())
        self._start(self._run_club())
        self._start(self._run_tournaments())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take every click and form; commands go through the tree."""
        self.metrics.arrived(interaction.id, interaction.type.name)
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        note(interaction=interaction.id)
        if self.arrivals.is_new(interaction.id, interaction.created_at.timestamp()):
            await know(interaction, self.store)
            await self.clicks.handle(interaction)

    # What happens to the places of tables

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello to a server that has invited the bot."""
        await greet(self, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that the bot was removed from."""
        await self.places.guild_left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a channel that was deleted."""
        await self.places.channel_deleted(channel.id)
        await self.tournaments.live.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the tables of a thread that was deleted."""
        await self.places.channel_deleted(payload.thread_id)
        await self.tournaments.live.channel_deleted(payload.thread_id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Pause the tables of a thread that was locked, and resume those of one that was opened."""
        state = payload.data["thread_metadata"]
        await self.places.thread_changed(
            payload.thread_id, archived=state["archived"], locked=state.get("locked", False)
        )

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Look whether the bot may write again where it might not."""
        await self._may_write_again(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Look whether the bot may write again where it might not."""
        await self._may_write_again(after.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Look whether the bot may write again where it might not: it alone is told of, and its roles."""
        await self._may_write_again(after.guild.id)

    async def _may_write_again(self, guild_id: int) -> None:
        await self.places.may_write_again(guild_id)
        await self.tournaments.live.try_again(guild_id)

    async def close(self) -> None:
        """Stop what runs by itself, let what is being answered and sent arrive, and leave Discord."""
        for task in self._background:
            task.cancel()
        self.mail.close()
        self.clocks.thinking.close()
        self.tournaments.live.close()
        self.stage.close()
        await self.quiet(PATIENCE_AT_CLOSE)
        with contextlib.suppress(TimeoutError, discord.HTTPException, Refused):
            async with asyncio.timeout(FAREWELL):
                await self.stage.farewell()
        await self._watching.aclose()
        await super().close()

    async def quiet(self, patience: float | None = None) -> None:
        """Wait until everybody is answered and has their hand; for each of the two, so many seconds at most."""
        here = asyncio.current_task()
        answering = [t for t in asyncio.all_tasks() if t.get_name() in ANSWERING and t is not here]
        if answering:
            await asyncio.wait(answering, timeout=patience)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.clocks.quiet()
                await self.tournaments.quiet()
                await self.stage.quiet()
                await self.stage.hands.quiet()
                await self.stage.signals.quiet()
                await self.stage.tips.quiet()
                await self.mail.quiet()

    async def _told_commands(self) -> bool:
        """Send the commands to Discord; return False where it did not take them: what it had before goes on."""
        try:
            await self._sync_commands()
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError):
            log.exception("Discord did not take the commands")
            return False
        return True

    async def _keep_telling_commands(self) -> None:
        for seconds in TELL_COMMANDS_AFTER:
            await asyncio.sleep(seconds)
            if await self._told_commands():
                return

    async def _sync_commands(self) -> None:
        """Send the commands to Discord, unless it has been told exactly these before."""
        commands = self.tree.get_commands(guild=self._dev_guild)
        payload = [await command.get_translated_payload(self.tree, CommandTexts()) for command in commands]
        scope = [self.application_id, self._dev_guild and self._dev_guild.id, payload]
        mark = hashlib.sha256(json.dumps(scope, sort_keys=True).encode()).hexdigest()
        path = self._data / "commands.sha256" if self._data else None
        if path is not None and path.exists() and path.read_text() == mark:
            return
        await self.tree.sync(guild=self._dev_guild)
        if path is not None:
            with contextlib.suppress(OSError):  # else they are sent again at the next start
                path.write_text(mark)

    def _all_commands(self) -> list[app_commands.Command[Any, ..., Any] | app_commands.ContextMenu]:
        """Return every command, those of groups one by one, and what is in the menu on a person."""
        guild = self._dev_guild
        commands = [*self.tree.walk_commands(guild=guild)]
        menus = self.tree.walk_commands(guild=guild, type=discord.AppCommandType.user)
        return [each for each in commands if isinstance(each, app_commands.Command)] + list(menus)

    async def _restore_tables(self) -> None:
        """Show the tables as they are that were played lately: the last process may have died before it did.

        Tables that had rested are left as they stand: thousands of them would take many minutes, since Discord
        allows fifty calls a second.
        """
        await self.wait_until_ready()
        try:
            await self.places.guilds_left_meanwhile()
        except Exception:  # the tables of all other servers are to be shown
            log.exception("the tables of servers that were left meanwhile were not closed")
        ended = await self.store.ended_unseen(time.time() - STILL_SHOWN, self.shards_here)
        for row in [*ended, *reversed(await self.store.lately_live(STILL_SHOWN, self.shards_here))]:
            with noted(table=row.table_id):
                await self._restore(row)

    async def _restore(self, row: TableRow) -> None:
        try:
            await self.stage.restore(row)
            self.clocks.thinking.watch(await self.tables.get(row.table_id))
        except Exception:  # one bad table must not keep the others from being restored
            log.exception("table %s was not restored", row.table_id)

    async def _look_after_others(self) -> None:
        """Show what another process wrote at our tables, and died before it did."""
        if self.shards_here is None or self.shards_here.is_all:
            return

        async def show() -> None:
            for row in await self.store.lately_live(JUST_NOW, self.shards_here):
                with noted(table=row.table_id):
                    await self._restore(row)

        await self.wait_until_ready()
        await look_after(self.store, show)

    def _is_ours(self, guild_id: int | None) -> bool:
        """Return whether this process looks after a server; None stands for direct messages and what all share."""
        return self.shards_here is None or self.shards_here.hold(guild_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait between two shards, as Discord asks; the first of all processes connects at once."""
        if self.store.is_shared and self._identify_every:
            try:
                await self.store.take_turn(self._identify_every)
            except Exception:  # a store that fails now may work when the shard has connected
                log.exception("shard %s connects without knowing whether others do", shard_id)
                await asyncio.sleep(self._identify_every)
        elif not initial:
            await asyncio.sleep(self._identify_every)

    async def _run_clocks(self) -> None:
        await self.wait_until_ready()
        await self.clocks.run()

    async def _run_club(self) -> None:
        await self.wait_until_ready()
        await self.club.run()

    async def _run_tournaments(self) -> None:
        await self.wait_until_ready()
        await self.tournaments.restore()
        await self.tournaments.run()

    async def _beat(self) -> None:
        await self.wait_until_ready()
        while True:
            if self._data is not None and self.is_ready():
                try:
                    beat(self._data)
                except OSError as error:  # the disk may be full for a while
                    log.warning("no sign of life was left: %s", error)
            await asyncio.sleep(BEAT_EVERY)

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Say at once that something has failed for which nobody waits."""
        self._background.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("something that runs in the background has ended", exc_info=error)

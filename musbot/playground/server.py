"""The playground: an offline Discord on 127.0.0.1, and the hands that tests drive it with."""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from . import routes
from .desk import Desk
from .disk import Disk
from .faults import Faults
from .gateway import Gateway, guild_create
from .interactions import Interaction
from .messaging import delete_message
from .page_socket import Pages
from .people import Person
from .pointing import check_loopback, point_discord_py_here
from .ratelimits import RateLimits
from .realm import Realm
from .rest import Rest
from .things import Channel, Guild, Message, Overwrite, Role, StoredFile, User
from .transcript import Transcript
from .world import World, mus_club

__all__ = ["Playground", "PortInUse"]

PAGE = Path(__file__).with_name("page")
MAX_BODY = 64 * 1024 * 1024

assert routes  # importing it declares the routes


class PortInUse(OSError):
    """Another program has the port that the playground was to use."""


class Playground:
    """An offline Discord.

    >>> async with Playground() as pg:  # doctest: +SKIP
    ...     bot = asyncio.create_task(client.start("any token"))
    ...     await pg.bot_ready()
    ...     answer = await pg.person("Ane").slash("mus open", target=30)
    ...     print(answer.text)

    Args:
        world: who and what exists at the start; "Mus Club" with Ane, Beñat, Carla and Dani when None.
        port: the port on 127.0.0.1; 0 takes a free one.
        token: the only token that is accepted, or None for any.
        clock: the time by which interactions, tokens and threads live, Unix seconds.
        limits: the rate limits; generous ones and Discord's 50 calls a second when None.
        shards: how many shards `/gateway/bot` recommends.
        state_dir: where everything is kept over restarts; nowhere when None.
        keep_calls: how many HTTP calls the transcript remembers; all of them when None.
        point_discord_py: whether discord.py in this process is pointed here while the playground runs.
    """

    def __init__(
        self,
        world: World | None = None,
        *,
        port: int = 0,
        host: str = "127.0.0.1",
        token: str | None = None,
        clock: Callable[[], float] = time.time,
        limits: RateLimits | None = None,
        shards: int = 1,
        heartbeat_ms: int = 41_250,
        state_dir: Path | None = None,
        keep_calls: int | None = 50_000,
        point_discord_py: bool = True,
    ) -> None:
        self.host = check_loopback(host)
        self.port = port
        self.disk = Disk(state_dir) if state_dir is not None else None
        self.world = world if world is not None else mus_club(clock)
        self.gateway = Gateway(
            self.world,
            token=token,
            shards=shards,
            heartbeat_ms=heartbeat_ms,
            on_connected=self._connected_changed,
        )
        self.realm = Realm(self.world, self.gateway, clock)
        self.desk = Desk(self.realm)
        self.faults = Faults()
        self.limits = limits if limits is not None else RateLimits()
        self.transcript = Transcript(keep_calls)
        self.rest = Rest(
            self.realm,
            self.desk,
            token=token,
            faults=self.faults,
            limits=self.limits,
            transcript=self.transcript,
        )
        self.pages = Pages(self)
        self.realm.watchers += [_Forms(self), self.pages]
        self._people: dict[int, Person] = {}
        self._runner: web.AppRunner | None = None
        self._point_discord_py = point_discord_py
        self._point_back: Callable[[], None] | None = None

    # -- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Load what was kept, and listen. Raises `PortInUse`."""
        app = web.Application(client_max_size=MAX_BODY)
        app.router.add_route("*", "/api/v10/{tail:.*}", self.rest.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{channel}/{file}/{name}", self._serve_file)
        app.router.add_get("/emojis/{file}", self._serve_file)
        self.pages.add_routes(app, PAGE)
        # Handlers need no cancelling: a bot that hangs up has still sent its request.
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port, reuse_address=True)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            self._runner = None
            if error.errno == errno.EADDRINUSE:
                raise PortInUse(
                    f"port {self.port} of {self.host} is in use; is another playground running? "
                    "Stop it, or choose another port."
                ) from None
            raise
        self.port = self._runner.addresses[0][1]
        self.realm.origin = self.origin
        self.gateway.url = f"ws://{self.host}:{self.port}/gateway"
        if self.disk is not None:
            self.disk.open(self.world, self.desk, self.origin)
            self._people.clear()  # they are others now, of the same names
        if self._point_discord_py:
            self._point_back = point_discord_py_here(self.origin)

    async def close(self) -> None:
        """Stop listening and write everything down."""
        if self._point_back is not None:
            self._point_back()
            self._point_back = None
        for interaction in self.desk.open:
            if interaction.deadline is not None:
                interaction.deadline.cancel()
        self.gateway.drop_connections()
        await self.pages.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self.disk is not None:
            self.disk.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def origin(self) -> str:
        """The address, as "http://127.0.0.1:8137": the `MUSBOT_PLAYGROUND` of a bot process."""
        return f"http://{self.host}:{self.port}"

    async def _serve_file(self, request: web.Request) -> web.Response:
        number = request.match_info["file"].partition(".")[0]
        file = self.world.files.get(int(number)) if number.isascii() and number.isdigit() else None
        if file is None:
            raise web.HTTPNotFound
        # Whoever uploads a file says what it is: it must be no page of this origin, which could play here.
        headers = {
            "Content-Type": file.content_type,
            "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
            "X-Content-Type-Options": "nosniff",
        }
        return web.Response(body=file.content, headers=headers)

    def _connected_changed(self, connected: bool) -> None:
        for watcher in self.realm.watchers:
            watcher.connected_changed(connected)

    # -- waiting ------------------------------------------------------------------------------------

    async def bot_ready(self, within: float = 10.0) -> None:
        """Wait until a bot is connected. Raises `TimeoutError`."""
        async with asyncio.timeout(within):
            while not self.gateway.connected:  # noqa: ASYNC110 - a short poll in a test rig
                await asyncio.sleep(0.002)

    async def settled(self, quiet: float = 0.02, within: float = 30.0) -> None:
        """Wait until the bot is done: no request runs or was told to come back, no interaction waits,
        nothing happened for `quiet` seconds.

        Raises:
            TimeoutError: it never came to rest.
        """
        loop = asyncio.get_running_loop()
        step = quiet / 4
        calm = 0.0
        async with asyncio.timeout(within):
            while calm < quiet:
                before = loop.time()
                await asyncio.sleep(step)
                took = loop.time() - before
                happened = max(self.rest.quiet_since, self.rest.back_at, self.gateway.busy_at)
                if happened > before or self.rest.in_flight or any(i.delivered for i in self.desk.open):
                    calm = 0.0
                elif took <= 2 * step:  # else the machine was busy, and perhaps with the bot
                    calm += took

    # -- who and where ------------------------------------------------------------------------------

    def person(self, who: str | int) -> Person:
        """A person by name or id. Raises `KeyError`."""
        for user in [self.world.users.get(who)] if isinstance(who, int) else self.world.users.values():
            if user is not None and not user.bot and who in (user.id, user.display_name, user.username):
                return self._people.setdefault(user.id, Person(self, user))
        raise KeyError(f"nobody here is called {who!r}")

    @property
    def people(self) -> list[Person]:
        """Everyone but the bot."""
        return [self.person(user.id) for user in self.world.users.values() if not user.bot]

    def add_person(self, name: str, guild: Guild | None = None, *, locale: str = "en-US") -> Person:
        """A new person, who joins a server: the first one when None."""
        user = self.world.add_user(name, locale=locale)
        self.world.add_member(guild or self.guild, user)
        return self.person(user.id)

    @property
    def guild(self) -> Guild:
        """The first server."""
        return next(iter(self.world.guilds.values()))

    def channel(self, where: object = None) -> Channel:
        """A channel: itself, by name, by id, or anything with an id; the first server's first when None.

        Raises `KeyError`.
        """
        channels = self.world.channels
        if isinstance(where, Channel):
            return where
        if where is None:
            return next(self.world.channels_of(self.guild))
        if isinstance(where, str) and not where.isdigit():
            for channel in channels.values():
                if channel.name == where.removeprefix("#"):
                    return channel
            raise KeyError(f"there is no channel called {where!r}")
        return channels[_id_of(where)]

    def message(self, which: object) -> Message:
        """A message: itself, by id, or anything with an id. Raises `KeyError`."""
        return which if isinstance(which, Message) else self.world.messages[_id_of(which)]

    def file(self, attachment: str | int) -> StoredFile:
        """An uploaded file with its bytes, by its attachment's id. Raises `KeyError`."""
        return self.world.files[int(attachment)]

    # -- what happens to the bot --------------------------------------------------------------------

    def add_guild(self, name: str, *people: Person, locale: str = "en-US") -> Guild:
        """The bot is invited to a new server with these people and a channel "general"."""
        owner = people[0] if people else self.people[0]
        guild = self.world.add_guild(name, owner.user, locale=locale)
        for person in people[1:]:
            self.world.add_member(guild, person.user)
        self.world.add_channel(guild, "general")
        self._announce_guild(guild)
        return guild

    def _announce_guild(self, guild: Guild) -> None:
        data = guild_create(self.world, guild.id, all_members=False)
        # A server that was not there before comes without this word: so libraries tell it from one that is back.
        del data["unavailable"]
        self.gateway.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=1)
        self.pages.refresh()

    def remove_bot(self, guild: Guild | None = None) -> None:
        """The bot is thrown out of a server."""
        self.realm.remove_bot(guild or self.guild)

    def invite_bot(self, guild: Guild | None = None) -> None:
        """The bot is invited again to a server that threw it out."""
        place = guild or self.guild
        place.bot_joined = True
        role = next(r for r in place.roles.values() if r.managed)
        self.world.add_member(place, self.world.bot, role)
        self._announce_guild(place)

    def remove_member(self, person: Person, guild: Guild | None = None) -> None:
        """A person is gone from a server."""
        self.realm.remove_member(guild or self.guild, person.id)

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """A new text channel."""
        channel = self.world.add_channel(guild or self.guild, name)
        self.realm.announce_channel(channel, "CREATE")
        return channel

    def add_role(self, name: str, permissions: int = 0, guild: Guild | None = None) -> Role:
        """A new role."""
        place = guild or self.guild
        role = self.world.add_role(place, name, int(permissions))
        self.realm.announce_role(place, role, "CREATE")
        return role

    def delete_channel(self, channel: object) -> None:
        """A channel or thread is deleted."""
        place = self.channel(channel)
        self.world.drop_channel(place)
        self.realm.announce_channel(place, "DELETE")

    def delete_message(self, message: object) -> None:
        """A moderator deletes a message."""
        delete_message(self.realm, self.message(message))

    def set_archived(self, thread: object, *, archived: bool = True, locked: bool | None = None) -> None:
        """A moderator archives, opens, locks or unlocks a thread."""
        place = self.channel(thread)
        if locked is not None:
            place.locked = locked
        self.realm.set_archived(place, archived=archived)

    def overwrite(
        self, channel: object, target: Person | None = None, *, allow: int = 0, deny: int = 0
    ) -> None:
        """A channel's overwrite for a person, or for the bot when None; the bot is told."""
        place = self.channel(channel)
        target_id = target.id if target is not None else self.world.bot.id
        place.overwrites[target_id] = Overwrite(target_id, 1, int(allow), int(deny))
        self.realm.announce_channel(place, "UPDATE")

    def set_bot_permissions(self, permissions: int, guild: Guild | None = None) -> None:
        """Set what the bot's own role allows in a server, and take the same from @everyone."""
        place = guild or self.guild
        role = next(r for r in place.roles.values() if r.managed)
        role.permissions = int(permissions)
        everyone = place.roles[place.id]
        everyone.permissions &= int(permissions) | 1 << 31
        self.world.changed("guild", place.id)
        for changed in (role, everyone):
            self.realm.announce_role(place, changed, "UPDATE")

    def user_changed(self, user: User) -> None:
        """Tell everyone that a person's settings changed."""
        self.world.changed("user", user.id)
        for watcher in self.realm.watchers:
            watcher.user_changed(user.id)


def _id_of(thing: object) -> int:
    if isinstance(thing, int | str):
        return int(thing)
    found = getattr(thing, "id", None)
    if not isinstance(found, int):
        raise KeyError(f"{thing!r} has no id")
    return found


class _Forms:
    """Opens before a person the form that the bot sends."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground

    def interaction_changed(self, interaction: Interaction) -> None:
        """A form came with this answer: it is open now."""
        if interaction.modal is not None:
            self.playground.person(interaction.user_id).modal = interaction.modal

    def message_created(self, message: Message) -> None:
        """Nothing to do."""

    def message_updated(self, message: Message) -> None:
        """Nothing to do."""

    def message_deleted(self, message: Message) -> None:
        """Nothing to do."""

    def channel_changed(self, channel: Channel, *, created: bool) -> None:
        """Nothing to do."""

    def commands_changed(self) -> None:
        """Nothing to do."""

    def connected_changed(self, connected: bool) -> None:
        """Nothing to do."""

    def user_changed(self, user_id: int) -> None:
        """Nothing to do."""

"""What all parts of one playground share: the world, the gateway, the clock, and who is watching."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from .gateway import Gateway, Intent
from .permissions import Permission, permissions_in
from .refusals import Code, Refusal
from .things import Channel, Guild, Message, Role
from .wire import Json
from .world import World

if TYPE_CHECKING:
    from .interactions import Interaction

__all__ = ["Realm", "Watcher"]


class Watcher(Protocol):
    """Somebody who is told what happens: a browser page, a waiting person."""

    def message_created(self, message: Message) -> None:
        """A message appeared."""

    def message_updated(self, message: Message) -> None:
        """A message changed."""

    def message_deleted(self, message: Message) -> None:
        """A message is gone."""

    def channel_changed(self, channel: Channel, *, created: bool) -> None:
        """A channel or thread appeared, changed or went away."""

    def commands_changed(self) -> None:
        """The bot's commands are others now."""

    def interaction_changed(self, interaction: Interaction) -> None:
        """An interaction was made, answered or failed."""

    def connected_changed(self, connected: bool) -> None:
        """The bot came or went."""

    def user_changed(self, user_id: int) -> None:
        """A person's settings changed."""


class Realm:
    """One playground's shared state. Its methods change a thing and tell everyone whom it concerns."""

    def __init__(self, world: World, gateway: Gateway, clock: Callable[[], float]) -> None:
        self.world = world
        self.gateway = gateway
        self.clock = clock
        self.origin = ""
        self.watchers: list[Watcher] = []
        self.dms_opened: list[int] = []

    def now(self) -> float:
        """The playground's time, Unix seconds."""
        return self.clock()

    # -- looking up, with Discord's refusals --------------------------------------------------------

    def guild(self, guild_id: str | int) -> Guild:
        """A guild that the bot is in. Raises `Refusal` 10004."""
        guild = self.world.guilds.get(int(guild_id)) if str(guild_id).isdigit() else None
        if guild is None or not guild.bot_joined:
            raise Refusal.of(Code.UNKNOWN_GUILD)
        return guild

    def channel(self, channel_id: str | int) -> Channel:
        """A channel that exists. Raises `Refusal` 10003, or 50001 where the bot is no longer a member."""
        channel = self.world.channels.get(int(channel_id)) if str(channel_id).isdigit() else None
        if channel is None:
            raise Refusal.of(Code.UNKNOWN_CHANNEL)
        if channel.guild_id is not None and not self.world.guilds[channel.guild_id].bot_joined:
            raise Refusal.of(Code.MISSING_ACCESS)
        if channel.is_thread:
            self.archive_if_due(channel)
        return channel

    def rights(self, channel: Channel) -> int:
        """The bot's permission bits in a channel; every bit in a private conversation."""
        if channel.guild_id is None:
            return (1 << 52) - 1
        return permissions_in(self.world, self.world.guilds[channel.guild_id], self.world.bot.id, channel)

    def guild_rights(self, guild: Guild) -> int:
        """The bot's permission bits in a guild, before any channel's overwrites."""
        return permissions_in(self.world, guild, self.world.bot.id, None)

    def require(self, channel: Channel, *needed: Permission) -> int:
        """The bot's bits in a channel. Raises `Refusal` 50001 if it cannot see it, 50013 if it lacks one."""
        rights = self.rights(channel)
        if not rights & Permission.VIEW_CHANNEL:
            raise Refusal.of(Code.MISSING_ACCESS)
        for permission in needed:
            if not rights & permission:
                raise Refusal.of(Code.MISSING_PERMISSIONS)
        return rights

    # -- telling ------------------------------------------------------------------------------------

    def announce_message(self, event: str, message: Message) -> None:
        """Tell the bot of a message that was created or changed, and everyone who watches."""
        channel = self.world.channels[message.channel_id]
        if message.visible_to is None:
            intent = Intent.GUILD_MESSAGES if channel.guild_id else Intent.DIRECT_MESSAGES
            if self.gateway.wants(intent):
                data = message.data
                if channel.guild_id is not None:
                    data = {**data, "guild_id": str(channel.guild_id)}
                    guild = self.world.guilds[channel.guild_id]
                    member = guild.members.get(message.author_id)
                    if member is not None:
                        data["member"] = member.payload()
                    named = {m["id"] for m in data["mentions"]}
                    hidden = (
                        message.author_id != self.world.bot.id
                        and str(self.world.bot.id) not in named
                        and not self.gateway.wants(Intent.MESSAGE_CONTENT)
                    )
                    if hidden:
                        data |= {"content": "", "embeds": [], "attachments": [], "components": []}
                if channel.guild_id is None or self.world.guilds[channel.guild_id].bot_joined:
                    self.gateway.dispatch(event, data, guild_id=channel.guild_id, intent=intent)
        for watcher in self.watchers:
            if event == "MESSAGE_CREATE":
                watcher.message_created(message)
            else:
                watcher.message_updated(message)

    def announce_deletion(self, message: Message) -> None:
        """Tell the bot and everyone who watches that a message is gone."""
        channel = self.world.channels.get(message.channel_id)
        if message.visible_to is None and channel is not None:
            intent = Intent.GUILD_MESSAGES if channel.guild_id else Intent.DIRECT_MESSAGES
            data: Json = {"id": str(message.id), "channel_id": str(message.channel_id)}
            if channel.guild_id is not None:
                data["guild_id"] = str(channel.guild_id)
            self.gateway.dispatch("MESSAGE_DELETE", data, guild_id=channel.guild_id, intent=intent)
        for watcher in self.watchers:
            watcher.message_deleted(message)

    def announce_channel(self, channel: Channel, what: str) -> None:
        """Tell that a channel or thread came, changed or went: `what` is CREATE, UPDATE or DELETE."""
        self.world.changed("channel", channel.id)
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        if channel.guild_id is not None:
            data = self.world.channel_payload(channel)
            if channel.is_thread and what == "CREATE":
                data["newly_created"] = True
            self.gateway.dispatch(f"{kind}_{what}", data, guild_id=channel.guild_id, intent=Intent.GUILDS)
        for watcher in self.watchers:
            watcher.channel_changed(channel, created=what == "CREATE")

    def announce_role(self, guild: Guild, role: Role, what: str) -> None:
        """Tell the bot that a role came or changed: `what` is CREATE or UPDATE."""
        data = {"guild_id": str(guild.id), "role": role.payload()}
        self.gateway.dispatch(f"GUILD_ROLE_{what}", data, guild_id=guild.id, intent=Intent.GUILDS)

    # -- changes that several parts make ------------------------------------------------------------

    def open_dm(self, user_id: int) -> Channel:
        """The bot's private conversation with a person, opened if need be. Raises `Refusal` 10013, 50007."""
        user = self.world.users.get(user_id)
        if user is None:
            raise Refusal.of(Code.UNKNOWN_USER)
        if user.bot:
            raise Refusal.of(Code.CANNOT_DM)
        known = user_id in self.world.dms
        channel = self.world.dm_with(user)
        if not known:
            self.dms_opened.append(user_id)
            for watcher in self.watchers:
                watcher.channel_changed(channel, created=True)
        return channel

    def archive_if_due(self, thread: Channel) -> None:
        """Archive a thread in which nothing happened for as long as it says."""
        if not thread.archived and self.now() - thread.active_at > thread.auto_archive_duration * 60:
            self.set_archived(thread, archived=True)

    def set_archived(self, thread: Channel, *, archived: bool) -> None:
        """Archive or reopen a thread, and tell so."""
        thread.archived = archived
        thread.archived_at = self.now()
        if not archived:
            thread.active_at = self.now()
        self.announce_channel(thread, "UPDATE")

    def remove_member(self, guild: Guild, user_id: int) -> None:
        """A member leaves a guild or is removed from it."""
        if guild.members.pop(user_id, None) is None:
            return
        self.world.changed("guild", guild.id)
        data = {"guild_id": str(guild.id), "user": self.world.users[user_id].payload()}
        self.gateway.dispatch("GUILD_MEMBER_REMOVE", data, guild_id=guild.id, intent=Intent.GUILD_MEMBERS)

    def remove_bot(self, guild: Guild) -> None:
        """The bot leaves a guild or is thrown out: it gets GUILD_DELETE, and every call there is refused."""
        guild.bot_joined = False
        guild.members.pop(self.world.bot.id, None)
        self.world.changed("guild", guild.id)
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id)

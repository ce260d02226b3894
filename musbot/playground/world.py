"""The people, servers, channels and messages of one offline Discord.

Every thing is found by its id in one step. A message carries its JSON as Discord shows it, made once
when it changes, so that showing it to ten readers copies nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from .snowflake import Snowflakes, iso, moment
from .wire import Json

__all__ = [
    "BOT_PERMISSIONS",
    "Channel",
    "ChannelType",
    "Guild",
    "Member",
    "Message",
    "Overwrite",
    "Pinged",
    "Role",
    "StoredFile",
    "User",
    "World",
]

EVERYONE_PERMISSIONS = (
    1 << 6 | 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 18 | 1 << 31 | 1 << 35 | 1 << 36 | 1 << 38
)
"""What a fresh server lets everyone do: read, write, links, files, emoji, commands, threads."""

BOT_PERMISSIONS = (
    1 << 10
    | 1 << 11
    | 1 << 14
    | 1 << 15
    | 1 << 16
    | 1 << 18
    | 1 << 33
    | 1 << 35
    | 1 << 36
    | 1 << 38
    | 1 << 44
    | 1 << 51
)
"""What the bot's invitation asks for: view, send, links, files, history, emoji, events, threads, pins."""

COLOURS = (0xC0392B, 0x2471A3, 0x1E8449, 0xB9770E, 0x7D3C98, 0x117A65, 0xA04000, 0x5D6D7E)


class ChannelType:
    """The channel types that exist here (D:resources/channel#channel-object-channel-types)."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(slots=True)
class User:
    """A person or the bot. `dms_open` is False when private messages from servers are switched off."""

    id: int
    username: str
    global_name: str | None
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True
    color: int = 0x5D6D7E

    @property
    def display_name(self) -> str:
        """The name that people see."""
        return self.global_name or self.username

    def payload(self) -> Json:
        """The user object of the API."""
        return {
            "id": str(self.id),
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "public_flags": 0,
            "banner": None,
            "accent_color": self.color,
            "avatar_decoration_data": None,
            "primary_guild": None,
        }


@dataclass(slots=True)
class Role:
    """A role of a server. The role whose id is the server's is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 1
    color: int = 0
    mentionable: bool = False
    managed: bool = False

    def payload(self) -> Json:
        """The role object of the API."""
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": self.managed,
            "mentionable": self.mentionable,
            "flags": 0,
        }


@dataclass(slots=True)
class Member:
    """A user's place in a server."""

    user_id: int
    joined_at: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None

    def payload(self) -> Json:
        """The member object of the API, without the user."""
        return {
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": [str(role) for role in self.roles],
            "joined_at": iso(self.joined_at),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }


@dataclass(slots=True)
class Overwrite:
    """What a channel changes in the permissions of a role (type 0) or of a member (type 1)."""

    id: int
    type: int
    allow: int = 0
    deny: int = 0

    def payload(self) -> Json:
        """The overwrite object of the API."""
        return {"id": str(self.id), "type": self.type, "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(slots=True)
class Guild:
    """A server. `bot_joined` is False after the bot was removed from it."""

    id: int
    name: str
    owner_id: int
    preferred_locale: str = "en-US"
    bot_joined: bool = True
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    events: dict[int, Json] = field(default_factory=dict)

    def payload(self) -> Json:
        """The guild object of the API, without channels and members."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.owner_id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [role.payload() for role in self.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.preferred_locale,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "max_members": 500_000,
            "member_count": len(self.members),
        }


@dataclass(slots=True)
class Channel:
    """A text channel, a thread or a private conversation with the bot."""

    id: int
    type: int
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    recipients: tuple[int, ...] = ()
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    topic: str | None = None
    position: int = 0
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive_duration: int = 4320
    active_at: float = 0.0
    archived_at: float = 0.0
    slowmode: int = 0
    members: set[int] = field(default_factory=set)
    pins: list[int] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        """Whether this is a public or private thread."""
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_private_thread(self) -> bool:
        """Whether only those who were added (and moderators) see this."""
        return self.type == ChannelType.PRIVATE_THREAD

    @property
    def last_message_id(self) -> int | None:
        """The newest message that everyone sees."""
        return next((m.id for m in reversed(self.messages.values()) if m.visible_to is None), None)


@dataclass(frozen=True, slots=True)
class Pinged:
    """Whom a message notifies, after `allowed_mentions` and permissions."""

    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)


NOBODY = Pinged()


@dataclass(slots=True)
class Message:
    """A message as it stands now.

    Attributes:
        data: Discord's message object.
        visible_to: the one person who sees it when it is ephemeral, else None.
        pinged: whom it notified when it was sent.
        token: the token of the interaction that made it, if any.
        edits: how many times it was edited.
        deleted: whether it is gone (or, if ephemeral, dismissed).
    """

    id: int
    channel_id: int
    author_id: int
    data: Json
    visible_to: int | None = None
    pinged: Pinged = NOBODY
    token: str | None = None
    edits: int = 0
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.visible_to is not None

    @property
    def thinking(self) -> bool:
        """Whether it still says "musbot is thinking"."""
        return bool(self.data["flags"] & 128)

    @property
    def content(self) -> str:
        """The plain text of the message."""
        return str(self.data["content"])

    @property
    def flags(self) -> int:
        """Discord's message flags."""
        return int(self.data["flags"])


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An uploaded file."""

    id: int
    name: str
    content_type: str
    content: bytes


class World:
    """All that exists in one offline Discord, found by id.

    `changed(kind, id)` is called for every change, and is how the disk hears what to write.
    """

    def __init__(self, *, clock: Callable[[], float], bot_name: str = "musbot") -> None:
        self.clock = clock
        self.ids = Snowflakes()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.files: dict[int, StoredFile] = {}
        self.commands: dict[int, Json] = {}
        self.emojis: dict[int, Json] = {}
        self.dms: dict[int, Channel] = {}
        self.threads: dict[int, dict[int, Channel]] = {}
        self.changed: Callable[[str, int], None] = lambda kind, id: None
        # Discord gives an application and its bot user the same id.
        self.bot = self.add_user(bot_name, bot=True)
        self.application: Json = {
            "id": str(self.bot.id),
            "name": bot_name,
            "description": "",
            "flags": 0,
        }

    @property
    def application_id(self) -> int:
        """The application's id, which is also the bot's."""
        return self.bot.id

    def new_id(self) -> int:
        """A fresh id for something made now."""
        return self.ids.next(self.clock())

    # -- making things ------------------------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False, locale: str = "en-US", dms_open: bool = True) -> User:
        """A new person (or bot) called `name`."""
        username = "".join(c for c in name.lower() if c.isalnum() or c in "._") or "person"
        user = User(
            self.new_id(),
            username,
            name,
            bot=bot,
            locale=locale,
            dms_open=dms_open,
            color=COLOURS[len(self.users) % len(COLOURS)],
        )
        self.users[user.id] = user
        self.changed("user", user.id)
        return user

    def add_guild(self, name: str, owner: User, *, locale: str = "en-US", bot: bool = True) -> Guild:
        """A new server with its @everyone role, its owner, and the bot with a role of its own."""
        guild = Guild(self.new_id(), name, owner.id, preferred_locale=locale, bot_joined=bot)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE_PERMISSIONS, position=0)
        self.guilds[guild.id] = guild
        self.add_member(guild, owner)
        if bot:
            role = self.add_role(guild, self.bot.display_name, BOT_PERMISSIONS, managed=True)
            self.add_member(guild, self.bot, role)
        self.changed("guild", guild.id)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: int = 0, *, managed: bool = False) -> Role:
        """A new role, above those that exist."""
        role = Role(self.new_id(), name, permissions, position=len(guild.roles), managed=managed)
        guild.roles[role.id] = role
        self.changed("guild", guild.id)
        return role

    def add_member(self, guild: Guild, user: User, *roles: Role) -> Member:
        """`user` joins `guild`."""
        member = Member(user.id, self.clock(), [role.id for role in roles])
        guild.members[user.id] = member
        self.changed("guild", guild.id)
        return member

    def add_channel(self, guild: Guild, name: str, *, topic: str | None = None) -> Channel:
        """A new text channel."""
        position = sum(1 for _ in self.channels_of(guild))
        channel = Channel(
            self.new_id(), ChannelType.TEXT, name, guild_id=guild.id, topic=topic, position=position
        )
        self.channels[channel.id] = channel
        self.changed("channel", channel.id)
        return channel

    def dm_with(self, user: User) -> Channel:
        """The private conversation of the bot with `user`, opened when there is none."""
        channel = self.dms.get(user.id)
        if channel is None:
            channel = Channel(self.new_id(), ChannelType.DM, "", recipients=(user.id, self.bot.id))
            self.channels[channel.id] = channel
            self.dms[user.id] = channel
            self.changed("channel", channel.id)
        return channel

    def add_thread(self, parent: Channel, thread: Channel) -> None:
        """Put a thread under its channel."""
        self.channels[thread.id] = thread
        self.threads.setdefault(parent.id, {})[thread.id] = thread
        self.changed("channel", thread.id)

    def add_message(self, message: Message) -> None:
        """Put a message at the end of its channel."""
        self.messages[message.id] = message
        self.channels[message.channel_id].messages[message.id] = message
        self.changed("message", message.id)

    def drop_message(self, message: Message) -> None:
        """Take a message away."""
        message.deleted = True
        self.messages.pop(message.id, None)
        channel = self.channels.get(message.channel_id)
        if channel is not None:
            channel.messages.pop(message.id, None)
            if message.id in channel.pins:
                channel.pins.remove(message.id)
        self.changed("message", message.id)
        for attachment in message.data["attachments"]:
            self.drop_file(int(attachment["id"]))

    def drop_channel(self, channel: Channel) -> None:
        """Take a channel away, with its messages and threads."""
        for thread in list(self.threads.pop(channel.id, {}).values()):
            self.drop_channel(thread)
        for message in list(channel.messages.values()):
            self.drop_message(message)
        self.channels.pop(channel.id, None)
        if channel.parent_id is not None:
            self.threads.get(channel.parent_id, {}).pop(channel.id, None)
        self.changed("channel", channel.id)

    def add_file(
        self, name: str, content_type: str, content: bytes, *, file_id: int | None = None
    ) -> StoredFile:
        """Keep an uploaded file, under an id of its own or (an emoji's picture) a given one."""
        file = StoredFile(file_id or self.new_id(), name, content_type, content)
        self.files[file.id] = file
        self.changed("file", file.id)
        return file

    def drop_file(self, file_id: int) -> None:
        """Forget an uploaded file."""
        self.files.pop(file_id, None)
        self.changed("file", file_id)

    def clear(self) -> None:
        """Empty the world, before another one is put back into it."""
        for things in (
            self.users,
            self.guilds,
            self.channels,
            self.messages,
            self.files,
            self.commands,
            self.emojis,
            self.dms,
            self.threads,
        ):
            things.clear()

    # -- looking things up --------------------------------------------------------------------------

    def channels_of(self, guild: Guild) -> Iterator[Channel]:
        """The channels of a server, without its threads."""
        return (c for c in self.channels.values() if c.guild_id == guild.id and not c.is_thread)

    def threads_of(self, guild: Guild) -> Iterator[Channel]:
        """The threads of a server."""
        return (c for c in self.channels.values() if c.guild_id == guild.id and c.is_thread)

    def shares_guild(self, user: User) -> bool:
        """Whether the bot and `user` are in a server together."""
        return any(g.bot_joined and user.id in g.members for g in self.guilds.values())

    def member_payload(self, guild: Guild, user_id: int) -> Json:
        """The member object of the API, with its user."""
        payload = guild.members[user_id].payload()
        payload["user"] = self.users[user_id].payload()
        return payload

    def channel_payload(self, channel: Channel) -> Json:
        """The channel object of the API."""
        last = channel.last_message_id
        payload: Json = {
            "id": str(channel.id),
            "type": channel.type,
            "last_message_id": str(last) if last else None,
            "flags": 0,
        }
        if channel.guild_id is None:
            others = [r for r in channel.recipients if r != self.bot.id]
            payload["recipients"] = [self.users[r].payload() for r in others]
            return payload
        payload |= {
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "rate_limit_per_user": channel.slowmode,
        }
        if not channel.is_thread:
            payload |= {
                "topic": channel.topic,
                "position": channel.position,
                "nsfw": False,
                "permission_overwrites": [o.payload() for o in channel.overwrites.values()],
            }
            return payload
        count = len(channel.messages)
        payload |= {
            "owner_id": str(channel.owner_id),
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(channel.members),
            "thread_metadata": {
                "archived": channel.archived,
                "auto_archive_duration": channel.auto_archive_duration,
                "archive_timestamp": iso(channel.archived_at or moment(channel.id)),
                "locked": channel.locked,
                "invitable": channel.invitable,
                "create_timestamp": iso(moment(channel.id)),
            },
        }
        return payload

    def thread_member_payload(self, thread: Channel, user_id: int) -> Json:
        """The thread member object of the API."""
        return {
            "id": str(thread.id),
            "user_id": str(user_id),
            "join_timestamp": iso(moment(thread.id)),
            "flags": 0,
        }

    # -- to and from rows ---------------------------------------------------------------------------

    def row(self, kind: str, id: int) -> Json | None:
        """What the disk keeps of a thing, or None when it is gone. Files are kept apart."""
        thing: Any = None
        match kind:
            case "user":
                thing = self.users.get(id)
            case "guild":
                thing = self.guilds.get(id)
            case "command":
                return self.commands.get(id)
            case "emoji":
                return self.emojis.get(id)
            case "application":
                return self.application
            case "channel":
                channel = self.channels.get(id)
                if channel is None:
                    return None
                names = [n for n in Channel.__dataclass_fields__ if n not in ("messages", "overwrites")]
                row = {name: getattr(channel, name) for name in names}
                row["members"] = sorted(channel.members)
                row["overwrites"] = [asdict(o) for o in channel.overwrites.values()]
                return row
            case "message":
                message = self.messages.get(id)
                if message is None:
                    return None
                pinged = message.pinged
                row = {n: getattr(message, n) for n in Message.__dataclass_fields__}
                row["pinged"] = [sorted(pinged.users), sorted(pinged.roles), pinged.everyone]
                return row
        return asdict(thing) if thing is not None else None

    def restore(self, kind: str, row: Json) -> None:
        """Put back a thing from its row. Channels come after guilds, messages after channels."""
        id = int(row["id"])
        self.ids.seen(id)
        match kind:
            case "application":
                self.application = row
            case "user":
                self.users[id] = User(**row)
                if str(id) == self.application["id"]:
                    self.bot = self.users[id]
            case "guild":
                roles = [Role(**role) for role in row.pop("roles").values()]
                members = [Member(**member) for member in row.pop("members").values()]
                events = {int(k): v for k, v in row.pop("events").items()}
                self.guilds[id] = Guild(
                    **row,
                    roles={r.id: r for r in roles},
                    members={m.user_id: m for m in members},
                    events=events,
                )
                for known in (*events, *self.guilds[id].roles):
                    self.ids.seen(known)
            case "command":
                self.commands[id] = row
            case "emoji":
                self.emojis[id] = row
            case "channel":
                overwrites = [Overwrite(**o) for o in row.pop("overwrites")]
                row["members"] = set(row["members"])
                row["recipients"] = tuple(row["recipients"])
                channel = Channel(**row, overwrites={o.id: o for o in overwrites})
                self.channels[id] = channel
                if channel.type == ChannelType.DM:
                    self.dms[channel.recipients[0]] = channel
                elif channel.is_thread and channel.parent_id is not None:
                    self.threads.setdefault(channel.parent_id, {})[id] = channel
            case "message":
                users, roles_pinged, everyone = row.pop("pinged")
                message = Message(**row, pinged=Pinged(frozenset(users), frozenset(roles_pinged), everyone))
                self.messages[id] = message
                if message.channel_id in self.channels:
                    self.channels[message.channel_id].messages[id] = message


def mus_club(clock: Callable[[], float]) -> World:
    """The world of `make run`: the server "Mus Club", its channel #mus and four people."""
    world = World(clock=clock)
    people = [world.add_user(name) for name in ("Ane", "Beñat", "Carla", "Dani")]
    guild = world.add_guild("Mus Club", people[0])
    for person in people[1:]:
        world.add_member(guild, person)
    world.add_channel(guild, "mus", topic="Cards and good company")
    return world

"""All that exists in one offline Discord, found by its id in one step.

A message carries its JSON as Discord shows it, made once when it changes, so that showing it to ten readers
copies nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .snowflake import Snowflakes, iso, moment
from .things import Channel, ChannelType, Guild, Member, Message, Role, StoredFile, User
from .wire import Json

__all__ = ["BOT_PERMISSIONS", "World", "mus_club"]

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
        channel = self.channels[message.channel_id]
        channel.messages[message.id] = message
        if message.visible_to is None:
            channel.last_message_id = message.id
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


def mus_club(clock: Callable[[], float]) -> World:
    """The world of `make run`: the server "Mus Club", its channel #mus and four people."""
    world = World(clock=clock)
    people = [world.add_user(name) for name in ("Ane", "Beñat", "Carla", "Dani")]
    guild = world.add_guild("Mus Club", people[0])
    for person in people[1:]:
        world.add_member(guild, person)
    world.add_channel(guild, "mus", topic="Cards and good company")
    return world

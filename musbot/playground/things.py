"""What exists in a Discord: people, roles, servers, channels, messages, files; and how the API shows each."""

from __future__ import annotations

from dataclasses import dataclass, field

from .snowflake import iso
from .wire import Json

__all__ = [
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
]


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
    shown: Json | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def display_name(self) -> str:
        """The name that people see."""
        return self.global_name or self.username

    def payload(self) -> Json:
        """The user object of the API: one object for all messages, not to be changed."""
        if self.shown is not None and self.shown["username"] == self.username:
            return self.shown
        self.shown = {
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
        return self.shown


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
    """A text channel, a thread or a private conversation with the bot.

    `last_message_id` is the newest message that everyone saw, also when it is gone, as with Discord.
    """

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
    last_message_id: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        """Whether this is a public or private thread."""
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_private_thread(self) -> bool:
        """Whether only those who were added (and moderators) see this."""
        return self.type == ChannelType.PRIVATE_THREAD


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

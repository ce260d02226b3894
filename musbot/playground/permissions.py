"""Who may do what where (D:topics/permissions).

The arithmetic is Discord's: the roles give a base, the channel's overwrites change it in the order
@everyone, roles, member; a thread takes the permissions of its parent.
"""

from __future__ import annotations

from enum import IntFlag

from .things import Channel, Guild
from .world import World

__all__ = ["Permission", "can_view", "permissions_in"]


class Permission(IntFlag):
    """The permission bits that this Discord knows."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    PIN_MESSAGES = 1 << 51


ALL = (1 << 52) - 1
"""Every bit, also those without a name here."""


def permissions_in(world: World, guild: Guild, user_id: int, channel: Channel | None) -> int:
    """The permission bits of a person (or the bot) in a channel, or in the whole guild when it is None.

    0 for somebody who is not a member, and where the channel cannot be seen.
    """
    member = guild.members.get(user_id)
    if member is None:
        return 0
    everyone = guild.roles[guild.id]
    bits = everyone.permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        if role is not None:
            bits |= role.permissions
    if user_id == guild.owner_id or bits & Permission.ADMINISTRATOR:
        return ALL
    if channel is None:
        return bits
    place = channel
    if channel.parent_id is not None and channel.is_thread:
        place = world.channels.get(channel.parent_id, channel)
    if place.overwrites:
        overwrites = place.overwrites
        first = overwrites.get(guild.id)
        if first is not None:
            bits = bits & ~first.deny | first.allow
        allow = deny = 0
        for role_id in member.roles:
            over = overwrites.get(role_id)
            if over is not None:
                allow |= over.allow
                deny |= over.deny
        bits = bits & ~deny | allow
        own = overwrites.get(user_id)
        if own is not None:
            bits = bits & ~own.deny | own.allow
    if not bits & Permission.VIEW_CHANNEL:
        return 0
    if channel.is_private_thread and user_id not in channel.members and not bits & Permission.MANAGE_THREADS:
        return 0
    return bits


def can_view(world: World, user_id: int, channel: Channel) -> bool:
    """Whether this person (or the bot) sees the channel at all."""
    if channel.guild_id is None:
        return user_id in channel.recipients
    guild = world.guilds.get(channel.guild_id)
    if guild is None:
        return False
    return bool(permissions_in(world, guild, user_id, channel) & Permission.VIEW_CHANNEL)

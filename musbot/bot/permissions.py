"""The permissions the bot needs where a table is opened, and which of them it lacks."""

from __future__ import annotations

import discord

from musbot.bot.names import shown
from musbot.bot.words import Words

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
NEEDED_IN_THREADS = (
    "view_channel",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")

WHAT_FOR = {
    "view_channel": "to be there",
    "send_messages": "the table",
    "embed_links": "the boxes of the table",
    "attach_files": "pictures, records",
    "read_message_history": "to edit its own messages",
    "create_public_threads": "`/mus open thread:True` alone",
    "send_messages_in_threads": "tables in threads",
}
"""Every permission that an invitation asks for, and what it is needed for: for those who host the bot."""


def bit(name: str) -> int:
    """Return a permission as the number that Discord knows it by, a power of two."""
    return discord.Permissions(**{name: True}).value


def wanted() -> int:
    """Return what an invitation asks for: the sum of `WHAT_FOR`."""
    return sum(map(bit, WHAT_FOR))


def invitation(application_id: int) -> str:
    """Return the address at which somebody adds the bot to a server of theirs."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application_id}"
        f"&scope=bot+applications.commands&permissions={wanted()}"
    )


def lacking_of(permissions: int) -> list[str]:
    """Return what the bot needs everywhere and lacks, with these permissions of a whole server."""
    has = discord.Permissions(permissions)
    return [] if has.administrator else [name for name in WHAT_FOR if not getattr(has, name)]


def explained_permissions(
    interaction: discord.Interaction, words: Words, *, thread: bool = False
) -> list[str]:
    """Return the permissions that the bot lacks in the channel, as Discord's settings call them.

    Each comes with what denies it: the bot's roles, or an overwrite of the channel.

    :param thread: the bot is to open a thread there.
    """
    return [
        f"{titled(name)} ({denied_by(interaction, name, words)})"
        for name in _lacking(interaction, thread=thread)
    ]


def denied_by(interaction: discord.Interaction, name: str, words: Words) -> str:
    """Return what takes a permission from the bot, in Discord's order: roles, then the channel's overwrites for
    everyone, for roles, and for the bot itself; the last of them decides."""
    guild = interaction.guild
    channel = _place(interaction)
    bot = guild.me if guild is not None else None
    if guild is None or channel is None or bot is None:
        return words("denied here")
    for target, allowed in _overwrites(channel, bot, name):
        if allowed:
            break
        if not isinstance(target, discord.Role):
            return words("denied by the permissions of {channel} for me", channel=f"<#{channel.id}>")
        whose = words("everyone") if target.is_default() else shown(target.name)
        return words(
            "denied by the permissions of {channel} for {whose}", channel=f"<#{channel.id}>", whose=whose
        )
    if name != "view_channel" and not channel.permissions_for(bot).view_channel:
        return words("since I cannot see the channel")
    return words("none of my roles gives it")


def titled(name: str) -> str:
    """Return a permission's name as Discord's settings show it, nearly enough to be found there."""
    return name.replace("_", " ").title()


def _lacking(interaction: discord.Interaction, *, thread: bool) -> list[str]:
    in_thread = isinstance(interaction.channel, discord.Thread)
    has = interaction.app_permissions
    needed: tuple[str, ...] = NEEDED_IN_THREADS if in_thread else NEEDED
    if thread and not in_thread:
        needed += NEEDED_FOR_THREADS
    if has.administrator:
        return []
    return [name for name in needed if not getattr(has, name)]


def _place(interaction: discord.Interaction) -> discord.abc.GuildChannel | None:
    """Return the channel whose overwrites count; those of a thread are its parent's."""
    guild = interaction.guild
    channel = interaction.channel
    if guild is None or channel is None:
        return None
    place = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    return guild.get_channel(place)


def _overwrites(
    channel: discord.abc.GuildChannel, bot: discord.Member, name: str
) -> list[tuple[object, bool]]:
    """Return the channel's overwrites of a permission that are about the bot, the one that decides first."""
    found: list[tuple[int, object, bool]] = []
    for target, overwrite in channel.overwrites.items():
        allow, deny = overwrite.pair()  # they know a permission by all of its names
        if not getattr(allow, name) and not getattr(deny, name):
            continue
        allowed = bool(getattr(allow, name))
        if target.id == bot.id:
            found.append((0, target, allowed))
        elif isinstance(target, discord.Role) and target in bot.roles:
            # Among roles, one that allows outweighs all that deny.
            found.append((3 if target.is_default() else 1 if allowed else 2, target, allowed))
    return [(target, allowed) for _, target, allowed in sorted(found, key=lambda each: each[0])]

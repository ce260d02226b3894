"""Discord's members, as the tables know people."""

from __future__ import annotations

import discord

from musbot.bot.names import safe_name
from musbot.store import TableRow
from musbot.table import Person


def person_of(interaction: discord.Interaction, at: TableRow | None = None) -> Person:
    """Return who gave a command or clicked.

    :param at: the table that it is about, where that may be in another channel: whether somebody moderates is
        looked at there.
    """
    user = interaction.user
    return Person(
        person_id=user.id,
        name=safe_name(user.display_name),
        roles=frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset(),
        moderator=_moderates(interaction, at),
    )


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether a click was on a message that only the person sees: a client that lies can press any button
    on any message, and the answer would take that message's place."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _moderates(interaction: discord.Interaction, at: TableRow | None) -> bool:
    """Return whether a person may manage the server, or other people's messages where the table is.

    Who moderates one server moderates no other, and who moderates one channel no other channel.
    """
    here = interaction.permissions
    if at is None or interaction.channel_id in (at.channel_id, at.message_channel_id):
        return here.manage_messages or here.manage_guild or here.administrator
    if at.guild_id != interaction.guild_id:
        return False
    if here.manage_guild or here.administrator:
        return True
    place = interaction.guild.get_channel_or_thread(at.channel_id) if interaction.guild else None
    user = interaction.user
    return (
        place is not None and isinstance(user, discord.Member) and place.permissions_for(user).manage_messages
    )

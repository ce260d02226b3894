"""Discord's members, as the tables know people."""

from __future__ import annotations

import discord

from musbot.bot.names import safe_name
from musbot.table import Person


def person_of(interaction: discord.Interaction) -> Person:
    """Return who gave a command or clicked."""
    user = interaction.user
    permissions = interaction.permissions
    return Person(
        person_id=user.id,
        name=safe_name(user.display_name),
        roles=frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset(),
        moderator=permissions.manage_messages or permissions.manage_guild or permissions.administrator,
    )

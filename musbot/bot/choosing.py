"""What people choose for themselves, and those who manage a server for it: what there is to choose, and who may."""

from __future__ import annotations

from typing import get_args

import discord
from discord import app_commands

from musbot.bot.words import LANGUAGES, N_
from musbot.game.options import PresetName
from musbot.store import Store, servers
from musbot.store.servers import ServerSettings

FOLLOW = "auto"
"""Stands for the language of one's Discord, or of whoever opens a table."""
PRESETS: tuple[PresetName, ...] = get_args(PresetName)
USUAL_RULES: PresetName = "stargames"

_LANGUAGE_CHOICES = [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


def language_choices(follow: str | None = None) -> list[app_commands.Choice[str]]:
    """Return the languages as an option offers them, each as its speakers call it.

    :param follow: what is offered besides, for those who choose none.
    """
    return ([app_commands.Choice(name=follow, value=FOLLOW)] if follow else []) + _LANGUAGE_CHOICES


def places_of(settings: ServerSettings, guild: discord.Guild | None) -> list[int]:
    """Return the only channels where tables may be opened, in and under them; empty for all.

    Those that were deleted are left out: where none is left, nothing is decided any more.

    :param guild: the server, if Discord tells of it here.
    """
    return [each for each in settings.channels if guild is None or guild.get_channel(each) is not None]


def may_open(settings: ServerSettings, channel: object) -> bool:
    """Return whether a table may be opened in a channel, or in a thread of it."""
    allowed = places_of(settings, getattr(channel, "guild", None))
    places = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
    return not allowed or bool(places & set(allowed))


def why_nobody(
    role: discord.Role | None, lowest: int | None, highest: int | None, *, friends: bool = False
) -> str:
    """Return why nobody could sit at a table, or not those who are meant, to be translated; "" where all is well."""
    if lowest is not None and highest is not None and lowest > highest:
        return N_("The least rating is above the greatest, so nobody could come.")
    if friends and role is not None and not role.is_default():
        return N_("A table is for your friends or for a role: choose one of the two.")
    return ""


def manages(interaction: discord.Interaction) -> bool:
    """Return whether somebody may decide for the server they are in."""
    return interaction.permissions.manage_guild or interaction.permissions.administrator


async def settings_of(store: Store, guild_id: int) -> ServerSettings:
    """Return what is decided for a server."""
    return await store.read(lambda connection: servers.get(connection, guild_id))

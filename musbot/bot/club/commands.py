"""The commands of the club."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from musbot.bot.club.boards import BoardScreens
from musbot.club.boards import Choice

_CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
_INSTALLS = app_commands.AppInstallationType(guild=True, user=False)

Command = app_commands.Command[Any, ..., Any]


def placed(command: Command) -> Command:
    """Return a command that is there in servers and in direct messages."""
    command.allowed_contexts = _CONTEXTS
    command.allowed_installs = _INSTALLS
    return command


def leaderboard_command(screens: BoardScreens) -> Command:
    """Return ``/leaderboard``."""

    @app_commands.command(name="leaderboard", description="See who leads, and your own place")
    @app_commands.describe(
        where="Those who played on this server, or everyone",
        who="Players, or pairs that play together",
        by="What they are placed by",
        when="This season, or all time",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="this server", value="s"),
            app_commands.Choice(name="everyone", value="e"),
        ],
        who=[app_commands.Choice(name="players", value="p"), app_commands.Choice(name="pairs", value="q")],
        by=[
            app_commands.Choice(name="rating", value="r"),
            app_commands.Choice(name="games won", value="w"),
            app_commands.Choice(name="stones", value="s"),
            app_commands.Choice(name="órdagos won", value="o"),
        ],
        when=[
            app_commands.Choice(name="this season", value="n"),
            app_commands.Choice(name="all time", value="a"),
        ],
    )
    async def leaderboard(
        interaction: discord.Interaction,
        where: str = "s",
        who: str = "p",
        by: str = "r",
        when: str = "n",
    ) -> None:
        await screens.open(interaction, Choice(where, who, by, when))

    return placed(leaderboard)

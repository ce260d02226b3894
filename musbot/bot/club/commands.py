"""The commands of the club."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from musbot.bot.club.boards import BoardScreens
from musbot.bot.club.friends import FriendScreens
from musbot.bot.club.games import GameScreens
from musbot.bot.club.profiles import ProfileScreens
from musbot.bot.words import N_
from musbot.club.boards import Choice

_CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
_INSTALLS = app_commands.AppInstallationType(guild=True, user=False)

Command = app_commands.Command[Any, ..., Any]


def placed(command: Command) -> Command:
    """Return a command that is there in servers and in direct messages."""
    command.allowed_contexts = _CONTEXTS
    command.allowed_installs = _INSTALLS
    return command


def profile_command(screens: ProfileScreens) -> Command:
    """Return ``/profile``."""

    @app_commands.command(
        name="profile", description="See how somebody plays: rating, partners, bets, badges"
    )
    @app_commands.describe(player="Whose profile; your own by default")
    async def profile(interaction: discord.Interaction, player: discord.User | None = None) -> None:
        await screens.open(interaction, player)

    return placed(profile)


def games_command(screens: GameScreens) -> Command:
    """Return ``/games``."""

    @app_commands.command(name="games", description="See the last games again: score sheet, record, replay")
    @app_commands.describe(player="Whose games; your own by default")
    async def games(interaction: discord.Interaction, player: discord.User | None = None) -> None:
        await screens.open(interaction, player)

    return placed(games)


def friends_command(screens: FriendScreens) -> Command:
    """Return ``/friends``."""

    @app_commands.command(name="friends", description="See your friends, invite one, unblock somebody")
    async def friends(interaction: discord.Interaction) -> None:
        await screens.open(interaction)

    return placed(friends)


def menus(profiles: ProfileScreens, friends: FriendScreens) -> list[app_commands.ContextMenu]:
    """Return what is in the menu on a person, under *Apps*."""

    async def profile(interaction: discord.Interaction, person: discord.User) -> None:
        await profiles.open(interaction, person)

    async def add(interaction: discord.Interaction, person: discord.User) -> None:
        await friends.add_person(interaction, person)

    async def block(interaction: discord.Interaction, person: discord.User) -> None:
        await friends.block_person(interaction, person)

    found = [
        app_commands.ContextMenu(name=N_("Mus profile"), callback=profile),
        app_commands.ContextMenu(name=N_("Add Mus friend"), callback=add),
        app_commands.ContextMenu(name=N_("Block in Mus"), callback=block),
    ]
    for each in found:
        each.allowed_contexts, each.allowed_installs = _CONTEXTS, _INSTALLS
    return found


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

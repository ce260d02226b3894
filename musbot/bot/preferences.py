"""``/settings``: the choices of a person and of a server are options of the commands, and menus of their answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import discord
from discord import app_commands

from musbot.bot import calls
from musbot.bot.answering import ClubAnswerer, picked, show
from musbot.bot.choosing import FOLLOW, PRESETS, language_choices, manages, places_of, settings_of
from musbot.bot.club.weekly import Weekly
from musbot.bot.ids import ClubId
from musbot.bot.preference_sheet import CARDS, OWN, SERVER, TIPS, person_letter, server_letter
from musbot.bot.readers import know, words_of
from musbot.bot.refusals import sentence
from musbot.bot.tournament.when import all_zones, zones
from musbot.bot.words import LANGUAGES, N_
from musbot.store import Store, servers


class Preferences:
    """Changes what people and servers have chosen, and shows it."""

    def __init__(self, store: Store, weekly: Weekly) -> None:
        self._store = store
        self._weekly = weekly

    def answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers the menus and switches, by the action of their ids."""
        return {OWN: self._own, SERVER: self._server}

    async def choose(self, interaction: discord.Interaction, chosen: Mapping[str, str | bool]) -> None:
        """Note what somebody has chosen for themselves, by name, and show everything to them.

        What is not offered is not noted: it comes from a menu of an earlier version, or from no menu of ours.
        """
        person_id = interaction.user.id
        choices: dict[str, bool | None] = {}
        for name, value in chosen.items():
            if name == "language" and value in (FOLLOW, *LANGUAGES):
                await self._store.people.set_language(person_id, None if value == FOLLOW else str(value))
            elif name == "cards" and value in CARDS:
                choices |= {"large_cards": value == "large", "text_only": value == "words"}
            elif name == "tips" and value in TIPS:
                choices["tips"] = TIPS[str(value)]
            elif name in ("pings", "dms", "contrast", "tips") and isinstance(value, bool):
                choices[name] = value
        if choices:
            await self._store.people.set_choices(person_id, **choices)
        # The answer speaks the language that was just chosen.
        await know(interaction, self._store)
        await show(interaction, person_letter(await self._store.people.get(person_id), words_of(interaction)))

    async def decide(self, interaction: discord.Interaction, decided: Mapping[str, Any]) -> None:
        """Note what was decided for a server, by those who may, and show everything.

        :param decided: fields of `ServerSettings`, but ``leaderboard``: the channel of the weekly leaderboard or None.
        """
        words, guild_id = words_of(interaction), interaction.guild_id
        if guild_id is None:
            await self._say(interaction, N_("That is for servers: ask there."))
            return
        if decided and not manages(interaction):
            await self._say(interaction, N_("That is for those who may manage the server."))
            return
        fields = {name: value for name, value in decided.items() if name != "leaderboard"}
        if fields:
            await self._store.write(lambda connection: servers.put(connection, guild_id, **fields))
        if "leaderboard" in decided:
            await self._weekly.choose(guild_id, decided["leaderboard"])
        settings = await settings_of(self._store, guild_id)
        await show(
            interaction, server_letter(settings, interaction.guild, words, manages=manages(interaction))
        )

    async def _own(self, interaction: discord.Interaction, click: ClubId) -> None:
        name, turned, *_ = (*click.arguments, "", "")
        value = {"on": True, "off": False}.get(turned, picked(interaction))
        await self.choose(interaction, {name: value})

    async def _server(self, interaction: discord.Interaction, click: ClubId) -> None:
        name = "".join(click.arguments[:1])
        value = picked(interaction)
        channels, roles = _chosen(interaction, "channels"), _chosen(interaction, "roles")
        decided: dict[str, Any] = {}
        if name == "language" and value in (FOLLOW, *LANGUAGES):
            decided["language"] = None if value == FOLLOW else value
        elif name == "rules" and value in PRESETS:
            decided["rules"] = value
        elif name == "channels" and channels is not None:
            decided["open_channels"] = listed(channels)
        elif name == "leaderboard" and channels is not None:
            decided["leaderboard"] = next(iter(channels), None)
        elif name == "tournaments" and roles is not None:
            decided["tournament_role"] = next((each for each in roles if each != interaction.guild_id), None)
        await self.decide(interaction, decided)

    async def _say(self, interaction: discord.Interaction, message: str) -> None:
        await calls.answer_by_message(interaction, sentence(words_of(interaction), message), private=True)


def listed(channels: Iterable[int]) -> str | None:
    """Return some channels as they are noted; None where none is left, which stands for all."""
    numbers = sorted(channels)
    return json.dumps(numbers) if numbers else None


def _chosen(interaction: discord.Interaction, kind: Literal["channels", "roles"]) -> list[int] | None:
    """Return the channels or roles that were chosen in a menu; none is left, and nothing was chosen, is a choice too.

    None where something else was: of that, nothing is to be noted. Discord tells what is there (``resolved``), whatever
    this process knows of the server yet.
    """
    data: Mapping[str, Any] = interaction.data or {}
    values, there = data.get("values"), (data.get("resolved") or {}).get(kind) or {}
    if not isinstance(values, list):
        return None
    chosen = [int(each) for each in values if isinstance(each, str) and each in there]
    return chosen if chosen or not values else None


class SettingsCommands(app_commands.Group):
    """All of ``/settings``."""

    def __init__(self, store: Store, preferences: Preferences) -> None:
        super().__init__(
            name="settings",
            description="Your language, your cards, and what reaches you",
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._store = store
        self._preferences = preferences

    @app_commands.command(name="me", description="See and change your own settings")
    @app_commands.describe(
        language="The language in which I answer you",
        pings="Whether you are pinged when a table waits for you",
        dms="Whether I write you direct messages, such as your cards",
        cards="How you see your cards",
        contrast="Whether your pictures have stronger colours",
        tips="Whether you see tips when it is your turn",
    )
    @app_commands.choices(
        language=language_choices(N_("as my Discord")),
        cards=[app_commands.Choice(name=label, value=value) for value, label in CARDS.items()],
    )
    async def me(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        pings: bool | None = None,
        dms: bool | None = None,
        cards: str | None = None,
        contrast: bool | None = None,
        tips: bool | None = None,
    ) -> None:
        """Change what was named, and show everything."""
        named = {
            "language": language,
            "pings": pings,
            "dms": dms,
            "cards": cards,
            "contrast": contrast,
            "tips": tips,
        }
        chosen = {name: value for name, value in named.items() if value is not None}
        await self._preferences.choose(interaction, chosen)

    @app_commands.command(name="server", description="See and change what holds on this server")
    @app_commands.describe(
        language="The language of new tables",
        rules="The rules to start from",
        allow="A channel where tables may be opened; others are closed to them then",
        disallow="A channel where tables may not be opened any more",
        leaderboard="The channel where the leaderboard is posted each Monday",
        no_leaderboard="Whether it is posted no more",
        tournaments="The role that may announce tournaments; @everyone for all",
        zone="The time zone of the server, for the hours of tournaments",
    )
    @app_commands.choices(language=language_choices(N_("that of whoever opens the table")))
    @app_commands.guild_only()
    async def server(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        rules: Literal["stargames", "classic"] | None = None,
        allow: discord.TextChannel | None = None,
        disallow: discord.TextChannel | None = None,
        leaderboard: discord.TextChannel | None = None,
        no_leaderboard: bool = False,
        tournaments: discord.Role | None = None,
        zone: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        """Change what was named, for those who may, and show everything."""
        decided: dict[str, Any] = {}
        if language is not None:
            decided["language"] = language if language in LANGUAGES else None
        if rules is not None:
            decided["rules"] = rules
        if (allow or disallow) and interaction.guild_id is not None:
            settings = await settings_of(self._store, interaction.guild_id)
            kept = {*places_of(settings, interaction.guild), *([allow.id] if allow else [])}
            decided["open_channels"] = listed(kept - ({disallow.id} if disallow else set()))
        if leaderboard is not None or no_leaderboard:
            decided["leaderboard"] = None if no_leaderboard or leaderboard is None else leaderboard.id
        if tournaments is not None:
            decided["tournament_role"] = None if tournaments.is_default() else tournaments.id
        if zone is not None:
            if zone not in all_zones():
                unknown = N_(
                    "There is no such time zone. Choose one that is offered, such as `Europe/Madrid`."
                )
                words = words_of(interaction)
                await calls.answer_by_message(interaction, sentence(words, unknown), private=True)
                return
            decided["zone"] = zone
        await self._preferences.decide(interaction, decided)

    @server.autocomplete("zone")
    async def _zones(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=each, value=each) for each in zones(typed)]

"""``/settings``: what people choose for themselves, and those who manage a server for it."""

from __future__ import annotations

import json
from typing import Any, Literal

import discord
from discord import app_commands

from musbot.bot import calls
from musbot.bot.club.weekly import Weekly
from musbot.bot.layout import Letter, box, text
from musbot.bot.readers import know, words_of
from musbot.bot.refusals import sentence
from musbot.bot.tipping import NEWCOMER
from musbot.bot.tournament.when import all_zones, zones
from musbot.bot.words import LANGUAGES, N_, Words
from musbot.store import PersonRow, Store, servers
from musbot.store.servers import ServerSettings

FOLLOW = "auto"
"""Stands for the language of one's Discord, or of whoever opens a table."""
USUAL_RULES = "stargames"

_LANGUAGE_CHOICES = [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


def language_choices(follow: str | None = None) -> list[app_commands.Choice[str]]:
    """Return the languages as an option offers them, each as its speakers call it.

    :param follow: what is offered besides, for those who choose none.
    """
    return ([app_commands.Choice(name=follow, value=FOLLOW)] if follow else []) + _LANGUAGE_CHOICES


def person_letter(known: PersonRow | None, words: Words) -> Letter:
    """Return what somebody has chosen, with the way to change it."""
    yes, no = words("yes"), words("no")
    language = known.language if known else None
    chosen = LANGUAGES[language] if language in LANGUAGES else words("as your Discord")
    cards = words("pictures")
    if known and known.text_only:
        cards = words("words alone")
    elif known and known.large_cards:
        cards = words("large pictures")
    lines = [
        words("### Your settings"),
        words("- language: {language}", language=chosen),
        words("- pings: {on}", on=yes if known is None or known.pings else no),
        words("- direct messages: {on}", on=yes if known is None or known.dms else no),
        words("- cards: {cards}", cards=cards),
        words("- high contrast: {on}", on=yes if known and known.contrast else no),
        words("- tips at your turn: {on}", on=_tips_words(known, words)),
        words("-# `/settings me` changes each of them."),
    ]
    return Letter((box(text("\n".join(lines))),))


def _tips_words(known: PersonRow | None, words: Words) -> str:
    if known is None or known.tips is None:
        return words.n("in your first game", "in your first {count} games", NEWCOMER)
    return words("yes") if known.tips else words("no")


def server_letter(settings: ServerSettings, guild: discord.Guild | None, words: Words) -> Letter:
    """Return what is decided for a server.

    :param guild: the server, if Discord tells of it here.
    """
    language = settings.language
    chosen = LANGUAGES[language] if language in LANGUAGES else words("that of whoever opens the table")
    places = ", ".join(f"<#{channel}>" for channel in places_of(settings, guild))
    holders = f"<@&{settings.tournament_role}>" if settings.tournament_role else words("everybody")
    lines = [
        words("### This server"),
        words("- language of new tables: {language}", language=chosen),
        words("- rules of new tables: {rules}", rules=settings.rules or USUAL_RULES),
        words("- tables may be opened in {channels}", channels=places or words("all channels")),
        words("- weekly leaderboard: {where}", where=_weekly(settings, words)),
        words("- tournaments may be announced by {who}", who=holders),
        words("- hours are meant by the clock of {zone}", zone=settings.zone or words("its language")),
        words("-# `/settings server` changes each of them."),
    ]
    return Letter((box(text("\n".join(lines))),))


def _weekly(settings: ServerSettings, words: Words) -> str:
    if settings.leaderboard_channel_id is None or settings.leaderboard_at is None:
        return words("none")
    channel, at = f"<#{settings.leaderboard_channel_id}>", f"<t:{int(settings.leaderboard_at)}:F>"
    return words("in {channel}, next on {at}", channel=channel, at=at)


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


class SettingsCommands(app_commands.Group):
    """All of ``/settings``."""

    def __init__(self, store: Store, weekly: Weekly) -> None:
        super().__init__(
            name="settings",
            description="Your language, your cards, and what reaches you",
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._store = store
        self._weekly = weekly

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
        cards=[
            app_commands.Choice(name=N_("pictures"), value="pictures"),
            app_commands.Choice(name=N_("large pictures"), value="large"),
            app_commands.Choice(name=N_("words alone"), value="words"),
        ],
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
        person_id = interaction.user.id
        if language is not None:
            await self._store.people.set_language(person_id, language if language in LANGUAGES else None)
        switched = {"pings": pings, "dms": dms, "contrast": contrast, "tips": tips}
        choices = {name: on for name, on in switched.items() if on is not None}
        if cards is not None:
            choices |= {"large_cards": cards == "large", "text_only": cards == "words"}
        if choices:
            await self._store.people.set_choices(person_id, **choices)
        # The answer speaks the language that was just chosen.
        await know(interaction, self._store)
        letter = person_letter(await self._store.people.get(person_id), words_of(interaction))
        await calls.answer_by_message(interaction, letter, private=True)

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
        words = words_of(interaction)
        guild_id = interaction.guild_id
        if guild_id is None:
            await calls.answer_by_message(
                interaction, sentence(words, N_("That is for servers: ask there.")), private=True
            )
            return
        settings = await settings_of(self._store, guild_id)
        changed: dict[str, Any] = {}
        if language is not None:
            changed["language"] = language if language in LANGUAGES else None
        if rules is not None:
            changed["rules"] = rules
        if allow is not None or disallow is not None:
            kept = {*places_of(settings, interaction.guild), *([allow.id] if allow else [])} - (
                {disallow.id} if disallow else set()
            )
            changed["open_channels"] = json.dumps(sorted(kept)) if kept else None
        posting = leaderboard is not None or no_leaderboard
        if tournaments is not None:
            changed["tournament_role"] = None if tournaments.is_default() else tournaments.id
        if zone is not None:
            if zone not in all_zones():
                unknown = N_(
                    "There is no such time zone. Choose one that is offered, such as `Europe/Madrid`."
                )
                await calls.answer_by_message(interaction, sentence(words, unknown), private=True)
                return
            changed["zone"] = zone
        permissions = interaction.permissions
        if (changed or posting) and not (permissions.manage_guild or permissions.administrator):
            refusal = N_("That is for those who may manage the server.")
            await calls.answer_by_message(interaction, sentence(words, refusal), private=True)
            return
        if changed:
            await self._store.write(lambda connection: servers.put(connection, guild_id, **changed))
        if posting:
            wanted = None if no_leaderboard or leaderboard is None else leaderboard.id
            await self._weekly.choose(guild_id, wanted)
        if changed or posting:
            settings = await settings_of(self._store, guild_id)
        await calls.answer_by_message(
            interaction, server_letter(settings, interaction.guild, words), private=True
        )

    @server.autocomplete("zone")
    async def _zones(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=each, value=each) for each in zones(typed)]


async def settings_of(store: Store, guild_id: int) -> ServerSettings:
    """Return what is decided for a server."""
    return await store.read(lambda connection: servers.get(connection, guild_id))

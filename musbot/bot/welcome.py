"""First contact: what the bot says in a server that it was just invited to, and ``/help``."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from musbot.bot import calls
from musbot.bot.calls import Barred, Gone
from musbot.bot.choosing import person_letter
from musbot.bot.clicks import Answerer
from musbot.bot.ids import NO_TABLE, ClickId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.listing import TURN
from musbot.bot.people import is_private
from musbot.bot.permissions import NEEDED, titled
from musbot.bot.readers import words_of
from musbot.bot.rules import rules_letter
from musbot.bot.words import Words, words_for
from musbot.store import Store

log = logging.getLogger(__name__)

RULES, SETTINGS = "help-rules", "help-settings"
"""The actions of the buttons of ``/help`` that no other message has."""


def welcome_letter(lacking: list[str], words: Words) -> Letter:
    """Return what a server is told at first.

    :param lacking: the permissions that the bot lacks where it says so.
    """
    lines = [
        words(
            "### Kaixo! I deal Mus\n"
            "Mus is the card game of the Basque Country and Spain: four players, two pairs, four lances, and a good "
            "deal of bluff. I deal, count, and see that it is fair; AI players take the seats that stay empty."
        ),
        words("**To begin**, write `/mus open` in the channel where you want to play, then *Fill with AI*."),
        words(
            "**New to it?** `/mus rules` tells the rules, `/mus practice` is a game alone, `/help` leads on."
        ),
    ]
    if lacking:
        lines.append(words("**Permissions**: in this channel I lack"))
        lines += [f"- {titled(name)}" for name in lacking]
    return Letter((box(text("\n".join(lines))),))


def help_letter(words: Words) -> Letter:
    """Return where everything is."""
    lines = [
        words("### What I can do"),
        words("- **Play**: `/mus open`, `/mus tables`, `/mus practice`"),
        words("- **At the table**: `/mus hand`, `/mus score`, `/mus invite`, `/mus leave`"),
        words("- **Know**: `/mus rules`, `/mus odds`, `/mus fair`"),
        words("- **Choose**: `/settings me`, `/settings server`, `/privacy show`"),
        words("- **When something does not work**: `/mus doctor`"),
    ]
    leading = [
        button(ClickId(NO_TABLE, 0, RULES), words("Rules")),
        button(ClickId(NO_TABLE, 0, TURN), words("Tables")),
        button(ClickId(NO_TABLE, 0, SETTINGS), words("My settings")),
    ]
    return Letter((box(text("\n".join(lines)), *rows(leading)),))


async def greet(client: discord.Client, guild: discord.Guild) -> None:
    """Say hello where it can be read: in the server's channel for such news, else in the first that can be written."""
    channels = [*([guild.system_channel] if guild.system_channel else []), *guild.text_channels]
    for channel in channels:
        has = channel.permissions_for(guild.me)
        if not (has.view_channel and has.send_messages):
            continue
        lacking = [] if has.administrator else [name for name in NEEDED if not getattr(has, name)]
        letter = welcome_letter(lacking, words_for(guild.preferred_locale.value))
        try:
            await calls.post(client, channel.id, letter)
        except (Gone, Barred, discord.HTTPException) as error:
            log.info("server %s was not greeted in channel %s: %s", guild.id, channel.id, error)
        else:
            return
    log.info("server %s was not greeted: there is no channel to write to", guild.id)


class Help:
    """Answers ``/help`` and its buttons."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def answers(self) -> dict[str, Answerer]:
        """Return what the buttons do, by the action of their ids; the list of tables has its own."""
        return {RULES: self._rules, SETTINGS: self._settings}

    async def _rules(self, interaction: discord.Interaction, click: ClickId) -> None:
        await _turn_to(interaction, rules_letter(words_of(interaction)))

    async def _settings(self, interaction: discord.Interaction, click: ClickId) -> None:
        known = await self._store.person(interaction.user.id)
        await _turn_to(interaction, person_letter(known, words_of(interaction)))


async def _turn_to(interaction: discord.Interaction, letter: Letter) -> None:
    if not is_private(interaction) or not await calls.answer_by_edit(interaction, letter):
        await calls.answer_by_message(interaction, letter, private=True)


def help_command() -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, which stands alone."""

    @app_commands.command(name="help", description="What I can do, and where it is")
    async def command(interaction: discord.Interaction) -> None:
        await calls.answer_by_message(interaction, help_letter(words_of(interaction)), private=True)

    return command

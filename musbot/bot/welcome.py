"""First contact: what the bot says in a server that it was just invited to."""

from __future__ import annotations

import logging

import discord

from musbot.bot import calls
from musbot.bot.calls import Barred, Gone, Unreachable
from musbot.bot.help import help_id
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.learning.letters import learn
from musbot.bot.permissions import NEEDED, titled
from musbot.bot.words import Words, words_for

log = logging.getLogger(__name__)


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
        words("**New to it?** `/mus learn` teaches it, `/mus practice` is a game alone, `/help` leads on."),
    ]
    if lacking:
        lines.append(words("**Permissions**: in this channel I lack"))
        lines += [f"- {titled(name)}" for name in lacking]
    leading = [button(learn("open"), words("Learn")), button(help_id(), words("Help"))]
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
        except Unreachable as error:
            # It may have arrived: rather no welcome than two.
            log.info("server %s was not greeted: %s", guild.id, error)
            return
        except (Gone, Barred, discord.HTTPException) as error:
            log.info("server %s was not greeted in channel %s: %s", guild.id, channel.id, error)
        else:
            return
    log.info("server %s was not greeted: there is no channel to write to", guild.id)

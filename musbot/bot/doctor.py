"""``/mus doctor``: what is well with the bot here, and what is not, with the way to mend it."""

from __future__ import annotations

import logging
import time

import discord
from discord import app_commands

import musbot
from musbot.bot import calls
from musbot.bot.calls import Barred, DmClosed, DmLater, Gone
from musbot.bot.layout import Letter, box, text
from musbot.bot.mail import Mail
from musbot.bot.pauses import Pauses
from musbot.bot.permissions import explained_permissions
from musbot.bot.readers import words_of
from musbot.bot.weather import Breaker
from musbot.bot.words import Words
from musbot.store import Store, StoreError

log = logging.getLogger(__name__)

WELL, ILL, SO_SO = "✅", "❌", "⚠️"


class Doctor:
    """Looks at everything a table needs. What it finds is for the person who asked alone."""

    def __init__(self, store: Store, mail: Mail, pauses: Pauses, breaker: Breaker) -> None:
        self._store = store
        self._mail = mail
        self._pauses = pauses
        self._breaker = breaker

    async def examine(self, interaction: discord.Interaction) -> None:
        """Answer the command."""
        words = words_of(interaction)
        # It writes to the person, which may take longer than Discord waits.
        await calls.think(interaction, private=True)
        lines = [
            words("### How I am"),
            *self._permissions(interaction, words),
            await self._messages(interaction, words),
            await self._database(interaction, words),
            self._weather(interaction, words),
            words(
                "-# musbot {version} · discord.py {library}",
                version=musbot.__version__,
                library=discord.__version__,
            ),
        ]
        await calls.edit_answer(interaction, Letter((box(text("\n".join(lines))),)))

    def _permissions(self, interaction: discord.Interaction, words: Words) -> list[str]:
        if interaction.guild_id is None:
            return [f"{SO_SO} " + words("Tables are played in servers; here I only send you your cards.")]
        lines = []
        lacking = explained_permissions(interaction, words)
        if lacking:
            lines.append(f"{ILL} " + words("**Permissions**: in this channel I lack"))
            lines += [f"  - {each}" for each in lacking]
            lines.append(
                "  " + words("Whoever manages the channel gives them under *Edit Channel → Permissions*.")
            )
        else:
            lines.append(f"{WELL} " + words("**Permissions**: I may do here all that a table needs."))
        if not isinstance(interaction.channel, discord.Thread):
            threads = [
                each for each in explained_permissions(interaction, words, thread=True) if each not in lacking
            ]
            if threads:
                names = ", ".join(threads)
                lines.append(
                    f"{SO_SO} "
                    + words("**Threads**: for tables in threads of their own I lack {names}", names=names)
                )
        return lines

    async def _messages(self, interaction: discord.Interaction, words: Words) -> str:
        """Write to the person: nothing else tells whether it reaches them."""
        person = interaction.user.id
        await self._mail.asked(person, at_once=True)
        letter = Letter((text(words("This is a test that you asked for: your cards will reach you here.")),))
        try:
            await self._mail.post(person, letter, urgent=True)
        except DmLater:
            return f"{SO_SO} " + words(
                "**Direct messages**: I may not open new conversations now; try again later."
            )
        except DmClosed:
            return f"{ILL} " + words(
                "**Direct messages**: yours are closed to me, so your cards wait behind *My hand*. To get them by "
                "message, allow direct messages in this server's *Privacy Settings*, and ask me again."
            )
        except (Gone, Barred, discord.HTTPException) as error:
            log.info("the doctor's letter to %s was not sent: %s", person, error)
            return f"{SO_SO} " + words("**Direct messages**: Discord did not take mine now; try again later.")
        return f"{WELL} " + words("**Direct messages**: they reach you.")

    async def _database(self, interaction: discord.Interaction, words: Words) -> str:
        started = time.perf_counter()
        try:
            tables = await self._store.live_tables()
        except (StoreError, OSError):
            log.exception("the database does not answer")
            return f"{ILL} " + words("**Database**: it does not answer. The log tells why.")
        took = (time.perf_counter() - started) * 1_000
        here = [row for row in tables if row.guild_id == interaction.guild_id]
        paused = [str(row.table_id) for row in here if self._pauses.is_paused(row.table_id)]
        line = f"{WELL} " + words(
            "**Database**: it answers in {milliseconds} ms. Live tables here: {here}, in all: {all}.",
            milliseconds=f"{took:.1f}",
            here=len(here),
            all=len(tables),
        )
        if paused:
            line += "\n" + f"{SO_SO} " + words("**Paused**: table {tables}", tables=", ".join(paused))
        return line

    def _weather(self, interaction: discord.Interaction, words: Words) -> str:
        latency = interaction.client.latency * 1_000
        if self._breaker.is_open:
            return f"{ILL} " + words(
                "**Discord**: it refused too many calls, so hands are not sent for some minutes."
            )
        return f"{WELL} " + words(
            "**Discord**: {milliseconds} ms away. Calls refused in ten minutes: {refused}.",
            milliseconds=f"{latency:.0f}" if latency < 60_000 else "?",
            refused=self._breaker.count,
        )


def doctor_command(doctor: Doctor) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, for ``/mus``."""

    @app_commands.command(name="doctor", description="Find out why something does not work here")
    async def command(interaction: discord.Interaction) -> None:
        await doctor.examine(interaction)

    return command

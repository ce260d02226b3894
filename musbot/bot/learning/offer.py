"""The lesson is offered to newcomers, once: when they sit down for the first time, and to nobody but them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import discord
from discord import ButtonStyle

from musbot.bot import calls
from musbot.bot.ids import ClubId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.learning.letters import learn
from musbot.bot.readers import words_of
from musbot.bot.words import Words
from musbot.store import Store, StoreError, lessons

log = logging.getLogger(__name__)


def offer_letter(words: Words) -> Letter:
    """Return the offer."""
    told = words(
        "**New to Mus?** I teach it in a quarter of an hour, step by step, and only you see it. You can stop at any "
        "time, and find it again with `/mus learn`."
    )
    buttons = [
        button(learn("open"), words("Learn"), ButtonStyle.success),
        button(ClubId.of("rules"), words("Rules")),
    ]
    return Letter((box(text(told), *rows(buttons)),))


class Offers:
    """Offers the lesson."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self.on = True

    async def sat_down(self, interaction: discord.Interaction) -> None:
        """Offer the lesson to whoever has just sat down, if they are new here.

        It is noted before it is offered: rather never than twice. No game waits for it, or fails with it.
        """
        if not self.on:
            return
        person_id, now = interaction.user.id, self._clock()
        try:
            new = await self._store.write(lambda connection: lessons.claim_offer(connection, person_id, now))
            if new:
                await calls.follow_up(interaction, offer_letter(words_of(interaction)), private=True)
        except (StoreError, OSError, discord.HTTPException) as error:
            log.warning("the lesson was not offered to %s: %s", person_id, error)
